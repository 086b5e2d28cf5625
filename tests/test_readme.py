"""What the README shows and says is that of the code: figure, commands, messages, links."""

import ast
import importlib.util
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from small_project import ROOT

from kpca.figures import agreement_matrix, display, style
from kpca.statements.errata import ERRATA
from kpca.statements.status import STATUS
from kpca.studies.config.load import load
from kpca.workflow import catalog

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONFIG = load(ROOT / "config/config.yaml")
LINK = re.compile(r"\]\(([^)\s]+)\)")
CELL = re.compile(r"(−?\d+\.\d|exact|&lt; −9)")
"""A number in a cell of the agreement matrix; ticks of its color bar are whole numbers."""


def _section(title):
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def _labels(svg):
    """The texts of a figure, without those in cells, and the number of the latter."""
    texts = re.findall(r"<!-- (.*?) -->", svg)
    return [text for text in texts if not CELL.fullmatch(text)], sum(
        CELL.fullmatch(text) is not None for text in texts
    )


def _drawn():
    """The agreement matrix that a run of the configuration draws, with other numbers."""
    studies, ids = list(CONFIG.studies), list(STATUS)
    ratio = np.full((len(studies), len(ids)), 1e-3)
    with style.style():
        figure = Figure(figsize=(style.WIDE, style.HEIGHT))
        agreement_matrix.draw(figure, studies, ids, ratio, np.ones(ratio.shape, dtype=bool))
        return display.rendered(figure, ("svg",))["svg"].decode()


def test_the_first_picture_is_the_agreement_matrix_that_a_run_draws():
    assert LINK.findall(README)[0] == "docs/agreement-matrix.svg"
    shown = (ROOT / "docs/agreement-matrix.svg").read_text(encoding="utf-8")
    drawn = _drawn()
    labels, cells = _labels(shown)
    assert labels == _labels(drawn)[0]
    assert {*CONFIG.studies, *STATUS} <= set(labels)
    size = re.compile(r'viewBox="[^"]+"')
    assert size.search(shown)[0] == size.search(drawn)[0]
    agree, checks = map(int, re.search(r"checks +(\d+) of (\d+) agree", README).groups())
    assert cells == agree == checks


def test_the_numbers_of_statements_studies_and_errata_are_those_of_the_code():
    assert f"the {len(STATUS) + 1} statements that we took" in README.replace("\n", " ")
    assert f"nine studies by {len(STATUS)} statements" in README
    assert len(CONFIG.studies) == 9
    assert len(ERRATA) == 10
    assert "ten misprints and mistakes" in README


def test_the_second_command_opens_the_page_that_the_first_one_writes():
    commands = re.search(r"```\n(make report\n.*?)```", _section("Two commands"), re.DOTALL)[1]
    first, second = commands.splitlines()
    assert first == "make report"
    assert second.split() == ["xdg-open", f"{CONFIG.results}/{catalog.START}"]
    for other in (f"`open {CONFIG.results}/{catalog.START}`", "wslpath -w results/site/index.html"):
        assert other in README


def test_every_command_of_the_readme_is_a_target_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    known = set(re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)[1].split())
    named = set(re.findall(r"`make ([a-z-]+)", README))
    assert {"report", "test", "verify", "lab"} <= named <= known


def test_the_readme_links_to_every_notebook_and_every_link_leads_to_a_file():
    links = [link.partition("#") for link in LINK.findall(README) if "://" not in link]
    for path, _, anchor in links:
        assert (ROOT / path).exists(), path
        assert not anchor or f'id="{anchor}"' in (ROOT / path).read_text(encoding="utf-8"), anchor
    notebooks = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("notebooks/*.ipynb")}
    assert notebooks <= {path for path, _, _ in links}


def test_the_web_links_of_the_readme_are_those_of_the_references():
    web = re.compile(r"\]\((https://[^)\s]+)\)")
    known = set(web.findall((ROOT / "docs/references.md").read_text(encoding="utf-8")))
    cited = set(web.findall(README))
    assert len(cited) > 5
    assert cited <= known


def _symptoms():
    """The first cells of the guide to failures."""
    rows = re.findall(r"^\| (.+?) \|", _section("If something goes wrong"), re.MULTILINE)
    return rows[1:]


QUOTED = [quoted for row in _symptoms() for quoted in re.findall(r"`([^`]+)`", row)]


def _one_line(text):
    return " ".join(text.split())


def _texts(path):
    """The texts of a module but for its docstrings; a field of an f-string is a NUL."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (one.value if isinstance(one, ast.Constant) else "\0" for one in node.values)
            yield _one_line("".join(parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield _one_line(node.value)


def _folder(package):
    return Path(importlib.util.find_spec(package).submodule_search_locations[0])


@cache
def _all_texts():
    """What the package, its Makefile and its tests say, and pip and the theme of the site."""
    others = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    modules = [*(ROOT / "kpca").rglob("*.py"), *others, *_folder("pip").glob("_internal/**/*.py")]
    files = [ROOT / "Makefile", *_folder("furo").rglob("search.html")]
    return [text for path in modules for text in _texts(path)] + [
        _one_line(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()
    ]


def _is_said(message):
    """Whether some text has the parts of a message between its dots, in their order."""
    parts = [re.escape(_one_line(part)) for part in message.split("…") if part.strip(" .;:,")]
    pattern = re.compile(".*?".join(parts), re.DOTALL)
    return any(pattern.search(text) for text in _all_texts())


def test_the_guide_to_failures_has_a_row_for_each_kind():
    assert len(_symptoms()) > 25
    assert len(QUOTED) > 25


@pytest.mark.parametrize("message", QUOTED)
def test_a_message_of_the_guide_to_failures_is_one_of_the_code(message):
    assert len(message) >= 12
    assert _is_said(message)


@pytest.mark.parametrize(
    "message",
    [
        "… is full: make coffee, and run again",
        "make room, and run again … the disk of",
        "Python 3.11 or newer is needed, this is fine",
        "Run the whole workflow and print a summary of the results.",
    ],
)
def test_a_message_that_nothing_prints_is_not_found(message):
    assert not _is_said(message)
