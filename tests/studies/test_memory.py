"""A study that does not fit the memory is refused before anything is made of it."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from small_project import ROOT

from kpca import kernels
from kpca.data import Vectors
from kpca.kernels import features
from kpca.results import files, solutions, solved, studies
from kpca.studies import memory
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.memory import Size
from kpca.studies.study import Study
from kpca.tables import free_memory
from kpca.tables.table import InputError

PEAK = ROOT / "tests" / "notebook_peak.py"


def _free(monkeypatch, number_of_bytes):
    free = SimpleNamespace(available=number_of_bytes)
    monkeypatch.setattr(free_memory.psutil, "virtual_memory", lambda: free)


def _study(kernel, n, m, q):
    X = np.random.default_rng(0).normal(size=(n + m, q)) * np.linspace(3.0, 1.0, q)
    old, new = [[f"{kind} {i}" for i in range(count)] for kind, count in (("a", n), ("b", m))]
    data = Vectors(kernel, X[:n], X[n:] if m else X)
    return Study("s", "s", data, 2, old, old, new or old, new or old)


CELLS = [
    pytest.param("rbf", 1000, 0, 3, marks=pytest.mark.faults),
    pytest.param("linear", 300, 600, 3, marks=pytest.mark.faults),
    pytest.param("linear", 200, 0, 100, marks=pytest.mark.repeated),
    ("poly", 600, 100, 20),
    pytest.param("linear", 200, 0, 1000, marks=pytest.mark.faults),
    pytest.param("rbf", 36, 0, 6000, marks=pytest.mark.faults),
]


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="no peak of a process here")
@pytest.mark.parametrize(("kernel", "n", "m", "q"), CELLS)
def test_the_largest_notebook_stays_below_the_estimate_and_not_far_below(kernel, n, m, q, tmp_path):
    parameters = {"rbf": {"gamma": 0.3 / q}, "linear": {}, "poly": {"gamma": 0.02, "degree": 2}}
    study = _study(kernels.from_parameters(kernel, **parameters[kernel]), n, m, q)
    study = study.solve()
    nodes = solutions.to_datasets(study, study.solution)
    nodes[solved.NODE] = solved.to_dataset(study)
    files.write(studies.to_tree(study, **nodes), tmp_path / "study.nc")
    command = [sys.executable, str(PEAK), "agreement", str(tmp_path / "study.nc")]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    message = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    peak = float(message.stdout.splitlines()[-1])
    base = memory.NOTEBOOK_MB
    estimate = memory.needed_mb(Size.of(n, m, q, study.kernel)) - memory.RUNNER_MB
    assert peak <= estimate
    # The base itself is rounded up by some 60 MB: libraries differ in size, and so do machines.
    assert estimate - base <= 2.5 * (peak - base + 70.0)


def test_the_estimate_counts_samples_columns_and_features():
    base = memory.NOTEBOOK_MB + memory.RUNNER_MB
    assert memory.needed_mb(Size(0)) == base
    # 8 bytes: (10 + 6) n^2; 6 (n + m)^2; 12 tables of q + M columns; 18 squares of the wider.
    assert memory.needed_mb(Size(1000)) == pytest.approx(base + 128.0, rel=1e-12, abs=0.0)
    assert memory.needed_mb(Size(1000, 1000)) == pytest.approx(
        base + 80.0 + 192.0, rel=1e-12, abs=0.0
    )
    narrow, wide = Size(1000, 0, 100, 500), Size(1000, 1000, 100, 500)
    assert memory.needed_mb(narrow) == pytest.approx(base + 128.0 + 57.6 + 36.0, rel=1e-12, abs=0.0)
    assert memory.needed_mb(wide) == pytest.approx(base + 272.0 + 115.2 + 36.0, rel=1e-12, abs=0.0)


def test_squares_of_more_columns_than_the_limit_are_not_counted():
    limit = features.WIDEST
    assert Size(10, 0, limit).widest == limit
    assert Size(10, 0, limit + 1).widest == 0
    assert Size(10, 0, limit + 1, 50).widest == 50
    assert Size(10, 0, 50, 60).widest == Size(10, 0, 60, 50).widest == 60


def test_cailliez_constant_needs_more_than_a_notebook():
    base = memory.NOTEBOOK_MB + memory.RUNNER_MB
    assert memory.needed_mb(Size(1000, cailliez=True)) == pytest.approx(
        base + 320.0, rel=1e-12, abs=0.0
    )
    many_new = Size(10, 1000, cailliez=True)
    assert memory.needed_mb(many_new) == memory.needed_mb(Size(10, 1000))


def test_features_are_counted_where_they_are_written_out():
    quadratic = kernels.Polynomial(1.0, 2)
    assert Size.of(5, 0, 3, quadratic) == Size(5, 0, 3, 10)
    assert Size.of(5, 2, 3, kernels.Linear()) == Size(5, 2, 3, 3)
    assert Size.of(5, 2, 3, kernels.RBF(1.0)) == Size(5, 2, 3, 0)
    assert Size.of(5, 2, 200, quadratic) == Size(5, 2, 200, 0)
    assert Size.of(5, 2) == Size(5, 2, 0, 0)


@pytest.mark.parametrize(
    "size", [Size(10_000), Size(8_000, 2_000), Size(9_000, 0, 50, 50), Size(5_000, 0, 1000, 0)]
)
def test_the_number_of_samples_that_is_allowed_fits_and_one_more_does_not(size, monkeypatch):
    _free(monkeypatch, 2e9)
    with pytest.raises(InputError, match=r"allowed here: up to \d+ samples") as refused:
        memory.require(size)
    message = str(refused.value)
    assert ("training and new together" in message) == (size.m > 0)
    allowed = int(message.split("up to ")[1].split(" samples")[0])
    assert 1000 < allowed < size.samples
    memory.require(size.with_samples(allowed))
    with pytest.raises(InputError):
        memory.require(size.with_samples(allowed + 1))


def test_another_number_of_samples_has_the_same_share_of_new_ones():
    assert Size(800, 200, 3, 4).with_samples(10) == Size(8, 2, 3, 4)
    assert Size(800).with_samples(10) == Size(10)


def _refused(folder, monkeypatch, array, free, **more):
    np.save(folder / "x.npy", array)
    _free(monkeypatch, free)
    with pytest.raises(InputError) as refused:
        build("s", StudyConfig(**more), folder)
    return str(refused.value)


@pytest.mark.parametrize("word", ["scale", "median"])
def test_samples_of_a_file_are_counted_before_they_are_compared(word, tmp_path, monkeypatch):
    """Once: 200,000 rows are 200,000 samples, also where they are placed again."""
    config = {"data": {"vectors": "x.npy"}, "kernel": {"name": "rbf", "gamma": word}}
    config["statements"] = "all"
    message = _refused(tmp_path, monkeypatch, np.zeros((200_000, 1)), 2e9, components=1, **config)
    assert message.startswith(
        "studies.s: 200000 samples of 1 column: a notebook needs some 5120.4 GB"
    )
    message = _refused(
        tmp_path, monkeypatch, np.zeros((200_000, 1)), 2e9, components=1, holdout=100_000, **config
    )
    assert message.startswith(
        "studies.s: 200000 samples of 1 column: a notebook needs some 2720.4 GB"
    )


def test_columns_and_features_of_a_file_are_counted_too(tmp_path, monkeypatch):
    config = {"data": {"vectors": "x.npy"}, "components": 1}
    linear = {"name": "linear"}
    wide = np.zeros((100, features.WIDEST + 1))
    message = _refused(tmp_path, monkeypatch, wide, 0.41e9, kernel=linear, **config)
    assert f"100 samples of {features.WIDEST + 1} columns: a notebook needs some 0.4 GB" in message
    _free(monkeypatch, 0.43e9)
    quadratic = {"name": "poly", "gamma": "scale", "degree": 2}
    np.save(tmp_path / "x.npy", np.random.default_rng(0).normal(size=(20, 40)))
    with pytest.raises(InputError, match="20 samples of 40 columns: .* fewer columns"):
        build("s", StudyConfig(kernel=quadratic, **config), tmp_path)
    build("s", StudyConfig(kernel=linear, **config), tmp_path)


@pytest.mark.parametrize(("correction", "fits"), [("lingoes", True), ("cailliez", False)])
def test_a_correction_is_counted_where_it_needs_more(correction, fits, tmp_path, monkeypatch):
    points = np.random.default_rng(0).normal(size=(60, 2))
    np.save(tmp_path / "d.npy", np.abs(points[:, None] - points).sum(axis=2))
    data = {"distance_matrix": "d.npy"}
    config = StudyConfig(data=data, correction=correction, components=1)
    _free(monkeypatch, (memory.needed_mb(Size(60)) + 0.1) * 1e6)
    if fits:
        assert build("s", config, tmp_path).n == 60
    else:
        with pytest.raises(InputError):
            build("s", config, tmp_path)


@pytest.mark.parametrize(("available", "fits"), [(16, True), (15, False), (9, False)])
def test_a_file_needs_twice_its_size(available, fits, tmp_path, monkeypatch):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    _free(monkeypatch, available)
    if fits:
        free_memory.require_to_read(tmp_path / "t.csv")
    else:
        with pytest.raises(InputError):
            free_memory.require_to_read(tmp_path / "t.csv")
    free_memory.require_to_read(tmp_path / "missing.csv")


def test_a_file_larger_than_the_memory_is_refused_before_it_is_read(tmp_path, monkeypatch):
    (tmp_path / "t.csv").write_text("no table")
    _free(monkeypatch, 8)
    config = {"data": {"vectors": "t.csv"}, "kernel": {"name": "linear"}, "components": 1}
    with pytest.raises(InputError, match="studies.s: .*GB of memory to be read"):
        build("s", StudyConfig(**config), tmp_path)


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="no peak of a process here")
@pytest.mark.parametrize("budget", [2e8, 1e8, 5e7])
def test_a_study_in_tiles_is_solved_below_the_estimate(budget, tmp_path):
    """With all tiles of 4000 samples in memory, with half of them, and with none."""
    np.save(tmp_path / "x.npy", np.random.default_rng(0).normal(size=(4000, 6)))
    script = """
import re, sys
from pathlib import Path
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
kernel = {"name": "rbf", "gamma": 0.05}
config = StudyConfig(data={"vectors": "x.npy"}, kernel=kernel, components=3, statements="none",
                     max_memory=float(sys.argv[1]))
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
before = peak()
build("s", config, ".")
print((peak() - before) * 1024 / 1e6)
"""
    command = [sys.executable, "-c", script, str(budget)]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    message = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    # A word for gamma and the tiles of both threads are beside the solver's own arrays.
    assert float(message.stdout) <= memory.solver_mb(4000, 3, budget) + 120.0


@pytest.mark.parametrize(("budget", "most"), [(30e6, 30.0), (60e6, 60.0), (1e9, 72.0)])
def test_lapack_needs_four_matrices_and_is_not_taken_beyond_the_budget(budget, most):
    assert memory.solver_mb(1500, 3, budget) == pytest.approx(most, rel=1e-12, abs=0.0)
