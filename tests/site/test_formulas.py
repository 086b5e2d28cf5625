"""Formulas are rendered while the site is built, and a wrong one is reported."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from small_project import ROOT

from kpca.site import formulas
from kpca.site.build import CONFIGURATION
from kpca.site.formulas import FormulaError


@pytest.mark.parametrize("display", [True, False])
def test_a_formula_is_html_and_mathml_and_needs_no_script(display):
    html = formulas.rendered(r"\tilde K\alpha = n\lambda\,\alpha", display)
    assert html.startswith('<span class="katex-display">' if display else '<span class="katex">')
    assert "<math" in html
    assert "<script" not in html
    assert "katex-error" not in html


def test_a_formula_that_cannot_be_rendered_is_named_with_the_reason():
    with pytest.raises(
        FormulaError, match=r"cannot render '\\\\notamacro x': .*[Uu]ndefined"
    ) as seen:
        formulas.rendered(r"\notamacro x", False)
    assert "\n" not in str(seen.value), "without the places in KaTeX's script"


AT_THE_END = """
import atexit, threading
# The functions are called in the reverse order of their registration.
atexit.register(lambda: print("threads at the end:", threading.active_count()))
from kpca.site import formulas
formulas.rendered("x_1", True)
print("threads of a formula:", threading.active_count())
"""


def test_no_thread_is_left_for_which_a_process_that_renders_formulas_would_wait_at_its_end():
    command = [sys.executable, "-c", AT_THE_END]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout.splitlines() == ["threads of a formula: 2", "threads at the end: 1"]


def test_the_style_sheet_and_the_script_of_katex_have_one_version():
    script = (formulas.KATEX / "katex.min.js").read_text()
    style = (formulas.KATEX / "katex.min.css").read_text()
    (version,) = set(re.findall(r'content:"(\d+\.\d+\.\d+)"', style))
    assert f'"{version}"' in script


def test_every_font_of_the_style_sheet_is_there():
    style = (formulas.KATEX / "katex.min.css").read_text()
    fonts = set(re.findall(r"url\((fonts/[\w-]+\.woff2)\)", style))
    assert len(fonts) > 10
    assert all((Path(formulas.KATEX) / font).is_file() for font in fonts)


def _texts(markdown):
    """What a reader sees as text, apart from code and formulas, as the site parses Markdown."""
    config = MdParserConfig(enable_extensions=CONFIGURATION["myst_enable_extensions"])
    nodes = create_md_parser(config, RendererHTML).parse(markdown)
    while nodes:
        node = nodes.pop()
        nodes += node.children or []
        if node.type in ("text", "html_block", "html_inline"):
            yield node.content


def _markdown(path):
    """Each text of a page: its whole content, or the cells of a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return [text]
    cells = json.loads(text)["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


WRITTEN = [*sorted(ROOT.glob("notebooks/**/*.ipynb")), *sorted(ROOT.glob("kpca/site/text/*.md"))]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_no_formula_is_shown_as_it_is_written(path):
    texts = [text for markdown in _markdown(path) for text in _texts(markdown)]
    assert texts
    assert [text for text in texts if "$" in text] == []


def test_a_formula_of_its_own_line_inside_a_paragraph_is_no_formula():
    """The control: so it was on three pages, and MyST wants blank lines around it."""
    assert "$" in "".join(_texts("The norm is\n$$|x|.$$\nIt is positive."))
    assert "$" not in "".join(_texts("The norm is\n\n$$|x|.$$\n\nIt is positive."))
