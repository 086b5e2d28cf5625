"""Every misprint of the ledger has its erratum, and only misprints have one."""

from kpca.statements.errata import ERRATA, SLIPS
from kpca.statements.ledger import LEDGER


def test_errata_are_the_misprints_of_the_ledger():
    assert set(ERRATA) == {id for id, line in LEDGER.items() if line.status == "misprint"}


def test_an_erratum_names_a_note_and_says_something_else_than_what_is_printed():
    for id, erratum in ERRATA.items():
        assert erratum.place.split(",")[0] in LEDGER[id].notes
        assert erratum.printed != erratum.corrected
        assert erratum.why.endswith(".")
    assert {note for note, _, _ in SLIPS} <= {"N0", "N1", "N2", "N3", "N4"}


def test_every_line_has_one_of_three_statuses_and_names_its_notes():
    for line in LEDGER.values():
        assert line.status in {"holds", "holds if", "misprint"}
        assert set(line.notes.split()) <= {"N0", "N1", "N2", "N3", "N4"}
