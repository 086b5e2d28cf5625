"""A job is made again if and only if the content of what it is made of is another."""

import os

import pytest

from kpca.config.study import StudyConfig
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
