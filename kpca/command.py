"""The command ``kpca``: map a table, run studies, compare results, open notebooks, an example.

``python -m kpca`` is the same command. What it needs is imported when a command runs, so
that the help is there without the extra ``studies``.
"""

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kpca import __version__

INTERRUPTED = 130
"""The exit status of a command that was interrupted, as shells count it for Ctrl-C."""

START = """\
to start:
  kpca map my.csv               a map of your table, in a folder beside it
  kpca example                  write iris.csv and iris.yaml into this folder
  kpca run iris.yaml            run the study that iris.yaml describes
  open results/site/index.html  read the results in a browser

kpca COMMAND --help shows the options of a command and an example.
"""
RUN = """\
examples:
  kpca run iris.yaml --cores 2
  kpca run iris.yaml --profile slurm     the jobs run on a cluster with Slurm

Paths in the configuration start from the folder of that file. Exit status: 0 if everything agrees,
1 if a check or a notebook failed, 2 if a study cannot be run.
"""
VERIFY = """\
examples:
  kpca verify                                     are my results still what the run wrote?
  kpca verify --manifest other/manifest.json      are they those of another run?

Exit status: 0 if all results are equal, 1 if results differ, are missing or are new, 2 if there is
no manifest.
"""
LAB = """\
examples:
  kpca lab
  kpca lab my-notebooks --no-browser

Options that are not listed here are those of JupyterLab.
"""
EXAMPLE = """\
examples:
  kpca example                  iris.csv, iris.yaml, and a schema with which editors complete keys
  kpca example --notes notes    the studies of the notes with their data, in the folder notes
  kpca example --slurm slurm    the profile for a cluster with Slurm, in the folder slurm

A file that exists is never replaced.
"""


OF_SECOND_PROCESS = ("kpca.figures.shown", "kpca.studies.executing", "sklearn.decomposition")
"""The modules that a second process of ``kpca map`` imports while the first one reads the table."""


def main() -> int:
    """The exit status of the command; an interrupted command ends with a message.

    SIGTERM, which batch systems and containers send to this process alone, interrupts it, too.
    """
    signal.signal(signal.SIGTERM, _interrupt)
    status = call(sys.argv[1:])
    if status == INTERRUPTED:
        sys.stdout.flush()
        # CPython ends with the signal's own status, although the interrupt was caught, if it came
        # while a string was executed, as when a library that is being imported makes a dataclass.
        os._exit(status)
    return status


def call(arguments: Sequence[str]) -> int:
    """The exit status of the command with these arguments."""
    parser = _parser()
    if not arguments:
        parser.print_help()
        return 0
    options, others = parser.parse_known_args(arguments)
    options.others = others
    if others and options.function not in (_lab, _map):
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    try:
        return options.function(options)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if str(error.name).startswith("kpca"):
            raise
        extra = "map" if options.function is _map else "studies"
        print(
            f"kpca {arguments[0]} needs {error.name}, which is not installed: "
            f'pip install "kpca[{extra}]"',
            file=sys.stderr,
        )
        return 2


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kpca",
        description="Kernel PCA of your data: numbers, figures, notebooks, checks, and a site.",
        epilog=START,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kpca {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    about = "make a map of a table, in one page"
    # The configuration has its options, and is imported when it runs.
    mapping = commands.add_parser("map", help=about, add_help=False)
    mapping.set_defaults(function=_map)

    about = "run the studies of a configuration"
    run = _command(commands, "run", about, RUN, _run)
    run.add_argument("config", help="a YAML file; kpca example writes one")
    run.add_argument("--cores", type=_cores, help="a number from 1; default: all")
    run.add_argument(
        "--threads",
        type=_threads,
        metavar="N",
        default=1,
        help="threads of one job; default: 1",
    )
    about = "run the jobs on a cluster: slurm, or the folder of a profile of Snakemake"
    run.add_argument("--profile", help=about)
    about = "also the book on kernel PCA: theory, statements and errata, as pages of the site"
    run.add_argument("--book", action="store_true", help=about)

    about = "check that results are what a run wrote, or compare them with another run"
    verify = _command(commands, "verify", about, VERIFY, _verify)
    verify.add_argument("results", nargs="?", type=Path, default="results", help="default: results")
    verify.add_argument("--manifest", type=Path, help="default: the one among the results")

    about = "open the notebooks in JupyterLab"
    lab = _command(commands, "lab", about, LAB, _lab)
    about = "the notebooks are copied to it if it has none; default: kpca-lab"
    lab.add_argument("folder", nargs="?", type=Path, default="kpca-lab", help=about)

    about = "write a table and a configuration to start from"
    example = _command(commands, "example", about, EXAMPLE, _example)
    about = "default: the current folder"
    example.add_argument("folder", nargs="?", type=Path, default=".", help=about)
    kinds = example.add_mutually_exclusive_group()
    about = "write the studies of the notes instead"
    kinds.add_argument("--notes", dest="kind", action="store_const", const="notes", help=about)
    about = "write the profile for a cluster with Slurm instead"
    kinds.add_argument("--slurm", dest="kind", action="store_const", const="slurm", help=about)
    example.set_defaults(kind="table")
    return parser


def _command(
    commands: Any,
    name: str,
    about: str,
    epilog: str,
    function: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(function=function)
    return command


def _cores(text: str) -> str:
    if text == "all" or (text.isdecimal() and int(text) > 0):
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is not allowed: give a number from 1, or 'all'")


def _threads(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= MOST_THREADS:
        return int(text)
    what = f"give a number from 1 to {MOST_THREADS}"
    raise argparse.ArgumentTypeError(f"{text!r} is not allowed: {what}")


MOST_THREADS = 256


def _map(options: argparse.Namespace) -> int:
    # The seconds that it prints have those of its imports.
    started = time.monotonic()
    from kpca.page.second_process import SecondProcess
    from kpca.solvers.threads import affine

    later = SecondProcess(OF_SECOND_PROCESS).later if affine() > 1 else partial
    from kpca.page import map_of_table

    return map_of_table.main(options.others, started, later)


def _run(options: argparse.Namespace) -> int:
    from kpca.workflow.launch.run import run

    return run(options.config, options.cores, options.threads, options.profile, options.book)


def _verify(options: argparse.Namespace) -> int:
    from kpca.workflow.launch import verify

    return verify.compare(options.manifest or options.results / verify.MANIFEST, options.results)


def _lab(options: argparse.Namespace) -> int:
    from kpca.workflow.launch import lab

    return lab.start(options.folder, options.others)


def _example(options: argparse.Namespace) -> int:
    from kpca.workflow.launch import example

    return example.write(options.folder, options.kind)
