"""The summary that a run prints at its end, on one screen."""

import csv
import json
import os
from collections.abc import Iterable
from math import isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kpca.figures.metadata import NOT_DRAWN, of_outputs
from kpca.results import checks
from kpca.results.checks import NOT_EXECUTED
from kpca.results.files import read as read_results
from kpca.statements.status import STATUS
from kpca.studies.config.study import Config
from kpca.tables.wording import counted
from kpca.workflow import catalog
from kpca.workflow.jobs import collect
from kpca.workflow.launch import set_aside

NUMBERS = ("discrepancy", "tolerance", "control")


class Spent(NamedTuple):
    """What a run took.

    started  when it began, in seconds since 1970; the jobs of this run began later
    wall     in seconds
    peak_mb  memory of its largest process in MB (10^6 bytes); NaN where the system does not
             measure it
    """

    started: float
    wall: float
    peak_mb: float


def of_run(config: Config, folder: Path, results: Path, spent: Spent, finished: bool) -> str:
    """The summary of a run into ``results``; the paths of data in ``config`` start from ``folder``.

    Paths start from the current folder, or are absolute.
    """
    home, jobs = shown(results), catalog.jobs(config)
    benchmarks = _existing(results, (job.benchmark for job in jobs))
    done = sum(path.stat().st_mtime >= spent.started for path in benchmarks)
    notebooks = (job["notebook"] for job in jobs if "notebook" in job.files)
    executed = _existing(results, notebooks)
    if finished:
        lines = [f"notebooks     {len(executed)}", f"studies       {_studies(config)}"]
        lines += _checks(_table(config, results))
    else:
        failed = _existing(results, (job.failed for job in jobs))
        failed = [path for path in failed if path.stat().st_mtime >= spent.started]
        lines = [
            "THE RUN DID NOT FINISH; the results of other jobs are kept",
            earlier_results(results),
        ]
        lines += [f"failed        {home / path.relative_to(results)}" for path in failed]
    a_study = f"{home}/STUDY"
    what = f"peak memory {_mb(spent.peak_mb)} in one process"
    what = "nothing has changed since the last run" if finished and not done else what
    lines += [
        f"this run      {counted(done, 'job')}, {spent.wall:.1f} s wall time, {what}",
        f"all jobs      {_spent(benchmarks)}" if benchmarks else "",
        *_read(config, folder),
        *_remarks(config, results),
        *_not_available(config, results),
        *_not_drawn(results, executed),
        f"to read       {home / catalog.START}" if finished else "",
        f"figures       {home / catalog.FIGURES} and {a_study}/{catalog.FIGURES}",
        f"notebooks     {_report(config, home)}{a_study}/*.ipynb",
        f"table         {home / catalog.CHECKS['table']}" if config.checked else "",
        f"manifest      {home / catalog.MANIFEST['manifest']}",
        f"logs          {home / catalog.LOGS}",
    ]
    return "\n".join(line for line in lines if line)


def _mb(number: float) -> str:
    return "not measured" if isnan(number) else f"{number:.0f} MB"


