"""A wrong configuration is told with file, key, value and what is allowed."""

from pathlib import Path
from typing import get_args

import pytest
import yaml

from kpca import datasets, kernels
from kpca.workflow import config
from kpca.workflow.config import ConfigError, load

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _from_the_project_folder(monkeypatch):
    monkeypatch.chdir(ROOT)


def _spoiled(tmp_path, spoil):
    content = yaml.safe_load((ROOT / "config/tiny.yaml").read_text())
    spoil(content["studies"]["circles"], content)
    path = tmp_path / "spoiled.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


@pytest.mark.parametrize("name", ["config.yaml", "tiny.yaml"])
def test_the_shipped_configurations_are_valid(name):
    assert load(ROOT / "config" / name).studies


def test_both_have_the_same_keys():
    full, tiny = (load(ROOT / "config" / name) for name in ("config.yaml", "tiny.yaml"))
    assert full.model_fields_set == tiny.model_fields_set
    assert set(tiny.studies) <= set(full.studies)


FAULTS = {
    "unknown key": (
        lambda s, c: s.update(kernl=1),
        "studies.circles.kernl: unknown key with value 1; allowed: title, data, kernel, comp",
    ),
    "unknown key at the top": (lambda s, c: c.update(study=1), "study: unknown key .*allowed: res"),
    "unknown key of a kernel": (
        lambda s, c: s["kernel"].update(gama=2),
        "studies.circles.kernel.gama: unknown key with value 2; allowed: name, gamma",
    ),
    "unknown kernel": (
        lambda s, c: s["kernel"].update(name="rbff"),
        "studies.circles.kernel.name: 'rbff' is no kernel; allowed: linear, poly, rbf, sigm",
    ),
    "no kernel name": (lambda s, c: s["kernel"].pop("name"), "add a key 'name', allowed: linear"),
    "negative gamma": (
        lambda s, c: s["kernel"].update(gamma=-1.5),
        "studies.circles.kernel.gamma: -1.5 is not allowed: it should be greater than 0",
    ),
    "infinite gamma": (
        lambda s, c: s["kernel"].update(gamma=float("inf")),
        "gamma: inf is not all",
    ),
    "gamma as text": (lambda s, c: s["kernel"].update(gamma="1"), "gamma: '1' is not allowed"),
    "no kernel": (lambda s, c: s.pop("kernel"), "'kernel' is missing; allowed: linear, poly"),
    "kernel for distances": (
        lambda s, c: s.update(data={"distance_matrix": "data/eurodist.csv"}),
        "takes no kernel: remove the key 'kernel'",
    ),
    "missing file": (
        lambda s, c: (s.pop("kernel"), s.update(data={"distance_matrix": "no.csv"})),
        "studies.circles.data.distance_matrix: 'no.csv' is not a file; allowed: the path",
    ),
    "unknown form of data": (
        lambda s, c: s.update(data={"vector": "x"}),
        "one of the keys generator, dataset, distance_matrix is required",
    ),
    "unknown data set": (lambda s, c: s.update(data={"dataset": "mnist"}), "'digits', 'iris' or"),
    "no components": (lambda s, c: s.pop("components"), "components: this key is missing"),
    "zero components": (lambda s, c: s.update(components=0), "components: 0 is not allowed"),
    "name that leaves the folder": (lambda s, c: c["studies"].update({"../x": s}), "'../x' is not"),
    "no studies": (lambda s, c: c.update(studies={}), "at least 1 item"),
    "factor for rings": (lambda s, c: s["data"].update(generator="rings"), "for circles only"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told(fault, tmp_path):
    spoil, told = FAULTS[fault]
    path = _spoiled(tmp_path, spoil)
    with pytest.raises(ConfigError, match=told) as raised:
        load(path)
    assert str(raised.value).startswith(str(path))


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(ConfigError, match="no.yaml: cannot be read: No such file"):
        load(tmp_path / "no.yaml")


@pytest.mark.parametrize(
    ("text", "told"), [("a: [", "not YAML"), ("- 1", "dictionary"), ("", "None")]
)
def test_what_is_no_mapping_is_told(tmp_path, text, told):
    (tmp_path / "c.yaml").write_text(text)
    with pytest.raises(ConfigError, match=told):
        load(tmp_path / "c.yaml")


def test_objects_are_never_made_from_yaml(tmp_path):
    (tmp_path / "c.yaml").write_text("results: !!python/object/apply:os.getcwd []")
    with pytest.raises(ConfigError, match="not YAML"):
        load(tmp_path / "c.yaml")


def test_every_kernel_and_data_set_of_the_library_can_be_configured():
    assert set(config._KERNEL_FORMS) == set(kernels.BY_NAME)
    generators = get_args(config.Generated.model_fields["generator"].annotation)
    assert set(generators) == set(datasets.GENERATORS)
    assert set(get_args(config.Real.model_fields["dataset"].annotation)) == set(datasets.REAL)
