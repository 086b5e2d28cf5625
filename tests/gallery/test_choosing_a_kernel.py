"""Each rule chooses from its own curve, and the data are those that are named."""

from dataclasses import replace

import numpy as np
import pytest

from choosing_a_kernel import (
    HALVED,
    HALVINGS,
    NUMBERS,
    compare,
    data,
)
from kpca.choosing.hidden_values import errors_of_means, hidden_errors
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.data import Vectors
from kpca.kernels import RBF, Linear
from kpca.kernels.bandwidth import median
from kpca.studies.automatic import choose_components, width
from preimage_error import best_kernel, elbow, preimage_errors
from stability import stability


@pytest.fixture(scope="module")
def iris():
    return compare("iris", data()["iris"][::3], 3)


def test_a_choice_is_what_the_curve_of_its_rule_says(iris):
    by_rule = {one.rule: one[1:] for one in iris.choices}
    assert len(by_rule) == len(iris.choices) == 9
    assert by_rule["median heuristic"] == (iris.middle, None)
    assert by_rule["parallel analysis"] == (iris.middle, iris.parallel.components)
    best = int(iris.hidden.mean.min(axis=1).argmin())
    mean, spread = iris.hidden.mean[best], iris.hidden.standard_error[best]
    within = mean <= mean.min() + spread[mean.argmin()]
    expected = (iris.gammas[best], iris.hidden.components[within][0])
    assert by_rule["hidden values, one standard error"] == expected
    assert by_rule["two halves, 45°"] == (iris.middle, iris.halves.components)
    assert by_rule["PCA, hidden values, one standard error"][0] is None


def test_rows_prefer_the_end_of_both_lists_and_hidden_values_do_not(iris):
    assert (np.diff(iris.rows.mean, axis=1) < 0.0).all()
    assert best_kernel(iris.rows) == 0
    assert best_kernel(iris.hidden) > 0
    assert iris.pca_rows.mean[0, -1] < 1e-20
    assert iris.pca_hidden.mean[0].argmin() < 3
    assert iris.halves.angles.shape == (3, 12)


def test_each_part_is_that_of_its_rule_and_of_its_kernel(iris):
    X = data()["iris"][::3]
    middle = RBF(median(X))
    for found, kernel in ((iris.parallel, middle), (iris.pca_parallel, Linear())):
        direct = parallel_analysis(kernel, X)
        assert (found.eigenvalues == direct.eigenvalues).all()
        assert (found.permuted == direct.permuted).all()
    assert iris.means == errors_of_means(X).mean()
    assert (iris.halves.angles == stability(middle(X, X), 12, 3).angles).all()
    some = [0, 3]
    kernels = [RBF(iris.gammas[k]) for k in some]
    assert (iris.hidden.mean[some] == hidden_errors(kernels, X, NUMBERS[:7]).mean).all()
    assert (iris.rows.mean[some] == preimage_errors(kernels, X, NUMBERS[:7]).mean).all()
    assert (iris.pca_hidden.mean == hidden_errors([Linear()], X, range(1, 5)).mean).all()


def test_the_elbow_is_that_of_rows_left_out(iris):
    by_rule = {one.rule: one[1:] for one in iris.choices}
    k = best_kernel(iris.rows)
    assert by_rule["rows left out, elbow"] == (iris.gammas[k], elbow(iris.rows, k))
    others = replace(iris, rows=replace(iris.rows, errors=iris.rows.errors[:, ::-1]))
    again = {one.rule: one[1:] for one in others.choices}
    assert again["rows left out, elbow"] != by_rule["rows left out, elbow"]


def test_automatic_is_what_a_study_does_in_which_both_words_stand(iris):
    X = data()["iris"][::3]
    gamma, _, note = width(RBF, "auto", X, "auto", X)
    components = choose_components(Vectors(RBF(gamma), X, X[:0]))[0]
    by_rule = {one.rule: one[1:] for one in iris.choices}
    assert by_rule["gamma: auto, components: auto"] == (gamma, components)
    assert "hidden values" in note


def test_enough_halvings_decide_for_the_digits():
    """Of five halvings the number of stable components changes with the seed, and of 50 not."""
    X = data()["digits"]
    K = RBF(median(X))(X, X)
    assert HALVINGS == 50
    assert {stability(K, HALVED, HALVINGS, seed).components for seed in range(2)} == {3}
    assert len({stability(K, HALVED, 5, seed).components for seed in range(4)}) > 1
