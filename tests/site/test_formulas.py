"""Formulas are rendered while the site is built, and a wrong one is reported."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kpca.site import formulas
from kpca.site.formulas import FormulaError


@pytest.mark.parametrize("display", [True, False])
def test_a_formula_is_html_and_mathml_and_needs_no_script(display):
    html = formulas.rendered(r"\tilde K\alpha = n\lambda\,\alpha", display)
    assert html.startswith('<span class="katex-display">' if display else '<span class="katex">')
    assert "<math" in html
    assert "<script" not in html
    assert "katex-error" not in html


def test_a_formula_that_cannot_be_rendered_is_named_with_the_reason():
    with pytest.raises(FormulaError, match=r"cannot render '\\\\notamacro x': .*[Uu]ndefined"):
        formulas.rendered(r"\notamacro x", False)


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
