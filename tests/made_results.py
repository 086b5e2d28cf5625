"""What a run leaves in the folder of its results, as far as a site reads it."""

import json

from kpca.studies.config.study import Config
from kpca.workflow import catalog
from kpca.workflow.jobs import collect

STUDY = {"data": {"dataset": "iris"}, "kernel": {"name": "linear"}, "components": 2}
MANIFEST = {
    "code": {"version": "0.1.0"},
    "lock": "abc",
    "inputs": {"a: vectors": "0123"},
    "python": "3.11",
    "platform": "Linux",
    "threads": "1",
    "packages": {"numpy": "2.2", "other": "1"},
    "results": {"a/study.nc": "h"},
}
PAGE = r"""---
title: "My title"
samples: 48
components: 2
kernel: "k(x, y) = x·y"
---

# My title

48 samples\, 2 new ones\, 2 components\; k\(x\, y\) \= x·y\.

## Data
"""


def notebook_of(text):
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text, "id": "a"}]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def results_of(folder, config, left_out=()):
    """What a run leaves, as far as a site reads it."""
    for job in catalog.jobs(config):
        for path in job.files.values():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            if path.endswith(".ipynb") and path not in left_out:
                (folder / path).write_text(json.dumps(notebook_of(f"# {path}\n\n<a id='x'></a>")))
    for name in config.studies:
        (folder / name / "page.md").write_text(PAGE)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    rows = [
        dict.fromkeys(collect.COLUMNS, "")
        | {"id": "C1", "study": name, "verdict": "agrees"}
        | {"discrepancy": "1e-15", "tolerance": "1e-14", "control": "1.0"}
        for name in config.checked
    ]
    if config.checked:
        collect.write(rows, folder / "checks.csv")
    return folder


OWN = Config(results="results", studies={"a": STUDY, "b": STUDY | {"statements": "none"}})
BOOK = Config(
    results="results",
    studies={"a": STUDY},
    chapters={"centering": ["a"]},
    demonstrations={"unrolled-s": 1},
)
