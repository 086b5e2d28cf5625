"""The agreement matrix: every statement on every study, as a share of its tolerance."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.labels import literal
from kpca.figures.names import shortened
from kpca.figures.style import COLORS

MOST = 16
"""The most statements in one row of panels: a number of four letters needs a quarter inch."""

NORM = TwoSlopeNorm(vcenter=0.0, vmin=-6.0, vmax=2.0)
_CMAP = "PuOr_r"


def height(studies: int, ids: int) -> float:
    """Height in inches of the figure that ``draw`` needs."""
    return 0.5 + _rows(ids) * (0.42 + 0.17 * studies)


def _rows(ids: int) -> int:
    return max(1, -(-ids // MOST))


def draw(
    figure: Figure, studies: Sequence[str], ids: Sequence[str], ratio: Array, agrees: Array
) -> None:
    """Panels of at most ``MOST`` statements below each other, with one color bar.

    ``ratio`` (studies, ids) is discrepancy/tolerance, NaN where a statement does not apply.
    """
    rows = _rows(len(ids))
    across = -(-len(ids) // rows)
    panels = figure.subplots(rows, 1, squeeze=False)[:, 0]
    for row, axes in enumerate(panels):
        part = slice(row * across, (row + 1) * across)
        panel(axes, studies, ids[part], ratio[:, part], agrees[:, part])
        # Cells have one width in all panels.
        axes.set_xlim(-0.5, across - 0.5)
    bar = figure.colorbar(
        ScalarMappable(NORM, _CMAP),
        ax=list(panels),
        location="bottom",
        shrink=0.6,
        aspect=40,
        ticks=[-6, -4, -2, 0, 1, 2],
    )
    bar.set_label("log10(discrepancy / tolerance)")


def panel(
    axes: Axes, studies: Sequence[str], ids: Sequence[str], ratio: Array, agrees: Array
) -> None:
    """log10(discrepancy/tolerance) (studies, ids): below 0 agrees; NaN means not applicable.

    A discrepancy of exactly 0 is written "exact"; a cell that fails is crossed.
    """
    with np.errstate(divide="ignore"):
        exponent = np.log10(ratio)
    shown = np.clip(exponent, NORM.vmin, NORM.vmax)
    axes.imshow(np.ma.masked_invalid(shown), cmap=_CMAP, norm=NORM, aspect="auto")
    for i, j in np.argwhere(~np.isnan(ratio)):
        text = _text(ratio[i, j])
        color = "w" if shown[i, j] < -4.2 or shown[i, j] > 1.4 else "0.1"
        axes.text(j, i, text, ha="center", va="center", fontsize=6, color=color)
        if not agrees[i, j]:
            for ends in ([i - 0.4, i + 0.4], [i + 0.4, i - 0.4]):
                axes.plot([j - 0.4, j + 0.4], ends, color=COLORS[1], lw=1.5)
    axes.set_xticks(range(len(ids)), ids)
    axes.set_yticks(range(len(studies)), list(map(literal, shortened(studies, 18))))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def _text(ratio: float) -> str:
    """A power of ten with one digit; below a billionth of the tolerance only that it is below."""
    if ratio == 0:
        return "exact"
    return "< −9" if ratio < 1e-9 else f"{np.log10(ratio):.1f}".replace("-", "−")
