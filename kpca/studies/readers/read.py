"""One table from a file, by the ending of its name."""

from pathlib import Path

from kpca.studies.readers import binary, text  # noqa: F401, because their readers register
from kpca.studies.readers.registry import READERS, Options, kinds
from kpca.studies.readers.table import InputError, Table

__all__ = ["READERS", "kinds", "read"]


def read(
    path: Path, header: bool | None = None, variable: str | None = None, wider: int | None = None
) -> Table:
    """The table in a file; ``kpca.studies.readers.registry.Options`` explains the arguments.

    Raises ``InputError`` for a file that is not there, that is of no kind that can be read, or
    that is broken.
    """
    path, ending = Path(path), Path(path).suffix.lower()
    if ending not in READERS:
        raise InputError(
            f"{path}: files ending in {ending or 'nothing'!r} are not known; allowed: "
            f"{', '.join(sorted(READERS))}"
        )
    try:
        return READERS[ending].read(path, Options(header, variable, wider))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
