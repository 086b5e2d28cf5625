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
from kpca.kernels import KERNELS
from kpca.site import compared, contents, exercises, gallery, gamma, links, notebook, tables
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

CONTROL = ("theory-tolerances", "control.svg")
"""The page of the picture that stands on the first page, too."""

MATRIX, DAG, MAP = "figures/agreement-matrix.png", "dag.svg", "map.png"
SHOWN = ("python", "platform", "threads", "lock")
PACKAGES = ("numpy", "scipy", "xarray", "matplotlib", "scikit-learn", "papermill", "snakemake")


@dataclass
class Source:
    """The pages of one site, written to ``folder``.

    config   of the run
    results  folder of its results
    folder   new and empty
    """

    config: Config
    results: Path
    folder: Path
    written: set[str] = field(default_factory=set)

    def write(self) -> None:
        """Write every page, and what the pages show."""
        for executed in self.notebooks.values():
            self._notebook(executed)
        for name in self.config.studies:
            self._study(name)
        for page, names in self.side_by_side.items():
            self._page(page, self._compared(names))
        texts = {
            name: (TEXT / f"{name}.md").read_text(encoding="utf-8")
            for name in (*contents.THEORY, *contents.TEXTS)
        }
        for name, text in texts.items():
            self._page(name, text)
        self._render("exercises", pages=exercises.listed(texts))
        for picture in version.PICTURES:
            self._copy(project.file(picture), Path(picture).name)
        for name in ("notation", "references"):
            self._page(name, project.file(f"docs/{name}.md").read_text(encoding="utf-8"))
        if self.config.checked:
            self._render("statements", **self._statements)
            self._render("agreement", **self._agreement)
        errata = list(tables.errata(self.checks, self.links_of_statements("errata")))
        pictures = {id: _block(texts[page], name) for id, (page, name) in DRAWN.items()}
        self._render("errata", errata=errata, slips=SLIPS, pictures=pictures)
        self._render("studies", studies=self.studies, side_by_side=self.side_by_side)
        self._render("api", kernels=[kernel.__name__ for kernel in KERNELS])
        self._render("notebooks", parts=self._gallery(), tried=contents.is_book(self.config))
        if rows := self._benchmark:
            self._render("benchmark", rows=rows)
        self._render("made", **self._made)
        self._render("cite", **self._cited)
        self._below()
        self._start()

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
        named = [page for section in contents.sections(self.config) for page in section.pages]
        pages = {page: page for page in named if "/" not in page}
        return pages | {f"notebook:{name}": executed.page for name, executed in self.homes.items()}

    @cached_property
    def side_by_side(self) -> dict[str, list[str]]:
        """The studies of the same samples, by the page that shows them side by side."""
        groups = compared.groups(self.config, self.results)
        return {f"compared/{names[0]}": names for names in groups}

    @cached_property
    def checks(self) -> list[dict[str, str]]:
        """The table of checks; no row if no statement was executed."""
        path = self.results / catalog.CHECKS["table"]
        return collect.read(path) if self.config.checked and path.is_file() else []

    @cached_property
    def anchors(self) -> dict[str, tuple[str, str]]:
        """The page that explains and executes a statement, and its id there, by statement."""
        anchors: dict[str, tuple[str, str]] = {}
        of_chapters = [
            executed for executed in self.homes.values() if contents.is_chapter(executed)
        ]
        others = [executed for executed in self.homes.values() if executed not in of_chapters]
        for executed in (*of_chapters, *others):
            for id in notebook.anchors(notebook.read(self.results / executed.path)):
                anchors.setdefault(id, (executed.page, id))
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
            "title": as_text(about["title"]),
            "samples": about["samples"],
            "components": about["components"],
            "kernel": as_text(about["kernel"]),
            "beside": self._beside(name, "index"),
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
        below = {executed.name for executed in contents.of_study(self.config, name)}
        listed = "\n".join(
            f'- <a href="{notebook_name}.html">{notebook_name}</a>' for notebook_name in names
        )
        tree = _toctree([notebook_name for notebook_name in names if notebook_name in below], "")
        page = f"studies/{name}/index"
        beside = self._beside(name, page)
        same = f"\n## The same samples\n\nThis study {beside}.\n" if beside else ""
        text = f"{self._page_of(name)}{same}\n## Notebooks\n\n{listed}\n\n{tree}"
        self._page(page, text)
        for kind in (catalog.FIGURES, f"denoised-{catalog.FIGURES}"):
            pictures = sorted((self.results / name / kind).glob("*.png"))
            for picture in pictures:
                self._copy(picture, f"studies/{name}/{kind}/{picture.name}")

    def _beside(self, study: str, source: str) -> str:
        """A link, on the page ``source``, to the study beside others; "" if there are none."""
        for page, names in self.side_by_side.items():
            if study in names:
                others = [name for name in names if name != study]
                more = f" and {len(others) - 3} others" if len(others) > 3 else ""
                words = f"side by side with {', '.join(others[:3])}{more}"
                return f'<a href="{links.relative(page, source)}">{words}</a>'
        return ""

    def _compared(self, names: Sequence[str]) -> str:
        """The page of studies side by side; an exception costs this page only."""
        try:
            return compared.page(names, self.results)
        except Exception as error:
            fault = f"They could not be compared: {type(error).__name__}: {error}"
            print(f"{', '.join(names)}: {fault}", file=sys.stderr)
            return f"# Side by side: {names[0]} and others\n\n{as_text(fault)}\n"

    def _notebook(self, executed: Executed) -> None:
        also = {
            other.study: other.page
            for other in self.notebooks.values()
            if other.name == executed.name and other != executed
        }
        home = self.homes.get(executed.name) == executed
        read = notebook.read(self.results / executed.path)
        made = notebook.page(read, executed, self.pages, also, home)
        self._save(f"{executed.page}.ipynb", json.dumps(made, ensure_ascii=False, indent=1))

    def _gallery(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """What the gallery shows of each notebook, by part; the pictures are written here."""
        return [(title, [self._card(name) for name in names]) for title, names in gallery.parts()]

    def _card(self, name: str) -> dict[str, Any]:
        home, about = self.homes.get(name), NOTEBOOKS[name]
        read = notebook.read(self.results / home.path if home else project.file(about.path))
        picture, file = gallery.picture(read), ""
        if picture:
            file = f"gallery/{name}.png"
            (self.folder / "gallery").mkdir(exist_ok=True)
            (self.folder / file).write_bytes(picture.png)
        return {
            "name": name,
            "title": about.title,
            "kind": about.about.kind,
            "minutes": gallery.minutes(read),
            "page": home.page if home else "",
            "picture": file,
            "alt": picture.alt if picture else "",
        }

    @property
    def _statements(self) -> dict[str, Any]:
        rows = tables.statements(self.checks, self.links_of_statements("statements"))
        words = {word for row in rows for word in row["notes"].split()}
        notes = sorted(word for word in words if re.fullmatch(r"N\d", word))
        statuses = sorted({row["status"] for row in rows})
        return {"rows": rows, "notes": notes, "statuses": statuses, "studies": self._checked}

    @property
    def _agreement(self) -> dict[str, Any]:
        agreeing = sum(row["verdict"] == "agrees" for row in self.checks)
        rows = tables.matrix(self.checks, self._checked)
        cells = len(self.checks)
        return {
            "rows": rows,
            "studies": self._checked,
            "agreeing": agreeing,
            "cells": cells,
            "matrix": self._matrix(),
        }

    @property
    def _checked(self) -> list[str]:
        return list(self.config.checked)

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
            "checks": catalog.CHECKS["table"] if self.config.checked else "",
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
            example = self._example()
            text = (TEXT / f"{CONTROL[0]}.md").read_text(encoding="utf-8")
            beyond = sum(id.startswith("S") for id in STATUS)
            values = {
                "example": example,
                "slider": gamma.slider(),
                "control": _block(text, CONTROL[1]),
                "statements": len(STATUS) - beyond,
                "beyond": beyond,
            }
            self._copy(project.file(f"docs/{MAP}"), MAP)
            text = rendered("opening.md", **values)
        else:
            text = rendered("start.md.j2", studies=self.studies)
        trees = [
            _toctree(self._listed(section.pages), section.title, section.numbered)
            for section in contents.sections(self.config, tuple(self.side_by_side))
        ]
        self._page("index", "\n".join([text, *trees]))

    def _listed(self, pages: Sequence[str]) -> list[str]:
        return [page for page in pages if page in self.written]

    def _below(self) -> None:
        """Add to pages the table of contents of the pages below them."""
        for section in contents.sections(self.config, tuple(self.side_by_side)):
            if section.below:
                path = self.folder / f"{section.pages[-1]}.md"
                tree = _toctree(self._listed(section.below), "")
                path.write_text(f"{path.read_text(encoding='utf-8')}\n{tree}", encoding="utf-8")

    def _example(self) -> str:
        """The picture of what kernel PCA does, which is drawn here."""
        # Here, because most sites are no books and need not wait for Matplotlib.
        from kpca.figures import what_kernel_pca_does
        from kpca.figures.display import drawn

        file = f"{what_kernel_pca_does.NAME}.svg"
        words, files, _ = drawn(["svg"], what_kernel_pca_does.draw, what_kernel_pca_does.example())
        (self.folder / file).write_bytes(files["svg"])
        return _figure(file, *words)

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
        self._save(f"{name}.md", links.resolved(text, name, self.pages))

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
