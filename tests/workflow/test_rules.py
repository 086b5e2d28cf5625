"""No result is stale: Snakemake records of each what it is made of, and compares that later."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

from small_project import ROOT

from kpca.studies.config.load import load
from kpca.studies.config.notebooks import NOTEBOOKS
from kpca.workflow import catalog, version
from kpca.workflow.jobs import prepare

STUDIES = """
results: results
experiments: [hard-spectra]
demonstrations: {three-clusters: 3}
chapters: {kernels: [three]}
studies:
  one: {data: {vectors: one.csv}, kernel: rbf, components: 2, denoise: true}
  three: {data: {vectors: three.csv}, kernel: rbf, components: 2, ranks: 3}
"""
MODULES = {
    "prepare": "kpca.workflow.jobs.prepare",
    "page": "kpca.workflow.jobs.page",
    "checks": "kpca.workflow.jobs.collect",
    "manifest": "kpca.workflow.jobs.manifest",
    "site": "kpca.site",
}
"""The modules of the jobs that execute no notebook."""


def test_snakemake_records_the_code_of_every_result_and_the_data_of_every_study(tmp_path):
    (tmp_path / "c.yaml").write_text(STUDIES)
    for name, last in (("one", 7), ("three", 8)):
        (tmp_path / f"{name}.csv").write_text(f"a,b\n1,2\n3,5\n4,1\n2,{last}\n")
    config, results = load(tmp_path / "c.yaml"), tmp_path / "results"
    jobs = catalog.jobs(config)
    # What is in this folder counts as results of a run.
    (results / ".snakemake").mkdir(parents=True)
    for path in (results / path for job in jobs for path in job.files.values()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch() if path.suffix else path.mkdir(exist_ok=True)
    assert prepare.main(str(tmp_path / "c.yaml"), "one", str(results / "one/study.nc")) == 0
    (results / "three/study.nc").write_bytes((results / "one/study.nc").read_bytes())
    command = ["snakemake", "--cores", "1", "--touch", "--forceall"]
    command += ["--snakefile", str(ROOT / "Snakefile")]
    command += ["--config", f"file={tmp_path}/c.yaml", "book=true"]
    others = {name: value for name, value in os.environ.items() if not name.startswith("KPCA_")}
    subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, env=others, check=True)
    folder = results / ".snakemake/metadata"
    recorded = {
        base64.b64decode(path.name).decode(): json.loads(path.read_text())["params"]
        for path in folder.iterdir()
    }
    for job in jobs:
        name = Path(job.name).name
        of_module = version.of_module(MODULES[name]) if name in MODULES else ""
        code = of_module or version.of_notebook(NOTEBOOKS[name].path)
        assert all(repr(code) in recorded[path] for path in job.files.values()), job.name
    for name, study in config.studies.items():
        data = version.of_data(study, tmp_path)
        assert repr(data) in recorded[f"{name}/study.nc"]
        assert data in str(recorded["manifest.json"])
    assert repr(version.of_site()) in recorded["site"]
    assert repr("--book") in recorded["site"]
