"""One table from a file, by the ending of its name."""

from pathlib import Path

import psutil

from kpca.studies.readers import binary, text
from kpca.studies.readers.table import InputError, Table

TEXT = (".csv", ".tsv", ".tab", ".txt")
BINARY = (".parquet", ".npy", ".nc", ".zarr")


def read(
    path: Path, header: bool | None = None, variable: str | None = None, square: bool = False
) -> Table:
    """The table in a file.

    ``header`` is for text files, ``variable`` for netCDF and Zarr; ``square`` says that rows and
    columns are the same samples. Raises ``InputError`` for a file that is not there, that is not of
    a kind that can be read, that is broken, or that is larger than the free memory.
    """
    path, kind = Path(path), Path(path).suffix.lower()
    _require_room(path)
    try:
        match kind:
            case ".parquet":
                return binary.parquet(path)
            case ".npy":
                return binary.npy(path)
            case ".nc" | ".zarr":
                return binary.store(path, variable)
            case _ if kind in TEXT:
                return text.read(path, header, square)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    raise InputError(
        f"{path}: files ending in {kind or 'nothing'!r} are not known; allowed: "
        f"{', '.join((*TEXT, *BINARY))}"
    )


def _require_room(path: Path) -> None:
    size = path.stat().st_size if path.is_file() else 0
    free = psutil.virtual_memory().available
    if 2 * size > free:
        raise InputError(
            f"{path}: {size / 1e9:.1f} GB need some {2 * size / 1e9:.1f} GB of memory to be read, "
            f"and {free / 1e9:.1f} GB are free; take fewer samples or a larger machine"
        )
