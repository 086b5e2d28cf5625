"""Links of a page in Markdown: to other pages by name, to statements, inside a notebook."""

import os
import re
from collections.abc import Mapping
from html import escape

STATEMENTS = "statements"
"""The page with the table of statements. Each has a row whose id is that of the statement."""

_NAMED = re.compile(r"\[([^\]]+)\]\((page|notebook):([\w-]+)\)")
_STATEMENT = re.compile(
    r"((?<!,)(?<! and)(?<! or)(?<! of)(?<!xecutes)(?<!tatement)(?<!tatements)(?<! like)"
    r" (?=\[\[\w+\]\][.,:;]))?\[\[(\w+)\]\]"
)
"""A statement. One that is cited at the end of a clause, and is no word of it, has its blank."""

_INSIDE = re.compile(r"\[([^\]]+)\]\(#([\w-]+)\)")
_TEXT = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)*(?:docs/([\w-]+)\.md|site/([\w-]+)\.html)(?:#([\w-]+))?\)"
)
_FILE = re.compile(r"\[([^\]]+)\]\(([\w-]+)\.ipynb(?:#([\w-]+))?\)")


def anchors(text: str) -> list[str]:
    """The ids in a text, such as those of statements."""
    return re.findall(r'<a id="([\w-]+)">', text)


def relative(page: str, source: str) -> str:
    """The address of a page, without its ending, as a link on the page ``source``."""
    return os.path.relpath(f"{page}.html", os.path.dirname(source) or ".").replace(os.sep, "/")


def resolved(text: str, source: str, pages: Mapping[str, str]) -> str:
    """The text of the page ``source`` with real links.

    ``pages`` has the address of each page by name, and ``notebook:NAME`` for a notebook. What is
    not among them, such as a chapter that a configuration leaves out, stays as words.

    [words](page:NAME) and [words](notebook:NAME) link to a page, [words](NAME.ipynb) to a notebook,
    [words](../../docs/NAME.md) to a page that is a file of the project, too, and so does
    [words](../site/NAME.html), which this link becomes in an executed notebook,
    [[C1]] to a statement, in the margin if the sentence is whole without it, and [words](#id) to a
    position on the same page.
    """

    def named(match: re.Match[str]) -> str:
        words, kind, name = match.groups()
        return link(words, name if kind == "page" else f"notebook:{name}")

    def document(match: re.Match[str]) -> str:
        words, document_name, page_name, id = match.groups()
        return link(words, document_name or page_name, id)

    def file(match: re.Match[str]) -> str:
        words, name, id = match.groups()
        return link(words, f"notebook:{name}", id)

    def link(words: str, name: str, id: str | None = None) -> str:
        if name not in pages:
            return words
        address = relative(pages[name], source) + (f"#{id}" if id else "")
        return f'<a href="{escape(address)}">{words}</a>'

    def statement(match: re.Match[str]) -> str:
        blank, id = match.groups("")
        if STATEMENTS not in pages:
            return f"{blank}{id}"
        address = f"{relative(pages[STATEMENTS], source)}#{id}"
        kind = "statement margin" if blank else "statement"
        return f'<a class="{kind}" href="{escape(address)}">{id}</a>'

    text = _NAMED.sub(named, text)
    text = _STATEMENT.sub(statement, text)
    text = _TEXT.sub(document, text)
    text = _FILE.sub(file, text)
    return _INSIDE.sub(r'<a href="#\2">\1</a>', text)
