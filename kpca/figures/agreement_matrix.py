"""The agreement matrix: each statement as a share of its tolerance, in a strip for each study."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.style import SMALLEST
from kpca.figures.texts import counted, listed, literal, shortened

LEAST = 1e-9
"""A smaller share of the tolerance is drawn here."""


def draw(
    figure: Figure, studies: Sequence[str], ids: Sequence[str], ratio: Array, agrees: Array
) -> Words:
    """A strip for each study, and beside it the statement with the largest share.

    ``ratio`` (studies, ids) is discrepancy/tolerance, NaN where a statement does not apply.
    """
    figure.set_size_inches(figure.get_figwidth(), 0.7 + 0.27 * len(studies))
    fails = ~np.isnan(ratio) & ~agrees
    worst = np.where(np.isnan(ratio), -1.0, ratio).argmax(axis=1)
    largest = ratio[np.arange(len(ratio)), worst]
    beside = [
        "" if np.isnan(share) else f"{ids[j]}: {share:.2g}"
        for j, share in zip(worst, largest, strict=True)
    ]
    strips(figure.subplots(), studies, ratio, beside, fails)
    crossed = [f"{ids[j]} on {studies[i]}" for i, j in np.argwhere(fails)]
    executed, i = ~np.isnan(ratio), int(np.nanargmax(largest))
    return Words(
        "Discrepancy over tolerance, a mark for each statement that a study can decide; the dashed "
        "line is the limit. On the right: the statement with the largest share. On the left edge: "
        f"shares below a billionth, and zeros. Beyond the limit (crosses): {listed(crossed)}.",
        f"{counted(len(studies), 'strip')} of marks, {executed.sum()} of "
        f"{counted(ratio.size, 'pair')} of a study and one of {counted(len(ids), 'statement')}. "
        f"Exact ones: {(ratio == 0).sum()}. The largest discrepancy is {largest[i]:.2g} of "
        f"its tolerance, for {ids[worst[i]]} on {studies[i]}.",
    )


def strips(
    axes: Axes, rows: Sequence[str], values: Array, beside: Sequence[str], crossed: Array
) -> None:
    """Values (r, p) in tolerances, a strip for each row, with a text ``beside`` it.

    Those that are ``crossed`` (r, p) have another mark, and NaN has none.
    """
    i, j = np.nonzero(~np.isnan(values))
    shown, crosses = values[i, j].clip(min=LEAST), crossed[i, j]
    axes.scatter(shown[~crosses], i[~crosses], marker="|", s=70, color=COLORS[0], linewidths=0.8)
    axes.scatter(shown[crosses], i[crosses], marker="x", s=25, color=COLORS[1], linewidths=1.5)
    axes.axvline(1.0, color="0.3", lw=0.8, ls="--")
    for row, text in enumerate(beside):
        look = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
        axes.annotate(text, (1.0, row), (6, 0), va="center", fontsize=SMALLEST, **look)
    axes.set(xscale="log", xlabel="discrepancy / tolerance", ylim=(len(rows) - 0.5, -0.5))
    axes.set_yticks(range(len(rows)), list(map(literal, shortened(rows, 18))))
    axes.tick_params(axis="y", length=0)
