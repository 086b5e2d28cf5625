"""Notebook kernels find the modules of the gallery, and what they found before."""

import os

import pytest
from small_project import ROOT

from kpca.workflow.notebooks import beside

GALLERY = str(ROOT / "notebooks/gallery")


@pytest.mark.parametrize(
    ("earlier", "expected"), [(None, [GALLERY]), ("", [GALLERY]), ("a", [GALLERY, "a"])]
)
def test_the_gallery_comes_before_what_python_path_has(monkeypatch, earlier, expected):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    if earlier is not None:
        monkeypatch.setenv("PYTHONPATH", earlier)
    assert beside.python_path(ROOT / "notebooks/gallery").split(os.pathsep) == expected
