"""How classes lie: on the map of a study, on its further components, and in single columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from kpca.arrays import Array, Indices
from kpca.data import Vectors
from kpca.figures.images import grid
from kpca.interpretation import groups, supplementary
from kpca.interpretation.unit_columns import varies
from kpca.page import meaning
from kpca.page.chosen import MOST_CLASSES
from kpca.studies.fitted_variables import PLANE
from kpca.studies.study import Study
from kpca.tables.samples import NO_LABEL
from kpca.tables.wording import listed

MOST_NAMED, MOST_WORDS, LONGEST = 4, 4, 24
"""Classes that are named, and words and letters of a name."""

MOST_PAIRS, MOST_GAPS = 2, 6
"""Pairs of classes that are named because they overlap, and whose gaps are listed; of more pairs,
their number is said, and the smallest gaps are listed."""

OVERLAP, MOST = 3.0, 100.0
"""Classes overlap with a smaller gap: two normal ones have 13 % of their area in common then. A
larger one than ``MOST`` is not told from an infinite one."""

CLEAR = 0.05
"""The largest p-value with which classes are said to differ, over the number of kernels."""

ERRORS, SAMPLES = 2.0, 10
"""Classes that overlap on the map do not on more components, if their gap there is above
``OVERLAP`` by so many standard errors. Further components are looked at with so many samples within
classes for each, because a gap of a few samples grows by chance with every component."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class Classes:
    """The classes of the labels (k,), or the groups found, of those samples (m,) that have one.

    rows  the positions of these samples
    at    the class of each
    """

    names: list[str]
    rows: Indices
    at: Indices

    @property
    def pairs(self) -> list[Pair]:
        """Every two classes."""
        return [*combinations(range(len(self.names)), 2)]

    def gaps(self, Z: Array) -> Array:
        """The gaps (k, k) between the classes by numbers (n, d) of all samples."""
        return groups.gaps(Z[self.rows], self.at)

    def sets(self, gaps: Array) -> list[list[int]]:
        """The classes in sets, of which each is apart from all others."""
        return groups.touching(gaps, len(self.rows))

    def components(self, d: int) -> int:
        """How many of d components are looked at: those of the map, and further ones."""
        return min(d, max(PLANE, (len(self.rows) - len(self.names)) // SAMPLES))

    def error(self, gap: float, pair: Pair) -> float:
        """The standard error of the gap of two classes."""
        return groups.standard_error(gap, *(int((self.at == one).sum()) for one in pair))


def labels_of(one: Study) -> list[str]:
    """The class of each training sample (n,); "" of one that has none."""
    return [str(label) if label != NO_LABEL else "" for label in one.labels]


def of_labels(one: Study) -> Classes | None:
    """The classes of the labels of a study; None if they are too many, or one has few samples."""
    labels = np.array(labels_of(one))
    rows = np.flatnonzero(labels != "")
    names, at, counts = np.unique(labels[rows], return_inverse=True, return_counts=True)
    if not 2 <= len(names) <= MOST_CLASSES or counts.min() < groups.FEWEST:
        return None
    return Classes([*map(str, names)], rows, at.ravel())


def lie(one: Study, found: groups.Groups, seen_on: str) -> tuple[int, str]:
    """In how many sets that are apart the classes of the labels lie, and that in words.

    Without classes there is one set, and no words. These stand behind the first ones, which are of
    the groups that are ``found``. ``seen_on`` says where classes overlap.
    """
    classes = of_labels(one)
    if classes is None:
        return 1, ""
    names, scores = classes.names, one.solution.scores
    d = max(PLANE, min(len(names) - 1, groups.COMPONENTS))
    # What lies apart may be seen on later components; what overlaps is said of the map.
    on_map, sets = classes.gaps(scores[:, :PLANE]), classes.sets(classes.gaps(scores[:, :d]))
    many = f"its {len(names)} classes"
    if len(sets) == len(names):
        return len(sets), f"; {many} lie apart"
    if len(sets) > 1 and len(names) <= MOST_NAMED:
        parts = [
            f"{listed([quoted(names[i]) for i in together])} "
            + _lie(one, classes, [*combinations(together, 2)], seen_on)
            for together in sorted(sets, key=len)
        ]
        of_groups = [{*found.of[classes.rows[np.isin(classes.at, of)]]} for of in sets]
        are_sets = len(set().union(*of_groups)) == sum(map(len, of_groups)) == len(sets)
        of = ": " if found.number == 1 or are_sets else "; of its classes "
        return len(sets), of + ", ".join(parts)
    if len(sets) > 1:
        least, *others = sorted(sets, key=len)
        if len(least) > 1 or len(others) > 1:
            return len(sets), f"; {many} lie in {len(sets)} parts"
        shown = min(d, scores.shape[1])
        where = "" if least in classes.sets(on_map) else f" on components 1 to {shown}"
        apart = f"{quoted(names[least[0]])} lies apart from the other {len(others[0])}"
        return len(sets), f"; {apart} classes{where}"
    fit = supplementary.fitted_factor(scores, labels_of(one), first=PLANE, blocks=one.blocks)
    if np.isnan(fit.p):
        return 1, ""
    if fit.p > CLEAR:
        return 1, f"; the means of {many} do not clearly differ on the map"
    near = [pair for pair in classes.pairs if on_map[pair] < OVERLAP]
    if len(near) in (0, len(classes.pairs)):
        return 1, f"; {many} {_lie(one, classes, classes.pairs, seen_on)}"
    words = _lie(one, classes, near, seen_on)
    if len(near) > MOST_PAIRS:
        d = classes.components(scores.shape[1])
        beyond = classes.gaps(scores[:, :d])
        still = sum(beyond[pair] < OVERLAP for pair in classes.pairs)
        words += f", {still} on components 1 to {d}" * bool(0 < still < len(near))
        return 1, f"; {len(near)} of its {len(classes.pairs)} pairs of classes {words}"
    pairs = [f"{quoted(names[i])} and {quoted(names[j])}" for i, j in near]
    return 1, f"; of {many} {', and '.join(pairs)} {words}"


def _lie(one: Study, classes: Classes, pairs: Sequence[Pair], seen_on: str) -> str:
    """How classes lie that are not apart; a single one, without ``pairs``, is.

    If they overlap, the first components are named on which none of the pairs does.
    """
    if not pairs:
        return "lies apart"
    scores = one.solution.scores
    on_map = classes.gaps(scores[:, :PLANE])
    near = [pair for pair in pairs if on_map[pair] < OVERLAP]
    if not near:
        return "lie side by side"
    nearest = [min(on_map[pair] for pair in pairs if i in pair) for i in {*sum(pairs, ())}]
    in_part = " in part" if max(nearest) >= OVERLAP else ""
    for k in range(PLANE + 1, classes.components(scores.shape[1]) + 1):
        gaps = classes.gaps(scores[:, :k])
        if all(gaps[i] >= OVERLAP + ERRORS * classes.error(gaps[i], i) for i in near):
            return f"overlap{in_part} {seen_on}, not on components 1 to {k}"
    return f"overlap{in_part} {seen_on}"


def gaps(one: Study) -> Iterator[str]:
    """The gaps between the nearest classes, or the groups found, on components and in columns."""
    classes, what, found = of_labels(one), "classes", one.groups
    if found is None:
        return
    if classes is None and found.number > 1:
        names, what = [f"group {k + 1}" for k in range(found.number)], "groups"
        classes = Classes(names, np.arange(one.n), found.of)
    if classes is None:
        return
    scores = one.solution.scores
    spaces, d = {"on the map": classes.gaps(scores[:, :PLANE])}, classes.components(scores.shape[1])
    if d > PLANE:
        spaces[f"on components 1 to {d}"] = classes.gaps(scores[:, :d])
    *_, (where, last) = spaces.items()
    pairs = sorted(classes.pairs, key=lambda pair: last[pair])
    for pair in pairs[:MOST_GAPS]:
        parts = []
        for on, of in spaces.items():
            has_error = what == "classes" and of[pair] < MOST
            error = f" ± {classes.error(of[pair], pair):.1f}" if has_error else ""
            parts.append(f"{_number(of[pair])}{error} {on}")
        two = listed([quoted(classes.names[k]) for k in pair])
        yield f"Gap between {two}: {listed(parts + _in_a_column(one, classes, pair))}."
    few = f"These are the {MOST_GAPS} smallest of {len(pairs)} gaps {where}. "
    error = "; ± is a standard error of normal classes of equal spreads, and a gap below two of "
    error += "them is none"
    yield (
        f"{few * (len(pairs) > MOST_GAPS)}A gap between {what} with {meaning.title(one)} is the "
        f"distance of their means along the direction of Fisher's discriminant of all {what}, over "
        f"the mean of their two standard deviations along it: with {len(classes.rows)} samples, "
        f"apart is {groups.apart(len(classes.rows)):g} or more, and below {OVERLAP:g} they overlap"
        f"{error * (what == 'classes')}."
    )


def _in_a_column(one: Study, classes: Classes, pair: Pair) -> list[str]:
    """The largest gap of two classes in a single column, which is the largest by chance, too."""
    data, few = one.data, len(one.columns) <= PLANE
    if not isinstance(data, Vectors) or one.origin.distance or few or grid(one.columns) is not None:
        return []
    both = [data.X[classes.rows[classes.at == k]] for k in pair]
    found = np.where(varies(np.vstack(both)), groups.in_columns(*both), 0.0)
    j = int(found.argmax())
    at_most = "at most " * bool(found[j] < MOST)
    return [f"{at_most}{_number(found[j])} in one column ({quoted(one.columns[j])})"]


def _number(gap: float) -> str:
    return f"{gap:.1f}" if gap < MOST else f"over {MOST:g}"


def short(name: str) -> str:
    """The beginning of a long name."""
    words = " ".join(name.split()[:MOST_WORDS])
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def quoted(name: str) -> str:
    """A name in quotes, or the beginning of a long one."""
    return repr(short(name))
