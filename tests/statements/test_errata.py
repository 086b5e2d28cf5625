"""Every misprint of the ledger has its erratum, and only misprints have one."""

from pathlib import Path

import numpy as np
import pytest

from kpca.arithmetic import eigenvalues
from kpca.centering import center
from kpca.statements.errata import ERRATA, SLIPS
from kpca.statements.ledger import LEDGER
from kpca.statements.status import STATUS
from kpca.studies import datasets


def test_errata_are_the_misprints_of_the_ledger():
    assert set(ERRATA) == {id for id, status in STATUS.items() if status == "misprint"}


def test_an_erratum_names_a_note_and_says_something_else_than_what_is_printed():
    for id, erratum in ERRATA.items():
        assert erratum.location.split(",")[0] in LEDGER[id].notes
        assert erratum.printed != erratum.corrected
        assert erratum.why.endswith(".")
    assert {note for note, _, _ in SLIPS} <= {"N0", "N1", "N2", "N3", "N4"}


def test_every_statement_has_one_of_three_statuses_and_names_its_notes_or_a_reference():
    references = (Path(__file__).parents[2] / "docs" / "references.md").read_text(encoding="utf-8")
    for statement in LEDGER.values():
        assert statement.status in {"holds", "holds if", "misprint"}
        if not set(statement.notes.split()) <= {"N0", "N1", "N2", "N3", "N4"}:
            author, year = statement.notes.rsplit(" ", 1)
            assert f'<a id="{author.lower()}{year}">' in references


def test_the_wording_has_the_ids_of_the_statuses_in_their_order():
    assert list(LEDGER) == list(STATUS)
    assert LEDGER["P3x"] == ("N1", "misprint", "αᵢ = xᵢᵀu/λ (wrong: it is xᵢᵀu/(nλ))")


def test_slips_of_words_are_slips_by_these_numbers():
    """k_y is no constant function (N4), and what a cut of 1e-6 leaves depends on units (N1)."""
    z = np.linspace(-1.0, 1.0, 5)
    assert np.ptp((1.0 + 0.8 * z) ** 2) == pytest.approx(3.2, rel=1e-12, abs=0.0)
    X, ranks = datasets.rings(48, 0.1, 1)[0], []
    for unit in (1e-3, 1.0, 1e3):
        K = (1.0 + (unit * X) @ (unit * X).T) ** 2
        ranks.append(np.sum(eigenvalues(center(K)) > 1e-6))
    assert ranks[0] < ranks[1] == 5 < ranks[2], "5 features of degree 2 vary in the plane"
