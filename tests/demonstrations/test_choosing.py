"""Each rule chooses from its own curve, and the data are those that are named."""

import numpy as np
import pytest

from kpca.demonstrations.choosing import DIGITS, FACTORS, compare, data
from kpca.kernels.bandwidth import median


@pytest.fixture(scope="module")
def iris():
    return compare("iris", data()["iris"][::3], 3)


def test_the_data_sets_have_their_sizes():
    shapes = {name: X.shape for name, X in data().items()}
    assert shapes == {"digits": (DIGITS, 64), "wine": (178, 13), "iris": (150, 4)}


def test_every_gamma_is_a_multiple_of_the_median_heuristic(iris):
    X = data()["iris"][::3]
    np.testing.assert_allclose(iris.gammas, median(X) * np.array(FACTORS), rtol=1e-15, atol=0)
    assert iris.middle == median(X)


def test_a_choice_is_what_the_curve_of_its_rule_says(iris):
    by_rule = {one.rule: one[1:] for one in iris.choices}
    assert len(by_rule) == len(iris.choices) == 9
    assert by_rule["median heuristic"] == (iris.middle, None)
    assert by_rule["parallel analysis"] == (iris.middle, iris.parallel.components)
    best = int(iris.hidden.mean.min(axis=1).argmin())
    mean, spread = iris.hidden.mean[best], iris.hidden.standard_error[best]
    within = mean <= mean.min() + spread[mean.argmin()]
    expected = (iris.gammas[best], iris.hidden.components[within][0])
    assert by_rule["hidden entries, one standard error"] == expected
    assert by_rule["two halves, 45°"] == (iris.middle, iris.halves.components)
    assert by_rule["PCA, hidden entries, one standard error"][0] is None


def test_rows_prefer_the_end_of_both_lists_and_hidden_entries_do_not(iris):
    assert (np.diff(iris.rows.mean, axis=1) < 0.0).all()
    assert iris.rows.best_kernel == 0
    assert iris.hidden.best_kernel > 0
    assert iris.pca_rows.mean[0, -1] < 1e-20
    assert iris.pca_hidden.mean[0].argmin() < 3
    assert iris.halves.angles.shape == (3, 12)
