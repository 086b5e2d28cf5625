"""New samples in their places: in tiles, by values and by features, within bounds stated before."""

from dataclasses import replace

import numpy as np
import pytest

from kpca import kernels, tolerances
from kpca.arithmetic import fifty_digits
from kpca.formulations import dual
from kpca.solvers import partial, placing
from kpca.solvers.elements import KernelElements, weighted
from kpca.solvers.placing import ByFeatures, ByValues, Doubt
from kpca.solvers.tiled import NotFiniteError

RNG = np.random.default_rng(0)
X, X_NEW = RNG.normal(size=(60, 3)), RNG.normal(size=(37, 3))


def _by_values(kernel, solution, means):
    elements = KernelElements(kernel, X)
    return ByValues(elements.new_rows, elements.new_diagonal, solution, means)


@pytest.mark.parametrize("kernel", [kernels.RBF(0.5), kernels.Laplacian(0.5), kernels.Lift()])
@pytest.mark.parametrize("values", [1, 60 * 5, 10**6])
@pytest.mark.parametrize("threads", [1, 3])
def test_scores_in_tiles_are_those_of_the_whole_matrix(kernel, values, threads, monkeypatch):
    monkeypatch.setattr(placing, "VALUES", values)
    monkeypatch.setattr(placing, "CACHED", values // 2)
    K, K_new = kernel(X, X), kernel(X_NEW, X)
    solution, sizes = dual.fit(K, 4, 1e-13), []
    rule = _by_values(kernel, solution, K.mean(axis=1))

    def rows(points):
        sizes.append(len(points))
        return kernel(points, X)

    found = placing.in_tiles(replace(rule, rows=rows), X_NEW, threads)
    expected = dual.place(solution, K, K_new)
    atol = 1e-11 * np.abs(expected).max()
    np.testing.assert_allclose(found.scores, expected, rtol=0, atol=atol)
    np.testing.assert_allclose(found.means, K_new.mean(axis=1), rtol=1e-13)
    assert max(sizes) == min(37, max(1, values // 60))
    assert sum(sizes) == 37
    forgotten = placing.in_tiles(replace(rule, training=np.zeros(60)), X_NEW, threads)
    assert np.abs(forgotten.scores - expected).max() > 1e-3, "the control: means left out"


# Points of which few digits differ. No coordinate is a whole number, nor are the differences.
N, OFFSET = 600, np.array([1.76e9, -0.93e9, 2.41e9]) / np.e
DIRECTION = 1e9 * np.array([1.0, 2.0, 3.0]) / np.pi
SPREAD = RNG.normal(size=(N, 3)) @ [[5.0, 1.0, 0.3], [0.0, 3.0, -0.7], [0.0, 0.0, 2.0]]
NEW_SPREAD = RNG.normal(size=(7, 3)) @ [[6.0, 0.5, 0.1], [1.0, 3.0, 0.7], [0.2, 0.0, 2.0]]
FAR = {
    "linear": (kernels.Linear(), OFFSET),
    "poly of degree 1": (kernels.Polynomial(0.3, 1, 0.7), OFFSET),
    "poly of degree 2": (kernels.Polynomial(0.3, 2, 0.7), OFFSET),
    "poly of degree 3": (kernels.Polynomial(0.3, 3, 0.7), OFFSET),
    "lift": (kernels.Lift(), OFFSET),
    "cosine": (kernels.Cosine(), DIRECTION),
}
NEAR = {name: (kernel, 0.1 * OFFSET / np.abs(OFFSET)) for name, (kernel, _) in FAR.items()}
CASES = {f"{name} far away": case for name, case in FAR.items()} | NEAR


def _exact(kernel, solution, points, new):
    """Scores and squared lengths of new points from their features with fifty digits."""
    F, F_new = (kernel.features(fifty_digits(A)) for A in (points, new))
    alpha, mean = fifty_digits(solution.alpha), F.mean(axis=0)
    if solution.weights is not None:
        r = fifty_digits(solution.weights)
        mean = r @ F / r.sum()
    scores = (F_new - mean) @ ((F - mean).T @ alpha)
    return scores, ((F_new - mean) ** 2).sum(axis=1)


def _float(A):
    return np.asarray(A, dtype=float)


@pytest.mark.parametrize("solve", [partial.by_covariance, partial.by_block_krylov])
@pytest.mark.parametrize("name", CASES)
def test_new_samples_are_where_exact_kernel_values_place_them(name, solve):
    """By features, within the stated bound, which is not wide. By kernel values far points lie
    beside their places, and the bound of values says so."""
    kernel, offset = CASES[name]
    points, new = SPREAD + offset, NEW_SPREAD + offset
    elements = KernelElements(kernel, points)
    solved = solve(elements, 2)
    assert solved.certificate.certified
    rule, deviation = placing.rule(elements, solved), np.sqrt(solved.solution.variance)
    assert isinstance(rule, ByFeatures)
    scores, means = placing.in_tiles(rule, new)
    expected, lengths = _exact(kernel, solved.solution, points, new)
    off, errors = np.abs(_float(fifty_digits(scores) - expected)), rule.errors(new)
    assert (off <= errors).all()
    assert errors.max() <= 1e4 * off.max()
    assert (off <= 1e-6 * deviation).all()
    assert placing.doubt(solved.solution, errors, lambda: scores) is None
    found = rule.lengths(new, means)
    np.testing.assert_allclose(found, _float(lengths), rtol=1e-5)

    by_values = ByValues(
        elements.new_rows, kernel.diagonal, solved.solution, solved.means, elements
    )
    raw, bound = placing.in_tiles(by_values, new).scores, by_values.errors(new)
    beside = np.abs(_float(fifty_digits(raw) - expected))
    assert (beside <= bound).all()
    if "far" in name and not kernel.movable:
        assert beside.max() > 1e4 * off.max()
        assert placing.doubt(solved.solution, bound, lambda: raw).deviations > 0.1
    else:
        assert placing.doubt(solved.solution, bound, lambda: raw) is None


WEIGHTS = np.resize([3.0, 1.0, 0.25, 7.0], N)


@pytest.mark.parametrize("solve", [partial.by_covariance, partial.by_block_krylov])
@pytest.mark.parametrize("name", CASES)
def test_new_samples_of_a_weighted_fit_are_within_the_stated_bounds(name, solve):
    kernel, offset = CASES[name]
    points, new = SPREAD + offset, NEW_SPREAD + offset
    elements = KernelElements(kernel, points)
    solved = solve(weighted(elements, WEIGHTS), 2)
    assert solved.certificate.certified
    rule = placing.rule(elements, solved)
    scores, means = placing.in_tiles(rule, new)
    expected, lengths = _exact(kernel, solved.solution, points, new)
    off, errors = np.abs(_float(fifty_digits(scores) - expected)), rule.errors(new)
    assert (off <= errors).all()
    assert errors.max() <= 1e4 * off.max()
    np.testing.assert_allclose(rule.lengths(new, means), _float(lengths), rtol=1e-5)
    training = kernel(points, points) @ WEIGHTS / WEIGHTS.sum()
    by_values = ByValues(
        lambda X: kernel(X, points), kernel.diagonal, solved.solution, training, elements
    )
    raw = placing.in_tiles(by_values, new)
    beside = np.abs(_float(fifty_digits(raw.scores) - expected))
    # The kernel values of these points are rounded where they are, and not around their center.
    there = elements.kernel.rounding(3, float(np.linalg.norm(points, axis=1).max()))
    sizes = np.abs(kernel(new, points)).max(axis=1)
    bound = placing.errors_of_values(solved.solution, np.full(7, 2.0 * there), sizes)
    assert (beside <= bound).all()
    if name in NEAR:
        assert bound.max() <= 1e5 * beside.max()
        np.testing.assert_allclose(by_values.lengths(new, raw.means), _float(lengths), rtol=1e-9)
        plain = placing.rule(elements, solve(elements, 2))
        assert np.abs(placing.in_tiles(plain, new).scores - scores).max() > 1e3 * errors.max()


@pytest.mark.parametrize("name", FAR)
def test_training_samples_that_are_placed_again_come_back_to_their_scores(name):
    kernel, offset = FAR[name]
    points = SPREAD + offset
    elements = KernelElements(kernel, points)
    solved = partial.solve(elements, 3)
    solution = solved.solution
    assert solved.solver == "covariance"
    rule = placing.rule(elements, solved)
    allowed = solved.certificate.residual / np.sqrt(solution.mu) + rule.errors(points)
    off = np.abs(placing.in_tiles(rule, points).scores - solution.scores)
    assert (off <= allowed).all()
    assert (off <= 1e-12 * np.sqrt(solution.variance)).all()
    G = rule.gram(points[:9])
    np.testing.assert_allclose(G.diagonal(), rule.lengths(points[:9], None), rtol=1e-14)
    projected = solution.scores[:9] @ solution.scores[:9].T
    if elements.kernel.dimension(3) == 3:
        np.testing.assert_allclose(G, projected, rtol=0, atol=1e-12 * G.max())


def test_the_means_of_features_are_those_of_kernel_values():
    elements = KernelElements(kernels.Polynomial(0.3, 2, 0.7), SPREAD)
    rule = ByFeatures.of(elements, partial.by_covariance(elements, 2).solution)
    expected = elements.kernel(NEW_SPREAD, SPREAD).mean(axis=1)
    np.testing.assert_allclose(rule.means(rule.compared(NEW_SPREAD)), expected, rtol=1e-12)


def test_a_point_without_a_feature_is_placed_as_by_the_cosine_0_of_scikit_learn():
    elements = KernelElements(kernels.Cosine(), SPREAD + 2.0)
    solved = partial.by_covariance(elements, 2)
    rule, new = (
        placing.rule(elements, solved),
        np.vstack([NEW_SPREAD, np.zeros(3), SPREAD[:1] + 2.0]),
    )
    scores, means = placing.in_tiles(rule, new)
    K_new = elements.kernel(np.delete(new, 7, axis=0), elements.X)
    K_new = np.insert(K_new, 7, 0.0, axis=0)
    expected = placing.place(solved.solution, solved.means, K_new)
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)
    assert means[7] == pytest.approx(0.0, abs=1e-15)
    grand = solved.means.mean()
    assert rule.lengths(new, means)[7] == pytest.approx(grand, rel=1e-12, abs=0.0)


def test_one_column_that_is_exchanged_gives_the_scores_of_the_changed_points():
    elements = KernelElements(kernels.Polynomial(0.3, 2, 0.7), SPREAD)
    rule = ByFeatures.of(elements, partial.by_covariance(elements, 2).solution)
    changed = NEW_SPREAD.copy()
    changed[:, 1] = np.linspace(-1.0, 2.5, 7)
    found = rule.with_column(NEW_SPREAD)(1, changed[:, 1])
    np.testing.assert_array_equal(found, rule.scores(rule.compared(changed)))


def test_components_of_low_rank_are_placed_by_values_as_accurate_as_their_own():
    """Two clouds far apart: products would lose nine digits, and the factor lost none."""
    points = np.repeat([[0.0], [1e3]], 700, axis=0) + 0.1 * RNG.normal(size=(1400, 1))
    elements = KernelElements(kernels.RBF(0.02), points)
    solved = partial.by_low_rank(elements, 3)
    assert elements.by_products
    rule = placing.rule(elements, solved)
    assert not rule.elements.by_products
    assert rule.elements.error < 1e-2 * elements.error
    again = placing.in_tiles(rule, points).scores
    allowed = rule.errors(points) + solved.solution.matrix_error / np.sqrt(solved.solution.mu)
    assert (np.abs(again - solved.solution.scores) <= allowed).all()


@pytest.mark.parametrize("by_features", [True, False])
def test_the_first_new_sample_that_overflows_is_named(by_features):
    kernel = kernels.Polynomial(0.3, 3, 0.7) if by_features else kernels.RBF(0.3)
    elements = KernelElements(kernel, SPREAD)
    solved = partial.by_covariance(elements, 2) if by_features else partial.by_lapack(elements, 2)
    new = NEW_SPREAD.copy()
    new[4, 1] = new[6, 2] = 1e170
    with pytest.raises(NotFiniteError, match=r"new sample 5 of 7 .* above 1\.3e154"):
        placing.in_tiles(placing.rule(elements, solved), new)
    assert placing.in_tiles(placing.rule(elements, solved), new[:4]).scores.shape == (4, 2)


def test_the_error_of_scores_by_values_is_the_formula_by_hand():
    """alpha = (3, 4, -7)/sqrt(74 · 9) for mu = 9, so that |alpha|_1 = 14/sqrt(666)."""
    solution = dual.fit(np.diag([2.0, 1.0, 4.0]), 1)
    V = np.array([[3.0], [4.0], [-7.0]]) / np.sqrt(74.0)
    solution = replace(solution, V=V, spectrum=np.array([9.0, 1.0, 0.0]))
    u = tolerances.U
    found = placing.errors_of_values(solution, np.array([1e-3, 2e-9]), np.array([5.0, 1e7]))
    centered = 2.0 * (4.0 * 3.0 * u + 9.0 * u)
    product = 2.0 * np.sqrt(3.0) * 3.0 * u / 3.0
    expected = [
        (1e-3 + 5.0 * centered) * 14.0 / np.sqrt(666.0) + 5.0 * product,
        (2e-9 + 1e7 * centered) * 14.0 / np.sqrt(666.0) + 1e7 * product,
    ]
    assert found[:, 0] == pytest.approx(expected, rel=1e-12, abs=0.0)


SOLUTION = replace(
    dual.fit(np.diag([2.0, 1.0, 4.0, 3.0]), 2), spectrum=np.array([36.0, 4.0, 1.0, 0.0])
)
"""Standard deviations of 3 and 1 for four samples."""


@pytest.mark.parametrize(
    ("matrix_error", "errors", "scores", "expected"),
    [
        # The worst is 0.5 of a deviation of 1; the error of 0.6 is 0.2 of a deviation of 3.
        (1e-9, [[0.6, 1e-9], [1e-9, 0.5]], [[1.0, 1.0], [1.0, 0.1]], (1, 1, 0.5)),
        # A score of 100 deviations may have an error of 1e-7 of itself, and 0.3 is 0.1 of 3.
        (1e-9, [[1e-9, 1e-5], [0.3, 1e-9]], [[1.0, 100.0], [1.0, 1.0]], (1, 0, 0.1)),
        (1e-9, [[1e-9, 1e-5], [1e-9, 1e-9]], [[1.0, 100.0], [1.0, 1.0]], None),
        # Errors below a millionth of the deviation, and below those of the fit.
        (1e-9, [[2.9e-6, 0.9e-6], [1e-9, 1e-9]], [[1.0, 1.0], [1.0, 1.0]], None),
        (1e-9, [[2.9e-6, 1.1e-6], [1e-9, 1e-9]], [[1.0, 1.0], [1.0, 1.0]], (0, 1, 1.1e-6)),
        (0.3, [[0.04, 0.14], [0.01, 0.1]], [[1.0, 1.0], [1.0, 1.0]], None),
        (0.3, [[0.06, 0.14], [0.01, 0.1]], [[1.0, 1.0], [1.0, 1.0]], (0, 0, 0.02)),
    ],
)
def test_an_error_is_doubtful_beside_the_deviation_the_score_and_the_fit(
    matrix_error, errors, scores, expected
):
    solution = replace(SOLUTION, matrix_error=matrix_error)
    found = placing.doubt(solution, np.array(errors), lambda: np.array(scores))
    if expected is None:
        assert found is None
        return
    assert found[:2] == expected[:2]
    assert found.deviations == pytest.approx(expected[2], rel=1e-12, abs=0.0)
    deviation, root = [(3.0, 6.0), (1.0, 2.0)][found.component]
    assert found.fit == pytest.approx(matrix_error / root / deviation, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("unit", [1.0, 100.0, 1e-6])
def test_neither_an_error_nor_a_doubt_depends_on_the_unit_of_weights(unit):
    plain, weights = replace(SOLUTION, matrix_error=0.3), np.full(SOLUTION.n, unit)
    scaled = replace(
        SOLUTION, spectrum=SOLUTION.spectrum * unit, matrix_error=0.3 * unit, weights=weights
    )
    given, scores = np.array([[0.06, 0.14], [0.01, 0.1]]), np.ones((2, 2))
    doubts = [placing.doubt(one, given, lambda: scores) for one in (scaled, plain)]
    np.testing.assert_allclose(*doubts, rtol=1e-12)
    rounding, sizes = np.array([0.0, 1e-9]), np.array([1.0, 3.0])
    once = replace(SOLUTION, weights=np.ones(SOLUTION.n))
    errors = [placing.errors_of_values(one, rounding, sizes) for one in (scaled, once)]
    np.testing.assert_allclose(*errors, rtol=1e-12)


def test_the_words_of_a_doubt_name_sample_component_error_and_remedy():
    words = Doubt(4, 1, 0.0317, 2.5e-9).in_words("'t5'")
    for part in ("'t5'", "component 2", "0.032 standard", "2.5e-09", "subtract the mean"):
        assert part in words


def test_the_error_of_scores_by_features_is_the_formula_by_hand():
    """(3, 4) has the features (0, 3, 4) of length 5, each with 5 roundings, and one of a center.

    G = (0, 2, 3) less (0, 0.3, 0.4), of which each element has two more roundings.
    """
    u, g = tolerances.U, np.hypot(1.7, 2.6)
    rule = ByFeatures(
        kernels.Polynomial(1.0, 1, 0.0),
        dual.fit(np.diag([2.0, 1.0, 4.0]), 1),
        np.zeros(2),
        np.array([0.0, 1.0, 1.0]),
        np.array([0.0, 0.3, 0.4]),
        np.array([[0.0], [0.6], [0.8]]),
        7.0 * u,
        np.array([11.0 * u]),
    )
    expected = 6.0 * 5.0 + 7.0 + 2.0 * (g + 0.5) + 3.0 * g + 11.0 * g
    found = rule.errors(np.array([[3.0, 4.0]]))
    assert found[0] == pytest.approx([expected * u], rel=1e-12, abs=0.0)
    assert rule.scores(rule.compared(np.array([[3.0, 4.0]]))) == pytest.approx(3.1, abs=1e-14)


def test_a_score_that_overflows_although_the_mean_of_the_values_does_not_is_an_error():
    solution = dual.fit(1e-8 * np.diag([2.0, 1.0, 4.0]), 1)
    rule = ByValues(
        lambda values: values, lambda _: np.ones(3), solution, np.array([2.0, 1.0, 4.0])
    )
    new = np.array([[1.0, 2.0, 3.0], [1e306, 0.0, -1e306], [3.0, 1.0, 2.0]])
    with pytest.raises(NotFiniteError, match="new sample 2 of 3"):
        placing.in_tiles(rule, new)
    assert np.isfinite(placing.in_tiles(rule, new * [[1.0], [1e-6], [1.0]]).scores).all()
