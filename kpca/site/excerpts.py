"""A Sphinx extension that gives the results of a search the sentences around the words.

Sphinx's own excerpts are fetched from the pages, which browsers block for files on disk. Here one
script has the paragraphs of all pages that are searched. Only the page of the search loads it.
"""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

NAME = "excerpts.js"


def paragraphs(page: nodes.document) -> list[str]:
    """The paragraphs of a page, with dots for a formula."""
    texts = [" ".join(_text(one).split()) for one in page.findall(nodes.paragraph)]
    return [text for text in texts if text]


def _text(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, nodes.math | nodes.raw):
        return "…" if isinstance(node, nodes.math) else ""
    return "".join(_text(child) for child in node.children)


def setup(app: Sphinx) -> dict[str, object]:
    """Collect the paragraphs of the pages, and write them at the end of the build."""
    pages: dict[str, list[str]] = {}

    def collect(app: Sphinx, page: nodes.document, name: str) -> None:
        if "nosearch" not in app.env.metadata[name]:
            pages[name] = paragraphs(page)

    def load(app: Sphinx, name: str, *_: Any) -> None:
        if name == "search":
            app.add_js_file(NAME)
            app.add_js_file("search.js")

    def write(app: Sphinx, error: Exception | None) -> None:
        if error is None:
            text = json.dumps(dict(sorted(pages.items())), ensure_ascii=False)
            (Path(app.outdir) / "_static" / NAME).write_text(
                f"const excerpts = {text};\n", encoding="utf-8"
            )

    app.connect("doctree-resolved", collect)
    app.connect("html-page-context", load)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
