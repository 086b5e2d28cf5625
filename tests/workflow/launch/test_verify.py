"""A run is compared with a manifest, and what differs is reported."""

import json
from dataclasses import replace

import pytest

from kpca.formulations import dual
from kpca.results import files, hashes, solutions, studies
from kpca.studies.datasets import example
from kpca.workflow.jobs import manifest
from kpca.workflow.launch import verify

STUDY = example()
SOLUTION = dual.fit(STUDY.data.K, STUDY.components, STUDY.data.element_error)
ABOUT = {"lock": "1", "packages": {"numpy": "2.0"}, "threads": "1"}


def _write(folder, solution, **about):
    placed = dual.place(solution, STUDY.data.K, STUDY.data.K_new)
    tree = studies.tree(STUDY, **solutions.to_datasets(STUDY, solution, placed))
    files.write(tree, folder / "s/eigen-solve.nc")
    files.write(studies.to_tree(STUDY), folder / "s/study.nc")
    (folder / "x.svg").write_text("<svg/>")
    names = ("s/eigen-solve.nc", "s/study.nc", "x.svg")
    known = {name: hashes.of_file(folder / name) for name in names}
    (folder / "manifest.json").write_text(json.dumps({**ABOUT, **about, "results": known}))
    return folder


def _run(capsys, manifest, folder):
    code = verify.compare(manifest, folder)
    output = capsys.readouterr()
    return code, output.out + output.err


@pytest.fixture
def two(tmp_path):
    return _write(tmp_path / "a", SOLUTION), _write(tmp_path / "b", SOLUTION)


def test_two_equal_runs_are_equal(two, capsys):
    code, output = _run(capsys, two[0] / "manifest.json", two[1])
    assert code == 0
    assert output.startswith("3 of 3 results")


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("x.svg", b"<svg></svg>", "differs      x.svg"),
        ("x.svg", None, "missing      x.svg"),
        ("s/eigen-solve.nc", None, "missing      s/eigen-solve.nc"),
        ("s/eigen-solve.nc", b"broken", "cannot be read: "),
    ],
)
def test_a_changed_a_missing_and_a_broken_result_are_named(name, content, line, two, capsys):
    (two[1] / name).unlink()
    if content is not None:
        (two[1] / name).write_bytes(content)
    code, output = _run(capsys, two[0] / "manifest.json", two[1])
    assert code == 1
    assert output.startswith(line)
    assert "2 of 3 results" in output


@pytest.mark.parametrize("text", ["[]", '{"results": 3}', "no JSON", None])
def test_without_a_manifest_nothing_is_compared(text, two, capsys):
    path = two[0] / "manifest.json"
    path.unlink() if text is None else path.write_text(text)
    code, output = _run(capsys, path, two[1])
    assert (code, output.startswith(f"{path}: ")) == (2, True)


@pytest.mark.parametrize(("factor", "verdict"), [(1 + 1e-15, "within"), (1 + 1e-9, "BEYOND")])
def test_a_difference_of_rounding_is_distinguished_from_others(factor, verdict, tmp_path, capsys):
    other = replace(SOLUTION, spectrum=SOLUTION.spectrum * factor)
    a, b = _write(tmp_path / "a", SOLUTION), _write(tmp_path / "b", other)
    code, output = _run(capsys, a / "manifest.json", b)
    assert code == 1
    assert f"differs      s/eigen-solve.nc ({verdict} rounding" in output


def _result(folder, name):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("x")


@pytest.mark.parametrize("name", ["y.svg", "s/other.nc", "t/page.md", "figures/logs/x.svg"])
@pytest.mark.parametrize("has_manifest", [True, False])
def test_a_result_that_the_manifest_does_not_list_is_named_and_is_a_difference(
    name, has_manifest, two, capsys
):
    _result(two[1], name)
    if not has_manifest:
        (two[1] / "manifest.json").unlink()
    code, output = _run(capsys, two[0] / "manifest.json", two[1])
    assert code == 1
    assert f"new          {name}\n" in output
    assert "3 of 3 results" in output


