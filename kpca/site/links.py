"""Links of a page in Markdown: to other pages by name, to statements, inside a notebook."""

import os
import re
from collections.abc import Mapping
from html import escape

STATEMENTS = "statements"
"""The page with the table of statements. Each has a row whose id is that of the statement."""

_STATEMENT = re.compile(
    r"((?<!,)(?<! and)(?<! or)(?<! of)(?<!xecutes)(?<!tatement)(?<!tatements)(?<! like)"
    r" (?=\[\[\w+\]\][.,:;]))?\[\[(\w+)\]\]"
)
"""A statement. One that is cited at the end of a clause, and is no word of it, has its blank."""

_LINK = re.compile(
    r"\[([^\]]+)\]\((?:page:|(notebook:)|(?:\.\./)*(?:docs|site)/|(?=#|[\w-]+\.ipynb))"
    r"([\w-]*)(?:(\.ipynb)|\.md|\.html)?(#[\w-]+)?\)"
)


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

    def link(match: re.Match[str]) -> str:
        words, of_notebook, name, file, id = match.groups("")
        name = f"notebook:{name}" if of_notebook or file else name
        if name and name not in pages:
            return words
        address = relative(pages[name], source) if name else ""
        return f'<a href="{escape(address + id)}">{words}</a>'

    def statement(match: re.Match[str]) -> str:
        blank, id = match.groups("")
        if STATEMENTS not in pages:
            return f"{blank}{id}"
        address = f"{relative(pages[STATEMENTS], source)}#{id}"
        kind = "statement margin" if blank else "statement"
        return f'<a class="{kind}" href="{escape(address)}">{id}</a>'

    return _LINK.sub(link, _STATEMENT.sub(statement, text))


def inside(text: str, page: str) -> str:
    """The text of a page whose links to files beside the site are words: the book is read alone.

    >>> inside('<a href="../../../a/study.nc">study.nc</a>', "studies/a/index")
    'study.nc'
    """
    up = page.count("/") + 1
    return re.sub(rf'<a href=\\?"(?:\.\./){{{up},}}[^>]*>(.*?)</a>', r"\1", text)
