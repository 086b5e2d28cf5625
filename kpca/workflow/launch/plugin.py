"""Snakemake with a plug-in that reports its events.

python -m kpca.workflow.launch.plugin ARGUMENTS OF SNAKEMAKE --logger kpca
"""

import sys
from contextlib import suppress
from logging import LogRecord
from typing import Any

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent, logger_plugin_module_prefix
from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry

from kpca.workflow.launch import events

NAME = "kpca"


def record(of: LogRecord) -> dict[str, Any] | None:
    """What ``events`` says about a log record of Snakemake; ``None`` for most of them."""
    match getattr(of, "event", None):
        case LogEvent.RUN_INFO:
            rules = {rule: jobs for rule, jobs in of.stats.items() if rule != "total"}
            return {"event": "planned", "rules": rules}
        case LogEvent.JOB_INFO:
            about = {"id": of.jobid, "rule": of.rule_name, "benchmark": of.benchmark}
            return {"event": "started", **about}
        case LogEvent.JOB_FINISHED:
            return {"event": "done", "id": of.job_id}
        case LogEvent.JOB_ERROR:
            return {"event": "failed", "id": of.jobid}
    return None


class LogHandler(LogHandlerBase):
    """Writes the events; Snakemake finds this class by its name."""

    writes_to_stream = writes_to_file = False
    # Its own filter: none. That of Snakemake hides all events from `--quiet all`.
    has_filter = True
    has_formatter = needs_rulegraph = False

    def emit(self, of: LogRecord) -> None:
        found = record(of)
        # If the command was killed, nobody reads the events.
        with suppress(OSError):
            if found is not None:
                events.write(found)


if __name__ == "__main__":
    # Here, because it takes a second, which the tests of this module need not wait.
    from snakemake import cli

    name = f"{logger_plugin_module_prefix}{NAME}"
    LoggerPluginRegistry().register_plugin(name, sys.modules[__name__])
    cli.main()
