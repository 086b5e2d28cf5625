"""The text in the bytes of a file: its encoding, its line ends, and lines that are comments."""

import codecs
import re
from dataclasses import dataclass, field

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


def marked(data: bytes) -> str | None:
    """The encoding that the first bytes of a text name, if they name one."""
    return next((name for mark, name in BYTE_ORDER_MARKS.items() if data.startswith(mark)), None)


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
    text = re.sub(r"\r+\n", "\n", text).rstrip("\r\n")
    # Line ends of old Macs, which spreadsheets still offer.
    text = text if "\n" in text else text.replace("\r", "\n")
    if not text.strip():
        raise InputError(f"{path}: the file is empty; allowed: one sample a row")
    lines, above, header, separator = text.split("\n"), 0, [], None
    if options.line:
        if options.line >= len(lines):
            raise InputError(
                f"{path}: "
                + named("header")
                + f": {options.line}; allowed: true, false, or the line with the names of the "
                f"columns, from 1 to {len(lines) - 1}"
            )
        above = options.line - 1
        remarks += [f"{counted(above, 'line')} above the header left out"] if above else []
        # It may begin as a comment does.
        header, lines = [lines[above]], lines[above + 1 :]
    elif instruction := _SEPARATOR.match(text):
        separator, above, lines = instruction[1], 1, lines[1:]
        remarks.append(f"the first line says that {separator!r} separates the cells")
    comments: list[str] = []
    if options.comment or (not header and lines[0].lstrip(" ").startswith(COMMENT)):
        body, comments = _without_comments(lines, options.comment)
        gone = len(lines) - len(body)
        are_first = not header and body == lines[gone:]
        lines, above = body, above + gone if are_first or not gone else None
    return Content("\n".join(header + lines).encode(), above, comments, remarks, separator)


_SEPARATOR = re.compile(r"sep=([,;|\t]) *\n", re.IGNORECASE)


def _decoded(path: str, data: bytes, encoding: str | None) -> tuple[str, list[str]]:
    name = encoding or marked(data) or "UTF-8"
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
        line = data.count(b"\n", 0, error.start) + 1
        if encoding or marked(data):
            raise InputError(
                f"{path}, line {line}: not {name}; save the file as UTF-8, or write its encoding, "
                "such as " + setting(encoding="UTF-16") + INSIDE
            ) from error
        remark = (
            f"line {line} is not UTF-8: the file is read as Latin-1 ({OLD}); if a name is wrong, "
            "write the encoding of the file, such as " + setting(encoding="cp1250") + INSIDE
        )
        # The five bytes that this encoding leaves free are control characters in Latin-1.
        return data.decode(OLD, "replace"), [remark]
    return text, [] if name.upper() in ("UTF-8", "UTF8") else [f"the file is read as {name}"]


def _without_comments(lines: list[str], comment: str | None) -> tuple[list[str], list[str]]:
    """The lines that are no comments, and the others, of which some may stand between rows.

    Without a given ``comment`` these are the first ones only.
    """
    mark = comment or COMMENT
    first = next((i for i, line in enumerate(lines) if not _is_comment(line, mark)), 0)
    comments = [line for line in lines[:first] if line.strip()]
    body = lines[first:] if comments else lines
    if comment:
        comments += [line for line in body if line.startswith(mark)]
        body = [line for line in body if not line.startswith(mark)]
    return body, comments


def _is_comment(line: str, mark: str) -> bool:
    return line.lstrip(" ").startswith(mark) or not line.strip()


def are_steps(widths: list[int]) -> bool:
    """Whether each line has one cell more than that above it, as those of a triangle have."""
    return widths == [*range(widths[0], widths[0] + len(widths))]
