"""The document that is printed: the chosen pages in their order, after a table of contents."""

from collections.abc import Mapping
from pathlib import Path

import jinja2

from kpca.site import contents
from kpca.site.contents import Part
from kpca.site.printed import article, selection
from kpca.site.printed.article import Article
from kpca.studies.config.study import Config

HERE = Path(__file__).parent
KATEX = HERE.parent / "assets" / "katex" / "katex.min.css"


def html(config: Config, site: Path, numbers: Mapping[str, int] | None = None) -> str:
    """The document for the site in the folder ``site``.

    ``numbers`` has the number of the sheet on which a page begins, by its id in the document; they
    are known after a first print. Pages that the site does not have are left out.
    """
    parts = [Part(part.title, _known(part, site)) for part in selection.parts(config)]
    pages = (selection.OPENING, *(page for part in parts for page in part.pages))
    read = {page: article.read(site, page, pages) for page in pages}
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("document.html.j2").render(
        opening=read[selection.OPENING],
        parts=[(part.title, _of(part, read)) for part in parts if part.pages],
        is_book=contents.is_book(config),
        place=article.place,
        numbers=numbers or {},
        katex=KATEX.as_uri(),
        style=(HERE / "print.css").read_text(encoding="utf-8"),
        script=(HERE / "print.js").read_text(encoding="utf-8"),
    )


def _known(part: Part, site: Path) -> tuple[str, ...]:
    return tuple(page for page in part.pages if (site / f"{page}.html").is_file())


def _of(part: Part, read: Mapping[str, Article]) -> list[Article]:
    return [read[page] for page in part.pages]
