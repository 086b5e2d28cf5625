"""Pages without their pictures, and solved studies of small tables."""

from dataclasses import replace

import pytest
import yaml

from kpca.page import sections
from kpca.studies.build import build
from kpca.studies.config.load import parsed


@pytest.fixture
def no_pictures(monkeypatch):
    """Nine tenths of the time of a small map are its pictures, at which most tests do not look."""
    monkeypatch.setattr(sections, "pictures", lambda *given: {})


@pytest.fixture
def solved_of(tmp_path):
    """Solved studies of a table with these numbers, and perhaps classes, by name."""

    def make(
        X,
        classes=None,
        kernels=("linear",),
        of_file=True,
        components=2,
        new=None,
        gamma="median",
        **data,
    ):
        names = [f"c{j}" for j in range(X.shape[1])]
        rows = [",".join([f"s{i}", *map(repr, map(float, row))]) for i, row in enumerate(X)]
        if classes is not None:
            names.append("kind")
            rows = [f"{row},{kind}" for row, kind in zip(rows, classes, strict=True)]
            data["labels"] = "kind"
        text = "\n".join([",".join(["name", *names]), *rows])
        (tmp_path / "t.csv").write_text(text + "\n")
        if new is not None:
            data["new"] = "new.csv"
            rows = [",".join([f"n{i}", *map(repr, map(float, row))]) for i, row in enumerate(new)]
            (tmp_path / "new.csv").write_text("\n".join([",".join(["name", *names]), *rows, ""]))
        studies = {
            kernel: {
                "data": {"vectors": "t.csv"} | data,
                "kernel": {"name": kernel} | ({"gamma": gamma} if kernel == "rbf" else {}),
                "components": min(components, X.shape[1]),
            }
            for kernel in kernels
        }
        configs = parsed(yaml.safe_dump({"studies": studies}), "s.yaml").studies
        solved = {}
        for name, config in configs.items():
            study = build(name, config, tmp_path)
            # As the command does it, once the study is solved.
            origin = replace(study.origin, files=(("vectors", "t.csv", "of it"),) * of_file)
            solved[name] = replace(study, origin=origin)
        return solved

    return make
