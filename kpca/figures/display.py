"""One figure: its size, caption and files, and what is shown if it cannot be drawn."""

import base64
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from IPython import get_ipython
from IPython.display import display
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogFormatter

from kpca.figures.style import PIXELS, WIDE, style

NOT_DRAWN = "kpca_not_drawn"
"""Key in the metadata of a notebook's output that says which figure could not be drawn."""

_NO_DATES = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None, "ModDate": None},
    "png": {"Software": None},
}
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@contextmanager
def shown(
    name: str,
    caption: str,
    height: float = 2.6,
    width: float = WIDE,
    folder: str | Path | None = None,
) -> Iterator[Figure]:
    """A figure of ``width`` by ``height`` inches to draw on, shown with its caption at the end.

    With ``folder`` it is stored there as NAME.svg, NAME.pdf and NAME.png, and its caption, which is
    not part of the picture, as NAME.txt.

    An exception in the block costs this figure only: its message takes the place of the figure and
    of the caption. An ``OSError``, such as a full disk, is raised: it is not a fault of the figure.
    """
    with style():
        drawn = Figure(figsize=(width, height))
        # It keeps one renderer; without it each question for the size of a text makes a new one.
        FigureCanvasAgg(drawn)
        try:
            yield drawn
            files = rendered(drawn, _NO_DATES if folder else ("png",))
        except OSError:
            raise
        except Exception as error:
            _report(name, error, folder)
            return
    if folder:
        _store(folder, name, caption, files)
    size = {"width": round(PIXELS * width), "height": round(PIXELS * height)}
    picture = base64.b64encode(files["png"]).decode("ascii")
    _show(
        {"image/png": picture, "text/plain": f"<figure {name}>"},
        {"image/png": size},
    )
    _say(caption)


def sentence(name: str, text: str, folder: str | Path | None = None) -> None:
    """Show a sentence in place of a figure that would carry no information."""
    if folder:
        _store(folder, name, text, {})
    _say(text)


def rendered(figure: Figure, kinds: Iterator[str] | tuple[str, ...]) -> dict[str, bytes]:
    """The bytes of a figure in each format, without dates: equal figures have equal bytes."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if isinstance(axis.get_major_formatter(), LogFormatter):
                axis.set_major_formatter(FuncFormatter(_power_of_ten))
    # The layout is solved once and then kept: it costs more than drawing.
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    found = {}
    for kind in kinds:
        with BytesIO() as file:
            figure.savefig(file, format=kind, metadata=_NO_DATES[kind])
            found[kind] = file.getvalue()
    return found


def _power_of_ten(value: float, _: object) -> str:
    """10⁻³ in letters of one size: an exponent set by Matplotlib is smaller than 6 points."""
    mantissa, exponent = f"{value:.0e}".split("e")
    power = "10" + str(int(exponent)).translate(_SUPERSCRIPTS)
    return power if mantissa == "1" else f"{mantissa}·{power}"


def _store(folder: str | Path, name: str, text: str, files: dict[str, bytes]) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for kind in _NO_DATES:
        # A second run may have no picture where the first one had.
        (target / f"{name}.{kind}").unlink(missing_ok=True)
    for kind, content in files.items():
        (target / f"{name}.{kind}").write_bytes(content)
    (target / f"{name}.txt").write_text(f"{text}\n", encoding="utf-8")


def _report(name: str, error: Exception, folder: str | Path | None) -> None:
    """Say which figure could not be drawn, and why: without a path, the same on every machine."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = "" if "ipykernel" in last.filename else f" in {Path(last.filename).name}"
    message = " ".join(str(error).split())[:300]
    text = f"The figure {name} could not be drawn: {type(error).__name__}{where}: {message}"
    if folder:
        _store(folder, name, text, {})
    _say(text, {NOT_DRAWN: text})


def _say(text: str, metadata: dict[str, object] | None = None) -> None:
    # What Markdown would read as markup is text here.
    markdown = re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)
    _show({"text/markdown": markdown, "text/plain": text}, metadata or {})


def _show(data: dict[str, str], metadata: dict[str, object]) -> None:
    """Display in a notebook, print in a script."""
    if get_ipython() is None:
        print(data["text/plain"])
    else:
        display(data, raw=True, metadata=metadata)
