"""The table that ends a run: which fits are compared, and its worst and its best ratio."""

from dataclasses import replace

import pytest

from benchmarks import beside_arpack
from benchmarks.methods import ARPACK, AUTO, PLACED, PLACED_BY_PEER, RANDOMIZED, WITH_CERTIFICATE
from benchmarks.table import Row


def _rows(n, own, peer, refused=0, spectrum="plane"):
    row = Row("speed", spectrum, n, 10, WITH_CERTIFICATE, repeats=5, seconds=own, refused=refused)
    return [
        replace(row, memory_share=0.4),
        replace(row, method=ARPACK, seconds=peer, refused=None),
        replace(row, method=AUTO, seconds=1e-9, refused=None),
    ]


def test_the_ratio_is_that_of_arpack_on_the_same_points():
    rows = [*_rows(2_000, 0.5, 1.0), *_rows(5_000, 0.8, 4.0), *_rows(5_000, 1.0, 1.5, 0, "copies")]
    found = beside_arpack.pairs(rows)
    points = [(pair.own.spectrum, pair.own.n, pair.ratio) for pair in found]
    assert points == [("copies", 5_000, 1.5), ("plane", 2_000, 2.0), ("plane", 5_000, 5.0)]
    lines = beside_arpack.lines(rows)
    row = "speed plane 2,000 10 0.500 1.000 2.00 0.40 5 yes scikit-learn, arpack"
    assert " ".join(lines[2].split()) == row
    assert "worst" in lines[-2]
    assert "1.50 times (copies, 5,000 samples, 10 components)" in lines[-2]
    assert "best" in lines[-1]
    assert "5.00 times (plane, 5,000 samples" in lines[-1]


def test_a_refused_certificate_is_in_the_table_and_counts_in_neither_end():
    rows = [*_rows(2_000, 1.0, 9.0, 1), *_rows(5_000, 1.0, 2.0), *_rows(600, 1.0, 0.1, 5)]
    lines = beside_arpack.lines(rows)
    assert [line.split()[-3] for line in lines[1:4]] == ["no", "no", "yes"]
    assert all("2.00 times" in line for line in lines[-2:])
    assert beside_arpack.lines(rows[:3])[-1] == "No fit is certified."


def test_wrong_fits_are_counted_below_the_table():
    own, peer, other = _rows(630, 0.25, 0.5, spectrum="nine clouds")
    own, peer = replace(own, wrong=1, starts=40), replace(peer, wrong=11, starts=40)
    said = beside_arpack.lines([own, peer, other, *_rows(700, 0.25, 0.5)])
    (line,) = [line for line in said if line.startswith("Wrong")]
    assert "40 random starts" in line
    assert f"{WITH_CERTIFICATE} 1, {ARPACK} 11" in line
    assert "nine clouds, 630 samples" in line


def test_a_transform_is_beside_that_of_scikit_learn_and_has_no_certificate():
    row = Row("transform", "plane", 700, 10, PLACED, repeats=5, seconds=0.5)
    rows = [row, replace(row, method=PLACED_BY_PEER, seconds=2.0)]
    line = beside_arpack.lines([*_rows(2_000, 1.0, 3.0), *rows])[2]
    numbers = ["transform", "plane", "700", "10", "0.500", "2.000", "4.00", "5"]
    assert line.split() == [*numbers, *PLACED_BY_PEER.split()]
    assert "3.00 times" in beside_arpack.lines([*_rows(2_000, 1.0, 3.0), *rows])[-1]


def test_a_randomized_fit_is_listed_with_its_error_and_is_neither_worst_nor_best():
    own, arpack, other = _rows(2_000, 0.5, 1.0)
    own, arpack = replace(own, residual=3e-14), replace(arpack, residual=2e-15)
    rows = [own, arpack, replace(other, method=RANDOMIZED, residual=0.0123, seconds=0.25)]
    lines = beside_arpack.lines(rows)
    assert [line.split()[-5:-2] for line in lines[1:3]] == [
        ["3e-14", "2e-15", "yes"],
        ["3e-14", "1e-02", "yes"],
    ]
    assert lines[2].split()[6] == "0.50"
    assert all("2.00 times" in line for line in lines[3:])


@pytest.mark.parametrize("missing", [0, 1])
def test_a_fit_that_was_left_out_is_not_compared(missing):
    rows = _rows(2_000, 1.0, 9.0)
    rows[missing] = replace(rows[missing], seconds=None, repeats=0, note="skipped: too long")
    assert beside_arpack.lines(rows) == []
