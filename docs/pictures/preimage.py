"""The pre-image as the nearest point, on the page *Pre-images*."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from components import KERNEL, POINTS
from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.contours import grid_around
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.formulations import dual
from kpca.kernels import RBF
from kpca.preimages.methods import FixedPoint, GradientDescent
from kpca.preimages.target import Target
from width import two_circles

GAMMA = 1.0
COMPONENTS = 8
NOISY = np.array([[1.3, 0.6]])
"""A point outside of the circles."""

LEVELS = np.arange(0.4, 1.5, 0.1)
"""The distances at which level lines are drawn."""

SHORT = 1e-3
"""The path ends with a step that is shorter."""


class Search(NamedTuple):
    """The projection of a noisy point, the samples (n, 2), and the path (s, 2) to its pre-image."""

    target: Target
    X: Array
    path: Array

    def distance(self, Y: Array) -> Array:
        """The distances (m,) of the features of points Y (m, 2) from the projection."""
        return np.sqrt(self.target.take(np.zeros(len(Y), dtype=int)).squared_distances(Y))


def search() -> Search:
    """The fixed-point iteration from the noisy point."""
    X, _ = two_circles()
    kernel = RBF(GAMMA)
    data = Vectors(kernel, X, NOISY)
    solution = dual.fit(data.K, COMPONENTS, data.element_error)
    target = Target.of_projections(solution, kernel, X, NOISY)
    path = [NOISY[0]]
    while len(path) < 2 or np.linalg.norm(path[-1] - path[-2]) > SHORT:
        weights = target.W[0] * kernel(path[-1][None, :], X)[0]
        path.append(weights @ X / weights.sum())
    return Search(target, X, np.array(path))


def nearest(figure: Figure) -> Words:
    """The distance of each point of the plane from a projection, and a path to the nearest one."""
    figure.set_size_inches(WIDE, 3.2)
    plane, steps = figure.subplots(1, 2, width_ratios=[1.2, 1.0])
    of = search()
    everything = np.vstack([of.X, NOISY])
    grid, _ = grid_around(everything, Vectors(of.target.kernel, everything, everything))
    points = np.column_stack([side.ravel() for side in grid])
    heights = of.distance(points).reshape(grid[0].shape)
    plane.contour(*grid, heights, levels=LEVELS, colors="0.6", linewidths=0.6)
    plane.scatter(*of.X.T, s=8, color="0.4", lw=0, label="sample")
    plane.plot(*of.path.T, color=COLORS[1], lw=0.8, marker=".", ms=3, label="step")
    plane.scatter(*of.path[0], s=26, color=COLORS[1], marker="s", lw=0, label="noisy point x")
    plane.scatter(*of.path[-1], s=40, color=COLORS[0], marker="*", label="pre-image y*", zorder=3)
    plane.set(xlabel="x₁", ylabel="x₂", aspect="equal", title="‖φ(y) − P‖, in level lines")
    reached = of.distance(of.path)
    sample = float(of.distance(of.X).min())
    bound = float(of.target.lower_bound[0])
    steps.plot(reached, color=COLORS[1], lw=0.8, marker=".", ms=4)
    steps.axhline(sample, color="0.3", lw=0.8, ls="--")
    steps.axhline(bound, color="0.3", lw=0.8, ls=":")
    steps.set(xlabel="step of the fixed point", ylabel="‖φ(y) − P‖", ylim=(0, None))
    for height, words in ((sample, "nearest sample"), (bound, "no point is below")):
        steps.text(len(reached) - 1, height, words, ha="right", va="bottom")
    legend(figure, "")
    end = FixedPoint()(of.target, NOISY).points[0]
    return Words(
        "A point outside of two circles of samples. P is the projection of its feature, with the "
        f"mean, on {COMPONENTS} components of the Gaussian kernel with γ = {GAMMA:g}. First "
        "panel: how far the feature of each point of the plane is from P; the lines are 0.1 "
        f"apart, and the innermost one is that of {LEVELS[0]:g}. The pre-image is where this is "
        "least, and an iteration goes there, the fixed point of the section about methods. "
        "Second: each step comes nearer. The last one is nearer than every sample (dashed), but "
        "not at 0: P is the feature of no point. Dotted: a lower bound for all points.",
        f"Two panels. First: level lines around the nearest point, and a path from "
        f"({NOISY[0, 0]:.2f}, {NOISY[0, 1]:.2f}) to ({end[0]:.2f}, {end[1]:.2f}). Second: the "
        f"distance falls from {reached[0]:.2f} to {reached[-1]:.2f}. That of the nearest sample is "
        f"{sample:.2f}, and the lower bound {bound:.2f}.",
    )


NEW = np.array([[2.0]])
"""The point of the worked example."""


def projected() -> dict[str, tuple[Array, float]]:
    """Of NEW: its projection on component 1, as features (3,), and its pre-image, two times."""
    data = Vectors(KERNEL, POINTS, NEW)
    solution = dual.fit(data.K, 1, data.element_error)
    found = {}
    ways = {"with the mean": Target.of_projections, "without the mean": Target.without_mean}
    for name, way in ways.items():
        target = way(solution, KERNEL, POINTS, NEW)
        end = GradientDescent()(target, NEW).points[0, 0]
        found[name] = (target.W[0] @ KERNEL.features(POINTS), float(end))
    return found


def on_curve(figure: Figure) -> Words:
    """The features of all points as a curve, a projection off it, and the nearest point of it."""
    figure.set_size_inches(WIDE, 3.6)
    t = np.linspace(-1.5, 2.2, 75)[:, None]
    for k, (axes, (name, (P, end))) in enumerate(
        zip(figure.subplots(1, 2, sharey=True), projected().items(), strict=True)
    ):
        nearest = KERNEL.features(np.array([[end]]))[0]
        axes.plot(*KERNEL.features(t).T[1:], color="0.5", lw=1.2, label="features of all points")
        axes.axhline(P[2], color="0.5", lw=0.8, ls=":", label="component 1")
        axes.plot(*KERNEL.features(POINTS).T[1:], "o", color="0.2", ms=4, label="samples −1, 0, 1")
        axes.plot(*np.array([KERNEL.features(NEW)[0], P]).T[1:], color=COLORS[1], lw=0.8, ls="--")
        axes.plot(*KERNEL.features(NEW).T[1:], "s", color=COLORS[1], ms=5, label="φ(2)")
        axes.plot(*np.array([P, nearest]).T[1:], color=COLORS[0], lw=1.2)
        axes.plot(*P[1:], "D", color=COLORS[2], ms=5, label="projection P")
        axes.plot(*nearest[1:], "*", color=COLORS[0], ms=9, label="φ(y*)")
        axes.set(xlabel="√2 x", ylabel="" if k else "x²", title=f"{name}: y* = {end:.2f}")
        axes.set(aspect="equal")
    legend(figure, "")
    (P, y), (P_0, y_0) = projected().values()
    return Words(
        "The worked example of this page. The features of all points are a curve. The projection P "
        "of φ(2) on component 1 does not lie on it: no point has this feature. The pre-image is "
        "the point whose feature is nearest (blue line). With the mean the projection keeps the "
        "height ⅔ of the mean feature, without it the height 0, so that the pre-images differ. "
        "(The first feature is 1 for every point and is not drawn; without the mean P has 0 there, "
        "which adds 1 to all squared distances.)",
        f"Two panels with a parabola. With the mean P is at ({P[1]:.2f}, {P[2]:.2f}) and the "
        f"nearest feature at ({np.sqrt(2.0) * y:.2f}, {y**2:.2f}). Without the mean they are at "
        f"({P_0[1]:.2f}, {P_0[2]:.2f}) and ({np.sqrt(2.0) * y_0:.2f}, {y_0**2:.2f}).",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {
    "preimage-on-curve": on_curve,
    "preimage": nearest,
}
"""What draws each picture, by the name of its file."""
