"""What a notebook uses is read from its imports, transitively, and nothing else.

Imports are found in every statement that has statements, and texts without a meaning go.
"""

import json

import pytest
import small_project
from small_project import ROOT

from kpca.studies.config import project
from kpca.studies.config.notebooks import NOTEBOOKS
from kpca.workflow import dependencies


@pytest.fixture(autouse=True)
def _from_the_project_folder(monkeypatch):
    monkeypatch.chdir(ROOT)


def _forget():
    """Nothing that was read stays in memory."""
    for function in (dependencies._used_by, dependencies._files, dependencies.read):
        function.cache_clear()


def _notebook(tmp_path, source):
    cell = {"cell_type": "code", "source": [source]}
    path = tmp_path / "n.ipynb"
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": ["# 1 +"]}, cell]}))
    return path


def test_imports_of_imports_are_found(tmp_path):
    found = dependencies.of_notebook(_notebook(tmp_path, "from kpca.formulations import mds"))
    assert {"kpca/formulations/mds.py", "kpca/solvers/dense.py", "kpca/tolerances.py"} <= set(found)
    assert "kpca/formulations/dual.py" not in found


def test_packages_on_the_way_are_found_too(tmp_path):
    found = dependencies.of_notebook(_notebook(tmp_path, "import kpca.formulations.dual as eigen"))
    assert {"kpca/__init__.py", "kpca/formulations/__init__.py"} <= set(found)


@pytest.mark.parametrize(
    "source", ["import kpca\nkpca.ClassicalMDS(2).fit(D)", "from kpca import ClassicalMDS as Mds"]
)
def test_public_names_are_found_though_no_import_statement_names_their_modules(source, tmp_path):
    found = dependencies.of_notebook(_notebook(tmp_path, source))
    assert {"kpca/estimators/classical_mds.py", "kpca/distances.py"} <= set(found)
    assert "kpca/estimators/kernel_pca.py" not in found


def test_other_packages_are_not_ours(tmp_path):
    assert dependencies.of_notebook(_notebook(tmp_path, "import numpy, xarray.core")) == []


def test_modules_beside_a_notebook_are_found_with_all_that_they_import(tmp_path):
    for name, text in {"a": "import b", "b": "from kpca.formulations import mds", "c": ""}.items():
        (tmp_path / f"{name}.py").write_text(text)
    found = dependencies.of_notebook(_notebook(tmp_path, "from a import one"))
    beside = [path for path in found if not path.startswith("kpca/")]
    assert beside == [f"{tmp_path.as_posix()}/{name}.py" for name in "ab"]
    assert "kpca/formulations/mds.py" in found


def test_a_module_of_the_package_does_not_import_its_neighbors_by_a_bare_name(
    tmp_path, monkeypatch
):
    """``import numbers`` is that of Python, also where a neighbor has this name."""
    (tmp_path / "kpca").mkdir()
    for name, text in {"__init__": "", "a": "import numbers", "numbers": ""}.items():
        (tmp_path / f"kpca/{name}.py").write_text(text)
    monkeypatch.setattr(project, "PACKAGE", tmp_path / "kpca")
    _forget()
    found = dependencies.of_module("kpca.a")
    _forget()
    assert found == ["kpca/__init__.py", "kpca/a.py"]


LEDGER = "kpca/statements/ledger.py"
USES = {
    "the site is made of what runs it": (
        *("kpca.site", "kpca/site/__main__.py", "kpca/workflow/jobs/page.py"),
    ),
    "and a page of the templates that it renders": (
        *("kpca.workflow.jobs.page", "kpca/page/templates/map.html.j2", "kpca/site/__main__.py"),
    ),
    "its tables of checks have the wording of the ledger": (
        *("kpca.workflow.jobs.page", LEDGER, None),
    ),
    "no other job has": ("kpca.workflow.jobs.prepare", None, LEDGER),
    "not that of the table": ("kpca.workflow.jobs.collect", None, LEDGER),
    **{
        f"{notebook} and {(uses or does_not).rpartition('/')[2]}": (notebook, uses, does_not)
        for notebook, uses, does_not in [
            ("eigen-solve", "kpca/formulations/dual.py", "kpca/formulations/mds.py"),
            ("rkhs-norm", "kpca/rkhs.py", "kpca/formulations/mds.py"),
            ("rkhs-norm", "kpca/statements/reproducing.py", "kpca/formulations/agreement.py"),
            ("agreement", "kpca/statements/every.py", "kpca/workflow/jobs/collect.py"),
            ("report", "kpca/results/studies.py", "kpca/workflow/jobs/collect.py"),
            ("first-components", "kpca/figures/shown.py", "kpca/statements/case.py"),
            ("twelve-lines", "kpca/estimators/kernel_pca.py", "kpca/page/report.py"),
            *(("eigen-solve", LEDGER, None), ("agreement", LEDGER, None)),
            ("first-components", None, LEDGER),
        ]
    },
}


@pytest.mark.parametrize("case", USES)
def test_a_job_or_a_notebook_depends_on_what_it_uses(case):
    name, uses, does_not = USES[case]
    if name in NOTEBOOKS:
        found = dependencies.of_notebook(NOTEBOOKS[name].path)
    else:
        found = dependencies.of_module(name)
    assert uses is None or uses in found
    assert does_not not in found


INSIDE = {
    "a function": "def f():\n    {}",
    "a class": "class A:\n    {}",
    "a method": "class A:\n    async def f(self):\n        {}",
    "if": "if a:\n    {}",
    "elif": "if a:\n    b\nelif c:\n    {}",
    "else of a loop": "for a in b:\n    c\nelse:\n    {}",
    "with": "with a:\n    {}",
    "try": "try:\n    {}\nfinally:\n    a",
    "except": "try:\n    a\nexcept B:\n    {}",
    "else of try": "try:\n    a\nexcept B:\n    b\nelse:\n    {}",
    "finally": "try:\n    a\nfinally:\n    {}",
    "a case": "match a:\n    case 1:\n        {}",
    "a function beside a lambda": "f = lambda: 1\ndef g():\n    {}",
}


@pytest.fixture
def read(tmp_path, monkeypatch):
    small_project.move(monkeypatch, tmp_path)

    def read(text):
        (tmp_path / "kpca").mkdir(exist_ok=True)
        (tmp_path / "kpca/a.py").write_text(text)
        dependencies.read.cache_clear()
        return dependencies.read("kpca/a.py")

    yield read
    dependencies.read.cache_clear()


@pytest.mark.parametrize("place", INSIDE)
def test_imports_are_found_and_texts_left_out_wherever_they_stand(place, read):
    one, other = (INSIDE[place].format(text) for text in ("import x.y", "from p import q, r"))
    assert read(one).imported == ("x.y",)
    assert read(other).imported == ("p.q", "p.r")
    lines = one.splitlines()
    indent = " " * (len(lines[-1]) - len(lines[-1].lstrip()))
    with_text = "\n".join([*lines, f"{indent}'a text'  # a comment"])
    assert read(with_text) == read(one)
    assert read(with_text.replace("'a text'", "text")).code != read(one).code
