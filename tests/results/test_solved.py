"""What a solver measured is stored with its certificate, and said in words."""

import re
from dataclasses import replace

import numpy as np
import pytest

from kpca.formulations import dual
from kpca.results import files, solutions, solved, studies
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("solved")
    np.save(folder / "x.npy", np.random.default_rng(0).normal(size=(710, 3)) * [3.0, 2.0, 1.0])
    given = {"data": {"vectors": "x.npy"}, "kernel": {"name": "rbf", "gamma": "median"}}
    config = StudyConfig(**given, components=4, holdout=10, statements="sample", unit="km")
    return build("s", config, folder)


def test_statements_are_executed_on_the_samples_that_a_study_says(made, tmp_path):
    study, result = made, made.solved
    nodes = solutions.to_datasets(study, result.solution)
    nodes["solver"] = solved.to_dataset(study)
    files.write(studies.to_tree(study, **nodes), tmp_path / "study.nc")
    assert solved.load(study, tmp_path / "study.nc").solved.evaluations == result.evaluations
    part = studies.executed_on(tmp_path / "study.nc")
    assert (part.n, part.subset_of) == (300, 700)
    assert solved.load(part, tmp_path / "study.nc").solution.n == 300, "it has no file of its own"
    assert studies.tree(part).attrs["executed_on"] == "300 of 700 samples, a random subset"


def test_a_study_with_every_statement_is_executed_on_all_samples(tmp_path):
    study = studies.load(None)
    assert "executed_on" not in studies.tree(study).attrs
    files.write(studies.to_tree(study), tmp_path / "study.nc")
    assert studies.executed_on(tmp_path / "study.nc").subset_of == 0


def test_the_words_say_what_is_proved_and_what_is_not(made):
    result = made.solved
    text = " ".join(solved.sentences(result))
    assert f"ARPACK, {result.passes} products with the Gram matrix of all 700 samples" in text
    proof = result.certificate
    assert f"residual |K̃V − VM| {proof.residual / proof.theta[0]:.1e} of the first" in text
    assert f"orthonormal to {proof.orthogonality:.1e}." in text
    errors = (f"{bound:.1e}" for bound in (proof.errors.max() / proof.theta[0], proof.angle))
    within = "4 largest eigenvalues, each to within {} of the first, .* angle .* is at most {}."
    assert re.search(within.format(*map(re.escape, errors)), text)
    assert "NOT" not in text
    reasons = ("a larger one may be missed; ask for more", "the residual is 3")
    doubtful = replace(result, certificate=replace(result.certificate, reasons=reasons))
    text = " ".join(solved.sentences(doubtful))
    assert "NOT certified: a larger one may be missed; ask for more; the residual is 3." in text
    assert "Certified:" not in text
    by_factor = replace(result, passes=0, solver="low rank")
    text = " ".join(solved.sentences(by_factor))
    assert "factor of low rank" in text
    assert "Measured again" not in text
    words = {
        "covariance": "LAPACK, all 4 eigenvalues of the covariance of the features of all 700",
        "block Krylov of features": f"{result.passes} passes over the features of all 700 samples",
    }
    for solver, expected in words.items():
        text = " ".join(solved.sentences(replace(result, solver=solver, evaluations=1100)))
        assert expected in text
        assert "1.1e+03 features computed" in text
        assert "Measured again" in text
    text = " ".join(solved.sentences(replace(result, solver="block Krylov")))
    assert f"{result.passes} passes over the tiles of the Gram matrix of all 700 samples" in text
    text = " ".join(solved.sentences(replace(result, solver="LAPACK")))
    assert "LAPACK, all eigenvalues of the Gram matrix of all 700 samples" in text
    assert "Measured with this matrix: residual" in text


@pytest.mark.parametrize(
    ("last", "rank", "hides"), [(1e-15, 4, True), (0.0625, 5, False), (-0.5, None, None)]
)
def test_the_rank_is_said_to_be_that_above_the_rounding_of_the_gram_matrix(last, rank, hides):
    """Of thirty columns one may differ by less, and the rank is then 29."""
    A = np.diag([7.0, 5.0, 2.0, 0.5, last])
    H = np.linalg.qr(np.column_stack([np.ones(6), np.eye(6)[:, :5] + 0.1]))[0][:, 1:]
    solution = dual.fit(H @ A @ H.T, 2)
    said = solved.rank_in_words(solution)
    # The largest eigenvalue is 7.
    assert f"known to within {solution.matrix_error / 7.0:.1e} of the largest" in said
    assert ("hide smaller ones" in said) == bool(hides)
    assert (f"Rank {rank}: " in said) == (rank is not None)
    assert ("above the rounding of the Gram matrix" in said) == (rank is not None)
