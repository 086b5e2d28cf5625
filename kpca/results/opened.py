"""A study of a finished run or of a map, opened for further work."""

from dataclasses import replace
from pathlib import Path

from kpca.results import files, solved, studies
from kpca.studies.raw_table import NotOpenedError
from kpca.studies.study import Study

OF_MAP = "results.nc"
"""The file with the studies of ``kpca map``."""


def open_study(folder: str | Path, name: str | None = None) -> Study:
    """The study whose results lie in a folder: of ``kpca run`` such as ``results/my-study``, or of
    ``kpca map`` such as ``my-kpca``, of whose studies ``name`` says which is meant.

    Raises ``NotOpenedError`` if the folder has no results of a study, or not of this one, and what
    ``kpca.results.files.read`` raises for a damaged file.
    """
    folder = Path(folder)
    if (folder / OF_MAP).is_file():
        tree = files.read(folder / OF_MAP)
        names = list(tree.children)
        name = names[0] if name is None and len(names) == 1 else name
        if name not in names:
            raise NotOpenedError(
                f"{folder / OF_MAP}: study {name!r}; allowed: {', '.join(map(repr, names))}, as in "
                f"open_study({str(folder)!r}, {names[0]!r})"
            )
        return replace(studies.from_tree(tree[name]), solved=solved.from_tree(tree[name]))
    path, solved_file = folder / "study.nc", folder / "eigen-solve.nc"
    for file in (path, solved_file):
        if not file.is_file():
            raise NotOpenedError(
                f"{file}: no such file; allowed: the folder of one study after `kpca run`, "
                "such as results/iris, or the folder of `kpca map`, such as iris-kpca"
            )
    return solved.load(studies.load(path), solved_file)
