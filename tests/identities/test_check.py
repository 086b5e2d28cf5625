"""What a check says: worst entry, verdict, control."""

import numpy as np
import pytest

from kpca.identities import every  # noqa: F401  registers all statements
from kpca.identities.check import STATEMENTS, Check, Claims, Statement
from kpca.ledger import LEDGER


def test_the_entry_that_uses_most_of_its_tolerance_is_kept():
    check = Check.worst("E7", [1.0, 0.2], [10.0, 0.5], [2e3, 100.0])
    assert (check.discrepancy, check.tolerance) == (0.2, 0.5)


def test_no_entry_borrows_the_control_of_another():
    check = Check.worst("E7", [1.0, 0.2], [10.0, 0.5], [1e9, 5.0])
    assert check.margin == 10.0
    assert not check.agrees


def test_the_control_is_that_of_the_kept_entry_and_the_margin_that_of_all():
    check = Check.worst("E7", [5.0, 0.0], [10.0, 0.5], [1e9, 100.0])
    assert (check.control, check.margin) == (1e9, 200.0)
    assert check.agrees


def test_a_blind_statement_counts_the_entries_it_cannot_decide():
    check = Check.worst("E3", [0.1, 5.0], [1.0, 10.0], [1e6, 20.0], blind=True)
    assert (check.decided, check.entries) == (1, 2)
    assert check.agrees
    assert "1 of 2 entries decided" in str(check)


def test_a_blind_statement_that_can_decide_nothing_does_not_agree_and_does_not_apply(capsys):
    check = Check.worst("E3", [0.1], [1.0], [2.0], blind=True)
    assert not check.agrees
    assert check.decided == 0
    claims = Claims(_Case())
    claims.execute(Statement("E3", lambda K: (0.1, 1.0, 2.0), True))
    assert not claims
    assert "E3 does not apply: too small to see" in capsys.readouterr().out


def test_a_blind_statement_that_is_wrong_fails_even_where_its_control_decides_nothing():
    claims = Claims(_Case())
    claims.execute(Statement("E3", lambda K: (3.0, 1.0, 2.0), True))
    assert [claim.agrees for claim in claims] == [False]


def test_a_blind_entry_that_violates_its_tolerance_is_judged_whatever_its_control():
    check = Check.worst("E3", [0.1, 50.0], [1.0, 10.0], [1e6, 20.0], blind=True)
    assert not check.agrees
    assert check.discrepancy == 50.0


def test_a_tolerance_of_zero_is_met_by_an_exact_zero_only():
    assert Check.worst("C1", [0.0], [0.0], [1.0]).agrees
    assert not Check.worst("C1", [1e-300], [0.0], [1.0]).agrees


def test_an_empty_set_of_entries_is_refused():
    with pytest.raises(ValueError, match="E11: no entries"):
        Check.worst("E11", [], [], [])


@pytest.mark.parametrize(
    ("discrepancy", "control", "verdict"),
    [(0.5, 1e3, "agrees"), (1.5, 1e3, "fails"), (0.5, 50.0, "undecided"), (0.0, 100.0, "agrees")],
)
def test_agreement_needs_both_a_small_discrepancy_and_a_control_that_fails(
    discrepancy, control, verdict
):
    assert Check("C1", discrepancy, 1.0, control).verdict == verdict


def test_nan_is_refused():
    with pytest.raises(ValueError, match="C1: .* NaN"):
        Check.worst("C1", [np.nan], 1.0, 1.0)


def test_every_executed_statement_is_in_the_ledger_and_the_other_way_round():
    assert set(STATEMENTS) == set(LEDGER)


class _Case:
    """A case with one letter, K, and without another, Phi."""

    K = np.eye(3)
    Phi = None


def test_a_statement_is_executed_on_the_letters_that_it_names():
    claims = Claims(_Case())
    claims.execute(Statement("C1", lambda K: (0.0, 1.0, K.sum() * 1e3), False))
    assert [claim.control for claim in claims] == [3e3]


def test_a_statement_whose_letter_is_missing_is_not_executed_and_says_so(capsys):
    claims = Claims(_Case())
    claims.execute(Statement("E1", lambda K, Phi: (0.0, 1.0, 1e3), False))
    assert not claims
    assert "E1 does not apply: this study has no Phi" in capsys.readouterr().out


def test_a_letter_with_a_default_may_be_missing():
    statement = Statement("E7", lambda K, Phi=None: (0.0, 1.0, 1e3), False)
    assert statement.missing(_Case()) == []


def test_a_failing_claim_is_kept_and_printed_and_does_not_raise(capsys):
    claims = Claims(_Case())
    claims.execute(Statement("C1", lambda K: (2.0, 1.0, 1e6), False))
    assert [claim.agrees for claim in claims] == [False]
    assert "C1 fails" in capsys.readouterr().out
