"""The outcomes of the statements that a notebook executes on one case."""

from collections.abc import Sequence
from typing import Any

from kpca.statements.check import Check, Failure, Inapplicable, Outcome, Statement
from kpca.statements.status import STATUS

IN_WORDS = {
    "K_psd": "kernel that is positive semi-definite for all points",
    **dict.fromkeys(("Phi", "Phi_new"), "features that can be written out"),
    **dict.fromkeys(("X", "X_unit", "bandwidth"), "points"),
    **{"X_new": "new points", "X_plane": "points off the axes", "kernel": "kernel"},
    **dict.fromkeys(("Y", "ascents"), "points with few columns"),
    **{"linear": "points for the linear kernel", "gaussian": "points for a Gaussian kernel"},
    **dict.fromkeys(("tanh", "tanh_points"), "points on which the sigmoid is indefinite"),
    "preimages": "method for pre-images",
}
"""What a study lacks if a letter that a statement needs is missing."""


class Checks:
    """The outcomes of the statements executed on one case."""

    def __init__(self, case: Any) -> None:
        self.case = case
        self._by_id: dict[str, Outcome] = {}

    def execute(self, *statements: Statement) -> list[Outcome]:
        """Execute statements on the case; keep the outcome of each, and return them in this order.

        A failing check or an exception does not stop the notebook, so that the table of checks
        shows every statement. It makes the *run* fail at its end.
        """
        outcomes = [self._outcome(statement) for statement in statements]
        self._by_id |= {outcome.id: outcome for outcome in outcomes}
        return outcomes

    def _outcome(self, statement: Statement) -> Outcome:
        outcome = statement.attempt(self.case)
        if outcome is not None:
            return outcome
        letters = statement.missing(self.case)
        missing = ", no ".join(dict.fromkeys(IN_WORDS.get(one, one) for one in letters))
        reason = "the broken formula is too close to the right one to decide anything"
        if missing:
            reason = f"this study has no {missing}"
        return Inapplicable(statement.id, reason)

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes so far, in the order of the ledger."""
        return [self._by_id[id] for id in STATUS if id in self._by_id]

    @property
    def executed(self) -> list[Check]:
        """The checks of the statements that were executed."""
        return [outcome for outcome in self.outcomes if isinstance(outcome, Check)]

    @property
    def failures(self) -> list[Failure]:
        """The statements that raised an exception."""
        return [outcome for outcome in self.outcomes if isinstance(outcome, Failure)]

    @property
    def none_fails(self) -> bool:
        """Whether a statement was executed, and no check is beyond its tolerance."""
        return bool(self.executed) and all(check.verdict != "fails" for check in self.executed)

    def __str__(self) -> str:
        return in_words([check.verdict for check in self.executed], len(self.failures))


def in_words(verdicts: Sequence[str], failures: int) -> str:
    """How many of the executed statements agree, and what the others do."""
    counts = {
        "undecided": verdicts.count("undecided"),
        "beyond their tolerance": verdicts.count("fails"),
        "not executed because of an exception": failures,
    }
    others = [f"{count} {text}" for text, count in counts.items() if count]
    agreeing = f"{verdicts.count('agrees')} of {len(verdicts)} executed statements agree"
    return "; ".join([agreeing, *others])
