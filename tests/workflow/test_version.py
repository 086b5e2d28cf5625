"""A job is made again if and only if the meaning of what it is made of is another."""

import json
import os
import time

import pytest
import small_project
from small_project import copy_of_the_project

from kpca.studies.config.load import parsed
from kpca.studies.config.study import StudyConfig
from kpca.workflow import dependencies, version


@pytest.fixture
def project(tmp_path, monkeypatch):
    for folder in ("notebooks", "kpca/site/templates", "kpca/page/templates"):
        (tmp_path / folder).mkdir(parents=True)
    for name, text in {
        "kpca/__init__.py": "",
        "kpca/a.py": "import kpca.b",
        "kpca/b.py": "def f():\n    return [show('shown.md.j2', a=1)]\n",
        "kpca/site/templates/shown.md.j2": "{% if a %}{% import 'deep.html.j2' as d %}{% endif %}",
        "kpca/page/templates/deep.html.j2": "{{ a | filter }}",
        "kpca/page/templates/other.html.j2": "{% include 'shown.md.j2' %}",
        "kpca/c.py": "",
        "requirements.lock": "one==1",
    }.items():
        (tmp_path / name).write_text(text)
    small_project.move(monkeypatch, tmp_path)
    yield tmp_path
    _forget()


def _forget():
    """Nothing that was read stays in memory."""
    for function in (
        version.of_module,
        version.of_notebook,
        version._of_file,
        dependencies._used_by,
        dependencies._files,
        dependencies.read,
    ):
        function.cache_clear()


def _forget_files():
    """No file that is no module stays in memory."""
    version.of_module.cache_clear()
    version._of_file.cache_clear()


def _version():
    _forget()
    return version.of_module("kpca.a")


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        *(("kpca/a.py", True), ("kpca/b.py", True), ("kpca/c.py", False)),
        # A template that a module names, and one that this template imports.
        ("kpca/site/templates/shown.md.j2", True),
        ("kpca/page/templates/deep.html.j2", True),
        ("kpca/page/templates/other.html.j2", False),
        ("requirements.lock", True),
    ],
)
def test_another_content_counts_with_an_older_date_too_where_the_file_is_used(
    name, counts, project
):
    before, path = _version(), project / name
    path.touch()
    assert _version() == before
    path.write_text(path.read_text() + "\nedited = 1")
    os.utime(path, (1.0, 1.0))
    assert (_version() != before) == counts


CODE = '''"""A module."""

HALF = 0.5
"""A number."""


class One:
    """A class."""


def double(x):
    """Twice x."""
    return 2 * x
'''


@pytest.mark.parametrize(
    ("was", "now", "counts"),
    [
        ("A module.", "Another module.", False),
        ("A number.", "Another number.", False),
        ("A class.", "Another class.", False),
        ("Twice x.", "Two times x.", False),
        ('    """Twice x."""\n', "", False),
        ("return 2", "# a comment\n    return 2", False),
        ("2 * x", "(2 * x)", False),
        ("2 * x", "3 * x", True),
        ("0.5", "0.25", True),
        ("HALF", "THIRD", True),
        ("2 * x", '"a text that is returned"', True),
    ],
)
def test_comments_docstrings_and_layout_do_not_count_and_code_does(was, now, counts, project):
    (project / "kpca/b.py").write_text(CODE)
    before = _version()
    assert was in CODE
    (project / "kpca/b.py").write_text(CODE.replace(was, now))
    assert (_version() != before) == counts


def test_data_are_distinguished_by_their_content(tmp_path):
    config = StudyConfig(data={"distance_matrix": "d.csv"}, components=1)
    (tmp_path / "d.csv").write_text("0,1")
    before = version.of_data(config, tmp_path)
    os.utime(tmp_path / "d.csv", (1.0, 1.0))
    assert version.of_data(config, tmp_path) == before
    (tmp_path / "d.csv").rename(tmp_path / "e.csv")
    renamed = config.model_copy(
        update={"data": config.data.model_copy(update={"distance_matrix": "e.csv"})}
    )
    assert version.of_data(renamed, tmp_path) != before, "results have the names of their files"
    (tmp_path / "d.csv").write_text("0,2")
    assert version.of_data(config, tmp_path) != before


