"""Checks are stored with every number that they carry."""

from kpca.results import checks
from kpca.statements.check import Check, Failure


def test_the_table_of_checks_keeps_each_number_in_its_column():
    row = {"id": "D2", "study": "s", "status": "holds if", "verdict": "agrees"}
    row |= {"discrepancy": "1", "tolerance": "2", "control": "300", "margin": "150"}
    row |= {"decided": "3", "entries": "4"}
    row |= {"part": "one", "report": "in words"}
    lost = row | {"id": "C1", "study": "u", "verdict": "not executed: ValueError: x"}
    other = row | {"id": "E7", "study": "t", "discrepancy": "0", "part": "two", "control": "400"}
    table = checks.to_tree([row, lost, other], {"t": "300 of 5000 samples"})["checks"]
    assert checks.subsets_of(table) == {"t": "300 of 5000 samples"}
    expected = {
        "statement": ["D2", "E7"],
        "in_study": ["s", "t"],
        "status": ["holds if"] * 2,
        "verdict": ["agrees"] * 2,
        "part": ["one", "two"],
        "report": ["in words"] * 2,
        "discrepancy": [1.0, 0.0],
        "tolerance": [2.0] * 2,
        "control": [300.0, 400.0],
        "margin": [150.0] * 2,
        "decided": [3] * 2,
        "entries": [4] * 2,
        "not_executed": ["C1"],
        "not_executed_study": ["u"],
        "not_executed_reason": ["ValueError: x"],
        "in_subset": ["t"],
        "executed_on": ["300 of 5000 samples"],
    }
    assert {str(name) for name in table.variables} == set(expected)
    for name, value in expected.items():
        assert table[name].values.tolist() == value, name


def test_every_stored_number_of_a_check_is_its_property():
    executed = [
        Check("D2", 1.0, 2.0, 600.0, 3, 4, 250.0),
        Check("E7", 5.0, 2.0, 400.0, 1, 7, 900.0),
    ]
    lost, missing = [Failure("C1", "ValueError: x")], {"ascent": "it ended", "peer": "no program"}
    table = checks.to_dataset(executed, lost, missing)
    assert table["status"].values.tolist() == ["holds if", "holds"], "as in the ledger"
    assert checks.not_executed(table) == [("C1", "ValueError: x")]
    assert checks.not_available(table) == [("ascent", "it ended"), ("peer", "no program")]
    assert table["statement"].values.tolist() == ["D2", "E7"]
    for name in ("discrepancy", "tolerance", "control", "decided", "entries", "verdict"):
        assert table[name].values.tolist() == [getattr(check, name) for check in executed], name
    # The milder of the margin of all entries and of the control that is shown.
    assert table["margin"].values.tolist() == [250.0, 200.0]
