"""A study that chooses itself names the rule and the number, and refuses what no rule decides."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import PCA

from kpca.choosing import automatic
from kpca.choosing.hidden_values import FACTORS, errors_of_means, hidden_errors
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.data import Distances, Gram, Vectors
from kpca.formulations import dual
from kpca.kernels import RBF, Cosine, Linear, Polynomial
from kpca.kernels.bandwidth import median
from kpca.solvers.chosen_spectra import gram
from kpca.studies import automatic as of_studies
from kpca.studies import datasets
from kpca.studies.automatic import Automatic, choose_components, leading_components, width
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.tables.table import InputError

X = datasets.iris()[0][::2]
IRIS = {"dataset": "iris"}


def _study(components="auto", data=IRIS, **kernel):
    return build("s", StudyConfig(data=data, kernel=kernel, components=components))


def _vectors(kernel, points):
    return Vectors(kernel, points, points)


def choose_gamma(X, components, of_pairs=None):
    return width(RBF, "auto", X, components, X if of_pairs is None else of_pairs)


def test_components_are_those_of_parallel_analysis():
    study = _study(name="rbf", gamma="median")
    data = study.data
    expected = parallel_analysis(data.kernel, data.X)
    assert study.components == expected.components == study.automatic.components.chosen == 2
    assert (study.automatic.components.eigenvalues == expected.eigenvalues).all()
    assert (study.automatic.components.quantile == expected.threshold).all()
    assert study.remarks[-1].startswith("components = 2, by auto: in parallel analysis 2 leading")
    assert study.automatic.gamma is None


SIZES = np.array([6.0, 3.0, 1.5, -1.5])
"""The spectrum of a kernel matrix: 6, 3 and 1.5 are 1/2, 1/4 and 1/8 of the sum of all sizes."""

POINTS = np.random.default_rng(6).normal(size=(60, 50))
WIDE = int(PCA(0.95).fit(POINTS).n_components_)

# The keys of a study, a share, and the number of components that it stands for, of the iris table
# by scikit-learn's PCA, where 28 rows are drawn for the statements, and of a matrix as above. Of
# the eigenvalues 2 - k/49 the first 34 add up to 56.6 of 75, and the first 33 to 55.2.
SHARES = {
    "points": ({"data": IRIS, "kernel": "linear"}, 0.97, PCA(0.97)),
    "tiles": ({"data": IRIS, "kernel": "linear", "statements": 28}, 0.97, PCA(0.97)),
    "distance": ({"data": {"vectors": "iris.csv", "distance": "euclidean"}}, 0.97, PCA(0.97)),
    "weights": (
        {"data": {"vectors": "twice.csv", "weights": "w"}, "kernel": "linear"},
        0.97,
        PCA(0.97),
    ),
    "matrix": ({"data": {"kernel_matrix": "k.npy"}, "indefinite": "keep"}, 0.55, 2),
    "more than are tried first": ({"data": {"kernel_matrix": "long.npy"}}, 0.75, 34),
    # Of all these eigenvalues LAPACK has the vectors of the first 32 only.
    "more, of points": (
        {"data": {"vectors": "wide.npy"}, "kernel": "linear", "statements": 28},
        0.95,
        WIDE,
    ),
}


@pytest.mark.parametrize("case", SHARES)
def test_a_share_is_the_number_of_components_that_reaches_it(case, tmp_path):
    keys, share, expected = SHARES[case]
    flowers = datasets.iris()[0]
    table = pd.DataFrame(flowers, columns=[*"abcd"])
    table.to_csv(tmp_path / "iris.csv", index=False)
    table.assign(w=2).to_csv(tmp_path / "twice.csv", index=False)
    np.save(tmp_path / "k.npy", gram(SIZES))
    np.save(tmp_path / "long.npy", gram(np.linspace(2.0, 1.0, 50)))
    np.save(tmp_path / "wide.npy", POINTS)
    study = build("s", StudyConfig(**keys, components=share), tmp_path)
    d = expected if isinstance(expected, int) else expected.fit(flowers).n_components_
    assert (study.components, study.solution.components) == (d, d)
    assert 1 < d < study.n - 1 and type(study.components) is int
    ratio = study.solution.explained
    assert ratio.sum() >= share > ratio[:-1].sum()
    (remark,) = (one for one in study.remarks if one.startswith("components"))
    assert remark.startswith(f"components = {d}, the fewest that explain {share:g} of the sum of ")
    assert remark.endswith(f" {ratio.sum():.4g}")
    assert len(study.certificate.theta) == d


def test_a_share_takes_equal_eigenvalues_together(tmp_path):
    np.save(tmp_path / "k.npy", gram(np.array([5.0, 2.0, 2.0, 1.0])))
    keys = {"data": {"kernel_matrix": "k.npy"}, "indefinite": "keep"}
    study = build("s", StudyConfig(**keys, components=0.6), tmp_path)
    assert study.components == 3


def test_gamma_is_the_least_within_one_standard_error():
    gamma, curve, remark = choose_gamma(X, 3)
    np.testing.assert_allclose(curve.gammas, median(X) * np.array(FACTORS), rtol=1e-15, atol=0)
    errors = hidden_errors([RBF(value) for value in curve.gammas], X, [3])
    assert (curve.errors == errors.mean[:, 0]).all()
    np.testing.assert_allclose(curve.spread, errors.standard_error[:, 0], rtol=1e-12, atol=0)
    best = curve.errors.argmin()
    within = curve.gammas[curve.errors <= curve.errors[best] + curve.spread[best]]
    assert gamma == curve.chosen == within.min()
    of_means = errors_of_means(X)
    assert curve.of_means == of_means.mean()
    gain = errors.gain(of_means)
    np.testing.assert_allclose(gain.mean[:, 0], curve.of_means - curve.errors, rtol=1e-12, atol=0)
    np.testing.assert_allclose(curve.gain_spread, gain.standard_error[:, 0], rtol=1e-12, atol=0)
    assert curve.predicts.all()
    assert f"gamma = {gamma:.6g}, by auto: the error of hidden values" in remark
    assert "6 values from" in remark
    assert "with 3 components" in remark


def test_if_both_are_automatic_gamma_is_tried_with_the_components_at_the_median():
    study = _study(name="rbf", gamma="auto")
    points = study.data.X
    at_median = parallel_analysis(RBF(median(points)), points).components
    assert study.automatic.gamma.components == at_median
    assert study.kernel == RBF(study.automatic.gamma.chosen)
    assert study.components == parallel_analysis(study.kernel, points).components
    assert [remark.split(" = ")[0] for remark in study.remarks[-2:]] == ["gamma", "components"]


def test_columns_that_predict_nothing_leave_the_median():
    noise = np.random.default_rng(0).normal(size=(80, 3))
    gamma, curve, remark = choose_gamma(noise, 2)
    assert gamma == median(noise) == curve.chosen
    assert "the median heuristic, because none of 6 values from" in remark
    assert remark.endswith("better than the column means by more than one standard error")
    assert not curve.predicts.any()
    gamma, curve, remark = choose_gamma(noise[:, :1], 2)
    assert (gamma, curve) == (median(noise[:, :1]), None)
    assert remark.endswith("because no other column predicts the only one")


def test_components_that_no_fold_has_leave_the_median():
    gamma, curve, remark = choose_gamma(X[:20], 18)
    assert (gamma, curve) == (median(X[:20]), None)
    assert remark.endswith("because 18 components cannot be tried")


@pytest.mark.parametrize(("name", "width"), [("laplacian", "gamma"), ("matern32", "length_scale")])
def test_another_kernel_has_the_median_and_says_why(name, width):
    study = _study(2, name=name, **{width: "auto"})
    value = study.kernel.words["median"].find(study.data.X)
    assert getattr(study.kernel, width) == value
    assert study.remarks[-1].startswith(f"{width} = {value:.6g}, ")
    assert study.remarks[-1].endswith(
        "by auto: the median heuristic, as the rule is for the Gaussian kernel"
    )
    assert study.automatic == Automatic()


def test_many_samples_are_compared_in_part(monkeypatch):
    monkeypatch.setattr(automatic, "MOST", 50)
    monkeypatch.setattr(automatic, "MOST_HIDDEN", 40)
    kernel = Linear()
    _, curve, remark = choose_components(_vectors(kernel, X))
    assert len(curve.eigenvalues) == 50
    assert remark.endswith(", on 50 of 75 samples")
    assert "on 40 of 75 samples" in choose_gamma(X, 2)[2]


@pytest.mark.parametrize("kernel", [Linear(), Cosine(), Polynomial(degree=1, gamma=1.0)])
@pytest.mark.parametrize("offset", [1e5, 1e6, 1e7])
def test_a_large_offset_never_gives_more_components_than_the_rank(kernel, offset):
    seen = []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        points = rng.normal(size=(60, 2)) @ rng.normal(size=(2, 5)) + 0.2 * rng.normal(size=(60, 5))
        data = _vectors(kernel, points + offset)
        try:
            components = choose_components(data)[0]
        except InputError as refused:
            seen.append(str(refused))
            continue
        if dual.spectrum(data.K, data.element_error).rank == 0:
            assert components == 1, "which the validation refuses"
            continue
        # It would refuse more components than the rank.
        solution = dual.fit(data.K, components, data.element_error)
        assert solution.split_group is None
    for message in seen:
        assert message.startswith("components: ")
        assert "standardize: true" in message or "no eigenvalue is above those of perm" in message


def test_the_curve_has_the_number_that_was_chosen_and_not_that_above_the_quantile(monkeypatch):
    analysis = SimpleNamespace(
        components=2, eigenvalues=np.array([5.0, 3.0, 3.0, 1.0]), threshold=np.full(4, 2.0)
    )
    whole = SimpleNamespace(components=3, rank=None, group=(2, 3))
    found = SimpleNamespace(whole=whole, analysis=analysis, samples=20)
    monkeypatch.setattr(of_studies, "by_parallel_analysis", lambda *_: found)
    components, curve, remark = choose_components(_vectors(Linear(), X[:20]))
    assert (components, curve.chosen) == (3, 3)
    assert curve.quantile.tolist() == [2.0] * 4
    for words in ("components = 3, by auto", "2 leading eigenvalues are", "2 to 3 are equal"):
        assert words in remark


def test_kernel_values_that_do_not_exist_are_left_to_the_validation():
    assert choose_components(_vectors(Linear(), 1e200 * X[:4])) == (1, None, "")


def test_the_chosen_gamma_predicts_better_than_the_column_means():
    """One standard error beyond the best may be beyond the column means."""
    rng, chosen, weak = np.random.default_rng(0), 0, 0
    for size in [0.5, 1.0] * 6:
        common = size * rng.normal(size=(24, 1))
        points = common @ rng.normal(size=(1, 5)) + rng.normal(size=(24, 5))
        gamma, curve, remark = choose_gamma(points, 1)
        if "the median heuristic" in remark:
            assert gamma == curve.chosen == median(points)
            assert not curve.predicts.any()
            weak += (curve.errors < curve.of_means).any()
            continue
        chosen += 1
        at = curve.gammas.tolist().index(gamma)
        assert curve.errors[at] + curve.gain_spread[at] < curve.of_means
    assert chosen, "the control: some of these data have a gamma that predicts"
    assert weak, "the control: in others the gain is within its standard error"


FEW = ([0.1] * 3, [0.1] * 3)
CURVES = {
    # The first is within one standard error, but its gain of 0.5 is not above its own.
    "the choice predicts": (([4.5, 4.4, 4.0], [0.1, 0.1, 0.9], [0.6, 0.5, 0.4]), 2.0),
    # The least error of all has an uncertain gain.
    "the best predicts": (([4.5, 3.0, 4.0], [0.1, 0.1, 0.1], [0.6, 2.5, 0.4]), 3.0),
    "the first predicts": (([2.0, 3.0, 4.0], *FEW), 1.0),
    "the last predicts": (([4.0, 3.0, 2.0], *FEW), 3.0),
    "one in between predicts": (([4.0, 2.0, 3.0], *FEW), 2.0),
    "the only one predicts": (([4.0], [0.1], [0.1]), 1.0),
    "none predicts": (([4.0], [0.1], [1.1]), median(X[:20])),
}


@pytest.mark.parametrize("case", CURVES)
def test_the_choice_lies_among_those_that_predict(case, monkeypatch):
    (errors, spread, gain_spread), expected = CURVES[case]
    gammas = np.arange(1.0, len(errors) + 1)
    rows = list(zip(gammas, errors, spread, gain_spread, strict=True))
    monkeypatch.setattr(automatic, "_tried", lambda *_: iter(rows))
    monkeypatch.setattr(automatic, "errors_of_means", lambda _: np.full(20, 5.0))
    assert choose_gamma(X[:20], 2)[0] == expected


def test_the_median_is_that_of_the_points_whose_pairs_are_looked_at():
    of_pairs = 3.0 * X[:10, :1]
    gamma, _, remark = choose_gamma(X[:20, :1], 2, of_pairs)
    assert gamma == median(of_pairs)
    assert gamma != median(X[:20, :1])


def test_sparse_rows_have_a_choice_with_the_cosine_kernel():
    rng = np.random.default_rng(1)
    topics = rng.poisson([[3.0, 3.0, 3.0, 0.2, 0.2, 0.2]] * 30)
    sparse = np.vstack([topics, topics[:, ::-1]]).astype(float)
    sparse = sparse[sparse.any(axis=1)]
    assert not sparse.all(axis=0).any()
    assert choose_components(_vectors(Cosine(), sparse))[0] == 1


LEADING = {
    "enough": ([9.0, 7.0, 5.0, 4.0, 3.0, 1.0], 5, ""),
    "a low rank": (
        [9.0, 7.0, 5.0],
        3,
        "components = 3, and not 5, which is the default; 3 of all eigenvalues are above rounding",
    ),
    "a group across the fifth": (
        [9.0, 7.0, 5.0, 3.0, 3.0, 3.0],
        3,
        "components = 3, and not 5, which is the default; the eigenvalues 4 to 6 are equal up to "
        "rounding",
    ),
    "one group": (
        [4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0],
        7,
        "components = 7, and not 5, which is the default; the eigenvalues 1 to 7 are equal up to "
        "rounding",
    ),
}


@pytest.mark.parametrize("case", LEADING)
def test_without_a_number_the_leading_five_or_as_many_as_the_eigenvalues_allow(case):
    mu, components, remark = LEADING[case]
    basis = np.linalg.qr(np.column_stack([np.ones(9), np.eye(9)[:, :8]]))[0][:, 1 : len(mu) + 1]
    points = basis * np.sqrt(mu)
    K = points @ points.T
    D = np.sqrt(np.abs(K.diagonal()[:, None] + K.diagonal() - 2.0 * K))
    np.fill_diagonal(D, 0.0)
    for data in (_vectors(Linear(), points), Gram(K, K, K), Distances(D, D, D)):
        assert leading_components(data) == (components, remark)


def test_rank_and_groups_are_those_of_the_points_whose_pairs_are_looked_at():
    data, of_pairs = _vectors(Linear(), X), X[:40] * [1.0, 1.0, 0.0, 0.0]
    assert leading_components(data)[0] == 4
    assert leading_components(data, of_pairs) == (
        2,
        "components = 2, and not 5, which is the default; 2 of all eigenvalues are above rounding, "
        "on 40 of 75 samples",
    )


def test_without_a_number_what_overflows_is_left_to_the_validation():
    assert leading_components(_vectors(Linear(), 1e200 * X[:4])) == (1, "")


def test_a_study_without_a_number_of_components_has_the_leading_ones():
    study = _study(None, name="rbf")
    assert study.components == 5
    assert study.remarks[-1].startswith("gamma = ")
    assert not any("components" in remark for remark in study.remarks)
    assert _study(None, name="linear").components == 4


def test_without_a_number_of_components_gamma_is_tried_with_five():
    assert _study(None, name="rbf", gamma="auto").automatic.gamma.components == 5
