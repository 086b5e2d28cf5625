"""The fractions of their tolerances that statements use, in two arithmetics."""

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.style import NARROW


def fractions(figure: Figure, used: dict[str, Array]) -> Words:
    """Fractions of the tolerance that are used, for each arithmetic by name."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    bins = np.linspace(-9.0, 0.5, 39)
    for (label, values), k in zip(used.items(), (1, 0), strict=True):
        look = {"bins": bins, "histtype": "step", "lw": 1.2, "color": COLORS[k]}
        axes.hist(np.log10(values.clip(min=1e-9)), label=label, hatch=k * "////", **look)
    axes.axvline(0.0, color="0.3", lw=0.8, ls="--")
    axes.set(xlabel="log10 of the fraction of the tolerance that is used")
    axes.set_ylabel("statements and studies")
    axes.legend(loc="upper left")
    sizes = "; ".join(
        f"{name}: median {np.median(values):.1e}, largest {values.max():.2g}"
        for name, values in used.items()
    )
    return Words(
        "Two distributions of the same shape: what the tolerances predict happens in both "
        "arithmetics. Left end: exact zeros.",
        f"Two histograms of the fraction of the tolerance that is used. {sizes}. The dashed line "
        "at 1 is the limit.",
    )
