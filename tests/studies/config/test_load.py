"""A wrong configuration is reported with file, key, value and what is allowed."""

from typing import get_args

import pytest
import yaml
from small_project import ROOT

from kpca import kernels
from kpca.studies import datasets
from kpca.studies.config.data import Generated, Real
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.load import load, require_writable


@pytest.fixture(autouse=True)
def _from_the_project_folder(monkeypatch):
    monkeypatch.chdir(ROOT)


def _spoiled(tmp_path, spoil):
    content = yaml.safe_load((ROOT / "config/tiny.yaml").read_text())
    spoil(content["studies"]["circles"], content)
    path = tmp_path / "spoiled.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


@pytest.mark.parametrize("name", ["config.yaml", "full.yaml", "tiny.yaml"])
def test_the_shipped_configurations_are_valid(name):
    assert load(ROOT / "config" / name).studies


def test_both_have_the_same_keys_but_demonstrations_which_take_long():
    full, tiny = (load(ROOT / "config" / name) for name in ("config.yaml", "tiny.yaml"))
    assert full.model_fields_set == tiny.model_fields_set | {"demonstrations"}
    assert set(tiny.studies) <= set(full.studies)


FAULTS = {
    "a wrong word of checks": (
        lambda s, c: s.update(checks="some"),
        "studies.circles.checks: 'some'.*'all', 'subset'.*'none'",
    ),
    "checks that is a truth value": (
        lambda s, c: s.update(checks=True),
        "studies.circles.checks: .*'all', 'subset'.*'none'",
    ),
    "a memory of nothing": (
        lambda s, c: s.update(max_memory=0),
        "studies.circles.max_memory: 0.*allowed: a number of bytes above 0, .*8GB",
    ),
    "a chapter on a study without statements": (
        lambda s, c: s.update(checks="none"),
        "chapters: they execute statements, and the study circles says 'checks: none'; allowed",
    ),
    "unknown key": (
        lambda s, c: s.update(kernl=1),
        "studies.circles.kernl: unknown key with value 1; did you mean 'kernel'[?]; "
        "allowed: title, data, kernel, comp",
    ),
    "unknown key at the top": (
        lambda s, c: c.update(study=1),
        "study: unknown key .*did you mean 'studies'[?]; allowed: res",
    ),
    "unknown key of a kernel": (
        lambda s, c: s["kernel"].update(gama=2),
        "studies.circles.kernel.gama: unknown key with value 2; did you mean 'gamma'[?]; "
        "allowed: name, gamma",
    ),
    "unknown kernel": (
        lambda s, c: s["kernel"].update(name="rbff"),
        "studies.circles.kernel.name: 'rbff' is no kernel; did you mean 'rbf'[?]; "
        "allowed: linear, poly, rbf, ",
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
        "studies.circles.data.distance_matrix: 'no.csv' is not a file; allowed: a path",
    ),
    "unknown form of data": (
        lambda s, c: s.update(data={"vector": "x"}),
        "one of the keys vectors, kernel_matrix, distance_matrix, generator, dataset is required",
    ),
    "unknown data set": (lambda s, c: s.update(data={"dataset": "mnist"}), "'digits', 'iris' or"),
    "no components": (lambda s, c: s.pop("components"), "components: this key is missing"),
    "a word that is not auto": (
        lambda s, c: s.update(components="many"),
        "studies.circles.components: 'many' is not allowed: it should be 'auto'",
    ),
    "automatic components of a matrix": (
        lambda s, c: c["studies"]["eurodist"].update(components="auto"),
        "components: 'auto' permutes the columns of points, and a matrix has none; allowed: a num",
    ),
    "automatic gamma of a kernel without the word": (
        lambda s, c: s["kernel"].update(name="sigmoid", gamma="auto"),
        "studies.circles.kernel.gamma: 'auto' is not allowed: it should be 'scale'",
    ),
    "zero components": (lambda s, c: s.update(components=0), "components: 0 is not allowed"),
    "name that leaves the folder": (lambda s, c: c["studies"].update({"../x": s}), "'../x' is not"),
    "no studies": (
        lambda s, c: c.update(studies={}),
        "studies: there should be at least one entry$",
    ),
    "factor for rings": (lambda s, c: s["data"].update(generator="rings"), "for circles only"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_reported(fault, tmp_path):
    spoil, message = FAULTS[fault]
    path = _spoiled(tmp_path, spoil)
    with pytest.raises(ConfigError, match=message) as raised:
        load(path)
    assert str(raised.value).startswith(str(path))


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(ConfigError, match="no.yaml: cannot be read: No such file"):
        load(tmp_path / "no.yaml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", "not YAML"),
        ("- 1", "the file: .1. is not allowed: it should be keys"),
        ("", "the file is empty; allowed"),
    ],
)
def test_a_file_that_is_no_mapping_is_refused(tmp_path, text, message):
    (tmp_path / "c.yaml").write_text(text)
    with pytest.raises(ConfigError, match=message):
        load(tmp_path / "c.yaml")


