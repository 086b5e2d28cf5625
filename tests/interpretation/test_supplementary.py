"""Variables fitted to scores: least squares, permutations, and literal numbers."""

import numpy as np
import pytest

from kpca.interpretation.supplementary import fitted, fitted_factor

RNG = np.random.default_rng(21)
Z = RNG.normal(size=(40, 2)) * [3.0, 0.5]
ALONG = 2.0 * Z[:, 0] - 7.0 * Z[:, 1] + 100.0
VARIABLES = np.column_stack(
    [ALONG, ALONG + 4.0 * RNG.normal(size=40), RNG.normal(size=40), np.full(40, 0.1)]
)


def test_five_samples_by_hand():
    """On the scores 0, 1, 2, 3, 4: y = 1, 3, 2, 5, 4 has the slope 0.8 and R^2 = 0.64."""
    scores = np.array([[0.0], [1.0], [2.0], [3.0], [4.0]])
    found = fitted(scores, np.array([[1.0], [3.0], [2.0], [5.0], [4.0]]), 199, seed=3)
    assert found.correlations[0, 0] == pytest.approx(0.8, abs=1e-14)
    assert found.r_squared[0] == pytest.approx(0.64, abs=1e-14)
    assert found.directions.tolist() == [[1.0]]
    assert found.arrows[0, 0] == pytest.approx(0.8, abs=1e-14)
    # Of 120 orders 16 have a correlation of at least 0.8 in size, ties included.
    assert abs(found.p[0] - 16 / 120) < 0.08


@pytest.mark.parametrize(
    ("scores", "values", "orders", "allowed"),
    [
        # Two orders fit a line perfectly.
        ([[0.1], [0.2], [0.3], [0.4]], [0.7, 0.8, 0.9, 1.0], 2, 0.02),
        # On the corners of a square 8 have the same two diagonals, 0.1 opposite to 0.9.
        ([[0.1, 0.3], [0.4, 0.3], [0.4, 0.6], [0.1, 0.6]], [0.1, 0.4, 0.9, 0.2], 8, 0.04),
    ],
)
def test_orders_of_four_samples_that_fit_as_well_up_to_rounding_count(
    scores, values, orders, allowed
):
    """Of 24 orders; without the ties p would be 0."""
    found = fitted(np.array(scores), np.array(values)[:, None], 2399)
    assert abs(found.p[0] - orders / 24) < allowed


def test_r_squared_and_directions_are_those_of_least_squares():
    found = fitted(Z, VARIABLES, 99)
    design = np.column_stack([np.ones(40), Z])
    for j in range(3):
        y = VARIABLES[:, j]
        coefficients = np.linalg.lstsq(design, y, rcond=None)[0]
        rest = y - design @ coefficients
        assert found.r_squared[j] == pytest.approx(1.0 - rest @ rest / (40 * y.var()), abs=1e-12)
        slope = coefficients[1:] / np.linalg.norm(coefficients[1:])
        np.testing.assert_allclose(found.directions[j], slope, rtol=1e-10)
        expected = [np.corrcoef(y, z)[0, 1] for z in Z.T]
        np.testing.assert_allclose(found.correlations[j], expected, rtol=1e-10)
    assert found.r_squared[0] == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(found.directions[0], np.array([2.0, -7.0]) / np.sqrt(53.0))
    assert (
        np.abs(
            found.correlations[0] / np.linalg.norm(found.correlations[0]) - found.directions[0]
        ).max()
        > 0.1
    ), "the control: correlations are no direction"


def test_scores_need_neither_a_mean_of_zero_nor_right_angles():
    turned = Z @ np.array([[1.0, 0.4], [0.2, 2.0]]) + [5.0, -3.0]
    found, before = fitted(turned, VARIABLES, 99), fitted(Z, VARIABLES, 99)
    np.testing.assert_allclose(found.r_squared, before.r_squared, atol=1e-12)
    assert (found.p == before.p).all()


