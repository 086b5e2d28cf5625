"""One figure: its name, words, size and files, and what is shown if it cannot be drawn."""

import base64
import traceback
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, LogFormatter
from matplotlib.transforms import Bbox
from PIL import Image

from kpca.estimators.progress import in_notebook
from kpca.figures.metadata import INSTEAD_OF, METADATA, NOT_DRAWN, ON_PHONE
from kpca.figures.phone import OnPhone
from kpca.figures.style import DPI, HEIGHT, NARROW, ON_SCREEN, PIXELS, WIDE, style
from kpca.figures.texts import as_text, listed

_NO_DATES = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None, "ModDate": None},
    "png": {"Software": None},
}
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Words(NamedTuple):
    """A figure in words: the caption below it, and the text for a reader who cannot see it.

    The caption explains how to read the figure. The alt text says what is visible: what is drawn,
    how many of it, and how it rises, falls or lies together.
    """

    caption: str
    alt: str


def show(
    name: str,
    draw: Callable[..., Words | str],
    *data: object,
    folder: str | Path | None = None,
    **options: object,
) -> None:
    """Draw the figure ``name`` by ``draw(figure, *data, **options)``; show it and its caption.

    ``draw`` may change the size of the figure and returns its ``Words``. If a figure would carry no
    information, it returns a sentence, which is shown instead of the figure.

    The output of a notebook has the metadata of ``kpca.figures.metadata``: pages are made from the
    outputs, in their order. With
    ``folder`` the figure is stored there as NAME.svg, NAME.pdf and NAME.png, and its words, which
    are not part of the picture, as NAME.txt (caption) and NAME.alt.txt.

    An exception in ``draw`` costs this figure only: its message replaces the figure. An
    ``OSError``, such as a full disk, is raised: it is not a fault of the figure.
    """
    try:
        kinds = [*_NO_DATES] if folder else ["png"]
        kinds += [ON_PHONE] if in_notebook() else []
        words, files, inches = drawn(kinds, draw, *data, **options)
    except OSError:
        raise
    except Exception as error:
        _report(name, error, folder)
        return
    on_phone = files.pop(ON_PHONE, b"")
    if folder:
        _store(folder, name, words, files)
    if isinstance(words, Words):
        _picture(name, words, files["png"], inches, on_phone)
    else:
        _say(words, {INSTEAD_OF: name})


def drawn(
    kinds: Iterable[str], draw: Callable[..., Words | str], *data: object, **options: object
) -> tuple[Words | str, dict[str, bytes], tuple[float, float]]:
    """What ``draw(figure, *data, **options)`` draws: words, bytes of each kind, size in inches.

    ``kinds`` are among "svg", "pdf" and "png". ``ON_PHONE`` may be the last one, of the kind before
    it, for a figure that is wider than a phone.
    If ``draw`` returns a sentence, there are no bytes.
    """
    kinds = [*kinds]
    with style():
        figure, words = _figure(Figure(figsize=(WIDE, HEIGHT)), draw, *data, **options)
        files = {}
        if isinstance(words, Words):
            files = rendered(figure, [kind for kind in kinds if kind != ON_PHONE])
            if kinds[-1] == ON_PHONE and figure.get_figwidth() > NARROW:
                narrow = OnPhone(figure)
                _figure(narrow, draw, *data, **options)
                narrow.finish()
                [files[ON_PHONE]] = rendered(narrow, kinds[-2:-1]).values()
        return words, files, tuple(figure.get_size_inches())


def drawn_in_parts(
    draw: Callable[..., Words | str], *data: object, **options: object
) -> tuple[Words | str, list[tuple[bytes, float]]]:
    """What ``draw(figure, *data, **options)`` draws: words, and each part as SVG with its width.

    The parts are the legend of the figure and its subfigures, or the figure if it has none. They
    stand beside each other, or on a narrow screen one below the other. Widths are in inches.
    """
    with style():
        figure, words = _figure(Figure(figsize=(WIDE, HEIGHT)), draw, *data, **options)
        if not isinstance(words, Words):
            return words, []
        figure.get_layout_engine().execute(figure)
        figure.set_layout_engine("none")
        parts = [*figure.legends, *figure.subfigs] if figure.subfigs else [figure]
        inches = figure.dpi_scale_trans.inverted()
        # A text is a little wider in a file than it was measured.
        boxes = [one.get_window_extent().transformed(inches).padded(0.05) for one in parts]
        files = []
        for part, box in zip(parts, boxes, strict=True):
            for one in parts:
                one.set_visible(one is part)
            files.append((rendered(figure, ["svg"], box)["svg"], box.width))
        return words, files


def _figure(
    figure: Figure, draw: Callable[..., Words | str], *data: object, **options: object
) -> tuple[Figure, Words | str]:
    # It keeps one renderer; without it each question for the size of a text makes a new one.
    FigureCanvasAgg(figure)
    words = draw(figure, *data, **options)
    return figure, with_boxes(figure, words) if isinstance(words, Words) else words


