"""The R program: what is sent to R, what comes back, and the messages if R cannot run it."""

import sys

import numpy as np
import pytest

import r_program


@pytest.fixture(scope="module")
def command():
    found = r_program.rscript()
    if found is None:
        pytest.skip("no Rscript on the path: install r-base-core")
    return found


def test_two_points_on_a_line_have_one_component_that_is_known(command):
    """k(0, .) = 1 and k(1, 1) = 4: K~ is 3/4 times [[1, -1], [-1, 1]], and mu = 3/2."""
    found = r_program.run(command, np.array([[0.0, 0.0], [1.0, 0.0]]))
    np.testing.assert_allclose(found.mu, [1.5], rtol=1e-14)
    np.testing.assert_allclose(np.abs(found.scores), np.full((2, 1), np.sqrt(0.75)), rtol=1e-14)
    assert found.rank == 1


def test_equal_points_have_no_component(command):
    """V[,1:rank] of the printed program would take column 1."""
    found = r_program.run(command, np.ones((4, 2)))
    assert found.rank == 0
    assert found.scores.shape == (4, 0)


def test_columns_are_not_confused_with_rows(command):
    """The points (1, 2) and (0, 0): k = 36 and 1, so that mu = 35/2."""
    assert r_program.run(command, np.array([[1.0, 2.0], [0.0, 0.0]])).mu == pytest.approx(
        [17.5], abs=1e-13
    )


def test_an_error_of_r_is_passed_on(command):
    with pytest.raises(r_program.RError, match="status 1: .*no such thing"):
        r_program.run(command, np.ones((2, 2)), program="stop('no such thing')")


def test_a_program_that_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(r_program, "LONGEST", 0.2)
    with pytest.raises(r_program.RError, match="did not finish in 0.2 s"):
        r_program._execute([sys.executable, "-c", "import time; time.sleep(60)"])


def test_without_r_there_is_no_command(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert r_program.rscript() is None
