"""What the README and the page *messages* say is that of the code: commands, links, messages."""

import ast
import importlib.util
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from small_project import ROOT

from kpca.studies.config.load import load
from kpca.workflow import catalog

README = (ROOT / "README.md").read_text(encoding="utf-8")
MESSAGES = (ROOT / "kpca/site/text/messages.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_the_second_command_of_the_book_opens_the_page_that_the_first_one_writes():
    commands = re.search(r"```\n(make report\n.*?)```", README, re.DOTALL)[1]
    first, second = commands.splitlines()
    assert first == "make report"
    results = ROOT / "config" / load(ROOT / "config/config.yaml").results
    assert second.split()[0] == "xdg-open"
    assert ROOT / second.split()[1] == (results / catalog.START).resolve()


def test_every_target_that_the_readme_names_is_one_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    known = set(re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)[1].split())
    named = set(re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", README, re.MULTILINE))
    assert {"report", "test"} <= {first or second for first, second in named} <= known


def test_every_link_leads_to_a_file():
    links = [link for link in LINK.findall(README) if "://" not in link]
    assert "CONTRIBUTING.md" in links
    for link in links:
        assert (ROOT / link.partition("#")[0]).exists(), link


def test_the_program_of_the_readme_is_certified_on_the_digits_as_its_comments_say():
    names: dict = {}
    exec(PYTHON.findall(README)[0], names)  # noqa: S102  the text is in this repository
    assert names["Z"].shape == (297, 10)
    assert names["model"].certificate_.certified
    assert names["model"].certificate_.reasons == ()


def test_the_script_of_the_readme_finds_that_scikit_learn_loses_a_member_and_kpca_does_not(capsys):
    """The text says from how many starts; that depends on the number of threads."""
    names: dict = {}
    exec(PYTHON.findall(README)[2], names)  # noqa: S102  the text is in this repository
    counts = dict(line.rsplit(" ", 1) for line in capsys.readouterr().out.splitlines())
    assert counts["kpca.estimators.kernel_pca"] == "0"
    assert int(counts["sklearn.decomposition._kernel_pca"]) > 4
    np.testing.assert_allclose(names["exact"], 9.926, rtol=0, atol=5e-4)
    assert all(fit.certificate_.certified for fit in names["fits"])


def _quoted(text):
    """The messages in the first column of the table."""
    rows = re.findall(r"^\| (.+?) \|", text, re.MULTILINE)
    return [quoted for row in rows for quoted in re.findall(r"`([^`]+)`", row)]


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
            parts = (part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)
            yield _one_line("".join(parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield _one_line(node.value)


@cache
def _all_texts():
    """What the package and pip say."""
    pip = Path(importlib.util.find_spec("pip").submodule_search_locations[0])
    modules = [*(ROOT / "kpca").rglob("*.py"), *pip.glob("_internal/**/*.py")]
    return [text for path in modules for text in _texts(path)]


def _is_said(message):
    """Whether some text has the parts of a message between its dots, in their order."""
    parts = [re.escape(_one_line(part)) for part in message.split("…") if part.strip(" .;:,")]
    pattern = re.compile(".*?".join(parts), re.DOTALL)
    return any(pattern.search(text) for text in _all_texts())


@pytest.mark.parametrize("message", _quoted(MESSAGES))
def test_a_message_of_the_page_is_one_of_the_code(message):
    assert _is_said(message)


@pytest.mark.parametrize(
    "message",
    ["… is full: make coffee, and run again", "make room, and run again … the disk of"],
)
def test_a_message_that_nothing_prints_is_not_found(message):
    assert not _is_said(message)
