"""R3 on data on which it failed or raised: directions on a line, narrow lines, no convergence."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from kpca import kernels
from kpca.data import Vectors
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.preimages import PreImages
from kpca.preimages.target import Target
from kpca.statements import every, preimages  # noqa: F401  registers the statements
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS
from kpca.statements.defined_preimages import without_convergence


def _check(kernel, X, X_new, d):
    return STATEMENTS["R3"].on(Case(Vectors(kernel, X, X_new), d))


def test_a_step_of_the_quotients_does_not_jump_over_0_where_the_cosine_does():
    X = np.array([[-1e3], [0.4], [1.0], [-2.0], [1500.0]])
    assert _check(kernels.Cosine(), X, X[[1, 0, 3]], 1).verdict == "agrees"


@pytest.mark.parametrize("seed", range(6))
def test_r3_agrees_with_the_cosine_of_points_whose_lengths_span_eighteen_decades(seed):
    rng = np.random.default_rng(seed)
    X, x = (rng.normal(size=(n, 3)) * 10.0 ** rng.uniform(-16.0, 2.0, (n, 1)) for n in (20, 6))
    assert _check(kernels.Cosine(), X, x, 2).verdict == "agrees"


@pytest.mark.parametrize("seed", [338, 370, 390])
def test_the_distance_constraint_agrees_far_outside_a_line_with_a_little_noise(seed):
    """Three lines of 400 whose y lie so far outside that the rounding of |y - x|^2 matters."""
    rng = np.random.default_rng(seed)
    q, n, noise = int(rng.integers(2, 5)), int(rng.integers(5, 30)), 10.0 ** rng.uniform(-9, -5)
    direction = rng.normal(size=(1, q))
    X = rng.normal(size=(n + 5, 1)) * direction + noise * rng.normal(size=(n + 5, q))
    rng.uniform()
    kernel, d = kernels.RBF(10.0 ** rng.uniform(-2.0, 1.0)), int(rng.integers(1, 5))
    assert _check(kernel, X[:n], X[n:], d).verdict == "agrees"


def test_where_few_points_lack_convergence_they_are_counted_and_decide_nothing(monkeypatch):
    rng = np.random.default_rng(3)
    X, x = rng.normal(size=(15, 2)), rng.normal(size=(7, 2))
    whole = _check(kernels.RBF(0.5), X, x, 4)
    call = FixedPoint.__call__

    def missing(method, target, start):
        reached = call(method, target, start)
        return replace(reached, converged=reached.converged & (np.arange(len(start)) != 2))

    monkeypatch.setattr(FixedPoint, "__call__", missing)
    check = _check(kernels.RBF(0.5), X, x, 4)
    assert (whole.verdict, check.verdict) == ("agrees", "agrees")
    assert whole.decided == whole.entries
    assert check.entries - check.decided == 3


@pytest.mark.parametrize("seed", [92, 175])
def test_a_kernel_about_as_wide_as_the_rounding_of_the_points_fails_nothing(seed):
    """Of 300 such studies those whose pre-images rounding moves off their minimum."""
    rng, unit = np.random.default_rng(seed), 2.0**-52
    q, n, d = (int(rng.integers(least, most)) for least, most in ((1, 4), (4, 12), (1, 4)))
    center, span = rng.uniform(1.0, 2.0, q), 10.0 ** rng.uniform(0.5, 2.5)
    X = center + unit * np.round(span * rng.normal(size=(n + 3, q)))
    width = unit * 10.0 ** rng.uniform(-0.3, 1.5)
    assert 15.0 < width / unit < 30.0
    check = _check(kernels.RBF(0.5 / width**2), X[:n], X[n:], d)
    assert check is None or check.verdict in ("agrees", "undecided")


@pytest.mark.parametrize("seed", [11, 40, 266, 455, 684])
def test_clusters_as_narrow_as_the_rounding_of_their_points_fail_nothing(seed):
    """Of 1,000 such studies those in which an average of far clusters is rounded the most."""
    rng = np.random.default_rng(seed)
    q, n, d = (int(rng.integers(least, most)) for least, most in ((1, 7), (3, 30), (1, 7)))
    centers = rng.normal(size=(int(rng.integers(1, 6)), q)) * 10.0 ** rng.uniform(-3, 9)
    centers = np.abs(centers) if rng.uniform() < 0.3 else centers
    X = centers[rng.integers(0, len(centers), n + 5)]
    X = X + np.spacing(np.abs(X)) * rng.integers(-3, 4, size=X.shape)
    width = np.spacing(np.abs(centers).max()) * 10.0 ** rng.uniform(-1, 1.5)
    kernel = kernels.RBF(0.5 / width**2)
    if rng.choice(["rbf", "rbf", "m32", "m52", "rq"]) == "rq":
        kernel = kernels.RationalQuadratic(width, 10.0 ** rng.uniform(-1, 1))
    assert _check(kernel, X[:n], X[:n], d).verdict == "agrees"


@pytest.mark.parametrize("seed", range(4))
def test_r3_agrees_where_rounding_tells_the_scores_of_equal_samples_apart(seed):
    """One column of 39 is 1 in each sample, far from the origin; several samples are equal."""
    rng = np.random.default_rng(seed)
    X = 4121.12502556 + np.eye(39)[rng.integers(0, 8, size=22)]
    assert _check(kernels.Polynomial(2e-8, 1, 0.0), X, X[:5], 2).verdict == "agrees"


def test_without_a_step_that_is_short_enough_there_is_no_difference_quotient():
    """Between points 3e7 from the origin no step fits into the width of 1e-3 of the kernel."""
    rng = np.random.default_rng(5)
    X = 3e7 + rng.integers(0, 2, size=(12, 3)).astype(float)
    check = _check(kernels.RBF(8e5), X, X[[3, 0, 7]], 1)
    assert check is None or check.verdict in ("agrees", "undecided")


def test_if_exactly_half_of_the_points_converged_the_others_decide_nothing():
    kernel, Z = kernels.Linear(), np.array([[3.0, 1.0], [-2.0, 0.5], [0.7, -4.0], [1.5, 2.5]])
    W = np.eye(4)
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, Z)
    reached = PreImages.of(target, Z, converged=np.array([True, False, True, False]))
    part = without_convergence(reached, target, Z, "N0: ")
    assert list(part) == ["N0: without convergence"]
    assert part["N0: without convergence"][0].tolist() == [0.0, 0.0]
    fewer = replace(reached, converged=np.array([True, False, False, False]))
    assert list(without_convergence(fewer, target, Z, "N0: ")) == [
        "N0: 1 of 4 pre-images converged"
    ]


def _wide():
    """A target in 40 columns with 5 samples, and 2 points."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(5, 40))
    kernel = kernels.RBF(0.02)
    W = np.array([[0.4, -0.1, 0.3, 0.2, 0.2], [1.1, 0.5, -0.6, 0.3, -0.3]])
    zero = np.zeros((5, 1))
    return Target(kernel, X, W, W @ kernel(X, X), zero, zero[:2]), rng.normal(size=(2, 40))


