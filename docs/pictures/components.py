"""A component as a combination of samples, on the page *The eigenproblem*."""

from collections.abc import Callable
from typing import NamedTuple

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.contours import grid_around
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import legend
from kpca.figures.style import SIGNED, WIDE
from kpca.figures.texts import two_decimals
from kpca.formulations import dual
from kpca.kernels import RBF, Polynomial
from width import two_circles

GAMMA, COMPONENTS = 4.0, 2

LARGEST = 90.0
"""The area of the marker of the largest coefficient, in square points."""


class OnPlane(NamedTuple):
    """Components of samples in the plane.

    X (n, 2)  the samples
    alpha (n, d)  their coefficients
    grid  two arrays of coordinates of points of the plane
    values (d, *)  each component at these points: sum of alpha_i k~(t, x_i)
    """

    X: Array
    alpha: Array
    grid: list[Array]
    values: Array


def on_plane() -> OnPlane:
    """The first components of the two circles, and what they are between the samples."""
    X, _ = two_circles()
    data = Vectors(RBF(GAMMA), X, X)
    solution = dual.fit(data.K, COMPONENTS, data.element_error)
    grid, K_grid = grid_around(X, data)
    values = dual.place(solution, data.K, K_grid).T.reshape(-1, *grid[0].shape)
    return OnPlane(X, solution.alpha, grid, values)


def of_samples(figure: Figure) -> Words:
    """The coefficients of two components on the samples, and the components on the plane."""
    figure.set_size_inches(5.4, 5.4)
    of = on_plane()
    panels = figure.subplots(COMPONENTS, 2, sharey=True)
    for k, (left, right) in enumerate(panels):
        _coefficients(left, of.X, of.alpha[:, k])
        _function(right, of, of.values[k])
        left.set_ylabel("x₂")
        left.set_title(f"coefficients α of component {k + 1}")
        right.set_title(f"component {k + 1} = Σᵢ αᵢ k̃(t, xᵢ)")
    for axes in panels.flat:
        axes.set(xlabel="x₁", aspect="equal", xlim=(-1.4, 1.3), ylim=(-1.3, 1.3))
    first = of.alpha[:, 0]
    inner = np.array(two_circles()[1]) == "inner"
    return Words(
        f"A component is a combination of samples: the two circles with γ = {GAMMA:g}. First "
        "panel: each sample with its coefficient. The larger the triangle, the larger the size of "
        "the coefficient; it points up if the coefficient is positive and down if it is negative. "
        "Second: the same coefficients times centered kernel values, added up at each point t of "
        "the plane. Purple is positive, green is negative, and on the black line the sum is 0. "
        "Component 1 is a ring, which no straight direction can be. Component 2 tells two sides "
        "of the plane apart.",
        f"Four panels. First: on component 1 the {inner.sum()} samples of the inner circle "
        f"have coefficients from {first[inner].min():.2f} to {first[inner].max():.2f}, and the "
        f"{(~inner).sum()} of the outer one from {two_decimals(first[~inner].min())} to "
        f"{two_decimals(first[~inner].max())}. Second: component 1 is positive within a "
        "closed line between the circles and negative outside of it. Third: on component 2 "
        "the samples of one side have positive and those of the other side negative coefficients. "
        "Fourth: component 2 is 0 along a curve through the middle.",
    )


def _coefficients(axes: Axes, X: Array, alpha: Array) -> None:
    """Samples as triangles: area, direction and color are the size and the sign of alpha (n,)."""
    most = np.abs(alpha).max()
    ends = matplotlib.colormaps[SIGNED](np.array([0.05, 0.95]))
    for marker, color, chosen in (("v", ends[0], alpha < 0.0), ("^", ends[1], alpha >= 0.0)):
        sizes = LARGEST * np.abs(alpha[chosen]) / most
        look = {"marker": marker, "color": color, "edgecolors": "0.3", "lw": 0.3, "zorder": 2}
        axes.scatter(*X[chosen].T, s=sizes, **look)


