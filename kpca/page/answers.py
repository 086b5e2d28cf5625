"""What is to be seen on the maps of a study, in sentences: the beginning of a page.

Each sentence has a condition, and says no more than the numbers that it is computed from.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from kpca.arrays import Array
from kpca.choosing.automatic import SEED, random_subset
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.data import Vectors
from kpca.interpretation import reading, supplementary
from kpca.interpretation.two_maps import NEIGHBORS, neighbors_in_common
from kpca.kernels import RBF, Linear
from kpca.studies.fitted_variables import PLANE
from kpca.studies.solved_study import SolvedStudy
from kpca.studies.study import Study
from kpca.tables.messages import INSIDE, Key, Value, setting
from kpca.tables.samples import FEWEST_BESIDE, NO_LABEL
from kpca.tables.wording import listed

MOST, MOST_NEAR = 200, 500
"""The most samples for parallel analysis and for neighbors; of more, a random subset."""

SHUFFLED, LEVEL = 99, 0.99
"""Tables with shuffled columns. Of noise, a component is above all of them 1 time in 100."""

ALONE = 0.9
"""The share of a component from which on one or two columns make it alone."""

HALF = 0.5
"""A sample with this share of a component makes most of it, and a parabola bends it."""

FEWEST = 10
"""Samples from which on chance, shapes, neighbors and far samples are spoken of."""

FEW, GAP = 0.05, 0.25
"""The largest share of samples that are called far out, and the largest gap in a curve."""

NAMED = 3
"""Columns and samples that a sentence names."""

DIFFERENT = 2.0
"""Columns have different weights if the largest deviation is so many times the median one."""

Studies = Mapping[str, SolvedStudy]


def sentences(studies: Studies) -> list[str]:
    """What is to be seen on the maps of studies of the same samples, by name.

    Instead of a part that raises an exception, a sentence says so.
    """
    said: list[str] = []
    for part in PARTS:
        try:
            said += part(studies)
        except Exception as error:
            said.append(f"A sentence is missing here ({type(error).__name__}: {error}).")
    return said


def _of(name: str, studies: Studies, word: str = "of") -> str:
    """Behind a part of a study: of which kernel it is, where there are several studies."""
    if len(studies) == 1:
        return ""
    kinds = [type(one.study.kernel) for one in studies.values()]
    kind = type(studies[name].study.kernel)
    called = {Linear: "PCA", RBF: "the Gaussian kernel"}.get(kind)
    return f"{word and ' '}{word} {called if called and kinds.count(kind) == 1 else name}"


def _components(numbers: Sequence[int]) -> str:
    return f"component{'' if len(numbers) == 1 else 's'} {listed([*map(str, numbers)])}"


def _above_chance(studies: Studies) -> Iterator[str]:
    """Which components are above those of tables whose columns have nothing to do together."""
    found, samples, n = {}, 0, 0
    for name, one in studies.items():
        data, n = one.study.data, one.study.n
        if not isinstance(data, Vectors) or data.X.shape[1] < 2 or n < FEWEST:
            continue
        X = random_subset(data.X, MOST)
        samples = len(X)
        analysis = parallel_analysis(data.kernel, X, SHUFFLED, LEVEL, SEED)
        above = (analysis.eigenvalues > analysis.threshold)[: one.solution.components]
        found[name] = [int(k) + 1 for k in np.flatnonzero(above)]
    if not found:
        return
    how = f"each beside the same one of {SHUFFLED} tables with shuffled columns; of noise, "
    how += "one in a hundred is above all of them"
    how += f", on {samples} of {n} samples" if samples < n else ""
    if not any(found.values()):
        yield (
            "No component is above chance: the columns vary as if they had nothing to do with "
            f"each other ({how})."
        )
        return
    parts = [
        (_components(above) if above else "none") + _of(name, studies)
        for name, above in found.items()
    ]
    yield f"Above chance: {'; '.join(parts)} ({how})."


def _apart(studies: Studies) -> Iterator[str]:
    """Whether the classes of the labels are apart on the maps."""
    study = next(iter(studies.values())).study
    labels = ["" if label == NO_LABEL else label for label in study.labels]
    levels, labeled = {*labels} - {""}, study.n - labels.count("")
    if len(levels) < 2 or 2 * len(levels) > labeled:
        return
    fits = {
        name: supplementary.fitted_factor(one.solution.scores, labels, first=PLANE)
        for name, one in studies.items()
    }
    shares = [
        f"{100.0 * fit.r_squared:.3g} %{_of(name, studies, 'with')}" for name, fit in fits.items()
    ]
    of = f" of the {labeled} samples that have one" if labeled < study.n else ""
    p = [f"{value:.3g}" for value in dict.fromkeys(fit.p for fit in fits.values())]
    are_apart = max(fit.p for fit in fits.values()) <= 0.05
    are = "apart on average" if are_apart else "not clearly apart"
    yield (
        f"The {len(levels)} classes{of} are {are}: {' and '.join(shares)} of the "
        "squared distances on the map are between them "
        f"(p = {' and '.join(p)}, {supplementary.PERMUTATIONS} permutations)."
    )


def _columns(studies: Studies) -> Iterator[str]:
    """Which columns make the components that a map shows."""
    for name, one in studies.items():
        weights = _weights(one) if len(one.study.columns) > 1 else None
        if weights is None:
            continue
        told: dict[str, list[int]] = {}
        way = ""
        for k, shares in enumerate(weights.T):
            order, few = np.argsort(-shares, kind="stable"), _alone(shares)
            shown = listed([repr(one.study.columns[j]) for j in order[: few or NAMED]])
            if few:
                share = f"{100.0 * shares[order[:few]].sum():.3g} %"
                told.setdefault(f"little but {shown} ({share})", []).append(k + 1)
                way = _same_weight(one.study)
            elif len(shares) > NAMED and (share := shares[order[:NAMED]].sum()) > HALF:
                told.setdefault(f"mostly {shown} ({100.0 * share:.3g} %)", []).append(k + 1)
        parts = [
            f"{_components(numbers)} show{'s' if len(numbers) == 1 else ''} {what}"
            for what, numbers in told.items()
        ]
        if parts:
            yield _with(name, studies, "; ".join(parts)) + way + "."


def _alone(shares: Array) -> int:
    """How many columns make a component alone, from the shares (q,) of all: 1, 2, or 0 for more."""
    largest = np.sort(shares)[::-1]
    if largest[0] >= ALONE:
        return 1
    return 2 if len(shares) >= FEWEST_BESIDE and largest[:2].sum() >= ALONE else 0


def _weights(one: SolvedStudy) -> Array | None:
    """The shares (q, 2) of the columns in the components of a map; None where none are known."""
    if one.study.kernel == Linear():
        values = one.loadings.to_numpy()[:, :PLANE] ** 2
    else:
        values = one.importances.permutation[:, :PLANE]
    sums = values.sum(axis=0)
    return values / sums if np.isfinite(values).all() and (sums > 0.0).all() else None


def _same_weight(study: Study) -> str:
    """The line that gives all columns one weight, where they have very different ones."""
    if not isinstance(study.data, Vectors) or study.origin.distance:
        return ""
    deviations = study.data.X.std(axis=0)
    if deviations.max() < DIFFERENT * np.median(deviations) or not deviations.all():
        return ""
    return _way(study, "to give all columns one weight", standardize=True)


def _way(study: Study, end: str, **keys: Value) -> str:
    """Behind a sentence, what to write to an ``end``; nothing for a study that no file has."""
    # A remark names the keys that the study has; written again, one would lose its value.
    given = [part for remark in study.remarks for part in getattr(remark, "parts", ())]
    if not study.origin.files or any(Key(key) in given for key in keys):
        return ""
    return f"; {end}, write " + setting(**keys) + INSIDE


def _odd(studies: Studies) -> Iterator[str]:
    """Samples that make a component, and samples far from all others, by name."""
    for name, one in studies.items():
        study, Z = one.study, one.solution.scores[:, :PLANE]
        if study.n < FEWEST or not Z.any(axis=0).all():
            continue
        at, shares = reading.largest_shares(Z)
        for k in np.flatnonzero(shares > HALF):
            sample = study.names[at[k]]
            what = f"component {k + 1} is mostly the sample {sample!r} ({100.0 * shares[k]:.3g} %)"
            way = _way(study, "to see the others", omit_samples=[sample])
            yield _with(name, studies, what) + way + "."
        far = reading.far_out(np.sqrt(np.maximum(one.lengths[: study.n], 0.0)))
        if 0 < far.size <= max(1, study.n * FEW):
            shown = listed([repr(study.names[i]) for i in far], NAMED)
            lie = "lies" if far.size == 1 else "lie"
            yield (
                _with(name, studies, f"{far.size} of {study.n} samples {lie} far out: {shown}")
                + "."
            )


def _bent(studies: Studies) -> Iterator[str]:
    """Whether the second component is the first one bent."""
    for name, one in studies.items():
        Z = one.solution.scores
        if one.study.n < FEWEST or Z.shape[1] < PLANE or not Z[:, :PLANE].any(axis=0).all():
            continue
        of, t, share = _bent_along(name, studies)
        # A parabola goes through three groups, and nearly through a group and two odd samples.
        is_curve = max(reading.largest_gap(t), reading.largest_gap(Z[:, 0])) < GAP
        if share > HALF and is_curve and reading.largest_shares(Z[:, :PLANE])[1].max() < HALF:
            what = f"a parabola in component 1{of} explains {100.0 * share:.3g} % of component 2"
            yield _with(name, studies, what) + (
                ", as in an arch (or horseshoe): the second may be the first one bent, and no "
                "direction of its own."
            )


def _bent_along(name: str, studies: Studies) -> tuple[str, Array, float]:
    """What bends to the second component: of which map the first component, its scores, the share.

    It is the study's own, or that of PCA where that explains more, as of a closed horseshoe.
    """
    one = studies[name]
    Z = one.solution.scores
    found = ("", Z[:, 0], reading.share_bent(Z))
    for other in studies.values():
        if other is not one and other.study.kernel == Linear():
            t = other.coordinates[other.rows_of(one.study.names), 0]
            along = (" of PCA", t, reading.share_bent_along(t, Z))
            found = max(found, along, key=lambda part: part[2])
    return found


def _close(studies: Studies) -> Iterator[str]:
    """Which of the two components of a map cannot be told from each other."""
    names = [
        name
        for name, one in studies.items()
        if one.study.n >= FEWEST
        and reading.too_close(one.solution.variance[:PLANE], one.study.n).any()
    ]
    if names:
        of = " and".join(_of(name, studies, "of" if not i else "") for i, name in enumerate(names))
        yield (
            f"Components 1 and 2{of} have nearly equal shares: in another sample they may be "
            "turned into each other, and only both together mean something."
        )


def _near(studies: Studies) -> Iterator[str]:
    """How many of the nearest samples among all columns are near on the maps."""
    first = next(iter(studies.values()))
    data, n = first.study.data, min(first.study.n, MOST_NEAR)
    if not isinstance(data, Vectors) or n <= 2 * NEIGHBORS or data.X.shape[1] <= PLANE:
        return
    chosen = random_subset(np.arange(first.study.n), MOST_NEAR)
    X = data.X[chosen]
    if len(np.unique(X, axis=0)) < n:
        # Which of equally far samples are the nearest is left to chance.
        return
    shares = []
    for name, one in studies.items():
        Z = one.coordinates[one.rows_of(first.study.names)][chosen, :PLANE]
        share = 100.0 * neighbors_in_common(X, Z, NEIGHBORS)
        shares.append(f"{share:.3g} %{_of(name, studies, 'with')}")
    on = f", on {n} of {first.study.n} samples" if n < first.study.n else ""
    yield (
        f"Of the {NEIGHBORS} nearest neighbors of a sample by all columns, the map keeps "
        f"{' and '.join(shares)} ({100.0 * NEIGHBORS / (n - 1):.2g} % by chance{on})."
    )


def _with(name: str, studies: Studies, text: str) -> str:
    """A sentence on a study, which begins with its kernel where there are several."""
    begin = _of(name, studies, "With").strip()
    return f"{begin}, {text}" if begin else text[:1].upper() + text[1:]


PARTS: Sequence[Callable[[Studies], Iterator[str]]] = (
    _above_chance,
    _apart,
    _columns,
    _odd,
    _bent,
    _close,
    _near,
)
"""In their order on the page."""
