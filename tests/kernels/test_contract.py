"""The contract of a kernel, on every kernel: what the rest of the code relies on."""

from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest
from kernel_examples import EXAMPLES, example

from kpca import arithmetic, kernels, tolerances
from kpca.arithmetic import fifty_digits, is_fifty_digits
from kpca.centering import center
from kpca.kernels.kernel import Kernel
from kpca.studies.config.kernel import KERNEL_FORMS

X = np.random.default_rng(0).normal(size=(25, 3))
Y = np.random.default_rng(1).normal(size=(7, 3))

each_kernel = pytest.mark.parametrize("kernel", EXAMPLES, ids=str)


def _of_its_class(kernel):
    return [other for other in EXAMPLES if type(other) is type(kernel)]


def _between(found, expected):
    """The largest difference between doubles and numbers with fifty digits."""
    return float(np.abs(fifty_digits(np.asarray(found)) - expected).max())


@each_kernel
def test_gram_matrix_is_symmetric_to_the_last_bit(kernel):
    assert (kernel(X, X) == kernel(X, X).T).all()


@each_kernel
def test_diagonal_is_the_diagonal_of_the_gram_matrix(kernel):
    np.testing.assert_allclose(kernel.diagonal(X), kernel(X, X).diagonal(), rtol=1e-14)


@each_kernel
def test_matrix_is_the_kernel_of_every_pair(kernel):
    pairs = [[kernel(x[None], y[None])[0, 0] for y in Y] for x in X]
    np.testing.assert_allclose(kernel(X, Y), pairs, rtol=1e-13, atol=1e-15)


@each_kernel
def test_fifty_digits_stay_fifty_digits_and_the_rounding_bound_holds_and_is_not_wide(kernel):
    values = kernel(fifty_digits(X), fifty_digits(Y))
    assert is_fifty_digits(values)
    error = _between(kernel(X, Y), values)
    radius = float(arithmetic.lengths(np.vstack([X, Y]), 1).max())
    bound = kernel.rounding(3, radius)
    assert error <= bound
    assert bound <= 1e4 * max(error, tolerances.U * np.abs(kernel(X, Y)).max())


@each_kernel
def test_k1_a_kernel_that_says_so_is_positive_semidefinite_and_another_is_not(kernel):
    mu = np.linalg.eigvalsh(kernel(X, X))
    if kernel.is_positive_semidefinite:
        assert mu[0] > -len(X) * 2.0**-50 * mu[-1]
    else:
        assert mu[0] < -0.1


@each_kernel
def test_the_gradient_is_the_limit_of_differences_with_fifty_digits(kernel):
    step, weights = fifty_digits(np.array(1e-15)), np.random.default_rng(2).normal(size=(25, 7))
    found = kernel.gradient(X, Y, weights)
    assert found.shape == (25, 3)
    slightly_wrong = 0.0
    for a in range(3):
        shift = fifty_digits(np.zeros_like(X))
        shift[:, a] = step.item()
        up, down = (kernel(fifty_digits(X) + sign * shift, fifty_digits(Y)) for sign in (1, -1))
        expected = (fifty_digits(weights) * (up - down)).sum(axis=1) / (2 * step.item())
        # What is left of the difference is (10^-15)^2; each of 7 terms is rounded some 20 times.
        size = np.abs(weights).sum() * max(1.0, np.abs(found).max())
        allowed = 200 * tolerances.U * size
        assert _between(found[:, a], expected) <= allowed
        slightly_wrong = max(slightly_wrong, _between(1.000001 * found[:, a], expected) / allowed)
    assert slightly_wrong > 100.0


@each_kernel
def test_what_a_kernel_says_of_its_values_is_true_and_another_kernel_shows_otherwise(kernel):
    lengths = kernel.diagonal(3.0 * X)
    assert kernel.unit == bool(np.abs(lengths - 1.0).max() < 1e-12)
    assert kernel.positive == all((other(X, Y) >= 0.0).all() for other in _of_its_class(kernel))


@each_kernel
def test_a_smooth_kernel_has_one_gradient_on_both_sides_of_every_sample(kernel):
    one, h = np.ones((1, 1)), 1e-7
    sides = [kernel.gradient(Y[:1] + sign * h, Y[:1], one) for sign in (1, -1)]
    same = np.abs(sides[0] - sides[1]).max() < 1e-4
    assert same == kernel.smooth


@each_kernel
def test_one_weight_picks_the_gradient_of_one_pair(kernel):
    one = np.zeros((25, 7))
    one[3, 5] = 1.0
    found = kernel.gradient(X, Y, one)
    alone = kernel.gradient(X[3:4], Y[5:6], np.ones((1, 1)))
    np.testing.assert_allclose(found[3], alone[0], rtol=1e-13, atol=1e-15)
    assert not found[[i for i in range(25) if i != 3]].any()


@each_kernel
def test_features_are_as_many_as_announced_have_names_and_give_the_kernel(kernel):
    M = kernel.dimension(3)
    if M is None:
        asked = (
            lambda: kernel.features(X),
            lambda: kernel.feature_names("abc"),
            lambda: kernel.rounding_of_features(3),
        )
        for ask in asked:
            with pytest.raises(ValueError, match="no finite feature map"):
                ask()
        return
    Phi = kernel.features(X)
    assert Phi.shape == (25, M)
    assert len(set(kernel.feature_names("abc"))) == M
    np.testing.assert_allclose(Phi @ kernel.features(Y).T, kernel(X, Y), rtol=1e-12, atol=1e-12)
    exact = kernel.features(fifty_digits(X))
    assert is_fifty_digits(exact)
    sizes = np.maximum(np.abs(Phi), np.finfo(float).tiny)
    error = float((np.abs(fifty_digits(Phi) - exact) / sizes).max())
    assert error <= kernel.rounding_of_features(3) <= 40.0 * max(error, tolerances.U)


