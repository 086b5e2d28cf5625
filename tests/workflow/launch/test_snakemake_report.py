"""Snakemake's own report: one file with every figure and its words, written without a network."""

import os
import re
import subprocess
import sys
from html import escape

import browser
import pytest
from small_project import Project

NOWHERE = "http://127.0.0.1:9"
OFFLINE = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE)
"""With these a program that asks for a page of the network gets an error at once."""


def _report(project, config="small.yaml"):
    return subprocess.run(
        [sys.executable, "-m", "kpca.workflow.launch.snakemake_report", "--config", config],
        cwd=project.folder,
        env=os.environ | OFFLINE,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """A small run in a folder with a space in its name, and the command that reports on it."""
    project = Project(tmp_path_factory.mktemp("a project") / "clone")
    code, output = project.run()
    assert code == 0, output
    return project, _report(project)


@pytest.mark.faults
def test_the_report_is_one_file_that_is_written_without_a_network(reported):
    project, ended = reported
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "jobs          results/snakemake-report.html\n"
    assert list(project.results.glob(".snakemake-report*")) == []


@pytest.mark.faults
def test_every_figure_is_in_the_report_with_the_words_of_its_caption(reported):
    project, _ = reported
    text = (project.results / "snakemake-report.html").read_text(encoding="utf-8")
    pictures = sorted(project.results.glob("**/figures/[!.]*.png"))
    names = {path.relative_to(project.results).as_posix() for path in pictures}
    names = {name for name in names if not name.startswith(("site/", "."))}
    assert names >= {"figures/agreement-matrix.png", "small/figures/spectrum.png"}
    assert set(re.findall(r'"([^"]+\.png)": \{"name"', text)) == names
    for name in names:
        words = (project.results / name).with_suffix(".txt").read_text(encoding="utf-8")
        # The caption is HTML within a text of JavaScript.
        shown = escape(" ".join(words.split())).encode("ascii", "backslashreplace").decode()
        for part in re.split(r"\\\w+|&\S+;|\"", shown):
            assert part in text, (name, part)


@pytest.mark.faults
def test_the_report_names_no_folder_of_this_machine(reported):
    project, _ = reported
    assert str(project.folder) not in (project.results / "snakemake-report.html").read_text()


@pytest.mark.faults
@pytest.mark.skipif(bool(browser.missing()), reason=browser.missing() or "there is a browser")
def test_the_report_opens_from_disk_without_a_request(reported):
    project, _ = reported
    with browser.chromium() as one:
        one.open(project.results / "snakemake-report.html")
        found = one.faults()
        text = one.driver.find_element("tag name", "body").text
    assert [fault for fault in found if fault.startswith("request")] == []
    assert "Kernel PCA, executed" in text
    assert {"All studies", "Studies"} <= set(text.splitlines())


def test_without_a_run_there_is_a_message_that_names_the_command(tmp_path):
    project = Project(tmp_path / "clone")
    ended = _report(project)
    assert ended.returncode == 2
    assert "results/site/index.html does not exist" in ended.stderr
    assert "`make report`" in ended.stderr
    assert not project.results.exists()


def test_a_configuration_with_a_fault_is_refused_as_by_a_run(tmp_path):
    project = Project(tmp_path / "clone")
    (project.folder / "wrong.yaml").write_text("results: results\nstudys: {}\n")
    ended = _report(project, "wrong.yaml")
    assert ended.returncode == 2
    assert "wrong.yaml: studys: unknown key" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.faults
def test_if_snakemake_refuses_its_message_is_shown_and_an_earlier_report_stays(reported):
    project, _ = reported
    path, earlier = project.folder / "Snakefile", project.results / "snakemake-report.html"
    before, size = path.read_text(), earlier.stat().st_size
    path.write_text(before + "\nraise WorkflowError('not today')\n")
    ended = _report(project)
    path.write_text(before)
    assert ended.returncode == 2
    assert "not today" in ended.stderr
    assert earlier.stat().st_size == size
    assert list(project.results.glob(".snakemake-report*")) == []
