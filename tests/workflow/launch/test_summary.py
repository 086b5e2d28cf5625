"""The last screen counts what agreed, names what did not, and decides the exit status."""

import os
from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES

from kpca.results import files, registry, studies
from kpca.statements.ledger import LEDGER
from kpca.studies.config.study import Config
from kpca.workflow.jobs import collect
from kpca.workflow.launch import summary

STARTED = 1_000_000_000.0
"""When the run began, in the past, so that the files of a test are those of this run."""


def _row(id, verdict="agrees", discrepancy=0.1, tolerance=1.0, study="iris"):
    numbers = {"discrepancy": discrepancy, "tolerance": tolerance, "control": 1e6}
    words = {"id": id, "study": study, "status": LEDGER[id].status, "verdict": verdict}
    return words | {name: str(value) for name, value in numbers.items()}


def _lost(id, message, study="iris"):
    empty = dict.fromkeys(collect.COLUMNS, "")
    words = {"status": LEDGER[id].status, "verdict": f"not executed: {message}"}
    return empty | {"id": id, "study": study} | words


def _config(tmp_path, every_statement=False):
    study = {"data": {"dataset": "iris"}, "kernel": {"name": "linear"}, "components": 1}
    return Config(results=str(tmp_path), studies={"iris": study}, every_statement=every_statement)


def _screen(tmp_path, rows, finished=True, **options):
    (tmp_path / "logs").mkdir(exist_ok=True)
    collect.write(rows, tmp_path / "checks.csv")
    config = _config(tmp_path, **options)
    spent = summary.Spent(STARTED, 12.3, 456.0)
    return summary.of_run(config, tmp_path, tmp_path, spent, finished)


def _line(screen, word):
    return [line for line in screen.splitlines() if line.startswith(word)]


def test_a_statement_that_agrees_on_one_study_and_fails_on_another_does_not_agree_on_every(
    tmp_path,
):
    rows = [_row("C1"), _row("C1", "fails", 3.0, study="wine"), _row("C2")]
    screen = _screen(tmp_path, rows)
    assert "2 of" in _line(screen, "statements")[0]
    assert "1 agree on every study" in _line(screen, "statements")[0]


def test_a_statement_that_raised_an_exception_is_not_counted_as_executed(tmp_path):
    screen = _screen(tmp_path, [_row("C1"), _lost("C2", "LinAlgError: Singular matrix")])
    assert f"1 of {len(LEDGER)} executed, 1 agree" in _line(screen, "statements")[0]


@pytest.mark.parametrize(
    ("rows", "everyone", "chosen"),
    [
        ([_row("C1")], True, True),
        ([_row("C1"), _row("C2", "undecided")], True, False),
        ([_row("C1"), _row("C2", "fails", 2.0)], False, False),
        ([_row("C1"), _lost("C2", "ValueError: no")], False, False),
    ],
)
def test_the_exit_status_follows_the_worst_verdict(tmp_path, rows, everyone, chosen):
    """Undecided checks are accepted of anyone's data, not of the studies chosen for the notes."""
    collect.write(rows, tmp_path / "checks.csv")
    assert summary.all_agree(_config(tmp_path), tmp_path) is everyone
    assert summary.all_agree(_config(tmp_path, every_statement=True), tmp_path) is chosen


def test_a_run_that_did_not_finish_names_the_notebooks_that_failed_now_and_counts_no_checks(
    tmp_path,
):
    (tmp_path / "iris").mkdir()
    (tmp_path / "iris" / "eigen-solve.failed.ipynb").write_text("{}")
    (tmp_path / "iris" / "rkhs-norm.failed.ipynb").write_text("{}")
    os.utime(tmp_path / "iris" / "rkhs-norm.failed.ipynb", (STARTED - 1.0, STARTED - 1.0))
    screen = _screen(tmp_path, [_row("C1")], finished=False)
    assert screen.startswith("THE RUN DID NOT FINISH")
    assert _line(screen, "failed") == [f"failed        {tmp_path}/iris/eigen-solve.failed.ipynb"]
    assert _line(screen, "checks") == []


@pytest.mark.parametrize(("largest", "shown"), [(456.0, "456 MB"), (np.nan, "not measured")])
def test_memory_that_the_system_does_not_measure_is_no_number(largest, shown, tmp_path):
    folder = tmp_path / "benchmarks/iris"
    folder.mkdir(parents=True)
    for name, memory in (("prepare", np.nan), ("page", largest)):
        (folder / f"{name}.tsv").write_text(f"s\tmax_rss\tcpu_time\n3.25\t{memory}\tnan\n")
    collect.write([_row("C1")], tmp_path / "checks.csv")
    spent = summary.Spent(0.0, 12.3, largest)
    screen = summary.of_run(_config(tmp_path), tmp_path, tmp_path, spent, True)
    assert _line(screen, "this run")[0].endswith(f"peak memory {shown} in one process")
    assert f"6 s one after the other, {shown} in the largest" in _line(screen, "all jobs")[0]


