"""Every formulation measures its own residual, |K~ v - mu v|, and none exceeds its bound."""

import numpy as np
import pytest
from conftest import STUDIES

from kpca.statements.case import Case

UNIT = 2.0**10


def _solutions(unit):
    case = Case.of(STUDIES["linear"])
    data = type(case.data)(case.kernel, unit * case.X, unit * case.X_new)
    case = Case(data, case.components)
    return {"dual": case.dual, **case.formulations, **case.linear}


@pytest.fixture(scope="module")
def in_two_units():
    """The solutions of one study in two units."""
    return _solutions(1.0), _solutions(UNIT)


def test_residuals_are_within_the_bound_of_their_formulation(in_two_units):
    one, _ = in_two_units
    assert len(one) > 6
    off = {name for name, s in one.items() if not 0.0 <= s.residual <= s.bound}
    assert off == set()


def test_residuals_and_bounds_change_with_the_square_of_the_unit(in_two_units):
    """As eigenvalues do. A residual is rounding, and keeps its size only about."""
    one, other = in_two_units
    for name, s in one.items():
        assert other[name].bound == pytest.approx(UNIT**2 * s.bound, rel=1e-3, abs=0.0), name
        if s.residual > 0.0:
            assert 1e-2 < other[name].residual / (UNIT**2 * s.residual) < 1e2, name
    np.testing.assert_allclose(other["dual"].mu, UNIT**2 * one["dual"].mu, rtol=1e-12)
