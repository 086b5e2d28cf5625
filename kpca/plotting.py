"""Figures: one style, colors and markers that survive color blindness and gray, fixed bytes."""

import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.text import Annotation
from matplotlib.ticker import StrMethodFormatter
from matplotlib.transforms import Bbox

from kpca.kernels import Array

# Okabe & Ito's palette and three more; each class also has its own marker, for gray.
COLORS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#000000",
    "#8C6D00",
    "#882255",
    "#999999",
)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")

STYLE = {
    "figure.dpi": 110,
    "savefig.dpi": 160,
    "figure.constrained_layout.use": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": "medium",
    "axes.titlelocation": "left",
    "font.size": 9.5,
    "legend.frameon": False,
    "image.cmap": "cividis",
    "svg.hashsalt": "kpca",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
}
# Whatever a user's own settings say: equal figures have equal bytes.
plt.rcdefaults()
plt.rcParams.update(STYLE)
# A letter that the font does not have is drawn as a box, which says enough.
warnings.filterwarnings("ignore", message="Glyph .* missing from")


def caption(figure: Figure, text: str, width: int = 110) -> None:
    """A caption under the figure that says what to see."""
    figure.supxlabel(fill(text, width), x=0.01, ha="left", fontsize=8.5, color="0.25")


def save(figure: Figure, folder: str | Path, name: str) -> None:
    """Write NAME.svg, NAME.pdf and NAME.png without dates: equal figures have equal bytes."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    # The layout is solved once and then kept: it costs more than drawing.
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    figure.savefig(target / f"{name}.svg", metadata={"Date": None})
    figure.savefig(target / f"{name}.pdf", metadata={"CreationDate": None, "ModDate": None})
    figure.savefig(target / f"{name}.png", metadata={"Software": None})


def plain(text: object, longest: int = 40) -> str:
    """Text of a user as it stands: no formula, no control characters, of bounded length."""
    shown = "".join(mark if mark.isprintable() else " " for mark in str(text))
    shown = shown if len(shown) <= longest else shown[: longest - 1] + "…"
    # Matplotlib reads what stands between dollars as a formula, and hides a leading underscore.
    shown = shown.replace("$", r"\$")
    return f"\u200b{shown}" if shown.startswith("_") else shown


def with_unit(text: str, unit: str) -> str:
    """An axis label with its unit; "1" is a number without one."""
    return text if unit == "1" else f"{text} [{plain(unit)}]"


def classes(axes: Axes, x: Array, y: Array, labels: Sequence[str], **style: object) -> None:
    """Scatter of points (n,) with one color and marker a class."""
    for k, name in enumerate(sorted(set(labels))):
        chosen = np.array([label == name for label in labels])
        look = {"s": 16, "alpha": 0.75, "linewidths": 0} | style
        axes.scatter(
            x[chosen],
            y[chosen],
            color=COLORS[k % len(COLORS)],
            marker=MARKERS[k % len(MARKERS)],
            label=plain(name),
            **look,
        )


def scores(
    axes: Axes, Z: Array, labels: Sequence[str], unit: str, new: Array | None = None
) -> None:
    """The first two coordinates; new points as hollow rings. No legend where it would say nothing:
    for more than ten classes, or one."""
    distinct = len(set(labels))
    shown = labels if distinct <= 10 else ["sample"] * len(labels)
    second = Z[:, 1] if Z.shape[1] > 1 else np.zeros(len(Z))
    classes(axes, Z[:, 0], second, shown)
    if new is not None:
        ring = {"facecolors": "none", "edgecolors": "0.15", "linewidths": 0.7, "s": 34}
        across = new[:, 1] if new.shape[1] > 1 else np.zeros(len(new))
        axes.scatter(new[:, 0], across, label="new point", **ring)
    axes.set_xlabel(with_unit("component 1", unit))
    axes.set_ylabel(with_unit("component 2", unit))
    if len(set(shown)) > 1 or new is not None:
        axes.legend(fontsize="x-small", ncols=1 + (distinct > 5), markerscale=1.1)


BESIDE = tuple(
    {"position": (x, y), "ha": across, "va": up}
    for x, y, across, up in (
        (4, 0, "left", "center"),
        (-4, 0, "right", "center"),
        (0, -4, "center", "top"),
        (0, 4, "center", "bottom"),
        (3, 3, "left", "bottom"),
        (3, -3, "left", "top"),
        (-3, 3, "right", "bottom"),
        (-3, -3, "right", "top"),
    )
)
"""Where a name may stand, in points from its sample, and how it is aligned there."""


def named(axes: Axes, Z: Array, names: Sequence[str], most: int = 30, size: float = 6.5) -> None:
    """The names of the samples beside their first two coordinates, if they are few.

    Each stands where it covers the fewest points and earlier names, and leaves the axes last.
    """
    if len(names) > most or Z.shape[1] < 2:
        return
    # The places of the points have to be known, and a constrained layout is solved by drawing.
    axes.figure.draw_without_rendering()
    taken = [Bbox([p - 4, p + 4]) for p in axes.transData.transform(Z[:, :2])]
    for z, name in zip(Z, names, strict=True):
        text = axes.annotate(
            plain(name, 18), z[:2], (0, 0), textcoords="offset points", fontsize=size
        )
        text.set(**min(BESIDE, key=lambda look: _covered(text, look, taken)))
        taken.append(text.get_window_extent())


def _covered(text: Annotation, look: dict[str, object], taken: list[Bbox]) -> int:
    text.set(**look)
    box, inside = text.get_window_extent(), text.axes.bbox
    leaves = not (inside.containsx(box.x0) and inside.containsx(box.x1))
    return box.count_overlaps(taken) + leaves


def spectrum(axes: Axes, mu: Array, cutoff: float, unit: str, kept: int = 0) -> None:
    """|mu| against its place, on a log scale: positive, negative, and lost in rounding."""
    place = np.arange(1, len(mu) + 1)
    look = {"linewidths": 0, "s": 14}
    for chosen, label, color, marker in (
        (mu > cutoff, "positive", COLORS[0], "o"),
        (mu < -cutoff, "negative, shown as |μ|", COLORS[1], "v"),
        (np.abs(mu) <= cutoff, "below the cut-off", "0.7", "."),
    ):
        if chosen.any():
            size = np.abs(mu[chosen]).clip(min=cutoff * 1e-6)
            axes.scatter(place[chosen], size, color=color, marker=marker, label=label, **look)
    if kept:
        axes.axvspan(0.8, kept + 0.5, color=COLORS[5], alpha=0.25, lw=0, label="components kept")
    axes.axhline(cutoff, color="0.3", lw=0.8, ls="--")
    axes.set_yscale("log")
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
    axes.set_xlabel("place in the spectrum")
    axes.set_ylabel(with_unit("eigenvalue |μ|", unit if unit == "1" else f"{unit}²"))


def against_tolerance(
    axes: Axes, labels: Sequence[str], measured: Array, allowed: Array, name: str
) -> None:
    """Measured discrepancies as dots under their tolerances, on a log scale."""
    place = np.arange(len(labels))
    floor = allowed.min() * 1e-6
    axes.vlines(place, measured.clip(min=floor), allowed, color="0.8", lw=1)
    axes.scatter(place, allowed, marker="_", s=120, color=COLORS[1], label="tolerance")
    axes.scatter(place, measured.clip(min=floor), s=18, color=COLORS[0], label="measured")
    axes.set_yscale("log")
    axes.set_xticks(place, labels)
    axes.set_ylabel(name)
    axes.legend(fontsize="small")


def agreement_matrix(
    axes: Axes, studies: Sequence[str], ids: Sequence[str], ratio: Array, agrees: Array
) -> None:
    """log10(discrepancy/tolerance) (studies, ids): below 0 agrees; NaN means not applicable.

    A discrepancy of exactly 0 is written "exact"; a cell that fails is crossed.
    """
    with np.errstate(divide="ignore"):
        exponent = np.log10(ratio)
    shown = np.clip(exponent, -6.0, 2.0)
    norm = TwoSlopeNorm(vcenter=0.0, vmin=-6.0, vmax=2.0)
    image = axes.imshow(np.ma.masked_invalid(shown), cmap="PuOr_r", norm=norm, aspect="auto")
    for i, j in np.argwhere(~np.isnan(ratio)):
        text = "exact" if ratio[i, j] == 0 else f"{exponent[i, j]:.1f}".replace("-", "−")
        white = shown[i, j] < -4.2 or shown[i, j] > 1.4
        axes.text(
            j,
            i,
            text,
            ha="center",
            va="center",
            fontsize=6 if text == "exact" else 7.5,
            color="w" if white else "0.1",
        )
        if not agrees[i, j]:
            axes.plot([j - 0.4, j + 0.4], [i - 0.4, i + 0.4], color=COLORS[1], lw=2)
            axes.plot([j - 0.4, j + 0.4], [i + 0.4, i - 0.4], color=COLORS[1], lw=2)
    axes.set_xticks(range(len(ids)), ids)
    axes.set_yticks(range(len(studies)), studies)
    axes.set_xlabel("statement of the ledger")
    axes.set_ylabel("study")
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.85, ticks=[-6, -4, -2, 0, 1, 2])
    bar.set_label("log10(discrepancy / tolerance)")


def contours(
    axes: Axes, grid: tuple[Array, Array], values: Array, points: Array, labels: Iterable[str]
) -> None:
    """Level lines of one function on the plane, over the points it was learned from."""
    axes.contourf(*grid, values, levels=12, alpha=0.75)
    axes.contour(*grid, values, levels=12, colors="0.2", linewidths=0.5)
    classes(axes, points[:, 0], points[:, 1], list(labels), s=9)
    axes.set_aspect("equal")
    axes.set_xlabel("x₁")
    axes.set_ylabel("x₂")
