"""Every statement on 3,500 random studies: it agrees, does not apply, or says why it is undecided."""

import warnings

import numpy as np
import pytest
from random_studies import REFUSED, built, made

from kpca.identities.case import Case
from kpca.identities.check import STATEMENTS
from kpca.ledger import LEDGER

pytestmark = pytest.mark.faults
CHUNKS, SIZE = 20, 175
LEAST_EXECUTED = 3000
UNDECIDED = 0.0005
"""Allowed share of the checks that are undecided in studies whose data are not degenerate."""


def degenerate(case):
    """What makes the data of a case degenerate, if anything; it looks at no statement.

    Some component is decided by less than the last half of the digits of the kernel values, or a
    new point lies more than a hundred times as far out as the training points, or shows nothing.
    """
    n, spectrum = len(case.K), case.dual.spectrum
    size = max(float(np.abs(case.K).max()), float(np.abs(case.D2).max()))
    mu = np.append(case.dual.mu, spectrum[case.components : case.components + 1])
    gaps = np.abs(np.diff(mu))
    if case.dual.mu[-1] < 1e-6 * n * size:
        return "a component holds less than a millionth of the size of the kernel"
    if (gaps[gaps > 1e3 * case.dual.bound] < 1e-6 * n * size).any():
        return "two eigenvalues are closer than a millionth of the size of the kernel"
    if np.abs(case.G_new).max() > 1e4 * np.abs(case.K).max():
        return "a new point is far from all training points"
    if not case.K_new.any(axis=1).all():
        return "the kernel of a new point with every training point is 0"
    return None


def executed(number, folder):
    """The case of this number and its verdicts by statement, None for a study that is refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            case = Case.of(built(made(number), folder))
        except REFUSED:
            return None
    return case, {id: STATEMENTS[id].on(case) for id in LEDGER}


@pytest.fixture(scope="module")
def totals():
    """Studies executed; checks and undecided checks in those that are not degenerate."""
    return {"executed": 0, "checks": 0, "undecided": []}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_statement_fails_and_none_raises_on_random_studies(chunk, totals, tmp_path):
    failing = []
    for number in range(chunk * SIZE, (chunk + 1) * SIZE):
        try:
            done = executed(number, tmp_path)
        except Exception as error:
            raise AssertionError(str(made(number))) from error
        if done is None:
            continue
        case, checks = done
        checks = [check for check in checks.values() if check is not None]
        failing += [f"{made(number)}\n{check}" for check in checks if check.verdict == "fails"]
        totals["executed"] += 1
        if degenerate(case) is None:
            undecided = [f"{number} {check.id}" for check in checks if check.verdict == "undecided"]
            totals["checks"] += len(checks)
            totals["undecided"] += undecided
    assert not failing, "\n".join(failing)
