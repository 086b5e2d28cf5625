"""Which pages a site has, and in which order: the table of contents for a configuration."""

from collections.abc import Iterator
from dataclasses import dataclass

from kpca.studies.config import notebooks
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

TEXTS = (
    *("choosing", "reading", "unusual", "counts", "check"),
    *("conventions", "time", "messages", "glossary", "reference"),
)
"""Other pages that are written by hand."""

OF_A_STUDY = ("reading", "check")
"""Those of them to which the page of a study leads, which also stand in a site without the book."""

BEYOND_THE_MENU = (
    *("exercises", "check", "conventions", "time", "benchmark", "messages", "api", "glossary"),
    *("notation", "references", "cite"),
)
"""Pages to which others lead, above all the page *reference*."""

START = ("twelve-lines",)
"""Notebooks that are read first."""

EXPERTS = ("certified-solver", "hard-spectra", "fifty-digits")
"""Notebooks in the menu for readers who doubt the numbers."""


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


def homes(config: Config) -> dict[str, Executed]:
    """For each notebook by name the page that stands for it: on the first of its studies."""
    preferred = {chapter: study for study, chapter in reversed(config.reading)}
    first: dict[str, Executed] = {}
    for notebook in executed(config):
        if preferred.get(notebook.name) in (None, notebook.study):
            first.setdefault(notebook.name, notebook)
    return first


@dataclass(frozen=True)
class Section:
    """A section of the menu, with its title and its pages in the order of reading."""

    title: str
    pages: tuple[str, ...]
    numbered: bool = False


def sections(config: Config, book: bool) -> list[Section]:
    """The menu. In the ``book``, pages of single studies and of notebooks are listed elsewhere."""
    return [section for section in _sections(config, book) if section.pages]


def _sections(config: Config, book: bool) -> Iterator[Section]:
    studies = tuple(f"studies/{name}/index" for name in config.studies)
    if not book:
        yield Section("Studies", studies)
        yield Section("Read it", OF_A_STUDY)
        return
    home = homes(config)
    statements = ("statements",) if config.checked else ()
    if not is_book(config):
        yield Section("Studies", ("studies", *studies))
    yield Section("Start", tuple(home[name].page for name in START if name in home))
    yield Section("Theory", THEORY, numbered=True)
    yield Section("Use it", ("choosing", "reading", "unusual", "counts"))
    table = ("studies",) if is_book(config) else ()
    yield Section("Results", (*table, "notebooks", *statements, "errata"))
    experts = tuple(home[name].page for name in EXPERTS if name in home)
    yield Section("For experts", (*experts, "reference"))


def pages(config: Config, book: bool) -> list[str]:
    """Every page that is no notebook and belongs to no single study, those of the menu first."""
    in_menu = [page for section in sections(config, book) for page in section.pages]
    return [page for page in (*in_menu, *(BEYOND_THE_MENU if book else ())) if "/" not in page]


def is_chapter(notebook: Executed) -> bool:
    """Whether the notebook explains a section of the ledger."""
    return notebook.name in notebooks.names("chapter")


def of_study(config: Config, study: str) -> list[Executed]:
    """The notebooks of a study that are listed below its page: all but the homes of chapters."""
    chapters = {notebook for notebook in homes(config).values() if is_chapter(notebook)}
    return [
        notebook
        for notebook in executed(config)
        if notebook.study == study and notebook not in chapters
    ]
