"""Blocks are permuted as a whole, or samples within them, as vegan does and all orders say."""

from itertools import permutations as orders_of
from itertools import product

import numpy as np
import pandas as pd
import pytest
import r_packages

import kpca
from kpca.centering import center
from kpca.interpretation.permanova import of_centered
from kpca.interpretation.permutations import MOST, exchange
from kpca.interpretation.supplementary import fitted, fitted_factor

RNG = np.random.default_rng(4)
POINTS = RNG.normal(size=(13, 2)).round(3)
NAMES = np.array(list("qpqsrpprsqrss"))
"""Blocks q, p, s, r of 3, 3, 4 and 3 samples, not in their order."""
SIDES = np.array([{"q": "v", "p": "u", "s": "v", "r": "u"}[name] for name in NAMES])
WITHIN = np.array(list("uvvuvuvuvvvuv"))
DOSE = np.array([{"q": 2.0, "p": 5.0, "s": 3.5, "r": 9.0}[name] for name in NAMES])
AGE = RNG.normal(size=13).round(2)


def _distances(points):
    return np.sqrt(((points[:, None] - points[None, :]) ** 2).sum(axis=2))


def _between(points, labels):
    """The sum of squares between classes, from coordinates."""
    means = np.array([points[labels == label].mean(axis=0) for label in labels])
    return ((means - points.mean(axis=0)) ** 2).sum()


def _of_line(points, values):
    """The share of the variance of values that a linear function of the points has."""
    design = np.column_stack([np.ones(len(points)), points])
    rest = values - design @ np.linalg.lstsq(design, values, rcond=None)[0]
    return 1.0 - (rest @ rest) / (len(values) * values.var())


def _exchanged(values):
    """The values of all samples in each order of the four blocks."""
    of_block = {name: values[list(NAMES).index(name)] for name in "pqrs"}
    for order in orders_of("pqrs"):
        yield np.array([of_block[dict(zip("pqrs", order, strict=True))[name]] for name in NAMES])


def _inside(values):
    """The values in each order of the samples within their blocks."""
    places = [np.flatnonzero(name == NAMES) for name in "pqrs"]
    for chosen in product(*(orders_of(values[at]) for at in places)):
        permuted = values.copy()
        for at, of_block in zip(places, chosen, strict=True):
            permuted[at] = of_block
        yield permuted


EVERY = 6 * 6 * 24 * 6 - 1
ENUMERATED = {
    "classes of blocks": (SIDES, _exchanged, _between, 23, 3),
    "classes within blocks": (WITHIN, _inside, _between, EVERY, 3 * 3 * 6 * 3),
    "numbers of blocks": (DOSE, _exchanged, _of_line, 23, 24),
    "numbers within blocks": (AGE, _inside, _of_line, EVERY, EVERY + 1),
}


@pytest.mark.parametrize("name", ENUMERATED)
def test_p_is_the_share_of_all_orders_that_blocks_allow(name):
    values, every, statistic, number, assignments = ENUMERATED[name]
    right = statistic(POINTS, values)
    share = np.mean([statistic(POINTS, one) >= right - 1e-9 for one in every(values)])
    assert 1 / assignments <= share < 1.0
    if statistic is _of_line:
        found = fitted(POINTS, values[:, None], EVERY, blocks=NAMES)
        results = [(found.p[0], found.permutations[0], found.assignments[0])]
        plain = fitted(POINTS, values[:, None], EVERY).p[0]
    else:
        results = [
            (one.p, one.permutations, one.assignments)
            for one in (
                kpca.permanova(_distances(POINTS), values, EVERY, blocks=list(NAMES)),
                fitted_factor(POINTS, values, EVERY, blocks=NAMES),
            )
        ]
        plain = fitted_factor(POINTS, values, EVERY).p
    for p, permutations, of_values in results:
        assert (int(permutations), int(of_values)) == (number, assignments)
        assert float(p) == pytest.approx(share, abs=1e-12)
    assert abs(plain - share) > 0.02, "the control: any order of the samples"


