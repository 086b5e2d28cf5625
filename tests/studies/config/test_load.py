"""A wrong configuration is reported with file, key, value and what is allowed."""

from typing import get_args

import pytest
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


@pytest.mark.parametrize("name", ["config.yaml", "full.yaml", "tiny.yaml"])
def test_the_shipped_configurations_are_valid(name):
    assert load(ROOT / "config" / name).studies


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
        with pytest.raises(ConfigError, match="studies.my-study.variables: 'env.csv' is not a fi"):
            load(path)
        (tmp_path / "env.csv").write_text("pH\n1\n2\n")
        assert load(path).studies["my-study"].files["variables"] == "env.csv"
        (tmp_path / "env.csv").unlink()


def test_a_study_that_stands_twice_is_reported_with_both_lines(tmp_path):
    twice = OWN + OWN.split("studies:\n")[1]
    with pytest.raises(ConfigError, match="'my-study' stands in line 4 and again in line 8"):
        load(_own(tmp_path, twice))


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
    with pytest.raises(ConfigError, match="'my.csv' is not a file"):
        load(tmp_path / "link.yaml")
    (tmp_path / "my.csv").write_text("a\n1\n2\n")
    assert load(tmp_path / "link.yaml")


@pytest.mark.parametrize("results", [".", "kpca", "notebooks/x", "data", "..", "/", ".git/x"])
def test_results_never_land_in_the_project_itself(tmp_path, results):
    with pytest.raises(ConfigError, match="is a folder of the project itself or above it"):
        load(_own(tmp_path, results=str(ROOT / results)))


def test_a_link_that_leaves_the_results_is_reported(tmp_path):
    (tmp_path / "results/mine").mkdir(parents=True)
    (tmp_path / "results/mine/.lock").write_text("")
    (tmp_path / "results/mine/my-study").symlink_to(tmp_path)
    with pytest.raises(ConfigError, match="my-study is a link that leaves this folder"):
        load(_own(tmp_path))


def test_results_that_are_a_file_are_reported(tmp_path):
    (tmp_path / "r").write_text("")
    with pytest.raises(ConfigError, match="'r' is no folder: it is a file"):
        load(_own(tmp_path, results="r"))


def test_a_folder_is_no_table_and_a_store_is(tmp_path):
    path = _own(tmp_path)
    (tmp_path / "my.csv").unlink()
    (tmp_path / "my.csv").mkdir()
    with pytest.raises(ConfigError, match="data.vectors: 'my.csv' is not a file"):
        load(path)
    (tmp_path / "my.zarr").mkdir()
    path.write_text(path.read_text().replace("my.csv", "my.zarr"))
    assert load(path)


def test_a_folder_with_files_may_be_one_of_spectra(tmp_path):
    path = _own(tmp_path)
    path.write_text(path.read_text().replace("my.csv", "spectra"))
    (tmp_path / "spectra").mkdir()
    (tmp_path / "spectra/.DS_Store").write_bytes(b"")
    with pytest.raises(ConfigError, match="data.vectors: 'spectra' is not a file"):
        load(path)
    (tmp_path / "spectra/a.txt").write_text("1 2\n")
    assert load(path)


def test_results_never_land_among_files_of_the_user(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.tex").write_text("")
    with pytest.raises(ConfigError, match="that no run has written, such as 'thesis.tex'"):
        load(_own(tmp_path, results="mine"))
    (tmp_path / "mine/.lock").write_text("")
    assert load(_own(tmp_path, results="mine"))


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


def test_results_that_cannot_be_written_are_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="nothing can be written to .*Not a directory"):
        require_writable("c.yaml", tmp_path / "file" / "results")


