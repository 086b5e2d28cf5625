"""The source of the site: a folder with a page in Markdown, or a notebook, for each page."""

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from kpca.figures import display, maps
from kpca.figures.metadata import ON_PHONE
from kpca.figures.style import PIXELS
from kpca.figures.texts import as_option, as_text
from kpca.interpretation.two_maps import Likeness
from kpca.kernels import KERNELS
from kpca.results.opened import open_study
from kpca.site import (
    contents,
    example_page,
    exercises,
    gallery,
    gamma,
    links,
    notebook,
    same_samples,
    tables,
)
from kpca.site.contents import Executed
from kpca.site.rendering import TEXT, rendered
from kpca.statements.errata import SLIPS
from kpca.statements.status import STATUS
from kpca.studies.config import project
from kpca.studies.config.notebooks import NOTEBOOKS, names
from kpca.studies.config.study import Config
from kpca.workflow import catalog, version
from kpca.workflow.jobs import collect

FIRST = "opening"
"""The text of the first page."""

MANIFEST = catalog.MANIFEST["manifest"]
MATRIX = "figures/agreement-matrix.png"
DAG = "docs/dag.svg"
SHOWN = ("python", "platform", "threads", "lock")
PACKAGES = ("numpy", "scipy", "xarray", "matplotlib", "scikit-learn", "papermill", "snakemake")


