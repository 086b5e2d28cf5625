"""Scores, spectrum, level lines and what a projection keeps, in one picture that moves."""

from io import BytesIO

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imsave
from matplotlib.transforms import ScaledTranslation

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.scatter import classes
from kpca.figures.style import COLORS, WIDE, style
from kpca.figures.texts import counted
from kpca.kernels.kernel import Kernel
from plane import KERNELS, Plane, Position, View

PLACES = 30
"""Eigenvalues that are drawn."""

TICKS = {100.0: "100", 1.0: "1", 0.01: "0.01", 0.0001: "0.0001"}
"""Shares of the variance in percent; the axis ends at the last one."""

LINES = 13
"""Level lines of a component."""

KEPT = np.array([0.5, 0.8, 0.9, 0.95])
"""Shares that have a line where the projection keeps as much."""

_LAYOUT = {"left": 0.1, "right": 0.9, "bottom": 0.08, "top": 0.88, "hspace": 0.42, "wspace": 0.36}


def at(figure: Figure, position: Position) -> Words:
    """The picture of one position of the sliders."""
    plane = Plane(position.samples)
    return Picture(figure, plane).draw(plane.view(position))


class Picture:
    """Four panels over the samples of one plane. ``draw`` moves what is drawn, and adds nothing.

    The layout is fixed, because solving it for every position takes longer than drawing.
    """

    def __init__(self, figure: Figure, plane: Plane) -> None:
        self.figure, self.plane = figure, plane
        self.canvas = FigureCanvasAgg(figure)
        figure.set_layout_engine("none")
        figure.set_size_inches(WIDE, 6.1)
        panels = figure.subplots(2, 2, gridspec_kw=_LAYOUT).ravel()
        self.map, self.spectrum, self.lines, self.projection = panels
        self.titles = [_fixed_title(axes) for axes in panels]
        self._prepare_map()
        self._prepare_spectrum()
        self.levels = _Field(self.lines, plane)
        self.kept = _Field(self.projection, plane)
        self._prepare_bar()
        self._still = None

    def draw(self, view: View) -> Words:
        """Show a view of the same plane; its words say what is seen."""
        with style():
            self._draw_map(view)
            self._draw_spectrum(view)
            low, high = float(view.levels.min()), float(view.levels.max())
            self.levels.draw(view.levels, np.linspace(low, high, LINES + 2)[1:-1], (low, high))
            self.kept.draw(view.kept, KEPT, (0.0, 1.0))
        for title, text in zip(self.titles, _titles(view), strict=True):
            title.set_text(text)
        return _words(self.plane, view)

    def png(self) -> bytes:
        """The picture as a PNG file. Only what moves is drawn again."""
        with style(), BytesIO() as file:
            if self._still is None:
                self._still = self._draw_still()
            self.canvas.restore_region(self._still)
            for artist in self._moving():
                artist.draw(self.canvas.get_renderer())
            # Stronger compression takes longer, and the picture is not stored.
            imsave(file, self.canvas.buffer_rgba(), format="png", pil_kwargs={"compress_level": 1})
            return file.getvalue()

    def _moving(self) -> list[Artist]:
        """What depends on the position, in the order in which it is drawn."""
        fields = [*self.levels.moving(), *self.kept.moving()]
        return [self.map, *fields, self.kept_shares, self.other_shares, *self.titles[1:]]

    def _draw_still(self) -> object:
        """The pixels of the rest. Ticks and labels take longer than all that moves."""
        moving = self._moving()
        for artist in moving:
            artist.set_visible(False)
        self.canvas.draw()
        for artist in moving:
            artist.set_visible(True)
        return self.canvas.copy_from_bbox(self.figure.bbox)

    def _prepare_map(self) -> None:
        labels = self.plane.labels
        classes(self.map, *self.plane.X.T, labels)
        names = sorted(set(labels))
        self.points = dict(zip(names, self.map.collections, strict=True))
        self.map.locator_params(nbins=5)
        self.figure.legend(
            *self.map.get_legend_handles_labels(),
            loc="upper left",
            ncols=len(names),
            title="tenth along the S" if self.plane.samples == "S-curve" else None,
            alignment="left",
            columnspacing=1.2,
            handletextpad=0.2,
        )

    def _prepare_spectrum(self) -> None:
        axes = self.spectrum
        (self.kept_shares,) = axes.plot([], [], "o", ms=4, color=COLORS[0], label="kept")
        (self.other_shares,) = axes.plot([], [], ".", ms=4, color="0.6", label="not kept")
        axes.set(xlim=(0, PLACES + 1), ylim=(min(TICKS), 200.0), yscale="log")
        axes.set_yticks(list(TICKS), list(TICKS.values()))
        axes.minorticks_off()
        axes.set(xlabel="component", ylabel="share of the variance [%]")
        axes.legend(loc="upper right")

    def _prepare_bar(self) -> None:
        self.kept.image.set_clim(0.0, 1.0)
        beside = self.projection.inset_axes([1.04, 0.0, 0.05, 1.0])
        bar = self.figure.colorbar(self.kept.image, cax=beside)
        bar.set_ticks([0.0, 0.5, 1.0], labels=["0 %", "50 %", "100 %"])

    def _draw_map(self, view: View) -> None:
        labels = np.array(self.plane.labels)
        for name, points in self.points.items():
            points.set_offsets(view.scores[labels == name])
        _equal_scales(self.map, view.scores)
        one, two = 100.0 * view.shares[:2]
        self.map.set(xlabel=f"component 1 ({one:.3g} %)", ylabel=f"component 2 ({two:.3g} %)")

    def _draw_spectrum(self, view: View) -> None:
        shares, kept = 100.0 * view.shares[:PLACES], view.components
        place = np.arange(1, len(shares) + 1)
        self.kept_shares.set_data(place[:kept], shares[:kept])
        self.other_shares.set_data(place[kept:], shares[kept:])


