"""Gram matrices with a chosen spectrum, the studies that tests share, and no skips in CI."""

import os
import sys
import tracemalloc
from dataclasses import replace

import matplotlib
import numpy as np
import pytest
from kernel_examples import example

from kpca import kernels
from kpca.data import Vectors
from kpca.solvers.chosen_spectra import SPECTRA, gram
from kpca.studies import datasets
from kpca.studies.study import Study
from kpca.workflow.notebooks import grammar

matplotlib.use("agg")
grammar.skip()
# Tests and package are compiled once, not by each worker and each process that a test starts, also
# where the machine asks for no bytecode. A copy of the project that a test edits is run without it.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """With KPCA_NO_SKIPS a test that skips has failed: CI has everything that tests need."""
    report = yield
    if report.skipped and os.environ.get("KPCA_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but nothing may be skipped here: {report.longrepr[2]}"
    return report


def split(X, labels, kernel, new, components, name="study"):
    """A study whose first ``new`` samples are new samples."""
    names = [f"point {i}" for i in range(len(X))]
    return Study(
        name=name,
        title=name,
        data=Vectors(kernel, X[new:], X[:new]),
        components=components,
        names=names[new:],
        labels=labels[new:],
        new_names=names[:new],
        new_labels=labels[:new],
    )


def _studies():
    circles = datasets.circles(80, 0.05, 0)
    others = {
        kind.name: split(*circles, example(kind, circles[0]), 20, 4) for kind in kernels.KERNELS
    }
    return others | {
        "linear": split(*datasets.iris(), kernels.Linear(), 30, 4),
        "poly": split(*datasets.rings(60, 0.1, 0), kernels.Polynomial(1.0, 2), 12, 5),
        "rbf": split(*circles, kernels.RBF(4.0), 20, 4),
        "sigmoid": split(*datasets.wine(), kernels.Sigmoid(0.02, 0.0), 38, 5),
        "lift": split(*circles, kernels.Lift(), 20, 3),
        "laplacian": split(*circles, kernels.Laplacian(2.0), 20, 4),
        "cosine": split(*datasets.wine(), kernels.Cosine(), 38, 4),
    }


STUDIES = _studies()


@pytest.fixture(params=STUDIES)
def any_study(request):
    """One study for each kernel."""
    return STUDIES[request.param]


@pytest.fixture(params=SPECTRA)
def any_gram(request):
    """One Gram matrix for each kind of spectrum."""
    return gram(SPECTRA[request.param])


def fresh(one):
    """The same study with nothing computed yet."""
    return replace(one, data=replace(one.data))


def peak_of(work):
    """What a function returns, and the most bytes that it takes meanwhile."""
    tracemalloc.start()
    try:
        return work(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.fixture
def project(tmp_path):
    """A copy of the project with one small study."""
    from small_project import Project

    return Project(tmp_path / "project")


WRONG_VECTORS = {
    "a missed member of a cluster": lambda V: np.delete(V[:, :7], 3, axis=1),
    "the largest pair missed": lambda V: V[:, 1:7],
    "a pair rotated by 1e-6": lambda V: np.column_stack(
        [np.cos(1e-6) * V[:, 0] + np.sin(1e-6) * V[:, 30], V[:, 1:6]]
    ),
    "a pair twice": lambda V: np.column_stack([V[:, 0], V[:, 0], V[:, 2:6]]),
    "vectors that are too long": lambda V: 1.0001 * V[:, :6],
}
"""What may be wrong with the six leading eigenvectors, from all of a matrix (n, n), of which the
second to the fourth belong to one cluster."""
