"""A Sphinx extension that renders formulas with KaTeX while the site is built.

The pages then need no script for formulas, and a formula that cannot be rendered is a warning of
the build.
"""

import atexit
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

KATEX = Path(__file__).parent / "assets" / "katex"
"""KaTeX's script, style sheet and fonts. Their versions have to match."""

_LOGGER = logging.getLogger(__name__)


class FormulaError(ValueError):
    """KaTeX cannot render a formula."""


@cache
def _engine() -> Any:
    # Not before the first formula: a V8 engine does not survive the fork of a process.
    from py_mini_racer import MiniRacer

    engine = MiniRacer()
    engine.eval((KATEX / "katex.min.js").read_text(encoding="utf-8"))
    return engine


@atexit.register
def close() -> None:
    """End the engine, if there is one; the next formula starts another.

    It has a thread, for which Python 3.13 would wait forever at the end of the process.
    """
    if _engine.cache_info().currsize:
        _engine().close()
        _engine.cache_clear()


@cache
def rendered(formula: str, display: bool) -> str:
    """The HTML of a formula in LaTeX, with MathML for readers of screens.

    Raises ``FormulaError`` with KaTeX's message.
    """
    from py_mini_racer import JSEvalException

    options = {"displayMode": display, "throwOnError": True, "strict": "error"}
    try:
        return str(_engine().call("katex.renderToString", formula, options))
    except JSEvalException as error:
        reason = str(error).partition("\n")[0]
        raise FormulaError(f"KaTeX cannot render {formula!r}: {reason}") from error


def _html(node: nodes.Element, display: bool) -> str:
    try:
        return rendered(node.astext(), display)
    except FormulaError as error:
        _LOGGER.warning("%s", error, location=node)
        return f"<code>{nodes.unescape(node.astext())}</code>"


def _visit_inline(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f'<span class="math">{_html(node, False)}</span>')
    raise nodes.SkipNode


def _visit_block(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f'<div class="math">{_html(node, True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, object]:
    """Register the renderer ``katex`` with Sphinx."""
    app.add_html_math_renderer("katex", (_visit_inline, None), (_visit_block, None))
    app.add_css_file("katex/katex.min.css")
    app.connect("build-finished", lambda *_: close())
    return {"parallel_read_safe": True, "parallel_write_safe": False}
