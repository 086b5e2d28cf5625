"""A study in tiles through the whole workflow: on a part, and without a statement."""

import json

import pytest
from small_project import Project

from kpca.results import checks, files, registry, solutions, solved, studies

pytestmark = pytest.mark.faults

TWO = """
results: results
studies:
  part:
    data: {generator: rings, n: 620, noise: 0.1, seed: 1}
    kernel: {name: rbf, gamma: median}
    components: 3
    holdout: 60
    statements: sample
  silent:
    data: {generator: rings, n: 560, noise: 0.1, seed: 1}
    kernel: {name: rbf, gamma: median}
    components: 3
    statements: none
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("any") / "project")
    (project.folder / "two.yaml").write_text(TWO)
    code, output = project.run(config="two.yaml")
    assert code == 0, output
    return project, output


def test_the_components_of_all_samples_are_stored_and_the_statements_are_those_of_a_part(ran):
    results = ran[0].results
    for name, n in (("part", 560), ("silent", 560)):
        tree = files.read(results / name / "eigen-solve.nc")
        registry.validate(tree)
        found = solved.from_tree(tree)
        assert found.certificate.certified
        solution, new = solutions.from_tree(tree)
        assert (solution.n, solution.complete) == (n, False)
        assert new.shape == ((60, 3) if name == "part" else (560, 3))
    part = studies.executed_on(results / "part" / "study.nc")
    agreement = files.read(results / "part" / "agreement.nc")
    assert agreement.attrs["executed_on"] == "300 of 560 samples, a random subset"
    assert agreement["differences"].sizes["index"] == part.n == 300
    table = files.read(results / "checks.nc")["checks"]
    assert checks.subsets_of(table) == {"part": "300 of 560 samples, a random subset"}
    assert set(table["in_study"].values) == {"part"}
    assert set(table["verdict"].values) <= {"agrees", "undecided"}


def test_what_executes_statements_did_not_run_where_none_was_asked_for(ran):
    results = ran[0].results
    assert sorted(path.name for path in (results / "silent").glob("*.nc")) == [
        "eigen-solve.nc",
        "study.nc",
    ]
    manifest = json.loads((results / "manifest.json").read_text())["results"]
    assert "silent/page.md" in manifest
    assert "silent/agreement.nc" not in manifest


def test_the_pages_and_the_summary_say_what_was_done(ran):
    project, output = ran
    part, silent = (
        (project.results / "site/studies" / name / "index.html").read_text(encoding="utf-8")
        for name in ("part", "silent")
    )
    assert "executed on 300 of 560 samples, a random subset" in part
    assert "No statement is executed on these data" in silent
    for page in (part, silent):
        assert "Certified: these are the 3 largest eigenvalues" in page
        assert "could not be drawn" not in page
    assert "a random subset of 300 of 560 training samples and 60 of 60 new ones" in output
    assert "no statement is executed on these data" in output


def test_a_second_run_does_nothing(ran):
    code, output = ran[0].run(config="two.yaml")
    assert code == 0
    assert "this run      0 jobs" in output
