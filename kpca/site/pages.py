"""The source of the site: a folder with a page in Markdown, or a notebook, for each page."""

import csv
import json
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from kpca.figures.texts import as_option, as_text
from kpca.interpretation.two_maps import Likeness
from kpca.kernels import KERNELS
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
from kpca.studies.config.notebooks import NOTEBOOKS
from kpca.studies.config.study import Config
from kpca.workflow import catalog, version
from kpca.workflow.jobs import collect

DRAWN = {"C10x": ("theory-centering", "centering-misprint.svg")}
"""The page and the picture of an erratum that changes a map."""

LEARN = ("notebooks/twelve-lines", "", "Learn it")
STRIP = (
    ("notebooks/denoising", "", "Noisy digits, and what is left without the noise"),
    ("studies/eurodist/mds-from-distances", "map", "A map of cities, from their distances by road"),
    ("studies/digits/first-components", "scores", "Handwritten digits, on two components"),
)
"""Pictures of the first page: page of a notebook, figure ("" for the first one), and words."""

CONTROL = ("theory-tolerances", "control.svg")
"""The page of the picture that stands on the first page, too."""

ORPHAN = "orphan: true"
"""Says to Sphinx that a page stands in no menu, at the head of the page."""

MATRIX, DAG, MAP = "figures/agreement-matrix.png", "dag.svg", "map.png"
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
    written: set[str] = field(default_factory=set)

    def write(self) -> None:
        """Write every page, and what the pages show."""
        for executed in self.notebooks.values():
            self._notebook(executed)
        for name in self.config.studies:
            self._study(name)
        for picture in version.PICTURES:
            self._copy(project.file(picture), Path(picture).name)
        names = (*contents.THEORY, *contents.TEXTS) if self.book else contents.OF_A_STUDY
        texts = {name: (TEXT / f"{name}.md").read_text(encoding="utf-8") for name in names}
        if self.book:
            self._book(texts)
        for name, text in texts.items():
            self._page(name, text)
        self._start()

    def _book(self, texts: dict[str, str]) -> None:
        """Write all pages of the book but those of ``texts``, which get a link to another one."""
        rows = self._benchmark
        if rows:
            texts["time"] += "\n[The solver beside scikit-learn](page:benchmark) on this machine.\n"
        self._render("exercises", pages=exercises.listed(texts))
        for name in ("notation", "references"):
            self._page(name, project.file(f"docs/{name}.md").read_text(encoding="utf-8"))
        if self.config.checked:
            self._render("statements", **self._statements)
        errata = list(tables.errata(self.checks, self.links_of_statements("errata")))
        pictures = {id: _block(texts[page], name) for id, (page, name) in DRAWN.items()}
        self._render("errata", errata=errata, slips=SLIPS, pictures=pictures)
        self._render("studies", studies=self.studies)
        self._render("api", kernels=[kernel.__name__ for kernel in KERNELS])
        self._render("notebooks", parts=self._gallery(), tried=contents.is_book(self.config))
        if rows:
            self._render("benchmark", rows=rows)
        self._render("cite", **self._cited, **self._made)

    @cached_property
    def notebooks(self) -> dict[str, Executed]:
        """Every notebook that was executed, by its page."""
        listed = contents.executed(self.config)
        return {
            executed.page: executed
            for executed in listed
            if (self.results / executed.path).is_file()
        }

    @cached_property
    def homes(self) -> dict[str, Executed]:
        """The page that stands for each notebook, by its name."""
        home = contents.homes(self.config)
        return {
            name: executed for name, executed in home.items() if executed.page in self.notebooks
        }

    @cached_property
    def pages(self) -> dict[str, str]:
        """The pages that links may name, by name."""
        pages = {page: page for page in contents.pages(self.config, self.book)}
        return pages | {f"notebook:{name}": executed.page for name, executed in self.homes.items()}

    @cached_property
    def menu(self) -> set[str]:
        """The pages of the menu."""
        return {page for section in self._sections for page in section.pages}

    @cached_property
    def _sections(self) -> list[contents.Section]:
        return contents.sections(self.config, self.book)

    @cached_property
    def same_samples(self) -> dict[str, dict[str, Likeness]]:
        """For each study the others of the same samples, with how alike the maps of both are.

        An exception costs the table of these studies only.
        """
        found: dict[str, dict[str, Likeness]] = {}
        for names in same_samples.groups(self.config, self.results):
            try:
                pairs = same_samples.likenesses(names, self.results)
            except Exception as error:
                fault = f"the maps could not be compared: {type(error).__name__}: {error}"
                print(f"{', '.join(names)}: {fault}", file=sys.stderr)
                continue
            for (one, other), likeness in pairs.items():
                found.setdefault(one, {})[other] = likeness
        return found

    @cached_property
    def checks(self) -> list[dict[str, str]]:
        """The table of checks; no row if no statement was executed."""
        path = self.results / catalog.CHECKS["table"]
        return collect.read(path) if self.config.checked and path.is_file() else []

    @cached_property
    def anchors(self) -> dict[str, tuple[str, str]]:
        """The page that explains or executes a statement, and its id there, by statement."""
        homes = sorted(self.homes.values(), key=contents.is_chapter, reverse=True)
        texts = [
            (executed.page, "".join(cell["source"]))
            for executed in homes
            for cell in notebook.read(self.results / executed.path)["cells"]
        ]
        texts += [(page, (TEXT / f"{page}.md").read_text("utf-8")) for page in contents.THEORY]
        anchors: dict[str, tuple[str, str]] = {}
        for page, text in texts:
            for id in links.anchors(text):
                anchors.setdefault(id, (page, id))
        return anchors

    def links_of_statements(self, source: str) -> dict[str, str]:
        """The address, on the page ``source``, of the section that executes each statement."""
        return {
            id: f"{links.relative(page, source)}#{anchor}"
            for id, (page, anchor) in self.anchors.items()
        }

    @cached_property
    def studies(self) -> list[dict[str, Any]]:
        """What the table of studies says of each."""
        return [self._about(name) for name in self.config.studies]

    def _about(self, name: str) -> dict[str, Any]:
        rows = [row for row in self.checks if row["study"] == name]
        agree = sum(row["verdict"] == "agrees" for row in rows)
        _, head, _ = self._page_of(name).split("---\n", 2)
        about = yaml.safe_load(head)
        own = contents.of_study(self.config, name)
        return {
            "name": name,
            "title": about["title"],
            "samples": about["samples"],
            "components": about["components"],
            "kernel": about["kernel"],
            "checks": f"{agree} of {len(rows)} agree" if rows else "none executed",
            "notebooks": [
                (executed.name, executed.page)
                for executed in own
                if executed.page in self.notebooks
            ],
        }

    def _page_of(self, study: str) -> str:
        path = self.results / catalog.PAGE.of(study=study)["page"]
        return path.read_text(encoding="utf-8")

    def _study(self, name: str) -> None:
        names = [executed.name for executed in self.notebooks.values() if executed.study == name]
        listed = "\n".join(
            f'- <a href="{notebook_name}.html">{NOTEBOOKS[notebook_name].title}</a>'
            for notebook_name in names
        )
        page = f"studies/{name}/index"
        same = rendered("same_samples.md.j2", others=self.same_samples.get(name, {}))
        # Of a user's text in the page no part is a link.
        text = f"{self._page_of(name)}{same}\n## Notebooks\n\n{listed}\n"
        if page not in self.menu:
            text = text.replace("---\n", f"---\n{ORPHAN}\n", 1)
        self._save(f"{page}.md", text)

    def _notebook(self, executed: Executed) -> None:
        also = {
            other.study: other.page
            for other in self.notebooks.values()
            if other.name == executed.name and other != executed
        }
        home = self.homes.get(executed.name) == executed
        read = notebook.read(self.results / executed.path)
        made = notebook.page(read, executed, self.pages, also, home)
        if executed.page not in self.menu:
            made["metadata"]["orphan"] = True
        self._save(f"{executed.page}.ipynb", json.dumps(made, ensure_ascii=False, indent=1))

    def _gallery(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """What the gallery shows of each notebook, by part; the pictures are written here."""
        return [(title, [self._card(name) for name in names]) for title, names in gallery.parts()]

    def _card(self, name: str) -> dict[str, Any]:
        home, about = self.homes.get(name), NOTEBOOKS[name]
        read = notebook.read(self.results / home.path if home else project.file(about.path))
        picture = gallery.picture(read)
        return {
            "name": name,
            "title": about.title,
            "kind": about.about.kind,
            "minutes": gallery.minutes(read),
            "page": home.page if home else "",
            "picture": picture.file if picture and home else "",
            "alt": picture.alt if picture else "",
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
    def _benchmark(self) -> list[list[str]]:
        path = self.results / catalog.BENCHMARK
        if not path.is_file():
            return []
        with path.open(encoding="utf-8", newline="") as file:
            return tables.benchmark(list(csv.DictReader(file)))

    @property
    def _made(self) -> dict[str, Any]:
        path = self.results / catalog.MANIFEST["manifest"]
        manifest = json.loads(path.read_text(encoding="utf-8"))
        dag = self._copy(project.file(f"docs/{DAG}"), DAG) if contents.is_book(self.config) else ""
        facts = [(name, manifest[name]) for name in SHOWN]
        facts += [(f"input, {name}", sha) for name, sha in manifest["inputs"].items()]
        facts += [(f"code, {name}", value) for name, value in manifest["code"].items()]
        packages = manifest["packages"]
        return {
            "dag": dag,
            "jobs": len(catalog.jobs(self.config)),
            "manifest": catalog.MANIFEST["manifest"],
            "facts": [(name, f"`{value}`") for name, value in facts],
            "packages": [(name, packages[name]) for name in PACKAGES if name in packages],
            "results": len(manifest["results"]),
            "table": catalog.CHECKS["table"] if self.config.checked else "",
        }

    @property
    def _cited(self) -> dict[str, str]:
        cited = yaml.safe_load(project.file("CITATION.cff").read_text(encoding="utf-8"))
        return {
            "version": cited["version"],
            "date": str(cited["date-released"]),
            "license": cited["license"],
            "title": cited["title"],
            "authors": " and ".join(author["name"] for author in cited["authors"]),
        }

    def _start(self) -> None:
        """The first page, with the table of contents of the whole site."""
        if contents.is_book(self.config):
            text = (TEXT / f"{CONTROL[0]}.md").read_text(encoding="utf-8")
            beyond = sum(id.startswith("S") for id in STATUS)
            values = {
                "slider": gamma.slider(),
                "learn": self._picture(*LEARN),
                "checked": "statements" if self.config.checked else "check",
                "map_of": example_page.NAME,
                "strip": list(filter(None, (self._picture(*one) for one in STRIP))),
                "control": _block(text, CONTROL[1]),
                "statements": len(STATUS) - beyond,
                "beyond": beyond,
            }
            self._copy(project.file(f"docs/{MAP}"), MAP)
            (self.folder / example_page.NAME).write_text(example_page.page(), encoding="utf-8")
            text = rendered("opening.md", **values)
        else:
            text = rendered("start.md.j2", studies=self.studies, book=self.book)
        trees = [
            _toctree(
                [page for page in section.pages if page in self.written],
                section.title,
                section.numbered,
            )
            for section in self._sections
        ]
        self._page("index", "\n".join([text, *trees]))

    def _picture(self, page: str, figure: str, words: str) -> dict[str, str] | None:
        """A picture of a notebook with its page and words, if the run executed the notebook."""
        executed = self.notebooks.get(page)
        read = notebook.read(self.results / executed.path) if executed else {"cells": []}
        picture = gallery.picture(read, figure)
        if picture is None:
            return None
        return {"page": page, "words": words, "picture": picture.file, "alt": picture.alt}

    def _matrix(self) -> str:
        """The agreement matrix that the run has drawn; nothing if it executed no statement."""
        picture = self.results / MATRIX
        if not picture.is_file():
            return ""
        words = [
            picture.with_suffix(suffix).read_text(encoding="utf-8").strip()
            for suffix in (".txt", ".alt.txt")
        ]
        return _figure(self._copy(picture, picture.name), *words)

    def _render(self, name: str, **values: Any) -> None:
        self._page(name, rendered(f"{name}.md.j2", **values))

    def _page(self, name: str, text: str) -> None:
        text = links.resolved(text, name, self.pages)
        in_menu = name == "index" or name in self.menu
        self._save(f"{name}.md", text if in_menu else f"---\n{ORPHAN}\n---\n\n{text}")

    def _save(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.written.add(name.rpartition(".")[0])

    def _copy(self, file: Path, name: str) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, path)
        return name


def _block(text: str, picture: str) -> str:
    """The picture with its words, as a hand-written page has it."""
    start = f"```{{figure}} {picture}\n"
    return start + text.partition(start)[2].partition("```")[0] + "```"


def _figure(file: str, caption: str, alt: str) -> str:
    """A picture with its words."""
    words = f":alt: {as_option(alt)}\n:class: figure\n\n{as_text(caption)}"
    return f"```{{figure}} {file}\n{words}\n```"


def _toctree(pages: Sequence[str], title: str, numbered: bool = False) -> str:
    """The section of the table of contents with these pages, which it may number."""
    options = (f":caption: {title}\n" if title else "") + ":numbered: 1\n" * numbered
    return "```{toctree}\n:hidden:\n" + options + "\n" + "\n".join(pages) + "\n```\n"
