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

    Where a statement is measured entry by entry, each entry has its own tolerance. The worst entry
    (largest discrepancy/tolerance) is kept; the control is the broken formula's own worst entry,
    rescaled to the tolerance of the kept one.
    """

    id: str
    discrepancy: float
    tolerance: float
    control: float

    @classmethod
    def worst(
        cls, id: str, discrepancy: ArrayLike, tolerance: ArrayLike, control: ArrayLike
    ) -> "Check":
        """Raises ``ValueError`` for a discrepancy, tolerance or control that is not finite."""
        entries = np.broadcast_arrays(*np.atleast_1d(discrepancy, tolerance, control))
        measured, allowed, broken = (np.asarray(part, dtype=float).ravel() for part in entries)
        if not np.isfinite([measured, allowed, broken]).all():
            raise ValueError(f"{id}: a discrepancy, tolerance or control is NaN or infinite")
        at = np.argmax(measured / allowed)
        control_ratio = np.max(broken / allowed)
        return cls(id, float(measured[at]), float(allowed[at]), float(control_ratio * allowed[at]))

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
            f"control {self.control:.1e}"
        )


Measured = tuple[ArrayLike, ArrayLike, ArrayLike]

STATEMENTS: dict[str, Callable[..., Check]] = {}


def statement(id: str) -> Callable[[Callable[..., Measured]], Callable[..., Check]]:
    """Register a function that returns (discrepancy, tolerance, control) as the check of ``id``."""

    def register(function: Callable[..., Measured]) -> Callable[..., Check]:
        @wraps(function)
        def check(*arguments: object) -> Check:
            return Check.worst(id, *function(*arguments))

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
