"""Row-wise errors are those of PCA for the linear kernel, and fall with the components."""

import numpy as np
import pytest

import preimage_error
from kpca.choosing.folds import LeftOutErrors
from kpca.formulations import dual
from kpca.kernels import RBF, Laplacian, Linear, Polynomial
from kpca.preimages.target import Target
from preimage_error import best_kernel, elbow, preimage_errors, within_one_standard_error

RNG = np.random.default_rng(5)
X = RNG.normal(size=(40, 4)) * [3.0, 2.0, 1.0, 0.5] + 7.0


def test_with_the_linear_kernel_the_errors_are_those_of_pca_with_rows_left_out():
    found = preimage_errors([Linear()], X, [1, 3], folds=4)
    for fold in range(4):
        out = found.folds == fold
        mean = X[~out].mean(axis=0)
        axes = np.linalg.svd(X[~out] - mean)[2]
        for b, d in enumerate((1, 3)):
            rest = (X[out] - mean) @ axes[d:].T
            np.testing.assert_allclose(
                found.errors[0, b, out], (rest**2).sum(axis=1), rtol=1e-9, atol=1e-12
            )


def test_every_sample_is_left_out_once_in_folds_of_equal_size():
    found = preimage_errors([Linear()], X, [1], folds=7)
    assert sorted(np.bincount(found.folds)) == [5, 5, 6, 6, 6, 6, 6]
    again = preimage_errors([Linear()], X, [1], folds=7, seed=1)
    assert (again.folds != found.folds).any()


def test_the_error_falls_to_nothing_even_where_the_components_are_noise():
    noise = RNG.normal(size=(60, 4))
    linear = preimage_errors([Linear()], noise, [1, 2, 3, 4]).mean[0]
    assert (np.diff(linear) < 0.0).all()
    assert linear[-1] < 1e-20
    gaussian = preimage_errors([RBF(0.01)], noise, [1, 4, 14]).mean[0]
    assert gaussian[-1] < 0.1 * gaussian[0]


def test_a_wide_gaussian_kernel_has_the_errors_of_the_linear_kernel():
    linear, wide = preimage_errors([Linear(), RBF(1e-5)], X, [1, 2]).mean
    np.testing.assert_allclose(wide, linear, rtol=2e-3, atol=0)


@pytest.mark.parametrize("kernel", [Polynomial(0.1, 2), Laplacian(0.2)], ids=str)
def test_other_kernels_have_pre_images_by_their_own_method(kernel):
    solution = dual.fit(kernel(X, X), 3)
    points = preimage_error.preimages(Target.of_projections(solution, kernel, X, X[:5]), X[:5])
    assert points.shape == (5, 4)
    assert ((points - X[:5]) ** 2).sum() < ((X[:5] - X.mean(axis=0)) ** 2).sum()


def _errors(*means):
    """Errors of one kernel with these means, and a standard error of 1 for each."""
    folds = np.repeat([0, 1], 3)
    errors = np.array(means)[None, :, None] + np.where(folds == 0, -1.0, 1.0)
    return LeftOutErrors(np.array([1, 2, 5, 9][: len(means)]), folds, errors)


def test_the_rule_of_one_standard_error_takes_the_fewest_components():
    found = _errors(9.0, 4.0, 3.5, 3.2)
    np.testing.assert_allclose(found.standard_error, 1.0, rtol=0, atol=1e-12)
    assert within_one_standard_error(found, 0) == 2
    assert within_one_standard_error(_errors(9.0, 4.0, 2.0, 3.2), 0) == 5


def test_the_elbow_is_farthest_below_the_line_between_the_ends():
    # From (0, 1) to (1, 0): at 1/8, 1/2 the errors 0.3 and 0.25 are 0.575 and 0.25 below.
    assert elbow(_errors(10.0, 3.0, 2.5, 0.0), 0) == 2
    assert elbow(_errors(10.0, 9.0, 0.5, 0.0), 0) == 5
    # The line from 1 to 0.9 is at 0.9875, 0.95; the errors 0.2 and 0.1 are 0.7875 and 0.85 below.
    assert elbow(_errors(1.0, 0.2, 0.1, 0.9), 0) == 5
    assert elbow(_errors(0.25, 0.125, 0.375, 1.0), 0) == 5, "from 0.25 to 1: 0.219 and 0.25 below"
    assert elbow(_errors(1.0, 4.0, 3.0, 0.5), 0) == 1, "no error lies below the line"
    assert elbow(_errors(2.0, 2.0, 2.0, 2.0), 0) == 1


def test_the_best_kernel_has_the_least_error_of_all():
    folds = np.array([0, 1])
    errors = np.array([[[3.0, 3.0], [2.0, 2.0]], [[4.0, 4.0], [1.0, 1.0]]])
    assert best_kernel(LeftOutErrors(np.array([1, 2]), folds, errors)) == 1


def test_numbers_of_components_are_sorted_with_their_errors():
    backwards, forwards = (preimage_errors([RBF(0.05)], X, d) for d in ([3, 1], [1, 3]))
    assert backwards.components.tolist() == [1, 3]
    assert (backwards.errors == forwards.errors).all()
    assert backwards.mean[0, 0] > backwards.mean[0, 1]


@pytest.mark.parametrize("kernel", [Linear(), RBF(0.05), Laplacian(0.2)], ids=str)
def test_of_fewer_samples_than_folds_each_is_left_out_by_itself(kernel):
    few = X[:7]
    more, each = (preimage_errors([kernel], few, [2, 1], folds=f) for f in (11, 7))
    assert len(np.unique(more.folds)) == len(np.unique(each.folds)) == 7
    np.testing.assert_allclose(more.errors, each.errors, rtol=1e-9, atol=1e-12)
