"""The sampling error of an eigenvalue and of a share, by hand, by finite weights and by refits."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn import drawn
from made_solutions import made
from sampling_coverage import DESIGNS, SIZES, coverage
from scipy.sparse import csr_matrix
from scipy.spatial.distance import cdist

from kpca import ClassicalMDS, KernelPCA, kernels
from kpca.centering import center
from kpca.figures import shown
from kpca.formulations import dual
from kpca.interpretation import sampling_error
from kpca.kernels import Linear
from kpca.results import files, solutions, solved, studies
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.origin import Origin

PAGE = Path(sampling_error.__file__).parents[1] / "site" / "text" / "theory-samples.md"


def _two_columns(variance=1.0):
    """25 samples whose columns are independent: 4 or -1, and 0.5 or -2 times a scale."""
    x, y = np.repeat([4.0, -1.0], [5, 20]), np.resize([0.5, -2.0, 0.5, 0.5, 0.5], 25)
    return np.column_stack([x, np.sqrt(variance) * y])


def test_the_errors_of_two_independent_columns_are_those_computed_by_hand():
    """z^2 is 16 or 1 and 0.25 or 4: lambda is 4 and 1, the variance of z^2 is 36 and 2.25.

    The share of the first one has the influence (0.2 z_1^2 - 0.8 z_2^2)/5 with the variance 2.88.
    """
    for model in (KernelPCA(2), ClassicalMDS(2)):
        model.fit(_two_columns())
        assert model.eigenvalues_standard_error_ == pytest.approx([30.0, 7.5], abs=1e-12)
        shares = model.explained_variance_ratio_standard_error_
        assert shares == pytest.approx([0.0678822510, 0.0678822510], abs=1e-10)
    one = KernelPCA(1).fit(_two_columns())
    assert one.explained_variance_ratio_standard_error_ == pytest.approx([0.067882251], abs=1e-10)


def test_a_sample_that_stands_for_many_was_drawn_once():
    """sum r = 50 and sum r^2 (z^2 - 4)^2 = 3780; of 50 independent samples it would be 1800."""
    x, r = np.repeat([4.0, -1.0], [5, 20])[:, None], np.repeat([2.0, 1.0, 3.0], [5, 10, 10])
    weighted = KernelPCA(1).fit(x, sample_weight=r)
    assert weighted.eigenvalues_standard_error_ == pytest.approx([3780**0.5], abs=1e-10)
    copies = KernelPCA(1).fit(np.repeat(x, r.astype(int), axis=0))
    assert copies.eigenvalues_standard_error_ == pytest.approx([1800**0.5], abs=1e-10)
    # The share of the only component is 1 in each data set.
    assert weighted.explained_variance_ratio_standard_error_ == pytest.approx([0.0], abs=1e-14)


RNG = np.random.default_rng(4)
X = RNG.gamma(2.0, size=(40, 3)) * [3.0, 1.4, 0.5] + 7.0
R = RNG.uniform(0.5, 3.0, size=40)
D = cdist(X, X, "cityblock") ** 0.5
V = np.array([1.0, 3.0, 0.25])
GAUSSIAN = kernels.RBF(0.03)


def _of_two(x, y):
    return float(np.exp(-0.03 * ((x - y) ** 2).sum()))


RBF = {"kernel": "rbf", "gamma": 0.03}
CASES = {
    "linear": (KernelPCA(2), X, Linear()(X, X)),
    "Gaussian": (KernelPCA(2, **RBF), X, GAUSSIAN(X, X)),
    "sparse": (KernelPCA(2, **RBF), csr_matrix(X), GAUSSIAN(X, X)),
    "function": (KernelPCA(2, kernel=_of_two), X, GAUSSIAN(X, X)),
    "matrix": (KernelPCA(2, kernel="precomputed"), Linear()(X, X), Linear()(X, X)),
    "metric": (ClassicalMDS(2, metric="seuclidean", metric_params={"V": V}), X, (X / V) @ X.T),
    "distances": (ClassicalMDS(2, metric="precomputed"), D, -0.5 * D**2),
    "points": (ClassicalMDS(2), X, Linear()(X, X)),
}


@pytest.fixture
def _of_all(monkeypatch):
    """Close neighbors have a number, too."""
    monkeypatch.setattr(sampling_error, "CLOSE", -1e300)


def _numerical(K, weights, d):
    """Errors (2, d) of mu and of shares, by central differences for the weight of each sample."""
    w, influences = weights / weights.sum(), []
    for i in range(len(K)):
        found = []
        for e in (1e-5, -1e-5):
            C = center(K, (1.0 - e) * w + e * np.eye(len(K))[i])
            first = np.linalg.eigvalsh(C)[: -d - 1 : -1]
            found.append([weights.sum() * first, first / np.trace(C)])
        influences.append(np.subtract(*found) / 2e-5)
    return np.sqrt((w[:, None, None] ** 2 * np.square(influences)).sum(axis=0))


@pytest.mark.usefixtures("_of_all")
@pytest.mark.parametrize("weights", [np.ones(40), R], ids=["once", "weights"])
@pytest.mark.parametrize("case", CASES)
def test_the_errors_follow_from_what_the_weight_of_each_sample_changes(case, weights):
    """The difference quotient is off by its step squared, and by rounding divided by the step."""
    model, given, K = CASES[case]
    model.fit(given, sample_weight=weights)
    found = [model.eigenvalues_standard_error_, model.explained_variance_ratio_standard_error_]
    np.testing.assert_allclose(found, _numerical(K, weights, 2), rtol=1e-6)


@pytest.mark.usefixtures("_of_all")
def test_an_indefinite_kernel_has_errors_of_eigenvalues_and_none_of_shares():
    K = np.tanh(0.02 * X @ X.T - 1.0)
    model = KernelPCA(2, kernel="precomputed", indefinite="keep")
    with pytest.warns(UserWarning, match="negative"):
        model.fit(K)
    expected = _numerical(K, np.ones(40), 2)[0]
    np.testing.assert_allclose(model.eigenvalues_standard_error_, expected, rtol=1e-6)
    assert np.isnan(model.explained_variance_ratio_standard_error_).all()


def _solved(points, d=2):
    return dual.fit(points @ points.T, d)


def _known(points, d=2):
    return np.isfinite(sampling_error.of_eigenvalues(_solved(points, d))).tolist()


@pytest.mark.parametrize("d", [1, 2])
def test_components_within_two_standard_errors_of_their_difference_have_none(d):
    """4 - t = 2 ((36 + 2.25 t^2)/25)^(1/2) at t = 1.44766; so, too, where the second is unknown."""
    assert _known(_two_columns(1.447), d) == [True] * d
    assert _known(_two_columns(1.449), d) == [False] * d


def test_the_unknown_neighbor_of_a_component_without_spread_scatters_as_normal_samples_do():
    """z^2 = 4 for all of 26: 4 - t = 2 t (2/26)^(1/2) at t = 2.57285."""
    x, y = np.repeat([2.0, -2.0], 13), np.resize([1.0, 1.0, -2.0, 0.0, 0.0], 26)
    y = np.concatenate([y[:13] - y[:13].mean(), y[13:] - y[13:].mean()])
    y /= y.std()
    for variance, known in ((2.572, True), (2.574, False)):
        assert _known(np.column_stack([x, np.sqrt(variance) * y]), 1) == [known]


def test_of_a_partial_spectrum_the_bound_on_the_next_eigenvalue_decides():
    whole, lengths = _solved(_two_columns(), 1), (_two_columns() ** 2).sum(axis=1)
    for after, known in ((25.0 * 1.447, True), (25.0 * 1.449, False)):
        part = replace(whole, spectrum=whole.spectrum[:1], errors=whole.errors[:1], after=after)
        assert np.isfinite(sampling_error.of_shares(part, lengths)).tolist() == [known]
        # More than the trace: others are negative.
        assert np.isnan(sampling_error.of_shares(replace(part, trace=99.0), lengths)).all()


def test_eigenvalues_that_rounding_does_not_separate_have_none():
    """The corners of a square: z^2 = 1 on both components, whose difference has no spread."""
    V = np.column_stack([np.resize([1.0, 1.0, -1.0, -1.0], 24), np.resize([1.0, -1.0], 24)])
    # Both may be off by 1e-12.
    for gap, have in ((1.8e-12, False), (2.2e-12, True)):
        spectrum = np.array([24.0 + gap, 24.0, *np.zeros(22)])
        found = sampling_error.of_eigenvalues(made(spectrum, V / np.sqrt(24.0), 1e-12))
        assert np.isfinite(found).tolist() == [have, have]


def test_fewer_than_20_samples_and_axes_without_an_eigenvalue_have_no_number():
    x = np.resize([1.0, 2.0, 4.0, 9.0], 20)[:, None]
    assert _known(x, 1) == [True]
    assert _known(x[:19], 1) == [False]
    # Samples with hardly any weight are not more of them.
    for few in (19, 20):
        r = np.repeat([1.0, 1e-6], [few, 40 - few])
        weighted = KernelPCA(1).fit(np.resize(x, (40, 1)), sample_weight=r)
        assert np.isfinite(weighted.eigenvalues_standard_error_).tolist() == [few == 20]
    with pytest.warns(UserWarning, match="above"):
        model = KernelPCA(3).fit(np.float32(x))
    for errors in (
        model.eigenvalues_standard_error_,
        model.explained_variance_ratio_standard_error_,
    ):
        assert errors.dtype == np.float32
        assert np.isfinite(errors).tolist() == [True, False, False]


@pytest.fixture(scope="module")
def standardized(tmp_path_factory):
    """A study of standardized columns that depend on each other, and its points as measured."""
    rng = np.random.default_rng(8)
    both = rng.normal(size=(200, 1)) * [4.0, 1.0] + rng.normal(size=(200, 2)) * [2.0, 0.5]
    points = np.column_stack([both, rng.exponential(size=200)])
    path = tmp_path_factory.mktemp("standardized") / "x.npy"
    np.save(path, points)
    data = {"vectors": "x.npy", "standardize": True}
    config = StudyConfig(data=data, kernel={"name": "linear"}, components=1, statements="none")
    return points, build("s", config, path.parent)


def test_where_columns_were_standardized_the_error_is_that_of_refits_with_their_own_scaling(
    standardized,
):
    points, one = standardized
    n, q = points.shape
    without = (np.delete(points, i, axis=0) for i in range(n))
    refits = np.array([np.linalg.eigvalsh(np.corrcoef(X.T))[-1] for X in without])
    jackknife = np.sqrt((n - 1) / n * ((refits - refits.mean()) ** 2).sum())
    # Both differ by a term of the size 1/n.
    assert one.standard_errors[0] / n / jackknife == pytest.approx([1.0], abs=5.0 / n)
    assert one.standard_errors[1] * q / jackknife == pytest.approx([1.0], abs=5.0 / n)
    # Another kernel of these columns, and columns as measured, have the error without that.
    data = replace(one.data, kernel=GAUSSIAN)
    for other in (replace(one, origin=Origin()), replace(one, data=data)):
        again = other.solve()
        as_it_is = sampling_error.of_eigenvalues(again.solution)
        assert again.standard_errors[0] == pytest.approx(as_it_is, abs=1e-9)
    assert sampling_error.of_eigenvalues(one.solution)[0] / n / jackknife > 4.0


def test_the_scree_plot_has_the_error_of_the_share(standardized):
    _, one = standardized
    share, error = 100 * one.solution.explained[0], 100 * one.standard_errors[1, 0]
    text = f"{share:.1f} % (standard error {error:.1f})"
    assert 1.0 < error < 9.5
    for kernel, has_words in ((Linear(), False), (GAUSSIAN, True)):
        data = replace(one.data, kernel=kernel)
        other = replace(one, data=data)
        vars(other)["standard_errors"] = one.standard_errors
        _, words = drawn(shown.figure("scree").draw, other)
        assert text in words.caption
        assert ("for the scaling and width as they are" in words.caption) == has_words


def test_samples_in_blocks_have_no_error_because_they_are_not_independent(standardized):
    _, one = standardized
    of_pairs = replace(one, blocks=[f"b{i // 2}" for i in range(200)])
    assert np.isnan(of_pairs.standard_errors).all() and of_pairs.standard_errors.shape == (2, 1)
    _, words = drawn(shown.figure("scree").draw, of_pairs)
    assert words.caption.endswith("No standard errors: the samples come in blocks.")


def test_a_file_has_the_errors_of_the_study(standardized, tmp_path):
    _, one = standardized
    nodes = solutions.to_datasets(one, one.solution)
    nodes[solved.NODE] = solved.to_dataset(one)
    files.write(studies.to_tree(one, **nodes), tmp_path / "study.nc")
    node = files.read(tmp_path / "study.nc")[solved.NODE]
    stored = [node[f"{what}_standard_error"].values for what in ("eigenvalue", "explained")]
    assert np.array_equal(stored, one.standard_errors)
    table = one.spectrum[["eigenvalue standard error", "explained standard error"]].to_numpy()
    assert np.array_equal(table[:1].T, one.standard_errors)
    assert np.isnan(table[1:]).all()


def _of_page(design):
    """The rates (2, 3, 3) on the page, by variance or share, n and component; how many have one."""
    rows = [line.split("|") for line in PAGE.read_text().splitlines() if f"| {design} |" in line]
    cells = np.array([[np.fromstring(c, sep=",") for c in row[3:7]] for row in rows]) / 100.0
    return cells[:, :3], cells[0, 3]


@pytest.mark.parametrize("sets", [60, pytest.param(400, marks=pytest.mark.faults)])
@pytest.mark.parametrize("design", DESIGNS)
def test_the_rates_on_the_page_are_those_of_simulated_data_sets(design, sets):
    """Four binomial deviations of both simulations; that of the page has 1000 data sets."""
    rates, numbers = _of_page(design)
    for k, n in enumerate(SIZES if sets > 60 else SIZES[:2]):
        inside, have = coverage(design, n, sets, seed=1)
        for found, stated in ((inside, rates[:, k]), (have[0, 0], numbers[k])):
            spread = np.sqrt(np.maximum(stated * (1.0 - stated), 0.01) * (1 / sets + 1 / 1000))
            assert (np.abs(found - stated) <= 0.005 + 4.0 * spread).all(), (n, found, stated)
