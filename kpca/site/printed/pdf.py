"""A PDF that Chromium wrote: without what differs at random, and the sheets of its places."""

import re
from io import BytesIO

from pypdf import PdfReader

DATE = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^)]*\)")
ID = re.compile(rb"\(node(\d{8})\)")


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

    The places are the ids that a link of the document names.
    """
    reader = PdfReader(BytesIO(content))
    places = reader.named_destinations.items()
    found = {name: reader.get_destination_page_number(place) for name, place in places}
    return {name.removeprefix("/"): at + 1 for name, at in found.items() if at is not None}