@dataclass
class Source:
    """The pages of one site, written to ``folder``.

    config   of the run
    results  folder of its results
    folder   new and empty
    book     whether the book on kernel PCA is a part of the site
    """

    config: Config
    results: Path
    folder: Path
    book: bool
    written: list[str] = field(default_factory=list)

    def write(self) -> None:
        """Write every page, and what the pages show."""
        (self.folder / "extra/notebooks").mkdir(parents=True)
        for name in self.config.studies:
            self._study(name)
        for executed in self.notebooks.values():
            self._notebook(executed)
        for picture in (*version.PICTURES, DAG):
            shutil.copyfile(project.file(picture), self.folder / Path(picture).name)
        for name, text in self.texts.items():
            self._page(name, text)
        self._start()
        self._toctrees()

    def _toctrees(self) -> None:
        """Add the menu to the first page, and to others the pages below them, for Sphinx."""
        for page, title, pages in contents.trees(self.config, self.book, self.written):
            with (self.folder / f"{page}.md").open("a", encoding="utf-8") as file:
                file.write(_toctree(title, pages))

    @cached_property
    def texts(self) -> dict[str, str]:
        """Every page but the first that belongs to no study, in Markdown, with links by name."""
        texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(TEXT.glob("*.md"))}
        del texts[FIRST]
        if not self.book:
            return {name: texts[name] for name in contents.OF_A_STUDY}
        values: dict[str, dict[str, Any]] = {
            "exercises": {"pages": exercises.listed(texts)},
            "api": {"kernels": [kernel.__name__ for kernel in KERNELS]},
            "notebooks": {"parts": self._gallery(), "tried": contents.is_book(self.config)},
            "cite": self._cited | self._made,
        }
        texts = {name: exercises.with_ids(text) for name, text in texts.items()}
        if contents.is_book(self.config):
            values["studies"] = {"studies": self.studies, "maps": self.maps}
        for name in ("notation", "references"):
            texts[name] = project.file(f"docs/{name}.md").read_text(encoding="utf-8")
        if self.config.checked:
            values["statements"] = self._statements
        errata = list(tables.errata(self.checks, self.links_of_statements("errata")))
        values["errata"] = {"errata": errata, "slips": SLIPS}
        return texts | {name: rendered(f"{name}.md.j2", **of) for name, of in values.items()}

    @cached_property
    def notebooks(self) -> dict[str, Executed]:
        """Every notebook that was executed, by its page."""
        listed = contents.executed(self.config)
        return {one.page: one for one in listed if (self.results / one.path).is_file()}

    @cached_property
    def homes(self) -> dict[str, Executed]:
        """The page that stands for each notebook, by its name."""
        return contents.homes(self.config, self.notebooks.values())

    @cached_property
    def pages(self) -> dict[str, str]:
        """The pages that links may name, by name."""
        pages = {"studies": "index"} | {page: page for page in self.texts}
        return pages | {f"notebook:{name}": executed.page for name, executed in self.homes.items()}

    @cached_property
    def same_samples(self) -> dict[str, dict[str, Likeness]]:
        """For each study the others of the same samples, with how alike the maps of both are."""
        return same_samples.likenesses(self.config, self.results)

    @cached_property
    def checks(self) -> list[dict[str, str]]:
        """The table of checks; no row if no statement was executed."""
        path = self.results / catalog.CHECKS["table"]
        return collect.read(path) if self.config.checked and path.is_file() else []

    @cached_property
    def anchors(self) -> dict[str, str]:
        """The page that explains or executes a statement, by statement, which is the id there."""
        chapters = names("chapter")
        homes = sorted(self.homes.values(), key=lambda one: one.name in chapters, reverse=True)
        texts = [
            (executed.page, "".join(cell["source"]))
            for executed in homes
            for cell in notebook.read(self.results / executed.path)["cells"]
        ]
        texts += [(page, (TEXT / f"{page}.md").read_text("utf-8")) for page in contents.THEORY]
        anchors: dict[str, str] = {}
        for page, text in texts:
            for id in links.anchors(text):
                anchors.setdefault(id, page)
        return anchors

    def links_of_statements(self, source: str) -> dict[str, str]:
        """The address, on the page ``source``, of the section that executes each statement."""
        return {id: f"{links.relative(page, source)}#{id}" for id, page in self.anchors.items()}

    @cached_property
    def studies(self) -> list[dict[str, Any]]:
        """What the table of studies says of each."""
        return [self._about(name) for name in self.config.studies]

    def _about(self, name: str) -> dict[str, Any]:
        rows = [row for row in self.checks if row["study"] == name]
        agree = sum(row["verdict"] == "agrees" for row in rows)
        _, head, _ = self._page_of(name).split("---\n", 2)
        return yaml.safe_load(head) | {
            "name": name,
            "why": self.questions.get(name, ""),
            "checks": f"{agree} of {len(rows)} agree" if rows else "none executed",
            "notebooks": self._of_study(name),
        }

    @cached_property
    def questions(self) -> dict[str, str]:
        """Why one should look at a study of the book, by its name, in Markdown."""
        text = (TEXT / "studies.yaml").read_text(encoding="utf-8")
        return yaml.safe_load(text) if contents.is_book(self.config) else {}

    @cached_property
    def maps(self) -> dict[str, dict[str, Any]]:
        """A small map of each study, by its name; the pictures are written here."""
        return {name: self._map(name) for name in self.config.studies}

    def _map(self, name: str) -> dict[str, Any]:
        folder = self.results / name
        if not (folder / "study.nc").is_file():
            return {}
        study = open_study(folder)
        solution, has_names = study.solution, len({*study.labels}) == 1
        pair = (0, min(1, solution.components - 1))
        words, files, inches = display.drawn(
            ["png", ON_PHONE], maps.on_two_components, study, solution, None, pair, named=has_names
        )
        if isinstance(words, str):
            return {}
        named = {"png": f"map-{name}.png", ON_PHONE: f"map-{name}-on-phone.png"}
        for kind, picture in files.items():
            (self.folder / "extra" / named[kind]).write_bytes(picture)
        on_phone = named[ON_PHONE] if ON_PHONE in files else ""
        width = round(inches[0] * PIXELS)
        return {"file": named["png"], "on_phone": on_phone, "alt": words.alt, "width": width}

    def _of_study(self, name: str) -> list[Executed]:
        return [executed for executed in self.notebooks.values() if executed.study == name]

    def _page_of(self, study: str) -> str:
        path = self.results / catalog.PAGE.of(study=study)["page"]
        return path.read_text(encoding="utf-8")

    def _study(self, name: str) -> None:
        listed = "\n".join(
            f'- <a href="{one.name}.html">{NOTEBOOKS[one.name].title}</a>'
            for one in self._of_study(name)
        )
        same = rendered("same_samples.md.j2", others=self.same_samples.get(name, {}))
        # Of a user's text in the page no part is a link.
        title, block, rest = self._page_of(name).partition("```{raw} html")
        why = self.questions.get(name, "")
        text = f"{title}{why}\n\n{block}{rest}{same}\n## Notebooks\n\n{listed}"
        self._save(f"studies/{name}/index.md", text)

    def _notebook(self, executed: Executed) -> None:
        also = {
            other.study: other.page
            for other in self.notebooks.values()
            if other.name == executed.name and other != executed
        }
        home = self.homes.get(executed.name) == executed
        read = notebook.read(self.results / executed.path)
        made = notebook.page(read, executed, self.pages, also, home)
        self._extra(project.file(NOTEBOOKS[executed.name].path), "notebooks")
        self._save(f"{executed.page}.ipynb", json.dumps(made, ensure_ascii=False, indent=1))

    def _extra(self, file: Path, folder: str = "") -> str:
        """Copy a file for readers into a folder of the site; returns its name."""
        shutil.copyfile(file, self.folder / "extra" / folder / file.name)
        return file.name

    def _gallery(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """What the gallery shows of each notebook, by part; the pictures are written here."""
        cards = [
            (title, [*filter(None, map(self._card, names))]) for title, names in gallery.parts()
        ]
        return [part for part in cards if part[1]]

    def _card(self, name: str) -> dict[str, Any] | None:
        """A notebook that was executed, or that is opened in a browser; else None."""
        home, about = self.homes.get(name), NOTEBOOKS[name]
        if not home and about.about.kind != "interactive":
            return None
        read = notebook.read(self.results / home.path if home else project.file(about.path))
        picture = gallery.picture(read)
        return {
            "name": name,
            "title": about.title,
            "kind": about.about.kind,
            "minutes": gallery.minutes(read),
            "page": home.page if home else "",
            "picture": picture if home else None,
        }

    @property
    def _statements(self) -> dict[str, Any]:
        rows = tables.statements(self.checks, self.links_of_statements("statements"))
        words = {word for row in rows for word in row["notes"].split()}
        notes = sorted(word for word in words if re.fullmatch(r"N\d", word))
        statuses = sorted({row["status"] for row in rows})
        agreeing = sum(row["verdict"] == "agrees" for row in self.checks)
        return {
            "rows": rows,
            "notes": notes,
            "statuses": statuses,
            "studies": list(self.config.checked),
            "agreeing": agreeing,
            "checks": len(self.checks),
            "matrix": self._matrix(),
        }

    @property
    def _made(self) -> dict[str, Any]:
        path, table = (self.results / one for one in (MANIFEST, catalog.CHECKS["table"]))
        manifest = json.loads(path.read_text(encoding="utf-8"))
        facts = [(name, manifest[name]) for name in SHOWN]
        facts += [(f"input, {name}", sha) for name, sha in manifest["inputs"].items()]
        facts += [(f"code, {name}", value) for name, value in manifest["code"].items()]
        packages = manifest["packages"]
        return {
            "dag": "dag.svg" if contents.is_book(self.config) else "",
            "jobs": len(catalog.jobs(self.config)),
            "manifest": MANIFEST,
            "facts": [(name, f"`{value}`") for name, value in facts],
            "packages": [(name, packages[name]) for name in PACKAGES if name in packages],
            "results": len(manifest["results"]),
            "table": self._extra(table) if self.config.checked else "",
        }

    @property
    def _cited(self) -> dict[str, Any]:
        cited = yaml.safe_load(project.file("CITATION.cff").read_text(encoding="utf-8"))
        authors = " and ".join(author["name"] for author in cited["authors"])
        return cited | {"date": str(cited["date-released"]), "authors": authors}

    def _start(self) -> None:
        """The first page."""
        if not contents.is_book(self.config):
            self._page("index", rendered("start.md.j2", studies=self.studies, book=self.book))
            return
        example = self.folder / "extra" / example_page.NAME
        example.write_text(example_page.page(), encoding="utf-8")
        learn, denoising = (self.homes.get(name) for name in ("twelve-lines", "denoising"))
        values = {
            "slider": gamma.slider(),
            "learn": learn.page if learn else contents.THEORY[0],
            "map_of": example_page.NAME,
            "checked": "statements" if self.config.checked else "check",
            "statements": len(STATUS),
            "denoised": denoising and gallery.picture(notebook.read(self.results / denoising.path)),
            "maps": defaultdict(dict, self.maps),
        }
        self._page("index", rendered(f"{FIRST}.md", **values))

    def _matrix(self) -> str:
        """The agreement matrix that the run has drawn; nothing if it executed no statement."""
        picture = self.results / MATRIX
        if not picture.is_file():
            return ""
        caption, alt = (
            picture.with_suffix(suffix).read_text(encoding="utf-8").strip()
            for suffix in (".txt", ".alt.txt")
        )
        shutil.copyfile(picture, self.folder / picture.name)
        options = f":alt: {as_option(alt)}\n:class: figure"
        return f"```{{figure}} {picture.name}\n{options}\n\n{as_text(caption)}\n```"

    def _page(self, name: str, text: str) -> None:
        self._save(f"{name}.md", links.resolved(text, name, self.pages))

    def _save(self, name: str, text: str) -> None:
        page = name.rpartition(".")[0]
        if contents.is_book(self.config):
            text = links.inside(text, page)
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.written.append(page)


def _toctree(title: str, pages: Sequence[str]) -> str:
    """A section of the menu, or without a title the pages below a page, from the folder of all."""
    options = f":caption: {title}\n" * bool(title) + ":numbered: 1\n" * (title == contents.NUMBERED)
    return "\n\n```{toctree}\n:hidden:\n" + options + "\n/" + "\n/".join(pages) + "\n```\n"
