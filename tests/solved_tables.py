"""Solved studies of small tables, by the names of their kernels."""

from dataclasses import replace

import numpy as np
import yaml

from kpca.studies.build import build
from kpca.studies.config.load import parsed


def written(path, X, classes=None, letter="s"):
    """A table with these numbers, and perhaps classes, in the columns name, c0, c1, … and kind."""
    names = [f"c{j}" for j in range(X.shape[1])] + (["kind"] if classes is not None else [])
    rows = [",".join([f"{letter}{i}", *map(repr, map(float, row))]) for i, row in enumerate(X)]
    if classes is not None:
        rows = [f"{row},{kind}" for row, kind in zip(rows, classes, strict=True)]
    path.write_text("\n".join([",".join(["name", *names]), *rows, ""]))


def solved_of(
    folder, X, classes=None, kernels=("linear",), of_file=True, components=2, new=None, **data
):
    """A study with each kernel of the table that is written into a folder; ``data`` has its keys.

    A ``gamma`` among them is that of the Gaussian kernel.
    """
    written(folder / "t.csv", X, classes)
    gamma, data = data.pop("gamma", "median"), {"vectors": "t.csv"} | data
    if classes is not None:
        data["labels"] = "kind"
    if new is not None:
        data["new"] = "new.csv"
        written(folder / "new.csv", np.asarray(new), letter="n")
    studies = {
        kernel: {
            "data": data,
            "kernel": {"name": kernel} | ({"gamma": gamma} if kernel == "rbf" else {}),
            "components": min(components, X.shape[1]),
        }
        for kernel in kernels
    }
    solved = {}
    for name, config in parsed(yaml.safe_dump({"studies": studies}), "s.yaml").studies.items():
        study = build(name, config, folder)
        # As the command does it, once the study is solved.
        origin = replace(study.origin, files=(("vectors", "t.csv", "of it"),) * of_file)
        solved[name] = replace(study, origin=origin)
    return solved
