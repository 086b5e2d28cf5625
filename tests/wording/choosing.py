"""Conditions under which no parameter, no limit and no missing value is chosen."""

import numpy as np

from inflated_variance import left_out_variances
from kpca.choosing.automatic import choose_components
from kpca.choosing.control_limits import control_limits
from kpca.choosing.folds import LeftOutErrors
from kpca.choosing.hidden_values import hidden_errors
from kpca.choosing.imputation import learned
from kpca.choosing.parallel_analysis import ParallelAnalysis, parallel_analysis
from kpca.data import Vectors
from kpca.kernels import Cosine, Laplacian, Linear
from novelty import area_under_curve, roc_curve
from preimage_error import elbow, preimage_errors

X = np.random.default_rng(14).normal(size=(30, 3))
NOISE = np.linalg.qr((X - X.mean(axis=0))[:, :3])[0]


def _holed(*holes):
    holed = X[:8].copy()
    for hole in holes:
        holed[hole] = np.nan
    return holed


def _analysis(permutations, **more):
    eigenvalues = np.arange(2.0 * permutations).reshape(permutations, 2)
    return ParallelAnalysis(np.array([5.0, 2.0]), eigenvalues, **more)


MESSAGES = {
    "columns without a common component": lambda: choose_components(
        Vectors(Linear(), NOISE, NOISE)
    ),
    "levels that descend": lambda: control_limits(np.eye(9), 2, (0.99, 0.95)),
    "no level": lambda: control_limits(np.eye(9), 2, ()),
    "more components than a fold has": lambda: control_limits(X @ X.T, 4),
    "more components than are left": lambda: left_out_variances(X @ X.T, 5),
    "one column": lambda: hidden_errors([Linear()], X[:, :1], [1]),
    "a kernel without a method": lambda: hidden_errors([Laplacian(0.5)], X, [1]),
    "no group of hidden values": lambda: hidden_errors([Linear()], X, [2], groups=0),
    "one group of hidden values": lambda: hidden_errors([Linear()], X, [2], groups=1),
    "one column that varies": lambda: learned(np.column_stack([X[:, 0], np.ones(30)])),
    "one column to learn from": lambda: learned(X[:, :1]),
    "too few complete samples": lambda: learned(_holed(*((i, i % 3) for i in range(4)))),
    "no complete sample": lambda: learned(_holed((slice(None), 1))),
    "usual samples only": lambda: area_under_curve(X[:3, 0], X[:0, 0]),
    "novel samples only": lambda: roc_curve(X[:0, 0], X[:2, 0]),
    "one column to permute": lambda: parallel_analysis(Linear(), X[:, :1]),
    "too few permutations": lambda: _analysis(18),
    "too few permutations of another level": lambda: _analysis(8, level=0.9),
    "a level in percent": lambda: parallel_analysis(Linear(), X, permutations=25, level=95.0),
    "a level of 1": lambda: parallel_analysis(Linear(), X, permutations=25, level=1.0),
    "a point that the kernel does not take": lambda: parallel_analysis(
        Cosine(), np.where(np.arange(30)[:, None] == 3, 0.0, X)
    ),
    "an elbow of two numbers": lambda: elbow(
        LeftOutErrors(np.array([1, 2]), np.zeros(4, dtype=int), np.ones((4, 1, 2))), 0
    ),
    "one fold": lambda: preimage_errors([Linear()], X[:9], [1], folds=1),
    "no fold": lambda: preimage_errors([Linear()], X[:9], [1], folds=0),
    "one sample": lambda: preimage_errors([Linear()], X[:1], [1], folds=5),
    "no number of components": lambda: preimage_errors([Linear()], X, []),
}
