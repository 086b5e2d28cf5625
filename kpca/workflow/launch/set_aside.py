"""The folder ``.set-aside``: results that a run replaces, and that must not be lost.

earlier   Snakemake removes what a job will write before the job starts. Every result therefore gets
          a second name (a hard link) here before a run. A run that finishes removes it. A run that
          does not finish leaves it, and later runs keep what is in it until one of them finishes.
modified  A result that was changed or damaged after a run wrote it (``record``) is moved here. It
          stays until the same result is moved here again.
"""

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

FOLDER = ".set-aside"
EARLIER, MODIFIED = f"{FOLDER}/earlier", f"{FOLDER}/modified"


def keep(results: Path, paths: Iterable[str]) -> None:
    """Give a second name to each of ``paths`` (files and folders in ``results``) that exists.

    What an earlier run has left under ``earlier`` stays.
    """
    for path in paths:
        original, second = results / path, results / EARLIER / path
        if original.exists() and not second.exists():
            _link(original, second)


def forget(results: Path) -> None:
    """Remove the second names: the run has finished."""
    shutil.rmtree(results / EARLIER, ignore_errors=True)
    with suppress(OSError):
        (results / FOLDER).rmdir()


def move(results: Path, path: str) -> None:
    """Move a modified result here, instead of one that was moved here before."""
    target = results / MODIFIED / path
    if target.is_dir():
        shutil.rmtree(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    (results / path).replace(target)


def remove_temporaries(results: Path, paths: Iterable[str]) -> None:
    """Remove the temporary files and folders of a killed run, which lie beside its results."""
    for path in paths:
        final = results / path
        for temporary in final.parent.glob(f".{final.stem}.*"):
            if temporary.is_dir():
                shutil.rmtree(temporary)
            else:
                temporary.unlink()


def _link(original: Path, second: Path) -> None:
    """Link a file, or all files of a folder under a temporary name that is then renamed."""
    second.parent.mkdir(parents=True, exist_ok=True)
    if original.is_file():
        _link_file(original, second)
        return
    half = second.with_name(f".{second.name}")
    shutil.rmtree(half, ignore_errors=True)
    shutil.copytree(original, half, copy_function=_link_file)
    half.rename(second)


def _link_file(original: str | Path, second: str | Path) -> None:
    try:
        os.link(original, second)
    except OSError:
        # A file system without hard links.
        shutil.copy2(original, second)
