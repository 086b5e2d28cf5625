"""The modules that a sample passes on its way from a CSV file to the first figures."""

import json
import sys
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
import xarray as xr
from small_project import ROOT

from kpca.data import Vectors
from kpca.solvers.solution import Solution
from kpca.studies.readers.table import Table
from kpca.studies.samples import Samples
from kpca.studies.study import Study
from kpca.workflow.jobs import prepare

N = 41
"""A number of samples that is no other size of the study."""

ONCE = ("readers.text.read", "samples.samples", "points.load", "validation.validated")
"""The steps from the table to the study."""


def _has_samples(value):
    """Whether a value is a table of the samples, or is computed from it for each sample."""
    if isinstance(value, np.ndarray):
        return N in value.shape
    if isinstance(value, pa.Array):
        return len(value) in (N, N + 1)
    kinds = (Table, Samples, Study, Vectors, Solution, xr.DataTree, xr.Dataset)
    return isinstance(value, kinds) or (isinstance(value, bytes) and len(value) > 5 * N)


class Trace:
    """Calls of functions of ``kpca`` that get samples; checks are no part of the way."""

    def __init__(self):
        self.modules, self.calls = [], Counter()

    def __call__(self, frame, event, _):
        module, code = frame.f_globals.get("__name__", ""), frame.f_code
        if event != "call" or not module.startswith("kpca.") or code.co_name.startswith("<"):
            return
        if module.startswith(("kpca.statements", "kpca.figures.check_tables")):
            return
        self.calls[f"{module}.{code.co_name}"] += 1
        given = (frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount])
        if module not in self.modules and any(map(_has_samples, given)):
            self.modules.append(module)


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
def trace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("path")
    X = np.random.default_rng(0).normal(size=(N, 3))
    rows = [f"{a:.6f},{b:.6f},{c:.6f},{'uv'[i % 2]}" for i, (a, b, c) in enumerate(X)]
    (folder / "my.csv").write_text("\n".join(["a,b,c,kind", *rows, ""]))
    data = {"vectors": str(folder / "my.csv"), "labels": "kind"}
    study = {"data": data, "kernel": {"name": "rbf", "gamma": "median"}, "components": 3}
    # JSON is YAML.
    (folder / "my.yaml").write_text(json.dumps({"results": "r", "studies": {"my": study}}))
    study_file, eigen_file = folder / "study.nc", folder / "eigen.nc"
    trace = Trace()
    sys.setprofile(trace)
    try:
        assert prepare.main(str(folder / "my.yaml"), "my", str(study_file), str(folder)) == 0
        _run("eigen-solve", "files.write", study_file=study_file, result_file=eigen_file)
        files = {"study_file": study_file, "eigen_file": eigen_file, "figures_folder": folder}
        _run("first-components", '"scores"', **files)
    finally:
        sys.setprofile(None)
    assert (folder / "scores.svg").exists()
    return trace


@pytest.mark.parametrize("step", ONCE)
def test_a_sample_passes_each_step_from_the_table_to_the_study_once(trace, step):
    assert trace.calls[f"kpca.studies.{step}"] == 1


def test_the_eigenproblem_of_a_study_is_solved_once_for_validation_results_and_figures(trace):
    assert trace.calls["kpca.formulations.dual.fit"] == 1


def test_a_sample_passes_at_most_31_modules_from_csv_to_figure(trace):
    assert len(trace.modules) <= 31, trace.modules
    assert trace.modules[0] == "kpca.studies.readers.text"
    assert trace.modules[-1].startswith("kpca.figures.")
