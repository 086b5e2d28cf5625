"""Studies of the same samples side by side: their maps in one orientation, shares, and agreement.

A page belongs to all studies of a configuration that have the same training samples and the same
new samples, such as the two kernels of ``kpca map``.
"""

import sys
from collections.abc import Hashable, Sequence
from itertools import combinations
from pathlib import Path

from kpca.interpretation.two_maps import SIGNS, compare
from kpca.page import interactive, scripts
from kpca.results import solved, studies
from kpca.site.rendering import rendered
from kpca.studies.config.data import Generated, Real
from kpca.studies.config.study import Config, StudyConfig
from kpca.studies.solved_study import SolvedStudy
from kpca.workflow import catalog

MOST_MAPS, MOST_PAIRS = 4, 100
"""The most maps and the most pairs of studies on one page."""


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


def page(names: Sequence[str], results: Path) -> str:
    """The page of studies of the same samples in Markdown, from their results.

    The samples stand in the order of the first study, and are found in the others by name.
    """
    maps, scores, rows = [], [], []
    for name in names:
        one = _placed(name, results)
        maps += [one] if len(maps) < MOST_MAPS else []
        scores.append(one.solution.scores[one.rows_of(maps[0].study.names)])
        rows.append(_shares(one))
    pairs = [
        (*pair, compare(a, b))
        for pair, (a, b) in zip(combinations(names, 2), combinations(scores, 2), strict=True)
    ]
    return rendered(
        "compared.md.j2",
        names=names,
        study=maps[0].study,
        map=scripts.as_json(interactive.described(maps, names[: len(maps)])),
        scripts=[path.name for path in scripts.files()],
        shown=len(maps),
        signs=SIGNS,
        rows=rows,
        most=max(len(row["shares"]) for row in rows),
        pairs=sorted(pairs, key=lambda pair: -pair[2].neighbors)[:MOST_PAIRS],
        number_of_pairs=len(pairs),
    )


def _placed(name: str, results: Path) -> SolvedStudy:
    prepared, solution = (
        results / job.of(study=name, notebook=catalog.EIGEN_SOLVE)[role]
        for job, role in ((catalog.PREPARE, "study"), (catalog.ANALYSIS, "result"))
    )
    study = studies.load(prepared)
    result, *placed = solved.placed(study, solution)
    return SolvedStudy(study, result, (placed[0], placed[1]))


def _shares(one: SolvedStudy) -> dict[str, object]:
    """What the table says of one study: its kernel, and the shares of its components."""
    explained = one.solution.explained
    return {
        "name": one.study.name,
        "title": one.study.title,
        "kernel": one.kernel,
        "together": f"{explained.sum():.1%}",
        "shares": [f"{share:.1%}" for share in explained],
    }
