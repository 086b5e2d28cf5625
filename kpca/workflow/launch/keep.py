"""Keep the earlier results if a run fails or is killed.

Snakemake removes what a job will write before the job starts. Every result therefore gets a second
name (a hard link) in the folder ``.earlier`` before a run. A run that finishes removes that folder.
A run that does not finish leaves it, and later runs keep what is in it until one of them finishes.
"""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

FOLDER = ".earlier"


def keep(results: Path, paths: Iterable[str], last: str) -> None:
    """Give a second name to each of ``paths`` (files and folders in ``results``) that exists.

    What an earlier run has left in ``.earlier`` stays. Temporary files and folders of a killed run
    are removed.
    If the run before did not finish, or if one of ``paths`` is missing, the result ``last`` is
    removed, which depends on all others: Snakemake makes a missing result only if a missing target
    needs it.
    """
    paths = list(paths)
    unfinished = (results / FOLDER).is_dir()
    missing = not all((results / path).exists() for path in paths)
    for path in (*paths, last):
        original, kept = results / path, results / FOLDER / path
        for temporary in original.parent.glob(f".{original.stem}.*"):
            if temporary.is_dir():
                shutil.rmtree(temporary)
            else:
                temporary.unlink()
        if original.exists() and not kept.exists():
            _link(original, kept)
    if unfinished or missing:
        (results / last).unlink(missing_ok=True)


def forget(results: Path) -> None:
    """Remove the second names: the run has finished."""
    shutil.rmtree(results / FOLDER, ignore_errors=True)


def _link(original: Path, kept: Path) -> None:
    """Link a file, or all files of a folder under a temporary name that is then renamed."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    if original.is_file():
        _link_file(original, kept)
        return
    half = kept.with_name(f".{kept.name}")
    shutil.rmtree(half, ignore_errors=True)
    shutil.copytree(original, half, copy_function=_link_file)
    half.rename(kept)


def _link_file(original: str | Path, kept: str | Path) -> None:
    try:
        os.link(original, kept)
    except OSError:
        # A file system without hard links.
        shutil.copy2(original, kept)