def test_differences_in_the_span_of_the_samples_find_the_whole_gradient_of_wide_data():
    target, Y = _wide()
    few, y = preimages._in_their_span(target, Y)
    quotients = preimages._central(few, y, np.full(2, 1e-3))
    gradient = np.linalg.norm(target.gradient(Y), axis=1)
    assert quotients.shape == (2, 7)
    np.testing.assert_allclose(np.linalg.norm(quotients, axis=1), gradient, rtol=1e-6)
    few_axes = np.linalg.norm(target.gradient(Y)[:, :7], axis=1)
    assert (few_axes < 0.8 * gradient).all()


def test_coordinates_in_the_span_of_samples_and_points_keep_their_inner_products():
    target, Y = _wide()
    few, y = preimages._in_their_span(target, Y)
    before, after = np.vstack([target.X, Y]), np.vstack([few.X, y])
    assert after.shape == (7, 7)
    np.testing.assert_allclose(after @ after.T, before @ before.T, rtol=0.0, atol=1e-13)


def test_a_point_without_a_difference_quotient_takes_its_own_numbers_with_it():
    """The second of three points is so far out that no step fits into the width of the kernel."""
    X = np.array([[3.0, 1.0], [-2.0, 0.5], [0.7, -4.0], [1.5, 2.5]])
    W = np.array([[0.5, -0.25, 0.125, 0.3], [0.1, 0.2, 0.3, 0.4], [2.0, -3.0, 1.5, 0.75]])
    kernel, zero = kernels.RBF(0.3), np.zeros((4, 1))
    target = Target(kernel, X, W, W @ kernel(X, X), zero, zero[:3])
    Y = np.array([[0.4, -1.3], [1e14, 2e14], [1.2, 0.6]])
    allowed, control = np.array([1e-9, 2e-9, 4e-9]), np.array([0.3, 0.5, 0.7])
    found, tolerance, kept = preimages._quotients(target, Y, allowed, control)
    assert kept.tolist() == [0.3, 0.7]
    near = [0, 2]
    alone = preimages._quotients(target.take(near), Y[near], allowed[near], control[near])
    np.testing.assert_allclose(found, alone[0], rtol=1e-5)
    gradient = np.linalg.norm(target.take(near).gradient(Y[near]), axis=1)
    np.testing.assert_allclose(found, gradient, rtol=1e-5)
    # The rounding of distances grows with the square of the sum of the weights' sizes.
    sums = (1.0 + np.abs(W[near]).sum(axis=1)) ** 2
    assert target.rounding(Y)[2] / target.rounding(Y)[0] == pytest.approx(
        sums[1] / sums[0], rel=1e-12, abs=0
    )
    assert (allowed[near] < tolerance).all()
    assert tolerance[1] > tolerance[0]


