"""The manifest says what made the results, and nothing of the machine's folders or of the time."""

import json
import re
import shutil

import pytest

from kpca import fingerprint, records, results
from kpca.study import example
from kpca.workflow import manifest
from kpca.workflow.dependencies import PROJECT

CONFIG = """
results: {folder}/results
studies:
  s:
    data: {{distance_matrix: "{folder}/d.csv"}}
    components: 1
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    shutil.copy(PROJECT / "data/eurodist.csv", tmp_path / "d.csv")
    (tmp_path / "c.yaml").write_text(CONFIG.format(folder=tmp_path))
    (tmp_path / "results/figures").mkdir(parents=True)
    (tmp_path / "results/.lock").write_text("")
    monkeypatch.chdir(tmp_path / "results")
    results.write(records.from_study(example()), "s.nc")
    (tmp_path / "results/figures/f.svg").write_text("<svg/>")
    arguments = (str(tmp_path / "c.yaml"), str(tmp_path), "manifest.json", "s.nc", "figures")
    assert manifest.main(*arguments) == 0
    return tmp_path, json.loads((tmp_path / "results/manifest.json").read_text())


def test_every_result_has_its_hash(made):
    assert made[1]["results"] == {
        "figures/f.svg": fingerprint.of_file("figures/f.svg"),
        "s.nc": fingerprint.of_file("s.nc"),
    }


def test_it_names_code_lock_config_inputs_packages_and_threads(made):
    found = made[1]
    assert found["code"]["version"]
    assert re.fullmatch(r"[0-9a-f]{40}\+?|unknown", found["code"]["commit"])
    assert found["config"]["studies"]["s"]["components"] == 1
    assert list(found["inputs"]) == ["s: distance_matrix"]
    assert found["config"]["studies"]["s"]["data"]["distance_matrix"] == "d.csv"
    assert found["packages"]["numpy"]
    assert found["blas"]
    assert found["lock"] == fingerprint.of_bytes(PROJECT / "requirements.lock")


def test_it_names_no_folder_of_this_machine(made):
    text = json.dumps(made[1])
    assert str(made[0]) not in text
    assert str(PROJECT) not in text


def test_it_is_the_same_when_made_again(made):
    before = (made[0] / "results/manifest.json").read_bytes()
    arguments = (str(made[0] / "c.yaml"), str(made[0]), "manifest.json", "s.nc", "figures")
    manifest.main(*arguments)
    assert (made[0] / "results/manifest.json").read_bytes() == before
