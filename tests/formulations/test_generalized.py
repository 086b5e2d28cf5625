"""K~^2 alpha = n lambda K~ alpha on its range: right for large eigenvalues, lost for small ones."""

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram

from kpca.formulations import dual, generalized
from kpca.solvers.solution import RankError
from kpca.statements import formulations_agree

POSITIVE = [name for name in STUDIES if name != "sigmoid"]


@pytest.mark.parametrize("name", POSITIVE)
def test_e11_it_agrees_with_the_dual(name):
    data, d = STUDIES[name].data, STUDIES[name].components
    reference = dual.fit(data.K, d, data.element_error)
    other = generalized.fit(data.K, d, data.element_error)
    check = formulations_agree.same_eigenvalues_and_scores(reference, {"generalized": other})
    assert check.agrees
    assert check.decided == check.entries
    assert (
        np.abs(reference.spectrum - other.spectrum).max()
        <= reference.matrix_error + other.matrix_error
    )


def test_solving_it_loses_every_eigenvalue_below_the_root_of_u():
    """Over 16 decades the dual keeps relative digits where the generalized problem has none."""
    truth = SPECTRA["steep"]
    K = gram(truth, shift=0.0)
    by_dual, by_squares = dual.fit(K, 5), generalized.fit(K, 5)
    lost = truth < 1e-2 * np.sqrt(2.0**-53) * truth[0]
    kept = truth > 1e2 * np.sqrt(2.0**-53) * truth[0]
    relative = np.abs(by_squares.spectrum[:29] / truth - 1.0)
    assert (relative[kept] < 1e-2).all()
    assert (relative[lost] > 0.5).all()
    still_there = lost & (truth > 1e-13)
    assert still_there.sum() >= 4
    assert (np.abs(by_dual.spectrum[:29] / truth - 1.0)[still_there] < 0.05).all()


def test_components_below_its_cut_off_are_refused_with_the_rank_that_is_left():
    K = gram(SPECTRA["steep"])
    with pytest.raises(RankError, match="allowed: 1 to") as refused:
        generalized.fit(K, 20)
    assert generalized.fit(K, refused.value.rank).components == refused.value.rank


def test_an_indefinite_matrix_is_refused():
    with pytest.raises(ValueError, match="positive semi-definite"):
        generalized.fit(gram(SPECTRA["indefinite"]), 2)


@pytest.mark.parametrize(("error", "rank"), [(0.0095, 3), (0.0105, 2), (0.11, 1)])
def test_directions_shorter_than_ten_times_the_error_do_not_belong_to_the_range(error, rank):
    """Columns 4, 1 and 0.1 long."""
    Q = generalized.range_basis(np.diag([4.0, 1.0, 0.1]), error)
    np.testing.assert_allclose(np.abs(Q), np.eye(3)[:, :rank], atol=1e-15)


def test_the_cut_off_contains_ten_times_the_error_of_the_entries():
    X = np.random.default_rng(3).normal(size=(9, 3))
    assert generalized.fit(X @ X.T, 1, 1e-3).matrix_error >= 10.0 * 9 * 1e-3
