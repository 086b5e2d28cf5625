"""Earlier results outlast a job that fails.

Snakemake removes what a job will write before the job starts. Every result gets a second name (a
hard link) in ``.earlier`` for the time of a run. If the run does not finish, what is missing is put
back, with a date that says so: the next run removes it again, and thereby asks for the job again. A
run that was killed leaves that folder, and the next one starts by putting back from there.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

FOLDER = ".earlier"
LONG_AGO = (1.0, 1.0)
LAST = "manifest.json"
WHOLE, DONE = "figures", ".snakemake_timestamp"
"""A folder of this name is one result, with that file in it once it is complete: it stays as it is,
or is put back as a whole."""

TEMPORARY = re.compile(r"\.[a-z0-9-]+(\.(nc|csv|json|html))?\.\d+(\.ipynb)?")
"""Names under which results are written before they are renamed."""


class RefusedError(Exception):
    """A run that must not have changed anything: also what it made anew is put back."""


def keeping_earlier(results: Path, studies: Iterable[str], work: Callable[[], bool]) -> bool:
    """Do the work, which tells whether it finished; if not, earlier results are still there.

    Other folders in ``results`` than those of the ``studies`` belong to other runs. Passes on
    ``RefusedError`` and whatever else the work raises.
    """
    own = [results / name for name in (WHOLE, *studies)]
    _put_back(results)
    for path in _files(results, own):
        if TEMPORARY.fullmatch(path.name):
            path.unlink()
        elif not path.name.startswith(".") and ".failed." not in path.name:
            _link(path, results / FOLDER / path.relative_to(results))
    _ask_again(results, own)
    finished, refused = False, False
    try:
        finished = work()
    except RefusedError:
        refused = True
        raise
    finally:
        if not finished:
            _put_back(results, refused)
        shutil.rmtree(results / FOLDER, ignore_errors=True)
    return finished


def _ask_again(results: Path, own: list[Path]) -> None:
    """Remove what an earlier run has put back.

    Snakemake records a job that failed as if it had been done: it makes again what is missing, and
    that only where something else is missing that needs it. The last result needs all others.
    """
    again = [path for path in _files(results, own) if path.stat().st_mtime == LONG_AGO[1]]
    for path in [*again, results / LAST] if again else []:
        path.unlink(missing_ok=True)


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


def _put_back(results: Path, replaced: bool = False) -> None:
    """Put back what is missing, and if told what was replaced."""
    kept = results / FOLDER
    if not kept.is_dir():
        return
    figures = {folder: results / folder.relative_to(kept) for folder in kept.rglob(WHOLE)}
    complete = {folder for folder, made in figures.items() if (made / DONE).exists()}
    for folder in figures.keys() - complete:
        shutil.rmtree(figures[folder], ignore_errors=True)
    for path in sorted(kept.rglob("*")):
        target = results / path.relative_to(kept)
        if path.is_file() and path.parent not in complete and _lacks(target, path, replaced):
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(path, target)
            os.utime(target, LONG_AGO)
    shutil.rmtree(kept)


def _lacks(target: Path, path: Path, replaced: bool) -> bool:
    if not target.exists():
        return True
    return replaced and target.stat().st_mtime_ns != path.stat().st_mtime_ns
