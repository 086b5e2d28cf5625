"""A figure has its width, its resolution, its caption beside it, and a fault of its own."""

import base64
import subprocess
import sys
from io import BytesIO

import matplotlib
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from pictures import pixels, text_sizes, width
from PIL import Image

from kpca.figures import display, style
from kpca.figures.display import Words

KINDS = ("svg", "pdf", "png", "txt", "alt.txt")


def _line(figure, words, inches=style.WIDE):
    figure.set_size_inches(inches, 2.6)
    axes = figure.subplots()
    axes.semilogy([1, 2, 3], [1e-3, 1.0, 1e5], label="a line")
    axes.legend()
    return words


WORDS = Words("What to see.", "One line.")


def _draw(folder, name="one", inches=style.WIDE, words=WORDS):
    display.show(name, _line, words, inches, folder=folder)


def test_equal_figures_have_equal_bytes(tmp_path):
    _draw(tmp_path, "one")
    _draw(tmp_path, "two")
    for suffix in KINDS:
        one, two = ((tmp_path / f"{name}.{suffix}").read_bytes() for name in ("one", "two"))
        assert one == two, suffix


@pytest.mark.parametrize("inches", [3.5, 7.2])
def test_a_figure_has_the_width_of_a_column_and_300_dots_per_inch(inches, tmp_path):
    _draw(tmp_path, inches=inches)
    assert width(tmp_path / "one.pdf") == pytest.approx(inches, rel=1e-12, abs=0.0)
    across, resolution = pixels(tmp_path / "one.png")
    assert across == round(300 * inches)
    assert resolution == pytest.approx(300, abs=0.1)


def test_no_text_is_smaller_than_twelve_pixels_exponents_among_them(tmp_path):
    _draw(tmp_path)
    assert min(text_sizes(tmp_path / "one.pdf")) >= style.SMALLEST - 0.01


def test_caption_and_alt_text_are_stored_beside_the_figure_and_not_in_it(tmp_path):
    _draw(tmp_path, words=Words("Zyxwv.", "Vwxyz."))
    assert (tmp_path / "one.txt").read_text() == "Zyxwv.\n"
    assert (tmp_path / "one.alt.txt").read_text() == "Vwxyz.\n"
    before = (tmp_path / "one.svg").read_bytes()
    _draw(tmp_path, words=Words("Another.", "Other."))
    assert (tmp_path / "one.svg").read_bytes() == before


def test_a_power_of_ten_is_written_in_letters_of_one_size():
    assert display._power_of_ten(1e-3, None) == "10⁻³"
    assert display._power_of_ten(100.0, None) == "10²"
    assert display._power_of_ten(2e5, None) == "2·10⁵"


