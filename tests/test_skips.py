"""A test that skips on a user's machine fails in CI."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SKIPPING = """
import pytest

@pytest.mark.skipif(True, reason="no such program")
def test_by_mark():
    pass

def test_by_call():
    pytest.skip("no such program")

@pytest.fixture
def program():
    pytest.skip("no such program")

def test_by_fixture(program):
    pass
"""


@pytest.mark.faults
@pytest.mark.parametrize(("set_to", "output"), [("", "3 skipped"), ("1", "1 failed, 2 errors")])
def test_what_skips_elsewhere_fails_where_nothing_may_skip(set_to, output, tmp_path):
    (tmp_path / "test_skipping.py").write_text(SKIPPING)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", os.devnull, "--rootdir", ".", "-p", "conftest"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(TESTS), "KPCA_NO_SKIPS": set_to},
        capture_output=True,
        text=True,
        check=False,
    )
    assert output in ended.stdout, ended.stdout
    assert ended.returncode == (1 if set_to else 0)
