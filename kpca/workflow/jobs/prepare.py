"""Make one study's data file from the configuration, and refuse it before any notebook starts.

python -m kpca.workflow.jobs.prepare CONFIG STUDY OUTPUT

A study with the key ``ranks`` is made by that many processes, which mpiexec starts. All of them
read the table and solve the study; the first one writes the file and the messages.
"""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kpca.results import files, solved, studies
from kpca.solvers.one_rank import ONE, OneRank, ranks_of
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.studies.config.study import StudyConfig
from kpca.tables.once import Once
from kpca.tables.table import InputError
from kpca.workflow import jobs


def main(path: str, name: str, output: str) -> int:
    """Write the study's file; on a fault print it and return 2."""
    warnings.simplefilter("ignore")
    try:
        config = load(path).studies[name]
        with _started(name, config.ranks) as ranks:
            return _prepared(path, name, config, output, ranks)
    except ConfigError as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2


def _prepared(path: str, name: str, config: StudyConfig, output: str, ranks: OneRank) -> int:
    folder, read = Path(path).parent, Once()
    try:
        study = build(name, config, folder, ranks, read)
        if ranks.first:
            study = studies.with_inputs(study, config.files, folder, read)
            files.write(studies.to_tree(study, **solved.nodes(study)), output)
    except (ConfigError, InputError) as error:
        return _refused(f"{path}: {error}", ranks)
    except MemoryError as error:
        return _refused(f"{path}: studies.{name}: out of memory: {error}", ranks)
    return 0


def _refused(message: str, ranks: OneRank) -> int:
    """2, after the first of the ranks, which all have the same error, has printed it."""
    if ranks.first:
        print(message, file=sys.stderr)
    return 2


@contextmanager
def _started(name: str, asked: int) -> Iterator[OneRank]:
    """The ranks that mpiexec has started; raises ``ConfigError`` unless they are as many."""
    if asked == 1:
        yield ONE
        return
    from mpi4py import MPI

    size = MPI.COMM_WORLD.Get_size()
    if size == asked:
        with ranks_of(MPI.COMM_WORLD) as ranks:
            yield ranks
    # Else the exit status of a refused study would make mpi4py abort the others, with a message.
    MPI.Finalize()
    if size != asked:
        library = MPI.Get_library_version().split(",")[0].splitlines()[0].strip()
        raise ConfigError(
            f"studies.{name}.ranks: {asked} processes should solve the study together, and this "
            f"one is one of {size}; allowed: an mpiexec or srun that belongs to the MPI of mpi4py, "
            f"which is {library}; choose it by PATH, or by the resource 'mpi' of a profile"
        )


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
