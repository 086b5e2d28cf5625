"""The command prints one line, or one message and ends with status 2."""

import sys

import pytest
from small_project import SMALL

from kpca.site.printed import __main__ as command
from kpca.site.printed import book


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a configuration, the start page of its site, and a program called chromium."""
    (tmp_path / "small.yaml").write_text(SMALL.format(results="results", seed=1))
    (tmp_path / "results/site").mkdir(parents=True)
    (tmp_path / "results/site/index.html").write_text("")
    (tmp_path / "results/.lock").write_text("")
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["printed", "--config", "small.yaml", *arguments])
    status = command.main()
    return status, *capsys.readouterr()


def test_the_pdf_is_named_as_the_user_would_open_it(folder, monkeypatch, capsys):
    given = {}

    def write(config, results, program):
        given.update(results=str(results), program=program)
        return results / "site.pdf"

    monkeypatch.setattr(book, "write", write)
    found = _run(monkeypatch, capsys, "--chromium", "./chromium")
    assert found == (0, "to print      results/site.pdf\n", "")
    assert given == {"results": "results", "program": "./chromium"}


def test_without_chromium_the_status_is_2_and_the_message_says_what_to_install(
    folder, monkeypatch, capsys
):
    monkeypatch.setenv("PATH", "")
    status, output, message = _run(monkeypatch, capsys)
    assert (status, output) == (2, "")
    assert "no Chromium to print with" in message
    assert "install the package chromium" in message


def test_without_a_site_the_message_names_the_command_that_builds_it(folder, monkeypatch, capsys):
    (folder / "results/site/index.html").unlink()
    status, _, message = _run(monkeypatch, capsys, "--chromium", "./chromium")
    assert status == 2
    assert "results/site/index.html does not exist" in message
    assert "`make report`" in message


def test_a_program_that_prints_nothing_leaves_an_earlier_pdf(folder, monkeypatch, capsys):
    (folder / "results/site.pdf").write_bytes(b"earlier")
    (folder / "results/site/index.html").write_text(
        '<article role="main"><h1>Studies</h1></article>'
    )
    status, _, message = _run(monkeypatch, capsys, "--chromium", "./chromium")
    assert status == 2
    assert "./chromium printed nothing" in message
    assert (folder / "results/site.pdf").read_bytes() == b"earlier"


def test_a_site_that_cannot_be_read_is_a_message(folder, monkeypatch, capsys):
    status, _, message = _run(monkeypatch, capsys, "--chromium", "./chromium")
    assert status == 2
    assert "index.html has no article with a title" in message


def test_a_configuration_with_a_fault_is_refused(folder, monkeypatch, capsys):
    (folder / "small.yaml").write_text("results: results\nstudys: {}\n")
    status, _, message = _run(monkeypatch, capsys)
    assert status == 2
    assert "small.yaml: studys: unknown key" in message
