"""Tolerance and control of every part of every statement are these numbers.

``pinned.csv`` has a row for each part of each statement on eight small studies: how many entries
it has, and the sums of their tolerances, of their controls and of the sizes of right results (of
misprints). These follow from the data and not from rounding, so that they are the same everywhere
to many digits. Whoever changes a tolerance changes a number there:
python tests/statements/test_pinned.py writes the file again. A row that is still right stays as it
is, so that only new and changed rows differ.
"""

import csv
from pathlib import Path

import numpy as np
import pytest

from kpca.data import Gram
from kpca.solvers.chosen_spectra import gram
from kpca.statements import every  # noqa: F401  registers the statements
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS
from kpca.studies.small import SIZE, small_cases

PINNED = Path(__file__).with_name("pinned.csv")
DIGITS = 1e-5
FEWER = {
    ("E6", "distance with lambda > 0"): 0.05,
    ("R3", "quotients"): 0.01,
    ("R3", "N0: quotients"): 0.01,
    ("E11", "block Krylov: eigenvalues"): 0.1,
    ("E11", "block Krylov: scores"): 0.1,
}
"""Where the tolerance has what QR left over, or the difference of two quotients: rounding. That of
the block Krylov method has measured residuals, and the number of threads."""


def _cases():
    indefinite, positive = gram([3.0, 1.0, 0.5, 0.2, -5.0]), gram(0.6 ** np.arange(15.0), seed=1)
    old, new = slice(SIZE), slice(SIZE, None)
    return small_cases() | {
        "indefinite": Case(Gram(indefinite, indefinite, indefinite), 2),
        "gram": Case(Gram(positive[old, old], positive[new, old], positive[new, new]), 4),
    }


def _rows(name, case):
    """(study, statement, part) and (entries, sums of tolerances, of controls, of sizes)."""
    for id, statement in STATEMENTS.items():
        for part, values in (statement.parts(case) or {}).items():
            discrepancy, tolerance, control = np.broadcast_arrays(*map(np.asarray, values[:3]))
            if discrepancy.size:
                sums = map(float, map(np.sum, (tolerance, control, *values[3:])))
                yield (name, id, part), (discrepancy.size, *sums)


CASES = _cases()


AGAIN = "run: python tests/statements/test_pinned.py, and look at the rows that change"


def _read():
    with PINNED.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {tuple(row[:3]): (int(row[3]), *map(float, row[4:])) for row in rows}


def _is_same(key, sums, pinned):
    return sums == pytest.approx(pinned, rel=FEWER.get(key[1:], DIGITS), abs=0.0)


@pytest.fixture(scope="module")
def pinned():
    return _read()


@pytest.mark.parametrize("name", CASES)
def test_tolerances_and_controls_are_the_pinned_numbers(name, pinned):
    found = dict(_rows(name, CASES[name]))
    assert set(found) == {key for key in pinned if key[0] == name}, AGAIN
    off = {
        key: (sums, pinned[key])
        for key, sums in found.items()
        if not _is_same(key, sums, pinned[key])
    }
    assert not off, AGAIN


@pytest.mark.parametrize("name", CASES)
def test_every_statement_agrees_on_the_pinned_studies(name):
    assert {check.id for check in every.execute(CASES[name]) if not check.agrees} == set()


if __name__ == "__main__":
    earlier = _read()
    with PINNED.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        for name, case in CASES.items():
            for key, sums in _rows(name, case):
                stays = key in earlier and _is_same(key, sums, earlier[key])
                writer.writerow([*key, *(earlier[key] if stays else sums)])
