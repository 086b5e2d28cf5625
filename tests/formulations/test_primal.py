"""The covariance operator and the SVD give what the eigen-solve of the Gram matrix gives."""

import numpy as np
import pytest
from conftest import STUDIES
from made_solutions import made

from kpca.formulations import dual, primal, svd
from kpca.solvers import dense
from kpca.solvers.solution import RankError
from kpca.statements import formulations_agree

EXPLICIT = [name for name, study in STUDIES.items() if study.data.Phi is not None]
FITS = {"primal": primal.fit, "svd": svd.fit}

each_formulation = pytest.mark.parametrize("fit", FITS)


@each_formulation
@pytest.mark.parametrize("name", EXPLICIT)
def test_e11_both_agree_with_the_dual(fit, name):
    data, d = STUDIES[name].data, STUDIES[name].components
    reference = dual.fit(data.K, d, data.element_error)
    other = FITS[fit](data.Phi, d, data.element_error)
    assert formulations_agree.same_eigenvalues_and_scores(reference, {"it": other}).agrees
    assert (
        np.abs(reference.spectrum - other.spectrum).max()
        <= reference.matrix_error + other.matrix_error
    )


@each_formulation
def test_an_offset_of_the_features_changes_nothing_and_uncentered_features_do(fit):
    data, d = STUDIES["poly"].data, STUDIES["poly"].components
    reference = dual.fit(data.K, d, data.element_error)
    moved = FITS[fit](data.Phi + 1.0, d, data.element_error)
    assert formulations_agree.same_eigenvalues_and_scores(reference, {"it": moved}).agrees
    spectrum, V = np.linalg.eigh(data.K)
    uncentered = made(spectrum[::-1].copy(), V[:, ::-1][:, :d], reference.matrix_error)
    assert not formulations_agree.same_eigenvalues_and_scores(reference, {"it": uncentered}).agrees


@each_formulation
@pytest.mark.parametrize("shape", [(6, 20), (20, 6)])
def test_more_features_than_samples_and_the_other_way_round(fit, shape):
    Phi = np.random.default_rng(0).normal(size=shape)
    reference, other = dual.fit(Phi @ Phi.T, 4), FITS[fit](Phi, 4)
    assert other.spectrum.shape == (shape[0],)
    assert other.residual <= other.matrix_error
    assert formulations_agree.same_eigenvalues_and_scores(reference, {"it": other}).agrees


@each_formulation
def test_the_rank_is_that_of_the_features(fit):
    data = STUDIES["lift"].data
    with pytest.raises(RankError, match="allowed: 1 to 3"):
        FITS[fit](data.Phi, 4, data.element_error)


def test_as_many_eigenvalues_as_samples_are_kept_and_zeros_fill_up():
    spectrum = primal.samples_spectrum(np.array([3.0, 2.0, -1.0]), 3)
    assert spectrum.tolist() == [3.0, 2.0, -1.0]
    assert primal.samples_spectrum(np.array([3.0, -1.0]), 4).tolist() == [3.0, 0.0, 0.0, -1.0]
    assert primal.samples_spectrum(np.array([3.0, 2.0, 1.0]), 2).tolist() == [3.0, 2.0]


def test_the_cut_off_of_features_is_twice_that_of_their_covariance():
    Phi = np.random.default_rng(3).normal(size=(9, 3))
    centered = Phi - Phi.mean(axis=0)
    once = dense.leading(centered.T @ centered, 2, primal.features_error(Phi, 1e-3)).matrix_error
    assert primal.fit(Phi, 2, 1e-3).matrix_error == pytest.approx(2.0 * once, rel=1e-12, abs=0)
