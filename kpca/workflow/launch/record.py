"""The record of what a run wrote: ``.record.json`` in the folder of the results.

results    the SHA-256 of each result, by which the next run finds what was changed since.
repeat     why the next run may have to repeat every job, which Snakemake cannot know: ``KILLED``,
           or, if a file was edited while a run went on, the hash of all files that its results
           depend on (``kpca.workflow.version.of_run``). A job may have read the edited file, which
           has been set back if the hash is the same in the next run.

A run removes the hashes of its results when it starts, because it will change them. It writes them
at its end, also if it fails. After a kill there are none, and only damage can be seen.

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


def modified(results: Path, paths: Iterable[str]) -> list[str]:
    """Those of ``paths`` (files and folders in ``results``) that were changed or damaged."""
    recorded = _read(results).get("results", {})
    existing = (path for path in paths if (results / path).exists())
    return [path for path in existing if _is_modified(results / path, recorded.get(path))]


KILLED = "killed"
"""``repeat`` while a run on a cluster goes on: after a kill its jobs go on, and Snakemake does not
know what they were made from."""


def repeat(results: Path) -> str:
    """Why every job may have to be repeated; "" if there is no reason."""
    return str(_read(results).get("repeat", ""))


def start(results: Path, paths: Iterable[str], repeat: str = "") -> None:
    """Record no longer the results ``paths``, which a run will change."""
    own = set(paths)
    recorded = _read(results).get("results", {})
    others = {path: value for path, value in recorded.items() if path not in own}
    _write(results, others, repeat)


def finish(results: Path, paths: Iterable[str], repeat: str = "") -> None:
    """Record those of ``paths`` that exist.

    Nothing is raised if the record cannot be written: then only damage can be seen.
    """
    written = {path: _hash(results / path) for path in paths if (results / path).exists()}
    with suppress(OSError):
        _write(results, _read(results).get("results", {}) | written, repeat)


def _is_modified(path: Path, recorded: str | None) -> bool:
    """Whether a result is not what was recorded, or, without a record, a tree that is damaged."""
    if recorded is not None:
        return _hash(path) != recorded
    try:
        # All other results are text and pictures.
        if path.suffix == ".nc":
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
        return json.loads((results / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _write(results: Path, hashes_of: dict[str, str], repeat: str) -> None:
    content = {"results": hashes_of, "repeat": repeat}
    with replacing(results / NAME) as temporary:
        temporary.write_text(json.dumps(content), encoding="utf-8")
