"""Of which kind a file is, by its first bytes."""

import bz2
import gzip
import lzma
import re
import zipfile
from pathlib import Path

from kpca.tables.readers.plain_text import is_text

HEAD = 1 << 16
"""The bytes that are looked at."""

BINARY = {
    rb"PAR1": ".parquet",
    rb"ARROW1|FEA1": ".feather",
    rb"\x93NUMPY": ".npy",
    rb"CDF[\x01\x02\x05]": ".nc",
    rb"MATLAB \d\.\d MAT-file": ".mat",
    rb"<stata_dta>|[\x69\x6c-\x73][\x01\x02]\x01\x00": ".dta",
    rb"\$FL[23]@\(#\)": ".sav",
    rb"RDX[23]\n": ".rdata",
    rb"X\n\x00\x00\x00[\x02\x03]": ".rds",
    rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ".xls",
    rb"\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf": ".sas7bdat",
    rb"\x80[\x02-\x05]": ".pkl",
    rb"ORC": ".orc",
    rb"7z\xbc\xaf\x27\x1c": ".7z",
    rb"SQLite format 3\x00": ".db",
}
"""How files begin that are no text, and the endings of their kinds."""

ANY = {
    rb"%%MatrixMarket": ".mtx",
    rb"#1\.[23]\s*\n\d+\t\d+[\t\r\n]": ".gct",
    rb"\s*\{[^\x00]*\"format\"\s*:\s*\"Biological Observation Matrix": ".biom",
    rb"(?i:(\xef\xbb\xbf)?\s*#mega\s)": ".meg",
    rb"(?i:\s*#nexus\s)": ".nex",
    rb"%PDF-\d": ".pdf",
    rb"##fileformat=VCF": ".vcf",
    rb"HEADER RECORD\*{7}LIB": ".xpt",
    rb"(?i:(\xef\xbb\xbf)?\s*<(!doctype html|html|table)[\s>])": ".html",
    rb"(\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*(<\?mso[^>]*>\s*)?<(\w+:)?Workbook\b": ".xls",
    rb"(?i:(\s|%[^\n]*\n)*@relation\s)": ".arff",
}
"""The same of files that are text, at least at their beginning."""

COMPRESSED = {
    b"\x1f\x8b": (".gz", gzip.open),
    b"BZh": (".bz2", bz2.open),
    b"\xfd7zXZ\x00": (".xz", lzma.open),
}
"""How compressed files begin, their endings, and what opens them."""

CONTAINERS = {
    ".h5": (".nc", ".h5ad", ".mat", ".biom"),
    ".zip": (".xlsx", ".xlsm", ".npz", ".qza"),
    ".npz": (".zip",),
}
"""Kinds that hold others: a file with one of the endings behind it is what its ending says."""


def ending(path: Path, head: bytes) -> str | None:
    """The ending of the kind of a file that its content leaves no doubt about; else None.

    ``head`` are its first bytes, from ``beginning``.
    """
    kind = _ending(path, head)
    return None if path.suffix.lower() in CONTAINERS.get(kind or "", ()) else kind


def beginning(path: Path) -> bytes:
    """The first bytes of a file."""
    with path.open("rb") as file:
        return file.read(HEAD)


def _ending(path: Path, head: bytes) -> str | None:
    if head.startswith(b"PK\x03\x04"):
        return _of_archive(path)
    if head.startswith(b"\x89HDF\r\n\x1a\n"):
        return _of_hdf5(path)
    if opener(head) is not None:
        return _of_compressed(path, head)
    return _of_bytes(head)


def _of_bytes(head: bytes) -> str | None:
    if head[257:262] == b"ustar":
        return ".tar"
    # A table may have a column PAR1.
    known = ANY if is_text(head) else BINARY | ANY
    return next((kind for begin, kind in known.items() if re.match(begin, head)), None)


def opener(head: bytes) -> tuple[str, type] | None:
    """The ending of a compressed file by its first bytes, and what opens it; None for others."""
    if is_text(head):
        return None
    return next((of for begin, of in COMPRESSED.items() if head.startswith(begin)), None)


def _of_compressed(path: Path, head: bytes) -> str:
    """R compresses its files; others that are compressed may have anything inside."""
    kind, open_it = opener(head)
    try:
        with open_it(path, "rb") as file:
            inside = _of_bytes(file.read(512))
    except (OSError, EOFError, lzma.LZMAError, ValueError):
        return kind
    return inside if inside in (".rds", ".rdata", ".tar") else kind


def _of_archive(path: Path) -> str | None:
    try:
        with zipfile.ZipFile(path) as opened:
            names = set(opened.namelist())
            form = opened.read("mimetype") if "mimetype" in names else b""
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError):
        return None
    if "xl/workbook.xml" in names:
        return ".xlsx"
    if "xl/workbook.bin" in names:
        return ".xlsb"
    if any(name.count("/") == 1 and name.endswith("/metadata.yaml") for name in names):
        return ".qza"
    if b"opendocument.spreadsheet" in form:
        return ".ods"
    return ".npz" if names and all(name.endswith(".npy") for name in names) else ".zip"


def _of_hdf5(path: Path) -> str | None:
    import h5py

    try:
        with h5py.File(path, "r") as file:
            if file.attrs.get("encoding-type") == "anndata" or {"obs", "var", "X"} <= {*file}:
                return ".h5ad"
            if {"sample", "observation"} <= {*file}:
                return ".biom"
            if "_NCProperties" in file.attrs or any(map(_is_dimension, file.values())):
                return ".nc"
    except Exception:
        # For a broken file the library raises exceptions of many types.
        return None
    return ".h5"


def _is_dimension(item: object) -> bool:
    return item.attrs.get("CLASS") == b"DIMENSION_SCALE"
