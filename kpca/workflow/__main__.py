"""Run the whole workflow and tell on one screen what came out: ``python -m kpca.workflow``."""

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from kpca.workflow import summary
from kpca.workflow.config import ConfigError, load

# One thread a job: jobs run side by side, and results do not depend on the number of cores.
SINGLE_THREADED = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)


def snakemake(config: str, cores: str, log: Path) -> int:
    """Run the DAG; its own lines go to ``log``, those of failing jobs to the console too."""
    bin_folder = str(Path(sys.executable).parent)
    environment = os.environ | SINGLE_THREADED
    environment["PATH"] = os.pathsep.join([bin_folder, environment.get("PATH", "")])
    command = [sys.executable, "-m", "snakemake", "--cores", cores, "--keep-going"]
    command += ["--rerun-incomplete", "--nocolor", "--quiet", "all", "--config", f"file={config}"]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert process.stdout is not None
        for line in process.stdout:
            file.write(line)
            print(line, end="")
    return process.wait()


def main() -> int:
    """Exit code 0: all agree. 1: a comparison or a notebook failed. 2: the configuration is wrong."""
    parser = argparse.ArgumentParser(prog="python -m kpca.workflow", description=__doc__)
    parser.add_argument("--config", default="config/config.yaml")
    parser.add_argument("--cores", default="all")
    arguments = parser.parse_args()
    try:
        results = Path(load(arguments.config).results)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    started, clock = time.time(), time.monotonic()
    code = snakemake(arguments.config, arguments.cores, results / "logs" / "snakemake.log")
    wall = time.monotonic() - clock
    peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
    print(summary.of_run(results, started, wall, peak_mb, finished=code == 0))
    return 0 if code == 0 and summary.all_agree(results) else 1


if __name__ == "__main__":
    sys.exit(main())
