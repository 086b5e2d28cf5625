"""Rounding and nothing else: with fifty digits the discrepancies fall by as many orders."""

import functools

import pytest

from kpca.arithmetic import U_FIFTY_DIGITS, U
from kpca.statements import every
from kpca.statements.check import Check
from kpca.statements.ledger import LEDGER
from kpca.studies.small import in_both, small_cases

CASES = small_cases()
IN_DOUBLE = {"K17", "S3", "S4", "S5", "S7", "S8", "S9", "S10", "S14", "S21"}
"""They are about a Gaussian kernel on points, or have logarithms or complex numbers of doubles."""

FINITE = set(LEDGER) - {"P1", "R3"} - IN_DOUBLE


@functools.cache
def pairs(name):
    return in_both(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_every_discrepancy_falls_with_the_unit_roundoff_and_stays_within_its_tolerance(name):
    for double, fifty in pairs(name):
        assert double.agrees, double
        assert fifty.discrepancy <= fifty.tolerance * U_FIFTY_DIGITS / U, fifty
        assert fifty.discrepancy < 1e-40, fifty


@pytest.mark.parametrize("name", CASES)
def test_the_controls_stay_where_they_are(name):
    """A wrong formula is as wrong with fifty digits as with sixteen."""
    for double, fifty in pairs(name):
        assert fifty.margin * U / U_FIFTY_DIGITS > 1e30, fifty
        assert double.margin >= 100.0, double


def test_every_statement_but_those_that_iterate_is_executed_with_fifty_digits():
    assert {fifty.id for name in CASES for _, fifty in pairs(name)} == FINITE


def test_the_largest_discrepancy_relative_to_its_scale_is_about_1e_45():
    worst = max(fifty.discrepancy for name in CASES for _, fifty in pairs(name))
    assert 1e-52 < worst < 1e-44


def test_whatever_is_executed_with_fifty_digits_is_compared_failing_checks_too(monkeypatch):
    fails, agrees = Check("C1", 2.0, 1.0, 1e6), Check("C2", 0.5, 1.0, 1e6)
    iterates = Check("P1", 0.5, 1.0, 1e6)
    fifty = CASES["linear"].with_fifty_digits()
    monkeypatch.setattr(type(fifty), "with_fifty_digits", lambda case: fifty)
    monkeypatch.setattr(
        every, "execute", lambda case: [fails, agrees, *([] if case is fifty else [iterates])]
    )
    compared = in_both(CASES["linear"])
    assert [(double.verdict, fifty.verdict) for double, fifty in compared] == [
        ("fails", "fails"),
        ("agrees", "agrees"),
    ]