def test_objects_are_never_made_from_yaml(tmp_path):
    (tmp_path / "c.yaml").write_text("results: !!python/object/apply:os.getcwd []")
    with pytest.raises(ConfigError, match="not YAML"):
        load(tmp_path / "c.yaml")


def test_every_kernel_and_data_set_of_the_library_can_be_configured():
    assert set(KERNEL_FORMS) == set(kernels.BY_NAME)
    generators = get_args(Generated.model_fields["generator"].annotation)
    assert set(generators) == set(datasets.GENERATORS)
    assert set(get_args(Real.model_fields["dataset"].annotation)) == set(datasets.REAL)


OWN = """
results: {results}
studies:
  my-study:
    data: {{vectors: my.csv, labels: species}}
    kernel: {{name: rbf, gamma: median}}
    components: 2
"""


def _own(tmp_path, text=OWN, results="results/mine"):
    (tmp_path / "my.csv").write_text("a\n1\n2\n")
    (tmp_path / "my.yaml").write_text(text.format(results=results))
    return tmp_path / "my.yaml"


def test_the_shortest_configuration_of_ones_own_is_valid(tmp_path):
    found = load(_own(tmp_path), tmp_path)
    assert found.studies["my-study"].files == {"vectors": "my.csv"}
    assert found.reading == []
    assert not found.experiments


def test_a_study_that_stands_twice_is_reported_with_both_lines(tmp_path):
    twice = OWN + OWN.split("studies:\n")[1]
    with pytest.raises(ConfigError, match="'my-study' stands in line 4 and again in line 8"):
        load(_own(tmp_path, twice), tmp_path)


def test_a_file_beside_the_configuration_is_offered(tmp_path):
    path = _own(tmp_path)
    with pytest.raises(ConfigError, match=f"there is {tmp_path}/my.csv: write that path"):
        load(path)


@pytest.mark.parametrize("results", [".", "kpca", "notebooks/x", "data", "..", "/", ".git/x"])
def test_results_never_land_in_the_project_itself(tmp_path, results):
    with pytest.raises(ConfigError, match="is a folder of the project itself or above it"):
        load(_own(tmp_path, OWN.replace("my.csv", "data/eurodist.csv"), results), ROOT)


def test_a_link_that_leaves_the_results_is_reported(tmp_path):
    (tmp_path / "results/mine").mkdir(parents=True)
    (tmp_path / "results/mine/.lock").write_text("")
    (tmp_path / "results/mine/my-study").symlink_to(tmp_path)
    with pytest.raises(ConfigError, match="my-study is a link that leaves this folder"):
        load(_own(tmp_path), tmp_path)


def test_results_that_are_a_file_are_reported(tmp_path):
    (tmp_path / "r").write_text("")
    with pytest.raises(ConfigError, match="'r' is no folder: it is a file"):
        load(_own(tmp_path, results="r"), tmp_path)


def test_a_folder_is_no_table_and_a_store_is(tmp_path):
    path = _own(tmp_path)
    (tmp_path / "my.csv").unlink()
    (tmp_path / "my.csv").mkdir()
    with pytest.raises(ConfigError, match="data.vectors: 'my.csv' is not a file"):
        load(path, tmp_path)
    (tmp_path / "my.zarr").mkdir()
    path.write_text(path.read_text().replace("my.csv", "my.zarr"))
    assert load(path, tmp_path)


