"""The way of a sample from a CSV file to the first figures: each step is taken once."""

import json
import sys
from collections import Counter

import numpy as np
import pytest
from small_project import ROOT

from kpca.workflow.jobs import prepare

STEPS = (
    "tables.readers.text.read",
    "tables.readers.headers.table",
    "tables.columns.samples",
    "studies.points.read",
    "studies.points.split",
    "studies.points.compare",
    "studies.points._prepare",
    "studies.validation.validated",
)
"""The steps from the table to the study."""


class Calls(Counter):
    """How often each function of ``kpca`` is called."""

    def __call__(self, frame, event, _):
        if event == "call":
            self[f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_name}"] += 1


def _run(name, until, **parameters):
    """The code cells of a notebook, up to the one that contains ``until``."""
    names = {}
    for cell in json.loads((ROOT / "notebooks/studies" / f"{name}.ipynb").read_text())["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            given = source.startswith("study_file = None")
            exec("" if given else source, names)
            names |= {key: str(value) for key, value in parameters.items()} if given else {}
            if until in source:
                return


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    folder = tmp_path_factory.mktemp("path")
    X = np.random.default_rng(0).normal(size=(41, 3))
    rows = [f"{a:.6f},{b:.6f},{c:.6f},{'uv'[i % 2]}" for i, (a, b, c) in enumerate(X)]
    (folder / "my.csv").write_text("\n".join(["a,b,c,kind", *rows, ""]))
    data = {"vectors": str(folder / "my.csv"), "labels": "kind"}
    study = {"data": data, "kernel": {"name": "rbf", "gamma": "median"}}
    # JSON is YAML.
    (folder / "my.yaml").write_text(json.dumps({"results": "r", "studies": {"my": study}}))
    study_file, eigen_file = folder / "study.nc", folder / "eigen.nc"
    calls = Calls()
    sys.setprofile(calls)
    try:
        assert prepare.main(str(folder / "my.yaml"), "my", str(study_file)) == 0
        _run("eigen-solve", "files.write", study_file=study_file, result_file=eigen_file)
        files = {"study_file": study_file, "eigen_file": eigen_file, "figures_folder": folder}
        _run("first-components", '"scores"', **files)
    finally:
        sys.setprofile(None)
    assert (folder / "scores.svg").exists()
    return calls


@pytest.mark.parametrize("step", STEPS)
def test_a_sample_passes_each_step_from_the_table_to_the_study_once(calls, step):
    assert calls[f"kpca.{step}"] == 1


def test_one_eigen_solve_chooses_the_components_and_serves_validation_results_and_figures(calls):
    assert calls["kpca.solvers.partial.of_pairs"] == 1
    assert calls["kpca.solvers.dense.all_pairs"] == 1
