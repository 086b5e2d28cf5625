"""Gram matrices with a chosen spectrum, and the studies that tests share."""

import matplotlib
import numpy as np
import pytest

from kpca import datasets, kernels, study

matplotlib.use("agg")

SPECTRA = {
    "decaying": 4.0 * 0.7 ** np.arange(29),
    "clustered at 1e-9": np.array([3.0, 3.0 - 1e-9, 1.0, 1.0 - 1e-9, 0.5] + [0.01] * 24),
    "degenerate": np.array([5.0] * 3 + [2.0] * 2 + [1.0] + [0.0] * 23),
    "rank-deficient": np.array([7.0, 4.0, 2.0, 1.0] + [0.0] * 25),
    "steep": 10.0 ** -np.linspace(0.0, 16.0, 29),
    "indefinite": np.array([6.0, 3.0, 1.5, 0.7, 0.2] + [0.0] * 20 + [-0.1, -0.4, -1.0, -2.0]),
}


def gram(spectrum, seed=0, shift=1.0):
    """A Gram matrix (n, n) whose centered form has the eigenvalues ``spectrum`` (n - 1,) and 0.

    ``shift`` adds c1' + 1c', which centering removes: the kernel itself is not centered.
    """
    rng = np.random.default_rng(seed)
    n = len(spectrum) + 1
    basis = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, n - 1))]))[0][:, 1:]
    c = shift * rng.uniform(0.5, 1.5, n)
    K = (basis * spectrum) @ basis.T
    return 0.5 * (K + K.T) + c[:, None] + c[None, :]


def split(X, labels, kernel, new, components, name="study"):
    """A study whose first ``new`` samples are new points."""
    names = [f"point {i}" for i in range(len(X))]
    return study.Study(
        name=name,
        title=name,
        data=study.Vectors(kernel, X[new:], X[:new]),
        components=components,
        names=names[new:],
        labels=labels[new:],
        new_names=names[:new],
        new_labels=labels[:new],
    )


def _studies():
    circles = datasets.circles(80, 0.05, 0)
    return {
        "linear": split(*datasets.iris(), kernels.Linear(), 30, 4),
        "poly": split(*datasets.rings(60, 0.1, 0), kernels.Polynomial(1.0, 2), 12, 5),
        "rbf": split(*circles, kernels.RBF(4.0), 20, 4),
        "sigmoid": split(*datasets.wine(), kernels.Sigmoid(0.02, 0.0), 38, 5),
        "lift": split(*circles, kernels.Lift(), 20, 3),
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
