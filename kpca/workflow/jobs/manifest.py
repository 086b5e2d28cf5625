"""``manifest.json``: how the results were made, and the hash of each. No dates, no machine paths.

python -m kpca.workflow.jobs.manifest CONFIG OUTPUT RESULT ...
"""

import json
import os
import platform
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import numpy as np  # noqa: F401
import scipy.linalg  # noqa: F401
from threadpoolctl import threadpool_info

from kpca import __version__
from kpca.results import hashes
from kpca.results.files import replacing, visible
from kpca.studies.config import project
from kpca.studies.config.load import load, stored_name
from kpca.studies.config.study import Config
from kpca.workflow import jobs

CODE = ("kpca", "notebooks", "Snakefile")
BLAS = ("user_api", "internal_api", "version", "architecture", "threading_layer", "num_threads")


def manifest(config_path: str, paths: list[str]) -> dict[str, object]:
    """The manifest of the results ``paths``; a folder stands for all files in it."""
    config, folder = load(config_path), Path(config_path).parent
    return {
        "code": {"version": __version__, "commit": _commit(), "files": _code()},
        "lock": hashes.of_bytes(project.file("requirements.lock")),
        "config": _without_machine_paths(config, folder),
        "inputs": {
            f"{name}: {key}": hashes.sha256(folder / file)
            for name, study in config.studies.items()
            for key, file in study.files.items()
        },
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "packages": dict(sorted({(d.name.lower(), d.version) for d in distributions()})),
        "blas": _blas(),
        "threads": os.environ.get("OMP_NUM_THREADS", "not set"),
        "results": {path: hashes.of_file(path) for path in _all_files(paths)},
    }


def _without_machine_paths(config: Config, folder: Path) -> dict[str, object]:
    """The configuration with the names under which results know their data files."""
    stored = config.model_dump(mode="json", exclude_none=True, exclude={"results"})
    for name, study in config.studies.items():
        for key, file in study.files.items():
            keys = stored["studies"][name]
            (keys if key in keys else keys["data"])[key] = stored_name(file, folder)
    return stored


def _all_files(paths: list[str]) -> list[str]:
    return sorted({file.as_posix() for path in paths for file in visible(path)})


def _blas() -> list[dict[str, object]]:
    """The linear algebra libraries in this process, without the paths of their files."""
    # SciPy also registers its reader of Matrix Market files, whose version is a function.
    used = [library for library in threadpool_info() if library["user_api"] in ("blas", "openmp")]
    libraries = [{name: library.get(name) for name in BLAS} for library in used]
    return sorted(libraries, key=lambda library: json.dumps(library))


def _code() -> str:
    """Hash of the package, the notebooks and the Snakefile."""
    names = sorted(name for folder in CODE for name in project.files(folder))
    return hashes.of_texts(
        text for name in names for text in (name, hashes.of_bytes(project.file(name)))
    )


def _commit() -> str:
    """The commit of the code, "+" where files differ from it; "unknown" outside a clone."""
    # An installed package may lie in a repository of its user.
    if not (project.PROJECT / ".git").exists():
        return "unknown"
    command = ["git", "-C", str(project.PROJECT)]
    try:
        head = subprocess.run([*command, "rev-parse", "HEAD"], capture_output=True, text=True)
        changed = subprocess.run(
            [*command, "diff", "--quiet", "HEAD", "--", *CODE], capture_output=True
        )
    except OSError:
        return "unknown"
    return head.stdout.strip() + ("+" if changed.returncode else "") if head.stdout else "unknown"


def main(config: str, output: str, *paths: str) -> int:
    """Write the manifest."""
    text = json.dumps(manifest(config, list(paths)), indent=1, ensure_ascii=False)
    with replacing(output) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
