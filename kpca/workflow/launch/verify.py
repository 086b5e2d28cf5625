"""Compare the results in a folder with a manifest, and report what differs.

Logs, benchmarks, the site, files whose names begin with a dot, and folders of other runs inside
this one do not count as results.
"""

import json
import os
import sys
from pathlib import Path

from kpca.results import comparison, hashes
from kpca.studies.config.load import MARKS
from kpca.studies.config.project import SITE_FOLDER
from kpca.workflow import catalog

ABOUT = ("code", "lock", "config", "inputs", "python", "platform", "packages", "blas", "threads")
SOLUTIONS = [
    Path(path).name
    for path in (
        catalog.PREPARE["study"],
        catalog.result(catalog.EIGEN_SOLVE),
        catalog.result(catalog.MDS),
    )
]
"""Files that have a solution: how far two of them differ is measured."""

MANIFEST = catalog.MANIFEST["manifest"]
BESIDE = (catalog.LOGS, catalog.BENCHMARKS, SITE_FOLDER)
"""Folders beside the results."""

BENCHMARKS = f"{Path(catalog.BENCHMARK).stem}."
"""How the names of the files of `make bench` begin."""


ALLOWED = f"allowed: the {MANIFEST} that kpca run writes among its results"


class ManifestError(ValueError):
    """A manifest that cannot be read."""


def read(path: Path) -> dict[str, object]:
    """The manifest in a file."""
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        is_one = isinstance(manifest["results"], dict)
    except OSError as error:
        raise ManifestError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ManifestError(f"{path}: not JSON: {error}; {ALLOWED}") from error
    except (KeyError, TypeError):
        is_one = False
    if not is_one:
        raise ManifestError(f"{path}: not a manifest, as it has no hashes of 'results'; {ALLOWED}")
    return manifest


def differences(expected: dict[str, str], folder: Path) -> dict[str, str]:
    """The results of a manifest that are missing or differ in ``folder``, or cannot be read."""
    different = {}
    for name, expected_hash in expected.items():
        path = folder / name
        if not path.is_file():
            different[name] = "missing"
            continue
        try:
            if hashes.of_file(path) != expected_hash:
                different[name] = "differs"
        except (OSError, ValueError) as error:
            different[name] = f"cannot be read: {error}"
    return different


def unlisted(listed: set[str], folder: Path) -> list[str]:
    """The results in ``folder`` that a manifest with the names ``listed`` does not list."""
    names = set()
    for path, folders, own in os.walk(folder):
        here = Path(path)
        folders[:] = [name for name in folders if _has_results(here / name, folder)]
        names |= {(here / name).relative_to(folder).as_posix() for name in own if name[0] != "."}
    beside = {MANIFEST, *(name for name in names if name.startswith(BENCHMARKS))}
    return sorted(names - listed - beside)


def _has_results(path: Path, folder: Path) -> bool:
    other_run = any((path / mark).exists() for mark in (*MARKS, MANIFEST))
    beside = path.parent == folder and path.name in BESIDE
    return not (other_run or beside or path.name.startswith("."))


def circumstances(there: dict[str, object], here: dict[str, object]) -> list[str]:
    """The differences between two manifests in how their results were made, one line each."""
    lines = []
    for key in ABOUT:
        a, b = there.get(key), here.get(key)
        if isinstance(a, dict) and isinstance(b, dict):
            for name in sorted({*a, *b}):
                if a.get(name) != b.get(name):
                    lines.append(
                        f"{key}.{name}: {_short(a.get(name))} there, {_short(b.get(name))} here"
                    )
        elif a != b:
            lines.append(f"{key}: {_short(a)} there, {_short(b)} here")
    return lines


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def closeness(here: Path, there: Path, expected_hash: str) -> str:
    """How far two solutions differ, if ``there`` has the hash ``expected_hash``, or why not."""
    if not there.is_file() or there.samefile(here):
        return ""
    try:
        unchanged = hashes.of_file(there) == expected_hash
    except (OSError, ValueError):
        unchanged = False
    if not unchanged:
        return f" (cannot be compared: {there} is not what its manifest lists)"
    return f" ({comparison.between(there, here)})"


def compare(manifest: Path, folder: Path) -> int:
    """Print how the results in ``folder`` differ from those that ``manifest`` lists.

    Returns 0 if the folder holds the results of the manifest and no others; 1 if a result is
    missing, differs, cannot be read, or is not in the manifest; 2 if there is no manifest.
    """
    try:
        expected = read(manifest)
        own = folder / MANIFEST
        here = read(own) if own.is_file() else {}
    except ManifestError as error:
        print(error, file=sys.stderr)
        return 2
    results = expected["results"]
    different = differences(results, folder)
    for name, what in different.items():
        there, close = manifest.parent / name, ""
        if what == "differs" and Path(name).name in SOLUTIONS:
            close = closeness(folder / name, there, results[name])
        print(f"{what:12s} {name}{close}")
    extra = unlisted(set(results), folder)
    for name in extra:
        print(f"{'new':12s} {name}")
    for line in circumstances(expected, here) if here else []:
        print(f"{'made with':12s} {line}")
    equal = f"{len(results) - len(different)} of {len(results)} results"
    print(f"{equal} of {manifest} are equal in {folder}")
    return 1 if different or extra else 0
