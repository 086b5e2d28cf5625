"""Run the whole workflow and print a summary of the results."""

import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import psutil

from kpca.studies import build
from kpca.studies.config import project
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load, require_writable
from kpca.tables.table import InputError
from kpca.workflow import catalog, version
from kpca.workflow.launch import exclusive, mpi, queue, record, set_aside, summary
from kpca.workflow.launch.progress import ALL, NAME, STUDIES
from kpca.workflow.resources import estimated, is_short
from kpca.workflow.warm import client, server

GRACE = 5
"""Seconds that an interrupted run has to end by itself."""

ROOM = 2_000_000
"""Bytes; with less free space the summary says that the disk is full."""


def run(
    path: str,
    cores: str | None = None,
    threads: int = 1,
    profile: str | None = None,
    book: bool = False,
) -> int:
    """Run the configuration in the file ``path``, and print a summary or what is wrong.

    ``cores`` is the number of jobs side by side, from "1", or "all", which is the default. Each has
    ``threads`` threads; results do not depend on the cores. ``profile`` is a profile of Snakemake:
    a folder, or the name of one in the folder ``profiles`` of the project. It says where the jobs
    run. Then ``cores`` is the number of cores that one job of a cluster may ask for, and the
    default is that of the profile. The site has the ``book`` on kernel PCA if it is asked for, or
    if the configuration is its own.
    Returns 0 if all agree, 1 if a check or a notebook failed, 2 if a study cannot be run.
    """
    try:
        return Run(path, cores, threads, profile, book)()
    except (ConfigError, queue.QueueError) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        file = error.filename or "results"
        print(f"{file}: {error.strerror}; earlier results are kept", file=sys.stderr)
    return 2


