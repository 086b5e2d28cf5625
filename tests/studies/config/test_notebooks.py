"""What each notebook says of itself is all that the project knows of it."""

import json

import pytest
from pydantic import ValidationError
from small_project import ROOT

from kpca.studies.config import notebooks
from kpca.studies.config.load import load
from kpca.studies.config.study import Config
from kpca.workflow import catalog

STUDY = {"data": {"dataset": "iris"}, "kernel": {"name": "linear"}, "components": 1}


def _write(project, path, **about):
    (project / path).parent.mkdir(parents=True, exist_ok=True)
    metadata = {"kpca": about} if about else {}
    cell = {"cell_type": "markdown", "source": ["# A title\n", "\n", "A subtitle."]}
    (project / path).write_text(json.dumps({"cells": [cell], "metadata": metadata}))


def test_notebooks_come_by_kind_and_order_with_their_first_heading(tmp_path):
    _write(tmp_path, "notebooks/gallery/b.ipynb", kind="demonstration", order=2)
    _write(tmp_path, "notebooks/gallery/c.ipynb", kind="demonstration", order=1)
    _write(tmp_path, "notebooks/chapters/z.ipynb", kind="chapter", order=9)
    project = notebooks.read(tmp_path)
    assert list(project) == ["z", "c", "b"]
    assert (project["c"].title, project["c"].path) == ("A title", "notebooks/gallery/c.ipynb")


def test_a_draft_and_a_hidden_copy_are_left_out(tmp_path):
    _write(tmp_path, "notebooks/gallery/Untitled.ipynb")
    _write(tmp_path, "notebooks/.ipynb_checkpoints/a.ipynb", kind="chapter", order=1)
    _write(tmp_path, "notebooks/gallery/.x.ipynb", kind="chapter", order=1)
    assert notebooks.read(tmp_path) == {}


@pytest.mark.parametrize(
    "about", [{"kind": "demo", "order": 1}, {"kind": "chapter"}, {"kind": "chapter", "order": 0}]
)
def test_a_value_that_is_not_understood_is_refused_with_the_path(tmp_path, about):
    _write(tmp_path, "notebooks/gallery/a.ipynb", **about)
    with pytest.raises(ValueError, match=r"notebooks/gallery/a\.ipynb: the key 'kpca'"):
        notebooks.read(tmp_path)


def test_two_notebooks_of_one_name_are_refused_with_both_paths(tmp_path):
    _write(tmp_path, "notebooks/gallery/a.ipynb", kind="demonstration", order=1)
    _write(tmp_path, "notebooks/chapters/a.ipynb", kind="chapter", order=1)
    with pytest.raises(ValueError, match=r"gallery/a\.ipynb has the name of notebooks/chapters/a"):
        notebooks.read(tmp_path)


def test_every_notebook_of_the_project_has_its_key_and_is_run_unless_it_is_interactive():
    files = {path.stem for path in (ROOT / "notebooks").rglob("[!.]*.ipynb")}
    assert set(notebooks.NOTEBOOKS) == files
    config = load(ROOT / "config/config.yaml")
    run = {job.name.rpartition("/")[2] for job in catalog.jobs(config)}
    optional = {catalog.DENOISED.name.rpartition("/")[2], *notebooks.names("interactive")}
    assert files - optional <= run


@pytest.mark.parametrize(
    "more",
    [{"chapters": {"hard-spectra": ["a"]}}, {"experiments": ["x"]}, {"demonstrations": {"x": 1}}],
)
def test_a_configuration_names_notebooks_of_the_right_kind_only(more):
    with pytest.raises(ValidationError):
        Config.model_validate({"results": "r", "studies": {"a": STUDY}} | more)
