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
        "projection",
        "pre-images",
        "solver",
        "tolerances",
    )
)
"""The pages of the theory, in the order of reading."""

TEXTS = ("choosing", "conventions", "programs", "time", "messages", "glossary")
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
        for *folder, name in [job.place.split("/")]
        for study in ["".join(folder)]
    ]


def homes(config: Config) -> dict[str, Executed]:
    """For each notebook by name the page that stands for it: on the first of its studies."""
    preferred = {chapter: study for study, chapter in reversed(config.reading)}
    first: dict[str, Executed] = {}
    for one in executed(config):
        if preferred.get(one.name) in (None, one.study):
            first.setdefault(one.name, one)
    return first


@dataclass(frozen=True)
class Part:
    """A part of the table of contents: its title and its pages, in order."""

    title: str
    pages: tuple[str, ...]


def parts(config: Config) -> list[Part]:
    """The table of contents. Pages of a study's notebooks follow the page of the study."""
    return [part for part in _parts(config) if part.pages]


def _parts(config: Config) -> Iterator[Part]:
    home = homes(config)
    chapters = tuple(home[name].page for name in notebooks.names("chapter") if name in home)
    single = [one.page for one in executed(config) if not one.study]
    guides = [
        home[name].page
        for name, one in notebooks.NOTEBOOKS.items()
        if one.about.guide and name in home
    ]
    others = tuple(page for page in single if page not in guides)
    checked = ("agreement", "statements") if config.checked else ()
    studies = tuple(f"studies/{name}/index" for name in config.studies)
    mine = Part("Studies", ("studies", *studies))
    if not is_book(config):
        yield mine
    yield Part("Theory", THEORY)
    yield Part("Theory, executed", chapters)
    yield Part("Statements", (*checked, "errata", "conventions", "programs"))
    if is_book(config):
        yield mine
    yield Part("Guides", ("choosing", *guides, "time", "benchmark", "messages"))
    yield Part("Demonstrations and experiments", others)
    yield Part(
        "Reference", ("api", "notebooks", "glossary", "notation", "references", "made", "cite")
    )


def is_chapter(one: Executed) -> bool:
    """Whether the notebook explains a section of the ledger."""
    return one.name in notebooks.names("chapter")


def of_study(config: Config, study: str) -> list[Executed]:
    """The notebooks of a study whose place is below its page: all but the homes of chapters."""
    chapters = {one for one in homes(config).values() if is_chapter(one)}
    return [one for one in executed(config) if one.study == study and one not in chapters]
