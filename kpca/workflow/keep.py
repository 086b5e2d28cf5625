"""Earlier results outlast a job that fails.

Snakemake removes what a job will write before the job starts. Every result gets a second name (a
hard link) in ``.earlier`` for the time of a run. If the run does not finish, what is missing is put
back, dated so that the next run makes it again. A run that was killed leaves that folder, and
the next one starts by putting back from there.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

FOLDER = ".earlier"
LONG_AGO = (1.0, 1.0)
WHOLE, DONE = "figures", ".snakemake_timestamp"
"""A folder of this name is one result, with that file in it once it is complete: then nothing is
put back into it."""

TEMPORARY = re.compile(r"\.[a-z0-9-]+(\.(nc|csv|json|html))?\.\d+(\.ipynb)?")
"""Names under which results are written before they are renamed."""


def keeping_earlier(results: Path, studies: Iterable[str], work: Callable[[], bool]) -> bool:
    """Do the work, which tells whether it finished; if not, earlier results are still there.

    Other folders in ``results`` than those of the ``studies`` belong to other runs.
    """
    own = [results / name for name in (WHOLE, *studies)]
    _put_back(results)
    for path in _files(results, own):
        if TEMPORARY.fullmatch(path.name):
            path.unlink()
        elif not path.name.startswith(".") and ".failed." not in path.name:
            _link(path, results / FOLDER / path.relative_to(results))
    finished = False
    try:
        finished = work()
    finally:
        if not finished:
            _put_back(results)
        shutil.rmtree(results / FOLDER, ignore_errors=True)
    return finished


def _files(results: Path, own: list[Path]) -> list[Path]:
    found = [*results.iterdir(), *(path for folder in own for path in folder.rglob("*"))]
    return [path for path in found if path.is_file() and not path.is_symlink()]


def _link(path: Path, kept: Path) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(path, kept)
    except OSError:
        # A file system without hard links.
        shutil.copy2(path, kept)


def _put_back(results: Path) -> None:
    kept = results / FOLDER
    if not kept.is_dir():
        return
    figures = [path for path in kept.rglob(WHOLE) if path.is_dir()]
    there = {path for path in figures if (results / path.relative_to(kept) / DONE).exists()}
    for path in sorted(kept.rglob("*")):
        target = results / path.relative_to(kept)
        if path.is_file() and path.parent not in there and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(path, target)
            os.utime(target, LONG_AGO)
    shutil.rmtree(kept)
