"""ClassicalMDS against scikit-learn's class, and what that class does not have."""

from contextlib import nullcontext

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn import manifold
from sklearn.datasets import load_digits, load_iris
from sklearn.decomposition import PCA
from sklearn.exceptions import DataConversionWarning
from sklearn.metrics import pairwise_distances
from sklearn.utils.estimator_checks import check_estimator

from kpca import ClassicalMDS
from kpca.centering import center
from kpca.estimators import solving
from kpca.estimators.solving import NegativeEigenvalueWarning, SplitGroupWarning
from kpca.solvers.chosen_spectra import gram
from kpca.solvers.partial import MemoryBudgetError

DIGITS = load_digits().data
SMALL, LARGE, NEW = DIGITS[:150], DIGITS[:700], DIGITS[900:920]
each_size = pytest.mark.parametrize("X", [SMALL, LARGE], ids=["LAPACK", "block Krylov"])


def _same(found, expected, allowed=1e-8):
    np.testing.assert_allclose(found, expected, rtol=0, atol=allowed * np.abs(expected).max())


def test_scikit_learn_s_checks_of_an_estimator_pass():
    # One check needs a variable of the environment; scikit-learn's own class skips it, too.
    check_estimator(ClassicalMDS(2), on_skip=None)


@each_size
@pytest.mark.parametrize(
    "parameters",
    [{}, {"metric": "euclidean", "metric_params": {"squared": False}}],
    ids=["inner products", "distances"],
)
def test_coordinates_are_those_of_scikit_learn(X, parameters):
    ours, theirs = ClassicalMDS(3, **parameters), manifold.ClassicalMDS(3, **parameters)
    _same(ours.fit_transform(X), theirs.fit_transform(X))
    _same(ours.eigenvalues_, theirs.eigenvalues_, 1e-10)
    _same(ours.dissimilarity_matrix_, theirs.dissimilarity_matrix_, 1e-12)
    np.testing.assert_array_equal(ours.embedding_, ours.fit_transform(X))


@each_size
def test_precomputed_distances_give_the_coordinates_of_the_points(X):
    D = cdist(X, X)
    ours = ClassicalMDS(3, metric="precomputed").fit(D)
    _same(ours.embedding_, ClassicalMDS(3).fit_transform(X))
    np.testing.assert_array_equal(ours.dissimilarity_matrix_, D)
    _same(ours.transform(cdist(NEW, X)), ClassicalMDS(3).fit(X).transform(NEW))


@each_size
def test_the_samples_placed_as_new_ones_land_on_themselves(X):
    model = ClassicalMDS(3).fit(X)
    _same(model.transform(X), model.embedding_)
    shifted = model.transform(X + 1.0)
    assert np.abs(shifted - model.embedding_).max() > 1e-3, "the control"


def test_the_example_of_numerical_ecology_has_the_eigenvalues_36_and_20():
    Y = np.array([[2, 1], [3, 4], [5, 0], [7, 6], [9, 2]], dtype=float)
    model = ClassicalMDS(2, metric="precomputed").fit(cdist(Y, Y))
    _same(model.eigenvalues_, [36.0, 20.0], 1e-12)
    _same(model.explained_variance_ratio_, [36 / 56, 20 / 56], 1e-12)


@pytest.mark.parametrize("n", [60, 600])
def test_distances_that_are_not_euclidean_have_axes_of_0_and_no_nan(n):
    # A star: all leaves at distance 2 from each other, and at 1 - 0.3 from the center.
    D = np.full((n, n), 2.0)
    D[0], D[:, 0] = 0.7, 0.7
    np.fill_diagonal(D, 0.0)
    model = ClassicalMDS(n if n < 100 else 3, metric="precomputed")
    # Of 600 samples, three components cut a group of 598.
    cut = pytest.warns(SplitGroupWarning)
    with (
        pytest.warns(NegativeEigenvalueWarning),
        cut if n == 600 else nullcontext(),
    ):
        model.fit(D)
    assert n > 100 or (model.embedding_[:, -1] == 0.0).all()
    assert np.isfinite(model.embedding_).all()
    with np.errstate(invalid="ignore"):
        theirs = manifold.ClassicalMDS(n, metric="precomputed").fit(D).embedding_
    assert np.isnan(theirs).any(), "scikit-learn has NaN here"


