"""What a check says: worst entry, verdict, control."""

import numpy as np
import pytest

from kpca.statements import every  # noqa: F401  registers all statements
from kpca.statements.check import ALL_PARTS, STATEMENTS, Check, Failure, Inapplicable, Statement
from kpca.statements.executed import Checks
from kpca.statements.ledger import LEDGER
from kpca.statements.preimages import BLIND


def _check(id, *part, blind=()):
    return Check.of(id, {"part": part}, blind)


def _statement(id, measured, blind=()):
    return Statement(id, lambda K: {"part": measured(K)}, blind)


def test_the_entry_that_uses_most_of_its_tolerance_is_kept():
    check = _check("E7", [1.0, 0.2], [10.0, 0.5], [2e3, 100.0])
    assert (check.discrepancy, check.tolerance) == (0.2, 0.5)


def test_no_entry_borrows_the_control_of_another():
    check = _check("E7", [1.0, 0.2], [10.0, 0.5], [1e9, 5.0])
    assert check.margin == 10.0
    assert not check.agrees


def test_the_control_is_that_of_the_kept_entry_and_the_margin_that_of_all():
    check = _check("E7", [5.0, 0.0], [10.0, 0.5], [1e9, 100.0])
    assert (check.control, check.margin) == (1e9, 200.0)
    assert check.agrees


def test_a_blind_statement_counts_the_entries_it_cannot_decide():
    check = _check("E3", [0.1, 5.0], [1.0, 10.0], [1e6, 20.0], blind=["part"])
    assert (check.decided, check.entries) == (1, 2)
    assert check.agrees
    assert "1 of 2 entries decided" in str(check)


def test_a_blind_statement_that_can_decide_nothing_does_not_agree_and_does_not_apply():
    check = _check("E3", [0.1], [1.0], [2.0], blind=["part"])
    assert not check.agrees
    assert check.decided == 0
    checks = Checks(_Case())
    checks.execute(_statement("E3", lambda K: (0.1, 1.0, 2.0), ALL_PARTS))
    assert checks.executed == []
    assert checks.outcomes[0].report == (
        "does not apply: the broken formula is too close to the right one to decide anything"
    )


def test_a_blind_statement_that_is_wrong_fails_even_where_its_control_decides_nothing():
    checks = Checks(_Case())
    checks.execute(_statement("E3", lambda K: (3.0, 1.0, 2.0), ALL_PARTS))
    assert [check.agrees for check in checks.executed] == [False]


def test_a_blind_entry_that_violates_its_tolerance_is_judged_whatever_its_control():
    check = _check("E3", [0.1, 50.0], [1.0, 10.0], [1e6, 20.0], blind=["part"])
    assert not check.agrees
    assert check.discrepancy == 50.0


def test_a_tolerance_of_zero_is_met_by_an_exact_zero_only():
    assert _check("C1", [0.0], [0.0], [1.0]).agrees
    assert not _check("C1", [1e-300], [0.0], [1.0]).agrees


def test_an_empty_set_of_entries_is_refused():
    with pytest.raises(ValueError, match="E11, part: no entries"):
        _check("E11", [], [], [])


@pytest.mark.parametrize(
    ("discrepancy", "control", "verdict"),
    [(0.5, 1e3, "agrees"), (1.5, 1e3, "fails"), (0.5, 50.0, "undecided"), (0.0, 100.0, "agrees")],
)
def test_agreement_needs_both_a_small_discrepancy_and_a_control_that_fails(
    discrepancy, control, verdict
):
    assert Check("C1", discrepancy, 1.0, control).verdict == verdict


def test_a_discrepancy_below_zero_is_refused():
    with pytest.raises(ValueError, match="E7, part: a discrepancy of -0.5; allowed: from 0"):
        Check.of("E7", {"part": ([0.1, -0.5], 1.0, 1e3)})


def test_nan_is_refused():
    with pytest.raises(ValueError, match="C1, part: .* NaN"):
        _check("C1", [np.nan], 1.0, 1.0)


