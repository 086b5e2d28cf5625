"""A copy of the project with one small study, and what a run of it says."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from kpca.studies.config import project

ROOT = Path(__file__).parents[1]
PARTS = (
    *("CITATION.cff", "README.md", "Snakefile", "config", "data", "docs", "kpca", "notebooks"),
    *("profiles", "requirements.lock"),
)
SMALL = """
results: {results}
studies:
  small:
    data: {{generator: rings, n: 24, noise: 0.1, seed: {seed}}}
    kernel: {{name: rbf, gamma: scale}}
    components: 2
"""


def copy_of_the_project(folder):
    """Everything that a run needs, in a folder of its own."""
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, folder / part, ignore=ignored)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / part)


def move(monkeypatch, folder):
    """Let the modules of this process read the files of the project in another folder."""
    monkeypatch.setattr(project, "PROJECT", folder)
    monkeypatch.setattr(project, "PACKAGE", folder / "kpca")


def heed_interrupts():
    """In a new process: tests may run in the background of a shell, which ignores interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Project:
    """A copy of the project in a folder of its own, and its results."""

    def __init__(self, folder, results="results"):
        self.folder, self.results = Path(folder), Path(folder) / results
        self.results_key = str(results)
        copy_of_the_project(self.folder)
        self.configure()

    def configure(self, seed=1):
        self.seed = seed
        text = SMALL.format(results=json.dumps(self.results_key), seed=seed)
        (self.folder / "small.yaml").write_text(text, encoding="utf-8")

    def start(self, *arguments, config="small.yaml"):
        command = [sys.executable, "-m", "kpca", "run", config, *arguments]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=heed_interrupts,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        )

    def run(self, *arguments, config="small.yaml"):
        """Exit code and everything that the user sees."""
        process = self.start(*arguments, config=config)
        output = process.communicate(timeout=600)[0]
        return process.returncode, output

    def hashes(self):
        """The content hash of every result."""
        return json.loads((self.results / "manifest.json").read_text())["results"]

    def clear(self):
        shutil.rmtree(self.results)


def kill_whole(process):
    """SIGKILL to every process of a run: children of children have sessions of their own."""
    try:
        parent = psutil.Process(process.pid)
        family = [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        family = []
    for one in family:
        try:
            one.send_signal(signal.SIGKILL)
        except psutil.NoSuchProcess:
            continue
    process.communicate()
