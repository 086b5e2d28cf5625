"""The templates of the pages of the site, in which every text of a user stands as it is."""

import html
from pathlib import Path

import jinja2

from kpca.figures.texts import as_text, in_symbols
from kpca.site.typeset import typeset

HERE = Path(__file__).parent
TEXT = HERE / "text"
"""The pages that are written by hand."""


def rendered(name: str, **values: object) -> str:
    """The page that a template makes of ``values``.

    Its filters are ``text`` (a text in Markdown), ``cell`` (in a table in HTML), ``typeset`` (in
    HTML, with formulas) and ``in_symbols`` (a formula of a kernel).
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([HERE / "templates", TEXT]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"text": as_text, "cell": _cell}
    environment.filters |= {"typeset": typeset, "in_symbols": in_symbols}
    return environment.get_template(name).render(values)


def _cell(text: object) -> str:
    """Text in a cell of a table in HTML. A blank line would end the table."""
    return html.escape(" ".join(str(text).split()))
