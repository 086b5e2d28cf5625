"""The command measures case by case, keeps the rows of other runs, and draws the figure."""

import pytest

from benchmarks import __main__ as command
from benchmarks import table
from benchmarks.beside_arpack import PEERS_OF
from benchmarks.cases import CASES, LARGE
from benchmarks.processes import FitError
from benchmarks.spectra import CLOUDS, KINDS
from benchmarks.worker import Run


@pytest.fixture
def measure(monkeypatch):
    """Made-up measurements instead of processes; the methods in the set fail."""
    failing = set()

    def measured(job, limit):
        if job.method in failing:
            raise FitError("failed: KeyError: 'x'")
        return Run(1e-6 * job.n, 8.0 * job.n**2, 64, 5, 9, 1e-13, "", 1e-15, [job.d])

    monkeypatch.setattr(command.run.rows, "__defaults__", (measured, lambda size: None))
    return failing


def test_every_case_is_a_row_and_the_large_ones_say_who_measures_them(measure, tmp_path, capsys):
    assert command.main(["--results", str(tmp_path)]) == 0
    rows = table.read(tmp_path / "benchmarks.csv")
    names = {row.name for row in rows}
    for case in (*CASES, *LARGE):
        for method in case.methods:
            assert (case.name, case.spectrum, case.n, case.d, method) in names
    later = [row for row in rows if row.note == "skipped: see make bench-large"]
    assert {row.case for row in later} == {one.name for one in LARGE}
    for kind in ("svg", "pdf", "txt"):
        assert (tmp_path / f"benchmarks.{kind}").stat().st_size > 0
    output = capsys.readouterr().out.splitlines()
    by_method = PEERS_OF.items()
    pairs = [
        peer
        for case in CASES
        for method, peers in by_method
        for peer in peers
        if {method, peer} <= {*case.methods}
    ]
    assert len(output) == len(rows) - len(later) + 1 + len(pairs) + 2 + 1
    assert "1.00 times" in output[-2]
    assert command.main(["--large", "--results", str(tmp_path)]) == 0
    again = table.read(tmp_path / "benchmarks.csv")
    assert {row.name for row in again} == names
    assert not [row for row in again if row.note == "skipped: see make bench-large"]


def test_a_failure_is_a_row_and_the_exit_status(measure, tmp_path):
    measure.add("scikit-learn, arpack")
    assert command.main(["--results", str(tmp_path), "--divide", "10"]) == 1
    rows = table.read(tmp_path / "benchmarks.csv")
    failed = [row for row in rows if row.note.startswith("failed")]
    assert {row.method for row in failed} == {"scikit-learn, arpack"}
    expected = {case.n // 10 for case in (*CASES, *LARGE) if case.name == "auto"}
    assert {row.n for row in rows if row.case == "auto"} == expected


def test_options_choose_cases_by_name_and_size_and_the_number_of_fits(measure, tmp_path):
    arguments = ["--case", "speed", "--sizes", "300", "600", "--repeats", "2"]
    assert command.main([*arguments, "--results", str(tmp_path)]) == 0
    rows = [row for row in table.read(tmp_path / "benchmarks.csv") if row.repeats]
    expected = {
        (kind, n - n % CLOUDS * (kind == "clustered")) for kind in KINDS for n in (300, 600)
    }
    expected.remove(("clustered", 297))
    assert {(row.spectrum, row.n) for row in rows} == expected
    assert {(row.case, row.repeats) for row in rows} == {("speed", 2)}
