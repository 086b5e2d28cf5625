"""One page of a site for a document that holds many: without code, with links that stay right."""

import posixpath
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

LEFT_OUT = {
    "a": {"headerlink"},
    "details": {"hide"},
    "div": {"cell_input", "toctree-wrapper"},
    "script": set(),
    "span": {"on-screen"},
}
"""Elements that are not printed, by tag: those with one of these classes, or all of them."""

PARAMETERS = "parameters"
"""The section of a notebook whose title and first paragraph are about its code."""

OUTSIDE = ("http:", "https:", "mailto:")
"""How the addresses begin that a link keeps."""


class PageError(ValueError):
    """A page that is not one of a site."""


@dataclass(frozen=True)
class Article:
    """What a page says, as HTML: its title, and everything with the title as a heading of level 2.

    page  the page without its ending, from the folder of the site
    """

    page: str
    title: str
    body: str


def place(page: str, name: str = "") -> str:
    """The id of a page, or of the place ``name`` on it, in the document."""
    return page.replace("/", "-") + (f"--{name}" if name else "")


def read(site: Path, page: str, pages: Collection[str]) -> Article:
    """The page of a site in the folder ``site``, to be printed together with ``pages``.

    Links to these become links inside the document, links to other files become words. Raises
    ``PageError`` for a file without a page.
    """
    reader = _Reader(site.resolve(), page, pages)
    reader.feed((site / f"{page}.html").read_text(encoding="utf-8"))
    if not reader.title:
        raise PageError(f"{site / page}.html has no article with a title, so it is no page")
    return Article(page, "".join(reader.title).strip(), "".join(reader.body))


class _Reader(HTMLParser):
    """Copies the article of a page: ``body`` has it in pieces, and ``title`` its first heading."""

    def __init__(self, site: Path, page: str, pages: Collection[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.site, self.page, self.pages = site, page, pages
        self.title: list[str] = []
        self.body: list[str] = []
        self._in_article = self._in_title = self._in_style = False
        self._skipped, self._depth = "", 0
        self._once: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        if self._skipped:
            self._depth += tag == self._skipped
        elif not self._in_article:
            self._in_article = tag == "article" and known.get("role") == "main"
        elif self._is_left_out(tag, known):
            self._skipped, self._depth = tag, 1
        else:
            self._once |= {"h2", "p"} if known.get("id") == PARAMETERS else set()
            self._copy(f"<{_level(tag)}{self._attributes(tag, known)}>")
            self._in_title = self._in_title or (tag == "h1" and not self.title)
            self._in_style = tag == "style"

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if self._in_article and not self._skipped:
            self._copy(f"<{tag}{self._attributes(tag, dict(attributes))} />")

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._depth -= tag == self._skipped
            self._skipped = self._skipped if self._depth else ""
            return
        self._in_article = self._in_article and tag != "article"
        self._in_title = self._in_title and tag != "h1"
        self._copy(f"</{_level(tag)}>")

    def handle_data(self, data: str) -> None:
        # The rules of a table begin with its id.
        rules = self._in_style
        self._copy(re.sub(r"#(?=T_)", f"#{place(self.page, 'T')[:-1]}", data) if rules else data)

    def handle_entityref(self, name: str) -> None:
        self._copy(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._copy(f"&#{name};")

    def _copy(self, text: str) -> None:
        if self._in_article and not self._skipped:
            self.body.append(text)
            if self._in_title:
                self.title.append(text)

    def _is_left_out(self, tag: str, known: dict[str, str | None]) -> bool:
        if tag in self._once:
            self._once.remove(tag)
            return True
        classes = LEFT_OUT.get(tag)
        by_class = classes is not None and (not classes or classes & _words(known.get("class")))
        return bool(by_class) or "hidden" in known

    def _attributes(self, tag: str, known: dict[str, str | None]) -> str:
        return "".join(
            f' {name}="{escape(value)}"' if value is not None else f" {name}"
            for name, value in self._changed(tag, known)
        )

    def _changed(self, tag: str, known: dict[str, str | None]) -> Iterator[tuple[str, str | None]]:
        for name, value in known.items():
            if name == "id" and value:
                yield name, place(self.page, value)
            elif name == "src" and value:
                yield name, self._file(value)
            elif name == "href" and tag == "a" and value:
                if target := self._target(value):
                    yield name, target
            else:
                yield name, value

    def _file(self, address: str) -> str:
        if address.startswith("data:"):
            return address
        return (self.site / posixpath.dirname(self.page) / unquote(address)).resolve().as_uri()

    def _target(self, address: str) -> str:
        """Where a link leads in the document, or outside of it; "" if nowhere."""
        if address.startswith(OUTSIDE):
            return address
        path, name = urldefrag(address)
        page = self.page
        if path:
            page = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path)))
            page = page.removesuffix(".html")
        return f"#{place(page, unquote(name))}" if page in self.pages else ""


def _words(text: str | None) -> set[str]:
    return set((text or "").split())


def _level(tag: str) -> str:
    """The tag, where it is a heading one level lower: parts of the book have the first level."""
    return f"h{min(int(tag[1]) + 1, 6)}" if re.fullmatch(r"h[1-6]", tag) else tag
