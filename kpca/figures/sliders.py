"""Sliders that move a picture, as widgets of Jupyter."""

import html

from ipywidgets import HTML, Dropdown, FloatLogSlider, HBox, Image, IntSlider, VBox
from matplotlib.figure import Figure

from kpca.demonstrations.plane import (
    COMPONENTS,
    DEGREES,
    KERNELS,
    POWERS,
    SAMPLES,
    Plane,
    Position,
)
from kpca.figures.explore import Picture
from kpca.figures.style import PIXELS, style


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
            "gamma": FloatLogSlider(min=POWERS[0], max=POWERS[1], base=10.0, step=0.05, **whole),
            "degree": IntSlider(min=DEGREES[0], max=DEGREES[1], **whole),
            "components": IntSlider(min=COMPONENTS[0], max=COMPONENTS[1], **whole),
            "component": IntSlider(min=COMPONENTS[0], max=COMPONENTS[1], **whole),
        }
        for key, control in self.controls.items():
            control.description, control.value = _NAMES[key], getattr(start, key)
        self.image, self.words = Image(format="png"), HTML()
        self.picture = _new_picture(start.samples)
        self._draw()
        for control in self.controls.values():
            control.observe(self._draw, names="value")
        columns = [list(self.controls.values())[k::2] for k in range(2)]
        self.widget = VBox([HBox([VBox(one) for one in columns]), self.image, self.words])

    @property
    def position(self) -> Position:
        """Where the controls stand."""
        return Position(**{key: control.value for key, control in self.controls.items()})

    def _draw(self, _: object = None) -> None:
        position = self.position
        self.controls["degree"].disabled = position.kernel != "poly"
        if position.samples != self.picture.plane.samples:
            self.picture = _new_picture(position.samples)
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
