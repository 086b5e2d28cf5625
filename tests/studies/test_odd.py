"""Odd samples: those that make a component, and those far out."""

from dataclasses import replace

import numpy as np
import pytest

from kpca.data import Gram, Vectors
from kpca.kernels import Linear
from kpca.studies.odd import columns, named, odd
from kpca.studies.study import Study

NOISE = np.random.default_rng(3).normal(size=(40, 3))


def _study(X):
    n, q = X.shape
    names, classes = [f"s{i}" for i in range(n)], ["a"] * n
    called, data = tuple(f"c{j}" for j in range(q)), Vectors(Linear(), X, X)
    return Study("my", "My", data, 2, names, classes, names, classes, named_columns=called)


def _one(changed=(), n=40):
    X = NOISE[:n].copy()
    for i, row in changed:
        X[i] = row
    study = _study(X)
    return study.solve()


def test_a_sample_that_makes_a_component_and_those_far_out_are_odd():
    one = _one([(5, [0.0, 90.0, 0.0]), (8, [12.0, 0.0, 0.0])])
    found = odd(one)
    assert [(k, i) for k, i, _ in found.makes] == [(1, (5,)), (2, (8,))]
    share = one.solution.scores[5, 0] ** 2 / (one.solution.scores[:, 0] ** 2).sum()
    assert found.makes[0][2] == pytest.approx(share, abs=1e-12)
    assert found.far.tolist() == [5, 8]
    assert named([one, one]) == ["s5", "s8"]


def test_of_samples_with_weights_none_is_called_odd():
    one = _one([(5, [0.0, 90.0, 0.0])])
    with_weights = replace(one, weights=np.resize([1.0, 2.0], 40))
    assert odd(one).makes and odd(one).far.size
    found = odd(with_weights.solve())
    assert found.makes == [] and not found.far.size


def test_two_samples_with_three_quarters_of_a_component_make_it_among_thirty():
    """On both sides of the others, so that neither has half of it."""
    far = [(5, [0.1, 30.0, 0.2]), (8, [0.3, -30.5, 0.4])]
    one = _one(far, n=30)
    ((component, makers, share),) = odd(one).makes
    z = one.solution.scores[:, 0]
    assert (component, makers) == (1, (8, 5)), "the larger one first"
    assert share == pytest.approx((z[5] ** 2 + z[8] ** 2) / (z**2).sum(), abs=1e-12)
    assert named([one]) == ["s8", "s5"]
    assert odd(_one(far, n=29)).makes == []
    for height, makes in ((7.0, []), (7.5, [(5,)])):
        alone = _one([(5, [0.0, height, 0.0])], n=30)
        z = alone.solution.scores[:, 0]
        assert abs(z[5] ** 2 / (z**2).sum() - 0.5) < 0.05
        assert [one[1] for one in odd(alone).makes] == makes
    nearer = [(5, [0.1, 5.0, 0.2]), (8, [0.3, -5.0, 0.4])]
    z = _one(nearer, n=30).solution.scores[:, 0]
    assert 0.5 < (z[5] ** 2 + z[8] ** 2) / (z**2).sum() < 0.75
    assert odd(_one(nearer, n=30)).makes == []


@pytest.mark.parametrize(
    ("row", "named"),
    [
        pytest.param([2.0, 21.0, -3.0, 4.0], ["c1"], id="one column"),
        pytest.param([2.0, 9.0, -1.0, -9.1], ["c3", "c1"], id="two columns, the larger one first"),
        pytest.param([6.0, 7.0, -6.5, 1.0], [], id="three columns"),
        pytest.param([0.0, 20.0, 0.0, 100.0], ["c1"], id="a column in which all are as large"),
    ],
)
def test_the_columns_in_which_a_sample_differs_from_the_medians_are_those_of_its_squares(
    row, named
):
    X = np.hstack([NOISE, NOISE[:, :1]])
    X -= np.median(X, axis=0)
    if row[3] == 100.0:
        X[:, 3] += 100.0
    X[5] = row
    assert columns(_study(X), 5) == named


def test_of_two_columns_only_one_is_named_and_of_a_column_or_a_matrix_none():
    X = NOISE[:, :2].copy()
    X -= np.median(X, axis=0)
    X[5], X[8] = [9.0, 9.5], [9.0, 30.0]
    assert columns(_study(X), 5) == ["c1"], "the larger one, which has more than half"
    assert columns(_study(X), 8) == ["c1"]
    assert columns(_study(X[:, :1]), 5) == []
    study = _study(X)
    given = replace(study, data=Gram(X @ X.T, X @ X.T, X @ X.T))
    assert columns(given, 8) == []
    city = replace(study, origin=replace(study.origin, distance="cityblock"))
    assert columns(city, 8) == []


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(_one(), id="noise"),
        pytest.param(_one([(5, [0.0, 90.0, 0.0])], n=9), id="few samples"),
    ],
)
def test_noise_and_few_samples_have_no_odd_ones(one):
    assert named([one]) == []
    assert odd(one).far.size == 0


@pytest.mark.parametrize(("n", "makes"), [(19, []), (20, [(1, (5,))])])
def test_a_sample_makes_a_component_from_twenty_samples_on_and_is_far_out_of_fewer(n, makes):
    found = odd(_one([(5, [0.0, 90.0, 0.0])], n=n))
    assert [one[:2] for one in found.makes] == makes
    assert found.far.tolist() == [5]


def test_a_group_of_samples_is_not_odd_and_all_far_ones_are_named():
    far = [(i, [0.0, 60.0, 0.1 * i]) for i in range(8)]
    assert odd(_one(far)).far.size == 0
    X = np.vstack([NOISE, NOISE + 0.1, NOISE - 0.1])
    names, classes = [f"s{i}" for i in range(120)], ["a"] * 120
    X[[3, 50, 70, 90, 91]] += [[40, 5, 0], [3, 45, 0], [-42, 8, 0], [6, -41, 0], [-33, -33, 0]]
    study = Study("my", "My", Vectors(Linear(), X, X), 2, names, classes, names, classes)
    one = study.solve()
    assert odd(one).makes == []
    assert odd(one).far.tolist() == [91, 50, 3, 70, 90]
    assert named([one]) == ["s91", "s50", "s3", "s70", "s90"]
