"""Three rings here and in R: literal ranks, agreement within tolerance, and controls that fail."""

from dataclasses import replace

import numpy as np
import pytest

import r_demonstration
import r_program
from kpca import tolerances
from r_program import InR


@pytest.fixture(scope="module")
def rings():
    X, _ = r_demonstration.points(1)
    return X, r_demonstration.fit(X)


def _as_r(solution, factor=1.0):
    """What R would compute without rounding, times ``factor``, with other signs."""
    return InR(solution.mu, -factor * solution.scores)


def test_centering_leaves_five_components(rings):
    X, solution = rings
    assert solution.rank == r_demonstration.FEATURES == 5
    assert r_demonstration.rank_by_cut(X) == 5


@pytest.mark.parametrize(("factor", "kept"), [(1e-3, 2), (1e3, 100)])
def test_the_cut_of_the_program_depends_on_the_unit_and_ours_does_not(rings, factor, kept):
    X = factor * rings[0]
    by_cut = r_demonstration.rank_by_cut(X)
    assert by_cut == 2 if kept == 2 else by_cut > kept
    assert r_demonstration.fit(X, 1).rank == 5


def test_signs_make_no_difference(rings):
    X, solution = rings
    found = r_demonstration.compare(X, solution, _as_r(solution))
    assert found.agrees
    assert found.difference.max() == 0.0
    np.testing.assert_array_equal(found.scores_by_r, solution.scores)


def _by_another_kernel(X, solution):
    other = r_demonstration.Polynomial(gamma=1.0, degree=2, coef0=0.9)
    return _as_r(r_demonstration.dual.fit(other(X, X), 5))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda X, solution: _as_r(solution, 1 + 1e-6),
        lambda X, solution: _as_r(solution, 1 / np.sqrt(300)),
        lambda X, solution: InR(solution.mu / 300, solution.scores),
        _by_another_kernel,
    ],
    ids=["scores", "scale", "eigenvalues", "kernel"],
)
def test_other_numbers_do_not_agree(rings, wrong):
    X, solution = rings
    assert not r_demonstration.compare(X, solution, wrong(X, solution)).agrees


def test_another_number_of_components_is_refused(rings):
    X, solution = rings
    with pytest.raises(ValueError, match="R keeps 4 components, and kpca 5"):
        r_demonstration.compare(X, solution, InR(solution.mu[:4], solution.scores[:, :4]))


def test_equal_eigenvalues_are_refused():
    """Points equally spaced on a circle: the eigenvalues of x1, x2 are equal."""
    angle = 2.0 * np.pi * np.arange(12) / 12
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    solution = r_demonstration.fit(X, 4)
    with pytest.raises(ValueError, match="too close"):
        r_demonstration.compare(X, solution, _as_r(solution))


def test_without_r_there_is_no_comparison_and_the_seeds_are_one_two():
    runs = r_demonstration.repeated(2, None)
    assert [run.by_r for run in runs] == [None, None]
    np.testing.assert_array_equal(runs[1].X, r_demonstration.points(2)[0])


def test_r_itself_agrees():
    command = r_program.rscript()
    if command is None:
        pytest.skip("no Rscript on the path: install r-base-core")
    (run,) = r_demonstration.repeated(1, command)
    assert run.by_r.agrees
    assert run.by_r.difference.max() < 1e-10


def test_tolerances_are_the_bounds_of_both_solutions(rings):
    """The bounds written out: of kpca, and of the matrix and the solver of R."""
    X, ours = rings
    found = r_demonstration.compare(X, ours, _as_r(ours, 1.001))
    n, K = 300, (X @ X.T + 1.0) ** 2
    # Of R: a product of n terms with 1/n rounded, and a backward stable solver.
    entry = r_demonstration.Vectors(r_demonstration.KERNEL, X, X).element_error
    theirs = tolerances.centered_gram(n, float(K.max()), entry, mean=tolerances.dot(n + 2))
    theirs += tolerances.eigenvalue(n, ours.frobenius)
    assert found.mu_tolerance == pytest.approx(ours.matrix_error + theirs, rel=1e-12, abs=0.0)
    product = tolerances.products(n + 2, ours.frobenius)
    for j, group in enumerate(ours.groups):
        mu, both = ours.mu[group], ours.matrix_error + theirs
        expected = tolerances.scores(mu, ours.gap(group), both) + (theirs + product) / np.sqrt(mu)
        assert found.tolerance[j] == pytest.approx(expected, rel=1e-12, abs=0.0)
    control = np.abs(1.001 * ours.scores / np.sqrt(300.0) - ours.scores).max(axis=0)
    assert found.control == pytest.approx(control, rel=1e-12, abs=0.0)


def test_a_control_within_a_hundred_tolerances_does_not_count(rings):
    X, solution = rings
    found = r_demonstration.compare(X, solution, _as_r(solution))
    assert replace(found, control=100.0 * found.tolerance).agrees
    assert not replace(found, control=99.0 * found.tolerance).agrees
    assert not replace(found, difference=1.01 * found.tolerance).agrees
    beyond = found.mu + 1.01 * found.mu_tolerance
    assert not replace(found, mu_by_r=beyond).agrees
