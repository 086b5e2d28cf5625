"""The agreement matrix: every statement on every study, as a share of its tolerance."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, readable_on
from kpca.figures.style import SMALLEST
from kpca.figures.texts import counted, listed, literal, shortened

MOST = 16
"""The most statements in one row of panels: a number of four letters needs a quarter inch."""

NORM = TwoSlopeNorm(vcenter=0.0, vmin=-6.0, vmax=2.0)
_CMAP = "PuOr_r"


def draw(
    figure: Figure, studies: Sequence[str], ids: Sequence[str], ratio: Array, agrees: Array
) -> Words:
    """Panels of at most ``MOST`` statements below each other, with one color bar.

    ``ratio`` (studies, ids) is discrepancy/tolerance, NaN where a statement does not apply.
    """
    rows = max(1, -(-len(ids) // MOST))
    across = -(-len(ids) // rows)
    figure.set_size_inches(figure.get_figwidth(), 0.5 + rows * (0.42 + 0.17 * len(studies)))
    panels = figure.subplots(rows, 1, squeeze=False)[:, 0]
    for row, axes in enumerate(panels):
        shown = slice(row * across, (row + 1) * across)
        panel(axes, studies, ids[shown], ratio[:, shown], agrees[:, shown])
        # Cells have one width in all panels.
        axes.set_xlim(-0.5, across - 0.5)
    bar = figure.colorbar(
        ScalarMappable(NORM, _CMAP),
        ax=list(panels),
        location="bottom",
        shrink=0.6,
        aspect=40,
        # Shares of the height, by default, of which a figure with many panels has too much.
        fraction=0.25 / figure.get_figheight(),
        pad=0.1 / figure.get_figheight(),
        ticks=[-6, -4, -2, 0, 1, 2],
        extend="both",
    )
    bar.set_label("log10(discrepancy / tolerance)")
    return Words(CAPTION, _in_words(studies, ids, ratio, agrees))


CAPTION = (
    "log10 of discrepancy over tolerance, by study and statement, in the order of the ledger: "
    "sections 1 and 2, PCA and scaling (P, M) and kernels (K); sections 3 to 5, eigenproblem (E), "
    "centering and distances (C, D) and projection (R); and what the literature says beyond (S). "
    "−2 means one hundredth of the tolerance; "
    "“exact” means no discrepancy at all; 0 would be the limit, and is white. Colors end at −6 "
    "and 2. A crossed cell fails. A cell "
    "without a number does not apply, or the data cannot reveal a broken formula."
)


def _in_words(studies: Sequence[str], ids: Sequence[str], ratio: Array, agrees: Array) -> str:
    executed = ~np.isnan(ratio)
    fails = executed & ~agrees
    worst = np.unravel_index(np.nanargmax(ratio), ratio.shape)
    crossed = [f"{ids[j]} on {studies[i]}" for i, j in np.argwhere(fails)]
    return (
        f"A grid of {counted(len(studies), 'study', 'studies')} by "
        f"{counted(len(ids), 'statement')}. {executed.sum()} cells have a number, and "
        f"{(~executed).sum()} are blank. Exact ones: {(ratio == 0).sum()}. The largest discrepancy "
        f"is {ratio[worst]:.2g} of its tolerance, for {ids[worst[1]]} on {studies[worst[0]]}. "
        f"Crossed cells: {listed(crossed)}."
    )


def panel(
    axes: Axes, studies: Sequence[str], ids: Sequence[str], ratio: Array, agrees: Array
) -> None:
    """log10(discrepancy/tolerance) (studies, ids): below 0 agrees; NaN means not applicable.

    A discrepancy of exactly 0 is written "exact"; a cell that fails is crossed.
    """
    with np.errstate(divide="ignore"):
        exponent = np.log10(ratio)
    shown = np.clip(exponent, NORM.vmin, NORM.vmax)
    image = axes.imshow(np.ma.masked_invalid(shown), cmap=_CMAP, norm=NORM, aspect="auto")
    for i, j in np.argwhere(~np.isnan(ratio)):
        text = _text(ratio[i, j])
        look = {"ha": "center", "va": "center", "fontsize": SMALLEST}
        axes.text(j, i, text, color=readable_on(image.to_rgba(shown[i, j])), **look)
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