def test_a_variable_that_belongs_to_the_scores_has_the_least_p_and_noise_a_uniform_one():
    found = fitted(Z, VARIABLES, 199)
    assert found.p[0] == found.p[1] == 1 / 200
    noise = fitted(Z, RNG.normal(size=(40, 400)), 199).p
    assert abs((noise <= 0.05).mean() - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 400)
    assert abs(noise.mean() - 0.5) < 4 * np.sqrt(1 / 12 / 400)


def test_a_variable_that_does_not_vary_has_no_direction_and_fits_by_chance_always():
    found = fitted(Z, VARIABLES, 19)
    assert found.r_squared[3] == 0.0
    assert (found.directions[3] == 0.0).all()
    assert (found.correlations[3] == 0.0).all()
    assert found.p[3] == 1.0


def test_the_unit_of_a_variable_does_not_count_and_the_seed_does():
    found, scaled = fitted(Z, VARIABLES, 99), fitted(Z, 1e-170 * VARIABLES, 99)
    np.testing.assert_allclose(scaled.r_squared, found.r_squared, rtol=1e-12, atol=1e-15)
    assert (found.p == fitted(Z, VARIABLES, 99).p).all()
    assert (found.p != fitted(Z, VARIABLES, 99, seed=1).p).any()


def test_the_fit_to_the_first_components_is_that_to_their_scores_alone():
    """As with choices = 1:2 of envfit. The correlations are those with all three components."""
    third = np.random.default_rng(9).normal(size=40) + 0.3 * VARIABLES[:, 2]
    scores = np.column_stack([Z, third])
    found, alone = fitted(scores, VARIABLES, 99, first=2), fitted(Z, VARIABLES, 99)
    np.testing.assert_array_equal(found.r_squared, alone.r_squared)
    np.testing.assert_array_equal(found.arrows, alone.arrows)
    np.testing.assert_array_equal(found.p, alone.p)
    of_all = fitted(scores, VARIABLES, 99)
    np.testing.assert_array_equal(found.correlations, of_all.correlations)
    assert of_all.r_squared[2] > found.r_squared[2] + 0.01, "the control: all three components"


def test_classes_are_fitted_to_the_first_components_and_have_means_on_all():
    third = np.array([5.0, -2.0, 1.0, 0.5] * 10)
    scores, classes = np.column_stack([Z, third]), list("bcab" * 10)
    found, alone = fitted_factor(scores, classes, 99, first=2), fitted_factor(Z, classes, 99)
    assert (found.r_squared, found.p) == (alone.r_squared, alone.p)
    np.testing.assert_allclose(found.centroids[:, 2], [1.0, 2.75, -2.0], rtol=1e-14)
    np.testing.assert_allclose(found.centroids[:, :2], alone.centroids, rtol=1e-14)
    of_all = fitted_factor(scores, classes, 99)
    assert of_all.r_squared > found.r_squared + 0.1, "the control: all three components"


def test_other_components_however_large_leave_the_fit_of_classes_to_the_first_as_it_is():
    third, classes = np.array([5.0, -2.0, 1.0, 0.5] * 10), list("bcab" * 10)
    small = np.column_stack([2.0**-600 * Z, third])
    found, alone = fitted_factor(small, classes, 99, first=2), fitted_factor(Z, classes, 99)
    assert found.r_squared == pytest.approx(alone.r_squared, abs=1e-14)
    assert found.p == alone.p


def test_classes_of_six_samples_by_hand():
    """Means 1 and 4 of the scores 0, 2 and 3, 4, 4, 5: 12 of the sum of squares 16 is between."""
    scores = np.array([[4.0], [0.0], [3.0], [5.0], [2.0], [4.0]])
    found = fitted_factor(scores, ["b", "a", "b", "b", "a", "b"], 2000, seed=2)
    assert found.levels == ("a", "b")
    assert found.counts.tolist() == [2, 4]
    np.testing.assert_allclose(found.centroids, [[1.0], [4.0]], rtol=1e-14)
    assert found.r_squared == pytest.approx(0.75, abs=1e-14)
    # Of the 15 pairs that could be class a only 0, 2 is as far from the mean.
    assert abs(found.p - 1 / 15) < 0.02


