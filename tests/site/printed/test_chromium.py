"""Printing needs Chromium; without it, or if it prints nothing, a message says what to do."""

import browser
import pytest

from kpca.site.printed import chromium


def _script(folder, text):
    path = folder / "chromium"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_without_chromium_the_message_says_what_is_missing_and_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(chromium.PrintError) as raised:
        chromium.program()
    message = str(raised.value)
    assert message.startswith(
        "no Chromium to print with: chromium, chromium-browser, google-chrome"
    )
    assert "apt install chromium" in message
    assert "make pdf CHROMIUM=" in message


def test_the_first_name_that_is_installed_is_taken_unless_the_user_names_one(tmp_path, monkeypatch):
    installed = _script(tmp_path, "true")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.program() == installed
    with pytest.raises(chromium.PrintError, match="/nowhere/chrome not found"):
        chromium.program("/nowhere/chrome")
    other = tmp_path / "mine"
    other.mkdir()
    assert chromium.program(_script(other, "true")) == str(other / "chromium")


def test_a_program_that_prints_nothing_is_an_error_with_what_it_said(tmp_path):
    program = _script(tmp_path, "echo no usable sandbox >&2; exit 1")
    with pytest.raises(chromium.PrintError, match="printed nothing(.|\n)*no usable sandbox"):
        chromium.pdf("<p>a</p>", program, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chromium"]


def test_a_program_that_does_not_end_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(chromium, "LONGEST", 0.2)
    with pytest.raises(chromium.PrintError, match=r"did not end within 0\.2 seconds"):
        chromium.pdf("<p>a</p>", _script(tmp_path, "exec sleep 60"), tmp_path)


@pytest.mark.skipif(bool(browser.missing()), reason=browser.missing() or "there is a browser")
def test_a_document_becomes_a_pdf_with_an_outline_and_without_the_address_of_its_file(tmp_path):
    made = chromium.pdf("<title>T</title><h1>A heading</h1>", chromium.program(), tmp_path)
    assert made.startswith(b"%PDF-")
    assert b"/Title (A heading)" in made
    assert str(tmp_path).encode() not in made
    assert list(tmp_path.iterdir()) == []
