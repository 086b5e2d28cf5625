"""A run is compared with a manifest, and what differs is told."""

import json
import sys
from dataclasses import replace

import pytest

from kpca import fingerprint, records, results
from kpca.formulations import dual
from kpca.study import example
from kpca.workflow import verify

STUDY = example()
SOLUTION = dual.fit(STUDY.data.K, STUDY.components, STUDY.data.entry_error)
ABOUT = {"lock": "1", "packages": {"numpy": "2.0"}, "threads": "1"}


def _write(folder, solution, **about):
    placed = dual.place(solution, STUDY.data.K, STUDY.data.K_new)
    tree = records.study_tree(STUDY, **records.from_solution(STUDY, solution, placed))
    results.write(tree, folder / "s/eigen-solve.nc")
    (folder / "x.svg").write_text("<svg/>")
    names = ("s/eigen-solve.nc", "x.svg")
    hashes = {name: fingerprint.of_file(folder / name) for name in names}
    (folder / "manifest.json").write_text(json.dumps({**ABOUT, **about, "results": hashes}))
    return folder


def _run(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["verify", *map(str, arguments)])
    code = verify.main()
    told = capsys.readouterr()
    return code, told.out + told.err


@pytest.fixture
def two(tmp_path):
    return _write(tmp_path / "a", SOLUTION), _write(tmp_path / "b", SOLUTION)


def test_two_equal_runs_are_equal(two, monkeypatch, capsys):
    code, told = _run(monkeypatch, capsys, two[0] / "manifest.json", two[1])
    assert code == 0
    assert told.startswith("2 of 2 results")


def test_a_changed_and_a_missing_result_are_named(two, monkeypatch, capsys):
    (two[0] / "x.svg").write_text("<svg></svg>")
    (two[0] / "s/eigen-solve.nc").unlink()
    code, told = _run(monkeypatch, capsys, two[0] / "manifest.json", two[0])
    assert code == 1
    assert "differs      x.svg" in told
    assert "missing      s/eigen-solve.nc" in told


@pytest.mark.parametrize(("factor", "verdict"), [(1 + 1e-15, "within"), (1 + 1e-9, "BEYOND")])
def test_a_difference_of_rounding_is_told_from_others(
    factor, verdict, tmp_path, monkeypatch, capsys
):
    other = replace(SOLUTION, spectrum=SOLUTION.spectrum * factor)
    a, b = _write(tmp_path / "a", SOLUTION), _write(tmp_path / "b", other)
    code, told = _run(monkeypatch, capsys, a / "manifest.json", b)
    assert code == 1
    assert f"differs      s/eigen-solve.nc ({verdict} rounding" in told


def test_what_the_run_was_made_with_is_compared(tmp_path, monkeypatch, capsys):
    a = _write(tmp_path / "a", SOLUTION)
    b = _write(tmp_path / "b", SOLUTION, threads="2", packages={"numpy": "2.1"})
    code, told = _run(monkeypatch, capsys, a / "manifest.json", b)
    assert code == 0
    assert 'made with    packages.numpy: "2.0" there, "2.1" here' in told
    assert 'made with    threads: "1" there, "2" here' in told


def test_a_broken_result_and_a_broken_manifest_are_told(two, monkeypatch, capsys):
    (two[0] / "s/eigen-solve.nc").write_bytes(b"broken")
    code, told = _run(monkeypatch, capsys, two[0] / "manifest.json", two[0])
    assert code == 1
    assert "cannot be read" in told
    (two[0] / "manifest.json").write_text("[]")
    assert _run(monkeypatch, capsys, two[0] / "manifest.json", two[0])[0] == 2
    assert _run(monkeypatch, capsys, two[0] / "no.json", two[0])[0] == 2


def test_solutions_of_another_size_are_told(tmp_path):
    smaller = dual.fit(STUDY.data.K, STUDY.components - 1, STUDY.data.entry_error)
    folders = _write(tmp_path / "a", SOLUTION), _write(tmp_path / "b", smaller)
    told = verify.within_rounding(*(one / "s/eigen-solve.nc" for one in folders))
    assert told == "other samples or components"