OTHERS = {
    "logs/s/a.log": [],
    "benchmarks/s/a.tsv": [],
    ".ready": [],
    "benchmarks.csv": ["benchmarks.json"],
    "s/.x/y": [],
    "mine/manifest.json": ["mine/a.svg", "mine/s/a.nc"],
    "mine/deep/.snakemake/x": ["mine/deep/a.svg"],
    "mine/.lock": ["mine/figures/a.svg"],
}
"""What is no result, and what it makes no result of this run."""


@pytest.mark.parametrize("name", OTHERS)
def test_logs_and_hidden_files_and_folders_of_other_runs_are_no_results(name, two, capsys):
    for path in (name, *OTHERS[name]):
        _result(two[1], path)
    code, output = _run(capsys, two[0] / "manifest.json", two[1])
    assert (code, "new" in output) == (0, False)


EVERY = dict.fromkeys(verify.ABOUT, "1")


@pytest.mark.parametrize(
    ("there", "here", "lines"),
    [
        (EVERY, EVERY, []),
        *((EVERY, EVERY | {name: "2"}, [f'{name}: "1" there, "2" here']) for name in verify.ABOUT),
        ({"lock": "1"}, {}, ['lock: "1" there, null here']),
        ({"packages": {}}, {"packages": {"x": "1"}}, ['packages.x: null there, "1" here']),
        (
            {"inputs": {"a": "1", "b": "2"}},
            {"inputs": {"b": "3"}},
            ['inputs.a: "1" there, null here', 'inputs.b: "2" there, "3" here'],
        ),
        ({"lock": "x" * 58}, {}, [f'lock: "{"x" * 58}" there, null here']),
        ({"lock": "x" * 59}, {}, [f'lock: "{"x" * 56}... there, null here']),
    ],
)
def test_every_circumstance_is_compared_and_long_values_are_cut(there, here, lines):
    assert verify.circumstances(there, here) == lines


def _change_score(folder):
    tree = files.read(folder / "s/eigen-solve.nc")
    tree["components"]["score"].values[0, 0] = 99.0
    files.write(tree, folder / "s/eigen-solve.nc")


def test_a_stored_score_that_its_eigenvector_contradicts_is_beyond_rounding(two, capsys):
    _change_score(two[1])
    code, output = _run(capsys, two[0] / "manifest.json", two[1])
    assert code == 1
    line = output.splitlines()[0]
    assert line.startswith("differs      s/eigen-solve.nc (BEYOND rounding: ")
    assert line.endswith(" of the tolerance in score)")


def test_a_solution_is_not_compared_with_one_that_was_changed_since_its_manifest(two, capsys):
    for folder in two:
        _change_score(folder)
    _, output = _run(capsys, two[0] / "manifest.json", two[1])
    there = two[0] / "s/eigen-solve.nc"
    line = f"s/eigen-solve.nc (cannot be compared: {there} is not what its manifest lists)"
    assert output.splitlines()[0] == f"differs      {line}"
    there.write_bytes(b"broken")
    assert line in _run(capsys, two[0] / "manifest.json", two[1])[1]


def test_a_solution_is_not_compared_with_itself_under_another_path(two, capsys):
    _change_score(two[1])
    (two[1].parent / "same").symlink_to(two[1])
    manifest_of_the_same = two[1].parent / "same/manifest.json"
    code, output = _run(capsys, manifest_of_the_same, two[1])
    assert (code, output.splitlines()[0]) == (1, "differs      s/eigen-solve.nc")


def test_what_is_compared_is_what_a_manifest_says_of_its_results(tmp_path, monkeypatch):
    (tmp_path / "c.yaml").write_text(
        "results: r\nstudies:\n  s:\n    data: {dataset: iris}\n    kernel: {name: linear}\n"
        "    components: 2\n"
    )
    monkeypatch.chdir(tmp_path)
    found = manifest.manifest("c.yaml", [])
    assert set(found) == {*verify.ABOUT, "results"}
