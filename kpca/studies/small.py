"""Small studies, of five kernels and of distances, for slow arithmetic."""

import numpy as np

from kpca import kernels
from kpca.arrays import Array
from kpca.data import Distances, Vectors
from kpca.statements.case import Case
from kpca.statements.check import Check
from kpca.studies import datasets

SIZE = 12
"""Training samples of a small study; four more are new samples."""


def small_cases() -> dict[str, Case]:
    """Small cases by the name of the kernel, made from some of the data of the large studies."""
    rings, circles = datasets.rings(16, 0.1, 1)[0], datasets.circles(16, 0.05, 1)[0]
    iris, wine = datasets.iris()[0][::10][:16], datasets.wine()[0][::11][:16]
    city_block = np.abs(wine[:, None, :] - wine[None, :, :]).sum(axis=2)
    old, new = slice(SIZE), slice(SIZE, None)
    distances = Distances(city_block[old, old], city_block[new, old], city_block[new, new])

    def points(kernel: kernels.Kernel, X: Array, components: int) -> Case:
        return Case(Vectors(kernel, X[old], X[new]), components)

    return {
        "linear": points(kernels.Linear(), iris, 3),
        "poly": points(kernels.Polynomial(1.0, 2), rings, 4),
        "rbf": points(kernels.RBF(4.0), circles, 4),
        "lift": points(kernels.Lift(), circles, 3),
        "sigmoid": points(kernels.Sigmoid(0.02, 0.0), wine, 4),
        "distances": Case(distances, 3),
    }


def in_both(case: Case) -> list[tuple[Check, Check]]:
    """Pairs of checks, in double precision and with fifty digits, of what both can execute."""
    from kpca.statements import every

    double = {check.id: check for check in every.execute(case)}
    return [(double[fifty.id], fifty) for fifty in every.execute(case.with_fifty_digits())]
