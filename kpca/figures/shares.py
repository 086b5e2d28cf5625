"""How much of each sample a map shows."""

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.classes import ONE
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import map_height, on_pair, scores, strength
from kpca.figures.style import NARROW
from kpca.figures.texts import counted, listed, with_error
from kpca.figures.ticks import of_components
from kpca.interpretation.sampling_error import FEWEST
from kpca.kernels import Linear
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

FLAT = 0.001
"""Shares that differ by less are not drawn: a sentence says as much."""


def of_samples(
    figure: Figure, study: Study, solution: Solution, new: Array | None, share: Array
) -> Words | str:
    """The map, with colors for the shares (n + m,) of training and new samples that it shows.

    A sentence replaces the figure if all shares are equal or if there are none.
    """
    d, n = solution.components, study.n
    which, axis = ("components 1 and 2", "axes") if d > 1 else ("component 1", "axis")
    of_each = {"training": share[:n]} | ({} if new is None else {"new": share[n:]})
    every = share[np.isfinite(share)]
    if len(every) == 0 or np.ptp(every) < FLAT:
        return _flat(of_each, every, f"{which} {'hold' if d > 1 else 'holds'}")
    figure.set_size_inches(NARROW, 0.5 + map_height(solution.scores, [(0, 1)]))
    axes = figure.subplots()
    scores(axes, solution.scores, [ONE] * n, study.unit, explained=solution.explained)
    if new is not None:
        axes.scatter(*on_pair(new, (0, 1)), s=18.0 * strength(n), marker="^")
    colors = colormaps["cividis"].with_extremes(bad="w")
    for marks, values in zip(axes.collections, of_each.values(), strict=True):
        marks.set(array=100.0 * values, cmap=colors, clim=(0.0, 100.0), alpha=1.0)
        marks.set(edgecolors="0.2", linewidths=0.3)
    end = "max" if every.max() > 1.0 else "neither"
    bar = figure.colorbar(axes.collections[0], ax=axes, location="bottom", extend=end)
    bar.set_label(f"share of a sample on {which} [%]")
    beyond = (
        "A share here is over the squared distance: with negative eigenvalues it may exceed 100 %. "
        f"The shares in brackets on the {axis} of the map are over the sum of |μ|."
    )
    numbers = [counted(np.isfinite(of).sum(), f"{label} sample") for label, of in of_each.items()]
    sentences = (
        f"Colors: the share of its squared distance to the mean that each sample has on {which}, "
        f"the {axis} of the map.",
        " ".join(
            f"Of {number}{' with a share' if np.isnan(of).any() else ''}, {_range(of)}."
            for number, of in zip(numbers, of_each.values(), strict=True)
            if np.isfinite(of).any()
        ),
        beyond if solution.complete and len(solution.negative) else "",
        without_share(of_each) and f"{without_share(of_each)} Without a share: white.",
        "Triangles: new samples. If they have other shares than the training samples around them, "
        "they may be of another kind." * (new is not None),
    )
    return Words(
        " ".join(sentence for sentence in sentences if sentence),
        f"A map of {listed(numbers)}, colored by shares from {every.min():.1%} to "
        f"{every.max():.1%}.",
    )


def _flat(of_each: dict[str, Array], every: Array, which_hold: str) -> str:
    missing = without_share(of_each)
    held = "no sample has one"
    if len(every):
        which_have = " that has a share" if missing else ""
        held = f"{which_hold} {every.mean():.1%} of every sample{which_have}"
    text = f"The share of each sample that the map shows is not drawn: {held}. {missing}"
    return text.strip()


def _range(values: Array) -> str:
    """The lowest, middle and highest of shares (n,), in words; NaN counts as none."""
    values = values[np.isfinite(values)]
    if len(values) < 2:
        return f"the share is {values[0]:.1%}"
    low, middle, high = np.percentile(values, [0, 50, 100])
    return (
        f"the lowest share is {low:.1%}, half of them have at most {middle:.1%}, and the highest "
        f"is {high:.1%}"
    )


def without_share(of_each: dict[str, Array]) -> str:
    """A sentence for each set in which samples have no share (NaN), none if there is no such set.

    >>> without_share({"training": np.array([0.5, np.nan]), "new": np.array([1.0])})
    '1 of 2 training samples has no positive squared distance to the mean and no share.'
    """
    counts = {label: np.isnan(values).sum() for label, values in of_each.items()}
    return " ".join(
        f"{count} of {counted(len(of_each[label]), f'{label} sample')} "
        f"{'has' if count == 1 else 'have'} no positive squared distance to the mean and no share."
        for label, count in counts.items()
        if count
    )