def test_an_axis_with_a_negative_eigenvalue_shows_it_and_its_coordinates_are_0():
    rng = np.random.default_rng(21)
    Q = np.linalg.qr(np.column_stack([np.ones(5), rng.normal(size=(5, 4))]))[0][:, 1:]
    B = Q @ np.diag([9.0, 6.25, 4.0, -5.5]) @ Q.T
    D = np.sqrt(np.maximum(np.add.outer(B.diagonal(), B.diagonal()) - 2.0 * B, 0.0))
    with pytest.warns(NegativeEigenvalueWarning):
        model = ClassicalMDS(5, metric="precomputed").fit(D)
    np.testing.assert_allclose(model.eigenvalues_, [9.0, 6.25, 4.0, 0.0, -5.5], rtol=0, atol=1e-12)
    assert (model.embedding_[:, 3:] == 0.0).all()
    assert (model.embedding_[:, :3] != 0.0).any(axis=0).all()


@pytest.mark.parametrize("metric", ["mahalanobis", "seuclidean", "cityblock"])
def test_metrics_whose_parameters_follow_from_all_samples_are_those_of_scikit_learn(metric):
    X = np.random.default_rng(0).normal(size=(60, 3)) * [1.0, 2.0, 3.0]
    ours, theirs = ClassicalMDS(3, metric=metric), manifold.ClassicalMDS(3, metric=metric)
    if metric == "cityblock":
        with pytest.warns(NegativeEigenvalueWarning):
            ours.fit(X)
    else:
        ours.fit(X)
    # Mahalanobis distances have equal eigenvalues, whose axes are free.
    _same(ours.eigenvalues_, theirs.fit(X).eigenvalues_)
    _same(ours.transform(X), ours.embedding_)


def test_all_axes_of_mahalanobis_distances_have_one_eigenvalue_and_fewer_axes_are_no_map():
    X = load_iris().data
    with pytest.warns(SplitGroupWarning) as found:
        ClassicalMDS(2, metric="mahalanobis").fit(X)
    assert found[0].filename == __file__, "it points at the line that called fit"
    whole = ClassicalMDS(4, metric="mahalanobis").fit(X)
    _same(whole.eigenvalues_, [149.0] * 4, 1e-10)


SCATTERED = np.random.default_rng(3).normal(size=(40, 4)) * [1.0, 2.0, 0.5, 3.0] + [2, -1, 5, 3]
OWN = np.array([0.5, 2.0, 3.0, 7.0])


