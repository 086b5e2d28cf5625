"""What is drawn on an interactive map, from its picture as SVG: each thing with its place."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
ARROW, PAPER = (26, 26, 26), (255, 255, 255)
MOVED = 0.5
"""How far SVG has texts to the left of, and above, what is drawn at the same place."""


@dataclass(frozen=True)
class Text:
    """A text, where it begins on its base line, and whether it is bold, as names of arrows are."""

    text: str
    x: float
    y: float
    bold: bool


@dataclass(frozen=True)
class Marker:
    """The middle of a marker, its color, and whether it is filled; its opacity, if it is."""

    x: float
    y: float
    color: tuple[int, ...]
    filled: bool
    opacity: float


class MapPicture:
    """Texts, markers, and the two ends of each arrow."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self.texts = [_text(one) for one in root.iter(f"{SVG}text") if one.get("fill") != "none"]
        paths = [one for one in root.iter(f"{SVG}path") if "rgb" in _color(one)]
        drawn = [(_rgb(one), one) for one in paths]
        self.markers = [_marker(one) for color, one in drawn if color not in (ARROW, PAPER)]
        points = [_points(one) for color, one in drawn if color == ARROW]
        self.arrows = [tuple(ends) for ends in points if len(ends) == 2]

    def places(self, bold: bool = False) -> dict[str, tuple[float, float]]:
        """Where each text begins that stands on the map; of texts of axes and legend, too."""
        return {one.text: (one.x, one.y) for one in self.texts if one.bold is bold}


def _text(node: ElementTree.Element) -> Text:
    x, y = float(node.get("x", 0)) + MOVED, float(node.get("y", 0)) + MOVED
    return Text(node.text or "", x, y, node.get("font-weight") == "bold")


def _color(node: ElementTree.Element) -> str:
    fill = node.get("fill", "none")
    return node.get("stroke", "") if fill == "none" else fill


def _rgb(node: ElementTree.Element) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", _color(node))))


def _points(node: ElementTree.Element) -> list[tuple[float, float]]:
    """The distinct points of a path of lines and arcs."""
    number = r"(-?[\d.]+)"
    found = re.findall(
        rf"[ML] {number} {number}|A \S+ \S+ 0 0 1 {number} {number}", node.get("d", "")
    )
    return list(dict.fromkeys((float(a or c), float(b or d)) for a, b, c, d in found))


def _marker(node: ElementTree.Element) -> Marker:
    """Its middle is the mean of its corners, or of the two ends of a diameter."""
    points = _points(node)
    x, y = (sum(one) / len(points) for one in zip(*points, strict=True))
    filled = node.get("fill", "none") != "none"
    return Marker(x, y, _rgb(node), filled, float(node.get("fill-opacity", 1)))
