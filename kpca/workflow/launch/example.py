"""Write files to start from: a table with its configuration, other studies, or a profile."""

import sys
from pathlib import Path

from sklearn.datasets import load_iris

from kpca.studies.config import project

TABLE, NOTES, SLURM = "table", "notes", "slurm"
"""What can be written: a table with its configuration, the studies of the notes, or the profile for
a cluster with Slurm."""


def write(folder: Path, kind: str = TABLE) -> int:
    """0: the files are in ``folder``. 2: one of them exists already, and nothing was written."""
    files = {TABLE: _of_a_table, NOTES: _of_the_notes, SLURM: _of_the_profile}[kind]()
    existing = [folder / name for name in files if (folder / name).exists()]
    if existing:
        print(
            f"{existing[0]} exists, and no file is replaced; give another folder, as in "
            "kpca example my-folder",
            file=sys.stderr,
        )
        return 2
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        print(f"written       {folder / name}")
    print(f"next          {_next(folder, kind)}")
    return 0


def _next(folder: Path, kind: str) -> str:
    if kind == SLURM:
        return f"edit {folder / PROFILE}, and kpca run my.yaml --profile {folder}"
    enter = "" if folder.resolve() == Path.cwd() else f"cd {folder} && "
    return f"{enter}kpca run {'config/tiny.yaml' if kind == NOTES else 'iris.yaml'}"


PROFILE = "config.yaml"
"""The file of a profile of Snakemake."""


def _of_the_profile() -> dict[str, bytes]:
    return {PROFILE: project.file(f"profiles/slurm/{PROFILE}").read_bytes()}


def _of_the_notes() -> dict[str, bytes]:
    names = [*project.files("config"), *project.files("data")]
    return {name: project.file(name).read_bytes() for name in names}


def _of_a_table() -> dict[str, bytes]:
    return {
        "iris.csv": _table().encode(),
        "iris.yaml": Path(__file__).with_name("iris.yaml").read_bytes(),
        "schema.json": project.file("config/schema.json").read_bytes(),
    }


def _table() -> str:
    iris = load_iris(as_frame=True)
    species = iris.target_names[iris.target]
    flowers = [f"{name} {number}" for number, name in enumerate(species, 1)]
    iris.data.insert(0, "flower", flowers)
    iris.data.insert(1, "species", species)
    return iris.data.to_csv(index=False, lineterminator="\n")
