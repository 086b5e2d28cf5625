"""A study without matrices of all samples has the components of the dense path, or is refused."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from given_studies import KM
from made_solutions import made

from kpca import kernels
from kpca.arithmetic import fifty_digits
from kpca.data import Vectors
from kpca.formulations import dual
from kpca.solvers import partial
from kpca.solvers.dense import Pairs
from kpca.solvers.one_rank import DifferentRanksError, OneRank
from kpca.studies import checking, solving, validation
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.control import control_chart

RNG = np.random.default_rng(0)
X = RNG.normal(size=(620, 4)) * [3.0, 2.0, 1.0, 0.5]
KERNELS = {
    "linear": ({"name": "linear"}, 3),
    "poly": ({"name": "poly", "gamma": 0.1, "degree": 2}, 5),
    "rbf": ({"name": "rbf", "gamma": "median"}, 6),
    "laplacian": ({"name": "laplacian", "gamma": "median"}, 4),
    "cosine": ({"name": "cosine"}, 3),
    "lift": ({"name": "lift"}, 4),
}


def _config(folder, points=X, **more):
    np.save(folder / "x.npy", points)
    given = {"data": {"vectors": "x.npy"}, "kernel": KERNELS["rbf"][0], "components": 3}
    return StudyConfig(**given | {"statements": "none"} | more)


def _solved(folder, points=X, **more):
    return build("s", _config(folder, points, **more), folder)


@pytest.mark.parametrize("kernel", KERNELS)
def test_components_are_those_of_the_dense_eigen_solve_within_both_bounds(kernel, tmp_path):
    parameters, d = KERNELS[kernel]
    study = _solved(tmp_path, kernel=parameters, components=d, holdout=20)
    assert not {"K", "K_new", "G_new", "D2"} & set(vars(study.data))
    dense = dual.fit(study.data.K, d, study.data.element_error)
    assert not study.solution.complete
    allowed = study.solution.errors[:d] + dense.matrix_error
    assert (np.abs(study.solution.mu - dense.mu) <= allowed).all()
    inner = np.abs((study.solution.V * dense.V).sum(axis=0))
    assert (inner > 1.0 - 1e-9).all()
    assert (np.abs(study.solution.mu * (1.0 + 1e-6) - dense.mu) > allowed).all()
    assert study.solved.certificate.certified
    kernel, points = study.data.kernel, study.data.X
    # The linear kernel is that of points less their mean, which changes no component.
    points = points - points.mean(axis=0) if kernel.movable else points
    values = kernel(points, points)
    exact = {"rtol": 0, "atol": 1e-11 * values.max()}
    np.testing.assert_allclose(study.solved.means, values.mean(axis=1), **exact)


def test_the_sigmoid_kernel_and_a_given_matrix_are_solved_as_a_whole(tmp_path):
    sigmoid = {"kernel": {"name": "sigmoid", "gamma": 0.02}, "indefinite": "keep"}
    study = _solved(tmp_path, X[:60], **sigmoid)
    assert study.solution.complete
    assert study.solved.solver == "LAPACK"
    assert study.solved.certificate.certified
    np.testing.assert_array_equal(study.solved.means, study.data.K.mean(axis=1))
    with pytest.raises(ConfigError, match="not positive semi-definite"):
        _solved(tmp_path, X[:60], **sigmoid | {"indefinite": "refuse"})
    np.save(tmp_path / "k.npy", X[:60] @ X[:60].T)
    config = StudyConfig(data={"kernel_matrix": "k.npy"}, components=2, statements="sample")
    study = build("s", config, tmp_path)
    assert study.solution.complete
    assert study.statements == "sample"


def test_the_size_selects_the_solver(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "MOST", 599)
    for holdout, word, complete in ((20, "sample", False), (21, "all", True)):
        config = _config(tmp_path, statements=None, holdout=holdout)
        study = build("s", config, tmp_path)
        assert (study.statements, study.solution.complete) == (word, complete)
        remarks = [remark for remark in study.remarks if "statements:" in remark]
        assert len(remarks) == (word == "sample")
        if remarks:
            assert "300 of 600 training samples and 20 of 20 new ones" in remarks[0]
            assert "more than 599 training samples" in remarks[0]


def test_gamma_and_groups_are_found_from_a_part_that_is_stated(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "MOST", 50)
    words = {"kernel": {"name": "rbf", "gamma": "median"}, "components": "auto"}
    points = np.column_stack([X[:, 0], X[:, 0] + 0.1 * X[:, 1], X[:, 2]])
    study = _solved(tmp_path, points, **words)
    assert any(remark.endswith("by median, on 50 of 620 samples") for remark in study.remarks)
    whole = _solved(tmp_path, points[:300], **words | {"statements": "all"})
    assert not any(" of 300 samples" in remark for remark in whole.remarks)


def test_a_budget_that_does_not_hold_the_first_vectors_of_a_share_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="max_memory"):
        _solved(tmp_path, max_memory="4 MB", components=0.4)


def test_the_least_budget_that_the_message_states_is_enough(tmp_path):
    with pytest.raises(ConfigError) as refused:
        _solved(tmp_path, max_memory=4e6)
    least = str(refused.value).rpartition("at least ")[2].split()[0]
    assert _solved(tmp_path, max_memory=least).certificate.certified


def test_what_is_not_certified_is_a_remark(tmp_path, monkeypatch):
    solve = solving.partial.solve

    def without(*arguments, **more):
        solved = solve(*arguments, **more)
        reasons = ("a reason", "another one")
        return replace(solved, certificate=replace(solved.certificate, reasons=reasons))

    monkeypatch.setattr(solving.partial, "solve", without)
    remarks = _solved(tmp_path).remarks
    for reason in ("a reason", "another one"):
        assert f"the solution is not certified: {reason}" in remarks


def test_ranks_share_the_iteration_and_need_no_remark(tmp_path, monkeypatch):
    monkeypatch.setattr(partial, "solve", lambda *a, **_: partial.by_block_krylov(*a[:2]))
    assert not any("ranks" in remark for remark in _solved(tmp_path, ranks=2).remarks)


def _of_three(kernel, X_new=((4.0,), (0.0,)), trace=14.0):
    """The numbers 1, 2, 6 and two new ones; what is known of them without their matrix."""
    data = Vectors(kernel, KM.data.X, np.array(X_new))
    study = replace(KM, data=data, statements="sample")
    solution = replace(made(np.array([14.0]), np.full((3, 1), 3**-0.5), 1e-12), trace=trace)
    solved = replace(partial.of_pairs(Pairs.of(study.data.K), 1), solution=solution)
    return replace(study, solved=solved)


class _Other(OneRank):
    """One of two ranks, of which the other one has another kernel."""

    size = 2

    def require_same(self, values):
        raise DifferentRanksError(f"{next(iter(values))} differs")


def test_ranks_with_different_studies_are_refused_before_they_solve_one():
    with pytest.raises(ConfigError, match="ranks"):
        validation.validated(_of_three(kernels.Linear()), None, _Other())


def test_the_mean_squared_distance_is_twice_the_trace_over_n():
    study = _of_three(kernels.Linear(), trace=1.4e-100)
    with pytest.raises(ConfigError):
        validation._require_spread(study, study.solution)
    validation._require_spread(study, replace(study.solution, trace=1.6e-100))


def test_a_kernel_that_vanishes_for_one_sample_only_is_not_too_narrow():
    """exp(-20) of 1 and 2 is far above the bound 1e-12; the values of 6 are below it."""
    assert validation._vanishing(_of_three(kernels.RBF(20.0))) == ""
    assert "gamma = 40 is too large" in validation._vanishing(_of_three(kernels.RBF(40.0)))


def test_a_kernel_that_vanishes_between_all_samples_is_named(tmp_path, monkeypatch):
    narrow = {"name": "rbf", "gamma": 1e6}
    # The samples stand for many, of which not all eigenvalues are computed.
    monkeypatch.setattr(partial, "MEDIUM", 0)
    study = _solved(tmp_path, kernel=narrow)
    assert any("gamma = 1e+06 is too large for these data" in remark for remark in study.remarks)
    assert any(remark.startswith("whether component 3 belongs to a") for remark in study.remarks)
    assert not study.solved.certificate.certified
    study = _solved(tmp_path)
    assert not any("too large" in remark for remark in study.remarks), "the control"


OFFSET = np.array([1.76e9, -0.93e9, 2.41e9, 0.58e9]) / np.e
FAR = {"linear": (3.0 * X, 3), "poly": (3.0 * X + OFFSET, 2), "cosine": (X + OFFSET, 2)}
PARAMETERS = {"linear": {}, "poly": {"degree": 1, "gamma": 0.3, "coef0": 0.7}, "cosine": {}}


@pytest.mark.parametrize("name", FAR)
def test_new_samples_lengths_and_chart_far_from_the_origin_keep_the_digits_of_the_fit(
    name, tmp_path
):
    """Beside features around their mean with fifty digits. All that the page shows is placed by
    the same features: scores, shares, the chart, and the samples of a table."""
    points, d = FAR[name]
    parameters = {"name": name} | PARAMETERS[name]
    study = _solved(tmp_path, points, kernel=parameters, components=d, holdout=23)
    assert study.solved.certificate.certified
    assert study.remarks[-1].startswith("no statement is executed")
    old, new = (fifty_digits(A) for A in (study.data.X, study.data.X_new))
    F, F_new = study.kernel.features(old), study.kernel.features(new)
    mean, W = F.mean(axis=0), (F - F.mean(axis=0)).T @ fifty_digits(study.solution.alpha)
    exact = np.asarray((F_new - mean) @ W, dtype=float)
    scores = study.placed[0]
    deviation = np.sqrt(study.solution.variance)
    assert (np.abs(scores - exact) <= 1e-5 * deviation).all()
    both = {"rtol": 0, "atol": 1e-5 * study.solution.variance[0]}
    lengths = (((A - mean) ** 2).sum(axis=1).astype(float) for A in (F, F_new))
    for found in (study.training_lengths, study.new_lengths):
        np.testing.assert_allclose(found, next(lengths), **both)
    chart = control_chart(study)
    around = _around_the_mean(study, F, F_new)
    near = control_chart(around)
    of_limits = [A.statistics / near.limits.values[0] for A in (chart, near)]
    np.testing.assert_allclose(*of_limits, rtol=0, atol=1e-4)
    np.testing.assert_allclose(chart.limits.values, near.limits.values, rtol=1e-4)
    placed = study.place(pd.DataFrame(study.data.X_new, columns=study.columns))
    np.testing.assert_array_equal(placed.to_numpy(), scores)
    importance = study.importances.permutation
    expected = around.importances.permutation
    if name != "cosine":
        assert chart.contributions.keys() == near.contributions.keys() != set()
        for i, found in near.contributions.items():
            np.testing.assert_allclose(chart.contributions[i], found, rtol=1e-3, atol=1e-5)
        np.testing.assert_allclose(importance, expected, rtol=1e-4, atol=1e-7)


def _around_the_mean(study, F, F_new):
    """The study of the linear kernel of the features less their mean."""
    mean = F.mean(axis=0)
    old, new = (np.asarray(A - mean, dtype=float)[:, -4:] for A in (F, F_new))
    return replace(study, data=Vectors(kernels.Linear(), old, new))


def test_a_new_sample_that_rounding_places_badly_is_a_remark_with_its_error(tmp_path):
    """The sample lies far away, at a right angle to the second component."""
    solution = _solved(tmp_path, kernel={"name": "linear"}, components=2).solution
    axis = X.T @ solution.alpha[:, 1]
    far = X[:3] + [[0.0] * 4, 1e12 * np.array([axis[1], -axis[0], axis[3], -axis[2]]), [0.0] * 4]
    np.save(tmp_path / "new.npy", far)
    data = {"vectors": "x.npy", "new": "new.npy"}
    for statements in ("none", "all"):
        study = _solved(
            tmp_path, kernel={"name": "linear"}, components=2, data=data, statements=statements
        )
        found = [remark for remark in study.remarks if "standard deviations" in remark]
        assert len(found) == 1, statements
        assert repr(study.new_names[1]) in found[0]
        assert "component 2 may be off by " in found[0]
        np.save(tmp_path / "new.npy", X[:3] + 0.5)
        study = _solved(
            tmp_path, kernel={"name": "linear"}, components=2, data=data, statements=statements
        )
        assert not [remark for remark in study.remarks if "standard deviations" in remark]
        np.save(tmp_path / "new.npy", far)
