"""What a check says: worst entry, verdict, control."""

import numpy as np
import pytest

from kpca.statements import every  # noqa: F401  registers all statements
from kpca.statements.check import ALL_PARTS, STATEMENTS, Check, Failure, Inapplicable, Statement
from kpca.statements.executed import Checks
from kpca.statements.preimages import BLIND


def _check(id, *part, blind=()):
    return Check.of(id, {"part": part}, blind)


def _statement(id, measured, blind=()):
    return Statement(id, lambda K: {"part": measured(K)}, blind)


@pytest.mark.parametrize(
    ("parts", "part", "weakest", "margin", "verdict"),
    [
        # The entry that uses most of its tolerance, and the mildest control of all, in tolerances.
        ({"a": ([1.0, 0.2], [10.0, 0.5], [2e3, 100.0])}, ("a", 1), "a", 200.0, "agrees"),
        ({"a": ([5.0, 0.0], [10.0, 0.5], [1e9, 100.0])}, ("a", 0), "a", 200.0, "agrees"),
        ({"a": ([1.0], [10.0], [1e3]), "b": ([0.2], [0.5], [1e9])}, ("b", 0), "a", 100.0, "agrees"),
        ({"a": ([0.0], [1e-3], [50.0]), "b": ([0.0], [1.0], [1e3])}, ("a", 0), "b", 1e3, "agrees"),
        # No entry borrows the control of another.
        ({"a": ([1.0, 0.2], [10.0, 0.5], [1e9, 5.0])}, ("a", 1), "a", 10.0, "undecided"),
        ({"a": ([1.5], [1.0], [1e3])}, ("a", 0), "a", 1e3, "fails"),
        ({"a": ([0.5], [1.0], [50.0])}, ("a", 0), "a", 50.0, "undecided"),
        ({"a": ([0.0], [1.0], [100.0])}, ("a", 0), "a", 100.0, "agrees"),
    ],
)
def test_a_check_keeps_its_worst_entry_and_the_mildest_control(
    parts, part, weakest, margin, verdict
):
    check, (name, entry) = Check.of("E7", parts), part
    numbers_of_check = (check.discrepancy, check.tolerance, check.control)
    assert numbers_of_check == tuple(numbers[entry] for numbers in parts[name])
    assert (check.part, check.weakest, check.verdict) == (name, weakest, verdict)
    assert check.margin == check.margin_of_all == margin


def test_without_the_margin_of_its_entries_that_of_a_check_is_its_own():
    assert Check("C1", 0.5, 2.0, 300.0, margin=170.0).margin_of_all == 150.0


@pytest.mark.parametrize(("discrepancy", "verdict"), [(0.0, "agrees"), (1e-300, "fails")])
def test_a_tolerance_of_zero_is_met_by_an_exact_zero_only(discrepancy, verdict):
    assert _check("C1", discrepancy, 0.0, 1.0).verdict == verdict


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (([], [], []), "no entries"),
        (([np.nan], 1.0, 1.0), "NaN"),
        (([0.1, -0.5], 1.0, 1e3), "a discrepancy of -0.5; allowed: from 0"),
    ],
)
def test_measurements_that_cannot_be_judged_are_refused(part, message):
    with pytest.raises(ValueError, match=f"E7, part: .*{message}"):
        _check("E7", *part)


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
    assert checks.outcomes == [
        Inapplicable("E1", "this study has no features that can be written out")
    ]
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
        "K18": ALL_PARTS,
        "C11": ("new samples", "values"),
        "E17": ("new samples",),
        "S17": ("equations",),
        "E3": ALL_PARTS,
        "E4": ALL_PARTS,
        "E11": ALL_PARTS,
        "M7": ("XX' of distances",),
        "E8": ("the printed N-th column",),
        "E14": ("ascents",),
        "E15": ("no subspace is higher",),
        "R5": ALL_PARTS,
        "C8": ("U Sigma",),
        "C10x": ALL_PARTS,
        "D2": ("Cailliez",),
        "D3": ("by kernel and by distance",),
        "R2": ("weights with the mean", "weights without the mean"),
        "R3": BLIND,
        "S1": ("eigenvalues",),
        "S2": ("first eigenvalue",),
        "S5": ALL_PARTS,
        "S6": ("sum",),
        "S9": ALL_PARTS,
        "S10": ALL_PARTS,
        "S11": ("between groups",),
        "S14": ALL_PARTS,
        "S18": ALL_PARTS,
        "S19": ALL_PARTS,
        "S21": ALL_PARTS,
        "S22": ALL_PARTS,
        "S23": ALL_PARTS,
        "S24": ALL_PARTS,
        "S25": ALL_PARTS,
        "S26": ALL_PARTS,
        "S27": ALL_PARTS,
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
        "1 of 2 executed statements agree; 1 undecided; 1 not executed because of an exception"
    ), "of one that does not apply nothing is said"
    assert [outcome.id for outcome in checks.outcomes] == ["E1", "C1", "C2", "C3"], "as the ledger"
    assert [outcome.id for outcome in checks.failures] == ["C3"]
    assert checks.none_fails