def test_importing_changes_no_setting_of_matplotlib_and_no_warning_filter():
    code = (
        "import matplotlib, warnings; matplotlib.rcParams['axes.grid'] = True\n"
        "before, filters = dict(matplotlib.rcParams), list(warnings.filters)\n"
        "import kpca.figures.maps, kpca.figures.display, kpca.figures.agreement_matrix\n"
        "assert dict(matplotlib.rcParams) == before\n"
        "ours = [one for one in warnings.filters if one not in filters and 'Glyph' in str(one)]\n"
        "assert not ours, ours\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def _under_the_style(figure):
    assert matplotlib.rcParams["font.size"] == 8
    assert not matplotlib.rcParams["axes.grid"]
    return WORDS


def test_drawing_leaves_the_settings_of_the_user_as_they_were(capsys):
    with matplotlib.rc_context({"font.size": 23.0, "axes.grid": True}):
        before = dict(matplotlib.rcParams)
        display.show("one", _under_the_style)
        assert dict(matplotlib.rcParams) == before
    assert capsys.readouterr().out == "<figure one: One line.>\nWhat to see.\n"


def _broken(figure):
    figure.subplots()
    raise ValueError("no points\nto draw")


def test_a_figure_that_raises_costs_itself_only_and_is_named_with_its_message(tmp_path, capsys):
    display.show("broken", _broken, folder=tmp_path)
    _draw(tmp_path, "sound")
    message = (
        "The figure broken could not be drawn: ValueError in test_display.py: no points to draw"
    )
    assert (tmp_path / "broken.txt").read_text() == f"{message}\n"
    assert {path.name for path in tmp_path.iterdir()} == {
        "broken.txt",
        *(f"sound.{kind}" for kind in KINDS),
    }
    assert message in capsys.readouterr().out


def test_a_figure_that_cannot_be_drawn_any_more_leaves_no_earlier_file(tmp_path):
    _draw(tmp_path)
    display.show("one", _broken, folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["one.txt"]


def _wrong_formula(figure):
    figure.subplots().set_title(r"$\frac{1$")
    return WORDS


def test_a_figure_that_cannot_be_rendered_costs_itself_only(tmp_path):
    display.show("broken", _wrong_formula, folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["broken.txt"]
    assert "could not be drawn: ValueError" in (tmp_path / "broken.txt").read_text()


def test_a_full_disk_is_no_fault_of_a_figure(tmp_path):
    (tmp_path / "file").write_text("a file and no folder")
    with pytest.raises(OSError, match="exists"):
        _draw(tmp_path / "file")


def test_a_figure_without_information_is_a_sentence(tmp_path, capsys):
    _draw(tmp_path, "share")
    capsys.readouterr()
    display.show("share", lambda figure: "All shares are 100 %.", folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["share.txt"]
    assert capsys.readouterr().out == "All shares are 100 %.\n"


IN_A_NOTEBOOK = """
from kpca.figures.display import Words, show

def sound(figure):
    figure.set_size_inches(3.5, 2.6)
    figure.subplots()
    return Words("a_b * c", "Empty axes.")

show("one", sound)
show("two", lambda figure: 1 / 0)
show("three", lambda figure: "Nothing to see.")
"""


def test_a_notebook_shows_the_picture_and_then_its_caption_as_text():
    shell = InteractiveShell.instance()
    try:
        with capture_output() as shown:
            shell.run_cell(IN_A_NOTEBOOK)
    finally:
        InteractiveShell.clear_instance()
    picture, caption, broken, sentence = shown.outputs
    with Image.open(BytesIO(base64.b64decode(picture.data["image/png"]))) as image:
        assert image.mode == "P"
        assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    assert picture.data["text/plain"] == "<figure one: Empty axes.>"
    assert picture.metadata == {
        "kpca": {"figure": "one", "caption": "a_b * c", "alt": "Empty axes."},
        "image/png": {"width": 420, "height": 312, "alt": "Empty axes."},
    }
    assert caption.data["text/markdown"] == r"a\_b \* c"
    assert caption.metadata == {"kpca": {"caption_of": "one"}}
    assert broken.metadata["kpca"]["instead_of"] == "two"
    assert broken.metadata["kpca"]["not_drawn"].startswith(
        "The figure two could not be drawn: ZeroDivisionError"
    )
    assert sentence.metadata == {"kpca": {"instead_of": "three"}}


def _with_a_colorbar(figure):
    axes = figure.subplots()
    figure.colorbar(axes.imshow(np.eye(3)), ax=axes)
    return WORDS


def test_layout_of_colorbars_is_kept(tmp_path):
    display.show("map", _with_a_colorbar, folder=tmp_path)
    assert (tmp_path / "map.png").is_file()


def test_the_layout_is_solved_once_for_all_formats(tmp_path, monkeypatch):
    """And each format is drawn once."""
    calls = []

    def count(owner, name):
        function = getattr(owner, name)

        def counted(*arguments):
            calls.append(name)
            return function(*arguments)

        monkeypatch.setattr(owner, name, counted)

    count(ConstrainedLayoutEngine, "execute")
    count(Figure, "draw")
    _draw(tmp_path)
    assert calls == ["execute", "draw", "draw", "draw"]


@pytest.mark.parametrize(
    ("title", "note"),
    [
        ("length − Länge, μm², 1 200", ""),
        ("長", " This character is not in the font of the figures and drawn as boxes: 長."),
        (
            "長さ",
            " These characters are not in the font of the figures and drawn as boxes: さ and 長.",
        ),
    ],
)
def test_the_caption_names_characters_that_the_font_does_not_have(title, note, tmp_path):
    def draw(figure):
        figure.subplots().set_title(title)
        return Words("The caption.", "The alt text.")

    display.show("boxes", draw, folder=tmp_path)
    assert (tmp_path / "boxes.txt").read_text(encoding="utf-8") == f"The caption.{note}\n"
    assert (tmp_path / "boxes.alt.txt").read_text(encoding="utf-8") == "The alt text.\n"
