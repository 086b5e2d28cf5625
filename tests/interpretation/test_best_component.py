"""The component that tells classes apart, against values by hand and all orders of few samples."""

from itertools import combinations, permutations

import numpy as np
import pytest

from kpca.interpretation.best_component import shares_between

Z = np.array([[1.0, 7.0, 2.0], [4.0, 7.0, 2.5], [2.0, 7.0, 9.0], [9.0, 7.0, 3.0], [4.0, 7.0, 7.0]])
CLASSES = ["v", "u", "v", "u", "u"]


def test_shares_are_those_of_the_variance_between_classes_and_p_that_of_every_order():
    """Component 1 has the means 17/3 and 3/2 of classes of 3 and 2, around 4."""
    orders = [np.array(order) for order in permutations(range(5))][1:]
    shares, p = shares_between(1e200 * Z, CLASSES, orders)
    between = 3.0 * (17.0 / 3.0 - 4.0) ** 2 + 2.0 * (1.5 - 4.0) ** 2
    assert shares[0] == pytest.approx(between / 38.0, abs=1e-14)
    assert shares[1] == 0.0, "it does not vary"
    # The same for each of the ten ways to take two samples for the class v.
    as_large, z = 0, Z[:, [0, 2]] - Z[:, [0, 2]].mean(axis=0)
    for pair in combinations(range(5), 2):
        between = z[[*pair]].sum(axis=0) ** 2 * (1.0 / 2.0 + 1.0 / 3.0)
        as_large += (between / (z**2).sum(axis=0)).max() > shares[0] - 1e-9
    assert p == pytest.approx(as_large / 10.0, abs=1e-14)
    assert as_large == 4


def test_the_largest_share_of_many_components_is_compared_with_the_largest_ones():
    """Of noise, p is at most 5 % in 5 % of tables: 10 of 200, and two deviations are 6."""
    found = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        noise, classes = rng.normal(size=(20, 8)), rng.permutation(20) % 3
        orders = (rng.permutation(20) for _ in range(99))
        found.append(shares_between(noise, [*map(str, classes)], orders)[1])
    assert 4 <= sum(p <= 0.05 for p in found) <= 16


def test_classes_of_whole_blocks_may_have_other_sizes_in_another_order():
    """A block of three samples gets the class v of one sample, and this one gets u."""
    classes, order = np.array(["u", "u", "u", "v", "u"]), np.array([3, 3, 3, 0, 4])
    shares, p = shares_between(Z[:, :1], classes.tolist(), [order])
    assert shares[0] == pytest.approx((5.0**2 / 1.0 + 5.0**2 / 4.0) / 38.0, abs=1e-14)
    assert p == 0.5, "the other order has (5^2/3 + 5^2/2)/38"
