"""PERMANOVA and dispersion agree with coordinates, with vegan, and with all permutations."""

import io
from itertools import permutations as orders

import numpy as np
import pandas as pd
import pytest
import r_packages

import kpca
from kpca.centering import center
from kpca.interpretation import permanova

X = np.array([[0.0, 1.0], [2.0, 0.5], [1.0, 3.0], [7.0, 2.0], [8.0, 6.0], [5.0, 1.0], [9.0, 3.5]])
CLASSES = ["b", "a", "b", "a", "c", "b", "c"]


def _distances(points):
    return np.sqrt(((points[:, None] - points[None, :]) ** 2).sum(axis=2))


def _by_coordinates(points, classes):
    """Total and between sums of squares, and the distances from the mean of each class."""
    classes = np.array(classes)
    means = np.array([points[classes == each].mean(axis=0) for each in classes])
    total = ((points - points.mean(axis=0)) ** 2).sum()
    return (
        total,
        ((means - points.mean(axis=0)) ** 2).sum(),
        np.sqrt(((points - means) ** 2).sum(1)),
    )


def test_euclidean_distances_give_the_sums_of_squares_of_the_coordinates():
    found = kpca.permanova(_distances(X), CLASSES, 19)
    total, between, distances = _by_coordinates(X, CLASSES)
    assert (found.levels, found.counts.tolist()) == (("a", "b", "c"), [2, 3, 2])
    assert [found.total, found.between] == pytest.approx([total, between], rel=1e-13, abs=0.0)
    assert found.f == pytest.approx((between / 2) / ((total - between) / 4), rel=1e-12, abs=0.0)
    assert found.r_squared == pytest.approx(between / total, rel=1e-13, abs=0.0)
    of_class = [distances[[each == level for each in CLASSES]].mean() for level in "abc"]
    unbiased = np.sqrt([2.0, 3.0 / 2.0, 2.0]) * of_class
    assert found.spreads == pytest.approx(unbiased, rel=1e-13, abs=0.0)
    once = kpca.permanova(np.sqrt(_distances(X)), CLASSES, 19)
    assert once.r_squared != pytest.approx(found.r_squared, rel=0.01, abs=0.0), (
        "the control: d for d^2"
    )


@pytest.mark.parametrize(
    ("scale", "squared"),
    [(2.0**-100, 2.0**-200), (1e-170, 0.0), (1e-300, 0.0), (1e155, np.inf), (1e300, np.inf)],
)
def test_distances_of_any_size_have_the_same_statistics(scale, squared):
    """Squares of 1e-170 vanish, and those of 1e155 overflow."""
    right, found = (kpca.permanova(_distances(X) * s, CLASSES, 99) for s in (1.0, scale))
    assert [found.f, found.r_squared] == pytest.approx([right.f, right.r_squared], abs=1e-13)
    assert found.p == right.p
    assert found.spreads / scale == pytest.approx(right.spreads, abs=1e-13)
    assert [found.total, found.between] == [right.total * squared, right.between * squared]


def test_classes_are_matched_to_the_samples_by_name():
    names = [*"gbdaecf"]
    total, between, _ = _by_coordinates(X, CLASSES)
    D, classes = pd.DataFrame(_distances(X), names, names), pd.Series(CLASSES, names)
    for columns, given in [(names, classes.sort_index()), ([*"abcdefg"], classes)]:
        found = kpca.permanova(D[columns], given, 19)
        assert found.f == pytest.approx(between / 2 / ((total - between) / 4), rel=1e-12, abs=0.0)


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, "", "NA"])
def test_samples_without_a_class_have_no_part_in_it(missing):
    more = np.vstack([X[:3], [[50.0, -40.0]], X[3:]])
    classes = ["a", "b", "a", "b", "a", "b", "a"]
    found = kpca.permanova(_distances(more), [*classes[:3], missing, *classes[3:]], 19, seed=4)
    alone = kpca.permanova(_distances(X), classes, 19, seed=4)
    assert found.levels == ("a", "b")
    assert found.total == pytest.approx(alone.total, rel=1e-12, abs=0.0)
    assert found.f == pytest.approx(alone.f, rel=1e-12, abs=0.0)
    assert (found.p, found.spread_p) == (alone.p, alone.spread_p)


