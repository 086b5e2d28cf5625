"""A wrong configuration is reported with file, key, value and what is allowed."""

from typing import get_args

import pytest
from small_project import ROOT

from kpca import kernels
from kpca.studies import datasets
from kpca.studies.config.data import Generated, Real
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.load import load


@pytest.fixture(autouse=True)
def _from_the_project_folder(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", ["config.yaml", "full.yaml", "tiny.yaml"])
def test_the_shipped_configurations_are_valid(name):
    assert load(ROOT / "config" / name).studies


def test_objects_are_never_made_from_yaml(tmp_path):
    (tmp_path / "c.yaml").write_text("results: !!python/object/apply:os.getcwd []")
    with pytest.raises(ConfigError):
        load(tmp_path / "c.yaml")


def test_every_kernel_and_data_set_of_the_library_can_be_configured():
    assert set(KERNEL_FORMS) == set(kernels.BY_NAME)
    generators = get_args(Generated.model_fields["generator"].annotation)
    hint = "the names of `generator` and `dataset` stand in kpca/studies/config/data.py"
    assert set(generators) == set(datasets.GENERATORS), hint
    assert set(get_args(Real.model_fields["dataset"].annotation)) == set(datasets.REAL), hint


OWN = """
results: results/mine
studies:
  my-study:
    data: {vectors: my.csv, labels: species}
    kernel: {name: rbf, gamma: median}
    components: 2
"""


def _own(tmp_path, text=OWN, results="results/mine"):
    (tmp_path / "my.csv").write_text("a\n1\n2\n")
    (tmp_path / "my.yaml").write_text(text.replace("results/mine", results))
    return tmp_path / "my.yaml"


def test_the_shortest_configuration_of_ones_own_is_valid(tmp_path):
    config = load(_own(tmp_path))
    assert config.studies["my-study"].files == {"vectors": "my.csv"}
    assert config.reading == []
    assert not config.experiments


def test_a_table_of_variables_is_a_file_of_every_study_and_has_to_be_there(tmp_path):
    made = "data: {generator: rings, n: 9, noise: 0.1, seed: 3}"
    for data in ("data: {vectors: my.csv, labels: species}", made):
        text = OWN.replace("data: {vectors: my.csv, labels: species}", data)
        path = _own(tmp_path, text + "    variables: env.csv\n")
        with pytest.raises(ConfigError, match="env.csv"):
            load(path)
        (tmp_path / "env.csv").write_text("pH\n1\n2\n")
        assert load(path).studies["my-study"].files["variables"] == "env.csv"
        (tmp_path / "env.csv").unlink()


def test_paths_start_from_the_folder_of_the_file_and_not_from_the_current_one(
    tmp_path, monkeypatch
):
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    _own(there)
    (here / "my.csv").write_text("a\n7\n8\n")
    monkeypatch.chdir(here)
    assert load("../there/my.yaml")
    (there / "my.csv").unlink()
    with pytest.raises(ConfigError) as raised:
        load("../there/my.yaml")
    assert str(raised.value) == (
        "../there/my.yaml: studies.my-study.data.vectors: 'my.csv' is not a file; allowed: a path "
        f"from the folder of the YAML file, {here}/../there, or an absolute one; there is "
        f"{here}/my.csv: write that path"
    )


def test_a_link_to_the_file_has_its_own_folder(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "link.yaml").symlink_to(_own(tmp_path / "inner"))
    with pytest.raises(ConfigError, match="my.csv"):
        load(tmp_path / "link.yaml")
    (tmp_path / "my.csv").write_text("a\n1\n2\n")
    assert load(tmp_path / "link.yaml")


@pytest.mark.parametrize("results", [".", "kpca", "notebooks/x", "data", "..", "/", ".git/x"])
def test_results_never_land_in_the_project_itself(tmp_path, results):
    with pytest.raises(ConfigError):
        load(_own(tmp_path, results=str(ROOT / results)))


def test_a_folder_is_no_table_and_a_store_is(tmp_path):
    path = _own(tmp_path)
    (tmp_path / "my.csv").unlink()
    (tmp_path / "my.csv").mkdir()
    with pytest.raises(ConfigError, match="my.csv"):
        load(path)
    (tmp_path / "my.zarr").mkdir()
    path.write_text(path.read_text().replace("my.csv", "my.zarr"))
    assert load(path)


def test_a_folder_with_files_may_be_one_of_spectra(tmp_path):
    path = _own(tmp_path)
    path.write_text(path.read_text().replace("my.csv", "spectra"))
    (tmp_path / "spectra").mkdir()
    (tmp_path / "spectra/.DS_Store").write_bytes(b"")
    with pytest.raises(ConfigError, match="'spectra'"):
        load(path)
    (tmp_path / "spectra/a.txt").write_text("1 2\n")
    assert load(path)


def test_results_land_among_those_of_an_earlier_run(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/.lock").write_text("")
    assert load(_own(tmp_path, results="mine"))


def test_results_land_beside_the_page_about_them_and_beside_no_other_file(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/README.md").write_text("# Results")
    assert load(_own(tmp_path, results="mine"))
    (tmp_path / "mine/notes.md").write_text("mine")
    with pytest.raises(ConfigError, match=r"notes\.md"):
        load(_own(tmp_path, results="mine"))


WIDTHS = {
    "rbf": {"gamma": "median"},
    "laplacian": {"gamma": "median"},
    "matern32": {"length_scale": "median"},
    "rational_quadratic": {"length_scale": "median", "alpha": 1.0},
    "cosine": {},
}


@pytest.mark.parametrize("name", WIDTHS)
def test_a_kernel_that_is_given_by_its_name_alone_has_its_defaults(tmp_path, name):
    for kernel in (name, f"{{name: {name}}}"):
        config = load(_own(tmp_path, OWN.replace(KERNEL, kernel)))
        assert config.studies["my-study"].kernel.model_dump() == {"name": name} | WIDTHS[name]


def test_two_keys_of_a_study_are_enough(tmp_path):
    (tmp_path / "my.csv").write_text("a,b\n1,2\n")
    (tmp_path / "c.yaml").write_text("studies: {s: {data: {vectors: my.csv}, kernel: linear}}")
    config = load(tmp_path / "c.yaml")
    assert config.results == "results"
    assert config.studies["s"].components is None


def test_merged_keys_are_no_duplicates(tmp_path):
    merged = OWN.replace("  my-study:", "  my-study: &base") + "  other: {<<: *base, title: t}\n"
    assert load(_own(tmp_path, merged)).studies["other"].title == "t"


@pytest.mark.parametrize(
    ("text", "number"), [("1e-3", 0.001), ("1.0e1", 10.0), (".5E-2", 0.005), ("+2.e+1", 20.0)]
)
def test_a_number_with_an_exponent_is_a_number(tmp_path, text, number):
    config = load(_own(tmp_path, OWN.replace("gamma: median", f"gamma: {text}")))
    assert config.studies["my-study"].kernel.gamma == number


KERNEL = "{name: rbf, gamma: median}"


@pytest.mark.parametrize("change", [("labels: species", "new: my.csv"), ("my-study", "'off'")])
def test_what_is_allowed_is_accepted(tmp_path, change):
    assert load(_own(tmp_path, OWN.replace(*change)))


@pytest.mark.parametrize(
    "text",
    ["a: " + "[" * 5000, "? [1, 2]\n: 3", "a: 2020-99-99", "&a [*a]", "\x00", "results: *b", "%X"],
)
def test_whatever_yaml_makes_of_a_text_it_is_reported(tmp_path, text):
    (tmp_path / "c.yaml").write_text(text)
    with pytest.raises(ConfigError, match="c.yaml"):
        load(tmp_path / "c.yaml")


def test_a_value_of_any_size_is_reported_in_one_line(tmp_path):
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\n" + "".join(
        f"{name}: &{name} [*{before}, *{before}]\n"
        for before, name in zip("bcdefghijklmnopq", "cdefghijklmnopqr", strict=True)
    )
    (tmp_path / "c.yaml").write_text(bomb + "results: *r\nstudies: *r\n")
    with pytest.raises(ConfigError) as raised:
        load(tmp_path / "c.yaml")
    assert len(str(raised.value)) < 10_000
