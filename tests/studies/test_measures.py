"""Each distance against its formula written out in NumPy, and samples that have none."""

import numpy as np
import pytest

from kpca.studies import measures
from kpca.studies.measures import MEASURES, among, between
from kpca.tables.samples import Samples
from kpca.tables.table import InputError

X = np.array([[4.0, 0.0, 3.0, 7.5], [1.0, 6.0, 0.5, 0.0], [2.5, 1.0, 8.0, 0.25]])
NEW = np.array([[0.0, 2.0, 5.0, 11.0], [9.0, 0.0, 1.5, 0.75]])
RANGES = np.array([3.0, 6.0, 7.5, 7.5])


def _divergence(x, y):
    p, q = x / x.sum(), y / y.sum()
    m = (p + q) / 2
    logs = [np.sum(a[a > 0] * np.log(a[a > 0] / m[a > 0])) for a in (p, q)]
    return np.sqrt(sum(logs) / 2)


def _canberra(x, y):
    size = np.abs(x) + np.abs(y)
    return (np.abs(x - y)[size > 0] / size[size > 0]).sum()


def _jaccard(x, y):
    one, both = (x > 0) ^ (y > 0), (x > 0) | (y > 0)
    return one.sum() / both.sum()


FORMULAS = {
    "braycurtis": lambda x, y: np.abs(x - y).sum() / (x + y).sum(),
    "canberra": _canberra,
    "chebyshev": lambda x, y: np.abs(x - y).max(),
    "cityblock": lambda x, y: np.abs(x - y).sum(),
    "euclidean": lambda x, y: np.sqrt(((x - y) ** 2).sum()),
    "gower": lambda x, y: (np.abs(x - y) / RANGES).mean(),
    "jaccard": _jaccard,
    "jensenshannon": _divergence,
}


@pytest.mark.parametrize("name", MEASURES)
def test_a_distance_is_that_of_its_formula(name):
    expected = np.array([[FORMULAS[name](x, y) for y in X] for x in NEW])
    np.testing.assert_allclose(between(name, NEW, X, RANGES), expected, rtol=1e-12)


def test_distances_of_amounts_refuse_negative_numbers_and_others_do_not():
    given = Samples(np.array([[4.0, -3.0], [1.0, 6.0]]), ["a", "b"], ["u", "v"], ["x", "y"])
    refused = []
    for name in MEASURES:
        try:
            measures.require_defined(name, given, "t.csv")
        except InputError as error:
            assert "sample 'u', column 'b': -3" in str(error)
            refused.append(name)
    assert refused == ["braycurtis", "jaccard", "jensenshannon"]


def test_distances_in_which_large_numbers_dominate_are_those_of_sums_and_sizes():
    assert [name for name, one in MEASURES.items() if one.has_units] == [
        *("braycurtis", "chebyshev", "cityblock", "euclidean", "jensenshannon")
    ]


def test_bray_curtis_gower_and_jaccard_in_literal_numbers():
    np.testing.assert_allclose(between("braycurtis", NEW[1:], X)[0, 0], 13.25 / 25.75, rtol=1e-14)
    gower = (5.0 / 3.0 + 0.0 / 6.0 + 1.5 / 7.5 + 6.75 / 7.5) / 4
    np.testing.assert_allclose(between("gower", NEW[1:], X, RANGES)[0, 0], gower, rtol=1e-14)
    assert between("jaccard", NEW[1:], X)[0].tolist() == [0.0, 0.5, 0.25]


def test_samples_with_equal_shares_have_a_jensen_shannon_distance_of_zero_up_to_rounding():
    """SciPy's cdist has nan for the first two, and 1e-8 for others."""
    rng = np.random.default_rng(6)
    several = [np.array([5.0, 4.0, 2.0, 7.0, 10.0, 2.0]), *rng.integers(1, 12, size=(200, 6))]
    for x in several:
        for k in (6.0, 7.0, 0.3):
            D = between("jensenshannon", x[None], np.array([k * x, x]))
            assert (D >= 0.0).all()
            assert D.max() < 1e-15
    # The shares differ by 2e-9 in both columns: the divergence is (2e-9)^2 / 2 to leading order.
    near = between("jensenshannon", np.array([[5.0, 5.0]]), np.array([[0.5 + 2e-9, 0.5 - 2e-9]]))
    np.testing.assert_allclose(near, [[np.sqrt(2.0) * 1e-9]], rtol=1e-6)


@pytest.mark.parametrize("name", MEASURES)
def test_distances_among_samples_are_symmetric_and_zero_to_themselves(name):
    D = among(name, X, RANGES)
    assert (D.T == D).all()
    assert not D.diagonal().any()
    assert (D + np.eye(3) > 0.0).all()
    np.testing.assert_allclose(D, between(name, X, X, RANGES), rtol=0, atol=1e-15)


def test_the_ranges_are_those_of_the_columns():
    given = Samples(X, list("abcd"), list("xyz"), list("xyz"))
    assert measures.ranges(given, "t.csv").tolist() == [3.0, 6.0, 7.5, 7.5]
    small = Samples(1e-200 * X, list("abcd"), list("xyz"), list("xyz"))
    np.testing.assert_allclose(1e200 * measures.ranges(small, "t.csv"), RANGES, rtol=1e-14)


@pytest.mark.parametrize("name", [name for name, one in MEASURES.items() if one.of_amounts])
@pytest.mark.parametrize(("at", "value"), [((1, 2), -0.5), (1, -2.0), (2, 0.0)])
def test_negative_amounts_and_empty_samples_are_refused(name, at, value):
    wrong = X.copy()
    wrong[at] = value
    with pytest.raises(InputError, match=name):
        measures.require_defined(name, Samples(wrong, list("abcd"), list("xyz"), []), "t.csv")
    measures.require_defined("canberra", Samples(wrong, list("abcd"), list("xyz"), []), "t.csv")
