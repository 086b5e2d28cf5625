"""Rounding and nothing else: with fifty digits the discrepancies fall by as many orders."""

import pytest

from kpca.arithmetic import U_EXACT, U
from kpca.statements import every
from kpca.statements.check import Check
from kpca.statements.ledger import LEDGER
from kpca.studies.small import in_both, small_cases

CASES = small_cases()
FINITE = set(LEDGER) - {"P1", "R3"}
PAIRS = {name: in_both(case) for name, case in CASES.items()}


@pytest.mark.parametrize("name", CASES)
def test_every_discrepancy_falls_with_the_unit_roundoff_and_stays_within_its_tolerance(name):
    for double, fifty in PAIRS[name]:
        assert double.agrees, double
        assert fifty.discrepancy <= fifty.tolerance * U_EXACT / U, fifty
        assert fifty.discrepancy < 1e-40, fifty


@pytest.mark.parametrize("name", CASES)
def test_the_controls_stay_where_they_are(name):
    """A wrong formula is as wrong with fifty digits as with sixteen."""
    for double, fifty in PAIRS[name]:
        assert fifty.margin * U / U_EXACT > 1e30, fifty
        assert double.margin >= 100.0, double


def test_every_statement_but_those_that_iterate_is_executed_with_fifty_digits():
    assert {fifty.id for pairs in PAIRS.values() for _, fifty in pairs} == FINITE


def test_the_largest_discrepancy_relative_to_its_scale_is_about_1e_45():
    worst = max(fifty.discrepancy for pairs in PAIRS.values() for _, fifty in pairs)
    assert 1e-52 < worst < 1e-44


@pytest.mark.parametrize("name", CASES)
def test_whatever_is_executed_with_fifty_digits_is_compared_failing_checks_too(name):
    fifty = {check.id for check in every.execute(CASES[name].with_fifty_digits())}
    assert {pair[1].id for pair in PAIRS[name]} == fifty
    assert all(double.id == fifty.id for double, fifty in PAIRS[name])


def test_a_check_that_fails_is_not_dropped(monkeypatch):
    monkeypatch.setattr(every, "execute", lambda case: [Check("C1", 2.0, 1.0, 1e6)])
    pairs = in_both(CASES["linear"])
    assert [(double.verdict, fifty.verdict) for double, fifty in pairs] == [("fails", "fails")]
