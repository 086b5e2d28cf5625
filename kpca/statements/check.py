"""The outcome of one executed statement, and the register of the functions that execute them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import update_wrapper
from inspect import Parameter, signature
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from kpca.statements.status import STATUS

CONTROL_MARGIN = 100.0
"""A control has to exceed the tolerance a hundredfold; otherwise the check decides nothing."""

TINY = float(np.finfo(float).tiny)

Parts = Mapping[str, tuple[ArrayLike, ...]]
"""The measurements of a statement: discrepancy, tolerance and control of each part, by name.

Each may be an array: its entries are components, groups or samples. A part whose control is a
formula as a note prints it may have a fourth number: the size of the right result.
"""


@dataclass(frozen=True)
class Check:
    """Discrepancy of a statement, its derived tolerance, and the discrepancy of a broken formula.

    A statement is measured part by part and entry by entry (component, group, matrix), and each
    entry has its own tolerance and its own control. The check keeps the entry that uses most of its
    tolerance, and the name of its ``part``. ``margin`` is the mildest control of all entries, in
    tolerances, and ``weakest`` names its part. So each entry needs a sufficient control of its own.

    ``decided`` of ``entries`` entries are judged. These are all entries, except in parts registered
    as blind to small components: an entry of these decides nothing if its control is too small.
    ``printed`` is how far a misprint is off, relative to the right result; None for the others.
    """

    id: str
    discrepancy: float
    tolerance: float
    control: float
    decided: int = 1
    entries: int = 1
    margin: float = np.inf
    part: str = ""
    weakest: str = ""
    printed: float | None = None

    @classmethod
    def of(cls, id: str, parts: Parts, blind: Collection[str] = ()) -> "Check":
        """The check of all parts; ``blind`` names parts whose undecided entries are left out.

        Raises ``ValueError`` for a part without entries, for numbers that are not finite, and for a
        discrepancy below 0, whose sign would hide its size.
        """
        rows = [_entries(id, name, *part[:3]) for name, part in parts.items()]
        names = np.repeat(list(parts), [row.shape[1] for row in rows])
        entries = np.concatenate(rows, axis=1)
        # An entry beyond its tolerance is always judged. If nothing can be decided, all entries are
        # kept, and none is counted as decided.
        judged = entries[2] >= CONTROL_MARGIN * entries[1]
        judged |= (entries[0] > entries[1]) | ~np.isin(names, list(blind))
        counted = judged if judged.any() else np.ones_like(judged)
        measured, allowed, broken = entries[:, counted]
        allowed = np.maximum(allowed, TINY)
        at, weakest = np.argmax(measured / allowed), np.argmin(broken / allowed)
        return cls(
            id,
            float(measured[at]),
            float(allowed[at]),
            float(broken[at]),
            int(judged.sum()),
            entries.shape[1],
            float(broken[weakest] / allowed[weakest]),
            str(names[counted][at]),
            str(names[counted][weakest]),
            _printed(parts),
        )

    @property
    def ratio(self) -> float:
        """Discrepancy as a fraction of the tolerance: at most 1 when the statement agrees."""
        return self.discrepancy / max(self.tolerance, TINY)

    @property
    def margin_of_all(self) -> float:
        """The mildest control of all entries, that of the kept one included, in tolerances."""
        return min(self.margin, self.control / max(self.tolerance, TINY))

    @property
    def agrees(self) -> bool:
        """Within tolerance, and every control fails by two orders of magnitude."""
        return self.ratio <= 1.0 and self.margin_of_all >= CONTROL_MARGIN

    @property
    def verdict(self) -> str:
        """``agrees``; ``fails`` beyond the tolerance; else ``undecided``.

        Undecided: within tolerance, but on these data so is a broken formula, or nearly.
        """
        if self.ratio > 1.0:
            return "fails"
        return "agrees" if self.agrees else "undecided"

    @property
    def report(self) -> str:
        """The verdict in words, with the reasons; for a misprint, as printed and as corrected."""
        why = {
            "agrees": "",
            "fails": f" ({self.part}: {self.ratio:.2g} tolerances)",
            "undecided": f" ({self.weakest}: on these data a broken formula is only "
            f"{self.margin:.2g} tolerances away, and {CONTROL_MARGIN:g} are needed)",
        }
        outcome = self.verdict + why[self.verdict]
        if STATUS[self.id] != "misprint" and self.printed is None:
            return outcome
        printed = "no formula to measure"
        if self.printed is not None:
            printed = f"off by {self.printed:.2g} times the size of the right result"
        return f"as printed: {printed}; as corrected: {outcome}"

    def __str__(self) -> str:
        return (
            f"{self.id}: {self.report}\n"
            f"   discrepancy {self.discrepancy:.1e}, tolerance {self.tolerance:.1e}, "
            f"control {self.control:.1e}; {self.decided} of {self.entries} entries decided"
        )


def _entries(id: str, name: str, *part: ArrayLike) -> np.ndarray:
    """Discrepancies, tolerances and controls (3, entries) of one part."""
    parts = np.broadcast_arrays(*(np.asarray(value, dtype=float) for value in part))
    entries = np.array([value.ravel() for value in parts])
    if entries.size == 0 or not np.isfinite(entries).all():
        raise ValueError(f"{id}, {name}: no entries, or a number that is NaN or infinite")
    if (entries[0] < 0.0).any():
        raise ValueError(f"{id}, {name}: a discrepancy of {entries[0].min():.3g}; allowed: from 0")
    return entries


def _printed(parts: Parts) -> float | None:
    """The largest control over the size of the right result, where a part has such a size."""
    printed = [part[2:4] for part in parts.values() if len(part) > 3]
    pairs = [[float(np.asarray(value).max()) for value in pair] for pair in printed]
    return max((control / size for control, size in pairs if size > 0), default=None)


class Failure(NamedTuple):
    """A statement that could not be executed, because an exception was raised."""

    id: str
    message: str

    @property
    def report(self) -> str:
        """The outcome in words."""
        return f"not executed: {self.message}"

    def __str__(self) -> str:
        return f"{self.id}: {self.report}"


class Inapplicable(NamedTuple):
    """A statement that was not executed, because the study does not meet its precondition."""

    id: str
    reason: str

    @property
    def report(self) -> str:
        """The outcome in words."""
        return f"does not apply: {self.reason}"

    def __str__(self) -> str:
        return f"{self.id}: {self.report}"


Outcome = Check | Failure | Inapplicable
"""The outcome of a statement on a study."""


class Statement:
    """One statement of the ledger as a function that can be executed.

    Its parameters are letters of docs/notation.md, so that it can be executed on any case that
    has them (``kpca.statements.case.Case``). If a case does not have a letter, a precondition of
    the statement is not met. A parameter with a default may be missing.
    """

    def __init__(
        self, id: str, function: Callable[..., Parts | None], blind: Collection[str] | None
    ) -> None:
        self.id, self.function, self.blind = id, function, blind
        parameters = signature(function).parameters.values()
        self.letters = [parameter.name for parameter in parameters]
        self.needs = [item.name for item in parameters if item.default is Parameter.empty]
        update_wrapper(self, function)

    def __call__(self, *arguments: object, **letters: object) -> Check:
        parts = self.function(*arguments, **letters)
        if parts is None:
            raise ValueError(f"{self.id} measures nothing on these arguments")
        return self._check(parts)

    def _check(self, parts: Parts) -> Check:
        return Check.of(self.id, parts, parts if self.blind is None else self.blind)

    def missing(self, case: object) -> list[str]:
        """The letters that it needs and the case does not have."""
        return [letter for letter in self.needs if getattr(case, letter) is None]

    def parts(self, case: object) -> Parts | None:
        """The measurements on a case, by part; None if a precondition is not met."""
        if self.missing(case):
            return None
        return self.function(**{letter: getattr(case, letter) for letter in self.letters})

    def on(self, case: object) -> Check | None:
        """The check on a case; None if a precondition is not met, or if nothing is decided.

        A blind statement decides nothing if it holds in every entry, and each control is too small.
        A statement also decides nothing if the case leaves it without any part.
        """
        parts = {name: part for name, part in (self.parts(case) or {}).items() if np.size(part[0])}
        if not parts:
            return None
        check = self._check(parts)
        return None if check.decided == 0 and check.ratio <= 1.0 else check

    def attempt(self, case: object) -> "Check | Failure | None":
        """As ``on``, but an exception is caught, so that other statements can be executed."""
        try:
            return self.on(case)
        except Exception as error:  # whatever it is, the other statements can be executed
            return Failure(self.id, one_line(error))


def one_line(error: Exception) -> str:
    """Type and message of an exception on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


STATEMENTS: dict[str, Statement] = {}


ALL_PARTS = None
"""``blind`` of a statement whose every part is blind to small components."""


def statement(
    id: str, blind: Collection[str] | None = ()
) -> Callable[[Callable[..., Parts | None]], Statement]:
    """Register a function that returns the parts of a check as the statement ``id``.

    ``blind`` names the parts that cannot see small components, or is ``ALL_PARTS``.
    """

    def register(function: Callable[..., Parts | None]) -> Statement:
        STATEMENTS[id] = Statement(id, function, blind)
        return STATEMENTS[id]

    return register
