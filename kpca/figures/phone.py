"""A figure for a phone: as wide as one, with its panels one below the other."""

from collections.abc import Sequence
from math import ceil
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator

from kpca.figures.style import HEIGHT, PART, WIDE

MOST_MOVED = 5
"""More panels beside each other are a grid, whose rows and columns mean something."""

COVERED = 0.1
"""A legend that would cover a larger share of a panel stands above all panels."""


class OnPhone(Figure):
    """A figure that is ``PART`` wide, whatever width it is given.

    Panels beside each other stand below each other, in the same order and in as many columns as
    their width allows. Rows of several heights belong together: below a panel stand those of its
    column. Each keeps its height, or, where all axes of the figure ``like`` it have equal scales,
    its shape.
    """

    def __init__(self, like: Figure) -> None:
        super().__init__(figsize=(PART, HEIGHT))
        self._keeps_shape = all(axes.get_aspect() != "auto" for axes in like.axes)
        self._given, self._rows, self._columns, self._fewer = (WIDE, HEIGHT), 1, 1, 1
        self._panels = np.empty((0, 0), dtype=object)

    def set_size_inches(self, w: Any, h: Any = None, forward: bool = True) -> None:
        """Take the height that the panels have below each other; ``w`` is the width of a desk."""
        if (w, h) == tuple(self.get_size_inches()):
            return  # Matplotlib has changed the resolution.
        self._given = (self._given[0] if w == PART else w, h)
        height = h * ceil(self._columns / self._fewer)
        if self._keeps_shape:
            shrunk = height * PART * self._columns / (self._given[0] * self._fewer)
            height = max(shrunk, min(HEIGHT * self._rows, height))
        super().set_size_inches(PART, height, forward)

    def _move(self, rows: int, columns: int, fewer: int) -> tuple[int, int]:
        self._rows, self._columns, self._fewer = rows, columns, fewer
        self.set_size_inches(*self._given)
        return ceil(rows * columns / fewer), fewer

    def subplots(self, nrows: int = 1, ncols: int = 1, **options: Any) -> Any:
        """The axes of ``Figure.subplots``, in fewer columns."""
        squeeze = options.pop("squeeze", True)
        if not 1 < ncols <= MOST_MOVED:
            self._panels = super().subplots(
                *self._move(nrows, ncols, ncols), squeeze=False, **options
            )
            return self._panels.squeeze()[()] if squeeze else self._panels
        heights, widths = (options.pop(f"{one}_ratios", None) for one in ("height", "width"))
        shared = {key: options.pop(key) for key in ("sharex", "sharey") if key in options}
        # Names beside an axis need room, and pictures do not.
        room = PART * ncols / self._given[0]
        fewer = max(1, round(room) if self._keeps_shape or widths else int(room))
        rows, fewer = self._move(nrows, ncols, fewer)
        # The panel at each place, as its number on a desk.
        order = np.arange(nrows * ncols)
        if heights:
            together = nrows if heights[0] not in heights[1:] else heights.index(heights[0], 1)
            order = order.reshape(-1, together, ncols).transpose(0, 2, 1).ravel()
            heights = [heights[k // ncols] for k in order[::fewer]]
        options |= {"height_ratios": heights, "width_ratios": widths and widths[:fewer]}
        every = super().subplots(rows, fewer, squeeze=False, **options).ravel()
        for axes in every[nrows * ncols :]:
            axes.remove()
        self._panels = every[np.argsort(order)].reshape(nrows, ncols)
        for key, of in shared.items():
            self._share(key, of)
        return self._panels.squeeze()[()] if squeeze else self._panels

    def _share(self, key: str, of: bool | str) -> None:
        """Let all panels, or those of a row or a column, have one scale, with numbers on each."""
        for (row, column), axes in np.ndenumerate(self._panels):
            first = {True: (0, 0), "all": (0, 0), "row": (row, 0), "col": (0, column)}.get(of)
            if first and (row, column) != first:
                getattr(axes, key)(self._panels[first])

    def subfigures(self, nrows: int = 1, ncols: int = 1, **options: Any) -> Any:
        """The parts of ``Figure.subfigures``, in one column."""
        squeeze = options.pop("squeeze", True)
        parts = super().subfigures(*self._move(nrows, ncols, 1), squeeze=False, **options)
        parts = parts.reshape(nrows, ncols)
        return parts.squeeze()[()] if squeeze else parts

    def finish(self) -> None:
        """Say on each panel what it shared, let legends stand above, and break long lines."""
        moved = self._panels if self._fewer < self._columns else self._panels[:0]
        self._close_up([axes for axes in moved.flat if axes in self.axes])
        for (row, column), axes in np.ndenumerate(moved):
            axes.set_xlabel(axes.get_xlabel() or moved[-1, column].get_xlabel())
            if axes.get_subplotspec().colspan.start == 0:
                axes.set_ylabel(axes.get_ylabel() or moved[row, 0].get_ylabel())
        self._let_stand_above([one for one in self.findobj(Legend) if _needs_room(one)])
        self._break_lines()

    def _close_up(self, kept: Sequence[Axes]) -> None:
        """Leave no room for axes that the figure has removed, behind those that it has kept."""
        rows, before = (ceil(k / self._fewer) for k in (len(kept), self._panels.size))
        if 0 < rows < before:
            super().set_size_inches(PART, self.get_figheight() * rows / before)
            places = self.add_gridspec(rows, self._fewer)
            for at, axes in enumerate(sorted(kept, key=lambda one: one.get_subplotspec().num1)):
                axes.set_subplotspec(places[divmod(at, self._fewer)])

    def _break_lines(self) -> None:
        """Break what is longer than its panel: names beside an axis first, which move the rest."""
        for axes in self.axes:
            names = axes.get_yticklabels()
            if isinstance(axes.yaxis.get_major_locator(), FixedLocator) and any(names):
                for name in names:
                    _break(name, self.bbox.width / 3)
                axes.set_yticks(axes.get_yticks(), [name.get_text() for name in names])
        self.draw_without_rendering()
        for axes in self.axes:
            box = axes.get_window_extent()
            room = box.width if self._fewer > 1 else self.bbox.width - box.x0
            titles = {one for one in axes.get_children() if isinstance(one, Text)}
            for text in titles - {*axes.texts}:
                _break(text, room)
            _break(axes.xaxis.label, self.bbox.width / self._fewer)
            if axes.yaxis.label.get_rotation():
                _break(axes.yaxis.label, box.height)
        for text in self.findobj(Text):
            if text.get_text() and text.get_text() == self.get_supxlabel():
                _break(text, self.bbox.width)

    def _let_stand_above(self, legends: Sequence[Legend]) -> None:
        """Draw one legend instead of several, above all panels, in columns that have room."""
        marks, title = {}, None
        for legend in legends:
            own = legend.parent.get_legend_handles_labels()[0] if legend.isaxes else ()
            names = [text.get_text() for text in legend.get_texts()]
            marks |= dict(zip(names, own or legend.legend_handles, strict=True))
            title = legend.get_title().get_text() or title
            legend.remove()
        for columns in range(len(marks), 0, -1):
            look = {"loc": "outside upper left", "alignment": "left", "columnspacing": 1.2}
            above = self.legend(marks.values(), marks, title=title, ncols=columns, **look)
            if columns == 1 or above.get_window_extent().width <= self.bbox.width:
                return
            above.remove()


def _needs_room(legend: Legend) -> bool:
    """Whether a legend stands outside of its panel, or would cover much of it."""
    box, around = legend.get_window_extent(), legend.parent.bbox
    is_outside = not legend.isaxes or legend.get_bbox_to_anchor() is not around
    return is_outside or box.width * box.height > COVERED * around.width * around.height


def _break(text: Text, room: float) -> None:
    """Break the lines of a text that is longer than the ``room`` for it, in pixels."""
    box, lines = text.get_window_extent(), text.get_text().splitlines()
    length = box.height if text.get_rotation() else box.width
    if length > room:
        most = int(0.9 * max(map(len, lines)) * room / length)  # letters differ in width
        text.set_text(
            "\n".join(fill(line.replace(" = ", "\u00a0=\u00a0"), max(1, most)) for line in lines)
        )