def _function(axes: Axes, of: OnPlane, values: Array) -> None:
    """One component over the plane in steps of color, the line where it is 0, and the samples."""
    # A little more than the largest value: at this value itself, rounding would decide.
    most = 1.01 * np.abs(values).max()
    levels = most * np.linspace(-1.0, 1.0, 14)
    axes.contourf(*of.grid, values, levels=levels, cmap=SIGNED)
    axes.contour(*of.grid, values, levels=[0.0], colors="black", linewidths=0.8)
    axes.scatter(*of.X.T, s=5, color="0.2", lw=0, zorder=2)


POINTS = np.array([[-1.0], [0.0], [1.0]])
"""The samples of the worked example of the theory pages."""

KERNEL = Polynomial(1.0, 2, 1.0)
FORMULAS = ("−√2 t", "t² − ⅔")
"""The two components of the example, with the signs that the page gives them."""

V = np.array([[1.0, 0.0, -1.0], [1.0, -2.0, 1.0]]).T / np.sqrt([2.0, 6.0])
"""The unit eigenvectors (3, 2) of the example, as on the page."""


class OnLine(NamedTuple):
    """The components of the example at points t (m,): terms (2, 3, m) of each sample, and scores.

    scores (3, 2)  of the samples
    """

    t: Array
    terms: Array
    scores: Array


def on_line() -> OnLine:
    """alpha_i k~(t, x_i) for both components and all samples of the worked example."""
    t = np.linspace(-2.0, 2.0, 81)
    data = Vectors(KERNEL, POINTS, t[:, None])
    solution = dual.fit(data.K, 2, data.element_error)
    signs = np.sign((solution.V * V).sum(axis=0))
    means = data.K.mean(axis=0)
    centered = data.K_new - data.K_new.mean(axis=1)[:, None] - means + means.mean()
    alpha = solution.alpha * signs
    return OnLine(t, alpha.T[:, :, None] * centered.T, solution.scores * signs)


def of_three(figure: Figure) -> Words:
    """The two components of the worked example as sums of one curve for each sample."""
    figure.set_size_inches(WIDE, 3.0)
    of = on_line()
    for k, axes in enumerate(figure.subplots(1, 2)):
        for i, (x, dashes) in enumerate(zip(POINTS[:, 0], ("--", "-.", ":"), strict=True)):
            look = {"color": COLORS[i], "ls": dashes, "lw": 1.2}
            axes.plot(
                of.t,
                of.terms[k, i],
                label=f"αᵢ k̃(t, xᵢ) of the sample {x:g}".replace("-", "−"),
                **look,
            )
        axes.plot(of.t, of.terms[k].sum(axis=0), color="black", lw=1.6, label="their sum")
        axes.plot(POINTS[:, 0], of.scores[:, k], "o", color="black", ms=4, label="a score")
        axes.axhline(0.0, color="0.7", lw=0.5, zorder=0)
        axes.set(xlabel="point t", ylabel=f"component {k + 1}")
        axes.set_title(f"component {k + 1}: {FORMULAS[k]}")
    legend(figure, "")
    ends = of.terms.sum(axis=1)
    return Words(
        "The two components of the example. Each sample gives one curve (broken line), its "
        "coefficient times its centered kernel value at t, and the sum of the curves is the "
        "component (solid). It is a function of every t, and its values at the "
        "samples are the scores (dots).",
        f"Two panels with three curves and their sum. In the first the sum is a line that "
        f"falls from {ends[0, 0]:.2f} at t = −2 to {two_decimals(ends[0, -1])} at t = 2, and the "
        "curve of the sample 0 is zero. In the second the sum is a parabola with "
        f"{ends[1, 0]:.2f} at both ends and {two_decimals(ends[1].min())} at t = 0.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {
    "component-of-samples": of_samples,
    "components-of-three": of_three,
}
"""What draws each picture, by the name of its file."""