def test_the_p_value_is_the_share_of_all_orders_up_to_chance():
    points, classes = X[:6], ["a", "a", "b", "b", "b", "a"]
    A = center(points @ points.T)
    groups = np.array([each == "b" for each in classes], dtype=int)
    right = permanova.between(A, groups)
    every = [permanova.between(A, groups[list(order)]) for order in orders(range(6))]
    share = np.mean(np.array(every) >= right - 1e-9)
    drawn = 4000
    found = permanova.of_centered(A, classes, drawn, seed=3)
    assert 0.05 < share < 0.95
    assert abs(found.p - share) < 4.0 * np.sqrt(share * (1.0 - share) / drawn) + 1.0 / drawn
    assert permanova.of_centered(A, classes, 500, seed=5).p != found.p


def test_classes_that_differ_in_spread_only_have_a_small_p_of_the_spread():
    rng = np.random.default_rng(8)
    wide = np.vstack([rng.normal(size=(25, 3)), 4.0 * rng.normal(size=(30, 3))])
    apart = np.vstack([rng.normal(size=(25, 3)), rng.normal(size=(30, 3)) + [3.0, 0.0, 0.0]])
    classes = ["narrow"] * 25 + ["wide"] * 30
    of_spread, of_means = (kpca.permanova(_distances(each), classes) for each in (wide, apart))
    assert of_spread.spread_p == 0.001
    assert of_spread.spreads[1] > 3.0 * of_spread.spreads[0]
    assert of_means.p == 0.001 and of_means.spread_p > 0.05


def test_chance_alone_has_small_p_values_as_rarely_as_it_should():
    rng = np.random.default_rng(1)
    found = [
        kpca.permanova(_distances(rng.normal(size=(24, 2))), ["a", "b", "c"] * 8, 99, seed)
        for seed in range(200)
    ]
    for values in ([each.p for each in found], [each.spread_p for each in found]):
        assert 1 <= sum(p <= 0.05 for p in values) <= 22
        assert 0.4 < np.mean(values) < 0.6


@pytest.mark.parametrize(
    ("sizes", "columns"),
    [((10, 10, 1), 20), ((5, 50), 50), ((3,) * 8, 3), ((20, 2, 20), 5), ((5, 50), 1)],
)
def test_classes_of_one_spread_and_of_any_size_rarely_have_a_small_p_of_the_spread(sizes, columns):
    """The mean of few samples lies near them, and a single sample is its own mean."""
    rng = np.random.default_rng(2)
    classes = [str(k) for k, size in enumerate(sizes) for _ in range(size)]
    small = 0
    for seed in range(60):
        points = rng.normal(size=(len(classes), columns))
        small += kpca.permanova(_distances(points), classes, 39, seed).spread_p <= 0.05
    assert small <= 10


@pytest.mark.parametrize("shift", [0.0, 0.1])
def test_two_samples_of_a_class_have_no_spread_to_compare(shift):
    pairs = np.array([[0.0], [1.0], [5.0], [7.0]]) + shift
    found = kpca.permanova(_distances(pairs), list("aabb"), 19)
    assert found.spreads == pytest.approx(np.sqrt(2.0) * np.array([0.5, 1.0]), rel=1e-13, abs=0.0)
    assert np.isnan([found.spread_f, found.spread_p]).all()
    alone = kpca.permanova(_distances(pairs), list("abbb"), 19)
    assert np.isnan(alone.spreads).tolist() == [True, False]


