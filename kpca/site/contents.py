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
        "by-hand",
        "centering",
        "distances",
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
    *("check", "choosing", "reading", "unusual", "counts", "conventions", "programs"),
    *("time", "machines", "cluster", "messages", "glossary"),
)
"""Other pages that are written by hand."""


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
        if "notebook" in job.files
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
    """A section of the table of contents.

    title     of the section
    pages     in order
    numbered  whether they are
    below     pages that are listed below the last one, and that the side bar folds
    """

    title: str
    pages: tuple[str, ...]
    numbered: bool = False
    below: tuple[str, ...] = ()


def sections(config: Config) -> list[Section]:
    """The table of contents. Pages of a study's notebooks follow the page of the study."""
    return [section for section in _sections(config) if section.pages]


def _sections(config: Config) -> Iterator[Section]:
    home = homes(config)
    chapters = tuple(home[name].page for name in notebooks.names("chapter") if name in home)
    single = [notebook.page for notebook in executed(config) if not notebook.study]
    placed = {
        home[name].page: notebook.about.section
        for name, notebook in notebooks.NOTEBOOKS.items()
        if notebook.about.section and name in home
    }
    start, guides = (
        [page for page, section in placed.items() if section == title]
        for title in ("Start", "Guides")
    )
    others = tuple(page for page in single if page not in placed)
    checked = ("agreement", "statements") if config.checked else ()
    studies = tuple(f"studies/{name}/index" for name in config.studies)
    if not is_book(config):
        yield Section("Studies", ("studies", *studies))
    yield Section("Start", tuple(start))
    yield Section("Theory", THEORY, numbered=True)
    yield Section("Guides", ("choosing", "reading", "unusual", "counts", "exercises", *guides))
    if is_book(config):
        yield Section("Studies", ("studies",), below=studies)
    yield Section("Notebooks", ("notebooks",), below=(*chapters, *others))
    yield Section("Statements", ("check", *checked, "errata", "conventions", "programs"))
    yield Section("Computing", ("time", "benchmark", "machines", "cluster", "messages"))
    yield Section("Reference", ("api", "glossary", "notation", "references", "made", "cite"))


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