def test_every_executed_statement_is_in_the_ledger_and_the_other_way_round():
    assert set(STATEMENTS) == set(LEDGER)


class _Case:
    """A case with one letter, K, and without another, Phi."""

    K = np.eye(3)
    Phi = None


def test_a_statement_is_executed_on_the_letters_that_it_names():
    checks = Checks(_Case())
    checks.execute(_statement("C1", lambda K: (0.0, 1.0, K.sum() * 1e3)))
    assert [check.control for check in checks.executed] == [3e3]


def test_a_statement_whose_letter_is_missing_is_not_executed_and_says_so():
    checks = Checks(_Case())
    checks.execute(Statement("E1", lambda K, Phi: {"part": (0.0, 1.0, 1e3)}, ()))
    assert checks.executed == []
    assert checks.outcomes == [Inapplicable("E1", "this study has no Phi (docs/notation.md)")]
    assert str(checks.outcomes[0]).startswith("E1: does not apply: this")


def test_a_letter_with_a_default_may_be_missing():
    statement = Statement("E7", lambda K, Phi=None: {"part": (0.0, 1.0, 1e3)}, ())
    assert statement.missing(_Case()) == []


def test_a_failing_check_is_kept_and_returned_and_does_not_raise():
    checks = Checks(_Case())
    outcomes = checks.execute(_statement("C1", lambda K: (2.0, 1.0, 1e6)))
    assert outcomes == checks.executed == checks.outcomes
    assert [check.report for check in checks.executed] == ["fails (part: 2 tolerances)"]
    assert not checks.none_fails


def test_the_check_names_the_part_of_the_kept_entry_and_the_part_of_the_mildest_control():
    check = Check.of("E7", {"one": (1.0, 10.0, 1e3), "two": (0.2, 0.5, 1e9)})
    assert (check.part, check.weakest) == ("two", "one")
    assert (check.discrepancy, check.tolerance, check.control) == (0.2, 0.5, 1e9)


def test_the_mildest_control_is_so_in_tolerances_and_not_in_size():
    check = Check.of("E7", {"small": (0.0, 1e-3, 50.0), "large": (0.0, 1.0, 1e3)})
    assert (check.weakest, check.margin) == ("large", 1e3)


def test_only_the_parts_named_as_blind_leave_out_what_they_cannot_decide():
    parts = {"one": ([0.1, 0.1], 1.0, [2.0, 1e6]), "two": (0.1, 1.0, 1e5)}
    assert Check.of("E7", parts).verdict == "undecided"
    assert Check.of("E7", parts, ["two"]).verdict == "undecided"
    check = Check.of("E7", parts, ["one"])
    assert (check.verdict, check.decided, check.entries) == ("agrees", 2, 3)
    assert (check.weakest, check.margin) == ("two", 1e5)


def test_the_statements_with_blind_parts_are_these_and_no_others():
    blind = {id: one.blind for id, one in STATEMENTS.items() if one.blind is None or one.blind}
    assert blind == {
        "M2": ("scores",),
        "K2": ("formula", "Cailliez"),
        "K9": ("covariance: scores", "peer: scores"),
        "K13": ALL_PARTS,
        "E3": ALL_PARTS,
        "E4": ALL_PARTS,
        "E11": ALL_PARTS,
        "M7": ("XX' of distances",),
        "E8": ("the printed N-th column",),
        "E14": ("ascents",),
        "C8": ("UD",),
        "C10x": ALL_PARTS,
        "D2": ("Cailliez",),
        "D3": ("by kernel and by distance",),
        "R2": ("weights with the mean", "weights without the mean"),
        "R3": BLIND,
    }
    assert not [name for name in BLIND if "converged" in name], "rare convergence is never left out"


