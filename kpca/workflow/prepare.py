"""Make one study's data file from the configuration, and refuse it before any notebook starts.

python -m kpca.workflow.prepare CONFIG STUDY OUTPUT
"""

import sys
from pathlib import Path

import numpy as np

from kpca import datasets, kernels, records, results
from kpca.formulations import dual
from kpca.formulations.solution import RankError
from kpca.kernels import Array
from kpca.study import Distances, Study, Vectors
from kpca.workflow.config import ConfigError, DistanceMatrix, Real, StudyConfig, load

SPLIT_SEED = 0


def split(n: int, holdout: int) -> tuple[Array, Array]:
    """Indices of training and new samples, each ascending; without a holdout both are all."""
    if holdout == 0:
        return np.arange(n), np.arange(n)
    shuffled = np.random.default_rng(SPLIT_SEED).permutation(n)
    return np.sort(shuffled[holdout:]), np.sort(shuffled[:holdout])


def build(name: str, config: StudyConfig) -> Study:
    """The study that ``config`` describes, its data loaded or generated and split.

    Raises ``ConfigError`` for a holdout that leaves fewer than 3 samples, for more components than
    the centered kernel has rank, and for components that cut a group of equal eigenvalues.
    """
    values, names, labels = _samples(config)
    if len(names) - config.holdout < 3:
        raise ConfigError(
            f"studies.{name}.holdout: {config.holdout} of {len(names)} samples leave fewer than 3; "
            f"allowed: 0 to {len(names) - 3}"
        )
    old, new = split(len(names), config.holdout)
    if config.kernel is None:
        data = Distances(*(values[np.ix_(i, j)] for i, j in ((old, old), (new, old), (new, new))))
    else:
        data = Vectors(
            kernels.from_parameters(**config.kernel.model_dump()), values[old], values[new]
        )
    study = Study(
        name=name,
        title=config.title,
        data=data,
        components=config.components,
        names=[names[i] for i in old],
        labels=[labels[i] for i in old],
        new_names=[names[i] for i in new],
        new_labels=[labels[i] for i in new],
        unit=config.unit,
    )
    _require_rank(study)
    return study


def _samples(config: StudyConfig) -> tuple[Array, list[str], list[str]]:
    match config.data:
        case DistanceMatrix(distance_matrix=file):
            D, names = datasets.distance_matrix(Path(file))
            return D, names, names
        case Real(dataset=name):
            X, labels = datasets.REAL[name]()
        case generated:
            arguments = generated.model_dump(exclude={"generator"}, exclude_none=True)
            X, labels = datasets.GENERATORS[generated.generator](**arguments)
    return X, [f"{label} #{i}" for i, label in enumerate(labels)], labels


def _require_rank(study: Study) -> None:
    data, key = study.data, f"studies.{study.name}.components"
    try:
        by_kernel = dual.fit(data.K, study.components, data.entry_error)
    except RankError as error:
        raise ConfigError(f"{key}: {error}") from error
    # Components that cut no group lie a thousand cut-offs of this road above 0.
    if by_kernel.split_group:
        first, last = by_kernel.split_group
        allowed = [number for number in (first - 1, last) if 1 <= number <= by_kernel.rank]
        raise ConfigError(
            f"{key}: {study.components} cuts the eigenvalues {first} to {last}, which rounding "
            f"cannot tell apart; allowed next to it: {' or '.join(map(str, allowed)) or 'none'}"
        )


def main(path: str, name: str, output: str) -> int:
    """Write the study's file; on a fault print it and return 2."""
    try:
        config = load(path).studies[name]
        results.write(records.from_study(build(name, config)), output)
    except (ConfigError, datasets.DataError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
