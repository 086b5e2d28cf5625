"""The biplot: arrows of the loadings over a map of the samples."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.beside import beside
from kpca.figures.display import Words
from kpca.figures.loadings import scale
from kpca.figures.maps import in_words
from kpca.figures.scatter import legend, map_height, scores
from kpca.figures.style import WIDE
from kpca.figures.texts import LONGEST, counted, listed, shortened
from kpca.solvers.solution import Solution
from kpca.studies.fitted_variables import Fitted
from kpca.studies.study import Study

MOST_ARROWS = 12
SHORTEST = 0.1
"""Arrows that are shorter than this share of the longest one are not drawn."""
ALONG = np.linspace(0.2, 0.9, 8)
"""Points along the arrows, which names avoid."""
PROMINENCE = 0.05
"""A peak of the length over ordered columns rises by this share of the longest arrow."""


def draw(figure: Figure, study: Study, solution: Solution, W: Array, names: Sequence[str]) -> Words:
    """The map of a solution with the arrows of the loadings W (q, d) of its columns."""
    plane = W[:, :2]
    factor, which, tips = _on_map(figure, study, solution, plane, names, "loading")
    return Words(
        "Samples and loadings on one map: an arrow points to where its column grows. The scale "
        "of the arrows is above and on the right: a loading of 1 is as long as a score of "
        f"{factor:.3g}.{which}",
        f"{in_words(study, solution)} {counted(len(tips), 'arrow')} from the origin, with these "
        f"loadings on both components: {listed(tips)}.",
    )


def of_variables(figure: Figure, study: Study, solution: Solution, fitted: Fitted) -> Words | str:
    """The map with the arrows of the variables beside the data that are numbers.

    A sentence stands instead for one component, and where no variable is a number that varies.
    """
    if solution.components < 2:
        return "There is one component, and no map for the arrows of the variables."
    plane, names = fitted.numbers.arrows, fitted.names
    if not plane.any():
        return "No variable is a number that varies with the scores, so there is no arrow."
    doubtful = fitted.doubtful
    factor, which, tips = _on_map(
        figure, study, solution, plane, names, "R", "variable", 1.0, doubtful
    )
    dashed = f" Dashed: {fitted.dashed}." if doubtful[_chosen(plane, names)[0]].any() else ""
    return Words(
        "Samples and variables on one map: an arrow points to where its variable grows fastest "
        "on these two components. Its length is the root R of the share of its variance that a "
        f"linear function of both has; R = 1 is as long as a score of {factor:.3g}.{dashed}{which}"
        f"{_incomplete(fitted, study.n)}",
        f"{in_words(study, solution)} {counted(len(tips), 'arrow')} from the origin, with these "
        f"tips in units of R: {listed(tips)}.",
    )


def _incomplete(fitted: Fitted, n: int) -> str:
    """A sentence on the numbers that some of the n samples do not have."""
    names = shortened(fitted.names, LONGEST)
    counts = zip(names, fitted.numbers.counts, strict=True)
    few = [f"{name} ({count} of {n})" for name, count in counts if count < n]
    return f" Fitted to the samples that have a value: {listed(few)}." if few else ""


def _on_map(
    figure: Figure,
    study: Study,
    solution: Solution,
    plane: Array,
    names: Sequence[str],
    what: str,
    kind: str = "column",
    reference: float | None = None,
    doubtful: Array | None = None,
) -> tuple[float, str, list[str]]:
    """Samples and arrows (q, 2) drawn, and in words: their scale, which are drawn, their tips."""
    Z = solution.scores[:, :2]
    figure.set_size_inches(WIDE, map_height(Z, [(0, 1)], full=True))
    axes = figure.subplots()
    scores(axes, solution.scores, study.labels, study.unit, explained=solution.explained)
    legend(figure)
    factor, left_out = arrows(axes, Z, plane, names, what, reference, doubtful)
    which = which_arrows(plane, names, kind)
    positions, _ = _chosen(plane, names)
    texts = shortened(names, LONGEST)
    tips = [f"{texts[j]} ({plane[j, 0]:.2g}, {plane[j, 1]:.2g})" for j in positions]
    return factor, f"{f' {which}' if which else ''}{_in_a_list(left_out, plane, names)}", tips


def longest(W: Array, most: int = MOST_ARROWS) -> Array:
    """Positions of the columns with the longest arrows in the plane of W (q, 2), longest first.

    At most ``most``, and none shorter than ``SHORTEST`` of the longest.
    """
    length = np.hypot(W[:, 0], W[:, 1])
    return _long(np.argsort(-length, kind="stable"), length, most)


def _long(positions: Array, length: Array, most: int) -> Array:
    return positions[length[positions] >= SHORTEST * length.max()][:most]


def peaks(W: Array, most: int = MOST_ARROWS) -> Array:
    """Positions of the peaks of the length over ordered columns of W (q, 2), highest first.

    At most ``most``, and none lower than ``SHORTEST`` of the highest. A peak rises by at least
    ``PROMINENCE`` of the highest above the valley between it and a higher peak, so that noise on a
    plateau is no peak, and it lies at least a twentieth of the columns away from a higher peak.
    """
    # Loaded here only: it takes longer than all the rest.
    from scipy.signal import find_peaks

    length = np.hypot(W[:, 0], W[:, 1])
    padded = np.concatenate([[-1.0], length, [-1.0]])
    rise = PROMINENCE * length.max()
    positions = find_peaks(padded, distance=max(1, len(W) / 20), prominence=rise)[0] - 1
    return _long(positions[np.argsort(-length[positions], kind="stable")], length, most)


def _chosen(W: Array, names: Sequence[str]) -> tuple[Array, bool]:
    """Positions of the columns with an arrow, and whether a line joins the tips of all columns."""
    ordered = scale(names) is not None and len(names) > MOST_ARROWS
    return (peaks(W) if ordered else longest(W)), ordered


def which_arrows(W: Array, names: Sequence[str], kind: str = "column") -> str:
    """A sentence for the caption on the columns of W (q, 2) that ``arrows`` chooses.

    >>> which_arrows(np.array([[1.0, 0.0], [0.0, 0.02], [0.3, 0.4]]), ["a", "b", "c"])
    'The longest arrows are drawn: 2 of 3 columns.'
    >>> which_arrows(np.eye(2), ["a", "b"])
    ''
    """
    chosen, ordered = _chosen(W, names)
    if ordered:
        return (
            f"Of {len(W)} {kind}s in an order the peaks are drawn; the gray line joins the tips of "
            f"all {kind}s."
        )
    if len(chosen) < len(W):
        return f"The longest arrows are drawn: {len(chosen)} of {len(W)} {kind}s."
    return ""


def _in_a_list(left_out: Sequence[int], W: Array, names: Sequence[str]) -> str:
    """Arrows whose names found no room, with their loadings W (q, 2), by which they are found."""
    texts = shortened(names, LONGEST)
    ends = [f"{texts[j]} ({W[j, 0]:.2g}, {W[j, 1]:.2g})" for j in left_out]
    return f" Arrows without a name, for lack of room: {listed(ends)}." if ends else ""


def arrows(
    axes: Axes,
    Z: Array,
    W: Array,
    names: Sequence[str],
    what: str = "loading",
    reference: float | None = None,
    doubtful: Array | None = None,
) -> tuple[float, list[int]]:
    """Arrows of the loadings W (q, 2) over the scores Z (n, 2) that ``axes`` show.

    An arrow points to where its column grows. All have one scale, which stands on two more axes;
    the longest, or one of the length ``reference``, reaches nine tenths of the way to the farthest
    score; ``doubtful`` ones (q,) are dashed. Names stand outward along the arrows, beside the
    samples. For ordered columns the peaks have arrows, and a line joins the tips of all columns.
    Returns the length of an arrow for a loading of one, and the positions of the columns whose
    names found no room.
    """
    chosen, ordered = _chosen(W, names)
    longest_arrow = np.hypot(*W.T).max() if reference is None else reference
    factor = 0.9 * np.hypot(*Z.T).max() / longest_arrow if longest_arrow > 0.0 else 1.0
    tips = factor * W
    if ordered:
        axes.plot(*tips.T, color="0.5", lw=0.6)
    for j in chosen:
        look = {"arrowstyle": "->", "color": "0.2", "lw": 0.7, "shrinkA": 0, "shrinkB": 0}
        if doubtful is not None and doubtful[j]:
            look |= {"color": "0.55", "ls": (0, (4, 3))}
        axes.annotate("", tips[j], (0, 0), arrowprops=look)
    # The names of the longest arrows stand beyond their tips.
    axes.update_datalim(1.12 * tips[chosen])
    axes.autoscale_view()
    _scale(axes, factor, what)
    texts = [names[j] for j in chosen]
    others = np.vstack([Z, *(share * tips[chosen] for share in ALONG)])
    left_out = beside(axes, tips[chosen], texts, back=True, others=others, outward=True)
    return factor, [int(chosen[texts.index(name)]) for name in left_out]


def _scale(axes: Axes, factor: float, what: str) -> None:
    """Axes of the loadings, above and on the right."""
    to_loadings = (lambda score: score / factor, lambda loading: factor * loading)
    above, right = (
        axes.secondary_xaxis("top", functions=to_loadings),
        axes.secondary_yaxis("right", functions=to_loadings),
    )
    above.set_xlabel(f"{what} on component 1")
    right.set_ylabel(f"{what} on component 2")
