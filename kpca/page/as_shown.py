"""The studies of a table as its page shows them: the map to believe first, and the other beside it.

Only the page has this order and these signs. Its files have those of ``kpca run``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from kpca.interpretation.two_maps import disagreement, opposite
from kpca.page import meaning
from kpca.studies.fitted_variables import PLANE
from kpca.studies.study import Study

ALIKE = 0.05
"""Two maps show the same if their shapes differ by less (``two_maps.disagreement``)."""


def _of_record(name: str) -> property:
    return property(lambda turned: getattr(turned.record, name))


@dataclass(frozen=True, repr=False)
class Turned(Study):
    """A study some of whose components have the other sign than in the ``record``.

    What has no sign is that of the record, and not computed again.
    """

    record: Study | None = None
    training_lengths = _of_record("training_lengths")
    standard_errors = _of_record("standard_errors")
    importances = _of_record("importances")
    chart = _of_record("chart")
    checks = _of_record("checks")


def as_shown(studies: Mapping[str, Study]) -> dict[str, Study]:
    """Studies of the same samples by name, the first map first, and the others turned like it."""
    names = [*studies]
    if len(names) == 2 and not are_alike([*studies.values()]):
        kept = [meaning.share_kept(one) for one in studies.values()]
        if None not in kept and kept[1] >= kept[0] + meaning.MORE:
            names.reverse()
    first = studies[names[0]]
    return {name: turned(studies[name], first) for name in names}


def turned(one: Study, first: Study) -> Study:
    """A study with the signs of its components such that its map looks like the first one."""
    signs = np.where(opposite(first.solution.scores, one.solution.scores), -1.0, 1.0)
    if (signs > 0.0).all():
        return one
    solution = replace(one.solution, V=one.solution.V * signs)
    placed = None if one.placed_again else (one.placed[0] * signs, one.placed[1])
    own = {field.name: getattr(one, field.name) for field in fields(Study)}
    own |= {"solved": replace(one.solved, solution=solution), "stored": placed}
    return Turned(**own, record=one)


def difference(studies: Sequence[Study]) -> float:
    """By how much of their sum of squares the maps of two studies differ in shape, at most 1."""
    one, other = (study.solution.scores[:, :PLANE] for study in studies)
    return disagreement(one, other)


def are_alike(studies: Sequence[Study]) -> bool:
    """Whether the maps of two studies show the same."""
    return difference(studies) < ALIKE