def test_results_never_land_among_files_of_the_user(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.tex").write_text("")
    with pytest.raises(ConfigError, match="that no run has written, such as 'thesis.tex'"):
        load(_own(tmp_path, results="mine"), tmp_path)
    (tmp_path / "mine/.lock").write_text("")
    assert load(_own(tmp_path, results="mine"), tmp_path)


def test_merged_keys_are_no_duplicates(tmp_path):
    merged = OWN.replace("  my-study:", "  my-study: &base") + "  other: {{<<: *base, title: t}}\n"
    assert load(_own(tmp_path, merged), tmp_path).studies["other"].title == "t"


@pytest.mark.parametrize(
    ("text", "number"), [("1e-3", 0.001), ("1.0e1", 10.0), (".5E-2", 0.005), ("+2.e+1", 20.0)]
)
def test_a_number_with_an_exponent_is_a_number(tmp_path, text, number):
    config = load(_own(tmp_path, OWN.replace("gamma: median", f"gamma: {text}")), tmp_path)
    assert config.studies["my-study"].kernel.gamma == number


def test_results_that_cannot_be_written_are_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="nothing can be written to .*Not a directory"):
        require_writable("c.yaml", tmp_path / "file" / "results")


@pytest.mark.parametrize("name", ["figures", "logs", "benchmarks"])
def test_a_study_cannot_take_the_name_of_another_folder(tmp_path, name):
    with pytest.raises(ConfigError, match=f"{name} is a folder of the results already"):
        load(_own(tmp_path, OWN.replace("my-study", name)), tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("median", "medain"), "gamma: 'medain' is not allowed: it should be"),
        (("gamma: median", "gamma: -2"), "gamma: -2 is not allowed: it should be greater than 0"),
        (("components: 2", "components: 2.5"), "components: 2.5 is not allowed"),
        (("components: 2", "components: 2\n    correction: lingoes"), "for a distance_matrix only"),
        (("labels: species", "labels: 0"), "labels: 0 is not allowed"),
        (("labels: species", "new: my.csv"), None),
        (("labels: species", 'labels: "a\\nb"'), "labels: .* is not allowed"),
        (
            ("my-study", "My Study"),
            "studies: 'My Study' is not allowed: the name of a study has 1 to 60 characters from a",
        ),
        (
            ("my-study", "off"),
            "studies: False is not allowed: .* reads no, off and false as False: .* in quotes$",
        ),
        (("my-study", "yes"), "studies: True .* yes, on and true as True: .* in quotes$"),
        (("my-study", "'off'"), None),
        (
            ("components: 2", "components: x"),
            "components: 'x' is not .*should be a whole number\n.*should be 'auto'$",
        ),
        (
            ("components: 2", 'components: "2"'),
            "components: '2' .* a whole number .in quotes it is a text: remove the quotes.\n",
        ),
        (
            ("gamma: median", "gamma: '1e-3'"),
            "gamma: '1e-3' .* a number .in quotes it is a text: remove the quotes.",
        ),
        (("gamma: median", "gamma: 1e-"), "gamma: '1e-' is not allowed: it should be a number\n"),
        (("components: 2", "components: 2\n    title: ''"), "title: '' .* should not be empty$"),
        (
            ("components: 2", "components: 2\n    title: " + "x" * 301),
            "title: .* at most 300 characters$",
        ),
        (("my.csv,", 'my.csv, names: "a\\nb",'), "names: .* should be one line of text\n"),
        (("labels: species", "columns: []"), "columns: .. is not .* at least one entry$"),
        (("labels: species", "columns: [a, 0]"), "data.columns.1: 0 is not allowed: it should be"),
        (("labels: species", "standardize: 1"), "standardize: 1 .* should be true or false$"),
        (("{{name: rbf, gamma: median}}", "rbf"), "kernel: 'rbf' .* should be keys with values"),
        (
            ("components: 2", "components: 2\n    header: false"),
            "my-study.header: unknown key with value False; it belongs inside 'data'; allowed: tit",
        ),
        (("components: 2", "components: 2\n    gamma: 2"), "gamma: .*; it belongs inside 'kernel'"),
        (("labels: species", "holdout: 2"), "holdout: .*; it belongs in the study, beside 'data'"),
        (("studies:", "unit: km\nstudies:"), "unit: .*; it belongs in the study, beside 'data'"),
    ],
)
def test_values_are_checked(tmp_path, change, message):
    path = _own(tmp_path, OWN.replace(*change))
    if message is None:
        assert load(path, tmp_path)
        return
    with pytest.raises(ConfigError, match=message):
        load(path, tmp_path)


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


def test_the_full_configuration_repeats_every_demonstration_of_the_other_more_often():
    often, few = (load(ROOT / "config" / name) for name in ("full.yaml", "config.yaml"))
    assert often.demonstrations.keys() == few.demonstrations.keys()
    assert all(
        often.demonstrations[name] >= few.demonstrations[name] for name in few.demonstrations
    )
