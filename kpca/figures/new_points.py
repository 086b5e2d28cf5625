"""New points beside the training samples: how far out they lie on each component."""

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.scatter import MOST_VECTORS
from kpca.figures.style import COLORS
from kpca.figures.texts import counted, listed
from kpca.solvers.solution import Solution


def beside_training(figure: Figure, solution: Solution, new: Array) -> Words:
    """Sizes of the scores of training samples as boxes, and of new points (m, d) as dots."""
    axes, spread = figure.subplots(), np.sqrt(solution.variance)
    across = range(1, solution.components + 1)
    old, away = np.abs(solution.scores) / spread, np.abs(new) / spread
    axes.boxplot(old, positions=list(across), widths=0.3, whis=(0, 100))
    place = np.tile(np.array(across) + 0.32, len(new))
    look = {"s": 6, "color": COLORS[1], "lw": 0, "label": "new point"}
    axes.scatter(place, away.ravel(), rasterized=away.size > MOST_VECTORS, **look)
    axes.set(xlabel="component", ylabel="|score| / standard deviation")
    axes.set_xticks(list(across), across)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    beyond = (away > old.max(axis=0)).sum(axis=0)
    counts = [f"{count} on component {k}" for k, count in enumerate(beyond, 1) if count]
    return Words(
        "Boxes: the training samples, in standard deviations of each component, with whiskers to "
        "the extremes. Dots: new points beside them. Dots above the whiskers lie outside the "
        "range of the training samples. With the rbf or laplacian kernel a sample that is far from "
        "all others falls near one point inside, and only its low share shows that.",
        f"A box for each of {counted(solution.components, 'component')}, with whiskers up to "
        f"{old.max():.3g} standard deviations, and the dots of {counted(len(new), 'new point')} "
        f"beside it, up to {away.max():.3g}. Dots above the "
        f"whiskers: {listed(counts)}.",
    )
