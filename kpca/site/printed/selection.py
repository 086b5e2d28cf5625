"""Which pages of a site are printed: what is read from beginning to end, and nothing twice.

A notebook is printed where it is a chapter, on the first of its studies. Other notebooks, and pages
that are only tables for the screen, stay on the site.
"""

from kpca.site import contents
from kpca.site.contents import Part
from kpca.studies.config.study import Config

OPENING = "index"
"""The first page of a site. It stands before all parts."""

ON_SCREEN = ("agreement", "benchmark")
"""A matrix of buttons, which the opening shows as a figure, and a wide table of measurements."""


def parts(config: Config) -> list[Part]:
    """The table of contents of the printed book, without the opening."""
    chosen = [
        Part(part.title, tuple(page for page in part.pages if _is_printed(page)))
        for part in contents.parts(config)
    ]
    return [part for part in chosen if part.pages]


def _is_printed(page: str) -> bool:
    return page not in ON_SCREEN and not page.startswith("notebooks/")
