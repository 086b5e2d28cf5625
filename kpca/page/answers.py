"""What is to be seen on the maps of a study, in sentences with their tests, behind a fold.

Each sentence has a condition, and says no more than the numbers that it is computed from.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kpca.arrays import Array, Indices, Truths
from kpca.centering import center
from kpca.choosing.automatic import SEED, random_subset
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.data import Data, Vectors
from kpca.interpretation import permanova, reading, supplementary
from kpca.interpretation.unit_columns import deviations
from kpca.kernels import Linear
from kpca.page import meaning
from kpca.page.classes import CLEAR, labels_of
from kpca.page.fitted_variables import BETWEEN, least_p
from kpca.studies import odd
from kpca.studies.fitted_variables import PLANE, assumption
from kpca.studies.study import Study
from kpca.tables.messages import INSIDE, Key, Value, joined, setting
from kpca.tables.wording import listed

MOST, MOST_NEAR = 200, 500
"""The most samples for parallel analysis and for PERMANOVA; of more, a random subset."""

SHUFFLED, LEVEL = 99, 0.99
"""Tables with shuffled columns. Of noise, any component is above chance 1 time in 100."""

FEW_OF_CLASS = 12
HEAVY_TAILS = (
    f"; with at most {FEW_OF_CLASS} samples in a class and tails heavier than the normal's, p ≤ "
    "0.05 comes in 8 to 21 % of tables in which all spreads are the same"
)
"""Behind a p of spreads, where a class has so few samples. The rates are those of 200 tables for
each of 3, 5, 8 and 12 samples in a class, of 2 and 8 columns, with t (2 and 3 degrees of freedom)
and lognormal distributions; normal ones have 4 to 9 %."""

FEWEST = 10
"""Samples from which on chance, shapes and neighbors are spoken of."""

MOST_FAR = 20
"""The most samples far out whose names are listed."""

DIFFERENT = 2.0
"""Columns have different weights if the largest deviation is so many times the median one."""

APART = 2.0
"""Standard errors between the variances of components that are not taken for each other."""

MIDDLE = 0.25
"""Of the part of a circle that has samples, their middle half has at least so much: they are no
core with samples far from it."""

ROUND = 0.15
"""How far samples along a circle may be from it, as a share of its radius."""

SMALLEST, LARGEST = 60.0, 200.0
"""Degrees by which the circle of an arch is open. Nearly closed ones may be rings of the data."""

Studies = Mapping[str, Study]
Above = Mapping[str, list[int]]
"""The components above chance, from 1, of each study for which they are known."""


def sentences(studies: Studies, above: Above, *more: Iterator[str]) -> list[str]:
    """What is to be seen on the maps of studies of the same samples, by name, with its tests.

    ``above`` is what the function of this name returns, and ``more`` are further parts. Instead of
    a part that raises an exception, a sentence says so. Of studies with weights nothing is said:
    each part counts a sample once.
    """
    said: list[str] = []
    if next(iter(studies.values())).weights is not None:
        return said
    # In their order on the page. Each is a generator, which raises where it is listed.
    parts = (
        _above_chance(studies, above),
        _apart(studies),
        *more,
        _odd(studies),
        _close(studies),
    )
    for part in parts:
        try:
            said += part
        except Exception as error:
            said.append(missing(error))
    # Each part with a p ends with what has to be so for it, which stands once.
    return [one for k, one in enumerate(said) if one not in said[k + 1 :]]


def missing(error: Exception) -> str:
    """The sentence in place of one that raised an exception."""
    return f"A sentence is missing here ({type(error).__name__}: {error})."


def _of(names: Sequence[str], studies: Studies, word: str) -> str:
    """Behind a part of studies: of which kernels it is, where there are several studies."""
    if len(studies) == 1:
        return ""
    kernels = [studies[name].kernel or Linear() for name in names]
    called = ["PCA" if one == Linear() else f"the {meaning.called(one)} kernel" for one in kernels]
    return f" {word} {listed(called)}"


def _components(numbers: Sequence[int]) -> str:
    return f"component{'' if len(numbers) == 1 else 's'} {listed([*map(str, numbers)])}"


def above(studies: Studies) -> Above:
    """The components above those of tables whose columns are shuffled, of studies of points.

    Of studies with weights or blocks it is not said: to shuffle columns, the samples have to be
    independent, and are counted once.
    """
    study, found = next(iter(studies.values())), {}
    if study.weights is not None or study.blocks is not None:
        return found
    for name, one in studies.items():
        data = one.data
        if not isinstance(data, Vectors) or data.X.shape[1] < 2 or one.n < FEWEST:
            continue
        X = random_subset(data.X, MOST)
        analysis = parallel_analysis(data.kernel, X, SHUFFLED, LEVEL, SEED)
        above = analysis.above(one.solution.components)
        found[name] = [int(k) + 1 for k in np.flatnonzero(above)]
    return found


def _above_chance(studies: Studies, above: Above) -> Iterator[str]:
    """Which components are above those of tables whose columns have nothing to do together."""
    if not above:
        return
    study = next(iter(studies.values()))
    n = study.n
    sign, p = "≤" if any(above.values()) else ">", len(above) / (SHUFFLED + 1)
    on = f", on {MOST} of {n} samples" if n > MOST else ""
    # Bonferroni's correction where each kernel has a test of its own.
    test = f"(p {sign} {p:g}, by {SHUFFLED} tables whose columns are shuffled{on})"
    if not any(above.values()):
        yield (
            f"No component is above chance {test}. This finds no relation between the columns, and "
            "says nothing of groups that one column shows alone, or of rings."
        )
    else:
        parts = [
            (_components(numbers) if numbers else "none") + _of([name], studies, "of")
            for name, numbers in above.items()
        ]
        hidden = "A large component may hide later ones from this test."
        yield f"Above chance: {'; '.join(parts)} {test}. {hidden}"
    yield _assumed(study)


def _apart(studies: Studies) -> Iterator[str]:
    """Whether the classes of the labels are apart on the maps."""
    study = next(iter(studies.values()))
    labels = labels_of(study)
    levels, labeled = _classes(labels), study.n - labels.count("")
    if not levels:
        return
    fits = {
        name: supplementary.fitted_factor(
            one.solution.scores, labels, first=PLANE, blocks=study.blocks
        )
        for name, one in studies.items()
    }
    shares = _shares({name: fit.r_squared for name, fit in fits.items()}, studies)
    of = f" of the {labeled} samples that have one" if labeled < study.n else ""
    between = f"of the squared distances on the map, {shares} are between them"
    fit, *_ = fits.values()
    if np.isnan(fit.p):
        yield f"The {len(levels)} classes{of}: {between} (no p, because {BETWEEN})."
        return
    p, clear = _tested({name: fit.p for name, fit in fits.items()}, studies)
    # The permutations are those of the classes, and the same for all kernels.
    bound = f", at least {least_p(fit.assignments)}" * bool(least_p(fit.assignments))
    are = "not clearly apart" if clear is None else f"apart on average{clear}"
    clear = f"; with {len(fits)} kernels, a difference is called clear up to p = "
    clear = f"{clear}{CLEAR / len(fits):.3g}" * (len(fits) > 1)
    yield (
        f"The {len(levels)} classes{of} are {are}: {between} "
        f"(p = {p}{bound}, {fit.permutations} permutations{clear})."
    )
    yield from _in_all_components(studies, labels)
    yield _assumed(study)


def _classes(labels: Sequence[str]) -> set[str]:
    """The classes of samples; none if they are fewer than two, or have fewer samples on average."""
    levels, labeled = {*labels} - {""}, len(labels) - labels.count("")
    return levels if 2 <= len(levels) <= labeled / 2 else set()


def _shares(of: Mapping[str, float], studies: Studies) -> str:
    parts = [f"{100.0 * share:.3g} %{_of([name], studies, 'with')}" for name, share in of.items()]
    return " and ".join(parts)


def _tested(p: Mapping[str, float], studies: Studies) -> tuple[str, str | None]:
    """The p-values of studies, and with which kernels a difference is clear and with which not.

    A p-value that all have stands once. None if a difference is clear with none of the kernels.
    """
    texts = [f"{value:.3g}" for value in p.values()]
    text = listed(texts) if len({*texts}) > 1 else texts[0] + " for both" * (len(texts) == 2)
    clear = [name for name in p if p[name] <= CLEAR / len(p)]
    others = [name for name in p if name not in clear]
    if not clear or not others:
        return text, "" if clear else None
    where = f"{_of(clear, studies, 'with')}, and not clearly{_of(others, studies, 'with')}"
    return text, where


def _assumed(study: Study) -> str:
    """What has to be so for the p-values of studies of the same samples."""
    return f"Each p holds {assumption('samples' if study.blocks is None else 'blocks')}."


def _in_all_components(studies: Studies, labels: Sequence[str]) -> Iterator[str]:
    """Whether the classes differ in the whole space, in their means or in their spreads."""
    n = len(labels)
    chosen = random_subset(np.arange(n), MOST_NEAR)
    classes = [labels[i] for i in chosen]
    levels, study = _classes(classes), next(iter(studies.values()))
    # A part of the samples may have no block left as it was.
    if not levels or (study.blocks is not None and len(chosen) < n):
        return
    blocks = study.blocks and [study.blocks[i] for i in chosen]
    found = {
        name: permanova.of_centered(center(_gram(one.data, chosen)), classes, blocks=blocks)
        for name, one in studies.items()
    }
    if not all(one.total > 0.0 for one in found.values()):
        # Of an indefinite kernel: there are no squared distances to speak of.
        return
    shares = _shares({name: one.r_squared for name, one in found.items()}, studies)
    of_means, _ = _tested({name: one.p for name, one in found.items()}, studies)
    of_spreads, clear = _tested({name: one.spread_p for name, one in found.items()}, studies)
    spreads = f"; their spreads do not clearly differ (p = {of_spreads})"
    if np.isnan([one.spread_p for one in found.values()]).any():
        # Not two classes of three samples or more.
        spreads = ""
    elif clear is not None:
        few = any(permanova.FEWEST <= classes.count(level) <= FEW_OF_CLASS for level in levels)
        spreads = f"; their spreads differ{clear} (p = {of_spreads}{HEAVY_TAILS * few})"
        if min(one.p for one in found.values()) <= CLEAR / len(found):
            spreads += ", and this alone may make the p of PERMANOVA small"
    on = f", on {MOST_NEAR} of {n} samples" if len(chosen) < n else ""
    yield (
        f"In all components together, {shares} of the squared distances are between "
        f"them (PERMANOVA, p = {of_means}{on}){spreads}."
    )


def _gram(data: Data, chosen: Indices) -> Array:
    """The Gram matrix of some of the training samples."""
    if isinstance(data, Vectors):
        return data.kernel(data.X[chosen], data.X[chosen])
    return data.K[np.ix_(chosen, chosen)]


def arbitrary(one: Study) -> Truths:
    """Which components of a map are other columns in another sample, if the columns vary alike.

    They are nearer to the next component or to the one before than ``APART`` standard errors.
    """
    spectrum, n = one.solution.spectrum, one.n
    variances = np.maximum(np.append(spectrum, one.solution.after), 0.0)[: PLANE + 1] / n
    close = reading.too_close(variances, n, APART)
    return (close | np.append(False, close[:-1])) & (not vary_differently(one, DIFFERENT))


def vary_differently(study: Study, times: float) -> bool:
    """Whether the largest deviation of a column is so many ``times`` the median one.

    False where distances are given.
    """
    if not isinstance(study.data, Vectors) or study.origin.distance:
        return False
    spreads = deviations(study.data.X, study.weights)
    return bool(spreads.max() >= times * np.median(spreads))


def way(study: Study, does: str, **keys: Value) -> str:
    """What keys do, with the text to write; nothing for a study that no file has."""
    # A remark names the keys that the study has; written again, one would lose its value.
    given = [part for remark in study.remarks for part in getattr(remark, "parts", ())]
    if not study.origin.files or any(Key(key) in given for key in keys):
        return ""
    return setting(**keys) + INSIDE + f" {does}"


def _odd(studies: Studies) -> Iterator[str]:
    """Samples that make a component, and samples far from all others, by name."""
    ways, names_of = {}, defaultdict(list)
    for name, one in studies.items():
        found = odd.odd(one)
        for k, makers, share in found.makes:
            samples = [one.names[i] for i in makers]
            shown = " and ".join(_sample(one, i) for i in makers)
            what = (
                f"component {k} is mostly the sample{'s' * (len(samples) > 1)} {shown} "
                f"({100.0 * share:.3g} %)"
            )
            names_of[what].append(name)
            ways[what] = way(one, "shows the others", omit_samples=samples)
        far = found.far
        if far.size:
            shown = listed([_sample(one, i) for i in far], MOST_FAR)
            lie = "lies" if far.size == 1 else "lie"
            what = f"{far.size} of {one.n} samples {lie} far out, over all components: {shown}"
            names_of[what].append(name)
    for what, names in names_of.items():
        text = f"{_of(names, studies, 'With')}, {what}".lstrip(", ")
        parts = (text[:1].upper() + text[1:], ways.get(what))
        yield joined([*filter(None, parts)], "; ") + "."


def _sample(study: Study, at: int) -> str:
    """The name of an odd sample, and the columns in which it differs from the others."""
    columns = " and ".join(map(repr, odd.columns(study, at)))
    return repr(study.names[at]) + (f" (by {columns})" if columns else "")


def is_open_circle(Z: Array) -> bool:
    """Whether the samples lie along a circle that is open on one side, on the map Z (n, 2).

    Through three groups goes a circle, too, with an opening between each two of them.
    """
    off, opening, next_one, middle = reading.along_circle(Z)
    is_open = SMALLEST <= opening <= LARGEST and 2.0 * next_one <= opening
    return off <= ROUND and is_open and middle >= MIDDLE


def _close(studies: Studies) -> Iterator[str]:
    """Which of the two components of a map cannot be told from each other."""
    names = [
        name
        for name, one in studies.items()
        if one.n >= FEWEST and reading.too_close(one.solution.variance[:PLANE], one.n).any()
    ]
    if names:
        of = _of(names, studies, "of")
        yield (
            f"Components 1 and 2{of} have nearly equal shares: in another sample they may be "
            "turned into each other. Look at both together."
        )
