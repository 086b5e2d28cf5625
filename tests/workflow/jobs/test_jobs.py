"""A disk that does not take a result is reported in one line."""

import errno
import os

from kpca.workflow import jobs


def _full(path):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


def test_a_full_disk_is_one_line_and_a_code(capsys):
    assert jobs.run(_full, "a.nc") == 2
    output = capsys.readouterr().err
    assert output.startswith("a.nc cannot be written: No space left on device; make room")
    assert len(output.splitlines()) == 1


def test_the_code_of_a_command_is_passed_on():
    assert jobs.run(lambda code: code, 1) == 1
