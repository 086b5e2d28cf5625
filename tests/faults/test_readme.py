"""The five steps of the README, followed to the letter on a table that is not in the repository."""

import os
import re
import shutil
import subprocess
import sys

import pandas as pd
import pytest
import yaml
from small_project import ROOT, Project

from kpca.results import files
from kpca.studies import datasets

pytestmark = pytest.mark.faults
README = (ROOT / "README.md").read_text(encoding="utf-8")
STEPS = README.split("## Your own data, in five steps")[1].split("\n## ")[0]


def _yaml():
    block = re.search(r"```yaml\n(.*?)```", STEPS, re.DOTALL)[1]
    return re.sub(r"^   ", "", block, flags=re.MULTILINE)


@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
@pytest.mark.skipif(str(ROOT / ".venv") != sys.prefix, reason="not run from this project's .venv")
def test_the_five_steps_lead_to_a_page_numbers_and_figures(tmp_path):
    project = Project(tmp_path / "project").folder
    for name in ("Makefile", "requirements-build.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, project)
    (project / ".venv").symlink_to(ROOT / ".venv")
    X, species = datasets.iris()
    table = pd.DataFrame(X, columns=["sepal", "width", "petal", "breadth"]).assign(species=species)
    table.sample(60, random_state=0).to_csv(project / "my.csv", index=False)
    (project / "my.yaml").write_text(_yaml())
    command = re.search(r"`(make report CONFIG=my.yaml)`", STEPS)[1]
    # The environment is shared: the package must not be installed into it from this copy.
    (project / "installed").touch()
    run = subprocess.run(
        command.split(),
        cwd=project,
        env=os.environ | {"MAKEFLAGS": "READY=installed"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    named = re.findall(r"`(results/mine/[^`]+)`", STEPS)
    assert len(named) == 3
    for path in named:
        assert (project / path).exists(), path
    content = yaml.safe_load(_yaml())["studies"]["my-study"]
    tree = files.read(project / "results/mine/my-study/eigen-solve.nc")
    assert tree["components"]["score"].shape == (60, content["components"])
    page = (project / "results/mine/site/studies/my-study/index.html").read_text(encoding="utf-8")
    for part in ("explained", "<figure", "Statements executed on these data"):
        assert part in page
