"""Which notebooks are pages of a site, and the menu: the pages in the order of reading."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kpca.studies.config.study import Config
from kpca.workflow import catalog

THEORY = tuple(
    f"theory-{name}"
    for name in (
        "features",
        "eigenproblem",
        "centering",
        "distances",
        "by-hand",
        "projection",
        "pre-images",
        "tolerances",
        "samples",
        "gamma",
        "relatives",
        "solver",
    )
)
"""The pages of the theory, in the order of reading. The site and the exercises number them."""

OF_A_STUDY = ("reading", "check")
"""The pages to which the page of a study leads, which also stand in a site without the book."""

START = ("twelve-lines",)
"""Notebooks that are read first."""

EXPERTS = ("certified-solver", "hard-spectra", "fifty-digits")
"""Notebooks in the menu for readers who doubt the numbers."""

NUMBERED = "Theory"
"""The section of the menu whose pages have numbers."""


@dataclass(frozen=True)
class Executed:
    """An executed notebook as a page.

    name   of the notebook
    study  that it was executed on; "" for one that belongs to no study
    path   of the file, from the folder of the results
    """

    name: str
    study: str
    path: str

    @property
    def page(self) -> str:
        """The page without its ending, from the folder of the site."""
        return f"studies/{self.study}/{self.name}" if self.study else f"notebooks/{self.name}"


def is_book(config: Config) -> bool:
    """Whether the configuration has chapters or demonstrations, and not only somebody's studies."""
    return bool(config.reading or config.demonstrations)


def executed(config: Config) -> list[Executed]:
    """Every executed notebook of a configuration, those of a study together."""
    return [
        Executed(name, study, job["notebook"])
        for job in catalog.jobs(config)
        if "notebook" in job.files and job.name != catalog.REPORT
        for *folder, name in [job.name.split("/")]
        for study in ["".join(folder)]
    ]


def homes(config: Config, notebooks: Iterable[Executed]) -> dict[str, Executed]:
    """For each notebook by name the page that stands for it: on the first of its studies."""
    preferred = {chapter: study for study, chapter in reversed(config.reading)}
    first: dict[str, Executed] = {}
    for notebook in notebooks:
        if preferred.get(notebook.name) in (None, notebook.study):
            first.setdefault(notebook.name, notebook)
    return first


def menu(config: Config, book: bool, written: Collection[str]) -> dict[str, list[str]]:
    """The pages of each section of the menu by its title, of the pages that are ``written``.

    In the ``book``, pages of single studies and of notebooks are listed on other pages.
    """
    start, experts = ([f"notebooks/{name}" for name in names] for names in (START, EXPERTS))
    own = (
        []
        if is_book(config)
        else ["studies", *(f"studies/{name}/index" for name in config.studies)]
    )
    sections = {
        "Studies": own,
        "Start": start,
        NUMBERED: THEORY,
        "Use it": ("choosing", "reading", "unusual", "counts") if book else OF_A_STUDY,
        "Results": [*([] if own else ["studies"]), "notebooks", "statements", "errata"],
        "For experts": [*experts, "reference"],
    }
    found = {title: [one for one in pages if one in written] for title, pages in sections.items()}
    return {title: pages for title, pages in found.items() if pages}
