"""What is computed in tiles is what the whole matrices give."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES, fresh
from given_studies import GIVEN, KM

from kpca.centering import center
from kpca.data import Gram, Vectors
from kpca.formulations import dual
from kpca.solvers import placing
from kpca.studies import tiles

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
    solution = dual.fit(data.K, study.components, data.entry_error)
    means, of_new = _means(data)
    scores, new_means = tiles.place(data, solution, means)
    size = np.abs(data.K).max()
    allowed = 4.0 * solution.bound / np.sqrt(solution.mu)
    assert (np.abs(scores - dual.place(solution, data.K, data.K_new)) <= allowed).all()
    exact = {"rtol": 0, "atol": 1e-12 * size}
    np.testing.assert_allclose(new_means, of_new, **exact)
    np.testing.assert_allclose(tiles.lengths(data, means), center(data.K).diagonal(), **exact)
    expected = data.G_new.diagonal() - 2.0 * data.K_new.mean(axis=1) + data.K.mean()
    np.testing.assert_allclose(tiles.new_lengths(data, means, new_means), expected, **exact)


@pytest.mark.parametrize("name", STUDIES)
def test_of_points_no_matrix_of_all_pairs_is_formed(name):
    study = fresh(EVERY[name])
    solution = dual.fit(study.data.K, study.components, study.data.entry_error)
    means, study = study.data.K.mean(axis=1), fresh(study)
    _, new_means = tiles.place(study.data, solution, means)
    tiles.lengths(study.data, means)
    tiles.new_lengths(study.data, means, new_means)
    assert not {"K", "K_new", "G_new", "D2"} & set(vars(study.data))


def test_the_means_of_other_samples_move_every_score():
    study = STUDIES["poly"]
    solution = dual.fit(study.data.K, study.components, study.data.entry_error)
    means = study.data.K.mean(axis=1)
    right, wrong = (tiles.place(study.data, solution, one)[0] for one in (means, np.roll(means, 1)))
    assert np.abs(wrong - right).max() > 1e-3 * np.abs(right).max()
