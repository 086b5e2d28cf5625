"""A job is made again if and only if the content of what it is made of is another."""

import json
import os

import pytest

from kpca.studies.config.study import StudyConfig
from kpca.workflow import dependencies, version


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "kpca").mkdir()
    (tmp_path / "notebooks").mkdir()
    for name, text in {
        "kpca/__init__.py": "",
        "kpca/a.py": "import kpca.b",
        "kpca/b.py": "",
        "kpca/c.py": "",
        "requirements.lock": "one==1",
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(dependencies, "PROJECT", tmp_path)
    return tmp_path


def _version():
    for function in (version.of_module, version._of_file):
        function.cache_clear()
    found = version.of_module("kpca.a", "requirements.lock")
    for function in (version.of_module, version._of_file):
        function.cache_clear()
    return found


@pytest.mark.parametrize(
    ("name", "counts"),
    [("kpca/a.py", True), ("kpca/b.py", True), ("kpca/c.py", False), ("requirements.lock", True)],
)
def test_another_content_counts_with_an_older_date_too_where_the_file_is_used(
    name, counts, project
):
    before, path = _version(), project / name
    path.touch()
    assert _version() == before
    path.write_text(path.read_text() + "# edited")
    os.utime(path, (1.0, 1.0))
    assert (_version() != before) == counts


def test_data_are_told_apart_by_their_content(tmp_path):
    config = StudyConfig(data={"distance_matrix": "d.csv"}, components=1)
    (tmp_path / "d.csv").write_text("0,1")
    before = version.of_data(config, tmp_path)
    os.utime(tmp_path / "d.csv", (1.0, 1.0))
    assert version.of_data(config, tmp_path) == before
    (tmp_path / "d.csv").write_text("0,2")
    assert version.of_data(config, tmp_path) != before


@pytest.fixture
def running(project, monkeypatch):
    """A project with a notebook that uses one module, and with the modules that run notebooks."""
    (project / "kpca/workflow/notebooks").mkdir(parents=True)
    for name in ("__init__", "runner", "notebook_kernel"):
        (project / f"kpca/workflow/notebooks/{name}.py").write_text("")
    cell = {"cell_type": "code", "source": ["import kpca.b"]}
    (project / "notebooks/n.ipynb").write_text(json.dumps({"cells": [cell]}))
    return project


def _of_notebook():
    for function in (version.of_notebook, version._of_file):
        function.cache_clear()
    found = version.of_notebook("n")
    for function in (version.of_notebook, version._of_file):
        function.cache_clear()
    return found


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("notebooks/n.ipynb", True),
        ("kpca/b.py", True),
        ("kpca/workflow/notebooks/runner.py", True),
        ("kpca/workflow/notebooks/notebook_kernel.py", True),
        ("requirements.lock", True),
        ("kpca/a.py", False),
    ],
)
def test_a_notebook_is_made_of_itself_what_it_uses_what_runs_it_and_the_lock(name, counts, running):
    before = _of_notebook()
    path = running / name
    path.write_text(path.read_text() + " ")
    assert (_of_notebook() != before) == counts


def test_more_files_of_a_module_count(project):
    (project / "page.html").write_text("one")

    def of_page():
        version.of_module.cache_clear()
        version._of_file.cache_clear()
        return version.of_module("kpca.a", "page.html")

    before = of_page()
    (project / "page.html").write_text("two")
    assert of_page() != before
    version.of_module.cache_clear()
    version._of_file.cache_clear()


def test_the_lock_counts_without_being_named(project):
    version.of_module.cache_clear()
    version._of_file.cache_clear()
    before = version.of_module("kpca.c")
    (project / "requirements.lock").write_text("two==2")
    version.of_module.cache_clear()
    version._of_file.cache_clear()
    assert version.of_module("kpca.c") != before
    version.of_module.cache_clear()
    version._of_file.cache_clear()


def test_the_same_content_in_another_role_is_another_input(tmp_path):
    config = {"components": 1}
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text(name)
    pairs = [("a.csv", "b.csv"), ("b.csv", "a.csv")]
    found = [
        version.of_data(StudyConfig(data={"distance_matrix": a, "new": b}, **config), tmp_path)
        for a, b in pairs
    ]
    assert found[0] != found[1]
    as_kernel = StudyConfig(data={"kernel_matrix": "a.csv", "new": "b.csv"}, **config)
    assert version.of_data(as_kernel, tmp_path) not in found
