"""The convention of a solution and the doubt it returns."""

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca.centering import center
from kpca.formulations import dual
from kpca.formulations.solution import RankError


def test_convention_is_what_it_says():
    K = gram(SPECTRA["decaying"])
    s = dual.fit(K, 3)
    np.testing.assert_allclose(s.variance, s.mu / len(K))
    np.testing.assert_allclose(s.scores, center(K) @ s.alpha, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(s.V, axis=0), 1.0)
    np.testing.assert_allclose((s.scores**2).mean(axis=0), s.variance)


@pytest.mark.parametrize(
    ("name", "rank"),
    [("rank-deficient", 4), ("degenerate", 6), ("indefinite", 5), ("decaying", 29)],
)
def test_rank_is_the_number_of_eigenvalues_above_the_cutoff(name, rank):
    assert dual.fit(gram(SPECTRA[name]), 2).rank == rank


def test_steep_spectrum_loses_the_eigenvalues_below_the_cutoff():
    s = dual.fit(gram(SPECTRA["steep"]), 2)
    assert s.rank < 29
    assert (s.spectrum[: s.rank] > s.bound).all()


def test_negative_mass_is_the_share_of_the_negative_eigenvalues():
    spectrum = SPECTRA["indefinite"]
    s = dual.fit(gram(spectrum), 2)
    assert len(s.negative) == 4
    assert s.negative_mass == pytest.approx(3.5 / np.abs(spectrum).sum(), rel=1e-12, abs=0.0)
    assert s.explained[0] == pytest.approx(6.0 / np.abs(spectrum).sum(), rel=1e-12, abs=0.0)


@pytest.mark.parametrize(
    ("name", "denominator"),
    [
        ("decaying", "sum of |μ| over the whole spectrum"),
        (
            "indefinite",
            "sum of |μ| over the whole spectrum, so that negative eigenvalues count against",
        ),
    ],
)
def test_the_denominator_mentions_negative_eigenvalues_only_where_there_are_some(name, denominator):
    assert dual.fit(gram(SPECTRA[name]), 2).denominator == denominator


def test_rounding_is_not_called_negative():
    assert dual.fit(gram(SPECTRA["rank-deficient"]), 2).negative_mass == 0.0


@pytest.mark.parametrize("components", [0, 5, 31])
def test_components_beyond_the_rank_are_refused(components):
    with pytest.raises(RankError, match=f"{components} components .*allowed: 1 to 4"):
        dual.fit(gram(SPECTRA["rank-deficient"]), components)