class _Field:
    """A function on the plane: its values in gray with level lines, under the samples."""

    def __init__(self, axes: Axes, plane: Plane) -> None:
        self.axes, self.sides, self.contours = axes, plane.sides, None
        x, y = plane.sides
        half = [0.5 * (side[1] - side[0]) for side in plane.sides]
        # The first and the last value of the grid lie in the middle of a pixel.
        extent = (x[0] - half[0], x[-1] + half[0], y[0] - half[1], y[-1] + half[1])
        # Gray, because every other color is near to that of a class.
        look = {"cmap": "gray", "alpha": 0.6, "interpolation": "bilinear", "origin": "lower"}
        blank = np.zeros((len(y), len(x)))
        self.image = axes.imshow(blank, extent=extent, zorder=0, **look)
        classes(axes, *plane.X.T, plane.labels, rim="white")
        self.points = list(axes.collections)
        for points in self.points:
            points.set(sizes=[9.0], linewidths=0.3)
        axes.set(xlim=(x[0], x[-1]), ylim=(y[0], y[-1]), xlabel="x₁", ylabel="x₂")
        axes.locator_params(nbins=5)

    def draw(self, values: Array, levels: Array, limits: tuple[float, float]) -> None:
        """Show values (g, g), white at the upper limit, with lines at those levels that occur."""
        self.image.set(data=values, clim=limits)
        if self.contours is not None:
            self.contours.remove()
        between = levels[(levels > values.min()) & (levels < values.max())]
        look = {"colors": "0.2", "linewidths": 0.5, "linestyles": "solid", "zorder": 0.5}
        # Matplotlib warns if there is no level between the values.
        self.contours = (
            self.axes.contour(*self.sides, values, levels=between, **look) if len(between) else None
        )

    def moving(self) -> list[Artist]:
        """What ``draw`` changes, and what lies above it."""
        lines = [] if self.contours is None else [self.contours]
        spines = [spine for spine in self.axes.spines.values() if spine.get_visible()]
        return [self.image, *lines, *self.points, *spines]


def _fixed_title(axes: Axes) -> Artist:
    """An empty title. It and the labels keep their places, which else are found at each drawing."""
    inches = axes.figure.dpi_scale_trans
    below = axes.transAxes + ScaledTranslation(0.0, -0.29, inches)
    left = axes.transAxes + ScaledTranslation(-0.45, 0.0, inches)
    axes.xaxis.set_label_coords(0.5, 0.0, transform=below)
    axes.yaxis.set_label_coords(0.0, 0.5, transform=left)
    return axes.set_title("", y=1.02)


def _equal_scales(axes: Axes, points: Array) -> None:
    """Limits that hold points (n, 2), with one scale on both axes."""
    # An aspect that Matplotlib keeps would be in conflict with limits on both axes.
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.array([axes.bbox.width, axes.bbox.height])
    half = 0.55 * ((high - low) / size).max() * size
    ends = np.column_stack([0.5 * (low + high) - half, 0.5 * (low + high) + half])
    axes.set(xlim=ends[0], ylim=ends[1])


def _titles(view: View) -> tuple[str, str, str, str]:
    kept = counted(view.components, "component")
    verb = "keeps" if view.components == 1 else "keep"
    return (
        _named(view.kernel),
        f"{kept} of {view.rank}: {_held(view):.3g} % of the variance",
        f"component {view.component}, λ = {view.variance:.3g}",
        f"share that {kept} {verb}",
    )


def _named(kernel: Kernel) -> str:
    degree = f", degree {kernel.degree}" if kernel.name == "poly" else ""
    return f"{KERNELS[kernel.name]}, γ = {kernel.gamma:.3g}{degree}"


def _held(view: View) -> float:
    """Percent of the variance that the components kept hold together."""
    return float(100.0 * view.shares[: view.components].sum())


def _words(plane: Plane, view: View) -> Words:
    column, row = (
        np.abs(side[:, None] - x).argmin(axis=0)
        for side, x in zip(plane.sides, plane.X.T, strict=True)
    )
    at_samples = np.median(view.kept[row, column])
    return Words(
        "Upper left: scores on the first two components. Upper right: the share of the variance "
        "that each component holds; shares below 0.0001 % are left out. Lower left: level lines "
        "of one component; from dark to light the score grows. Lower right: the share of the "
        "squared distance from the mean feature that the projection on the components kept "
        "retains, for each point of the plane; lines at 50, 80, 90 and 95 %.",
        f"{counted(len(plane.X), 'sample')} of the {plane.samples}, {_named(view.kernel)}. The "
        f"first {view.components} of {counted(view.rank, 'component')} hold {_held(view):.3g} % "
        f"of the variance. Component {view.component} has values from {view.levels.min():.3g} to "
        f"{view.levels.max():.3g} on the plane. The projection retains from {view.kept.min():.1%} "
        f"to {view.kept.max():.1%} at a point of the plane, and at half of the samples at least "
        f"{at_samples:.1%}.",
    )