@pytest.mark.parametrize("name", ENUMERATED)
def test_orders_that_are_drawn_have_the_p_of_all_up_to_chance(name):
    """Of seven blocks there are 5040 orders, and more within blocks."""
    values, every, statistic, *_ = ENUMERATED[name]
    if every is _exchanged:
        blocks = np.array([*NAMES, "t", "w", "x"])
        values = np.append(values, values[[0, 1, 2]])
        points = np.vstack([POINTS, [[1.2, -0.3], [0.4, 0.9], [-1.1, -0.7]]])
        numbers = np.unique(blocks, return_inverse=True)[1]
        of_block = values[np.unique(blocks, return_index=True)[1]]
        found = (of_block[list(order)][numbers] for order in orders_of(range(7)))
    else:
        blocks, points, found = NAMES, POINTS, every(values)
    right = statistic(points, values)
    share = np.mean([statistic(points, one) >= right - 1e-9 for one in found])
    drawn = 999
    if statistic is _of_line:
        p = fitted(points, values[:, None], drawn, blocks=blocks).p[0]
    else:
        p = fitted_factor(points, values, drawn, blocks=blocks).p
        again = kpca.permanova(_distances(points), values, drawn, 7, blocks).p
        assert abs(again - share) < 4.0 * np.sqrt(share * (1.0 - share) / drawn) + 1.0 / drawn
    assert abs(p - share) < 4.0 * np.sqrt(share * (1.0 - share) / drawn) + 1.0 / drawn
    assert 0.02 < share < 0.98


@pytest.mark.parametrize("seed", range(5))
def test_classes_of_blocks_have_as_many_samples_as_their_blocks(seed):
    """Blocks of 1 to 7 samples in 720 orders; other names of the same classes are ties."""
    blocks, rng = np.repeat(np.arange(6), [1, 7, 2, 5, 1, 3]), np.random.default_rng(seed)
    points, sides = rng.normal(size=(19, 2)), np.array(list("abbacc"))
    right = _between(points, sides[blocks])
    every = [_between(points, sides[list(order)][blocks]) for order in orders_of(range(6))]
    share = np.mean(np.array(every) >= right - 1e-9)
    assert kpca.permanova(_distances(points), sides[blocks], blocks=blocks).p == share
    assert fitted_factor(points, sides[blocks], blocks=blocks).p == share


VEGAN = """
suppressMessages({{library(vegan); library(permute)}})
x <- matrix(c({points}), ncol = 2, byrow = TRUE); b <- factor(c({blocks}))
every <- list(complete = TRUE, maxperm = 1e6, minperm = 1e6)
free <- do.call(how, c(every, list(plots = Plots(strata = b, type = "free"),
  within = Within(type = "none"))))
inside <- do.call(how, c(every, list(blocks = b)))
of <- list(u = factor(c({sides})), w = factor(c({within})), d = c({dose}), a = c({age}))
p <- function(fit) c(fit$vectors$pvals, fit$factors$pvals)
found <- suppressMessages(c(adonis2(dist(x) ~ u, of, permutations = free)$`Pr(>F)`[1],
  adonis2(dist(x) ~ w, of, permutations = inside)$`Pr(>F)`[1],
  p(envfit(x, as.data.frame(of["u"]), permutations = free)),
  p(envfit(x, as.data.frame(of["w"]), permutations = inside)),
  p(envfit(x, as.data.frame(of["d"]), permutations = free)),
  p(envfit(x, as.data.frame(of["a"]), permutations = inside))))
cat(format(found, digits = 17))
"""


