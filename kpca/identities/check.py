"""The outcome of one executed statement, and the register of the functions that execute them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper
from inspect import Parameter, signature

import numpy as np
from numpy.typing import ArrayLike

from kpca.ledger import LEDGER

CONTROL_MARGIN = 100.0
"""A control has to exceed the tolerance by two orders of magnitude, or the check is no check."""


@dataclass(frozen=True)
class Check:
    """Discrepancy of a statement, its derived tolerance, and the discrepancy of a broken formula.

    Where a statement is measured entry by entry (component, group, matrix), each entry has its own
    tolerance and its own control. Kept is the entry that uses most of its tolerance; ``margin`` is
    the mildest control of all, in tolerances: no entry borrows the control of another.

    ``decided`` of ``entries`` entries are judged. They are all, except for a statement registered
    as blind to small components, where an entry whose control misses the margin decides nothing.
    """

    id: str
    discrepancy: float
    tolerance: float
    control: float
    decided: int = 1
    entries: int = 1
    margin: float = np.inf

    @classmethod
    def worst(
        cls,
        id: str,
        discrepancy: ArrayLike,
        tolerance: ArrayLike,
        control: ArrayLike,
        blind: bool = False,
    ) -> "Check":
        """The check of many entries; ``blind`` leaves out those that their control cannot decide.

        Raises ``ValueError`` for an empty set of entries and for numbers that are not finite.
        """
        parts = np.broadcast_arrays(*np.atleast_1d(discrepancy, tolerance, control))
        entries = np.array([np.asarray(part, dtype=float).ravel() for part in parts])
        if entries.size == 0 or not np.isfinite(entries).all():
            raise ValueError(f"{id}: no entries, or a number that is NaN or infinite")
        decided = entries[2] >= CONTROL_MARGIN * entries[1]
        # What violates its tolerance is judged whatever its control; and a blind statement that can
        # decide nothing keeps all entries, and counts none as decided.
        judged = decided | (entries[0] > entries[1])
        kept = entries[:, judged] if blind and judged.any() else entries
        measured, allowed, broken = kept
        allowed = np.maximum(allowed, np.finfo(float).tiny)
        at = np.argmax(measured / allowed)
        return cls(
            id,
            float(measured[at]),
            float(allowed[at]),
            float(broken[at]),
            int(decided.sum()) if blind else kept.shape[1],
            entries.shape[1],
            float(np.min(broken / allowed)),
        )

    @property
    def ratio(self) -> float:
        """Discrepancy as a fraction of the tolerance: at most 1 when the statement agrees."""
        return self.discrepancy / max(self.tolerance, np.finfo(float).tiny)

    @property
    def agrees(self) -> bool:
        """Within tolerance, and every control fails by two orders of magnitude."""
        mildest = min(self.margin, self.control / max(self.tolerance, np.finfo(float).tiny))
        return self.ratio <= 1.0 and mildest >= CONTROL_MARGIN

    @property
    def verdict(self) -> str:
        """``agrees``; ``fails`` beyond the tolerance; else ``undecided``.

        Undecided: within tolerance, but on these data so is a broken formula, or nearly.
        """
        if self.ratio > 1.0:
            return "fails"
        return "agrees" if self.agrees else "undecided"

    def __str__(self) -> str:
        return (
            f"{self.id} {self.verdict}: {LEDGER[self.id].text}\n"
            f"   discrepancy {self.discrepancy:.1e}, tolerance {self.tolerance:.1e}, "
            f"control {self.control:.1e}; {self.decided} of {self.entries} entries decided"
        )


Measured = tuple[ArrayLike, ArrayLike, ArrayLike]


class Statement:
    """One line of the ledger as a function that can be executed.

    Its parameters are letters of docs/notation.md, so that it can be executed on any case that
    has them (``kpca.identities.case.Case``): a letter that a case does not have is a precondition
    that is not met. A parameter with a default may be missing.
    """

    def __init__(self, id: str, function: Callable[..., Measured], blind: bool) -> None:
        self.id, self.function, self.blind = id, function, blind
        parameters = signature(function).parameters.values()
        self.letters = [parameter.name for parameter in parameters]
        self.needs = [one.name for one in parameters if one.default is Parameter.empty]
        update_wrapper(self, function)

    def __call__(self, *arguments: object, **letters: object) -> Check:
        return Check.worst(self.id, *self.function(*arguments, **letters), blind=self.blind)

    def missing(self, case: object) -> list[str]:
        """The letters that it needs and the case does not have."""
        return [letter for letter in self.needs if getattr(case, letter) is None]

    def on(self, case: object) -> Check | None:
        """The check on a case; None where a precondition is not met, or where nothing is decided.

        Nothing is decided if a blind statement holds in every entry and so would its control.
        """
        if self.missing(case):
            return None
        check = self(**{letter: getattr(case, letter) for letter in self.letters})
        return None if check.decided == 0 and check.ratio <= 1.0 else check


STATEMENTS: dict[str, Statement] = {}


def statement(id: str, blind: bool = False) -> Callable[[Callable[..., Measured]], Statement]:
    """Register a function that returns (discrepancy, tolerance, control) as the check of ``id``."""

    def register(function: Callable[..., Measured]) -> Statement:
        STATEMENTS[id] = Statement(id, function, blind)
        return STATEMENTS[id]

    return register


class Claims(list[Check]):
    """The checks of one notebook, in the order in which the reader meets them."""

    def __init__(self, case: object = None) -> None:
        super().__init__()
        self.case = case

    def execute(self, statement: Statement) -> None:
        """Execute a statement on the case of these claims, keep the check and print it.

        Where a precondition is not met, that is printed. A failing check stops the *run*, at its
        end, not the notebook: the table of claims then shows every statement that fails, and
        beside which it holds.
        """
        check = statement.on(self.case)
        if check is None:
            missing = ", ".join(statement.missing(self.case))
            why = (
                f"this study has no {missing} (docs/notation.md)" if missing else "too small to see"
            )
            print(f"{statement.id} does not apply: {why}")
        else:
            self.append(check)
            print(check)
