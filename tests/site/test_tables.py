"""The rows of the site's tables are the rows of the table of checks, counted and shortened."""

from kpca.site import tables
from kpca.statements.errata import ERRATA
from kpca.statements.ledger import LEDGER


def _row(id, study, discrepancy="1e-14", tolerance="2e-14", control="0.5", verdict="agrees"):
    names = ("id", "study", "status", "discrepancy", "tolerance", "control", "verdict")
    values = (id, study, LEDGER[id].status, discrepancy, tolerance, control, verdict)
    return dict(zip(names, values, strict=True))


ROWS = [
    _row("C1", "iris"),
    _row("C1", "wine", discrepancy="1.9e-14"),
    _row("C1", "steep", discrepancy="8e-14", tolerance="1e-12"),
    _row("C1", "rings", discrepancy="1e-15", verdict="undecided"),
    _row("C1", "lift", "", "", "", "not executed: ValueError: y"),
    _row("C1x", "iris", verdict="undecided"),
    _row("E7", "wine", discrepancy="4e-14", verdict="fails"),
    _row("E8", "iris", "", "", "", "not executed: ValueError: x"),
]


def test_every_statement_of_the_ledger_has_a_row_with_its_worst_study():
    rows = {row["id"]: row for row in tables.statements(ROWS, {"C1": "a.html#C1"})}
    assert list(rows) == list(LEDGER)
    assert (rows["C1"]["worst"], rows["C1"]["agree"]) == ("0.95 (wine)", "3 of 5")
    assert (rows["C1"]["studies"], rows["C1"]["link"]) == (
        "iris, wine, steep, rings, lift",
        "a.html#C1",
    )
    assert (rows["E7"]["worst"], rows["E7"]["agree"]) == ("2 (wine)", "0 of 1")
    assert (rows["E7"]["order"], rows["E7"]["status"]) == (2.0, LEDGER["E7"].status)
    assert rows["C1x"]["status"] == "misprint"
    assert (rows["P1"]["worst"], rows["P1"]["agree"]) == ("", "not executed")
    assert rows["E8"]["worst"] == "0 (iris)"


def test_an_erratum_has_the_error_of_the_printed_form_where_it_is_mildest():
    more = [_row("C1x", study, control=size) for study, size in (("wine", "9"), ("rings", "2"))]
    rows = {one["id"]: one for one in tables.errata([*ROWS, *more], {"C1x": "b.html#C1x"})}
    assert list(rows) == list(ERRATA)
    assert rows["C1x"]["least"] == "2e+13", "0.5 of iris in tolerances of 2e-14"
    assert rows["C1x"]["link"] == "b.html#C1x"
    assert rows["P3x"]["least"] == ""
