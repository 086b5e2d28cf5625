"""Execute every statement on random studies, in a process of its own."""

import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from random_studies import REFUSED, built, made
from threadpoolctl import threadpool_limits

from kpca.statements import every  # noqa: F401  registers the statements
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS, Statement
from kpca.statements.ledger import LEDGER

MILLIONTH = 1e-6
FAR = 1e4


@dataclass
class Outcome:
    """How the statements came out on one study; ``degenerate`` is the reason or empty."""

    study: str
    degenerate: str = ""
    checks: int = 0
    raised: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)


def executed(numbers: range) -> list[Outcome | None]:
    """The outcome of each of these studies, None for one that the program refuses."""
    with tempfile.TemporaryDirectory() as folder, threadpool_limits(1):
        return [_one(number, Path(folder)) for number in numbers]


def _one(number: int, folder: Path) -> Outcome | None:
    random = made(number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            study = built(random, folder)
        except REFUSED:
            return None
    outcome, case = Outcome(str(random)), Case.of(study)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for id in LEDGER:
            _execute(id, case, outcome)
        outcome.degenerate = degenerate(case)
    return outcome


def _execute(id: str, case: Case, outcome: Outcome) -> None:
    try:
        check = STATEMENTS[id].on(case)
    except Exception as error:
        outcome.raised.append(f"{id}: {type(error).__name__}: {error}")
        return
    if check is None:
        if _measures(STATEMENTS[id], case):
            outcome.checks += 1
            outcome.undecided.append(f"{id}: no entry is decided")
        return
    outcome.checks += 1
    lines = {"fails": outcome.failing, "undecided": outcome.undecided, "agrees": []}
    lines[check.verdict].append(str(check))


def _measures(statement: Statement, case: Case) -> bool:
    """Whether a statement that reports nothing applies to a case, and could decide no entry."""
    parts = statement.parts(case) or {}
    return any(np.size(part[0]) for part in parts.values())


def degenerate(case: Case) -> str:
    """What makes the data of a case degenerate, or nothing; the outcome plays no part.

    A component or the distance of two eigenvalues that is less than a millionth of the kernel
    values, so that hardly half of the digits are left for it; a new sample a hundred times as far
    out as the training samples, or one that the kernel does not relate to any of them.
    """
    size = float(len(case.K) * np.abs(case.K).max())
    kept = case.dual.spectrum[: case.components + 1]
    gaps = -np.diff(kept)
    if case.dual.mu[-1] < MILLIONTH * size:
        return "a component is less than a millionth of the kernel"
    if ((gaps > 1e3 * case.dual.matrix_error) & (gaps < MILLIONTH * size)).any():
        return "two eigenvalues are closer than a millionth of the kernel"
    if np.abs(case.G_new).max() > FAR * np.abs(case.K).max():
        return "a new sample is far from the training samples"
    if not case.K_new.any(axis=1).all():
        return "the kernel of a new sample with every training sample is 0"
    return ""
