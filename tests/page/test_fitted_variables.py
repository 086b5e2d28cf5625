"""Tables of variables beside the data: those that fit best, by name, with their words."""

from dataclasses import replace

import numpy as np

from kpca.interpretation.supplementary import FittedFactor, FittedVariables
from kpca.page import fitted_variables
from kpca.studies.fitted_variables import Fitted

K = 23
R2 = np.random.default_rng(5).permutation(K) / K
R = np.column_stack([np.sqrt(0.75 * R2), -np.sqrt(0.25 * R2)])
MANY = (np.full(K, 99), np.full(K, 10**9))
NUMBERS = FittedVariables(R, R2, R, np.linspace(0.01, 0.9, K), np.arange(K) + 5, *MANY)
NAMES = tuple(f"v{j}" for j in range(K))
OF_LAND, OF_USE = (0.25, 0.07, 99, 56), (0.75, 0.09, 27, 28)
LAND = FittedFactor(("dry", "wet"), np.array([3, 5]), np.array([[1.5, 2], [-3, 4]]), *OF_LAND)
USE = FittedFactor(("hay", "none"), np.array([6, 2]), np.array([[0.5, 1], [2, 8]]), *OF_USE)


def test_the_numbers_with_the_largest_r_squared_stand_first():
    (table,) = fitted_variables.tables(Fitted(NAMES, NUMBERS, {}))
    assert table.header == ["variable", "samples", "component 1", "component 2", "R²", "p"]
    best = sorted(range(K), key=lambda j: -R2[j])[:20]
    assert [row[0] for row in table.rows] == [f"v{j}" for j in best]
    first = best[0]
    assert table.rows[0][1:] == [
        str(first + 5),
        *(f"{value:.3f}" for value in R[first]),
        f"{R2[first]:.3f}",
        f"{NUMBERS.p[first]:.3f}",
    ]
    assert "the 20 of 23 variables with the largest R²" in table.caption
    assert "99 permutations" in table.caption
    assert "scores on components 1 and 2 has" in table.caption


def test_a_factor_has_a_row_for_each_class():
    few = FittedVariables(R[:1], R2[:1], R[:1], R2[:1], np.array([8]), *(of[:1] for of in MANY))
    _, table = fitted_variables.tables(Fitted(("v0",), few, {"land": LAND, "use": USE}))
    assert table.header[:3] == ["factor", "class", "samples"]
    assert table.rows == [
        ["use", "hay", "6", "0.5", "1", "0.750", "0.090"],
        ["use", "none", "2", "2", "8", "0.750", "0.090"],
        ["land", "dry", "3", "1.5", "2", "0.250", "0.070"],
        ["land", "wet", "5", "-3", "4", "0.250", "0.070"],
    ]
    assert "largest R²" not in table.caption


def test_a_component_that_does_not_vary_with_a_variable_has_a_dash_in_its_own_column():
    r = np.array([[np.nan, 0.5]])
    few = FittedVariables(r, R2[:1], r, R2[:1], np.array([8]), *(of[:1] for of in MANY))
    (table,) = fitted_variables.tables(Fitted(("v0",), few, {}))
    assert table.rows[0][:4] == ["v0", "8", "–", "0.500"]


def test_of_many_classes_the_most_frequent_ones_are_shown():
    levels, counts = tuple(f"c{k:02d}" for k in range(30)), np.random.default_rng(1).permutation(30)
    many = FittedFactor(levels, counts + 1, np.zeros((30, 2)), 0.5, 0.5, 99, 10**9)
    table = fitted_variables.tables(Fitted(NAMES, NUMBERS, {"many": many}))[1]
    assert [row[1] for row in table.rows] == [f"c{k:02d}" for k in range(30) if counts[k] >= 10]


def test_the_number_of_factors_is_none_of_their_classes():
    order = np.random.default_rng(3).permutation(K)
    factors = {f"f{j:02d}": replace(LAND, r_squared=float(R2[j])) for j in order}
    table = fitted_variables.tables(Fitted(NAMES, NUMBERS, factors))[1]
    best = sorted(range(K), key=lambda j: -R2[j])[:20]
    assert [row[:2] for row in table.rows] == [
        [f"f{j:02d}", level] for j in best for level in ("dry", "wet")
    ]
    assert "for the 20 of 23 factors with the largest R²" in table.caption


def test_p_stands_beside_its_assumption_and_the_least_that_few_assignments_allow():
    of_numbers, of_factors = fitted_variables.tables(
        Fitted(NAMES, NUMBERS, {"land": LAND, "use": USE})
    )
    for table in (of_numbers, of_factors):
        assert "p, if the samples are independent of each other: the share" in table.caption
        assert "No p" not in table.caption
    assert "at least" not in of_numbers.caption.split("fit at least as well.")[1]
    assert "and up to 99 permutations of the samples" in of_factors.caption
    assert "use 0.0357 (28 assignments) and land 0.0179 (56 assignments)" in of_factors.caption


def test_with_blocks_these_are_independent_and_variables_without_a_p_are_named():
    without = np.array([R2.argmax(), R2.argmin()])
    p = NUMBERS.p.copy()
    p[without] = np.nan
    numbers = replace(NUMBERS, p=p)
    use = replace(USE, p=float("nan"), permutations=0, assignments=0)
    fitted = Fitted(NAMES, numbers, {"land": LAND, "use": use}, "blocks")
    of_numbers, of_factors = fitted_variables.tables(fitted)
    for table, name in ((of_numbers, f"v{without[0]}"), (of_factors, "use")):
        assert "if the blocks are independent of each other, or for what differs" in table.caption
        assert "and 99 permutations of blocks, or of samples within them" in table.caption
        assert table.caption.split("value of them and others several: ")[1].split(".")[0] == name
        assert {row[-1] for row in table.rows if row[0] == name} == {"–"}
    assert fitted.doubtful[without].all()
    assert fitted.dashed.endswith("within a block says nothing, or there is no p")
    assert not replace(fitted, numbers=NUMBERS).dashed.endswith("no p")