WATCHED = """
studies:
  store: {data: {vectors: t.zarr}, kernel: linear, components: 1}
"""


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("t.zarr/c/0/0", True),
        ("t.zarr/zarr.json", True),
        ("my.yaml", True),
        ("checkout/kpca/c.py", True),
        ("other.csv", False),
    ],
)
def test_a_file_that_was_written_again_with_its_bytes_and_its_time_counts_as_changed(
    name, counts, tmp_path, monkeypatch
):
    for file in ("t.zarr/c/0/0", "t.zarr/zarr.json", "other.csv", "checkout/kpca/c.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("same")
    (tmp_path / "my.yaml").write_text(WATCHED)
    small_project.move(monkeypatch, tmp_path / "checkout")
    config = parsed(WATCHED, "my.yaml")

    def changes():
        return version.changes_of_run(config, tmp_path, str(tmp_path / "my.yaml"))

    before, file = changes(), tmp_path / name
    assert changes() == before
    times, text = file.stat(), file.read_text()
    time.sleep(0.02)
    file.write_text(text)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert (changes() != before) == counts


@pytest.fixture
def running(project, monkeypatch):
    """A project with a notebook that uses one module, and with the modules that run notebooks."""
    (project / "kpca/workflow/notebooks").mkdir(parents=True)
    for name in ("__init__", "runner", "notebook_kernel"):
        (project / f"kpca/workflow/notebooks/{name}.py").write_text("")
    cell = {"cell_type": "code", "source": ["import kpca.b\n", "import beside"]}
    for name, text in {"beside": "import deeper", "deeper": "", "unused": ""}.items():
        (project / f"notebooks/{name}.py").write_text(text)
    (project / "notebooks/n.ipynb").write_text(json.dumps({"cells": [cell]}))
    return project


def _of_notebook():
    _forget()
    return version.of_notebook("notebooks/n.ipynb")


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("notebooks/n.ipynb", True),
        ("kpca/b.py", True),
        ("notebooks/beside.py", True),
        ("notebooks/deeper.py", True),
        ("notebooks/unused.py", False),
        ("kpca/workflow/notebooks/runner.py", True),
        ("kpca/workflow/notebooks/notebook_kernel.py", True),
        ("requirements.lock", True),
        ("kpca/a.py", False),
    ],
)
def test_a_notebook_is_made_of_itself_what_it_uses_what_runs_it_and_the_lock(name, counts, running):
    before = _of_notebook()
    path = running / name
    path.write_text(path.read_text() + ("\nedited = 1" if path.suffix == ".py" else " "))
    assert (_of_notebook() != before) == counts


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


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("kpca/estimators/kernel_pca.py", True),
        ("kpca/kernels/rbf.py", True),
        ("kpca/studies/study.py", True),
        ("kpca/rkhs.py", False),
    ],
)
def test_the_site_shows_the_docstrings_of_public_names(name, counts, tmp_path, monkeypatch):
    copy_of_the_project(tmp_path)
    small_project.move(monkeypatch, tmp_path)
    _forget()
    before = version.of_site()
    path = tmp_path / name
    path.write_text(path.read_text().replace('"""', '"""Edited. ', 1))
    _forget()
    assert (version.of_site() != before) == counts
    _forget()


def test_the_site_is_made_of_its_texts_templates_scripts_and_what_it_shows(tmp_path, monkeypatch):
    copy_of_the_project(tmp_path)
    small_project.move(monkeypatch, tmp_path)
    _forget()
    before, counts = version.of_site(), {}
    for name in (
        *("kpca/page/templates/map.html.j2", "kpca/site/templates/studies.md.j2"),
        *("kpca/page/assets/map_looks.js", "kpca/page/assets/map.css", "kpca/site/assets/site.js"),
        *("kpca/site/text/glossary.md", "docs/references.md", "docs/notation.md", "CITATION.cff"),
        *("docs/map.png", "docs/pictures/wrong-reading-arch.svg"),
        *("docs/design.md", "README.md", "config/tiny.yaml"),
    ):
        path = tmp_path / name
        content = path.read_bytes()
        path.write_bytes(content + b" ")
        _forget_files()
        counts[name] = version.of_site() != before
        path.write_bytes(content)
    _forget()
    assert [name for name, count in counts.items() if not count] == [
        *("docs/map.png", "docs/design.md", "README.md", "config/tiny.yaml"),
    ]
