"""How much of each sample a map shows."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import MOST_VECTORS, legend
from kpca.figures.style import NARROW
from kpca.figures.texts import counted, with_error
from kpca.figures.ticks import of_components
from kpca.interpretation.sampling_error import FEWEST
from kpca.kernels import Linear
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

FARTHEST = 2.0
"""The axis of shares ends here: a sample close to the mean may have a share a thousand times as
large with an indefinite kernel, which would flatten the rest."""


FLAT = 0.001
"""Shares that differ by less are not drawn: a sentence says as much."""


def of_samples(figure: Figure, curves: dict[str, Array], d: int, indefinite: bool) -> Words | str:
    """How much of each sample the map of a solution with ``d`` components shows.

    ``curves`` has shares (n,) of the "training" samples and, if there are any, (m,) of the "new"
    ones. A sentence replaces the figure if all shares are equal or if there are none.
    ``indefinite`` says that the kernel has negative eigenvalues.
    """
    which, axis = ("components 1 and 2", "axes") if d > 1 else ("component 1", "axis")
    every = np.concatenate([values[np.isfinite(values)] for values in curves.values()])
    if len(every) == 0 or np.ptp(every) < FLAT:
        return _flat(curves, every, f"{which} {'hold' if d > 1 else 'holds'}")
    figure.set_size_inches(NARROW, figure.get_figheight())
    step_curves(figure.subplots(), curves, which)
    legend(figure, "samples")
    beyond = (
        "A share here is over the squared distance: with negative eigenvalues it may exceed 100 %. "
        f"The shares in brackets on the {axis} of the map are over the sum of |μ|."
    )
    apart = "If the curves are far apart, the new samples may be of another kind."
    sentences = (
        f"How many samples have at most this share of their squared distance to the mean on "
        f"{which}, the {axis} of the map.",
        beyond if indefinite else "",
        which_shares(curves),
        apart if len(curves) > 1 else "",
    )
    return Words(" ".join(sentence for sentence in sentences if sentence), _in_words(curves))


def _flat(curves: dict[str, Array], every: Array, which_hold: str) -> str:
    missing = without_share(curves)
    held = "no sample has one"
    if len(every):
        which_have = " that has a share" if missing else ""
        held = f"{which_hold} {every.mean():.1%} of every sample{which_have}"
    text = f"The share of each sample that the map shows is not drawn: {held}. {missing}"
    return text.strip()


def _in_words(curves: dict[str, Array]) -> str:
    finite = {label: values[np.isfinite(values)] for label, values in curves.items()}
    drawn = {label: _top(curves[label]) for label, values in finite.items() if len(values)}
    number = "A step curve" if len(drawn) == 1 else f"{len(drawn)} step curves"
    whole = set(drawn.values()) == {100.0}
    ranges = []
    for label, values in finite.items():
        end = "" if whole or label not in drawn else f"; its curve ends at {drawn[label]:.3g} %"
        ranges.append(f"{counted(len(values), f'{label} sample')}: {_range(values)}{end}")
    to = " to 100 %" if whole else " %"
    return f"{number} from 0{to} of the samples. {'; '.join(ranges)}."


def _range(values: Array) -> str:
    """The lowest, middle and highest of shares (n,), in words."""
    if len(values) < 2:
        return f"the share is {values[0]:.1%}" if len(values) else "none has a share"
    low, middle, high = np.percentile(values, [0, 50, 100])
    return (
        f"the lowest share is {low:.1%}, half of them have at most {middle:.1%}, and the highest "
        f"is {high:.1%}"
    )


def _top(values: Array) -> float:
    """The height in percent at which the curve of shares (n,) leaves the axes on the right."""
    return float(100.0 * np.mean(values <= FARTHEST))


def step_curves(axes: Axes, curves: dict[str, Array], which: str) -> None:
    """How many samples have at most a share: one step curve for each set of samples.

    A curve counts all samples of its set: where some have no share (NaN), it ends below 100 %. It
    begins at 0 and ends at the right edge, so that the curve of a single sample is visible.
    """
    every = np.concatenate([*curves.values(), [0.0]])
    right = 1.02 * (min(np.nanmax(every), FARTHEST) or 1.0)
    for k, (label, values) in enumerate(curves.items()):
        shares = np.sort(values[np.isfinite(values)])
        if len(shares):
            steps = np.arange(len(shares) + 1) / len(values)
            x, y = np.append(shares[:1], shares), steps
            if shares[-1] < right:
                x, y = np.append(x, right), np.append(y, y[-1])
            look = {"color": COLORS[k], "lw": 1.6, "ls": ("-", "--")[k % 2]}
            look |= {"rasterized": True} if len(x) > MOST_VECTORS else {}
            axes.step(100 * x, 100 * y, where="post", label=label, **look)
    axes.set_xlim(-2 * right, 100 * right)
    axes.set_ylim(0, 105)
    axes.set(xlabel=f"share of a sample on {which} [%]", ylabel="samples with at most this [%]")


def without_share(curves: dict[str, Array]) -> str:
    """A sentence for each set in which samples have no share (NaN), none if there is no such set.

    >>> without_share({"training": np.array([0.5, np.nan]), "new": np.array([1.0])})
    '1 of 2 training samples has no positive squared distance to the mean and no share.'
    """
    counts = {label: np.isnan(values).sum() for label, values in curves.items()}
    return " ".join(
        f"{count} of {counted(len(curves[label]), f'{label} sample')} "
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


def which_shares(curves: dict[str, Array]) -> str:
    """Sentences for the caption on the samples that the curves of ``shares`` do not show.

    >>> which_shares({"training": np.array([0.5, np.nan, 118.46])})
    '1 of 3 training samples has no positive squared distance to the mean and no share. A curve \
counts all samples, and ends below 100 % where some have no share. The axis ends at 200 %: 1 of 3 \
samples has a larger share, up to 11846 %.'
    """
    every = np.concatenate(list(curves.values()))
    beyond = every[every > FARTHEST]
    missing = without_share(curves)
    if missing:
        missing += " A curve counts all samples, and ends below 100 % where some have no share."
    end = ""
    if len(beyond):
        end = (
            f"The axis ends at {100 * FARTHEST:g} %: {len(beyond)} of {len(every)} samples "
            f"{'has' if len(beyond) == 1 else 'have'} a larger share, "
            f"up to {100 * beyond.max():.6g} %."
        )
    return " ".join(sentence for sentence in (missing, end) if sentence)


MOST_BARS, MOST_NUMBERED = 20, 8
"""The most components that a scree plot shows, and the most bars with a number above each."""


def sampling_error(solution: Solution, errors: Array, for_what: str, in_blocks: bool) -> str:
    """The first shares with their standard errors (d,) in words, and why others have none."""
    known, near = np.isfinite(errors), "within two standard errors of a neighbor"
    if not known.any():
        few = f"only {solution.n} samples" if solution.n < FEWEST else f"each component is {near}"
        few = "the samples come in blocks" if in_blocks else few
        is_indefinite = solution.complete and len(solution.negative) > 0
        return f"No standard errors: {'some eigenvalues are negative' if is_indefinite else few}."
    first = [
        f"component {k + 1} {with_error(solution.explained[k], errors[k])}"
        for k in np.flatnonzero(known)[:2]
    ]
    return (
        f"Whiskers: one standard error to both sides{for_what}: {', '.join(first)}. From 50 "
        "independent samples on, the share of the population is within two of them in about nine "
        "of ten data sets, if tails are like the normal's."
        f"{'' if known.all() else f' Components without one are {near}.'}"
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

    Components that are known but were not kept are paler. Whiskers are standard ``errors`` (d,);
    ``for_what`` says what they take as it is. Samples that come ``in_blocks`` have none.
    """
    above = solution.spectrum[solution.spectrum > solution.matrix_error]
    shown = 100 * above[:MOST_BARS] * (solution.explained[0] / solution.mu[0])
    kept = min(solution.components, len(shown))
    colors = [COLORS[0] if k < kept else "0.75" for k in range(len(shown))]
    whiskers = np.zeros(len(shown))
    whiskers[:kept] = 100 * np.nan_to_num(errors[:kept])
    bars = axes.bar(range(1, len(shown) + 1), shown, yerr=whiskers, color=colors)
    if len(shown) <= MOST_NUMBERED:
        axes.bar_label(bars, [f"{share:.3g}" for share in shown])
    axes.set(xlabel="component", ylabel="explained variance [%]")
    axes.set_xlim(0.4, len(shown) + 0.6)
    of_components(axes, len(shown))
    axes.margins(y=0.12)
    beyond = len(above) - len(shown)
    rest = 100 * above[MOST_BARS:].sum() * (solution.explained[0] / solution.mu[0])
    more = f" {beyond} smaller ones, {rest:.3g} % together, are not drawn." if beyond else ""
    paler = "" if kept == len(shown) else " Gray: components that were not kept."
    of_sampling = sampling_error(solution, errors, for_what, in_blocks)
    return Words(
        f"The share of the variance that each component explains; {together(solution)}."
        f"{paler}{more} {of_sampling}",
        f"{counted(len(shown), 'bar')} from {shown[0]:.3g} % to {shown[-1]:.3g} %; the first "
        f"{kept} are kept.",
    )