def with_boxes(figure: Figure, words: Words) -> Words:
    """The words of a figure, whose caption names the characters that the font does not have."""
    font = get_font(findfont(FontProperties()))
    letters = {letter for text in figure.findobj(Text) for letter in text.get_text()}
    boxes = [letter for letter in sorted(letters) if _is_box(font, letter)]
    if not boxes:
        return words
    are = "This character is" if len(boxes) == 1 else "These characters are"
    what = f"{are} not in the font of the figures and drawn as boxes: {listed(boxes)}."
    return words._replace(caption=f"{words.caption} {what}")


def _is_box(font: FT2Font, letter: str) -> bool:
    return letter.isprintable() and font.get_char_index(ord(letter)) == 0


def _picture(name: str, words: Words, png: bytes, inches: Iterable[float], on_phone: bytes) -> None:
    """Show a picture with its words as metadata, and below it the caption as text."""
    width, height = (round(PIXELS * float(length)) for length in inches)
    pictures = {"image/png": png} | ({ON_PHONE: on_phone} if on_phone else {})
    show_data(
        {
            **{
                kind: base64.b64encode(_of_few_colors(picture)).decode("ascii")
                for kind, picture in pictures.items()
            },
            "text/plain": f"<figure {name}: {words.alt}>",
        },
        {
            METADATA: {"figure": name, **words._asdict()},
            "image/png": {"width": width, "height": height, "alt": words.alt},
        },
    )
    _say(words.caption, {"caption_of": name})


def _of_few_colors(png: bytes) -> bytes:
    """The picture with at most 64 colors, which takes a quarter of the bytes."""
    with Image.open(BytesIO(png)) as image, BytesIO() as file:
        image.convert("RGB").quantize(64).save(file, "PNG", optimize=True)
        return file.getvalue()


def rendered(figure: Figure, kinds: Iterable[str], box: Bbox | None = None) -> dict[str, bytes]:
    """The bytes of a figure in each format, without dates: equal figures have equal bytes.

    A picture alone is for a screen. One that is stored beside SVG and PDF is for print, too. With
    a ``box`` in inches they show this part of the figure.
    """
    kinds = [*kinds]
    dpi = ON_SCREEN if kinds == ["png"] else DPI
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if isinstance(axis.get_major_formatter(), LogFormatter):
                axis.set_major_formatter(FuncFormatter(_power_of_ten))
    # The layout is solved once and then kept: it costs more than drawing.
    if figure.axes and (layout := figure.get_layout_engine()):
        layout.execute(figure)
    files = {}
    # Not "none", a layout that does nothing: a figure that has one is drawn twice. To the end,
    # because Matplotlib sets the layout None again after each format, by these settings.
    with rc_context({"figure.constrained_layout.use": False}):
        figure.set_layout_engine(None)
        for kind in kinds:
            with BytesIO() as file:
                figure.savefig(
                    file, format=kind, metadata=_NO_DATES[kind], dpi=dpi, bbox_inches=box
                )
                files[kind] = file.getvalue()
    return files


def _power_of_ten(value: float, _: object) -> str:
    """10⁻³ in letters of one size: an exponent set by Matplotlib is smaller than 6 points."""
    mantissa, exponent = f"{value:.0e}".split("e")
    power = "10" + str(int(exponent)).translate(_SUPERSCRIPTS)
    return power if mantissa == "1" else f"{mantissa}·{power}"


def _store(folder: str | Path, name: str, words: Words | str, files: dict[str, bytes]) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for kind in (*_NO_DATES, "alt.txt"):
        # A second run may have no picture where the first one had.
        (target / f"{name}.{kind}").unlink(missing_ok=True)
    for kind, content in files.items():
        (target / f"{name}.{kind}").write_bytes(content)
    texts = {"txt": words} if isinstance(words, str) else {"txt": words[0], "alt.txt": words[1]}
    for kind, text in texts.items():
        (target / f"{name}.{kind}").write_text(f"{text}\n", encoding="utf-8")


def _report(name: str, error: Exception, folder: str | Path | None) -> None:
    """Say which figure could not be drawn, and why: without a path, the same on every machine."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = "" if "ipykernel" in last.filename else f" in {Path(last.filename).name}"
    message = " ".join(str(error).split())[:300]
    text = f"The figure {name} could not be drawn: {type(error).__name__}{where}: {message}"
    if folder:
        _store(folder, name, text, {})
    _say(text, {INSTEAD_OF: name, NOT_DRAWN: text})


def _say(text: str, about: dict[str, str]) -> None:
    show_data({"text/markdown": as_text(text), "text/plain": text}, {METADATA: about})


def show_data(data: dict[str, str], metadata: dict[str, object]) -> None:
    """Display ``data``, by MIME type, in a notebook; print its plain text in a script."""
    if in_notebook():
        # Only a notebook needs it, and has it.
        from IPython.display import display

        display(data, raw=True, metadata=metadata)
    else:
        print(data["text/plain"])