DATA, KERNEL, LAST = (
    "{vectors: my.csv, labels: species}",
    "{name: rbf, gamma: median}",
    "components: 2",
)
WORD = "statements: .*'all', 'sample'.*'none'"
CHAPTER = "studies:", "chapters: {kernels: [my-study]}\nstudies:"
FAULTS = [
    (
        (LAST, LAST + "\n    statements: some"),
        "studies.my-study.statements: 'some'.*'all', 'sample'.*'none'",
    ),
    ((LAST, LAST + "\n    statements: true"), WORD),
    (
        (LAST, LAST + "\n    max_memory: 0"),
        "max_memory: 0 is not allowed: .* number of bytes above 0, .*8GB",
    ),
    ((LAST, LAST + "\n    ranks: 0"), "my-study.ranks: 0 is not allowed: .* greater than 0"),
    (
        (LAST, LAST + "\n    ranks: 2\n    statements: all"),
        "several processes .* 'statements: all' is solved as a whole; allowed: 'ranks: 1'",
    ),
    (
        (
            OWN,
            OWN.replace(f"    kernel: {KERNEL}\n", "").replace(DATA, "{kernel_matrix: my.csv}")
            + "    ranks: 2\n",
        ),
        "several processes .* a matrix is solved as a whole; allowed: 'ranks: 1'",
    ),
    (
        (OWN, OWN.replace(*CHAPTER) + "    statements: none\n"),
        "chapters: they execute statements, .* my-study says 'statements: none'; allowed",
    ),
    (
        (LAST, LAST + "\n    kernl: 1"),
        "studies.my-study.kernl: unknown key with value 1; did you mean 'kernel'[?]; "
        "allowed: title, data, kernel, comp",
    ),
    (("studies:", "study: 1\nstudies:"), "study: unknown .*mean 'studies'[?]; allowed: res"),
    (
        ("gamma", "gama"),
        "studies.my-study.kernel.gama: the kernel rbf .* 'median'; did you mean 'gamma'[?]; "
        "allowed: 'gamma'$",
    ),
    (
        ("rbf", "rbff"),
        "studies.my-study.kernel: 'rbff' is no kernel; did you mean 'rbf'[?]; "
        "allowed: linear, poly, rbf, ",
    ),
    (("name: rbf, ", ""), "add a key 'name', allowed: linear"),
    (
        ("median", "-1.5"),
        "studies.my-study.kernel.gamma: -1.5 is not allowed: it should be greater than 0",
    ),
    (("median", ".inf"), "gamma: inf is not all"),
    (("median", "medain"), "gamma: 'medain' is not allowed: it should be"),
    (
        ("median", "'1e-3'"),
        "gamma: '1e-3' .* a number, or .*'auto' .in quotes .*: remove the quotes.",
    ),
    (
        ("median", "1e-"),
        "gamma: '1e-' is not .*: it should be a number, or .* 'scale', 'median' or 'auto'$",
    ),
    (("rbf, gamma: median", "sigmoid, gamma: auto"), "gamma: 'auto' is not .*should be 'scale'"),
    ((f"kernel: {KERNEL}", ""), "'kernel' is missing; allowed: linear, poly.* write 'kernel: rbf'"),
    ((KERNEL, "rbff"), "my-study.kernel: 'rbff' is no kernel; did you mean 'rbf'[?]; allowed: lin"),
    ((KERNEL, "poly"), "my-study.kernel.gamma: this key is missing; it is required"),
    ((KERNEL, "[rbf]"), "kernel: .'rbf'. is not allowed: it should be keys with values"),
    (("vectors: my.csv, labels: species", "distance_matrix: my.csv"), "no kernel: remove 'kernel'"),
    (
        (f"{DATA}\n    kernel: {KERNEL}", "{distance_matrix: no.csv}"),
        "studies.my-study.data.distance_matrix: 'no.csv' is not a file; allowed: a path",
    ),
    (
        (DATA, "{vector: x}"),
        "one of the keys vectors, kernel_matrix, distance_matrix, generator, dataset is required",
    ),
    ((DATA, "{dataset: mnist}"), "'digits', 'iris' or"),
    (
        (DATA, "{generator: rings, n: 30, noise: 0.1, seed: 0, factor: 0.3}"),
        "for circles only",
    ),
    ((LAST, "components: 0"), "components: 0 is not allowed"),
    ((LAST, "components: 2.5"), "components: 2.5 is not allowed: .*less than 1, or .* 'auto'$"),
    ((LAST, "components: 0.0"), "components: 0.0 is not allowed: .*greater than 0, or .* 'auto'$"),
    (
        (LAST, "components: 2\n    statements: 0"),
        "my-study.statements: 0 is not .*greater than 0, or .* 'all', 'sample' or 'none'$",
    ),
    (
        (LAST, "components: many"),
        "my-study.components: 'many' is not .*should be a whole number, .* or it should be 'auto'$",
    ),
    (
        (LAST, 'components: "2"'),
        "components: '2' .* a whole number, or .* 'auto' .in quotes .*: remove the quotes.$",
    ),
    (
        (
            f"{DATA}\n    kernel: {KERNEL}\n    {LAST}",
            "{distance_matrix: my.csv}\n    components: auto",
        ),
        "'components: auto' permutes the columns of points, and a matrix has none; allowed: a num",
    ),
    (
        (LAST, LAST + "\n    correction: lingoes"),
        "'correction' is only for 'distance_matrix' or 'dist",
    ),
    (("my-study", "../x"), "'../x' is not"),
    (
        ("my-study", "My Study"),
        "studies: 'My Study' is not allowed: the name of a study has 1 to 60 characters from a",
    ),
    (
        ("my-study", "off"),
        "studies: False is not allowed: .* reads no, off and false as False: .* in quotes$",
    ),
    (("my-study", "yes"), "studies: True .* yes, on and true as True: .* in quotes$"),
    *(
        (("my-study", name), f"{name} is a folder of the results already")
        for name in ("figures", "logs", "benchmarks")
    ),
    ((OWN, "results: r\nstudies: {}"), "studies: it should not be empty$"),
    (("labels: species", "labels: 0"), "labels: 0 is not allowed"),
    (("labels: species", 'labels: "a\\nb"'), "labels: .* is not allowed"),
    (
        ("my.csv,", 'my.csv, names: "a\\nb",'),
        "names: .* should be one line of text, or it should be a whole number$",
    ),
    (("labels: species", "columns: []"), "columns: .. is not .* it should not be empty$"),
    (("labels: species", "columns: [a, 0]"), "data.columns.1: 0 is not allowed: it should be"),
    (("labels: species", "standardize: 1"), "standardize: 1 .* should be true or false$"),
    ((LAST, LAST + "\n    title: ''"), "title: '' .* should not be empty$"),
    ((LAST, LAST + "\n    title: " + "x" * 301), "title: .* at most 300 characters$"),
    (
        (LAST, LAST + "\n    header: false"),
        "my-study.header: unknown key with value False; it belongs inside 'data'; allowed: tit",
    ),
    ((LAST, LAST + "\n    gamma: 2"), "gamma: .*; it belongs inside 'kernel'"),
    (("labels: species", "holdout: 2"), "holdout: .*; it belongs in the study, beside 'data'"),
    (("studies:", "unit: km\nstudies:"), "unit: .*; it belongs in the study, beside 'data'"),
]


@pytest.mark.parametrize(("change", "message"), FAULTS)
def test_a_fault_is_reported_with_the_file_the_key_the_value_and_what_is_allowed(
    change, message, tmp_path
):
    path = _own(tmp_path, OWN.replace(*change))
    with pytest.raises(ConfigError, match=message) as raised:
        load(path)
    assert str(raised.value).startswith(str(path))


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
