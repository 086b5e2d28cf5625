"""No code is ever taken from configuration or data, and names are text wherever they are shown."""

import ast
import json
from dataclasses import replace

import pytest
from small_project import ROOT

from kpca.figures import beside, display, scatter
from kpca.results import studies
from kpca.studies.datasets import example

LIBRARY = sorted((ROOT / "kpca").rglob("*.py"))
EVIL = '<img src=x onerror="alert(1)">'

FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "joblib", "marshal", "shelve", "cloudpickle"}


def _calls(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "id", getattr(function, "attr", ""))
            on = getattr(getattr(function, "value", None), "id", "")
            yield (
                name,
                on,
                {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords},
                node,
            )


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_nothing_is_evaluated_unpickled_or_given_to_a_shell(path):
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert not imported & FORBIDDEN_MODULES
    for name, on, keywords, node in _calls(path):
        # The engine is V8 without access to files, and evaluates the script of KaTeX alone.
        katex = on == "engine" and ast.unparse(node).endswith(
            "'katex.min.js').read_text(encoding='utf-8'))"
        )
        assert name not in FORBIDDEN_CALLS or on == "re" or katex, ast.unparse(node)
        assert on != "os" or name not in {"system", "popen"}
        assert keywords.get("shell", "False") == "False"
        assert keywords.get("allow_pickle", "False") == "False"
        if on == "yaml" and name == "load":
            # Both make no object of a class that the text names; BaseLoader makes texts only.
            assert ast.unparse(node.args[1]) in {"_UniqueKeys", "yaml.BaseLoader"}
        assert not (on == "np" and name == "load") or keywords["allow_pickle"] == "False"


def _evil_study():
    study = example()
    return replace(
        study,
        title=EVIL,
        names=[f"{EVIL} {i}" for i in range(study.n)],
        labels=[EVIL] * study.n,
        remarks=(EVIL,),
    )


def test_a_result_tree_shows_names_as_text_in_a_notebook():
    html = studies.to_tree(_evil_study())._repr_html_()
    assert "onerror" in html
    assert "<img" not in html


def test_names_come_back_from_a_result_as_they_were(tmp_path):
    study = _evil_study()
    assert studies.from_tree(studies.to_tree(study)).names == study.names
    assert json.loads(studies.to_tree(study).attrs["kernel"])["name"] == "poly"


@pytest.mark.parametrize(
    "name",
    [EVIL, "--><script>", r"$\frac{1}{$", "$", "_hidden", "a\nb\x00c", "日本", "x" * 500, ""],
)
def test_any_name_can_be_drawn_and_is_in_the_legend(name, tmp_path):
    study = example()
    labels = [name, *["other"] * (study.n - 1)]
    entries = []

    def draw(figure):
        axes = figure.subplots()
        scatter.scores(axes, study.data.X, labels, unit=name or "1")
        beside.beside(axes, study.data.X[:3], [name] * 3)
        scatter.legend(figure)
        entries.extend(text.get_text() for legend in figure.legends for text in legend.get_texts())
        return display.Words(name, f"Alt: {name}")

    display.show("f", draw, folder=tmp_path)
    assert len(entries) == 2 or name == ""
    drawn = (tmp_path / "f.svg").read_text(encoding="utf-8")
    assert "<img" not in drawn
    assert "<script" not in drawn
