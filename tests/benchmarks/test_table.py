"""The table as a file: what is written is read, and rows replace each other by name."""

from dataclasses import replace

import pytest

from benchmarks import table
from benchmarks.table import Row

ROW = Row("speed", "gaussian64", 2000, 10, "a, b", q=64, repeats=5, seconds=0.12345, note="x, y")
LEFT_OUT = Row("speed", "gaussian64", 2000, 10, "a, b", note="skipped: too long")


def test_a_table_that_is_written_is_read_again(tmp_path):
    path = tmp_path / "new" / "benchmarks.csv"
    assert table.read(path) == []
    table.write(path, [ROW, LEFT_OUT])
    first, second = table.read(path)
    assert first.seconds == pytest.approx(0.1235, abs=1e-12)
    assert (first.name, first.q, first.repeats, first.note) == (ROW.name, 64, 5, "x, y")
    assert second == LEFT_OUT


def test_a_column_of_an_earlier_version_is_left_out(tmp_path):
    path = tmp_path / "benchmarks.csv"
    table.write(path, [ROW])
    header, line = path.read_text().splitlines()
    path.write_text(f"{header},goal\n{line},at least 4 times faster\n")
    assert [row.name for row in table.read(path)] == [ROW.name]


def test_a_new_row_replaces_the_old_one_of_its_name_unless_it_was_left_out():
    other = Row("auto", "gaussian64", 2000, 10, "a, b", repeats=1)
    assert table.merged([ROW, other], [LEFT_OUT]) == [ROW, other]
    assert table.merged([LEFT_OUT, other], [ROW]) == [ROW, other]
    failed = Row("speed", "gaussian64", 2000, 10, "a, b", note="failed: MemoryError")
    assert table.merged([ROW], [failed, other]) == [failed, other]


def test_a_line_of_the_terminal_ends_with_the_error_of_the_fit():
    row = replace(ROW, faster=2.5, memory_share=0.75, residual=0.0123)
    assert table.line(row).split()[-5:] == ["0.123", "s", "2.5x", "0.75", "1e-02"]
    assert table.line(LEFT_OUT).endswith("skipped: too long")
