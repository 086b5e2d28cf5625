"""Compressed files and archives with one table in them."""

import bz2
import gzip
import lzma
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import IO

from kpca.tables import free_memory
from kpca.tables.readers.arrays import chosen
from kpca.tables.readers.registry import READERS, Options, reader
from kpca.tables.table import InputError, Table

OPEN = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}

CHUNK = 1 << 24


@reader(*OPEN, kind="compressed file with a table")
def compressed(path: Path, options: Options) -> Table:
    """The table in a compressed file, whose name ends in the ending of the table and its own."""
    with OPEN[path.suffix.lower()](path, "rb") as file:
        return _inside(path, path.stem, file, options)


@reader(".zip", kind="ZIP archive with a table")
def archive(path: Path, options: Options) -> Table:
    """The table in a ZIP archive; ``options.variable`` names one of several."""
    try:
        with zipfile.ZipFile(path) as opened:
            files = [name for name in opened.namelist() if _is_table(name)]
            if not files:
                raise InputError(
                    f"{path}: no file in it is a table; allowed: {', '.join(sorted(READERS))}"
                )
            name = chosen(path, files, options.variable if len(files) > 1 else None)
            with opened.open(name) as file:
                return _inside(path, PurePosixPath(name).name, file, options)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{path}: not a ZIP archive that can be read: {error}") from error


def _is_table(name: str) -> bool:
    """Whether a file in an archive has a known ending, and is none that macOS has added."""
    path = PurePosixPath(name)
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return path.suffix.lower() in READERS and not name.endswith("/") and not hidden


def _inside(path: Path, name: str, file: IO[bytes], options: Options) -> Table:
    """The table in a file inside ``path``, whose messages have the names of both."""
    ending = Path(name).suffix.lower()
    if ending not in READERS:
        raise InputError(
            f"{path}: a compressed file ending in {ending or 'nothing'!r} is not known; allowed: "
            f"{', '.join(sorted(READERS))}"
        )
    with tempfile.TemporaryDirectory() as folder:
        inner = Path(folder) / Path(name).name
        _write(path, file, inner)
        with _renamed(str(inner), f"{path}/{name}" if path.stem != name else str(path)):
            return replace(READERS[ending].read(inner, options), sha256="")


def _write(path: Path, file: IO[bytes], inner: Path) -> None:
    size = 0
    try:
        with inner.open("wb") as written:
            while chunk := file.read(CHUNK):
                size += len(chunk)
                free_memory.require_bytes(path, size)
                written.write(chunk)
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, OSError) as error:
        raise InputError(f"{path}: cannot be decompressed: {error}") from error


@contextmanager
def _renamed(inner: str, path: str) -> Iterator[None]:
    """Messages name the file of the user, and not the one to which it was decompressed."""
    try:
        yield
    except InputError as error:
        error.args = (str(error).replace(inner, path),)
        raise