def test_r_squared_of_classes_is_of_all_components_together():
    scores = np.array([[0.0, 1.0], [0.0, 4.0], [6.0, 1.0], [6.0, 2.0]])
    found = fitted_factor(scores, ["x", "x", "y", "y"], 9)
    np.testing.assert_allclose(found.centroids, [[0.0, 2.5], [6.0, 1.5]], rtol=1e-14)
    assert found.r_squared == pytest.approx(37.0 / 42.0, abs=1e-14)


def test_classes_that_belong_to_the_scores_have_the_least_p_and_chance_a_uniform_one():
    signs = np.where(Z[:, 0] > 0.0, "above", "below")
    assert fitted_factor(Z, signs, 199).p == 1 / 200
    chance = [fitted_factor(Z, RNG.choice(list("abc"), 40), 99).p for _ in range(200)]
    assert abs(np.mean(chance) - 0.5) < 4 * np.sqrt(1 / 12 / 200)
    one = fitted_factor(Z, ["same"] * 40, 19)
    assert (one.r_squared, one.p) == (pytest.approx(0.0, abs=1e-25), 1.0)


def test_a_variable_that_varies_little_beside_its_mean_is_no_constant():
    """1e6 +- 1e-5 for 200,000 samples is a function of their class, and its score has R^2 = 1."""
    signs = np.resize([1.0, -1.0, -1.0], 200_000)
    found = fitted(signs[:, None], 1e6 + 1e-5 * signs[:, None], 1)
    assert found.r_squared[0] == pytest.approx(1.0, abs=1e-9)
    assert found.correlations[0, 0] == pytest.approx(1.0, abs=1e-9)
    still = np.resize([0.1, np.nextafter(0.1, 1.0)], 40)[:, None]
    assert fitted(Z, still, 1).r_squared[0] == 0.0, "the control: it varies by rounding"


def test_scores_that_depend_on_others_or_do_not_vary_change_nothing():
    found = fitted(Z, VARIABLES, 99)
    copied = np.column_stack([Z[:, 0], np.full(40, 0.3), Z[:, 1], 5.0 * Z[:, 0] - 2.0])
    again = fitted(copied, VARIABLES, 99)
    np.testing.assert_allclose(again.r_squared, found.r_squared, rtol=1e-12, atol=1e-15)
    assert (again.p == found.p).all()
    columns = [0, 2]
    np.testing.assert_allclose(again.correlations[:, columns], found.correlations, atol=1e-14)
    assert (again.correlations[:, 1] == 0.0).all()
    # Half of the slope in units of the deviations is that of the copy, which is five times as long.
    slopes = again.directions[0]
    np.testing.assert_allclose(slopes / slopes[2], [-1 / 7, 0.0, 1.0, -1 / 35], atol=1e-12)


def test_all_variables_share_the_permutations_and_those_of_classes_have_a_seed():
    noise = RNG.normal(size=(40, 6))
    p = fitted(Z, np.hstack([noise, noise]), 49).p
    assert (p[:6] == p[6:]).all()
    assert len(set(p)) > 3, "the control: p differs between variables"
    classes = RNG.choice(list("abc"), 40)
    first, same, other = (fitted_factor(Z, classes, 199, seed=seed).p for seed in (0, 0, 1))
    assert first == same != other


def test_no_share_of_the_variance_is_above_one_by_rounding():
    for seed in range(40):
        scores = np.random.default_rng(seed).normal(size=(12, 3))
        variables = scores @ np.random.default_rng(seed).normal(size=(3, 5))
        r_squared = fitted(scores, variables, 1).r_squared
        assert (r_squared <= 1.0).all()
        assert (r_squared > 1.0 - 1e-12).all()


