"""The commands and the program of the README's section on tables, followed to the letter."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from small_project import ROOT

import kpca

pytestmark = pytest.mark.faults
SECTION = (ROOT / "README.md").read_text(encoding="utf-8").split("## Your own table")[1]
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def test_its_commands_lead_to_pages_and_the_program_reads_the_results(tmp_path, monkeypatch):
    (_, commands), (language, program), *_ = BLOCK.findall(SECTION)
    assert language == "python"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    shell = ["bash", "-ec", commands]
    environment = os.environ | {"PATH": path}
    run = subprocess.run(
        shell, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    named = re.search(r"^to read +(\S+)$", run.stdout, re.MULTILINE)[1]
    assert (tmp_path / named).is_file()
    page = (tmp_path / "results/site/studies/iris/index.html").read_text(encoding="utf-8")
    assert "150 iris flowers" in page
    monkeypatch.chdir(tmp_path)
    names = {"kpca": kpca, "table": pd.read_csv("iris.csv").head(4)}
    exec(program, names)  # noqa: S102  the text is in this repository
    assert (tmp_path / "iris-kpca" / "map.html").is_file()
    assert len(names["study"].scores) == 150
    assert len(names["study"].place(names["table"])) == 4