def test_data_with_fewer_columns_than_samples_stay_as_they_are():
    target, Y = _wide()
    narrow = replace(target, X=target.X[:, :7])
    assert preimages._in_their_span(narrow, Y[:, :7])[0] is narrow


@pytest.mark.parametrize(
    ("errors", "hidden"),
    [
        # Of |P|^2 = 4, a share of 2.5e-11 hides a minimum: 1e-10.
        ([0.9e-10, 0.9e-10, 0.9e-10], False),
        ([1.1e-10, 1.1e-10, 0.9e-10], True),
        ([1.1e-10, 0.9e-10, 0.9e-10], False),
    ],
)
def test_minima_are_hidden_where_rounding_moves_most_by_five_millionths_of_the_width(
    errors, hidden
):
    target = SimpleNamespace(
        X=np.zeros((3, 1)),
        nearest=np.array([0, 1, 2]),
        squared_norms=np.full(3, 4.0),
        rounding=lambda Y: np.array(errors),
    )
    assert preimages._is_hidden(target) is hidden


def test_the_tolerance_of_a_quotient_has_what_half_the_step_changes(monkeypatch):
    """A derivative of (3, 4) that the whole step gives as (3, 4) + (0.5, 1.2), which is 1.3 off."""
    kernel, zero = kernels.RBF(0.3), np.zeros((3, 1))
    X = np.array([[3.0, 1.0], [-2.0, 0.5], [0.7, -4.0]])
    W = np.array([[0.5, -0.25, 0.125]])
    target, Y = Target(kernel, X, W, W @ kernel(X, X), zero, zero[:1]), np.array([[0.4, -1.3]])
    asked = []

    def central(target, Y, steps):
        asked.append(steps)
        return np.array([[3.0, 4.0]]) + (len(asked) == 1) * np.array([[0.5, 1.2]])

    monkeypatch.setattr(preimages, "_central", central)
    found, tolerance, control = preimages._quotients(target, Y, np.array([0.01]), np.array([0.25]))
    assert found.tolist() == [5.0]
    assert control.tolist() == [0.25]
    np.testing.assert_array_equal(asked[1], 0.5 * asked[0])
    of_distances = 2.0 * np.sqrt(2.0) * target.rounding(Y) / asked[0]
    assert tolerance == pytest.approx(0.01 + 1.3 + of_distances, rel=1e-12, abs=0.0)