@pytest.mark.parametrize("unit", [1e-170, 1.0, 1e170])
def test_scores_that_do_not_vary_set_no_unit_of_the_directions(unit):
    beside = np.column_stack([unit * Z[:, 0], np.zeros(40), unit * Z[:, 1]])
    directions = fitted(beside, VARIABLES, 9).directions
    expected = [2.0 / np.sqrt(53.0), 0.0, -7.0 / np.sqrt(53.0)]
    np.testing.assert_allclose(directions[0], expected, rtol=1e-10, atol=1e-14)


def test_more_components_than_samples_fit_everything():
    wide = np.random.default_rng(3).normal(size=(4, 6))
    found = fitted(wide, np.array([[1.0], [5.0], [2.0], [3.5]]), 9)
    assert (found.r_squared[0], found.p[0]) == (pytest.approx(1.0, abs=1e-12), 1.0)


def test_scores_of_zero_have_no_relation_to_anything_and_the_unit_of_scores_does_not_count():
    zero = fitted(np.zeros((40, 2)), VARIABLES, 9)
    assert not zero.r_squared.any()
    assert not zero.correlations.any()
    assert not zero.directions.any()
    classes = np.where(VARIABLES[:, 2] > 0.3, "a", "b")
    of_zero = fitted_factor(np.zeros((40, 2)), classes, 9)
    assert (of_zero.r_squared, of_zero.p) == (0.0, 1.0)
    small, usual = (fitted_factor(unit * Z, classes, 99) for unit in (1e-170, 1.0))
    assert small.r_squared == pytest.approx(usual.r_squared, rel=1e-12, abs=0.0)
    assert small.p == usual.p
    np.testing.assert_allclose(1e170 * small.centroids, usual.centroids, rtol=1e-12)
    np.testing.assert_allclose(
        fitted(1e-170 * Z, VARIABLES, 9).directions, fitted(Z, VARIABLES, 9).directions, rtol=1e-10
    )


def test_a_variable_with_missing_values_is_fitted_to_the_samples_that_have_one():
    """Among them their permutations are, and other variables keep all samples."""
    values = VARIABLES.copy()
    values[[3, 8, 21], 1] = values[[0, 8], 2] = np.nan
    found, complete = fitted(Z, values, 99, first=1), fitted(Z, VARIABLES, 99, first=1)
    assert found.counts.tolist() == [40, 37, 38, 40]
    for j in range(4):
        has = ~np.isnan(values[:, j])
        alone = fitted(Z[has], values[has, j : j + 1], 99, first=1)
        np.testing.assert_allclose(found.correlations[j], alone.correlations[0], atol=1e-14)
        assert found.r_squared[j] == pytest.approx(alone.r_squared[0], abs=1e-14)
        assert (found.p[j], found.directions[j]) == (alone.p[0], alone.directions[0])
    assert found.p[0] == complete.p[0]
    filled = np.where(np.isnan(values), np.nanmean(values, axis=0), values)
    planted = fitted(Z, filled, 99, first=1).r_squared
    assert (np.abs(planted - found.r_squared)[1:3] > 1e-4).all(), "the control: means in the holes"
    none = fitted(Z, np.full((40, 1), np.nan), 9)
    assert (none.r_squared[0], none.p[0], none.counts[0]) == (0.0, 1.0, 0)


def test_samples_without_a_class_have_no_part_in_the_means_and_the_permutations():
    classes = np.array(list("bcabcabaca" * 4))
    holes, others = classes.astype(object), np.delete(np.arange(40), [2, 17, 30])
    holes[[2, 17, 30]] = "", None, np.nan
    found = fitted_factor(Z, holes, 199)
    alone = fitted_factor(Z[others], classes[others], 199)
    assert found.levels == ("a", "b", "c")
    assert found.counts.sum() == 37
    np.testing.assert_array_equal(found.centroids, alone.centroids)
    assert (found.r_squared, found.p) == (alone.r_squared, alone.p)
    assert abs(fitted_factor(Z, classes, 199).r_squared - found.r_squared) > 1e-3, "the control"