@pytest.mark.parametrize(
    ("metric", "more"),
    [
        ("cosine", {}),
        ("canberra", {}),
        ("minkowski", {"p": 3}),
        ("seuclidean", {}),
        ("seuclidean", {"V": OWN}),
        ("mahalanobis", {}),
        ("mahalanobis", {"VI": np.diag(OWN)}),
        ("euclidean", {"squared": True}),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
def test_each_metric_compares_the_points_as_they_are_with_its_parameters(metric, more):
    """Also metrics that change if all points move, and new samples apart from the samples."""
    given = dict(more)
    ours = ClassicalMDS(4, metric=metric, metric_params=given).fit(SCATTERED[:34])
    assert given == more, "the parameters of the caller stay as they are"
    theirs = manifold.ClassicalMDS(4, metric=metric, metric_params=dict(more) or None)
    theirs.fit(SCATTERED[:34])
    _same(ours.dissimilarity_matrix_, theirs.dissimilarity_matrix_, 1e-12)
    _same(ours.eigenvalues_, theirs.eigenvalues_, 1e-10)
    if metric == "seuclidean":
        more = {"V": more.get("V", SCATTERED[:34].var(axis=0, ddof=1))}
    if metric == "mahalanobis":
        more = {"VI": more.get("VI", np.linalg.inv(np.cov(SCATTERED[:34].T)))}
    D2 = pairwise_distances(SCATTERED[34:], SCATTERED[:34], metric=metric, **more) ** 2
    # Gower's formula: y = 1/2 M^(-1) Z'(b - d^2) with b = diag(Z Z') of all axes.
    B = -0.5 * center(theirs.dissimilarity_matrix_**2)
    placed = 0.5 * (B.diagonal() - D2) @ ours.embedding_ / ours.eigenvalues_
    _same(ours.transform(SCATTERED[34:]), placed, 1e-9)


HOLES = np.where(SCATTERED[:34] < -1.5, 0.0, SCATTERED[:34])
"""Some values of two columns are 0, in different rows."""


@pytest.mark.parametrize(
    ("metric", "more"),
    [
        ("nan_euclidean", {"missing_values": 0}),
        ("euclidean", {"X_norm_squared": (HOLES**2).sum(axis=1)}),
        ("l2", {"Y_norm_squared": (HOLES**2).sum(axis=1)}),
    ],
    ids=["missing values", "norms", "norms of l2"],
)
@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
def test_parameters_that_belong_to_the_points_as_they_are_keep_them_there(metric, more):
    assert (HOLES == 0.0).sum(axis=0).tolist() == [0, 11, 0, 3]
    ours = ClassicalMDS(3, metric=metric, metric_params=more).fit(HOLES)
    theirs = manifold.ClassicalMDS(3, metric=metric, metric_params=more).fit(HOLES)
    _same(ours.dissimilarity_matrix_, theirs.dissimilarity_matrix_, 1e-12)
    _same(ours.eigenvalues_, theirs.eigenvalues_, 1e-10)
    _same(ours.transform(HOLES), ours.embedding_, 1e-10)


@pytest.mark.parametrize("metric", ["euclidean", "l2", "nan_euclidean"])
@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
def test_squares_of_euclidean_distances_are_data_of_distances_and_not_of_points(metric):
    X = SCATTERED[:34]
    model = ClassicalMDS(3, metric=metric, metric_params={"squared": True}).fit(X)
    _same(model.as_data().D2, cdist(X, X, "sqeuclidean") ** 2, 1e-12)
    more = {"squared": False, "n_jobs": 1}
    plain = ClassicalMDS(3, metric=metric, metric_params=more).fit(X)
    _same(plain.as_data(SCATTERED[34:]).D2_new, cdist(SCATTERED[34:], X, "sqeuclidean"), 1e-12)


@pytest.mark.parametrize("metric", ["euclidean", "l2", "nan_euclidean"])
def test_distances_by_products_keep_their_digits_far_from_the_origin(metric):
    near = ClassicalMDS(2, metric=metric).fit(SCATTERED)
    far = ClassicalMDS(2, metric=metric).fit(SCATTERED + 2.0**26)
    _same(far.eigenvalues_, near.eigenvalues_, 1e-6)
    _same(far.transform(SCATTERED[:9] + 2.0**26), near.embedding_[:9], 1e-6)


def test_new_samples_in_several_blocks_have_the_places_of_one_block(monkeypatch):
    model = ClassicalMDS(2, metric="nan_euclidean").fit(SMALL)
    at_once = model.transform(NEW)
    blocks = []
    distances = ClassicalMDS._distances

    def in_blocks(self, X, Y):
        blocks.append(len(X))
        return distances(self, X, Y)

    monkeypatch.setattr(ClassicalMDS, "_distances", in_blocks)
    many = np.vstack([NEW] * 750)
    placed = model.transform(many)
    # Two threads take the blocks, in any order. The first one ends within a copy of the new
    # samples, so that places in another order would be others.
    assert sorted(blocks) == [15000 - 2**21 // 150, 2**21 // 150]
    assert (2**21 // 150) % len(NEW)
    _same(placed, np.vstack([at_once] * 750), 1e-12)


def test_a_metric_that_is_a_function_is_called_for_each_pair_and_for_pairs_of_16_samples_again():
    calls = {"ours": 0, "theirs": 0}

    def metric_of(name):
        def metric(x, y, power=2.0):
            calls[name] += 1
            return float((np.abs(x - y) ** power).sum() ** (1.0 / power))

        return metric

    X, more = SCATTERED[:23], {"power": 1.5}
    ours = ClassicalMDS(2, metric=metric_of("ours"), metric_params=more)
    with pytest.warns(NegativeEigenvalueWarning):
        ours.fit(X)
    theirs = manifold.ClassicalMDS(2, metric=metric_of("theirs"), metric_params=more).fit(X)
    assert calls["theirs"] == 23 * 24 // 2
    assert calls["ours"] == calls["theirs"] + 16 * 17 // 2
    _same(ours.embedding_, theirs.embedding_)
    ours.transform(SCATTERED[30:35])
    assert calls["ours"] == 23 * 24 // 2 + 16 * 17 // 2 + 5 * 23


@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
def test_a_metric_of_truth_values_warns_once_for_a_fit_and_never_for_truth_values():
    ours, theirs = ClassicalMDS(2, metric="jaccard"), manifold.ClassicalMDS(2, metric="jaccard")
    truths = SCATTERED > [2.0, -1.5, 5.25, 4.0]
    with pytest.warns(DataConversionWarning) as warned:
        ours.fit(SCATTERED * truths)
    assert len([one for one in warned if one.category is DataConversionWarning]) == 1
    _same(ours.eigenvalues_, theirs.fit(truths).eigenvalues_)
    ours.fit(truths)
    _same(ours.eigenvalues_, theirs.eigenvalues_)
    _same(ours.transform(truths[3:8]), ours.embedding_[3:8])
    ours.set_params(max_memory=1e4).fit(truths)
    _same(ours.eigenvalues_, theirs.eigenvalues_)


@pytest.mark.parametrize("apart", [9e-6, 1e-9])
def test_distances_of_single_precision_are_taken_as_scikit_learn_takes_them(apart):
    D = cdist(SCATTERED, SCATTERED)
    exact = ClassicalMDS(3, metric="precomputed").fit(D)
    D[4, 9] *= 1.0 + apart
    ours = ClassicalMDS(3, metric="precomputed").fit(D)
    theirs = manifold.ClassicalMDS(3, metric="precomputed").fit(D)
    allowed = ours.solution_.matrix_error
    assert np.abs(ours.eigenvalues_ - theirs.eigenvalues_).max() < allowed
    assert np.abs(ours.eigenvalues_ - exact.eigenvalues_).max() < allowed
    # n times the error of d^2/2, which is d_max times half of the difference.
    expected = 40 * 0.5 * apart * cdist(SCATTERED, SCATTERED)[4, 9] * D.max()
    assert expected < allowed - exact.solution_.matrix_error < 1.01 * expected


@pytest.mark.parametrize(("dtype", "unit"), [(np.float32, 2.0**-24), (np.float16, 2.0**-11)])
def test_the_rounding_of_given_distances_is_part_of_the_error(dtype, unit):
    D = cdist(SCATTERED, SCATTERED)
    given = D.astype(dtype)
    # A thousand times the rounding of half precision is more than the distance of eigenvalues.
    cut = pytest.warns(SplitGroupWarning)
    with cut if dtype == np.float16 else nullcontext():
        model = ClassicalMDS(2, metric="precomputed").fit(given)
    allowed = model.solution_.matrix_error
    assert 40 * unit * D.max() ** 2 * 0.99 < allowed < 40 * unit * D.max() ** 2 * 1.01
    off = np.abs(model.eigenvalues_ - ClassicalMDS(2).fit(SCATTERED).eigenvalues_)
    assert 0.0 < off.max() <= allowed
    assert model.embedding_.dtype == float
    before = model.transform(given[:5])
    given += dtype(1.0)
    np.testing.assert_array_equal(model.dissimilarity_matrix_, D.astype(dtype))
    np.testing.assert_array_equal(model.transform(D.astype(dtype)[:5]), before)


def test_the_square_of_a_distance_is_rounded_once():
    D = cdist(SCATTERED, SCATTERED)
    model = ClassicalMDS(2, metric="precomputed")
    assert model._elements(D, 1e9).error == 0.5 * 2.0**-53 * D.max() ** 2


@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
def test_a_fit_in_single_precision_is_computed_and_placed_in_double_precision():
    single = SCATTERED.astype(np.float32)
    for metric in ("cosine", "euclidean"):
        ours = ClassicalMDS(2, metric=metric).fit(single[:34])
        double = ClassicalMDS(2, metric=metric).fit(single[:34].astype(float))
        np.testing.assert_array_equal(ours.embedding_, double.embedding_)
        np.testing.assert_array_equal(
            ours.transform(single[34:]), double.transform(single[34:].astype(float))
        )


@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
def test_a_sample_of_zeros_has_distances_but_for_the_cosine():
    """scikit-learn's distance of such a sample is 0 to itself in a fit, and 1 when placed."""
    X = np.array([[1.0, 3.0], [2.5, 1.0], [0.0, 4.0], [5.0, -2.0], [1.0, 6.0], [7.0, 2.0]])
    zeros = np.array([[0.5, 2.0], [0.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    model = ClassicalMDS(2, metric="cosine").fit(X)
    _same(model.transform(X), model.embedding_, 1e-12)
    both = np.vstack([X, zeros])
    euclidean = ClassicalMDS(2).fit(both)
    _same(euclidean.transform(both), euclidean.embedding_, 1e-12)


def test_memory_and_certificate_are_those_that_were_asked_for():
    with pytest.raises(MemoryBudgetError):
        ClassicalMDS(2, max_memory=1e5).fit(LARGE)
    residuals = ClassicalMDS(3, certify="residuals").fit(np.vstack([LARGE, DIGITS[800:]]))
    assert not residuals.certificate_.certified
    assert ClassicalMDS(3).fit(np.vstack([LARGE, DIGITS[800:]])).certificate_.certified


def test_before_a_fit_there_are_no_distances():
    assert not hasattr(ClassicalMDS(2), "dissimilarity_matrix_")


def test_a_fit_that_fails_leaves_the_earlier_one():
    model = ClassicalMDS(2).fit(SMALL)
    placed = model.transform(NEW)
    with pytest.raises(ValueError, match="NaN"):
        model.fit(np.full((20, 3), np.nan))
    np.testing.assert_array_equal(model.transform(NEW), placed)


def test_rounding_on_the_diagonal_of_distances_is_no_distance():
    x = np.array([[3.0, -1.0, 7.5, 0.5]]).T
    D = np.abs(x - x.T)
    model = ClassicalMDS(1, metric="precomputed")
    # Rounding of the largest distance, 8.5, by a program in single precision.
    with pytest.warns(NegativeEigenvalueWarning):
        model.fit(D + np.diag([0.0, 1e-6, 8e-5, 2e-6]))
    assert model.fit(D).eigenvalues_[0] == pytest.approx(((x - 2.5) ** 2).sum(), abs=1e-12)


def test_l2_is_another_name_of_euclidean_distances():
    far = SMALL + 1e7
    one, other = ClassicalMDS(2, metric="l2").fit(far), ClassicalMDS(2).fit(far)
    np.testing.assert_array_equal(one.eigenvalues_, other.eigenvalues_)
    np.testing.assert_array_equal(one.transform(far[:3]), other.transform(far[:3]))


def test_data_of_given_distances_are_the_means_of_both_values_with_a_diagonal_of_0():
    D = np.array([[0.0, 3.0, 7.0], [3.0, 4e-5, 5.0], [7.00006, 5.0, 1e-5]])
    model = ClassicalMDS(1, metric="precomputed").fit(D)
    expected = [[0.0, 3.0, 7.00003], [3.0, 0.0, 5.0], [7.00003, 5.0, 0.0]]
    np.testing.assert_allclose(model.as_data().D, expected, rtol=1e-15)


@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
@pytest.mark.parametrize("unit", [1e-170, 1e-160, 1e-152, 1e151, 1e160, 1e200])
@pytest.mark.parametrize("metric", ["precomputed", "chebyshev", "euclidean"])
def test_a_unit_in_which_squares_are_not_held_is_refused_and_others_change_the_unit_alone(
    metric, unit
):
    model, X = ClassicalMDS(2, metric=metric), SCATTERED[:14] - SCATTERED[:14].mean(axis=0)
    X = cdist(X, X) if metric == "precomputed" else X
    size = (cdist(X, X, metric) if metric == "chebyshev" else np.abs(X)).max()
    if 1e-153 < unit < 1e152:
        expected = model.fit_transform(X)
        scaled = model.fit_transform(X * unit) / unit
        np.testing.assert_allclose(scaled, expected, rtol=0, atol=1e-12 * size)
    else:
        with pytest.raises(ValueError, match="1.49e-154"):
            model.fit(X * unit)


# Of the spectrum 6, 3, 1.5, -1.5 the shares of the sum of all sizes are 1/2, 1/4 and 1/8; of the
# trace they would be 2/3 and 1/3, and of the positive ones 4/7. Of 5, 2, 2, 1 the two middle ones
# count together.
@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
@pytest.mark.parametrize(
    ("spectrum", "share", "axes"),
    [
        ([6.0, 3.0, 1.5, -1.5], 0.45, 1),
        ([6.0, 3.0, 1.5, -1.5], 0.5, 1),
        ([6.0, 3.0, 1.5, -1.5], 0.55, 2),
        ([6.0, 3.0, 1.5, -1.5], 0.8, 3),
        ([5.0, 2.0, 2.0, 1.0], 0.6, 3),
    ],
)
def test_a_share_is_one_of_the_sizes_of_all_eigenvalues(spectrum, share, axes):
    K = gram(np.array(spectrum), seed=1)
    D = np.sqrt(K.diagonal()[:, None] + K.diagonal() - 2.0 * K)
    model = ClassicalMDS(share, metric="precomputed").fit(D)
    assert (model.embedding_.shape, model.transform(D[:2]).shape) == ((5, axes), (2, axes))
    _same(model.eigenvalues_, spectrum[:axes], 1e-12)


@each_size
def test_a_share_of_points_is_that_of_pca(X):
    model = ClassicalMDS(0.8).fit(X)
    assert model.embedding_.shape[1] == PCA(0.8).fit(X).n_components_ > 5


@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")
def test_a_share_of_many_samples_is_one_of_all_sizes_where_some_may_be_negative(monkeypatch):
    monkeypatch.setattr(solving, "INDEFINITE", 100)
    D = cdist(LARGE, LARGE, "cityblock")
    mu = np.linalg.eigvalsh(center(-0.5 * D**2))[::-1]
    sizes, trace = (1 + (mu.cumsum() >= 0.5 * of).argmax() for of in (abs(mu).sum(), mu.sum()))
    model = ClassicalMDS(0.5, metric="cityblock").fit(LARGE)
    assert model.embedding_.shape[1] == sizes > trace
