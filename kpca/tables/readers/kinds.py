"""Which reader reads a file: by its content where that leaves no doubt, else by its ending."""

import re
from pathlib import Path

from kpca.tables.readers import cell_ranger, conversions, plain_text, registry, signatures, spectra
from kpca.tables.readers.registry import Reader

TEXT = ".txt"
"""The ending of the reader for a text of an unknown kind."""

OTHER_TEXTS = {
    **dict.fromkeys((".svm", ".libsvm", ".svmlight"), re.compile(rb"\S+(\s+\d+:\S+)+\s*\n")),
    **dict.fromkeys((".json", ".jsonl", ".ndjson"), re.compile(rb"\s*[\[{]")),
    ".html": re.compile(rb"\s*<"),
    ".cnv": re.compile(rb"\*"),
    ".tps": re.compile(rb"\s*LM3?="),
}
"""Texts that are no tables, how each begins, and the ending that says so."""


def reader_of(path: Path, encoding: str | None = None) -> tuple[Reader, list[str]]:
    """The reader of a file, and a remark if that is not the one of its ending.

    ``encoding`` is that of a text, where it is known. Raises ``InputError`` for a file of no kind
    that is read, and ``OSError`` for one that is not there.
    """
    ending = path.suffix.lower()
    by_ending = registry.READERS.get(ending)
    if path.is_dir():
        of_files = cell_ranger.READER if cell_ranger.is_one(path) else spectra.READER
        return (by_ending if by_ending and by_ending.in_folder else of_files), []
    if by_ending is not None and not path.is_file():
        return by_ending, []
    head = signatures.beginning(path)
    by_content = signatures.ending(path, head)
    if by_content is None:
        return _by_ending_or_as_text(path, by_ending, head, encoding)
    if by_content in registry.READERS:
        reader = registry.READERS[by_content]
        return reader, [] if reader == by_ending else [_remark(ending, reader.kind, by_content)]
    if conversions.CONVERSIONS.get(ending) == conversions.CONVERSIONS[by_content]:
        raise conversions.unknown(path)
    raise conversions.not_read(path, by_content)


def _by_ending_or_as_text(
    path: Path, by_ending: Reader | None, head: bytes, encoding: str | None
) -> tuple[Reader, list[str]]:
    """The reader of a file whose content is of no kind that its first bytes tell."""
    if by_ending is not None and by_ending.is_text:
        return by_ending, []
    ending = path.suffix.lower()
    is_other = ending in OTHER_TEXTS and OTHER_TEXTS[ending].match(head)
    is_whole = len(head) < signatures.HEAD
    if not is_other and plain_text.has_cells(head, encoding, is_whole):
        return registry.READERS[TEXT], [_remark(ending, "text")]
    if by_ending is None:
        raise conversions.unknown(path)
    return by_ending, []


def _remark(ending: str, kind: str, other: str = "") -> str:
    name = f"ends in {ending!r}" if ending else "has no ending"
    as_what = f" ({other})" if other else ""
    return f"the content is read as what it is, {kind}{as_what}, although the name {name}"
