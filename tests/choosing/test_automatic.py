"""The rules of the word auto return what decided: a curve, the rank, or a group."""

import numpy as np
import pytest

from kpca.choosing import automatic
from kpca.choosing.automatic import WholeGroups, choose_width
from kpca.data import Vectors
from kpca.kernels import RBF, Laplacian, Linear, Sigmoid
from kpca.kernels.bandwidth import median, median_city_block, scale
from kpca.solvers import partial
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import KernelElements


def _whole(K, components):
    """The choice for a Gram matrix that is known up to the rounding of its own entries."""
    return automatic.in_whole_groups(Pairs.of(K).leading(components), components)


def test_a_group_of_equal_eigenvalues_is_not_cut():
    K = np.diag([5.0, 3.0, 3.0, 1.0])
    basis = np.linalg.qr(np.column_stack([np.ones(5), np.eye(5)[:, :4]]))[0][:, 1:]
    gram = basis @ K @ basis.T
    assert _whole(gram, 2) == WholeGroups(1, group=(2, 3))
    assert _whole(gram, 3) == WholeGroups(3)
    twice = basis @ np.diag([3.0, 3.0, 1.0, 0.5]) @ basis.T
    assert _whole(twice, 1) == WholeGroups(2, group=(1, 2))
    flat = basis @ np.diag([3.0, 1.0, 0.0, 0.0]) @ basis.T
    assert _whole(flat, 4) == WholeGroups(2, rank=2)
    line = basis @ np.diag([3.0, 0.0, 0.0, 0.0]) @ basis.T
    assert _whole(line, 4) == WholeGroups(1, rank=1)
    assert _whole(np.ones((5, 5)), 4) == WholeGroups(1)


def test_components_are_capped_at_the_rank_before_groups_are_looked_at():
    pairs = np.diag([5.0, 3.0, 3.0, 3.0, 0.0])
    basis = np.linalg.qr(np.column_stack([np.ones(6), np.eye(6)[:, :5]]))[0][:, 1:]
    assert _whole(basis @ pairs @ basis.T, 5) == WholeGroups(4, rank=4)


def test_a_part_of_the_points_is_random_and_in_their_order():
    points = np.arange(10.0)[:, None]
    assert automatic.random_subset(points, 4).ravel().tolist() == [2.0, 4.0, 6.0, 7.0]
    assert automatic.random_subset(points, 10) is points


POINTS = np.random.default_rng(3).normal(size=(12, 3)) * [1.0, 2.0, 5.0]


@pytest.mark.parametrize(
    ("kind", "word", "expected"),
    [
        (RBF, "scale", scale(POINTS)),
        (RBF, "median", median(POINTS[:7])),
        (Laplacian, "auto", median_city_block(POINTS[:7])),
        (Sigmoid, "scale", scale(POINTS)),
    ],
)
def test_a_word_is_the_rule_of_its_kernel_on_the_points_of_the_rule(kind, word, expected):
    value, looked_at, chosen = choose_width(kind, word, POINTS, 2, POINTS[:7])
    assert (value, chosen) == (expected, None)
    assert looked_at == (12 if word == "scale" else 7)


FALLING = 2.0 ** -np.arange(30.0)
SPECTRA = {
    "decaying": (FALLING, WholeGroups(5)),
    "of rank 3": ([4.0, 2.0, 1.0], WholeGroups(3, rank=3)),
    "with two equal ones around the last": ([9.0, 8.0, 7.0, 6.0, 5.0, 5.0, *FALLING], (4, (5, 6))),
    "with eight equal ones": ([9.0, 8.0, 7.0, *[6.0] * 8, *FALLING], (3, (4, 11))),
    "with equal ones that end": ([9.0, 8.0, 7.0, 5.0, 5.0, *FALLING], WholeGroups(5)),
}


@pytest.mark.parametrize("medium", [0, 1500])
@pytest.mark.parametrize("case", SPECTRA)
def test_a_few_of_many_components_are_as_many_as_by_all_eigenpairs(case, medium, monkeypatch):
    monkeypatch.setattr(partial, "MEDIUM", medium)
    mu, expected = SPECTRA[case]
    if isinstance(expected, tuple):
        expected = WholeGroups(expected[0], group=expected[1])
    rng = np.random.default_rng(11)
    n, q = 900, 950
    basis = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, len(mu)))]))[0][:, 1:]
    points = np.zeros((n, q))
    points[:, 3 : 3 + len(mu)] = basis * np.sqrt(mu)
    data = Vectors(Linear(), points, points)
    solver = partial.solve(KernelElements(data.kernel, points), 5).solver
    assert solver != partial.BY_LAPACK or medium
    by_all = automatic.in_whole_groups(Pairs.of(data.K, data.element_error).leading(5), 5)
    assert automatic.whole_groups_of(data, 5) == by_all == expected
