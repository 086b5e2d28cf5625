"""Make one study's data file from the configuration, and refuse it before any notebook starts.

python -m kpca.workflow.jobs.prepare CONFIG STUDY OUTPUT
"""

import sys
import warnings
from pathlib import Path

from kpca.results import files, solutions, solved, studies
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.studies.readers.table import InputError
from kpca.workflow import jobs


def main(path: str, name: str, output: str) -> int:
    """Write the study's file; on a fault print it and return 2."""
    warnings.simplefilter("ignore")
    folder = Path(path).parent
    try:
        config = load(path).studies[name]
        study, result = build(name, config, folder)
        study = studies.with_inputs(study, config, folder)
        nodes = solutions.to_datasets(study, result.solution)
        nodes[solved.NODE] = solved.to_dataset(study, result)
        files.write(studies.to_tree(study, **nodes), output)
    except (ConfigError, InputError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    except MemoryError as error:
        print(f"{path}: studies.{name}: out of memory: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
