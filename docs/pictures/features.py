"""Features that one can see, on the page *Features*."""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d.axes3d import Axes3D

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.scatter import classes, legend
from kpca.figures.style import WIDE
from kpca.figures.texts import listed
from kpca.kernels import RBF, Lift, Polynomial
from kpca.statements.reproducing import sample_features
from width import two_circles

POINTS = np.array([[0.0], [0.5], [1.6]])
"""Three points of a line, whose features are drawn."""

GAMMA = 1.0
GAMMAS = (0.25, 1.0, 4.0)


class Lifted(NamedTuple):
    """Features (n, 3) of the two circles, and the plane normal·z = offset between them."""

    Z: Array
    normal: Array
    offset: float
    names: tuple[str, str, str]


def lifts() -> dict[str, Lifted]:
    """The features of the lift and those of the kernel (x·y)², by the titles of their panels.

    |x|² is a sum of features of both, and so |x|² = const. is a plane.
    """
    X, labels = two_circles()
    inner = np.array(labels) == "inner"
    squares = (X**2).sum(axis=1)
    between = float(squares[inner].max() + squares[~inner].min()) / 2.0
    of_lift, of_square = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 1.0])
    quadratic = Polynomial(1.0, 2, 0.0).features(X)[:, -3:]
    return {
        "the lift": Lifted(Lift().features(X), of_lift, between, ("x₁", "x₂", "x₁² + x₂²")),
        "features of (x·y)²": Lifted(quadratic, of_square, between, ("x₁²", "√2 x₁x₂", "x₂²")),
    }


def lift(figure: Figure) -> Words:
    """The two circles in the plane, and in two feature spaces with a plane between them."""
    figure.set_size_inches(WIDE, 3.0)
    X, labels = two_circles()
    # A layout of several axes in space depends on the order of a set, so all have their places.
    first, *others = figure.subfigures(1, 3)
    plane = first.add_subplot()
    plane.set_position((0.2, 0.15, 0.75, 0.6))
    classes(plane, *X.T, labels)
    plane.set(xlabel="x₁", ylabel="x₂", xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), box_aspect=1.0)
    plane.set(xticks=[-1.0, 0.0, 1.0], yticks=[-1.0, 0.0, 1.0], title="two circles in the plane")
    for k, (title, of) in enumerate(lifts().items()):
        space = others[k].add_subplot(projection="3d")
        space.set_position((0.0, 0.0, 1.0, 0.9))
        # It would cover the label of the axis of the panel before it.
        space.patch.set_visible(False)
        _space(space, of, np.array(labels))
        space.set_title(title, y=0.95)
    legend(figure, "circle")
    return Words(
        "Two circles, which no line in the plane separates, and their features by two feature "
        "maps. The squared radius is the third feature of the lift, and the sum of two of the "
        "features x₁², √2 x₁x₂ and x₂², whose inner product is (x·y)². So in both spaces a plane "
        "(gray) separates the circles.",
        f"Three panels of {len(X)} points. First panel: a circle within another one. Second and "
        f"third: the same points in three dimensions, with the plane x₁² + x₂² = {of.offset:.2f} "
        "between the circles.",
    )


