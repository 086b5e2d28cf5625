"""Snakemake's own report on a run that has finished, as one file.

It has the figures with their captions, and the rules, code and times of all jobs. Nothing is loaded
from a network: the scripts of the report lie in the package of Snakemake. The file has the time at
which it was written and other random ids each time, so it is no result.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from kpca.studies.config import project
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.workflow import catalog
from kpca.workflow.launch import exclusive


class ReportError(RuntimeError):
    """There is no run to report on, or Snakemake did not write the report."""


def write(config: Path, folder: Path, results: Path) -> None:
    """Write the report on a run into its ``results``; an earlier one is replaced at the end.

    The paths in the file ``config`` start from ``folder``. Raises ``ReportError``.
    """
    if not (results / catalog.START).is_file():
        raise ReportError(
            f"{results / catalog.START} does not exist: a report needs a run that has finished; "
            "run `make report` with this configuration first"
        )
    with (
        exclusive.turn(results),
        tempfile.TemporaryDirectory(prefix=".snakemake-report.", dir=results) as temporary,
    ):
        made = Path(temporary) / catalog.SNAKEMAKE_REPORT
        _snakemake(config, folder, results, made)
        made.replace(results / catalog.SNAKEMAKE_REPORT)


def _snakemake(config: Path, folder: Path, results: Path, made: Path) -> None:
    command = [sys.executable, "-m", "snakemake", "all", "--report", str(made)]
    command += ["--snakefile", str(project.file("Snakefile")), "--directory", str(results)]
    command += ["--cores", "1", "--nocolor", "--nolock"]
    # As for a run: by the environment, because a path may hold what YAML reads as a comment.
    environment = os.environ | {"KPCA_CONFIG": str(config), "KPCA_FOLDER": str(folder)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode or not made.is_file():
        said = (ended.stderr + ended.stdout).strip() or "no message"
        raise ReportError(
            f"Snakemake wrote no report and ended with status {ended.returncode}:\n{said}"
        )


def main() -> int:
    """0: the report is written. 2: there is no run to report on, or it could not be written."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", default=str(project.file("config/config.yaml")))
    config, folder = Path(parser.parse_args().config), Path.cwd()
    try:
        shown = Path(load(config, folder).results)
        write(config.resolve(), folder, (folder / shown).resolve())
    except (ConfigError, ReportError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or 'the report'}: {error.strerror or error}", file=sys.stderr)
        return 2
    print(f"jobs          {shown / catalog.SNAKEMAKE_REPORT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
