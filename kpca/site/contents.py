"""Which notebooks are pages of a site, and the menu: the pages in the order of reading."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kpca.studies.config.notebooks import NOTEBOOKS
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
        "gamma",
        "projection",
        "pre-images",
        "samples",
        "tolerances",
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
    """Every executed notebook of a configuration: those of a study together, others as read."""
    every = [
        Executed(name, study, job["notebook"])
        for job in catalog.jobs(config)
        if "notebook" in job.files and job.name != catalog.REPORT
        for *folder, name in [job.name.split("/")]
        for study in ["".join(folder)]
    ]
    order = [*NOTEBOOKS]
    return sorted(every, key=lambda one: -1 if one.study else order.index(one.name))


def homes(config: Config, notebooks: Iterable[Executed]) -> dict[str, Executed]:
    """For each notebook by name the page that stands for it: on the first of its studies."""
    preferred = {chapter: study for study, chapter in reversed(config.reading)}
    first: dict[str, Executed] = {}
    for notebook in notebooks:
        if preferred.get(notebook.name) in (None, notebook.study):
            first.setdefault(notebook.name, notebook)
    return first


def trees(config: Config, book: bool, written: Collection[str]) -> list[tuple[str, str, list[str]]]:
    """Page, title and pages of each list of pages that the menu shows, of those ``written``.

    The lists of the first page have titles. Below them are pages of single studies and of notebooks
    in the ``book``, and what is looked up.
    """
    start, experts = ([f"notebooks/{name}" for name in names] for names in (START, EXPERTS))
    sections = {
        "Studies": [] if is_book(config) else [f"studies/{name}/index" for name in config.studies],
        "Start": start,
        "Use it": ("reading", "choosing", "counts", "unusual") if book else OF_A_STUDY,
        NUMBERED: THEORY,
        "Results": ("studies", "notebooks", "statements", "errata"),
        "Look it up": ("reference",),
        "For experts": experts,
    }
    lists = {
        ("index", title): [one for one in pages if one in written]
        for title, pages in sections.items()
    }
    for page in written:
        if page not in {"index"}.union(*sections.values()):
            lists.setdefault((above(page), ""), []).append(page)
    return [(*of, pages) for of, pages in lists.items() if pages]


def above(page: str) -> str:
    """The page to which a page leads back that is in no menu.

    >>> [above(page) for page in ("studies/a/kernels", "studies/a/index", "notebooks/b", "time")]
    ['studies/a/index', 'studies', 'notebooks', 'reference']
    """
    folder, _, name = page.rpartition("/")
    if folder.startswith("studies/"):
        return "studies" if name == "index" else f"{folder}/index"
    return folder or "reference"
