"""How numbers are spread over samples, over pairs of them, or over directions."""

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, STYLES
from kpca.figures.scatter import MOST_VECTORS
from kpca.figures.style import NARROW
from kpca.figures.texts import counted, listed, squared, with_unit
from kpca.solvers.solution import Solution


def variances(figure: Figure, drawn: Array, values: Array, unit: str) -> Words:
    """Variances ``drawn`` along random directions, and the eigenvalues ``values``, descending."""
    axes = figure.subplots()
    axes.hist(drawn, bins=50, color=COLORS[5], label=f"{len(drawn)} random directions")
    for value, k in ((values[0], 1), (values[-1], 2)):
        axes.axvline(value, color=COLORS[k], ls=STYLES[k], label=f"λ = {value:.4g}")
    axes.set_xlabel(with_unit("variance along a direction", squared(unit)))
    axes.set_ylabel("directions")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return Words(
        "No direction leaves the interval between the least and the largest eigenvalue.",
        f"A histogram of the variances along {len(drawn)} random directions, from "
        f"{drawn.min():.4g} to {drawn.max():.4g}, between two vertical lines at the eigenvalues "
        f"{values[-1]:.4g} and {values[0]:.4g}.",
    )


def left_out(figure: Figure, each: Array, d: int, of: int, unit: str) -> Words:
    """What the first ``d`` of ``of`` components leave out of each sample: ``each`` (n,)."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    axes.hist(each, bins=30, color=COLORS[5])
    axes.axvline(each.mean(), color=COLORS[1], label="mean = Σ λ beyond d")
    axes.set_xlabel(with_unit("squared distance to the projection", squared(unit)))
    axes.set_ylabel("samples")
    axes.legend()
    return Words(
        f"What {d} of {counted(of, 'component')} "
        f"{'leaves' if d == 1 else 'leave'} out of each sample.",
        f"A histogram of the squared distances of {counted(len(each), 'sample')} to the "
        f"projection, from {each.min():.3g} to {each.max():.3g}, with a vertical line at their "
        f"mean {each.mean():.3g}.",
    )


MOST_PAIRS = 4000
"""About the most pairs of samples that are drawn."""


def shepard(figure: Figure, given: Array, mapped: Array, d: int, unit: str) -> Words:
    """Shepard's diagram: squared distances of pairs of samples as given, and on a map, d axes."""
    figure.set_size_inches(NARROW, 3.3)
    axes, step = figure.subplots(), max(1, len(given) // MOST_PAIRS)
    look = {"s": 3, "alpha": 0.4, "linewidths": 0, "rasterized": True}
    axes.scatter(given[::step], mapped[::step], color=COLORS[0], **look)
    axes.axline((0, 0), slope=1, color="0.3", lw=0.8, ls="--")
    axes.set_xlabel(with_unit("given squared distance", squared(unit)))
    axes.set_ylabel(with_unit(f"squared distance in {d} axes", squared(unit)))
    correlation = np.corrcoef(given, mapped)[0, 1] if np.ptp(given) and np.ptp(mapped) else 1.0
    return Words(
        f"Shepard's diagram, at most {MOST_PAIRS} pairs. On the dashed line a distance is kept "
        "exactly.",
        f"{len(given[::step])} of {len(given)} pairs of samples as dots, with given squared "
        f"distances up to {given.max():.3g}; {(mapped < given).mean():.0%} of all pairs lie below "
        f"the dashed diagonal. The correlation of both distances is {correlation:.3f}.",
    )


def new_samples(figure: Figure, solution: Solution, new: Array) -> Words:
    """Scores of training samples and of new samples (m, d) as boxes beside each other."""
    axes, across = figure.subplots(), np.arange(1, solution.components + 1)
    old, away = (Z / np.sqrt(solution.variance) for Z in (solution.scores, new))
    axes.axhline(0.0, color="0.7", lw=0.6)
    for Z, shift, color in ((old, -0.18, "w"), (away, 0.18, COLORS[5])):
        look = {"patch_artist": True, "boxprops": {"facecolor": color}, "widths": 0.3}
        look |= {"whis": (0, 100), "medianprops": {"color": "0.1", "lw": 1.5}}
        axes.boxplot(Z, positions=across + shift, manage_ticks=False, **look)
    beyond = (away > old.max(axis=0)) | (away < old.min(axis=0))
    i, k = np.nonzero(beyond)
    look = {"s": 14, "color": COLORS[1], "marker": "s", "rasterized": len(i) > MOST_VECTORS}
    axes.scatter(across[k] + 0.18, away[i, k], **look)
    axes.set(xlabel="component", ylabel="score / standard deviation", xticks=across)
    counts = [f"{count} on component {k}" for k, count in enumerate(beyond.sum(axis=0), 1) if count]
    return Words(
        "White boxes: the training samples, in standard deviations of each component; blue boxes: "
        "the new samples. Lines in the boxes are medians, and whiskers lead to the extremes. "
        "Squares: new samples outside the range of the training samples. With a kernel that decays "
        "with the distance, a sample far from all others falls near one point inside, and only its "
        "low share shows that.",
        f"Two boxes for each of {counted(solution.components, 'component')}: of the training "
        f"samples from {old.min():.3g} to {old.max():.3g} standard deviations, and of "
        f"{counted(len(new), 'new sample')} from {away.min():.3g} to {away.max():.3g}. Outside the "
        f"range of the training samples: {listed(counts)}.",
    )
