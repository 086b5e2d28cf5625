"""The scripts, styles and templates of an interactive map, and numbers for them."""

import json
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup

from kpca.page.map_data import plain

ASSETS, TEMPLATES = (Path(__file__).parent / name for name in ("assets", "templates"))
STYLES = [ASSETS / "map.css", ASSETS / "page.css"]
"""The styles of a map and of what stands around it."""

STYLE_OF_DOCUMENT = ASSETS / "document.css"
"""The style of a page that stands alone."""

LIBRARY = ("bokeh.min.js", "bokeh-api.min.js", "bokeh-gl.min.js")
"""The scripts of BokehJS: its core, the functions for programs, and WebGL."""

FUNCTIONS = (
    *("map_numbers.js", "map_axes.js", "map_looks.js", "map_colors.js"),
    *("map_selection.js", "map_ellipses.js", "map_path.js", "map_names.js", "map_profile.js"),
)
"""Our scripts that need neither a page nor another library."""

DRAWING = (
    *("map_elements.js", "map_theme.js", "map_figure.js"),
    *("map_profile_figure.js", "map_saved.js", "map.js"),
)
"""Our scripts that draw with them. The last one begins to draw."""


def files() -> list[Path]:
    """The files of the scripts that draw a map: BokehJS, and below it our own."""
    # The package is looked for and not imported, which would take longer than the whole page.
    found = find_spec("bokeh")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("No module named 'bokeh'", name="bokeh")
    folder = Path(found.submodule_search_locations[0]) / "server" / "static" / "js"
    own = (ASSETS / name for name in (*FUNCTIONS, *DRAWING))
    return [*(folder / name for name in LIBRARY), *own]


def as_json(value: object) -> Markup:
    """JSON in which no letter could end the element that it stands in; of an object, its fields."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain)
    return Markup(text.replace("<", r"\u003c"))