def shown(path: Path) -> Path:
    """An absolute path as a user sees it: from the current folder, if it lies there."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def earlier_results(results: Path) -> str:
    """Where the earlier results are, if there are any, after a run that did not finish."""
    if not (results / set_aside.EARLIER).is_dir():
        return ""
    folder = shown(results) / set_aside.EARLIER
    return f"kept          {folder} has all earlier results, until a run finishes"


def _existing(results: Path, paths: Iterable[str]) -> list[Path]:
    return [results / path for path in paths if (results / path).is_file()]


def all_agree(config: Config, results: Path) -> bool:
    """Whether no row of the table of checks fails.

    If every statement has to be executed, no row may be undecided either: those studies were
    chosen so that a broken formula differs clearly from the right one.
    """
    allowed = {"agrees"} if config.every_statement else ACCEPTED
    return all(row["verdict"] in allowed for row in _table(config, results))


def _table(config: Config, results: Path) -> list[dict[str, str]]:
    """The table of checks; without a row if no statement is executed on any study."""
    return collect.read(results / catalog.CHECKS["table"]) if config.checked else []


def _report(config: Config, home: Path) -> str:
    return f"{home / catalog.OF_ALL['notebook']} and " if config.checked else ""


def _read(config: Config, folder: Path) -> list[str]:
    """The files that the studies have read, one line each, by their absolute paths."""
    return [
        f"read          {name}: {key} {os.path.abspath(folder / file)}"
        for name, study in config.studies.items()
        for key, file in study.files.items()
    ]


def _remarks(config: Config, results: Path) -> list[str]:
    """The remarks of the prepared studies on their data and denoised samples, one line each."""
    lines = []
    for name, study in config.studies.items():
        nodes = {"data": catalog.PREPARE.of(study=name)["study"]}
        nodes |= {"denoised": catalog.DENOISED.of(study=name)["result"]} if study.denoise else {}
        for node, file in nodes.items():
            path = results / file
            # A result of an earlier version may have no remarks.
            texts = read_results(path)[node].get("remark", ()) if path.is_file() else ()
            lines += [f"remark        {name}: {remark}" for remark in np.asarray(texts)]
    return lines


def _not_available(config: Config, results: Path) -> list[str]:
    """Formulations and peers that raised an exception, one line each."""
    lines = []
    for name in config.checked:
        path = results / catalog.result(catalog.AGREEMENT).format(study=name)
        missing = checks.not_available(read_results(path)["checks"]) if path.is_file() else []
        lines += [f"not compared  {name}: {peer}: {reason}" for peer, reason in missing]
    return lines


def _not_drawn(results: Path, notebooks: list[Path]) -> list[str]:
    """The figures that executed notebooks could not draw, one line each."""
    texts = {path: path.read_text(encoding="utf-8") for path in notebooks}
    return [
        f"not drawn     {path.relative_to(results).as_posix()}: {about[NOT_DRAWN]}"
        for path, text in texts.items()
        # Most notebooks have drawn everything and need not be parsed.
        if f'"{NOT_DRAWN}"' in text
        for about, _ in of_outputs(json.loads(text))
        if NOT_DRAWN in about
    ]


def _studies(config: Config) -> str:
    silent = len(config.studies) - len(config.checked)
    return f"{len(config.studies)}" + (f", {silent} of them without statements" if silent else "")


def _checks(rows: list[dict[str, str]]) -> list[str]:
    if not rows:
        return ["statements    none executed"]
    executed = [row for row in rows if not row["verdict"].startswith(NOT_EXECUTED)]
    lines = [
        f"statements    {_statements(rows)}",
        f"checks        {_count(rows, 'agrees')} of {len(rows)} agree",
    ]
    undecided = [f"{row['id']} on {row['study']}" for row in rows if row["verdict"] == "undecided"]
    if undecided:
        names = ", ".join(undecided)
        lines.append(f"undecided     {names}: on these data a broken formula is nearly right")
    if executed:
        worst = max(executed, key=_ratio)
        where = f"{worst['id']} on {worst['study']}"
        lines.append(f"worst         {_ratio(worst):.2g} of its tolerance ({where})")
    return lines + [_failing(row) for row in rows if row["verdict"] not in ACCEPTED]


ACCEPTED = {"agrees", "undecided"}


def _ratio(row: dict[str, str]) -> float:
    return float(row["discrepancy"]) / float(row["tolerance"])


def _count(rows: list[dict[str, str]], verdict: str) -> int:
    return sum(row["verdict"] == verdict for row in rows)


def _failing(row: dict[str, str]) -> str:
    """One line for a statement that fails or could not be executed."""
    if row["verdict"].startswith(NOT_EXECUTED):
        return f"FAILS         {row['id']} on {row['study']}: {row['verdict']}"
    numbers = ", ".join(f"{name} {float(row[name]):.2g}" for name in NUMBERS)
    return f"FAILS         {row['id']} on {row['study']}: {numbers}"


def _statements(rows: list[dict[str, str]]) -> str:
    missing = collect.not_executed(rows)
    failing = {row["id"] for row in rows if row["verdict"] != "agrees"} - set(missing)
    executed = len(STATUS) - len(missing)
    words = f"{executed} of {len(STATUS)} executed, {executed - len(failing)} agree on every study"
    return words + (f"; no study for {', '.join(missing)}" if missing else "")


def _spent(benchmarks: list[Path]) -> str:
    rows = []
    for path in benchmarks:
        with path.open(encoding="utf-8", newline="") as file:
            rows += list(csv.DictReader(file, delimiter="\t"))
    seconds = sum(float(row["s"]) for row in rows)
    memory = np.fmax.reduce([float(row["max_rss"]) for row in rows])
    largest = f"{_mb(memory)} in the largest process"
    return f"{len(rows)}, {seconds:.0f} s one after the other, {largest}"
