"""The outcome of one executed statement, and the register of the functions that execute them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

import numpy as np
from numpy.typing import ArrayLike

from kpca.ledger import LEDGER

CONTROL_MARGIN = 100.0
"""A control has to exceed the tolerance by two orders of magnitude, or the check is no check."""


@dataclass(frozen=True)
class Check:
    """Discrepancy of a statement, its derived tolerance, and the discrepancy of a broken formula.

    Where a statement is measured entry by entry (component, group, matrix), each entry has its own
    tolerance and its own control. Kept are the entry that uses most of its tolerance and, rescaled
    to that tolerance, the mildest control of all: no entry borrows the control of another.

    ``decided`` of ``entries`` entries are judged. They are all, except for a statement registered
    as blind to small components, where an entry whose control misses the margin decides nothing.
    """

    id: str
    discrepancy: float
    tolerance: float
    control: float
    decided: int = 1
    entries: int = 1

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
        kept = entries[:, decided] if blind and decided.any() else entries
        measured, allowed, broken = kept
        at = np.argmax(measured / allowed)
        mildest = np.min(broken / allowed) * allowed[at]
        return cls(
            id,
            float(measured[at]),
            float(allowed[at]),
            float(mildest),
            kept.shape[1],
            entries.shape[1],
        )

    @property
    def ratio(self) -> float:
        """Discrepancy as a fraction of the tolerance: at most 1 when the statement agrees."""
        return self.discrepancy / self.tolerance

    @property
    def agrees(self) -> bool:
        """Within tolerance, and the control fails by two orders of magnitude."""
        return self.ratio <= 1.0 and self.control >= CONTROL_MARGIN * self.tolerance

    @property
    def verdict(self) -> str:
        return "agrees" if self.agrees else "fails"

    def __str__(self) -> str:
        return (
            f"{self.id} {self.verdict}: {LEDGER[self.id].text}\n"
            f"   discrepancy {self.discrepancy:.1e}, tolerance {self.tolerance:.1e}, "
            f"control {self.control:.1e}; {self.decided} of {self.entries} entries decided"
        )


Measured = tuple[ArrayLike, ArrayLike, ArrayLike]

STATEMENTS: dict[str, Callable[..., Check]] = {}


def statement(
    id: str, blind: bool = False
) -> Callable[[Callable[..., Measured]], Callable[..., Check]]:
    """Register a function that returns (discrepancy, tolerance, control) as the check of ``id``."""

    def register(function: Callable[..., Measured]) -> Callable[..., Check]:
        @wraps(function)
        def check(*arguments: object) -> Check:
            return Check.worst(id, *function(*arguments), blind=blind)

        STATEMENTS[id] = check
        return check

    return register


class Claims(list[Check]):
    """The checks of one notebook, in the order in which the reader meets them."""

    def expect(self, check: Check) -> None:
        """Keep and print a check. A failing one stops the *run*, at its end, not the notebook:
        the table of claims then shows every statement that fails, and beside which it holds."""
        self.append(check)
        print(check)
