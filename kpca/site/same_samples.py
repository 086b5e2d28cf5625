"""Studies of the same samples: which they are, and how alike the maps of each two of them are."""

import sys
from collections.abc import Hashable
from itertools import combinations
from pathlib import Path

from kpca.arrays import Array
from kpca.interpretation.two_maps import Likeness, compare
from kpca.results import files
from kpca.studies.config.data import Generated, Real
from kpca.studies.config.study import Config, StudyConfig
from kpca.workflow import catalog


def groups(config: Config, results: Path) -> list[list[str]]:
    """The names of the studies of the same samples, for all samples that several studies have.

    Samples are the same if they have the same names, in any order. Names that are numbers, or that
    a generator or a data set gives, are those of other samples in another source: the studies then
    need the same files, or the same data in the configuration, too. A study whose file cannot be
    read is in no group.
    """
    found: dict[Hashable, list[str]] = {}
    for name, study in config.studies.items():
        path = results / catalog.PREPARE.of(study=name)["study"]
        if len(config.studies) > 1 and path.is_file():
            found.setdefault(_samples(study, path) or name, []).append(name)
    return [names for names in found.values() if len(names) > 1]


def _samples(study: StudyConfig, path: Path) -> Hashable | None:
    """What is equal for studies of the same samples, from the prepared study in a file."""
    from netCDF4 import Dataset

    try:
        with Dataset(path) as opened:
            node = opened["data"]
            names, new = (frozenset(node[kind][:]) for kind in ("sample", "new_sample"))
            if isinstance(study.data, Generated | Real):
                return names, new, study.data.model_dump_json()
            if not any(name.isdecimal() for name in names):
                return names, new
            inputs = zip(node["input"][:], node["input_sha256"][:], strict=True)
            return names, new, *sorted(sha256 for key, sha256 in inputs if key != "labels")
    except (OSError, LookupError) as error:
        print(f"{path}: not compared with other studies: {error}", file=sys.stderr)
        return None


def likenesses(config: Config, results: Path) -> dict[str, dict[str, Likeness]]:
    """For each study the others of the same samples, with how alike the maps of both are.

    The samples of another study are found by their names. An exception costs the table of the
    studies of the same samples only.
    """
    found: dict[str, dict[str, Likeness]] = {}
    for group in groups(config, results):
        try:
            maps = [(name, *_map(name, results)) for name in group]
            for (one, Z, samples), (other, others, theirs) in combinations(maps, 2):
                position = {sample: i for i, sample in enumerate(theirs)}
                likeness = compare(Z, others[[position[sample] for sample in samples]])
                found.setdefault(one, {})[other] = found.setdefault(other, {})[one] = likeness
        except Exception as error:
            fault = f"the maps could not be compared: {type(error).__name__}: {error}"
            print(f"{', '.join(group)}: {fault}", file=sys.stderr)
    return found


def _map(name: str, results: Path) -> tuple[Array, list[str]]:
    """Scores (n, d) of a study, and the names of its samples."""
    solution = catalog.ANALYSIS.of(study=name, notebook=catalog.EIGEN_SOLVE)["result"]
    node = files.read(results / solution)["components"]
    return node["score"].values, list(map(str, node["sample"].values))
