"""Notebook kernels find the modules of the gallery, and what they found before."""

import os
import subprocess
import sys

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
    assert beside.python_path().split(os.pathsep) == expected


def test_the_makefile_gets_it_as_one_line():
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "kpca.workflow.notebooks.beside"]
    process = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert process.stdout == GALLERY + "\n"
