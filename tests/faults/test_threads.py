"""The same study with another number of threads."""

import subprocess
import sys

import pytest
from small_project import Project

from kpca.results import comparison

pytestmark = pytest.mark.faults

LARGER = """
results: {results}
studies:
  digits:
    data: {{dataset: digits}}
    kernel: {{name: rbf, gamma: 0.05}}
    components: 10
    holdout: 1197
"""


def test_two_threads_agree_with_one_within_the_derived_tolerances(tmp_path):
    project = Project(tmp_path / "project")
    for threads in ("1", "2"):
        text = LARGER.format(results=f"results/{threads}")
        (project.folder / f"{threads}.yaml").write_text(text)
        code, output = project.run("--threads", threads, config=f"{threads}.yaml")
        assert code == 0, output
    verify = [sys.executable, "-m", "kpca", "verify", "results/2"]
    manifest = ["--manifest", "results/1/manifest.json"]
    compared = subprocess.run(
        [*verify, *manifest], cwd=project.folder, capture_output=True, text=True, check=False
    )
    assert "BEYOND" not in compared.stdout + compared.stderr
    assert 'threads: "1" there, "2" here' in compared.stdout
    one, two = (project.results / f"{threads}/digits/eigen-solve.nc" for threads in "12")
    assert comparison.between(one, two).startswith("within rounding")