@each_kernel
def test_a_kernel_is_a_value_that_does_not_change(kernel):
    parameters = vars(kernel)
    assert type(kernel)(**parameters) == kernel
    assert hash(type(kernel)(**parameters)) == hash(kernel)
    with pytest.raises(FrozenInstanceError):
        kernel.gamma = 2.0


@each_kernel
def test_its_name_gives_the_kernel_back_and_the_configuration_has_its_parameters(kernel):
    assert kernels.from_parameters(kernel.name, **vars(kernel)) == kernel
    form = KERNEL_FORMS[kernel.name]
    assert list(form.model_fields) == ["name", *(one.name for one in fields(kernel))]
    assert kernel.formula.startswith("k(x, y) = ")
    assert kernel.notation


@each_kernel
def test_the_words_for_the_width_find_a_number_that_is_allowed(kernel):
    form = KERNEL_FORMS[kernel.name]
    for word, one in kernel.words.items():
        width = kernel.width.parameter
        others = {"name": kernel.name} | vars(kernel)
        assert getattr(form(**others | {width: word}), width) == word
        assert getattr(form(**others | {width: one.find(X)}), width) > 0.0
        assert one.meaning in form.model_json_schema()["properties"][width]["description"]


@each_kernel
def test_values_from_products_of_factors_are_those_of_the_kernel_within_their_bound(kernel):
    # Values of a movable kernel, such as the linear one, may change, if its centered matrix stays.
    middle = X.mean(axis=0) if kernel.movable and kernel.unit else 0.0
    factors = kernel.factors(X - middle, Y - middle)
    if factors is None:
        assert type(kernel).factors is Kernel.factors
        return
    A, B = factors
    P = A @ B.T
    values = kernel.of_products(P)
    assert values is P, "computed in place"
    error = _between(values, kernel(fifty_digits(X), fifty_digits(Y)))
    radius = float(arithmetic.lengths(np.vstack([X, Y]) - middle, 1).max())
    bound = kernel.rounding_of_products(3, radius)
    assert error <= bound
    assert bound <= 1e4 * max(error, tolerances.U * np.abs(values).max())


@each_kernel
def test_the_centered_matrix_of_a_movable_kernel_stays_when_all_points_are_moved(kernel):
    def change(other):
        return np.abs(center(other(X + 2.0, X + 2.0)) - center(other(X, X))).max()

    # A polynomial of degree 1 is linear, but kernels of its class are not.
    assert (max(map(change, _of_its_class(kernel))) <= 1e-13) == kernel.movable


@pytest.mark.parametrize("kind", kernels.KERNELS, ids=lambda kind: kind.name)
def test_the_definition_has_the_values_of_the_kernel_and_its_neighbors_have_others(kind):
    kernel, number = example(kind), arithmetic.hundred_digits().mpf
    x, y = ([number(entry) for entry in point.tolist()] for point in (X[0], Y[0]))
    value, bound = kernel(X[:1], Y[:1])[0, 0], kernel.rounding(3, 10.0)
    assert abs(kernel.definition.value(x, y, **vars(kernel)) - value) <= bound
    assert kernel.definition.neighbors
    for neighbor in kernel.definition.neighbors:
        assert abs(neighbor(x, y, **vars(kernel)) - value) > 1e3 * bound


@each_kernel
def test_exchanging_a_column_gives_the_kernel_of_the_changed_points(kernel):
    values_with, entries = kernel.with_column(X, Y), np.random.default_rng(3).normal(size=25)
    before = X.copy()
    for column in (1, 2):
        changed = X.copy()
        changed[:, column] = entries
        found = values_with(column, entries)
        # Of the polynomial kernel of degree 30, a rounding of the base counts 30 times.
        expected = kernel(changed, Y)
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-13)
        assert np.abs(found - kernel(X, Y)).max() > 1e-3
    assert (before == X).all(), "the points are those of the caller"


@each_kernel
def test_a_column_that_is_far_larger_than_the_others_takes_no_digits_of_them_with_it(kernel):
    large, entries = X.copy(), np.random.default_rng(3).normal(size=25)
    large[[4, 11, 20], 1] = [999999999.0, -3e12, 2e170]
    changed = large.copy()
    changed[:, 1] = entries
    found = kernel.with_column(large, Y)(1, entries)
    np.testing.assert_allclose(found, kernel(changed, Y), rtol=1e-8, atol=1e-13)


@each_kernel
def test_a_column_that_is_large_beside_some_points_only_takes_no_digits_of_the_others_with_it(
    kernel,
):
    """Beside the first of Y a product with the column is 0, beside the second one a difference."""
    large, others, entries = X.copy(), Y.copy(), np.random.default_rng(3).normal(size=25)
    large[[4, 11], 1], others[0, 1], others[1, 1] = 999999999.0, 0.0, 999999999.0
    changed = large.copy()
    changed[:, 1] = entries
    found = kernel.with_column(large, others)(1, entries)
    np.testing.assert_allclose(found, kernel(changed, others), rtol=1e-8, atol=1e-13)


def test_a_sum_of_squares_that_rounding_made_negative_counts_as_zero():
    assert kernels.Matern32(1.0).of_sums(np.array([[-1e-18]]), X[:1], X[:1])[0, 0] == 1.0
