"""Compressed files and archives with one table in them."""

import gzip
import lzma
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from kpca.tables import free_memory
from kpca.tables.messages import Message, Part, Setting
from kpca.tables.readers import kinds, signatures, spectra
from kpca.tables.readers.arrays import chosen
from kpca.tables.readers.registry import HINTS, READERS, Options, allowed, readable, reader
from kpca.tables.table import InputError, Table

CHUNK = 1 << 24


@reader(".gz", ".bz2", ".xz", kind="compressed file with a table", uses=HINTS)
def compressed(path: Path, options: Options) -> Table:
    """The table in a compressed file, whose name ends in the ending of the table and its own."""
    found = signatures.opener(signatures.beginning(path))
    if found is None:
        raise InputError(f"{path}: cannot be decompressed: it is not compressed")
    _, open_it = found
    is_named = READERS.get(path.suffix.lower()) == READERS[".gz"]
    with open_it(path, "rb") as file:
        return inside(path, path.stem if is_named else path.name, file, options, str(path))


@reader(".zip", kind="ZIP archive with a table", uses=HINTS)
def archive(path: Path, options: Options) -> Table:
    """The table in a ZIP archive; ``options.variable`` names one of several.

    An archive of spectra is one table, unless one of its files is named.
    """
    with opened_zip(path, "a ZIP archive") as opened:
        if options.variable is None:
            # In the order of a folder.
            entries = sorted(opened.infolist(), key=lambda one: one.filename)
            every = [one for one in entries if spectra.is_visible(one.filename)]
            free_memory.require_bytes(path, sum(one.file_size for one in every))
            of = {one.filename: partial(opened.read, one) for one in every if not one.is_dir()}
            if spectra.are_most(of, options):
                return replace(spectra.table(path, of, options), uses=spectra.USES)
        files = [name for name in opened.namelist() if _is_table(name)]
        if not files:
            raise InputError(f"{path}: no file in it is a table; allowed: {allowed()}")
        is_named = len(files) > 1 or options.variable in files
        name = chosen(path, files, options.variable if is_named else None)
        last = PurePosixPath(name).name
        shown = str(path) if path.stem == last else f"{path}/{last}"
        options = replace(options, variable=None) if is_named else options
        with opened.open(name) as file:
            table = inside(path, last, file, options, shown)
        return replace(table, uses=(*table.uses, "variable")) if is_named else table


@contextmanager
def opened_zip(path: Path, kind: str) -> Iterator[zipfile.ZipFile]:
    """The archive; what it has wrong itself is reported as a file that is not such a kind."""
    faults = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error)
    with readable(path, f"{kind} that can be read", faults=faults), zipfile.ZipFile(path) as opened:
        yield opened


def _is_table(name: str) -> bool:
    """Whether a file in an archive has a known ending, and is none that a system has added."""
    is_file = not name.endswith("/") and spectra.is_visible(name)
    return is_file and PurePosixPath(name).suffix.lower() in READERS


def inside(path: Path, name: str, file: IO[bytes], options: Options, shown: str) -> Table:
    """The table in a file inside ``path`` that is called ``name``, and ``shown`` in messages."""
    with tempfile.TemporaryDirectory() as folder:
        inner = Path(folder) / Path(name).name
        _write(path, file, inner)
        with _renamed(str(inner), shown):
            reader_of_inner, remarks = kinds.reader_of(inner, options.encoding)
            table = reader_of_inner.read(inner, options)
    uses = reader_of_inner.uses if table.uses is None else table.uses
    return replace(table, path=shown, remarks=remarks + table.remarks, sha256="", uses=uses)


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
        parts = [_of_another(part, inner, path) for part in error.message.parts]
        error.message = Message(*parts)
        error.args = (error.message,)
        raise


def _of_another(part: Part, inner: str, path: str) -> Part:
    if isinstance(part, str):
        return part.replace(inner, path)
    if isinstance(part, Setting) and part.value == inner:
        return Setting(part.key, path)
    return part
