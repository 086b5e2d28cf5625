"""What a check says: worst entry, verdict, control."""

import numpy as np
import pytest

from kpca.identities import centering, eigenproblem, reproducing, roads  # noqa: F401
from kpca.identities.check import STATEMENTS, Check, Claims
from kpca.ledger import LEDGER


def test_the_entry_that_uses_most_of_its_tolerance_is_kept():
    check = Check.worst("E7", [1.0, 0.2], [10.0, 0.5], [0.0, 50.0])
    assert (check.discrepancy, check.tolerance) == (0.2, 0.5)
    assert check.control == 50.0


def test_a_control_is_rescaled_to_the_tolerance_of_the_kept_entry():
    check = Check.worst("E7", [5.0, 0.0], [10.0, 0.5], [0.0, 50.0])
    assert check.control == pytest.approx(1000.0)


@pytest.mark.parametrize(
    ("discrepancy", "control", "verdict"),
    [(0.5, 1e3, "agrees"), (1.5, 1e3, "fails"), (0.5, 50.0, "fails"), (0.0, 100.0, "agrees")],
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


def test_a_failing_claim_is_kept_and_printed_and_does_not_raise(capsys):
    claims = Claims()
    claims.expect(Check("C1", 2.0, 1.0, 1e6))
    assert [claim.agrees for claim in claims] == [False]
    assert "C1 fails" in capsys.readouterr().out
