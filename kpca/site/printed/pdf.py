"""A PDF that Chromium wrote: without what differs at random, and the sheets of its places."""

import re

DATE = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^)]*\)")
ID = re.compile(rb"\(node(\d{8})\)")
PLACE = re.compile(rb"/([^\s/\[\]<>]+) \[(\d+) 0 R /XYZ")
REFERENCE = re.compile(rb"(\d+) 0 R")


def reproducible(content: bytes) -> bytes:
    """The PDF without what differs if the same document is printed again.

    Its dates become blanks. The ids of table cells, which count everything that Chromium happened
    to make before, count from 1 in the same order. The length stays, because a table at the end of
    the file counts bytes.
    """
    content = DATE.sub(lambda match: b" " * len(match[0]), content)
    count = {id: number for number, id in enumerate(sorted({*ID.findall(content)}), 1)}
    return ID.sub(lambda match: b"(node%08d)" % count[match[1]], content)


def sheets(content: bytes) -> dict[str, int]:
    """The number of the sheet, from 1, on which each place of the document stands.

    The places are the ids that a link of the document names. There is none if the PDF is not
    written in the way of Chromium.
    """
    objects = _objects(content)
    catalog = next((one for one in objects.values() if b"/Type /Catalog" in one), b"")
    leaves = _leaves(objects, _reference(catalog, b"Pages"))
    number = {sheet: count for count, sheet in enumerate(leaves, 1)}
    places = PLACE.findall(objects.get(_reference(catalog, b"Dests"), b""))
    return {name.decode(): number[int(sheet)] for name, sheet in places if int(sheet) in number}


def _objects(content: bytes) -> dict[int, bytes]:
    """The objects of a PDF by their number."""
    found = {}
    for part in content.split(b"\nendobj"):
        if begin := re.search(rb"(\d+) 0 obj\n", part):
            found[int(begin[1])] = part[begin.end() :]
    return found


def _reference(one: bytes, key: bytes) -> int:
    """The number of the object that an entry of another one refers to; 0, as of none, if absent."""
    found = re.search(rb"/%b (\d+) 0 R" % key, one)
    return int(found[1]) if found else 0


def _leaves(objects: dict[int, bytes], node: int) -> list[int]:
    """The numbers of all sheets below a node of the tree of sheets, in order."""
    kids = re.search(rb"/Kids \[([^\]]*)\]", objects.get(node, b""))
    if kids is None:
        return [node]
    return [leaf for kid in REFERENCE.findall(kids[1]) for leaf in _leaves(objects, int(kid))]
