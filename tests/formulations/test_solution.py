"""The convention of a solution and the doubt it returns."""

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca.centering import center
from kpca.formulations import dual
from kpca.formulations.solution import RankError, Solution


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


def _of_spectrum(spectrum, components):
    n = len(spectrum)
    return Solution(np.array(spectrum), np.eye(n)[:, :components], 0.0, 1e-6)


@pytest.mark.parametrize(
    ("components", "split"), [(1, None), (2, (2, 4)), (3, (2, 4)), (4, None), (5, (5, 6))]
)
def test_a_cut_group_is_named_by_its_first_and_last_component(components, split):
    """Eigenvalues 9, three times 4, twice 1, and 0."""
    assert _of_spectrum([9.0, 4.0, 4.0, 4.0, 1.0, 1.0, 0.0], components).split_group == split


@pytest.mark.parametrize(("known", "complete"), [(2, False), (3, True)])
def test_a_solution_is_complete_with_as_many_eigenvalues_as_samples(known, complete):
    solution = Solution(np.array([3.0, 2.0, 1.0][:known]), np.eye(3)[:, :2], 0.0, 1e-6)
    assert solution.complete is complete
    if not complete:
        with pytest.raises(ValueError, match="2 of 3 eigenvalues are known"):
            _ = solution.split_group


def test_an_eigenvalue_that_equals_its_bound_is_not_above_it():
    assert Solution(np.array([1.0, 0.5, 0.1]), np.eye(3), 0.0, 0.5).rank == 1
