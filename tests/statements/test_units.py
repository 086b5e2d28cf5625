"""No statement depends on the unit of the data: tolerances and controls change in proportion."""

import numpy as np
import pytest

from kpca import kernels
from kpca.data import Distances, Gram, Vectors
from kpca.statements import every  # noqa: F401  registers the statements
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS
from kpca.studies import datasets

OLD, NEW = slice(17), slice(17, None)
X = datasets.iris()[0][::7]
CITY_BLOCK = np.abs(X[:, None, :] - X[None, :, :]).sum(axis=2)
INNER = X @ X.T


def _split(kind, M):
    return kind(M[OLD, OLD], M[NEW, OLD], M[NEW, NEW])


KINDS = {
    "linear": lambda unit: Vectors(kernels.Linear(), unit * X[OLD], unit * X[NEW]),
    "poly": lambda unit: Vectors(
        kernels.Polynomial(0.25 / unit**2, 2, 1.0), unit * X[OLD], unit * X[NEW]
    ),
    "rbf": lambda unit: Vectors(kernels.RBF(0.25 / unit**2), unit * X[OLD], unit * X[NEW]),
    "sigmoid": lambda unit: Vectors(
        kernels.Sigmoid(0.02 / unit**2, 0.0), unit * X[OLD], unit * X[NEW]
    ),
    "gram": lambda unit: _split(Gram, unit**2 * INNER),
    "distances": lambda unit: _split(Distances, unit * CITY_BLOCK),
}


def _margins(kind, unit):
    """Control over tolerance of every entry, by statement and part."""
    case, margins = Case(KINDS[kind](unit), 3), {}
    for id, statement in STATEMENTS.items():
        for name, (_, tolerance, control, *_) in (statement.parts(case) or {}).items():
            ratios = np.asarray(control, dtype=float) / np.asarray(tolerance, dtype=float)
            margins[id, name] = ratios.ravel()
    return margins


@pytest.mark.parametrize("unit", [2.0**-12, 2.0**12], ids=["smaller", "larger"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_margin_depends_on_the_unit(kind, unit):
    before, after = _margins(kind, 1.0), _margins(kind, unit)
    assert after.keys() == before.keys()
    assert len(before) > 60
    off = {part for part in before if not _same(before[part], after[part])}
    assert off == set()


def _same(a, b):
    return a.shape == b.shape and np.allclose(a, b, rtol=1e-4, atol=0.0)