@pytest.mark.parametrize("seed", range(5))
def test_classes_of_equal_samples_have_no_spread_whatever_rounding_is(seed):
    points = np.repeat(np.random.default_rng(seed).normal(size=(3, 3)), 4, axis=0)
    found = kpca.permanova(_distances(points), [str(i // 4) for i in range(12)], 99)
    assert np.isnan([found.f, found.spread_f]).all()
    assert found.spreads.tolist() == [0.0, 0.0, 0.0]
    assert found.p < 0.05 and found.spread_p == 1.0


@pytest.mark.parametrize("seed", range(5))
def test_classes_whose_samples_are_equally_far_from_their_means_differ_in_spread(seed):
    """Squares with sides 1 and 3, wherever: nothing but rounding varies within a class."""
    square = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    at = np.random.default_rng(seed).normal(size=2)
    points = np.vstack([square + at, 3.0 * square - at, square + 4.0 * at])
    found = kpca.permanova(_distances(points), [str(i // 4) for i in range(12)], 199)
    assert found.spread_f > 1e20 and found.spread_p < 0.1


def test_the_orders_follow_from_the_seed():
    points = np.random.default_rng(0).normal(size=(12, 2))
    a, b, again = (
        kpca.permanova(_distances(points), list("aaabbbcccddd"), 199, seed) for seed in (1, 2, 1)
    )
    assert (a.p, a.spread_p) == (again.p, again.spread_p)
    assert a.p != b.p and a.spread_p != b.spread_p


def test_the_size_of_a_negative_square_is_a_distance_from_a_mean():
    """The mean of four corners, at distance 1 from a fifth one: 1 - 3/4 of 4 is below 0."""
    D = 2.0 * (1.0 - np.eye(5))
    D[4, :4] = D[:4, 4] = 1.0
    A = center(-0.5 * D**2)
    at = np.zeros(5, dtype=int)
    squares = A.diagonal()
    assert squares[4] < -0.1
    assert permanova.from_means(A, at) == pytest.approx(
        np.sqrt(np.abs(squares)), rel=1e-12, abs=0.0
    )


def test_more_classes_than_are_multiplied_at_once():
    points = np.random.default_rng(0).normal(size=(301, 2))
    found = kpca.permanova(_distances(points), [str(min(i, 299)) for i in range(301)], 3)
    assert len(found.levels) == 300 and 0.25 <= found.p <= 1.0


DUNE = """
suppressMessages(library(vegan)); data(dune); data(dune.env)
d <- vegdist(dune); g <- dune.env$Management; set.seed(1)
a <- adonis2(d ~ g, permutations = 9999)
b <- betadisper(d, g, type = "centroid", bias.adjust = TRUE)
cat(format(c(a$SumOfSqs[1], a$SumOfSqs[3], a$F[1], a$`Pr(>F)`[1], anova(b)$`F value`[1],
  tapply(b$distances, g, mean)), digits = 15), "\\n")
cat(as.character(g), "\\n")
write.table(format(as.matrix(d), digits = 17), quote = FALSE, row.names = FALSE, col.names = FALSE)
"""


def test_vegan_has_the_same_numbers_for_dissimilarities_that_are_not_euclidean():
    printed = r_packages.output(r_packages.rscript("vegan"), DUNE)
    numbers, classes, *rows = printed.splitlines()
    between, total, f, p, spread_f, *spreads = map(float, numbers.split())
    D = np.loadtxt(io.StringIO("\n".join(rows)))
    found = kpca.permanova(D, classes.split(), 9999)
    assert np.linalg.eigvalsh(center(-0.5 * D**2))[0] < -0.05, "some axes are not real"
    assert [found.between, found.total, found.f] == pytest.approx(
        [between, total, f], rel=1e-11, abs=0.0
    )
    assert found.spread_f == pytest.approx(spread_f, rel=1e-11, abs=0.0)
    assert found.spreads == pytest.approx(spreads, rel=1e-11, abs=0.0)
    assert abs(found.p - p) < 4.0 * np.sqrt(2.0 * p / 9999) + 1e-4


def test_a_sum_of_squares_that_is_not_positive_has_no_shares():
    A = center(np.diag([1.0, -4.0, 1.0, -4.0, 2.0]))
    found = permanova.of_centered(A, ["a", "b", "a", "b", "a"], 19)
    assert found.total < 0.0 and np.isnan(found.r_squared)
    positive = permanova.of_centered(center(np.diag([1.0, 4.0, 1.0, 4.0, 2.0])), list("ababa"), 19)
    assert 0.0 < positive.r_squared < 1.0
