"""One table from a file, by the ending of its name."""

from pathlib import Path

from kpca.studies.readers import binary, text
from kpca.studies.readers.table import InputError, Table

TEXT = (".csv", ".tsv", ".tab", ".txt")
BINARY = (".parquet", ".npy", ".nc", ".zarr")


def read(
    path: Path, header: bool | None = None, variable: str | None = None, wider: int | None = None
) -> Table:
    """The table in a file.

    ``header`` is for text files, ``variable`` for netCDF and Zarr; ``wider`` is the number of
    columns that a matrix has more than rows (see ``text.read``). Raises ``InputError`` for a file
    that is not there, that is not of a kind that can be read, or that is broken.
    """
    path, kind = Path(path), Path(path).suffix.lower()
    try:
        match kind:
            case ".parquet":
                return binary.parquet(path)
            case ".npy":
                return binary.npy(path)
            case ".nc" | ".zarr":
                return binary.store(path, variable)
            case _ if kind in TEXT:
                return text.read(path, header, wider)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    raise InputError(
        f"{path}: files ending in {kind or 'nothing'!r} are not known; allowed: "
        f"{', '.join((*TEXT, *BINARY))}"
    )
