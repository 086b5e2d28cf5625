"""A study that chooses itself names the rule and the number, and refuses what no rule decides."""

import numpy as np
import pytest
from pydantic import ValidationError

from kpca.choosing.hidden_entries import error_of_means, hidden_errors
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.kernels import RBF, Linear
from kpca.kernels.bandwidth import median
from kpca.studies import automatic, datasets
from kpca.studies.automatic import Automatic, choose_components, choose_gamma
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError

X = datasets.iris()[0][::2]
IRIS = {"dataset": "iris"}


def _study(components="auto", data=IRIS, **kernel):
    return build("s", StudyConfig(data=data, kernel=kernel, components=components)).study


def test_components_are_those_of_parallel_analysis():
    study = _study(name="rbf", gamma="median")
    data = study.data
    expected = parallel_analysis(data.kernel, data.X)
    assert study.components == expected.components == study.automatic.components.chosen == 2
    assert (study.automatic.components.eigenvalues == expected.eigenvalues).all()
    assert (study.automatic.components.quantile == expected.threshold).all()
    assert study.notes[-1].startswith("components = 2, by auto: in parallel analysis 2 leading")
    assert study.automatic.gamma is None


def test_gamma_is_the_least_within_one_standard_error():
    gamma, curve, note = choose_gamma(X, 3)
    np.testing.assert_allclose(
        curve.gammas, median(X) * np.array(automatic.FACTORS), rtol=1e-15, atol=0
    )
    found = hidden_errors([RBF(one) for one in curve.gammas], X, [3])
    assert (curve.errors == found.mean[:, 0]).all()
    np.testing.assert_allclose(curve.spread, found.standard_error[:, 0], rtol=1e-12, atol=0)
    best = curve.errors.argmin()
    within = curve.gammas[curve.errors <= curve.errors[best] + curve.spread[best]]
    assert gamma == curve.chosen == within.min()
    assert curve.of_means == error_of_means(X)
    assert f"gamma = {gamma:.6g}, by auto: the error of hidden entries" in note
    assert "6 values from" in note
    assert "with 3 components" in note


def test_if_both_are_automatic_gamma_is_tried_with_the_components_at_the_median():
    study = _study(name="rbf", gamma="auto")
    points = study.data.X
    at_median = parallel_analysis(RBF(median(points)), points).components
    assert study.automatic.gamma.components == at_median
    assert study.kernel == RBF(study.automatic.gamma.chosen)
    assert study.components == parallel_analysis(study.kernel, points).components
    assert [note.split(" = ")[0] for note in study.notes[-2:]] == ["gamma", "components"]


def test_columns_that_predict_nothing_leave_the_median():
    noise = np.random.default_rng(0).normal(size=(80, 3))
    gamma, curve, note = choose_gamma(noise, 2)
    assert gamma == median(noise) == curve.chosen
    assert "the median heuristic, because hidden entries are not predicted by any of 6" in note
    gamma, curve, note = choose_gamma(noise[:, :1], 2)
    assert (gamma, curve) == (median(noise[:, :1]), None)
    assert note.endswith("because no other column predicts the only one")


def test_components_that_no_fold_has_leave_the_median():
    gamma, curve, note = choose_gamma(X[:20], 18)
    assert (gamma, curve) == (median(X[:20]), None)
    assert note.endswith("because 18 components cannot be tried")


def test_the_laplacian_kernel_has_the_median_and_says_why():
    study = _study(2, name="laplacian", gamma="auto")
    assert study.kernel.gamma == study.kernel.words["median"].find(study.data.X)
    assert study.notes[-1].endswith(
        "by auto: the median heuristic, as this kernel has no fixed point"
    )
    assert study.automatic == Automatic()


def test_many_samples_are_compared_in_part(monkeypatch):
    monkeypatch.setattr(automatic, "MOST", 50)
    monkeypatch.setattr(automatic, "MOST_HIDDEN", 40)
    kernel = Linear()
    _, curve, note = choose_components(kernel, X, kernel(X, X), 0.0)
    assert len(curve.eigenvalues) == 50
    assert note.endswith(", on 50 of 75 samples")
    assert "on 40 of 75 samples" in choose_gamma(X, 2)[2]


def test_a_group_of_equal_eigenvalues_is_not_cut():
    K = np.diag([5.0, 3.0, 3.0, 1.0])
    basis = np.linalg.qr(np.column_stack([np.ones(5), np.eye(5)[:, :4]]))[0][:, 1:]
    gram = basis @ K @ basis.T
    assert automatic._without_a_cut(gram, 2, 0.0) == (
        1,
        "; the eigenvalues 2 to 3 are equal up to rounding",
    )
    assert automatic._without_a_cut(gram, 3, 0.0) == (3, "")
    twice = basis @ np.diag([3.0, 3.0, 1.0, 0.5]) @ basis.T
    assert automatic._without_a_cut(twice, 1, 0.0)[0] == 2
    flat = basis @ np.diag([3.0, 1.0, 0.0, 0.0]) @ basis.T
    assert automatic._without_a_cut(flat, 4, 0.0)[0] == 2


def test_what_no_rule_decides_is_refused_with_what_is_allowed():
    # Columns of equal length that are orthogonal have the least first eigenvalue of all.
    columns = np.random.default_rng(2).normal(size=(40, 5))
    noise, kernel = np.linalg.qr(columns - columns.mean(axis=0))[0], Linear()
    with pytest.raises(InputError, match="no eigenvalue is above .*allowed here: a number of comp"):
        choose_components(kernel, noise, kernel(noise, noise), 0.0)
    with pytest.raises(
        InputError, match="'auto': parallel analysis of 1 column.* or a number of c"
    ):
        choose_components(kernel, noise[:, :1], kernel(noise[:, :1], noise[:, :1]), 0.0)
    with pytest.raises(ValidationError, match="a matrix has none; allowed: a number"):
        StudyConfig(data={"distance_matrix": "d.csv"}, components="auto")
    with pytest.raises(ValidationError, match="takes no kernel: remove the key 'kernel'"):
        StudyConfig(
            data={"kernel_matrix": "k.csv"}, components=1, kernel={"name": "rbf", "gamma": "auto"}
        )
    for kernel in (
        {"name": "sigmoid", "gamma": "auto"},
        {"name": "poly", "degree": 2, "gamma": "auto"},
    ):
        with pytest.raises(ValidationError, match="'scale'"):
            StudyConfig(data=IRIS, components=1, kernel=kernel)


def test_kernel_values_that_overflow_are_left_to_the_validation():
    K = np.full((4, 4), np.inf)
    assert choose_components(Linear(), X[:4], K, 0.0) == (1, None, "")
