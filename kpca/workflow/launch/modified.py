"""Results that were changed or damaged after a run wrote them are set aside and made again.

At its end a run records the SHA-256 of every result. The next run compares the files with it. Of a
result whose bytes differ or are not recorded, the content is compared with the manifest, unless the
last run did not finish: it may have renewed results that the manifest does not know. Of a result
that neither knows, as after a kill, only damage can be seen.
"""

import json
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from kpca.results import files, hashes
from kpca.results.files import replacing
from kpca.workflow import catalog
from kpca.workflow.launch import keep

RECORD = ".recorded.json"
FOLDER = ".modified"

Known = dict[str, str]
"""The hash of each file, by its name from the folder of the results."""


def set_aside(results: Path, paths: Iterable[str]) -> list[str]:
    """Move each of ``paths`` (files and folders in ``results``) that was changed to ``.modified``.

    Returns those paths. The record of all ``paths`` is removed, because a run will change them.
    """
    paths = list(paths)
    recorded, others = _by_result(paths, _read(results / RECORD))
    finished = not (results / keep.FOLDER).is_dir()
    manifest = _listed(results / catalog.MANIFEST["manifest"]) if finished else {}
    listed, _ = _by_result(paths, manifest)
    changed = [
        path
        for path in paths
        if (results / path).exists() and _is_changed(results, path, recorded[path], listed[path])
    ]
    for path in changed:
        _move(results / path, results / FOLDER / path)
    _write(results, others)
    return changed


def record(results: Path, paths: Iterable[str]) -> None:
    """Record the hashes of all ``paths`` that exist; the next run expects them.

    Nothing is raised if the record cannot be written: then the next run uses the manifest.
    """
    paths = list(paths)
    _, known = _by_result(paths, _read(results / RECORD))
    for path in paths:
        known |= _now(results, path)
    with suppress(OSError):
        _write(results, known)


def _is_changed(results: Path, path: str, recorded: Known, listed: Known) -> bool:
    """Whether a result differs from its record and from the manifest, as far as they know it."""
    now = _now(results, path)
    if recorded and now == recorded:
        return False
    try:
        content = {name: hashes.of_file(results / name) for name in now}
    except (OSError, ValueError):
        return True
    return content != listed if listed else bool(recorded)


def _now(results: Path, path: str) -> Known:
    """The SHA-256 of each file of a result, by its name from the folder of the results."""
    found = files.visible(results / path) if (results / path).exists() else []
    return {file.relative_to(results).as_posix(): hashes.sha256(file) for file in found}


def _by_result(paths: Iterable[str], known: Known) -> tuple[dict[str, Known], Known]:
    """The part of ``known`` that belongs to each of ``paths``, and what belongs to none of them."""
    own: dict[str, Known] = {path: {} for path in paths}
    others: Known = {}
    for name, value in known.items():
        above = [name, *(folder.as_posix() for folder in PurePosixPath(name).parents)]
        part = next((own[place] for place in above if place in own), others)
        part[name] = value
    return own, others


def _move(original: Path, aside: Path) -> None:
    if aside.is_dir():
        shutil.rmtree(aside)
    aside.parent.mkdir(parents=True, exist_ok=True)
    original.replace(aside)


def _read(path: Path) -> dict:
    """The object in a JSON file; an empty one if there is none, or it cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _listed(manifest: Path) -> Known:
    found = _read(manifest).get("results")
    return found if isinstance(found, dict) else {}


def _write(results: Path, known: Known) -> None:
    with replacing(results / RECORD) as temporary:
        temporary.write_text(json.dumps(known), encoding="utf-8")
