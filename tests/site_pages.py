"""The pages of a built site and their links, read without a browser."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag


class _Places(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        self.ids |= {known[name] for name in ("id", "name") if known.get(name)}
        names = {"a": "href", "link": "href", "img": "src", "script": "src"}
        if tag in names and known.get(names[tag]):
            self.links.append(known[names[tag]])


@cache
def _read(page: Path) -> _Places:
    return _Places(page.read_text(encoding="utf-8"))


def pages(site: Path) -> list[Path]:
    """Every page of a site."""
    return sorted(page for page in site.rglob("*.html") if "_static" not in page.parts)


def links_out_of(site: Path, page: Path) -> list[str]:
    """The links of a page to files that do not lie in the folder of its site."""
    files = [one for one in _read(page).links if not one.startswith(("http", "data:", "mailto:"))]
    return [one for one in files if site.resolve() not in (page.parent / one).resolve().parents]


def broken_links(page: Path) -> list[str]:
    """The links of a page to files that do not exist, or to places that a page does not have."""
    broken = []
    for link in _read(page).links:
        address, place = urldefrag(link)
        if address.startswith(("http:", "https:", "data:", "mailto:")):
            continue
        target = (page.parent / unquote(address.partition("?")[0])).resolve() if address else page
        lost = bool(place) and target.suffix == ".html"
        if not target.exists() or (lost and unquote(place) not in _read(target).ids):
            broken.append(link)
    return broken
