"""The text in the bytes of a file: its encoding, its line ends, and lines that are comments."""

import codecs
import re
from dataclasses import dataclass, field, replace

from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.readers.registry import Options
from kpca.tables.table import InputError
from kpca.tables.wording import counted

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
    codecs.BOM_UTF8: "UTF-8",
}

OLD = "cp1252"
"""The encoding of old programs in Western Europe and America, which has all of Latin-1."""

COMMENT = "#"


@dataclass(frozen=True)
class Content:
    """Lines of a file as UTF-8, with line feeds between them and none at the end.

    data      the lines
    above     how many lines of the file stand above them; None if lines between them are left out
    comments  the lines that are left out
    remarks   what was found out
    separator of the cells, where the first line is an instruction to a spreadsheet
    """

    data: bytes
    above: int | None = 0
    comments: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    separator: str | None = None


def content(path: str, data: bytes, options: Options) -> Content:
    """The lines in the bytes of a file, without comments and what is above ``options.line``.

    Raises ``InputError`` for a file that is empty, has another encoding than the one given, or has
    no such line.
    """
    text, remarks = _decoded(path, data, options.encoding)
    # Line ends of old Macs, which spreadsheets still offer.
    text = text.replace("\r", "\n") if "\n" not in text.rstrip("\r\n") else text
    text = text.rstrip("\r\n")
    if not text.strip():
        raise InputError(f"{path}: the file is empty; allowed: one sample a row")
    if options.line:
        return _from_line(path, text, remarks, options)
    if instruction := _SEPARATOR.match(text):
        below = _without_comments(text[instruction.end() :], options.comment)
        above = None if below.above is None else below.above + 1
        remarks.append(f"the first line says that {instruction[1]!r} separates the cells")
        return replace(below, above=above, remarks=remarks, separator=instruction[1])
    return replace(_without_comments(text, options.comment), remarks=remarks)


def _from_line(path: str, text: str, remarks: list[str], options: Options) -> Content:
    """The lines from that with the names of the columns on, whatever stands above it."""
    lines, above = text.split("\n"), options.line - 1
    if above + 1 >= len(lines):
        raise InputError(
            f"{path}: "
            + named("header")
            + f": {options.line}; allowed: true, false, or the line with the names of the columns, "
            f"from 1 to {len(lines) - 1}"
        )
    if above:
        remarks = [*remarks, f"{counted(above, 'line')} above the header left out"]
    found = Content("\n".join(lines[above:]).encode())
    if options.comment:
        # The header itself may begin as a comment does.
        found = _without_comments("\n".join(lines[above + 1 :]), options.comment)
        data = lines[above].encode() + b"\n" + found.data
        found = replace(found, data=data, above=None if found.above else found.above)
    above = None if found.above is None else found.above + above
    return replace(found, above=above, remarks=remarks)


_SEPARATOR = re.compile(r"sep=([,;|\t])[ \r]*\n", re.IGNORECASE)


def _decoded(path: str, data: bytes, encoding: str | None) -> tuple[str, list[str]]:
    marked = next((name for mark, name in BYTE_ORDER_MARKS.items() if data.startswith(mark)), None)
    name = encoding or marked or "UTF-8"
    zeros = [data[start:200:2].count(0) for start in (0, 1)]
    if name == "UTF-8" and 4 * max(zeros) > len(data[:200]):
        wide = "UTF-16-LE" if zeros[1] > zeros[0] else "UTF-16-BE"
        raise InputError(
            f"{path}: every second byte is 0; if its encoding is UTF-16, write "
            + setting(encoding=wide)
            + INSIDE
            + ", or save the file as UTF-8"
        )
    try:
        text = data.decode(name).removeprefix("\ufeff")
    except LookupError as error:
        raise InputError(
            f"{path}: encoding: {encoding!r} is unknown; allowed: a name that Python knows, such "
            "as UTF-8, UTF-16 or cp1252"
        ) from error
    except UnicodeDecodeError as error:
        if encoding or marked:
            line = data.count(b"\n", 0, error.start) + 1
            raise InputError(
                f"{path}, line {line}: not {name}; save the file as UTF-8, or write its encoding, "
                "such as " + setting(encoding="UTF-16") + INSIDE
            ) from error
        line = data.count(b"\n", 0, error.start) + 1
        remark = (
            f"line {line} is not UTF-8: the file is read as Latin-1 ({OLD}); if a name is wrong, "
            "write the encoding of the file, such as " + setting(encoding="cp1250") + INSIDE
        )
        # The five bytes that this encoding leaves free are control characters in Latin-1.
        return data.decode(OLD, "replace"), [remark]
    return text, [] if name.upper() in ("UTF-8", "UTF8") else [f"the file is read as {name}"]


def _without_comments(text: str, comment: str | None) -> Content:
    """The lines that are no comments: the first ones, or with a given ``comment`` all of them."""
    if not comment and not text.lstrip(" ").startswith(COMMENT):
        return Content(text.encode())
    mark, lines = comment or COMMENT, text.split("\n")
    first = next((i for i, line in enumerate(lines) if not _is_comment(line, mark)), 0)
    comments = [line for line in lines[:first] if line.strip()]
    body = lines[first:] if comments else lines
    above = first if comments else 0
    if comment:
        between = [line for line in body if line.startswith(mark)]
        body = [line for line in body if not line.startswith(mark)] if between else body
        comments, above = comments + between, None if between else above
    return Content("\n".join(body).encode(), above, comments)


def _is_comment(line: str, mark: str) -> bool:
    return line.lstrip(" ").startswith(mark) or not line.strip()