def _space(axes: Axes3D, of: Lifted, labels: Array) -> None:
    """Features by circle, and the plane between them over the range of two of the features."""
    sides = [np.array([of.Z[:, j].min(), of.Z[:, j].max()]) for j in range(2)]
    if of.normal[0]:
        sides[0] = np.array([0.0, of.offset])
    x, y = np.meshgrid(*sides)
    z = (of.offset - of.normal[0] * x) / of.normal[2]
    axes.plot_surface(x, y, z, color="0.5", alpha=0.35, linewidth=0, shade=False)
    for k, name in enumerate(sorted(set(labels))):
        look = {"s": 8, "color": COLORS[k], "marker": MARKERS[k], "depthshade": False}
        axes.scatter(*of.Z[labels == name].T, **look)
    axes.set(xlabel=of.names[0], ylabel=of.names[1], zlabel=of.names[2])
    # The label of the last panel would be cut at the edge of the figure otherwise.
    axes.zaxis.set_rotate_label(False)
    axes.zaxis.label.set_rotation(90.0)
    axes.zaxis.labelpad = 1.0
    axes.yaxis.set_rotate_label(False)
    axes.yaxis.label.set_rotation(0.0)
    axes.yaxis.labelpad = 8.0 if of.normal[0] else 0.0
    axes.view_init(elev=16, azim=-60 if of.normal[0] == 0 else -75)
    axes.set_box_aspect((1, 1, 0.9), zoom=0.75)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_tick_params(pad=0)
    axes.locator_params(nbins=3)


def on_sphere() -> Array:
    """The features (3, 3) of the points for the Gaussian kernel, up to a rotation."""
    kernel = RBF(GAMMA)
    Z = sample_features(kernel(POINTS, POINTS))[0]
    # The rotation that puts the first point on the first axis, and the second beside it.
    Q, R = np.linalg.qr(Z.T)
    return R.T * np.sign(R.diagonal())


def angles(distances: Array, gamma: float) -> Array:
    """The angles between two features, in degrees, at distances (m,) of their points."""
    kernel = RBF(gamma)
    return np.degrees(np.arccos(kernel(distances[:, None], np.zeros((1, 1)))[:, 0]))


def sphere(figure: Figure) -> Words:
    """Three features of the Gaussian kernel on the sphere, and the angle for every distance."""
    figure.set_size_inches(6.2, 3.0)
    left, right = figure.subfigures(1, 2)
    space, curves = left.add_subplot(projection="3d"), right.add_subplot()
    Z = on_sphere()
    _octant(space)
    for k, z in enumerate(Z):
        space.plot(*np.array([np.zeros(3), z]).T, color=COLORS[k], lw=1.2)
        look = {"s": 22, "color": COLORS[k], "marker": MARKERS[k], "depthshade": False}
        space.scatter(*z[:, None], label=f"φ({POINTS[k, 0]:g})", **look)
    across = np.linspace(0.0, 3.0, 61)
    for k, (gamma, dashes) in enumerate(zip(GAMMAS, ("--", "-", ":"), strict=True)):
        look = {"color": COLORS[3 + k], "ls": dashes, "label": f"γ = {gamma:g}"}
        curves.plot(across, angles(across, gamma), **look)
    pairs = np.array([0.5, 1.1, 1.6])
    at = angles(pairs, GAMMA)
    curves.plot(pairs, at, "o", color="0.2", ms=4, label="the three pairs")
    curves.set(xlabel="distance |x − y|", ylabel="angle between φ(x) and φ(y) [°]", ylim=(0, 95))
    curves.set_yticks([0, 30, 60, 90])
    legend(figure, "")
    given = listed(
        [f"{angle:.0f}° at {distance:g}" for angle, distance in zip(at, pairs, strict=True)]
    )
    return Words(
        "Features of the Gaussian kernel have length 1. First panel: those of the points 0, 0.5 "
        f"and 1.6 of a line for γ = {GAMMA:g}, on the unit sphere. Three features span three "
        "dimensions, in which they are drawn without any loss. Second: the angle between two "
        "features says how far apart the points are, until it nears 90°. Beyond a distance of "
        "about 2/√γ all points are equally unlike.",
        f"Two panels. First: three arrows of length 1 in an eighth of a sphere. Their angles are "
        f"{given}. Second: three rising curves of the angle, which reach 89° at "
        f"{listed([f'{_reaches(89.0, gamma):.1f} for γ = {gamma:g}' for gamma in GAMMAS])}.",
    )


def _reaches(angle: float, gamma: float) -> float:
    """The distance of two points whose features have this angle, in degrees."""
    return float(np.sqrt(-np.log(np.cos(np.radians(angle))) / gamma))


