"""Files of results: written completely or not at all, and validated when read."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import xarray as xr

from kpca.results.registry import ResultError, validate

ENGINE = "netcdf4"


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary path in the folder of ``path``, renamed to it at the end if nothing is raised.

    An exception is passed on; then ``path`` is unchanged and the temporary file is removed.
    """
    final = Path(path)
    final.parent.mkdir(parents=True, exist_ok=True)
    temporary = final.with_name(f".{final.name}.{os.getpid()}")
    try:
        yield temporary
        os.replace(temporary, final)
    finally:
        temporary.unlink(missing_ok=True)


def visible(path: str | Path) -> list[Path]:
    """The file ``path``, or all files in the folder ``path`` except hidden ones, sorted."""
    base = Path(path)
    if not base.is_dir():
        return [base]
    every = (file for file in base.rglob("*") if file.is_file())
    return sorted(
        file for file in every if not any(p[0] == "." for p in file.relative_to(base).parts)
    )


def write(result: xr.DataTree, path: str | Path) -> None:
    """Validate, then write. Raises ``OSError`` if the disk is full or cannot be written."""
    validate(result)
    with replacing(path) as temporary:
        try:
            result.to_netcdf(temporary, engine=ENGINE)
        except RuntimeError as error:
            # What the HDF5 library says of a full disk.
            raise OSError(errno.EIO, str(error), str(path)) from error


def read(path: str | Path) -> xr.DataTree:
    """A validated result tree, loaded into memory with the file closed again.

    Raises ``ResultError`` for a damaged file, ``OSError`` for one that is missing.
    """
    try:
        with xr.open_datatree(path, engine=ENGINE) as opened:
            result = opened.load()
    except RuntimeError as error:
        raise ResultError(f"{path}: damaged: {error}") from error
    validate(result)
    return result