def test_a_statement_that_is_not_blind_is_undecided_when_executed_on_what_it_cannot_decide():
    parts = {"part": ([0.1, 0.1], 1.0, [1e6, 2.0])}
    assert Statement("C1", lambda K: parts, ())(np.eye(2)).verdict == "undecided"
    assert Statement("C1", lambda K: parts, ALL_PARTS)(np.eye(2)).verdict == "agrees"


def test_a_part_without_entries_on_a_case_is_left_out_and_the_others_are_judged():
    parts = {"none": ([], 1.0, 1.0), "some": ([0.2, 0.4], 1.0, 1e3)}
    check = Statement("C1", lambda K: parts, ()).on(_Case())
    assert (check.discrepancy, check.entries, check.part) == (0.4, 2, "some")
    assert Statement("C1", lambda K: {"none": ([], 1.0, 1.0)}, ()).on(_Case()) is None


def test_an_exception_costs_its_statement_only_and_is_kept_with_its_message():
    checks = Checks(_Case())
    checks.execute(_statement("C1", lambda K: np.linalg.inv(0.0 * K)))
    checks.execute(_statement("C2", lambda K: (0.0, 1.0, 1e3)))
    assert checks.failures == [Failure("C1", "LinAlgError: Singular matrix")]
    assert [check.id for check in checks.executed] == ["C2"]
    assert str(checks.outcomes[0]).startswith("C1: not executed: LinAlgError")


def test_a_misprint_reports_how_far_it_is_off_as_printed_and_whether_it_holds_as_corrected():
    parts = {"one": (0.0, 1e-9, 1.0, 2.5), "two": (0.0, 1e-9, 7.0), "three": (0.0, 1e-9, 6.0, 2.5)}
    check = Check.of("C1x", parts)
    assert check.printed == 2.4
    assert (
        check.report
        == "as printed: off by 2.4 times the size of the right result; as corrected: agrees"
    )


def test_an_undecided_check_states_its_reason():
    check = _check("C1", 0.5, 1.0, 50.0)
    assert check.report == (
        "undecided (part: on these data a broken formula is only 50 tolerances away, "
        "and 100 are needed)"
    )


def test_a_failing_check_reports_its_part_and_by_how_many_tolerances():
    assert _check("C1", 3.0, 1.0, 500.0).report == "fails (part: 3 tolerances)"


def test_an_undecided_check_is_kept_with_the_others():
    checks = Checks(_Case())
    checks.execute(_statement("C1", lambda K: (0.5, 1.0, 50.0)))
    checks.execute(_statement("C2", lambda K: (2.0, 1.0, 1e6)))
    assert [check.verdict for check in checks.executed] == ["undecided", "fails"]


def test_the_stored_control_is_that_of_the_kept_entry_and_not_the_largest():
    check = _check("C1", [0.9, 0.1], [1.0, 1.0], [200.0, 1e9])
    assert (check.control, check.margin, check.margin_of_all) == (200.0, 200.0, 200.0)
    assert Check("C1", 0.5, 2.0, 300.0, margin=170.0).margin_of_all == 150.0


def test_the_checks_of_a_notebook_are_counted_by_their_outcome():
    checks = Checks(_Case())
    assert not checks.none_fails, "nothing was executed"
    checks.execute(_statement("C1", lambda K: (0.0, 1.0, 1e3)))
    assert str(checks) == "1 of 1 executed statements agree"
    assert checks.none_fails
    checks.execute(
        _statement("C2", lambda K: (0.5, 1.0, 50.0)),
        _statement("C3", lambda K: np.linalg.inv(0.0 * K)),
        Statement("E1", lambda K, Phi: {"part": (0.0, 1.0, 1e3)}, ()),
    )
    assert str(checks) == (
        "1 of 2 executed statements agree; 1 undecided; 1 not executed because of an exception; "
        "1 do not apply"
    )
    assert [outcome.id for outcome in checks.outcomes] == ["E1", "C1", "C2", "C3"], "as the ledger"
    assert [outcome.id for outcome in checks.failures] == ["C3"]
    assert checks.none_fails