def _octant(axes: Axes3D) -> None:
    """The part of the unit sphere with coordinates of at least 0, as a net of lines."""
    around, up = np.meshgrid(np.radians([0, 30, 60, 90]), np.radians(np.arange(0, 91, 10)))
    look = {"color": "0.75", "lw": 0.5}
    for lines in ((around, up), (np.radians(np.arange(0, 91, 10))[:, None], up[::3, :1].T)):
        longitude, latitude = np.broadcast_arrays(*lines)
        for j in range(longitude.shape[1]):
            a, b = longitude[:, j], latitude[:, j]
            axes.plot(np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b), **look)
    axes.set(xlabel="z₁", ylabel="z₂", zlabel="z₃", xlim=(0, 1), ylim=(0, 1), zlim=(0, 1))
    axes.grid(visible=False)
    axes.view_init(elev=24, azim=35)
    axes.set_box_aspect((1, 1, 1), zoom=0.85)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_tick_params(pad=0)
        axis.set_ticks([0.0, 0.5])


FOUR = np.array([[-0.5, -0.35], [0.8, -0.6], [0.45, 0.4], [-0.6, 0.8]])
"""Four points, of which no three are on a line and not all on a circle."""


def boundaries() -> list[tuple[Array, Array]]:
    """Labels (4,) and coefficients (4,) of (1, x, |x|²) with the sign of each label at each point.

    One of each pair of labelings with exchanged labels. The last coefficient is 0 where a line
    separates the labels: the best fit by (1, x), and else the exact one.
    """
    lifted = np.column_stack([np.ones(4), Lift().features(FOUR)])
    found = []
    for others in product((1.0, -1.0), repeat=3):
        y = np.array([1.0, *others])
        line = np.append(np.linalg.lstsq(lifted[:, :3], y, rcond=None)[0], 0.0)
        by_line = (np.sign(lifted @ line) == y).all()
        found.append((y, line if by_line else np.linalg.solve(lifted, y)))
    return found


def labelings(figure: Figure) -> Words:
    """Four points with every pair of labels, and the line or the circle between the labels."""
    figure.set_size_inches(WIDE, 4.0)
    x, y = np.meshgrid(np.linspace(-1.2, 1.2, 121), np.linspace(-1.2, 1.2, 121))
    grid = np.column_stack([x.ravel(), y.ravel()])
    lifted = np.column_stack([np.ones(len(grid)), Lift().features(grid)])
    all_axes = figure.subplots(2, 4, sharex=True, sharey=True).ravel()
    circles = 0
    for axes, (labels, w) in zip(all_axes, boundaries(), strict=True):
        for k, sign in enumerate((1.0, -1.0)):
            axes.plot(*FOUR[labels == sign].T, MARKERS[k], color=COLORS[k], ms=6)
        values = (lifted @ w).reshape(x.shape)
        axes.contour(x, y, values, levels=[0.0], colors="0.4", linewidths=1.0)
        circles += w[3] != 0.0
        axes.set(xticks=[], yticks=[], aspect="equal", title="circle" if w[3] else "line")
        axes.set(xlabel="x₁", ylabel="x₂")
    all_axes[0].set_title("no line needed")
    return Words(
        "Four points can be labeled in 16 ways, of which 8 are drawn; the others have the labels "
        "exchanged. A line separates all but one of these. A plane in the lift is a line or a "
        "circle in the plane, and it separates the last one, too: 14 of the 16 labelings in the "
        "plane, and all 16 in the lift.",
        f"Eight panels of four points. In {len(all_axes) - circles} a line is between the labels, "
        f"or all labels are the same; in {circles} it is a circle around two opposite points.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {
    "lift-of-circles": lift,
    "labelings": labelings,
    "gaussian-sphere": sphere,
}
"""What draws each picture, by the name of its file."""
