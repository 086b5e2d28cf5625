"""The configuration that ``kpca map`` writes gives the same numbers in the full record."""

import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from small_project import ROOT

from kpca.results import files
from kpca.results.opened import open_study

pytestmark = pytest.mark.faults

NODES = {
    **dict.fromkeys(("data", "variables"), "study"),
    **dict.fromkeys(("components", "spectrum", "solver"), "eigen-solve"),
    "checks": "agreement",
}
"""The parts of the page's results, and the file of the record that has the same."""


def _kpca(folder, *arguments):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "kpca", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _differing(mapped, run):
    """The variables of the page's results that the record of a run has not, to the last bit."""
    return [
        name
        for name in mapped.variables
        if name not in run.variables or not mapped[name].variable.equals(run[name].variable)
    ]


def test_a_run_of_its_configuration_has_the_same_numbers_to_the_last_bit(tmp_path):
    iris = load_iris(as_frame=True)
    table = iris.frame.drop(columns="target").assign(kind=iris.target_names[iris.target])
    table.iloc[::2].to_csv(tmp_path / "old.csv", index=False)
    table.iloc[1::10].to_csv(tmp_path / "new.csv", index=False)
    rng = np.random.default_rng(3)
    beside = pd.DataFrame({"rain": rng.normal(size=75), "soil": rng.choice(list("abc"), 75)})
    beside.to_csv(tmp_path / "env.csv", index=False)
    given = ("--new", "new.csv", "--variables", "env.csv")
    _kpca(tmp_path, "map", "old.csv", *given, "--standardize", "--no-open")
    _kpca(tmp_path / "old-kpca", "run", "study.yaml")
    for name in ("linear", "rbf"):
        of_map = open_study(tmp_path / "old-kpca", name)
        of_run = open_study(tmp_path / "old-kpca" / "results" / name)
        pd.testing.assert_frame_equal(of_map.variables, of_run.variables, check_exact=True)
    mapped = files.read(tmp_path / "old-kpca" / "results.nc")
    assert list(mapped.children) == ["linear", "rbf"]
    for name in mapped.children:
        results = tmp_path / "old-kpca" / "results" / name
        data = mapped[name]["data"]
        study = files.read(results / "study.nc")["data"]
        # The number of components is given there, and no remark explains it.
        assert _differing(data.to_dataset().drop_vars("remark"), study) == []
        for node, file in NODES.items():
            record = files.read(results / f"{file}.nc")[node]
            assert node == "data" or _differing(mapped[name][node], record) == []