def of_all_together(Z: Array, trace: float, denominator: str) -> str:
    """A sentence: the share of all samples together, over the trace, on the map and altogether.

    ``denominator`` says what the explained shares are over if that is not the trace, else "".
    """
    panels = (Z[:, :2], Z) if Z.shape[1] > 2 else (Z,)
    together = "no share, the trace is not positive"
    if trace > 0:
        together = ", ".join(f"{(scores**2).sum() / trace:.2%}" for scores in panels)
    other = f"; the explained shares are over the {denominator}" if denominator else ""
    return f"of all samples together, over the trace: {together}{other}"


MOST_BARS, MOST_NUMBERED = 20, 8
"""The most components that a scree plot shows, and the most bars with a number above each."""


NEAR = "within two standard errors of a neighbor"
WITHOUT = f" A component without whiskers is {NEAR}."


def sampling_error(solution: Solution, errors: Array, for_what: str, in_blocks: bool) -> str:
    """The first shares with their standard errors (d,) in words, and why others have none."""
    known = np.isfinite(errors)
    if not known.any():
        few = f"only {solution.n} samples" if solution.n < FEWEST else f"each component is {NEAR}"
        few = "the samples come in blocks" if in_blocks else few
        is_indefinite = solution.complete and len(solution.negative) > 0
        return f"No standard errors: {'some eigenvalues are negative' if is_indefinite else few}."
    first = [
        f"component {k + 1} {with_error(solution.explained[k], errors[k])}"
        for k in np.flatnonzero(known)[:2]
    ]
    return (
        f"Whiskers: one standard error up and down{for_what}: {', '.join(first)}. In about nine of "
        "ten data sets, the share in the population is within two standard errors, from 50 "
        f"independent samples on{f' (here {solution.n})' * (solution.n < 50)} and if tails are "
        "like the normal's."
        f"{'' if known.all() else WITHOUT}"
    )


def together(solution: Solution) -> str:
    """How much the components explain together, in words."""
    kept, share = solution.components, 100.0 * solution.explained.sum()
    return f"the {kept} kept explain {share:.3g} % together"


def scree_on(axes: Axes, one: Study) -> Words:
    """The scree plot of a study, with its standard errors."""
    for_what = "" if one.kernel == Linear() else ", for the scaling and width as they are"
    in_blocks = one.blocks is not None
    return scree(axes, one.solution, one.standard_errors[1], for_what, in_blocks)


def scree(
    axes: Axes, solution: Solution, errors: Array, for_what: str = "", in_blocks: bool = False
) -> Words:
    """The share that each component explains, as far as eigenvalues are above the cut-off.

    Components that are known but were not kept are paler, and negative eigenvalues orange. Whiskers
    are standard ``errors`` (d,); ``for_what`` says what they take as it is. Samples that come
    ``in_blocks`` have none.
    """
    shares = 100 * solution.spectrum * (solution.explained[0] / solution.mu[0])
    above = shares[solution.spectrum > solution.matrix_error]
    below = shares[solution.spectrum < -solution.matrix_error]
    shown, negative = above[:MOST_BARS], below[-MOST_BARS:]
    kept = min(solution.components, len(shown))
    colors = [COLORS[0] if k < kept else "0.75" for k in range(len(shown))]
    whiskers = np.zeros(len(shown))
    whiskers[:kept] = 100 * np.nan_to_num(errors[:kept])
    bars = axes.bar(range(1, len(shown) + 1), shown, yerr=whiskers, color=colors)
    if len(shown) <= MOST_NUMBERED:
        axes.bar_label(bars, [f"{share:.3g}" for share in shown])
    axes.set(xlabel="component", ylabel="explained variance [%]")
    axes.set_xlim(0.4, len(shown) + len(negative) + 0.6)
    of_components(axes, len(shown))
    axes.margins(y=0.12)
    beyond = len(above) - len(shown)
    rest = above[MOST_BARS:].sum()
    more = f" {beyond} smaller ones, {rest:.3g} % together, are not drawn." if beyond else ""
    paler = "" if kept == len(shown) else " Gray: components that were not kept."
    if len(below):
        axes.bar(len(shown) + 1 + np.arange(len(negative)), negative, color=COLORS[1])
        which = "the largest " * (len(below) > MOST_BARS)
        paler += f" Orange: {which}negative eigenvalues, which no axis can show."
    of_sampling = sampling_error(solution, errors, for_what, in_blocks)
    return Words(
        f"Each bar is the share of the variance that a component explains; {together(solution)}."
        f"{paler}{more} {of_sampling}",
        f"{counted(len(shown), 'bar')} from {shown[0]:.3g} % to {shown[-1]:.3g} %; the first "
        f"{kept} are kept." + f" Below zero: {counted(len(negative), 'bar')}." * bool(len(below)),
    )
