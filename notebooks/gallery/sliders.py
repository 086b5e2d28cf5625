"""Sliders that move a picture, as widgets of Jupyter."""

import html
from functools import lru_cache

from ipywidgets import HTML, Dropdown, FloatLogSlider, HBox, Image, IntSlider, VBox
from matplotlib.figure import Figure

from explore import Picture
from kpca.figures.style import PIXELS, style
from plane import (
    COMPONENTS,
    DEGREES,
    KERNELS,
    POWERS,
    SAMPLES,
    Plane,
    Position,
)

STEP = 0.002
"""Of the logarithm of gamma. With wider steps the front end rounds a start of 4 to 3.98."""


class Sliders:
    """One control for each part of a position, the picture at this position, and it in words.

    ``widget`` is what a notebook shows. A control that moves draws the picture again; a number of
    components beyond the rank counts as the rank. The degree is disabled for the Gaussian kernel.
    """

    def __init__(self, start: Position | None = None) -> None:
        start = start or Position()
        whole = {"layout": {"width": "26em"}, "style": {"description_width": "9em"}}
        self.controls = {
            "samples": Dropdown(options=list(SAMPLES), **whole),
            "kernel": Dropdown(options=[(name, key) for key, name in KERNELS.items()], **whole),
            "gamma": FloatLogSlider(min=POWERS[0], max=POWERS[1], base=10.0, step=STEP, **whole),
            "degree": IntSlider(min=DEGREES[0], max=DEGREES[1], **whole),
            "components": IntSlider(min=COMPONENTS[0], max=COMPONENTS[1], **whole),
            "component": IntSlider(min=COMPONENTS[0], max=COMPONENTS[1], **whole),
        }
        for key, control in self.controls.items():
            control.description, control.value = _NAMES[key], getattr(start, key)
        self.image, self.words = Image(format="png"), HTML()
        # One picture for each data set, because a new one takes longer than all that moves.
        self._pictures = lru_cache(maxsize=None)(_new_picture)
        self._draw()
        for control in self.controls.values():
            control.observe(self._draw, names="value")
        columns = [list(self.controls.values())[k::2] for k in range(2)]
        self.widget = VBox([HBox([VBox(one) for one in columns]), self.image, self.words])

    @property
    def position(self) -> Position:
        """Where the controls stand."""
        return Position(**{key: control.value for key, control in self.controls.items()})

    @property
    def picture(self) -> Picture:
        """The picture of the chosen samples."""
        return self._pictures(self.position.samples)

    def _draw(self, _: object = None) -> None:
        position = self.position
        self.controls["degree"].disabled = position.kernel != "poly"
        words = self.picture.draw(self.picture.plane.view(position))
        self.image.value = self.picture.png()
        self.words.value = html.escape(words.alt)


_NAMES = {
    "samples": "samples",
    "kernel": "kernel",
    "gamma": "γ",
    "degree": "degree",
    "components": "components kept",
    "component": "level lines of",
}


def _new_picture(samples: str) -> Picture:
    with style():
        return Picture(Figure(dpi=PIXELS), Plane(samples))
