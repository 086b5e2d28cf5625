"""Mutation tests: change the formulas one small step at a time, and see whether a test notices.

python tests/mutants [MODULE ...], or `make mutants MODULE=kpca/centering.py`. Cosmic Ray makes the
mutants. Each runs in a fork of a process that has loaded NumPy and SciPy already, which saves the
three seconds that a new process needs; no file is changed. First come the tests of the module and
its doctests, then the tests that pyproject.toml names.
"""

import sys
from functools import partial
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import report  # noqa: E402
from create import created, modules  # noqa: E402
from execute import baseline, outcome  # noqa: E402


def main(names: list[str]) -> int:
    """Run the mutants of these modules, or of all; 0 if the share that is killed is high enough."""
    counts = []
    with get_context("fork").Pool() as pool:
        for module in modules(names):
            mutants = list(created(module))
            found = pool.imap(partial(outcome, limits=baseline(module)), mutants)
            counts.append(report.module(module, zip(mutants, found, strict=True)))
    return report.total(counts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
