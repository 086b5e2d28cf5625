"""The verdict on a map: two lines above everything, in at most sixty words.

The first words are those of the first condition that holds for the first map: groups, one gradient,
gaps along an axis, one cloud, no structure. No sentence contradicts them. How often they are false
is in the guide to reading a map.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import pdist, squareform

from kpca.arrays import Array
from kpca.choosing.automatic import SEED, random_subset
from kpca.data import Vectors
from kpca.interpretation import groups, reading, supplementary
from kpca.interpretation.two_maps import compare
from kpca.page import answers
from kpca.page.answers import Above, Studies
from kpca.page.as_shown import are_alike
from kpca.studies import odd
from kpca.studies.fitted_variables import PLANE
from kpca.studies.study import Study
from kpca.tables.messages import joined
from kpca.tables.samples import NO_LABEL, outweighing
from kpca.tables.wording import listed

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six or more")

BENT = 0.9
"""A gradient: a parabola in component 1 explains so much of component 2."""

LINE, GAP = 1.0 / 16.0, 0.25
"""A gradient: component 2 has at most so much of the variance of component 1, and no gap along that
is so large a share of its range."""

AXES = ("horizontal", "vertical")

MOST_NAMED, LONGEST = 4, 24
"""Classes that are named, and words of a name; and its letters."""

OVERLAP = 3.0
"""Classes overlap with a smaller gap: two normal ones have 13 % of their area in common then."""

MOST_CLASSES = 20
"""More classes are not compared."""

MOST_WORDS = 60
"""The words of both lines. Names of columns of which more than three make an axis go first."""


@dataclass(frozen=True)
class Seen:
    """What is said of the maps: the ``verdict`` in one or two lines, and ``more``, with tests."""

    verdict: list[str]
    more: list[str]


def seen(studies: Studies, before: str = "", with_more: bool = True) -> Seen:
    """What is said of the maps of studies; a sentence says so where a part raises an exception.

    ``before`` is what has to be known before reading, if it was decided for the user. Without
    ``more`` only the verdict is made, which needs chance for the first map only.
    """
    above, failed = {}, []
    try:
        above = answers.above(studies if with_more else dict([*studies.items()][:1]))
    except Exception as error:
        failed = [answers.missing(error)]
    try:
        verdict = lines(studies, above, before)
    except Exception as error:
        verdict = [answers.missing(error)]
    if not with_more:
        return Seen(verdict, failed)
    maps = [one.solution.scores for one in studies.values()]
    alike = [str(compare(*maps))] if len(maps) == 2 else []
    return Seen(verdict, failed + answers.sentences(studies, above) + alike)


def lines(studies: Studies, above: Above, before: str = "") -> list[str]:
    """The verdict on studies of the same samples: a line, and perhaps a second one.

    ``above`` are the components above chance (``answers.above``). With weights only the columns are
    named, because all else counts each sample once. The second line is what has to be known before
    reading: what was decided ``before``, or that a column outweighs all others. Where the second
    map shows something else, the first words say of which map they are.
    """
    (name, one), *others = studies.items()
    differ = len(others) == 1 and not are_alike([one, others[0][1]])
    begin = end = ""
    if one.weights is None:
        begin, end = _first(one, above.get(name), " in the first map" * differ), _odd(one)
    second = joined([one for one in (before, _before_reading(one)) if one], "; ")
    for with_names in (True, False):
        columns = _columns(one, above.get(name), with_names)
        first = " ".join(filter(None, (begin, columns, end)))
        if len(f"{first} {second}".split()) <= MOST_WORDS:
            break
    return [line for line in (first, second) if line]


def _first(one: Study, above: Sequence[int] | None, where: str = "") -> str:
    """The first words, ``where`` they hold, and what they mean for the classes of the labels."""
    found = one.groups
    if found is None:
        return "Too few samples to speak of groups."
    sets, classes = _classes(one)
    if found.number > 1:
        words = f"{NUMBERS[found.number]} groups{where}"
    elif sets > 1:
        words = f"No groups but the classes{where}"
    elif is_gradient(one, above):
        words = f"One gradient{where}: read the order along it"
        words += "; axis 2 is not a second property" * (one.solution.components > 1)
    elif with_gaps := [AXES[k] for k in range(PLANE) if has_gap(one, k)]:
        words = f"Gaps along the {' and the '.join(with_gaps)} axis{where}"
    elif above:
        words = f"One cloud{where}"
    elif above is not None and _has_no_structure(one):
        words = "No structure found"
    else:
        words = f"No groups found{where}"
    return words + classes + "."


def has_gap(one: Study, k: int) -> bool:
    """Whether axis k of the map, from 0, has a gap between two parts."""
    return k < one.solution.components and reading.has_gap(one.solution.scores[:, k])


def is_gradient(one: Study, above: Sequence[int] | None) -> bool:
    """Whether the samples lie along one curve or line of the map."""
    Z = one.solution.scores[:, :PLANE]
    if Z.shape[1] < PLANE or not Z.any(axis=0).all():
        return above == [1]
    of_one = max(reading.largest_shares(z)[1][0] for z in Z.T)
    # A parabola goes nearly through a group and one odd sample, too.
    is_bent = reading.share_bent(Z) >= BENT and of_one < odd.HALF
    variances = one.solution.variance
    is_line = above == [1] and bool(variances[1] <= LINE * variances[0])
    # A column of another unit, and a few samples far from all others, make a line alone.
    is_line = is_line and not _outweighing(one) and reading.largest_gap(Z[:, 0]) < GAP
    return is_bent or is_line or answers.is_open_circle(Z)


def _has_no_structure(one: Study) -> bool:
    """Whether neighbors are no nearer than by chance, and no column has two groups, of points.

    The distances to the nearest neighbors are compared with those of tables whose columns are
    shuffled, which are smaller with p = 0.01 if the columns have nothing to do with each other.
    """
    X = random_subset(one.data.X, answers.MOST)
    rng, nearest = np.random.default_rng(SEED), _to_nearest(X)
    shuffled = (rng.permuted(X, axis=0) for _ in range(answers.SHUFFLED))
    return any(_to_nearest(Y) <= nearest for Y in shuffled) and not groups.two_in_columns(X)


def _to_nearest(X: Array) -> float:
    """The mean distance of the points X (n, q) to their nearest neighbors."""
    distances = squareform(pdist(X))
    np.fill_diagonal(distances, np.inf)
    return float(distances.min(axis=1).mean())


def _classes(one: Study) -> tuple[int, str]:
    """In how many sets that are apart the classes of the labels lie, and that in words.

    Without classes there is one set, and no words. These stand behind the first ones.
    """
    labels = np.array([label if label != NO_LABEL else "" for label in one.labels])
    names, at, counts = np.unique(labels[labels != ""], return_inverse=True, return_counts=True)
    if not 2 <= len(names) <= MOST_CLASSES or counts.min() < groups.FEWEST:
        return 1, ""
    k = min(len(names), groups.COMPONENTS + 1)
    Z = one.solution.scores[labels != "", : max(2, k - 1)]
    between = groups.gaps(Z, at.ravel())
    sets = groups.touching([*map(str, names)], between, len(Z))
    many = f"its {len(names)} classes"
    if len(sets) == len(names):
        return len(sets), f"; {many} lie apart"
    if len(sets) > 1 and len(names) <= MOST_NAMED:
        parts = [
            f"{listed(one)} {'touch' if len(one) > 1 else 'lies apart'}"
            for one in sorted(([*map(_quoted, names)] for names in sets), key=len)
        ]
        return len(sets), ": " + ", ".join(parts)
    if len(sets) > 1:
        return len(sets), f"; {many} make {len(sets)} parts"
    fit = supplementary.fitted_factor(
        one.solution.scores, [*map(str, labels)], first=PLANE, blocks=one.blocks
    )
    if np.isnan(fit.p):
        return 1, ""
    if fit.p > answers.CLEAR:
        return 1, f"; {many} do not clearly differ on the map"
    if between[np.triu_indices(len(names), 1)].min() < OVERLAP:
        return 1, f"; {'some of ' * (len(names) > 2)}{many} overlap"
    return 1, f"; {many} lie side by side"


def _columns(one: Study, above: Sequence[int] | None, with_names: bool) -> str:
    """Which columns make each axis: the fewest that make half of it, the first three by name.

    Where more than three make an axis, they are named only ``with_names``.
    """
    weights = answers.weights_of(one) if len(one.columns) > 1 else None
    if weights is None:
        return ""
    axes: dict[str, list[str]] = {}
    single: set[str] = set()
    turned = answers.arbitrary(one)
    for k, shares in enumerate(weights.T):
        order = np.argsort(-shares, kind="stable")
        few = 1 + int(np.argmax(np.cumsum(shares[order]) > odd.HALF))
        by_chance = above is not None and k + 1 not in above and not has_gap(one, k)
        if turned[k] or by_chance:
            continue
        shown = listed([_quoted(one.columns[j]) for j in order[:few]], answers.NAMED)
        if few > answers.NAMED and not with_names:
            shown = "more than three columns"
        axes.setdefault(shown, []).append(AXES[k])
        single |= {shown} if few == 1 else set()
    if not axes:
        return ""
    made = [
        f"{shown} make{'s' * (shown in single)} the {' and the '.join(of)} axis"
        for shown, of in axes.items()
    ]
    said = ", ".join(made) + "."
    return said[:1].upper() + said[1:]


def _odd(one: Study) -> str:
    """The odd samples by name, or that there is none."""
    names, found = one.names, odd.odd(one)
    if not found.samples:
        return "No sample is far out." if found.is_without else ""
    shown = listed([_quoted(names[i]) for i in found.samples], odd.NAMED)
    return f"{shown} {'is' if len(found.samples) == 1 else 'are'} far out."


def _short(name: str) -> str:
    words = " ".join(name.split()[:MOST_NAMED])
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def _quoted(name: str) -> str:
    return repr(_short(name))


def _before_reading(one: Study) -> str:
    """What has to be known before reading: that one or two columns outweigh all others."""
    few = _outweighing(one)
    return few and few + answers.way(one, "to give all one weight", standardize=True)


def _outweighing(study: Study) -> str:
    """One or two columns that outweigh all others, with their shares; "" if there are none."""
    is_of_points = isinstance(study.data, Vectors) and not study.origin.distance
    if not is_of_points or study.weights is not None:
        return ""
    return outweighing(study.data.X, [*map(_short, study.columns)])
