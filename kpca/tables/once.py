"""Tables of files that are opened once, although several studies and a command ask for them."""

from pathlib import Path

from kpca.tables.read import read
from kpca.tables.table import Table


class Once:
    """The tables that have been read, and the hashes of the bytes that were read."""

    def __init__(self) -> None:
        self._read: dict[tuple[Path, str], tuple[set[str], Table]] = {}
        self._hashes: dict[Path, str] = {}

    def read(self, path: Path, named: tuple[str, ...] = (), **options: object) -> Table:
        """The table in a file; the arguments are those of ``kpca.tables.read.read``.

        A table that was read with the same options is returned again, unless columns are ``named``
        that might have changed how it was read: those that do not stand in its header.
        """
        key = path.resolve(), repr(sorted(options.items()))
        known, table = self._read.get(key, (set(), None))
        if table is None or not set(named) <= known | set(table.names if table.headed else ()):
            table = read(path, named=named, **options)
            self._read[key] = set(named), table
            self._hashes[path.resolve()] = table.sha256
        return table

    def sha256(self, path: Path) -> str:
        """SHA-256 of the bytes that were read; "" if these were not those of the whole file."""
        return self._hashes.get(path.resolve(), "")

    def forget(self) -> None:
        """Let go of the tables, which may need much memory; their hashes stay."""
        self._read.clear()
