"""What a run says at its end, on one screen."""

import csv
from pathlib import Path

from kpca.workflow import claims


def of_run(results: Path, started: float, wall: float, peak_mb: float, finished: bool) -> str:
    """The summary of the results in a folder; ``started`` (epoch seconds) tells what is new.

    ``wall`` is in seconds, ``peak_mb`` the largest process of this run in MB (10^6 bytes).
    """
    benchmarks = sorted(results.glob("benchmarks/**/*.tsv"))
    jobs = sum(path.stat().st_mtime >= started for path in benchmarks)
    lines = [_claims(results / "claims.csv") if finished else _unfinished(results, started)]
    lines += [
        f"this run      {jobs} jobs, {wall:.1f} s wall time, "
        f"peak memory {peak_mb:.0f} MB in one process",
        f"last full run {_spent(benchmarks)}" if benchmarks else "",
        f"figures       {results / 'figures'}",
        f"notebooks     {results / 'report.ipynb'} and {results}/STUDY/*.ipynb",
        f"claims        {results / 'claims.csv'}",
    ]
    return "\n".join(line for line in lines if line)


def all_agree(results: Path) -> bool:
    """Whether every row of the table of claims agrees."""
    return all(row["verdict"] == "agrees" for row in claims.read(results / "claims.csv"))


def _claims(path: Path) -> str:
    rows = claims.read(path)
    ratios = [float(row["discrepancy"]) / float(row["tolerance"]) for row in rows]
    worst = max(range(len(rows)), key=ratios.__getitem__)
    studies = {row["study"] for row in rows}
    failing = [row for row in rows if row["verdict"] != "agrees"]
    lines = [
        f"studies       {len(studies)}",
        f"notebooks     {len(list(path.parent.glob('*/*[!d].ipynb'))) + 1}",
        f"comparisons   {len(rows) - len(failing)} of {len(rows)} agree",
        f"worst         {ratios[worst]:.2g} of its tolerance "
        f"({rows[worst]['id']} on {rows[worst]['study']})",
    ]
    lines += [
        f"FAILS         {row['id']} on {row['study']}: discrepancy {float(row['discrepancy']):.2g}, "
        f"tolerance {float(row['tolerance']):.2g}, control {float(row['control']):.2g}"
        for row in failing
    ]
    return "\n".join(lines)


def _unfinished(results: Path, started: float) -> str:
    kept = [p for p in sorted(results.glob("**/*.failed.ipynb")) if p.stat().st_mtime >= started]
    lines = ["THE RUN DID NOT FINISH; results of earlier runs are as they were"]
    lines += [f"failed        {path}" for path in kept]
    return "\n".join([*lines, f"log           {results / 'logs' / 'snakemake.log'}"])


def _spent(benchmarks: list[Path]) -> str:
    rows = []
    for path in benchmarks:
        with path.open(encoding="utf-8", newline="") as file:
            rows += list(csv.DictReader(file, delimiter="\t"))
    seconds = sum(float(row["s"]) for row in rows)
    memory = max((float(row["max_rss"]) for row in rows if row["max_rss"] != "NA"), default=0.0)
    return f"{len(rows)} jobs, {seconds:.0f} s in all, the largest {memory:.0f} MB"
