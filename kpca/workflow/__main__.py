"""Run the whole workflow and tell on one screen what came out: ``python -m kpca.workflow``."""

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from kpca.workflow import readiness, summary
from kpca.workflow.config import ConfigError, load

# One thread a job: jobs run side by side, and results do not depend on the number of cores.
SINGLE_THREADED = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)


def snakemake(target: str, config: str, cores: str, log: Path) -> int:
    """Bring ``target`` up to date; what the jobs say goes to the console and to ``log``."""
    bin_folder = str(Path(sys.executable).parent)
    environment = os.environ | SINGLE_THREADED
    environment["PATH"] = os.pathsep.join([bin_folder, environment.get("PATH", "")])
    command = [sys.executable, "-m", "snakemake", target, "--cores", cores, "--keep-going"]
    command += ["--rerun-incomplete", "--nocolor", "--config", f"file={config}"]
    code, told = _echo([*command, "--quiet", "all"], environment, log)
    if code != 0 and not told:
        # "--quiet all" hides Snakemake's own errors too, such as one in the Snakefile.
        _echo([*command, "--dry-run", "--quiet", "host"], environment, log)
    return code


def _echo(command: list[str], environment: dict[str, str], log: Path) -> tuple[int, bool]:
    """Run a command, its output on the console and in ``log``: exit code, and was there any."""
    told = False
    log.parent.mkdir(parents=True, exist_ok=True)
    with (
        log.open("a", encoding="utf-8") as file,
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process,
    ):
        for line in process.stdout or ():
            told = True
            print(line, end="", file=file, flush=True)
            print(line, end="", flush=True)
    return process.returncode, told


def run(path: str, cores: str) -> int:
    """Exit code 0: all agree. 1: a comparison or a notebook failed. 2: a study cannot be run.

    Raises ``ConfigError`` before anything is started.
    """
    config = load(path)
    results = Path(config.results)
    log = results / "logs" / "snakemake.log"
    log.unlink(missing_ok=True)
    started, clock = time.time(), time.monotonic()
    if not readiness.is_ready(config):
        if snakemake("studies", path, cores, log) != 0:
            print(f"no notebook was started; log: {log}", file=sys.stderr)
            return 2
        readiness.mark_ready(config)
    finished = snakemake("all", path, cores, log) == 0
    wall = time.monotonic() - clock
    peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
    print(summary.of_run(config, started, wall, peak_mb, finished))
    return 0 if finished and summary.all_agree(results) else 1


def main() -> int:
    """Read the command line, run, and turn a wrong configuration into one message."""
    parser = argparse.ArgumentParser(prog="python -m kpca.workflow", description=__doc__)
    parser.add_argument("--config", default="config/config.yaml")
    parser.add_argument("--cores", default="all", help="a number, or all")
    arguments = parser.parse_args()
    try:
        return run(arguments.config, arguments.cores)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
