"""Run the whole workflow and tell on one screen what came out."""

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from kpca.studies import memory
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load, require_writable
from kpca.studies.config.study import Config
from kpca.workflow import lines
from kpca.workflow.dependencies import PROJECT
from kpca.workflow.launch import exclusive, keep, readiness, summary

CELL_SECONDS, UP_TO = 600, 2000
"""What a cell may take, and up to how many samples or columns; beyond, it grows as their cube."""

GRACE = 5
"""Seconds that an interrupted run has to end by itself."""

ROOM = 2_000_000
"""Bytes: a disk with less is called full."""


class Run:
    """One call of ``make report``: a configuration, the folder its paths start from, and means.

    One thread a job unless told: jobs run side by side, and results do not depend on the cores.
    """

    def __init__(self, path: str, cores: str, threads: int) -> None:
        self.path, self.cores, self.threads = path, cores, threads
        self.folder = Path.cwd()
        self.config: Config = load(path, self.folder)
        self.results = (self.folder / self.config.results).resolve()
        self.log = self.results / "logs" / "snakemake.log"
        require_writable(path, self.results)

    def __call__(self) -> int:
        """0: all agree. 1: a check or a notebook failed. 2: a study cannot be run."""
        with exclusive.turn(self.results) as lock:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            started, clock = time.time(), time.monotonic()
            self.tell = lines.into(self.log)
            try:
                finished = keep.keeping_earlier(
                    self.results, self.config.studies, lambda: self._work(lock)
                )
            except keep.RefusedError:
                print(f"no notebook was started; log: {self.log}", file=sys.stderr)
                return 2
            if not finished and shutil.disk_usage(self.results).free < ROOM:
                print(f"the disk of {self.results} is full: make room, and run again")
            wall = time.monotonic() - clock
            peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
            print(summary.of_run(self.config, self.results, started, wall, peak_mb, finished))
            return 0 if finished and summary.all_agree(self.config, self.results) else 1

    def _work(self, lock: int) -> bool:
        if not readiness.is_ready(self.config, self.folder, self.results):
            if self._snakemake("studies", self.cores, lock) != 0:
                raise keep.RefusedError
            readiness.mark_ready(self.config, self.folder, self.results)
        sizes = readiness.sizes(self.config, self.results)
        largest = max(max(size.samples, size.widest) for size in sizes)
        seconds = round(CELL_SECONDS * max(1.0, largest / UP_TO) ** 3)
        needed = max(map(memory.needed_mb, sizes))
        return self._snakemake("all", self._cores_that_fit(needed), lock, seconds) == 0

    def _cores_that_fit(self, needed: float) -> str:
        """Fewer jobs side by side where the largest study leaves no memory for all."""
        fits = max(1, int(psutil.virtual_memory().available / 1e6 / needed))
        wanted = _cores_here() if self.cores == "all" else int(self.cores)
        if fits >= wanted:
            return self.cores
        print(f"{fits} instead of {wanted} jobs side by side: each may need {needed:.0f} MB")
        return str(fits)

    def _snakemake(self, target: str, cores: str, lock: int, seconds: int = CELL_SECONDS) -> int:
        """Bring ``target`` up to date; what the jobs say goes to the console and to the log."""
        command = [sys.executable, "-m", "snakemake", target, "--cores", cores, "--keep-going"]
        command += ["--snakefile", str(PROJECT / "Snakefile"), "--directory", str(self.results)]
        command += ["--rerun-incomplete", "--nocolor", "--nolock", "--config"]
        command += [f"threads={self.threads}", f"cell_seconds={seconds}"]
        code, told = self._echo([*command, "--quiet", "all"], lock)
        if code != 0 and not told:
            # "--quiet all" hides Snakemake's own errors too, such as one in the Snakefile.
            self._echo([*command, "--dry-run", "--quiet", "host"], lock)
        return code

    def _echo(self, command: list[str], lock: int) -> tuple[int, bool]:
        """Run a command, its output on the console and in the log: exit code, was there any."""
        told = False
        # Not by --config: Snakemake reads its values as YAML, and a path may hold "#" or ": ".
        environment = os.environ | {
            "KPCA_CONFIG": str(Path(self.path).resolve()),
            "KPCA_FOLDER": str(self.folder),
        }
        bin_folder = str(Path(sys.executable).parent)
        environment["PATH"] = os.pathsep.join([bin_folder, environment.get("PATH", "")])
        with subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            pass_fds=(lock,),
        ) as process:
            try:
                for line in process.stdout or ():
                    told = True
                    self.tell(line.rstrip("\n"))
                    print(line, end="", flush=True)
            except KeyboardInterrupt:
                _end(process)
                raise
        return process.returncode, told


def _end(process: subprocess.Popen[str]) -> None:
    """Wait for what Ctrl-C has reached too; what it has not reached is told, and waited for."""
    try:
        process.communicate(timeout=GRACE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.communicate()


def _cores_here() -> int:
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _cores(text: str) -> str:
    if text == "all" or (text.isdecimal() and int(text) > 0):
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is neither a number from 1 nor 'all'")


def main() -> int:
    """Read the command line, run, and turn every fault that is not ours into one message."""
    parser = argparse.ArgumentParser(prog="python -m kpca.workflow", description=__doc__)
    parser.add_argument("--config", default=str(PROJECT / "config" / "config.yaml"))
    parser.add_argument("--cores", type=_cores, default="all", help="a number, or all")
    parser.add_argument(
        "--threads",
        type=int,
        choices=range(1, 257),
        metavar="N",
        default=1,
        help="of one job; 1 unless given",
    )
    arguments = parser.parse_args()
    try:
        return Run(arguments.config, arguments.cores, arguments.threads)()
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(
            f"{error.filename or 'results'}: {error.strerror}; earlier results are kept",
            file=sys.stderr,
        )
        return 2
