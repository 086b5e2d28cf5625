"""Write files to start from: a table with its configuration, or the studies of the notes."""

import sys
from pathlib import Path

from sklearn.datasets import load_iris

from kpca.studies.config import project

EVERY = 3
"""Of the 150 flowers, every third one is in the table."""


def write(folder: Path, notes: bool) -> int:
    """0: the files are in ``folder``. 2: one of them exists already, and nothing was written."""
    files = _of_the_notes() if notes else _of_a_table()
    config = "config/tiny.yaml" if notes else "iris.yaml"
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
    enter = "" if folder.resolve() == Path.cwd() else f"cd {folder} && "
    print(f"next          {enter}kpca run {config}")
    return 0


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
    iris = load_iris()
    species = [str(iris.target_names[kind]) for kind in iris.target]
    lines = [",".join(["flower", "species", *iris.feature_names])]
    for row in range(0, len(species), EVERY):
        numbers = [str(value) for value in iris.data[row]]
        lines.append(",".join([f"{species[row]} {row + 1}", species[row], *numbers]))
    return "\n".join([*lines, ""])
