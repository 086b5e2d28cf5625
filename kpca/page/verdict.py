"""The verdict on a map: two lines above everything, in at most sixty words.

The first words are those of the first condition that holds for the first map: groups, one or two
columns that outweigh all others, one gradient, gaps along an axis, one cloud, no structure. No
sentence contradicts them. How often they are false is in the guide to reading a map.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import pdist, squareform

from kpca.arrays import Array
from kpca.choosing.automatic import SEED, random_subset
from kpca.data import Vectors
from kpca.figures.images import grid
from kpca.figures.loadings import scale
from kpca.figures.together import weights_of
from kpca.interpretation import groups, reading
from kpca.interpretation.loadings import correlations
from kpca.interpretation.unit_columns import deviations
from kpca.kernels import Linear
from kpca.page import answers, classes, meaning
from kpca.page.answers import Above, Studies
from kpca.page.as_shown import are_alike
from kpca.page.chosen import MOST_CLASSES, UNLIKE
from kpca.page.classes import quoted, short
from kpca.page.options import as_option
from kpca.studies import odd
from kpca.studies.fitted_variables import PLANE
from kpca.studies.study import Study
from kpca.studies.validation import NOT_EUCLIDEAN
from kpca.tables.messages import joined, written
from kpca.tables.samples import of_variance, outweighing
from kpca.tables.wording import counted, listed

NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six or more")

BENT = 0.9
"""A gradient: a parabola in component 1 explains so much of component 2."""

LINE, GAP = 1.0 / 16.0, 0.25
"""A gradient: component 2 has at most so much of the variance of component 1, and no gap along that
is so large a share of its range."""

AXES = ("horizontal", "vertical")

MOST_NAMED = 4
"""More columns, which are half of all or more, are only called many."""

MOST_WORDS = 60
"""The words of both lines. First goes that an axis has no larger variance than in shuffled
columns, then that no sample is far out, then the names of columns that make an axis, and then how
many these are."""

ALIKE = 0.9
"""A column makes as much of an axis as the last one of the fewest with such a part of its share."""

FEATURE = re.compile(
    "(otu|asv|feature|taxon|gene)s?([ _.]?(id|name|symbol))?|taxonomy", re.IGNORECASE
)
"""Names of columns whose rows are no samples, but what was counted in these."""

NO_STRUCTURE, GRADIENT, LITTLE = "No structure found", "One gradient", "Almost only"


@dataclass(frozen=True)
class Seen:
    """What is said of the maps: the ``verdict`` in one or two lines, and ``more``, with tests."""

    verdict: list[str]
    more: list[str]

    @property
    def has_no_structure(self) -> bool:
        """Whether the verdict is that no structure was found."""
        return any(line.startswith(NO_STRUCTURE) for line in self.verdict)


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
    alike = _alike([*studies.values()]) if len(studies) == 2 else []
    name, one = next(iter(studies.items()))
    of_first = _why(verdict, one, above.get(name)), classes.gaps(one)
    return Seen(verdict, failed + answers.sentences(studies, above, *of_first) + alike)


def _why(verdict: Sequence[str], one: Study, above: Sequence[int] | None) -> Iterator[str]:
    if verdict[0].startswith(GRADIENT):
        yield f"It is called one gradient because {along_one(one, above)}."


def _alike(studies: Sequence[Study]) -> list[str]:
    n, found = studies[0].n, str(meaning.likeness(studies))
    return [found + f" Both are of {meaning.MOST} of the {n} samples." * (n > meaning.MOST)]


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
    few = of_variance([*map(short, one.columns)], few_columns(one))
    if one.weights is None:
        begin, end = _first(one, above.get(name), few, " in the first map" * differ), _odd(one)
    is_all = begin.startswith(LITTLE)
    known = [before, _turned(one), "" if few else _amounts(one)]
    known += [remark for remark in one.remarks if remark.startswith(NOT_EUCLIDEAN)]
    if few:
        to_end = answers.way(one, "gives all columns one weight", standardize=True)
        known += ["" if is_all else few, to_end]
    second = joined([*filter(None, known)], "; ")
    least, is_gradient = "" if end == NONE_ODD else end, begin.startswith(GRADIENT)
    ways = [(end, 3, True), (end, 3, False), *((least, most, False) for most in (3, 2, 1, 0, None))]
    for of_samples, *how in ways:
        is_said = how[0] is not None and not is_all
        columns = _columns(one, above.get(name), is_gradient, *how) if is_said else ""
        first = " ".join(filter(None, (begin, columns, of_samples)))
        if _words(first + " " + second) <= MOST_WORDS:
            break
    return [first, *([second + "."] if second else [])]


def _words(text: str) -> int:
    """How many words a text has for somebody who calls the command; a sign of per cent is none."""
    return len(written(text, as_option).replace(" %", "%").split())


def _amounts(one: Study) -> str:
    """That rows of counts have different totals, which the map shows; "" if it does not.

    Counts are whole numbers in columns that vary differently, and some are larger than grades.
    """
    table = one.table
    if table is None or one.origin.transform or one.origin.distance:
        return ""
    # Standardized numbers come back with rounding errors.
    X = np.round(table[1], 9)
    spreads, totals = deviations(X, one.weights), X.sum(axis=1)
    if spreads.max() < answers.DIFFERENT * np.median(spreads):
        return ""
    least, most = totals.min(), totals.max()
    are_counts = X.min() >= 0.0 and X.max() > MOST_CLASSES and not (X % 1.0).any()
    if not are_counts or not 0.0 < 2.0 * least <= most or not one.kernel.has_lengths:
        return ""
    compare = answers.way(one, "compares shares", transform="hellinger")
    totals = f"row totals go from {least:.6g} to {most:.6g}"
    mixed = f"{totals}; if the columns are counts, the map mixes amount and composition"
    return mixed + (compare and "; " + compare)


def _turned(one: Study) -> str:
    """That the rows are taxa or genes by the name of a column, and what makes them columns."""
    names = [name for name, _ in one.origin.left_out if FEATURE.fullmatch(name)]
    turns = names and answers.way(one, "takes the columns as samples", transpose=True)
    return (
        joined([f"the rows are samples, though a column is called {names[0]!r}", turns], "; ")
        if turns
        else ""
    )


def _first(one: Study, above: Sequence[int] | None, few: str, where: str = "") -> str:
    """The first words, ``where`` they hold, and what they mean for the classes of the labels.

    ``few`` are columns that outweigh all others, with their shares. PCA shows nothing but these
    where nothing is apart beside them; another kernel may bound their lengths or leave them out.
    """
    found = one.groups
    seen_on = "there" if where else "on the map"
    sets, of_classes = classes.lie(one, found, seen_on) if found else (1, "")
    is_one = found is None or (found.number == 1 and sets == 1)
    if few and is_one and one.kernel == Linear() and not has_gap(one, 1):
        shown = "one column is" if len(few_columns(one)) == 1 else "two columns are"
        return f"{LITTLE} {shown} shown: {few}, and nothing can be concluded of the others."
    if found is None:
        return "Too few samples to speak of groups."
    if found.number > 1:
        words = f"{NUMBERS[found.number]} groups{where}"
    elif sets > 1:
        words = f"No groups but the classes{where}"
    elif along_one(one, above):
        words = f"{GRADIENT}{where}: read the order along it"
        words += "; axis 2 is not a second property" * (one.solution.components > 1)
    elif with_gaps := [AXES[k] for k in range(PLANE) if has_gap(one, k)]:
        words = f"Gaps along the {' and the '.join(with_gaps)} axis{where}"
    elif above:
        words = f"One cloud{where}"
    elif above is not None and _has_no_structure(one.data.X):
        words = NO_STRUCTURE
        is_measured = one.origin.standardized and not one.origin.transform
        if is_measured and not _has_no_structure(one.table[1]):
            words = "No groups found; as measured, neighbors are nearer than by chance"
    else:
        words = f"No groups found{where}" + "; no component is above chance" * (above == [])
    return words + of_classes + "."


def has_gap(one: Study, k: int) -> bool:
    """Whether axis k of the map, from 0, has a gap between two parts."""
    return k < one.solution.components and reading.has_gap(one.solution.scores[:, k])


def along_one(one: Study, above: Sequence[int] | None) -> str:
    """Why the samples are said to lie along one curve or line of the map; "" if they do not."""
    Z, of_line = one.solution.scores[:, :PLANE], "component 1 alone is above chance"
    if Z.shape[1] < PLANE or not Z.any(axis=0).all():
        return of_line if above == [1] else ""
    of_one = max(reading.largest_shares(z)[1][0] for z in Z.T)
    # A parabola goes nearly through a group and one odd sample, too.
    if (bent := reading.share_bent(Z)) >= BENT and of_one < odd.HALF:
        return f"a parabola of component 1 explains {100.0 * bent:.3g} % of component 2"
    share = one.solution.variance[1] / one.solution.variance[0]
    # A column of another unit, and a few samples far from all others, make a line alone.
    is_one = not few_columns(one) and reading.largest_gap(Z[:, 0]) < GAP
    if above == [1] and share <= LINE and is_one:
        return f"{of_line}, and component 2 has {100.0 * share:.3g} % of its variance"
    return "the samples lie along an open circle" if answers.is_open_circle(Z) else ""


def _has_no_structure(X: Array) -> bool:
    """Whether neighbors of X (n, q) are no nearer than by chance, and no column has two groups.

    The distances to the nearest neighbors are compared with those of tables whose columns are
    shuffled, which are smaller with p = 0.01 if the columns have nothing to do with each other.
    """
    X = random_subset(X, answers.MOST)
    rng, nearest = np.random.default_rng(SEED), _to_nearest(X)
    shuffled = (rng.permuted(X, axis=0) for _ in range(answers.SHUFFLED))
    return any(_to_nearest(Y) <= nearest for Y in shuffled) and not groups.two_in_columns(X)


def _to_nearest(X: Array) -> float:
    """The mean distance of the points X (n, q) to their nearest neighbors."""
    distances = squareform(pdist(X))
    np.fill_diagonal(distances, np.inf)
    return float(distances.min(axis=1).mean())


def _columns(
    one: Study, above: Sequence[int] | None, is_gradient: bool, most: int, with_chance: bool
) -> str:
    """Which columns make each axis: the fewest that make half of it, the first ``most`` by name.

    Of two axes that may be turned into each other only the plane is known, and of a gradient the
    second axis is none of its own. Columns on a grid are drawn, and not named. ``with_chance`` it
    is said of an axis without columns that it has no larger variance than in shuffled columns.
    """
    weights = weights_of(one) if len(one.columns) > 1 else None
    if weights is None:
        return ""
    if grid(one.columns) is not None:
        return "The page has images of the columns that make each axis."
    axes, turned = [f"the {axis} axis" for axis in AXES], answers.arbitrary(one)
    if is_gradient:
        weights = weights[:, :1]
    elif turned.all():
        weights, axes = weights.mean(axis=1, keepdims=True), ["both axes together"]
    made: dict[str, list[str]] = {}
    passed = ""
    for k, (shares, axis) in enumerate(zip(weights.T, axes, strict=False)):
        order = np.argsort(-shares, kind="stable")
        few = 1 + int(np.argmax(np.cumsum(shares[order]) > odd.HALF))
        if few == 1 and shares[order[1]] >= odd.HALF * shares[order[0]]:
            # No column makes an axis alone that another one makes nearly as much.
            few = 2
        few = int((shares >= ALIKE * shares[order[few - 1]]).sum())
        is_known = above is None or k + 1 in above or (has_gap(one, k) and not turned[k])
        # A column of another unit makes axis 1 of shuffled tables, too.
        if not is_known and not (k == 0 and few == 1 and answers.vary_differently(one, UNLIKE)):
            # Beside a large component, the second one of shuffled columns is larger than any other.
            share = one.solution.explained[: k + 1]
            what = f"{100.0 * share[k]:.3g} % of the variance"
            what = what if share[0] > odd.HALF else "no larger variance than in shuffled columns"
            passed = f"; {axis} has {what}" * (with_chance and bool(above))
            continue
        shown = _listed(one.columns, order[:few], shares, most)
        make = "" if made else f" make{'s' * (few == 1)} most"
        made.setdefault(shown, [make]).append(axis)
    said = ", ".join(f"{shown}{make} of {' and '.join(of)}" for shown, (make, *of) in made.items())
    said += passed * bool(said)
    if is_gradient and few == 1:
        r = correlations(one.data.X, one.solution.scores[:, :1]).ravel()
        along = [j for j in np.argsort(-np.abs(r)) if r[j] ** 2 > odd.HALF and j != order[0]]
        changes = "change" + "s" * (len(along) == 1)
        said += f", along which {_listed(one.columns, along, r**2, most)} {changes}" * bool(along)
    return said and f"{said[:1].upper()}{said[1:]}."


def _listed(names: Sequence[str], chosen: Sequence[int], shares: Array, most: int) -> str:
    """The first ``most`` of the chosen columns by name, or their number; on a scale, ranges."""
    if len(chosen) > MOST_NAMED and 2 * len(chosen) >= len(names):
        return "many columns"
    if not most:
        return counted(len(chosen), "column")
    if len(chosen) <= most or scale(names) is None:
        return listed([quoted(names[j]) for j in chosen], most)
    at = np.sort(chosen)
    runs = np.split(at, np.flatnonzero(np.diff(at) > 1) + 1)
    runs.sort(key=lambda run: -shares[run].sum())
    ends = ([names[run[0]], names[run[-1]]] for run in sorted(runs[:most], key=min))
    of = listed([" to ".join(dict.fromkeys(two)) for two in ends])
    return "mainly " * (len(runs) > most) + f"columns {of}"


NONE_ODD = "No sample is far out."


def _odd(one: Study) -> str:
    """The odd samples by name, or that there is none."""
    names, found = one.names, odd.odd(one)
    if not found.samples:
        return NONE_ODD if found.is_without else ""
    shown = listed([quoted(names[i]) for i in found.samples], odd.NAMED)
    return f"{shown} {'is' if len(found.samples) == 1 else 'are'} far out."


def few_columns(study: Study) -> dict[int, float]:
    """One or two columns that outweigh all others, by position, with their shares, if any."""
    is_of_points = isinstance(study.data, Vectors) and not study.origin.distance
    return outweighing(study.data.X) if is_of_points and study.weights is None else {}
