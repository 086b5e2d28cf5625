"""Variables fitted to scores: least squares, permutations, and literal numbers."""

import numpy as np
import pytest

from kpca.supplementary import fitted

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


def test_all_orders_of_four_samples_count_ties_in_spite_of_rounding():
    """Of 24 orders 2 fit a line perfectly: p is near 1/12, and 0 without the ties."""
    scores = np.array([[0.1], [0.2], [0.3], [0.4]])
    found = fitted(scores, np.array([[0.7], [0.8], [0.9], [1.0]]), 2399)
    assert abs(found.p[0] - 2 / 24) < 0.02


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


@pytest.mark.parametrize(
    ("variables", "permutations", "message"),
    [
        (VARIABLES[:39], 9, "variables of 39 samples for scores of 40; allowed: one row for each"),
        (np.where(np.arange(40)[:, None] == 6, np.nan, VARIABLES), 9, "1 is nan for sample 7; all"),
        (VARIABLES, 0, "permutations: 0; allowed: at least 1"),
    ],
)
def test_what_cannot_be_fitted_is_refused(variables, permutations, message):
    with pytest.raises(ValueError, match=message):
        fitted(Z, variables, permutations)