class Run:
    """One run of a configuration, whose paths start from the folder of its file."""

    def __init__(
        self,
        path: str,
        cores: str | None,
        threads: int,
        profile: str | None = None,
        book: bool = False,
    ) -> None:
        self.path, self.cores, self.threads, self.profile = path, cores, threads, profile
        self.given = [f"threads={threads}", *(["book=true"] if book else [])]
        self.elsewhere = bool(profile or os.environ.get("SNAKEMAKE_PROFILE"))
        self.again = False
        self.folder = Path(path).parent.absolute()
        self.config = load(path)
        self.results = (self.folder / self.config.results).resolve()
        self.paths = [*catalog.results(self.config), catalog.MANIFEST["manifest"]]
        mpi.require(path, self.config, self.elsewhere)
        require_writable(path, self.results)

    def __call__(self) -> int:
        """The exit status, as ``run`` returns it."""
        if self.profile:
            queue.require_usable(self.profile, self.results)
        with exclusive.turn(self.results) as lock:
            started, clock = time.time(), time.monotonic()
            made_from = version.of_run(self.config, self.folder)
            changes = version.changes_of_run(self.config, self.folder, self.path)
            repeat = record.repeat(self.results)
            self.again = repeat in (record.KILLED, made_from)
            if self.elsewhere or repeat == record.KILLED:
                queue.require_none(self.results)
            # The server imports modules while the studies are built here.
            with server.running(self.threads, lock, self.elsewhere) as warm:
                built = self._built()
                self._begin(record.KILLED if self.elsewhere else repeat)
                try:
                    prepared = built or self._snakemake(STUDIES, warm) == 0
                    finished = prepared and self._snakemake(ALL, warm) == 0
                except KeyboardInterrupt:
                    # No job goes on after Ctrl-C.
                    record.finish(self.results, (), repeat)
                    raise
            # A run that did not finish has not repeated every job.
            repeat = "" if finished else repeat
            if self._has_changed(changes):
                repeat = repeat if repeat == record.KILLED else made_from
            record.finish(self.results, self.paths, repeat)
            if finished:
                set_aside.forget(self.results)
            elif shutil.disk_usage(self.results).free < ROOM:
                print(f"the disk of {self.results} is full: make room, and run again")
            if not prepared:
                print(summary.earlier_results(self.results), file=sys.stderr)
                print("no notebook was started", file=sys.stderr)
                return 2
            peak_mb = client.used_by_children()[1]
            spent = summary.Spent(started, time.monotonic() - clock, peak_mb)
            print(summary.of_run(self.config, self.folder, self.results, spent, finished))
            return 0 if finished and summary.all_agree(self.config, self.results) else 1

    def _has_changed(self, changes: version.Changes) -> bool:
        """Whether a file was edited while the run went on, and say so: a job may have read it."""
        if changes == version.changes_of_run(self.config, self.folder, self.path):
            return False
        print("edited        a file that results depend on, while the run went on: run again")
        return True

    def _built(self) -> bool:
        """Whether every study can be run: all tables are read, and small studies are built.

        This takes a second, and Snakemake needs more to start. Each job reads and builds its study
        again. Large studies are left to the jobs that prepare them. If a profile lets jobs run on
        other machines, only the tables of short studies are read here, because others may not fit
        into the memory of this one.
        Raises ``ConfigError`` for tables that cannot be used, and small studies that cannot be run.
        """
        faults, are_built = [], []
        for name, study in self.config.studies.items():
            try:
                if self.elsewhere and not is_short(estimated(study, self.folder)):
                    continue
                with warnings.catch_warnings(action="ignore"):
                    draft = build.begin(name, study, self.folder)
                    if build.is_small(draft):
                        build.finish(draft)
                        are_built.append(name)
            except (InputError, ConfigError) as error:
                faults.append(f"{self.path}: {error}")
            except MemoryError:
                # The job may have more room, and else it says so.
                continue
        if faults:
            raise ConfigError("\n".join(faults))
        return are_built == list(self.config.studies)

    def _begin(self, repeat: str) -> None:
        """Set aside what was changed since the last run, and give every result a second name."""
        for path in record.modified(self.results, self.paths):
            set_aside.move(self.results, path)
            print(
                f"modified      {path} is damaged or not what a run wrote; it was moved to "
                f"{summary.shown(self.results) / set_aside.MODIFIED} and will be made again",
                flush=True,
            )
        record.start(self.results, self.paths, repeat)
        every = [*self.paths, catalog.SITE["site"]]
        set_aside.remove_temporaries(self.results, every)
        set_aside.keep(self.results, every)

    def _snakemake(self, target: str, warm: server.Warm) -> int:
        """Bring a target of the Snakefile up to date, and return the exit status of Snakemake."""
        command = [sys.executable, "-m", "kpca.workflow.launch.progress", target]
        command += ["--config", *self.given]
        command += ["--snakefile", str(project.file("Snakefile")), "--directory", str(self.results)]
        command += ["--keep-going", "--rerun-incomplete", "--nocolor", "--nolock"]
        command += ["--logger", NAME]
        command += ["--forceall"] if self.again else []
        if self.elsewhere:
            # The cores and the memory of this machine say nothing about those of a cluster.
            command += ["--cores", self.cores] if self.cores else []
            command += ["--workflow-profile", self.profile] if self.profile else []
            command += queue.options(self.results)
        else:
            # Jobs run here, side by side as far as they fit into the memory that is free now.
            free_mb = psutil.virtual_memory().available // 10**6
            command += ["--cores", self.cores or "all", "--resources", f"mem_mb={free_mb}"]
        # Not by --config: Snakemake reads its values as YAML, and a path may hold "#" or ": ".
        # A link is not followed: the paths in the file start from the folder of the link.
        environment = os.environ | warm.environment | {"KPCA_CONFIG": os.path.abspath(self.path)}
        kept = {"pass_fds": warm.descriptors, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, env=environment, **kept) as process:
            try:
                errors = process.communicate()[1]
            except KeyboardInterrupt:
                _end(process)
                # Snakemake cancels the jobs that it knows of, which is not all of them while it
                # submits jobs or asks for their state.
                if self.elsewhere:
                    queue.cancel(self.results)
                raise
        print(errors.decode(errors="replace"), end="", file=sys.stderr)
        return process.returncode


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process that Ctrl-C has also reached; if it goes on, interrupt it, and wait.

    What it prints on its standard error, such as the traceback of the interrupt, is left out.
    """
    try:
        process.communicate(timeout=GRACE)
    except subprocess.TimeoutExpired:
        # Windows interrupts whole consoles only.
        process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
        process.communicate()