def test_a_run_that_did_not_finish_names_the_folder_of_the_earlier_results(tmp_path):
    assert _line(_screen(tmp_path, [_row("C1")], finished=False), "kept") == []
    (tmp_path / ".set-aside/earlier").mkdir(parents=True)
    assert _line(_screen(tmp_path, [_row("C1")], finished=False), "kept") == [
        f"kept          {tmp_path}/.set-aside/earlier has all earlier results, until a run finishes"
    ]
    assert _line(_screen(tmp_path, [_row("C1")]), "kept") == []


def test_jobs_notebooks_and_their_time_are_counted_from_the_files_of_this_configuration(tmp_path):
    table = "s\tmax_rss\n{}\t{}\n"
    for name, seconds, size in (
        ("iris/prepare", 2, 100),
        ("iris/page", 3.5, 250),
        ("x/page", 9, 9),
    ):
        path = tmp_path / "benchmarks" / f"{name}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(table.format(seconds, size))
    of_an_earlier_run = tmp_path / "benchmarks/iris/eigen-solve.tsv"
    of_an_earlier_run.write_text(table.format(1.5, 300))
    os.utime(of_an_earlier_run, (STARTED - 1.0, STARTED - 1.0))
    for name in ("iris/eigen-solve.ipynb", "report.ipynb", "x/eigen-solve.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
    screen = _screen(tmp_path, [_row("C1")])
    assert _line(screen, "this run")[0].startswith("this run      2 jobs, ")
    assert _line(screen, "all jobs") == [
        "all jobs      3, 7 s one after the other, 300 MB in the largest process"
    ]
    assert _line(screen, "notebooks ")[0] == "notebooks     2"


def test_remarks_on_denoised_samples_are_named_with_those_on_the_data(tmp_path):
    (tmp_path / "iris").mkdir()
    study = replace(STUDIES["linear"], remarks=("a remark on the data",))
    remark = registry.dataset("1", remark=["no convergence for 1 of 3 pre-images: b"])
    files.write(studies.to_tree(study), tmp_path / "iris" / "study.nc")
    files.write(studies.tree(study, denoised=remark), tmp_path / "iris" / "denoised.nc")
    collect.write([_row("C1")], tmp_path / "checks.csv")
    one = _config(tmp_path)
    asked = one.model_copy(
        update={"studies": {"iris": one.studies["iris"].model_copy(update={"denoise": True})}}
    )
    lines = ["a remark on the data", "no convergence for 1 of 3 pre-images: b"]
    for config, number in ((asked, 2), (one, 1)):
        screen = summary.of_run(config, tmp_path, tmp_path, summary.Spent(0.0, 12.3, 456.0), True)
        assert _line(screen, "remark ") == [
            f"remark        iris: {line}" for line in lines[:number]
        ]
    files.write(
        studies.tree(study, denoised=remark.drop_vars("remark")), tmp_path / "iris/denoised.nc"
    )
    screen = summary.of_run(asked, tmp_path, tmp_path, summary.Spent(0.0, 12.3, 456.0), True)
    assert _line(screen, "remark ") == ["remark        iris: a remark on the data"]


def test_every_study_is_counted_and_those_without_statements_are_named(tmp_path):
    rows = [_row("C1")]
    assert _line(_screen(tmp_path, rows), "studies") == ["studies       1"]
    study = {"data": {"dataset": "iris"}, "kernel": {"name": "linear"}, "components": 1}
    both = {"iris": study, "silent": study | {"statements": "none"}}
    config = Config(results=str(tmp_path), studies=both)
    screen = summary.of_run(config, tmp_path, tmp_path, summary.Spent(0.0, 1.0, 2.0), True)
    assert _line(screen, "studies") == ["studies       2, 1 of them without statements"]


def test_what_was_read_has_its_absolute_path_and_results_are_seen_from_the_current_folder(
    tmp_path, monkeypatch
):
    study = {"data": {"vectors": "../my.csv"}, "kernel": "linear", "components": 1}
    config = Config(studies={"s": study | {"statements": "none"}})
    spent = summary.Spent(0.0, 12.3, 456.0)
    results = tmp_path / "inner/results"
    results.mkdir(parents=True)
    for here, seen in ((tmp_path / "inner", "results"), (results / "x", str(results))):
        here.mkdir(exist_ok=True)
        monkeypatch.chdir(here)
        screen = summary.of_run(config, tmp_path / "inner", results, spent, True)
        assert _line(screen, "read") == [f"read          s: vectors {tmp_path}/my.csv"]
        assert _line(screen, "to read") == [f"to read       {seen}/site/index.html"]
