"""Two studies of given matrices, one of them in km, and solved studies of any data."""

import numpy as np

from kpca import kernels
from kpca.data import Distances, Vectors
from kpca.studies.study import Study

D = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]])
GIVEN = Study(
    "d", "given", Distances(D, D, D), 1, list("abc"), list("abc"), list("abc"), list("abc"), "km"
)


KM = Study(
    name="trip",
    title="a trip",
    data=Vectors(kernels.Linear(), np.array([[1.0], [2.0], [6.0]]), np.array([[4.0], [0.0]])),
    components=1,
    names=["p", "q", "r"],
    labels=["u", "v", "u"],
    new_names=["s", "t"],
    new_labels=["w", "x"],
    unit="km",
    named_columns=("length",),
    remarks=("one", "two"),
)
"""Three places on a line: mu = 14 km², one component."""


def solved_on(data, components=2, labels=None, name="my", **more):
    """Samples s0, s1, … of one class, or with ``labels``; new ones n0, …, and columns c0, …"""
    n, m = len(data.K), len(data.K_new)
    names, labels = [f"s{i}" for i in range(n)], [*(labels or ["a"] * n)]
    new = (names, labels) if data.placed_again else ([f"n{i}" for i in range(m)], ["a"] * m)
    if isinstance(data, Vectors):
        more = {"named_columns": tuple(f"c{j}" for j in range(data.X.shape[1]))} | more
    return Study(name, "My", data, components, names, labels, *new, **more).solve()
