"""The record of what a run read and wrote: ``.record.json`` in the folder of the results.

data       the hash of the data of each study. The run computes it once for all jobs.
results    the SHA-256 of each result, by which the next run finds what was changed since.
made_from  the hash of everything that the results depend on (``kpca.workflow.version.of_run``). If
           it is the same in the next run, and the results are, that run has nothing to do.
going_on   the same hash while a run goes on whose jobs may go on after it, on a cluster. Snakemake
           does not know what such jobs were made from if it was killed (``must_repeat``).
edited     the same hash of a run in which one of these files was edited while it went on. A job may
           have read the edited file, and if it has been set back, Snakemake does not know that.

A run removes the hashes of its results when it starts, because it will change them. It writes them
at its end, also if it fails. After a kill there are none, and only damage can be seen. Only a run
that finished writes what its results were made from.

The manifest is no record of a run but one of its results: it is the same on every machine.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from kpca.results import files, hashes
from kpca.results.files import replacing

NAME = ".record.json"

Hashes = dict[str, str]
"""A hash by the name of a study, or by the path of a result from the folder of the results."""


def modified(results: Path, paths: Iterable[str]) -> list[str]:
    """Those of ``paths`` (files and folders in ``results``) that were changed or damaged."""
    recorded = _of_results(results)
    existing = (path for path in paths if (results / path).exists())
    return [path for path in existing if _is_modified(results / path, recorded.get(path))]


def is_current(results: Path, paths: Iterable[str], made_from: str) -> bool:
    """Whether a finished run has made all of ``paths`` from the same, and nobody has changed them.

    ``paths`` are files and folders in ``results``, all results of one configuration.
    """
    recorded = _of_results(results)
    return _read(results).get("made_from") == made_from and all(
        (results / path).exists() and _hash(results / path) == recorded.get(path) for path in paths
    )


CHANGED = "changed"
"""``going_on`` of a run that has to repeat every job."""


def may_go_on(results: Path) -> bool:
    """Whether a run on a cluster was killed, whose jobs may still write results."""
    return bool(_read(results).get("going_on"))


def must_repeat(results: Path, made_from: str) -> bool:
    """Whether jobs may have written results from something else, which Snakemake cannot know.

    Jobs of a run that was killed, or of one in which a file was edited that has been set back.
    """
    recorded = _read(results)
    edited = recorded.get("edited") == made_from
    return edited or recorded.get("going_on", "") not in ("", made_from)


def start(results: Path, paths: Iterable[str], data: Hashes, going_on: str = "") -> None:
    """Record the data of a run, and no longer the results ``paths``, which the run will change."""
    own = set(paths)
    recorded = _of_results(results)
    others = {path: value for path, value in recorded.items() if path not in own}
    _write(results, data, others, "", going_on, _read(results).get("edited", ""))


def finish(
    results: Path, paths: Iterable[str], data: Hashes, made_from: str = "", edited: str = ""
) -> None:
    """Record those of ``paths`` that exist, and what all of them were made from if this is known.

    Nothing is raised if the record cannot be written: then only damage can be seen.
    """
    written = {path: _hash(results / path) for path in paths if (results / path).exists()}
    # A run that did not finish has not repeated every job.
    edited = edited or ("" if made_from else _read(results).get("edited", ""))
    with suppress(OSError):
        _write(results, data, _of_results(results) | written, made_from, edited=edited)


def _is_modified(path: Path, recorded: str | None) -> bool:
    return _is_damaged(path) if recorded is None else _hash(path) != recorded


def _is_damaged(path: Path) -> bool:
    """Whether a result tree cannot be read. All other results are text and pictures."""
    if path.suffix == ".nc":
        try:
            files.read(path)
        except (OSError, ValueError):
            return True
    return False


def _hash(path: Path) -> str:
    """The SHA-256 of a file, or of all files of a folder and their names."""
    if path.is_file():
        return hashes.sha256(path)
    return hashes.of_texts(
        text
        for file in files.visible(path)
        for text in (file.relative_to(path).as_posix(), hashes.sha256(file))
    )


def _read(results: Path) -> dict[str, Any]:
    """The record; empty if there is none, or it cannot be read."""
    try:
        recorded = json.loads((results / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return recorded if isinstance(recorded, dict) else {}


def _of_results(results: Path) -> Hashes:
    recorded = _read(results).get("results")
    return recorded if isinstance(recorded, dict) else {}


def _write(
    results: Path,
    data: Hashes,
    of_results: Hashes,
    made_from: str,
    going_on: str = "",
    edited: str = "",
) -> None:
    content = {"data": data, "results": of_results, "made_from": made_from}
    content |= {"going_on": going_on, "edited": edited}
    with replacing(results / NAME) as temporary:
        temporary.write_text(json.dumps(content), encoding="utf-8")
