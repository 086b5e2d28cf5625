"""Figures drawn in memory for tests, and small solutions and studies to draw."""

import numpy as np
from made_solutions import made
from matplotlib.figure import Figure
from matplotlib.text import Text

from kpca.data import Vectors
from kpca.figures.style import HEIGHT, SMALLEST, WIDE, style
from kpca.kernels import Linear
from kpca.studies.study import Study


def drawn(draw, *data, **options):
    """The figure that a function draws, rendered once, and the words that it returns."""
    with style():
        figure = Figure(figsize=(WIDE, HEIGHT))
        words = draw(figure, *data, **options)
        figure.draw_without_rendering()
    sizes = [text.get_fontsize() for text in figure.findobj(Text) if text.get_text()]
    assert min(sizes, default=SMALLEST) >= SMALLEST, "every text has at least 12 pixels"
    return figure, words


def solution(spectrum, components, bound=1e-12):
    """A solution with a chosen spectrum (n,), whose eigenvectors are unit vectors (n, d)."""
    spectrum = np.asarray(spectrum, dtype=float)
    return made(spectrum, np.eye(len(spectrum))[:, :components], bound)


def study(X, labels, components=2, new=0, unit="1"):
    """A study of points with the linear kernel; without ``new`` points they are placed again."""
    X = np.asarray(X, dtype=float)
    names = [f"p{i}" for i in range(len(X))]
    old, fresh = slice(len(X) - new), slice(len(X) - new, None) if new else slice(None)
    data = Vectors(Linear(), X[old], X[fresh])
    of = (names[old], labels[old], names[fresh], labels[fresh])
    return Study("small", "Small", data, components, *of, unit=unit)
