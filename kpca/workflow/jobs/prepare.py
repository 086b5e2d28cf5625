"""Make one study's data file from the configuration, and refuse it before any notebook starts.

python -m kpca.workflow.jobs.prepare CONFIG STUDY OUTPUT
"""

import sys
import warnings
from dataclasses import replace
from pathlib import Path

from kpca.results import files, hashes, solutions, solved, studies
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load, stored_name
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError
from kpca.studies.study import Study
from kpca.workflow import jobs


def _with_inputs(study: Study, config: StudyConfig, folder: Path) -> Study:
    """The study that names its input files, each with the hash of its content."""
    inputs = tuple(
        (key, stored_name(file, folder), hashes.sha256(folder / file))
        for key, file in config.files.items()
    )
    return replace(study, origin=replace(study.origin, files=inputs))


def main(path: str, name: str, output: str) -> int:
    """Write the study's file; on a fault print it and return 2."""
    warnings.simplefilter("ignore")
    folder = Path(path).parent
    try:
        config = load(path).studies[name]
        study, result = build(name, config, folder)
        study = _with_inputs(study, config, folder)
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
