"""Run the whole workflow and print a summary of the results."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import psutil

from kpca.results.files import replacing
from kpca.studies.config import project
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load, require_writable
from kpca.studies.config.study import Config
from kpca.workflow import catalog, version
from kpca.workflow.launch import events, exclusive, keep, line, modified, summary, time_left
from kpca.workflow.launch.progress import ALL, STUDIES, Progress

GRACE = 5
"""Seconds that an interrupted run has to end by itself."""

ROOM = 2_000_000
"""Bytes; with less free space the summary says that the disk is full."""

SHOWN_LINES = 20
"""Number of lines shown of the log of a job that failed."""

TICK = 1.0
"""Seconds after which the progress is shown again, if nothing happens."""


def run(path: str, cores: str = "all", threads: int = 1) -> int:
    """Run the configuration in the file ``path``, and print a summary or what is wrong.

    ``cores`` is the number of jobs side by side, from "1", or "all". Each has ``threads`` threads;
    results do not depend on the cores.
    Returns 0 if all agree, 1 if a check or a notebook failed, 2 if a study cannot be run.
    """
    try:
        return Run(path, cores, threads)()
    except ConfigError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        place = error.filename or "results"
        print(f"{place}: {error.strerror}; earlier results are kept", file=sys.stderr)
    return 2


class Run:
    """One run: a configuration, the folder its paths start from, and resources.

    Jobs run side by side with one thread each by default; results do not depend on the cores.
    """

    def __init__(self, path: str, cores: str, threads: int) -> None:
        self.path, self.cores, self.threads = path, cores, threads
        self.folder = Path.cwd()
        self.config: Config = load(path, self.folder)
        self.results = (self.folder / self.config.results).resolve()
        self.jobs = catalog.jobs(self.config)
        self.log = self.results / catalog.LOGS / "snakemake.log"
        self.data = self.results / ".data.json"
        require_writable(path, self.results)

    def __call__(self) -> int:
        """0: all agree. 1: a check or a notebook failed. 2: a study cannot be run."""
        with exclusive.turn(self.results) as lock:
            started, clock = time.time(), time.monotonic()
            # Snakemake removes the time of a job before it makes the job again.
            times = time_left.earlier(self.results, self.jobs)
            self._begin()
            prepared = self._snakemake(self._progress(STUDIES, times), lock) == 0
            finished = prepared and self._snakemake(self._progress(ALL, times), lock) == 0
            modified.record(self.results, self._all_results())
            if finished:
                keep.forget(self.results)
            elif shutil.disk_usage(self.results).free < ROOM:
                print(f"the disk of {self.results} is full: make room, and run again")
            if not prepared:
                print(summary.kept(self.config, self.results), file=sys.stderr)
                print(f"no notebook was started; log: {self.log}", file=sys.stderr)
                return 2
            wall = time.monotonic() - clock
            peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
            print(summary.of_run(self.config, self.results, started, wall, peak_mb, finished))
            return 0 if finished and summary.all_agree(self.config, self.results) else 1

    def _begin(self) -> None:
        """An empty log, the hashes of all data files, and a second name for every result.

        Results that were changed since the last run are set aside before.
        """
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_bytes(b"")
        with replacing(self.data) as temporary:
            temporary.write_text(json.dumps(version.of_all_data(self.config, self.folder)))
        for path in modified.set_aside(self.results, self._all_results()):
            self._report(
                f"modified      {path} is damaged or not what a run wrote; it was moved to "
                f"{Path(self.config.results) / modified.FOLDER} and will be made again"
            )
        site = catalog.SITE["site"]
        made = [*catalog.results(self.config), *([site] if (self.results / site).is_dir() else [])]
        keep.keep(self.results, made, catalog.MANIFEST["manifest"])

    def _all_results(self) -> list[str]:
        return [*catalog.results(self.config), catalog.MANIFEST["manifest"]]

    def _progress(self, target: str, times: dict[str, float]) -> Progress:
        cores = psutil.cpu_count() if self.cores == "all" else int(self.cores)
        return Progress(target, self.jobs, times, cores or 1)

    def _snakemake(self, progress: Progress, lock: int) -> int:
        """Bring the target up to date; the progress is shown, and the jobs' output also logged."""
        command = [progress.target, "--cores", self.cores]
        command += ["--snakefile", str(project.file("Snakefile")), "--directory", str(self.results)]
        command += ["--keep-going", "--rerun-incomplete", "--nocolor", "--nolock"]
        if "SNAKEMAKE_PROFILE" not in os.environ:
            # Jobs run here, side by side as far as they fit into the memory that is free now.
            free_mb = psutil.virtual_memory().available // 10**6
            command += ["--resources", f"mem_mb={free_mb}"]
        command += ["--config", f"threads={self.threads}"]
        started = time.time()
        with_events = [sys.executable, "-m", "kpca.workflow.launch.plugin", *command]
        with_events += ["--logger", "kpca", "--quiet", "all"]
        code, any_output = self._echo(with_events, lock, progress)
        failed = [job for job in self.jobs if self._failed(job, started)]
        for job in failed if code else []:
            self._show_end_of_log(job)
        if code != 0 and not failed and not any_output:
            # "--quiet all" hides Snakemake's own errors too, such as one in the Snakefile.
            alone = [sys.executable, "-m", "snakemake", *command, "--dry-run", "--quiet", "host"]
            self._echo(alone, lock, progress)
        return code

    def _failed(self, job: catalog.Job, started: float) -> bool:
        """Whether a job has begun since ``started`` (epoch seconds) and left no result."""
        log = self.results / job.log
        # The clock of a file system may be behind by some milliseconds.
        begun = log.is_file() and log.stat().st_mtime >= started - 1
        return begun and not all((self.results / path).exists() for path in job.files.values())

    def _show_end_of_log(self, job: catalog.Job) -> None:
        lines = (self.results / job.log).read_text(encoding="utf-8", errors="replace").splitlines()
        self._report(f"{job.place} failed; the end of {self.results / job.log}:")
        for text in lines[-SHOWN_LINES:] or ["the log is empty"]:
            self._report(f"  {text}")

    def _report(self, text: str) -> None:
        """Print a line and log it. A log that cannot be written does not stop the run."""
        line.above(text)
        with suppress(OSError), self.log.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    def _echo(self, command: list[str], lock: int, progress: Progress) -> tuple[int, bool]:
        """The exit code of a command, and whether it printed anything; its output is logged."""
        # Not by --config: Snakemake reads its values as YAML, and a path may hold "#" or ": ".
        environment = os.environ | {
            "KPCA_CONFIG": str(Path(self.path).resolve()),
            "KPCA_FOLDER": str(self.folder),
            version.HASHES: str(self.data),
        }
        with subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(lock,),
        ) as process:
            try:
                any_output = self._follow(process.stdout, progress)
            except KeyboardInterrupt:
                _end(process)
                raise
        return process.returncode, any_output

    def _follow(self, output: BinaryIO, progress: Progress) -> bool:
        """Show the output and the progress of a command until it ends; whether it printed."""
        any_output = False
        with line.shown(progress, sys.stdout) as show:
            for text, event in events.read(output, TICK):
                if text is not None:
                    any_output = True
                    self._report(text)
                if event is not None:
                    progress.update(event)
                show()
        return any_output


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process that Ctrl-C has also reached; if it goes on, interrupt it, and wait."""
    try:
        process.communicate(timeout=GRACE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.communicate()
