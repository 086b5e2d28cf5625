"""``python -m benchmarks [--large]``: measure, and write the table and its figure.

The table is written after each case, so that an interrupted run loses one case only.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

from benchmarks import beside_arpack, figure, run, table
from benchmarks.cases import CASES, LARGE, Case
from benchmarks.table import Row
from kpca.figures import display

LIMIT, LIMIT_OF_LARGE = 150.0, 3600.0
"""The most seconds for one fit."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the cases one after the other; 1 if a fit failed."""
    options = _options(arguments)
    path = options.results / "benchmarks.csv"
    cases, large = (_chosen(all_cases, options) for all_cases in (CASES, LARGE))
    rows = table.merged(table.read(path), _later(large))
    own: list[Row] = []
    for case in large if options.large else cases:
        measured = list(run.rows(case, options.limit, rows))
        for row in measured:
            print(table.line(row), flush=True)
        own += measured
        rows = table.merged(rows, measured)
        table.write(path, rows)
    print("\n".join(beside_arpack.lines(own)))
    with redirect_stdout(StringIO()):
        # Not in results/figures: a file that the workflow did not write there is set aside.
        display.show("benchmarks", figure.draw, rows, folder=options.results)
    print(f"written: {path} and {path.with_suffix('.svg')}")
    return int(any(row.note.startswith("failed") for row in own))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--large", action="store_true", help="the cases that take an hour")
    parser.add_argument("--results", type=Path, default=Path("results"), help="folder")
    parser.add_argument("--limit", type=float, help="the most seconds for one fit")
    parser.add_argument("--divide", type=int, default=1, help="divide every n, for a quick look")
    parser.add_argument("--case", help="the cases of this name only, such as speed")
    parser.add_argument("--sizes", type=int, nargs=2, help="the least and the most n")
    parser.add_argument("--repeats", type=int, help="the most fits of each method")
    options = parser.parse_args(arguments)
    options.limit = options.limit or (LIMIT_OF_LARGE if options.large else LIMIT)
    return options


def _chosen(cases: Sequence[Case], options: argparse.Namespace) -> list[Case]:
    """The cases as the options want them."""
    least, most = options.sizes or (0, max(case.n for case in cases))
    return [
        replace(case, n=case.n // options.divide, repeats=min(case.repeats, options.repeats or 99))
        for case in cases
        if options.case in (None, case.name) and least <= case.n <= most
    ]


def _later(cases: Sequence[Case]) -> list[Row]:
    """Rows of the large cases, which say who measures them."""
    return [
        Row(case.name, case.spectrum, case.n, case.d, method, note="skipped: see make bench-large")
        for case in cases
        for method in case.methods
    ]


if __name__ == "__main__":
    sys.exit(main())
