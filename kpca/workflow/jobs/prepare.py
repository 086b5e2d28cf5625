"""Make one study's data file from the configuration, and refuse it before any notebook starts.

python -m kpca.workflow.jobs.prepare CONFIG STUDY OUTPUT FOLDER
"""

import sys
import warnings
from pathlib import Path

from kpca.results import files, studies
from kpca.studies import acceptance, memory, sources
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError
from kpca.studies.study import Study
from kpca.workflow import jobs


def build(name: str, config: StudyConfig, folder: str | Path = ".") -> Study:
    """The study that ``config`` describes; the paths in it start from ``folder``.

    Raises ``InputError`` for data that cannot be used, and ``ConfigError`` for a study that cannot
    be run on them (see ``kpca.studies.acceptance``).
    """
    try:
        for file in config.files.values():
            memory.require_to_read(Path(folder) / file)
        found = sources.load(config, Path(folder))
    except InputError as error:
        raise InputError(f"studies.{name}: {error}") from error
    study = Study(
        name=name,
        title=config.title or name,
        components=config.components,
        unit=config.unit,
        **vars(found),
    )
    return acceptance.accepted(study, config)


def main(path: str, name: str, output: str, folder: str = ".") -> int:
    """Write the study's file; on a fault print it and return 2."""
    warnings.simplefilter("ignore")
    try:
        config = load(path, folder).studies[name]
        files.write(studies.to_tree(build(name, config, folder)), output)
    except (ConfigError, InputError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    except MemoryError as error:
        print(f"{path}: studies.{name}: out of memory: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
