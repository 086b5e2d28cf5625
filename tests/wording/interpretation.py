"""Conditions under which classes, maps and variables are not compared."""

from functools import partial

import numpy as np
import pandas as pd

import kpca
from kpca import by_name
from kpca.formulations import dual
from kpca.interpretation import two_maps
from kpca.interpretation.importance import importance
from kpca.interpretation.supplementary import fitted, fitted_factor
from kpca.kernels import Linear

X = np.array([[0.0, 1.0], [2.0, 0.5], [1.0, 3.0], [7.0, 2.0], [8.0, 6.0], [5.0, 1.0], [9.0, 3.5]])
D = np.abs(X[:, None] - X[None]).sum(axis=2)
CLASSES = [*"babacbc"]
HOLE = np.where(X == 8.0, np.nan, X)

PERMANOVA = {
    "distances that are not square": (D[:, :3], CLASSES),
    "a distance that is no number": (np.where(D.max() == D, np.nan, D), CLASSES),
    "a negative distance": (np.where(D.max() == D, -2.5, D), CLASSES),
    "distances that are not symmetric": (D + np.triu(np.ones((7, 7)), 1), CLASSES),
    "distances that differ by a millionth": (D + np.triu(np.full((7, 7), 1e-6), 1), CLASSES),
    "a distance of a sample to itself": (D + 0.5 * np.eye(7), CLASSES),
    "fewer classes than samples": (D, CLASSES[:4]),
    "one class": (D, ["a"] * 7),
    "a class for each sample": (D, [*"abcdefg"]),
    "equal samples": (0.0 * D, CLASSES),
    "no permutations": (D, CLASSES, 0),
    "a sample without a name among the classes": (
        pd.DataFrame(D, [*"gbdaecf"], [*"gbdaecf"]),
        pd.Series(CLASSES[:6], [*"gbdacf"]),
    ),
}
BLOCKS = {
    "fewer blocks than samples": [*"pqrs"],
    "a sample without a block": [*"pqqp", None, *"rr"],
    "a block that is no number": [*"pqqp", np.nan, *"rr"],
    "an empty block": [*"pqqp", "", *"rr"],
    "blocks of one class and of several": [*"pppqrqr"],
}
MAPS = {
    "a second map at one point": (X, np.full((7, 2), -0.7)),
    "a first map at one point": (np.zeros((7, 1)), X),
    "maps of one sample": (X[:1], X[1:2]),
    "maps of other samples": (X, X[:5]),
    "a map with a hole": (X, HOLE),
}
ORDERS = {
    "a name of no value": ([*"abzd"], [*"dbac"]),
    "a name of two values": ([*"abd"], [*"dbab"]),
    "a name of two samples": ([*"abdd"], [*"dbac"]),
    "positions in another order": (["0", "1", "2", "3"], [3, 1, 0, 2]),
    "samples in another order": (["3", "1", "0", "2"], range(4)),
}

MESSAGES = {
    **{
        kind: partial(by_name.in_order, pd.Series([2.5, 7.0, 1.0, 4.0], index), names, "color")
        for kind, (names, index) in ORDERS.items()
    },
    **{kind: partial(kpca.permanova, *given) for kind, given in PERMANOVA.items()},
    **{
        kind: partial(kpca.permanova, D, CLASSES, 19, blocks=blocks)
        for kind, blocks in BLOCKS.items()
    },
    **{
        f"{kind}, {compare.__name__}": partial(compare, *maps)
        for kind, maps in MAPS.items()
        for compare in (two_maps.compare, two_maps.disagreement)
    },
    "variables of other samples": lambda: fitted(X, X[:6], 9),
    "a variable that is not finite": lambda: fitted(X, np.where(X == 8.0, np.inf, X), 9),
    "a fit without permutations": lambda: fitted(X, X, 0),
    "a factor of other samples": lambda: fitted_factor(X, CLASSES[:6]),
    "a factor without classes": lambda: fitted_factor(X, [""] * 7),
    "one permutation of a column": lambda: importance(
        Linear(), X, dual.fit(X @ X.T, 2), permutations=1
    ),
}
