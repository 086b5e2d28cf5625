"""Open the notebooks in JupyterLab, in a folder of the user."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from kpca.studies.config import project
from kpca.studies.config.notebooks import GALLERY
from kpca.workflow.notebooks import beside

COPIED = ("docs", "notebooks")
"""Notebooks link to the documents beside them."""


def start(folder: Path, options: list[str]) -> int:
    """The exit status of JupyterLab, with more of its ``options``.

    Notebooks and documents are copied to ``folder`` if it has no folder of notebooks. The folder of
    a checkout has one.
    """
    if not (folder / "notebooks").exists():
        for copied in COPIED:
            for name in project.files(copied):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                # Not the permissions: an installed file may be read-only.
                shutil.copyfile(project.file(name), folder / name)
        print(f"the notebooks are now in {folder / 'notebooks'}", flush=True)
    command = [sys.executable, "-m", "jupyterlab", "--LabApp.default_url=/lab/tree/notebooks"]
    environment = os.environ | {"PYTHONPATH": beside.python_path(folder / GALLERY)}
    ended = subprocess.run([*command, *options], cwd=folder, env=environment, check=False)
    return ended.returncode
