"""Conditions under which solvers refuse a matrix, or say what they do not know."""

import sys
from functools import partial
from unittest.mock import patch

import numpy as np
from made_solutions import made

from kpca import KernelPCA, kernels
from kpca.estimators import same_on_ranks
from kpca.formulations import dual
from kpca.solvers import dense, file_points, krylov, low_rank, placing, tiled
from kpca.solvers import partial as partial_solver
from kpca.solvers.budget import in_bytes
from kpca.solvers.certificate import certify
from kpca.solvers.chosen_spectra import SPECTRA, gram
from kpca.solvers.elements import KernelElements, MatrixElements, weighted
from kpca.solvers.feature_gram import FeatureGram
from kpca.solvers.krylov import Limits
from kpca.solvers.one_rank import OneRank
from kpca.solvers.solution import Solution, next_eigenvalue

LINE = np.array([[0.0], [1.0], [3.0], [7.0]])
POLY = KernelElements(kernels.Polynomial(0.5, 3), np.where(np.arange(40) == 8, 1e200, 3.0)[:, None])
PART = Solution.of_matrix(
    np.diag([1.0, 0.5] + [-0.16] * 10), np.array([1.0]), np.eye(12)[:, :1], 1e-12
)


def _certified(V, **more):
    """The reasons why vectors of a diagonal matrix are not certified."""
    A = np.diag(np.r_[9.0, 7.0, 5.0, np.full(37, 0.01)])
    A = A - A.mean(axis=0) - A.mean(axis=1)[:, None] + A.mean()
    vectors = np.linalg.eigh(A)[1][:, ::-1]
    return certify(MatrixElements(A, 1e-3, True), V(vectors), **more).reasons


def _given(i, j):
    K = np.full((9, 9), 2.0)
    K[i, j] = K[j, i] = np.nan
    return MatrixElements(K)


def _largest(X):
    with patch.object(file_points, "BLOCK", 96):
        return tiled._where_to_look(X)


def _too_little_memory(n, memory, **more):
    X = np.arange(3.0 * n).reshape(n, 3)
    with patch.object(partial_solver, "THREADS", 2):
        partial_solver.solve(KernelElements(kernels.RBF(0.3), X), 5, memory, **more)


def _slow():
    A = gram(2.0 - 0.5 * np.arange(199.0) / 199.0, shift=0.0)
    start = krylov.random_start(200, 2, 0)
    krylov.leading(lambda Q: A @ Q, start, 3, Limits(basis=2, most=7))


def _without_mpi():
    with patch.dict(sys.modules, {"mpi4py": None}):
        KernelPCA(2).fit(np.eye(5), comm="world")


class Two(OneRank):
    """The second of two ranks, of which the first one has other values."""

    rank, size = 1, 2

    def led(self, work, follow=None):
        return 1.01 * np.outer(LINE, LINE)


MESSAGES = {
    **{
        f"a budget of {budget!r}": partial(in_bytes, budget)
        for budget in ("8 bananas", "GB", "-1GB", "0", 0, -5.0, True, "1e999x", "nan")
    },
    **{
        f"{d} components of a matrix of rank 4": partial(
            dual.fit, gram(SPECTRA["rank-deficient"]), d
        )
        for d in (0, 5, 31)
    },
    "two components where one eigenvalue lies above": lambda: made(
        np.array([1.0, 0.5]), np.eye(2), 0.5
    ).require(2),
    "no component": lambda: partial_solver.solve(POLY, 0),
    "too little memory": lambda: _too_little_memory(700, 1e6),
    "too little memory for a certificate": lambda: _too_little_memory(5000, 1e6),
    "too few passes": _slow,
    **{
        f"the {name.replace('_', ' ')} of a part of the spectrum": partial(getattr, PART, name)
        for name in ("negative", "negative_mass", "rank", "explained")
    },
    "a group that the next eigenvalue continues": lambda: (
        made(np.array([3.0, 2.0]), np.eye(3)[:, :2], 1e-6).split_group
    ),
    "a trace that says that others are negative": lambda: next_eigenvalue(
        np.array([2.0]), 0.01, 12, 1.0, 3.0, positive=True
    ),
    "a known eigenvalue that is negative": lambda: next_eigenvalue(
        np.array([2.0, -1.0]), 0.01, 12, 5.0, 3.0, positive=True
    ),
    "a trace that falls short": lambda: next_eigenvalue(
        np.array([4.0, 3.0]), 0.1, 4, 6.3, 5.0, positive=True
    ),
    "a matrix with NaN": lambda: dense.leading(np.array([[1.0, np.nan], [0.0, 1.0]]), 1, 1e-15),
    "an asymmetric matrix": lambda: dense.leading(np.array([[1.0, 1.2], [0.0, 3.0]]), 1, 0.5),
    "NaN in a given matrix": lambda: tiled.require_finite(_given(6, 4).K, _given(6, 4)),
    "NaN above the diagonal": lambda: tiled.TiledGram(_given(1, 7), np.inf, 2, 4),
    "a diagonal that overflows": lambda: low_rank.factor(POLY, 8),
    "a point that spoils all values": lambda: tiled.TiledGram(
        KernelElements(kernels.Linear(), np.where(LINE == 3.0, 1e300, LINE)), tile=2
    ),
    "the largest number in a file": lambda: _largest(file_points.FilePoints(LINE * [1.0, -9.0])),
    "sums that overflow": lambda: partial_solver.by_lapack(
        KernelElements(kernels.Linear(), np.resize([5e153, -5e153], (40, 3))), 1
    ),
    "a new sample that overflows": lambda: placing.in_tiles(
        placing.rule(
            KernelElements(kernels.RBF(0.3), LINE),
            partial_solver.by_lapack(KernelElements(kernels.RBF(0.3), LINE), 2),
        ),
        np.array([[0.5], [1e170]]),
    ),
    "an indefinite kernel of low rank": lambda: low_rank.factor(
        KernelElements(kernels.Sigmoid(1.0, -1.0), LINE), 2
    ),
    "features of a given matrix": lambda: FeatureGram(weighted(_given(0, 0), np.ones(9))),
    "a survey before the first pass": lambda: (
        tiled.TiledGram(KernelElements(kernels.RBF(0.4), LINE), 0, 2, 2).survey
    ),
    # Why pairs are not certified.
    "a vector that is not finite": lambda: _certified(lambda V: V[:, :3] * [1.0, np.nan, 1.0]),
    "equal vectors": lambda: _certified(lambda V: V[:, [0, 0]]),
    "a pair that was missed": lambda: _certified(lambda V: V[:, [0, 2]]),
    "a pair that is rotated": lambda: _certified(
        lambda V: np.column_stack([V[:, 0], 0.8 * V[:, 1] + 0.6 * V[:, 30]])
    ),
    "fewer pairs than asked for": lambda: _certified(lambda V: V[:, :2], asked=3),
    "fewer pairs without passes": lambda: _certified(lambda V: V[:, :2], asked=3, passes=0),
    "a bound that is infinite": lambda: (
        partial_solver.by_lapack(MatrixElements(LINE @ LINE.T, np.inf, True), 1).certificate.reasons
    ),
    # Several ranks.
    **{
        f"{comm!r} as a communicator": lambda comm=comm: KernelPCA(2).fit(np.eye(5), comm=comm)
        for comm in ("world", 2, object)
    },
    "no mpi4py": _without_mpi,
    "a function with other values on another rank": lambda: same_on_ranks.require_function(
        KernelElements(kernels.Linear(), LINE), Two()
    ),
}
