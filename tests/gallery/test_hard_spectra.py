"""Cases of chosen spectra cut no group of equal eigenvalues and have the chosen eigenvalues."""

import numpy as np
import pytest

import hard_spectra
from kpca.solvers.chosen_spectra import SPECTRA, gram


def test_each_case_has_as_many_components_as_cut_no_group():
    found = {name: case.components for name, case in hard_spectra.cases().items()}
    assert found == {
        "decaying": 5,
        "clustered at 1e-9": 5,
        "degenerate": 5,
        "rank-deficient": 4,
        "steep": 5,
        "indefinite": 5,
    }


@pytest.mark.parametrize("name", SPECTRA)
def test_every_formulation_finds_the_chosen_spectrum_within_its_cutoff(name):
    spectra = hard_spectra.whole_spectra(hard_spectra.cases()[name])
    # The generalized problem needs a positive semi-definite matrix.
    expected = ["eigen-solve", "classical MDS", "generalized"]
    assert list(spectra) == expected[: 2 if name == "indefinite" else 3]
    for one in spectra.values():
        assert np.abs(one.spectrum - hard_spectra.truth(name)).max() <= one.matrix_error


def test_the_true_spectrum_has_the_zero_of_the_vector_one():
    truth = hard_spectra.truth("indefinite")
    assert len(truth) == 30
    assert list(truth[:3]) == [6.0, 3.0, 1.5]
    assert list(truth[-2:]) == [-1.0, -2.0]


def test_eight_samples_are_new_samples():
    case = hard_spectra.with_new_samples("decaying", 4)
    assert (case.K.shape, case.K_new.shape, case.G_new.shape) == ((22, 22), (8, 22), (8, 8))
    assert case.components == 4
    K = gram(SPECTRA["decaying"], seed=1)
    assert (case.K_new == K[22:, :22]).all()
    assert (case.G_new == K[22:, 22:]).all()