def test_vegan_has_the_same_p_from_all_orders_of_blocks_of_one_size():
    blocks, of_three = np.delete(NAMES, 12), slice(0, 12)
    columns = {"blocks": blocks, "sides": SIDES, "within": WITHIN, "dose": DOSE, "age": AGE}
    texts = {
        name: ", ".join(f"'{one}'" if of.dtype.kind == "U" else f"{one}" for one in of[of_three])
        for name, of in columns.items()
    }
    texts["points"] = ", ".join(map(str, POINTS[of_three].ravel()))
    printed = r_packages.output(r_packages.rscript("vegan"), VEGAN.format(**texts))
    D = _distances(POINTS[of_three])
    ours = [kpca.permanova(D, of[of_three], 1295, blocks=blocks).p for of in (SIDES, WITHIN)]
    ours += [
        fitted_factor(POINTS[of_three], of[of_three], 1295, blocks=blocks).p
        for of in (SIDES, WITHIN)
    ]
    numbers = np.column_stack([DOSE, AGE])[of_three]
    ours += fitted(POINTS[of_three], numbers, 1295, blocks=blocks).p.tolist()
    assert ours == pytest.approx([float(p) for p in printed.split()], abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_no_p_of_orders_that_are_drawn_is_below_that_of_all_assignments(seed):
    """Of the 70 assignments of two classes of four blocks each, 2 are as large: 1/35."""
    blocks, sides = np.repeat(np.arange(8), 3), np.repeat(list("uvuvvuuv"), 3)
    points = (sides == "u")[:, None] * [5.0, -3.0] + RNG.normal(size=(24, 2)) / 10.0
    for found in (
        kpca.permanova(_distances(points), sides, seed=seed, blocks=blocks),
        fitted_factor(points, sides, seed=seed, blocks=blocks),
    ):
        assert (found.permutations, found.assignments) == (999, 35)
        assert 1 / 35 <= found.p <= 1 / 35 + 4.0 * np.sqrt(1 / 35 / 999)


@pytest.mark.parametrize(
    ("values", "blocks", "assignments"),
    [
        (list("aabb"), None, 3),
        (list("aabbb"), None, 10),
        (list("abcabb"), None, 60),
        (list("abcabc"), None, 15),
        (list("aabbbaa"), [1, 1, 2, 2, 2, 3, 4], 4),
        (list("abab"), [5, 5, 6, 6], 2),
        (list("abaab"), [5, 5, 6, 6, 6], 6),
        ([2.0, 2.0, 3.0, 3.5], None, 12),
        ([7.0, 7.0], None, 1),
        (["a"] * 39_999 + ["b"], None, 40_000),
        (list(map(float, range(40_000))), None, MOST),
        (list("ab") * 15 + ["a"], None, 300_540_195),
    ],
)
def test_assignments_are_counted_and_those_that_only_change_names_once(values, blocks, assignments):
    assert exchange(np.array(values), blocks).assignments(np.array(values)) == assignments


SUBJECTS = np.repeat(np.arange(10), 4)
SIZES = np.repeat(np.arange(9), [1, 7, 2, 5, 3, 8, 1, 6, 4])
DATA_SETS = [40, pytest.param(200, marks=pytest.mark.faults)]


def _small(number, blocks, draw):
    """In what shares of data sets p is at most 0.05: of permanova and of both fits, plain and with
    blocks. ``draw`` returns the points and the classes of a generator."""
    found = []
    for seed in range(number):
        points, classes = draw(np.random.default_rng(seed))
        A, numbers = center(points @ points.T), (classes == "a")[:, None] * 1.0
        for given in (None, blocks):
            found += [
                of_centered(A, classes, 99, seed, given).p,
                fitted_factor(points, classes, 99, seed, blocks=given).p,
                fitted(points, numbers, 99, seed, blocks=given).p[0],
            ]
    plain, with_blocks = (np.array(found).reshape(-1, 2, 3) <= 0.05).mean(axis=0)
    return plain, with_blocks


@pytest.mark.parametrize("number", DATA_SETS)
@pytest.mark.parametrize("blocks", [SUBJECTS, SIZES], ids=["four samples each", "1 to 8 samples"])
def test_classes_of_subjects_without_an_effect_have_a_small_p_only_if_samples_are_permuted(
    number, blocks
):
    subjects = blocks.max() + 1

    def draw(rng):
        means = 1.5 * rng.normal(size=(subjects, 5))
        classes = rng.permutation(np.resize(["a", "b"], subjects))
        return means[blocks] + rng.normal(size=(len(blocks), 5)), classes[blocks]

    plain, with_blocks = _small(number, blocks, draw)
    assert (with_blocks <= 0.05 + 2.0 * np.sqrt(0.05 * 0.95 / number)).all()
    assert (plain > 0.4).all() and (plain < 0.9).all()
    if number >= 200:
        assert (with_blocks >= 0.05 - 3.0 * np.sqrt(0.05 * 0.95 / number)).all()


@pytest.mark.parametrize("number", DATA_SETS)
def test_an_effect_within_subjects_is_found_by_permutations_within_them_only(number):
    classes = np.resize(["a", "b"], len(SUBJECTS))

    def draw(rng):
        means = 3.0 * rng.normal(size=(10, 2))
        points = means[SUBJECTS] + rng.normal(size=(40, 2))
        points[classes == "b", 0] += 0.42
        return points, classes

    plain, with_blocks = _small(number, SUBJECTS, draw)
    assert (plain <= 0.01).all()
    deviation = np.sqrt(0.21 * 0.79 / number)
    assert (np.abs(with_blocks - 0.21) <= 3.0 * deviation).all()


def test_a_variable_that_is_constant_in_some_blocks_only_has_a_fit_and_no_p():
    some = np.where(NAMES == "s", AGE, DOSE)
    found = fitted(POINTS, np.column_stack([some, DOSE, AGE]), 99, blocks=NAMES)
    assert np.isnan(found.p[0])
    assert (found.assignments[0], found.permutations.tolist()) == (0, [0, 23, 99])
    assert found.r_squared[0] == pytest.approx(_of_line(POINTS, some), abs=1e-12)
    assert not np.isnan(found.p[1:]).any()
    # Samples without a value are left out first.
    few = fitted(POINTS, np.where(NAMES == "s", np.nan, DOSE)[:, None], 99, blocks=NAMES)
    assert (few.assignments[0], few.permutations[0]) == (6, 5)
    classes = np.where(NAMES == "s", WITHIN, SIDES)
    factor = fitted_factor(POINTS, classes, 99, blocks=NAMES)
    assert np.isnan(factor.p) and factor.assignments == 0
    assert factor.r_squared == pytest.approx(
        _between(POINTS, classes) / ((POINTS - POINTS.mean(axis=0)) ** 2).sum(), abs=1e-12
    )
    only = fitted_factor(POINTS, np.where(NAMES == "s", "", SIDES), 99, blocks=NAMES)
    assert (only.permutations, only.assignments) == (5, 3)


def test_one_block_is_no_test_of_a_variable_that_is_constant_and_one_of_a_variable_that_is_not():
    found = fitted(POINTS, np.column_stack([np.full(13, 2.5), AGE]), 99, blocks=["x"] * 13)
    assert (found.p[0], found.permutations.tolist()) == (1.0, [0, 99])
    assert found.p[1] == fitted(POINTS, AGE[:, None], 99).p[0]


def test_a_sample_without_a_class_needs_no_block_and_has_no_part():
    more = np.vstack([POINTS[:5], [[9.0, -7.0]], POINTS[5:]])
    classes, blocks = np.insert(SIDES, 5, ""), [*NAMES[:5], None, *NAMES[5:]]
    found = kpca.permanova(_distances(more), classes, 99, blocks=blocks)
    alone = kpca.permanova(_distances(POINTS), SIDES, 99, blocks=list(NAMES))
    assert (found.p, found.assignments) == (alone.p, 3)
    assert found.f == pytest.approx(alone.f, abs=1e-12)


def test_blocks_are_matched_to_the_samples_by_name():
    names = [f"s{k}" for k in (7, 2, 9, 0, 12, 4, 11, 1, 8, 3, 10, 6, 5)]
    D, blocks = pd.DataFrame(_distances(POINTS), names, names), pd.Series(NAMES, names)
    found = kpca.permanova(D, SIDES, 99, blocks=blocks.sort_index())
    assert found.p == kpca.permanova(_distances(POINTS), SIDES, 99, blocks=NAMES).p


def test_with_blocks_there_is_no_p_of_the_spreads():
    found = kpca.permanova(_distances(POINTS), SIDES, 99, blocks=list(NAMES))
    plain = kpca.permanova(_distances(POINTS), SIDES, 99)
    assert np.isnan(found.spread_p) and 0.0 < plain.spread_p <= 1.0
    assert found.spread_f == plain.spread_f
