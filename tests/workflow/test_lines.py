"""A log takes lines, and what it cannot take is no reason to stop."""

from pathlib import Path

import pytest

from kpca.workflow import lines


def test_a_log_begins_empty_and_takes_lines(tmp_path):
    path = tmp_path / "log"
    path.write_text("of another run")
    tell = lines.into(path)
    tell("one")
    tell("two")
    assert path.read_text() == "one\ntwo\n"


def test_without_a_log_lines_go_to_the_standard_error(capsys):
    lines.into(None)("one")
    assert capsys.readouterr().err == "one\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this machine")
def test_a_full_disk_loses_the_line_and_nothing_else():
    lines.into(Path("/dev/full"))("one")
