"""Snakemake with a plug-in that shows the progress of a run, and why a job failed.

    python -m kpca.workflow.launch.progress ARGUMENTS OF SNAKEMAKE --logger kpca

A terminal has one line that is rewritten, "3 of 10 jobs done, now small: agreement". A log gets
such a line after each tenth of the jobs. The end of a failed job's log is printed at the end.
"""

import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from logging import LogRecord
from typing import TextIO

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent, logger_plugin_module_prefix
from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry
from tqdm import tqdm

from kpca.workflow.launch import failure
from kpca.workflow.launch.failure import Failure

NAME = "kpca"

STUDIES, ALL = TARGETS = "studies", "all"
"""The two targets of the Snakefile, which a run asks for one after the other."""

NAMED = 3
"""Number of running jobs that the line names."""

LINES_IN_A_LOG = 10
"""Number of lines of progress that a log gets."""

COLUMNS = 80
"""The width of a terminal that does not know it."""


class Progress:
    """The jobs of one call of Snakemake that are done, have failed, or run, from its records.

    names    of each job, by the id that Snakemake gives it
    running  the ids of the jobs that run, in the order in which they began
    failed   what is known of the jobs that failed, by the id of one of those that failed together
    """

    def __init__(self) -> None:
        self.total = self.done = 0
        self.names: dict[int, str] = {}
        self.running: list[int] = []
        self.failed: dict[int, list[Failure]] = {}

    def update(self, record: LogRecord) -> None:
        """Take in one record. The rule of the target itself is no job."""
        match getattr(record, "event", None):
            case LogEvent.RUN_INFO:
                no_jobs = {"total", *TARGETS}
                jobs = (number for rule, number in record.stats.items() if rule not in no_jobs)
                self.total = sum(jobs)
            case LogEvent.JOB_INFO if record.rule_name not in TARGETS:
                self.names[record.jobid] = record.rule_msg or record.rule_name
                self.running.append(record.jobid)
                # A profile may let Snakemake try a failed job again.
                self.failed.pop(record.jobid, None)
            case LogEvent.JOB_FINISHED if record.job_id in self.running:
                self.running.remove(record.job_id)
                self.done += 1
            case LogEvent.JOB_ERROR if record.jobid in self.running:
                self.running.remove(record.jobid)
                self.failed[record.jobid] = [failure.of_job(self.names[record.jobid], record)]
            case LogEvent.GROUP_ERROR:
                ids = [job["jobid"] for job in record.job_error_info]
                self.running = [id for id in self.running if id not in ids]
                self.failed[ids[0]] = failure.of_group(self.names, record)

    @property
    def text(self) -> str:
        """The progress in one line."""
        names = [self.names[id] for id in self.running]
        more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
        pieces = [
            f"{self.done} of {self.total} jobs done",
            f"{sum(map(len, self.failed.values()))} failed" if self.failed else "",
            f"now {', '.join([*names[:NAMED], *more])}" if names else "",
        ]
        return ", ".join(piece for piece in pieces if piece)


class LogHandler(LogHandlerBase):
    """Shows the progress and the errors; Snakemake finds this class by its name."""

    writes_to_stream = has_filter = has_formatter = True
    writes_to_file = needs_rulegraph = False

    interrupted = False
    """Whether this process was interrupted, from which errors of the jobs follow."""

    def __post_init__(self) -> None:
        self.progress, self.bar, self.due = Progress(), None, 0.0
        self.messages: list[str] = []

    def emit(self, record: LogRecord) -> None:
        """Take in one record. If nobody reads the output any more, the run goes on."""
        with suppress(OSError):
            self.progress.update(record)
            if getattr(record, "event", None) == LogEvent.ERROR:
                self._take(record)
            if self.progress.total:
                self._show()

    def close(self) -> None:
        """Remove the line from a terminal, and print the errors, unless the run was interrupted."""
        with suppress(OSError):
            if self.bar is not None:
                self.bar.close()
            for error in [] if self.interrupted else self._errors():
                print(error)
            self.messages, self.progress = [], Progress()
        super().close()

    def _take(self, record: LogRecord) -> None:
        """Keep the message of an error, unless it follows from a job that failed and has a log."""
        message = record.getMessage()
        follows = self.progress.failed and record.exception == "WorkflowError"
        if not follows and "CalledProcessError" not in message:
            # Snakemake's own log has the traceback.
            lines = message.splitlines()[-1:] if "Traceback (most" in message else [message]
            self.messages += lines

    def _errors(self) -> Iterator[str]:
        """The end of the log of each job that failed, and Snakemake's messages."""
        for together in self.progress.failed.values():
            for one in together:
                yield from one.text
        yield from self.messages

    def _show(self) -> None:
        text, total, done = self.progress.text, self.progress.total, self.progress.done
        if not is_terminal(sys.stdout):
            if done >= self.due:
                self.due = done + total / LINES_IN_A_LOG
                print(text)
            return
        if self.bar is None:
            form = "|{bar:12}| {desc}"
            self.bar = tqdm(bar_format=form, file=sys.stdout, leave=False, nrows=20)
        if text != self.bar.desc:
            self.bar.total, self.bar.n, self.bar.ncols = total, done, _columns(sys.stdout)
            self.bar.set_description_str(text)


def is_terminal(stream: TextIO) -> bool:
    """Whether a line can be rewritten there. A CI service may have a terminal and keep a log."""
    return stream.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")


def _columns(stream: TextIO) -> int:
    """The width of a line, without the last column, where some terminals begin the next line.

    tqdm would do this itself, but it shows nothing in a terminal that does not know its size.
    """
    return (os.get_terminal_size(stream.fileno()).columns or COLUMNS) - 1


def _interrupt(*_: object) -> None:
    LogHandler.interrupted = True
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGINT, _interrupt)
    # On a full disk, lines of Snakemake's own log are lost without a message for each of them.
    logging.raiseExceptions = False
    # Here, because it takes a second, which the tests of this module need not wait.
    from snakemake import cli

    sys.stdout.reconfigure(line_buffering=True)
    name = f"{logger_plugin_module_prefix}{NAME}"
    LoggerPluginRegistry().register_plugin(name, sys.modules[__name__])
    try:
        cli.main()
    except SystemExit as ended:
        # A Snakefile may end with a text, which Python prints.
        if not isinstance(ended.code, int):
            raise
        # Everything is written, and Python would wait for Snakemake's timers, some of a second.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(ended.code)
