"""The spectrum: every eigenvalue by size, and the cut-off below which rounding decides."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import StrMethodFormatter

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.scatter import legend, legend_above
from kpca.figures.texts import counted, shortened, squared, with_unit
from kpca.results.solved import known_rank
from kpca.solvers.solution import Solution


def whole(figure: Figure, solution: Solution, unit: str) -> Words:
    """Every eigenvalue of a solution by its position, with the components kept."""
    axes = figure.subplots()
    on_axes(axes, solution, unit)
    legend_above(axes)
    rank, computed = known_rank(solution), len(solution.spectrum)
    above = f"{rank} of {counted(computed, 'eigenvalue')}{' lies' if rank == 1 else ' lie'}"
    which = "whole" if solution.complete else "computed part of the"
    more = "" if solution.complete else f" {solution.n - computed} smaller ones are not computed."
    return Words(
        f"The {which} spectrum: {above} above the cut-off (dashed), an a priori bound on all "
        f"rounding errors.{_negative(solution)}{more}",
        f"Eigenvalues by their position, on two logarithmic axes. {in_words(solution)}",
    )


def of_studies(figure: Figure, solutions: Mapping[str, Solution], units: Sequence[str]) -> Words:
    """A panel for each study: the name of a study, its solution, and the unit of its scores."""
    columns = 3
    rows = -(-len(solutions) // columns)
    figure.set_size_inches(figure.get_figwidth(), 0.4 + 1.9 * rows)
    panels = figure.subplots(rows, columns, squeeze=False).ravel()
    titles = shortened(list(solutions), 30)
    for axes, solution, unit, title in zip(panels, solutions.values(), units, titles, strict=False):
        on_axes(axes, solution, unit)
        axes.set_title(title)
    for axes in panels[len(solutions) :]:
        axes.remove()
    legend(figure, "eigenvalue")
    ranks = "; ".join(
        f"{title}: {_counts(solution)}"
        for title, solution in zip(titles, solutions.values(), strict=True)
    )
    return Words(
        "All eigenvalues of the centered Gram matrix, on a logarithmic scale. Triangles: negative "
        "ones, by size. Gray: below the cut-off (dashed), where rounding decides. Shaded: the "
        "components kept.",
        f"{counted(len(solutions), 'panel')} of eigenvalues by their position. {ranks}.",
    )


def _counts(solution: Solution) -> str:
    if solution.complete:
        return (
            f"{solution.rank} of {solution.n} above the cut-off, {len(solution.negative)} negative"
        )
    return (
        f"{len(solution.spectrum)} of {solution.n} computed, "
        f"{known_rank(solution)} of them above the cut-off"
    )


def of_tanh(figure: Figure, mu: Array) -> Words:
    """Eigenvalues mu (n,), descending, of the centered Gram matrix of tanh."""
    axes = figure.subplots()
    position, lost = np.arange(1, len(mu) + 1), 1e-13 * mu[0]
    signs = ((mu > lost, 0, "positive"), (mu < -lost, 1, "negative, by size"))
    for one_sign, k, label in signs:
        look = {"color": COLORS[k], "marker": MARKERS[k], "s": 14}
        axes.scatter(position[one_sign], np.abs(mu[one_sign]), label=label, **look)
    axes.set(yscale="log", xlabel="position in the spectrum", ylabel="|μ|")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return Words(
        "Eigenvalues of the centered tanh matrix. Orange squares: negative eigenvalues, which no "
        "map into a Euclidean space has.",
        f"{counted(len(mu), 'eigenvalue')} by position on a logarithmic axis: "
        f"{counted((mu > lost).sum(), 'positive one')}, the largest {mu[0]:.3g}, and "
        f"{counted((mu < -lost).sum(), 'negative one')}, the lowest {mu[-1]:.3g}.",
    )


def on_axes(axes: Axes, solution: Solution, unit: str) -> None:
    """|mu| against its position, on log scales: positive, negative, and lost in rounding."""
    mu, matrix_error = solution.spectrum, solution.matrix_error
    position = np.arange(1, len(mu) + 1)
    look = {"linewidths": 0, "s": 14}
    for chosen, label, color, marker in (
        (mu > matrix_error, "positive", COLORS[0], "o"),
        (mu < -matrix_error, "negative, shown as |μ|", COLORS[1], "v"),
        (np.abs(mu) <= matrix_error, "below the cut-off", "0.6", "."),
    ):
        if chosen.any():
            size = np.abs(mu[chosen]).clip(min=matrix_error * 1e-6)
            axes.scatter(position[chosen], size, color=color, marker=marker, label=label, **look)
    look = {"color": COLORS[5], "alpha": 0.25, "lw": 0, "label": "components kept"}
    axes.axvspan(0.8, solution.components + 0.5, **look)
    axes.axhline(matrix_error, color="0.3", lw=0.8, ls="--")
    axes.set_yscale("log")
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
    if len(mu) < 10:
        # There are powers of ten only from 10 on.
        axes.set_xticks(position)
    axes.set_xlabel("position in the spectrum")
    axes.set_ylabel(with_unit("eigenvalue |μ|", squared(unit)))


def in_words(solution: Solution) -> str:
    """What ``on_axes`` shows of a solution, in numbers."""
    mu, rank, d = solution.spectrum, known_rank(solution), solution.components
    negative = solution.spectrum[solution.spectrum < -solution.matrix_error]
    range_of = f"from {mu[0]:.3g} to {mu[rank - 1]:.3g}" if rank > 1 else f"of {mu[0]:.3g}"
    lost = len(mu) - rank - len(negative)
    groups = [f"{counted(rank, 'positive eigenvalue')} {range_of}"]
    if len(negative):
        groups.append(f"{counted(len(negative), 'negative one')} down to {negative[-1]:.3g}")
    if lost:
        groups.append(f"{lost} below the cut-off {solution.matrix_error:.1e}")
    return f"{'; '.join(groups)}. The first {d} {'is' if d == 1 else 'are'} shaded as kept."


def _negative(solution: Solution) -> str:
    if not solution.complete or not len(solution.negative):
        return ""
    return (
        " Triangles are negative eigenvalues, shown by size. They belong to the data and not to "
        "rounding: no points in a Euclidean space have these distances."
    )
