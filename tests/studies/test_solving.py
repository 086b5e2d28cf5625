"""A study in tiles has the solution, the scores and the lengths that whole matrices give."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES, fresh
from given_studies import GIVEN, KM

from kpca.centering import center
from kpca.data import Gram, Vectors
from kpca.formulations import dual
from kpca.kernels import Linear
from kpca.solvers import placing

MATRIX = replace(KM, data=Gram(KM.data.K, KM.data.K_new, KM.data.G_new))
EVERY = STUDIES | {"distances": GIVEN, "a line": KM, "its matrix": MATRIX}


def _means(data):
    """Means of the kernel values of all samples, and of new ones, with the training samples.

    The linear kernel is that of points less their mean, which changes no score.
    """
    if not isinstance(data, Vectors) or not data.kernel.movable:
        return data.K.mean(axis=1), data.K_new.mean(axis=1)
    X, X_new = (points - data.X.mean(axis=0) for points in (data.X, data.X_new))
    return data.kernel(X, X).mean(axis=1), data.kernel(X_new, X).mean(axis=1)


@pytest.mark.parametrize("name", EVERY)
def test_scores_means_and_lengths_are_those_of_the_whole_matrices(name, monkeypatch):
    """With room for the kernel values of few new samples at a time, or of one."""
    monkeypatch.setattr(placing, "VALUES", 300)
    study = fresh(EVERY[name])
    data = study.data
    solved = study.solve().solved
    solution, (means, of_new) = solved.solution, _means(data)
    solved = replace(solved, certificate=replace(solved.certificate, means=means))
    in_tiles = replace(study, statements="sample", solved=solved)
    scores, new_means = in_tiles.placed
    size = np.abs(data.K).max()
    allowed = 4.0 * solution.matrix_error / np.sqrt(solution.mu)
    assert (np.abs(scores - dual.place(solution, data.K, data.K_new)) <= allowed).all()
    exact = {"rtol": 0, "atol": 1e-12 * size}
    np.testing.assert_allclose(new_means, of_new, **exact)
    np.testing.assert_allclose(in_tiles.training_lengths, center(data.K).diagonal(), **exact)
    expected = data.G_new.diagonal() - 2.0 * data.K_new.mean(axis=1) + data.K.mean()
    np.testing.assert_allclose(in_tiles.new_lengths, expected, **exact)


@pytest.mark.parametrize("name", STUDIES)
def test_of_points_no_matrix_of_all_pairs_is_formed(name):
    solved = fresh(EVERY[name]).solve().solved
    study = replace(fresh(EVERY[name]), statements="sample", solved=solved)
    is_positive = study.kernel.is_positive_semidefinite
    assert len(study.lengths) == len(study.samples)
    assert len(study.new_lengths) == study.m
    formed = {"K", "K_new", "G_new", "D2"} & set(vars(study.data))
    assert formed == (set() if is_positive else {"K", "K_new", "G_new"})


def test_the_means_of_other_samples_move_every_score():
    right = STUDIES["poly"].solve()
    other = replace(right.certificate, means=np.roll(right.solved.means, 1))
    of_other = replace(right, solved=replace(right.solved, certificate=other))
    scores, wrong = right.placed[0], of_other.placed[0]
    assert np.abs(wrong - scores).max() > 1e-3 * np.abs(scores).max()


@pytest.mark.parametrize("name", EVERY)
def test_a_whole_study_is_placed_as_by_the_eigen_solve_to_the_last_bit(name):
    study = fresh(EVERY[name]).solve()
    data, solved = study.data, study.solved
    solution = dual.fit(data.K, study.components, data.element_error)
    np.testing.assert_array_equal(solved.solution.V, solution.V)
    assert solved.solution.matrix_error == solution.matrix_error
    scores, _ = study.placed
    np.testing.assert_array_equal(scores, dual.place(solution, data.K, data.K_new))


def test_a_whole_study_has_its_matrices_already_whatever_the_budget_of_the_solver_is():
    X = np.random.default_rng(3).normal(size=(501, 4))
    study = replace(STUDIES["linear"], data=Vectors(Linear(), X, X))
    assert study.solve(max_memory=1.0).solution.complete
