"""Thirty notebooks at once, ten times: none is lost to a port or a race."""

import subprocess
import sys

import nbformat
import pytest

pytestmark = pytest.mark.faults
AT_ONCE = 30
TIMES = [0, *(pytest.param(time, marks=pytest.mark.repeated) for time in range(1, 10))]

PARAMETERS = nbformat.v4.new_code_cell("number = None", metadata={"tags": ["parameters"]})
NOTEBOOK = nbformat.v4.new_notebook(
    cells=[PARAMETERS, nbformat.v4.new_code_cell("print('this is', number)")],
    metadata={"kernelspec": {"display_name": "Python 3", "language": "python", "name": "x"}},
)


@pytest.mark.parametrize("time", TIMES)
def test_thirty_notebooks_at_once_all_finish(tmp_path, time):
    nbformat.write(NOTEBOOK, tmp_path / "n.ipynb")
    runner = [sys.executable, "-m", "kpca.workflow.notebooks.runner", "n.ipynb"]
    started = [
        subprocess.Popen(
            [*runner, f"out/{k}.ipynb", f"number={k}"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for k in range(AT_ONCE)
    ]
    output = [process.communicate(timeout=600)[0] for process in started]
    assert [process.returncode for process in started] == [0] * AT_ONCE, output
    for k in range(AT_ONCE):
        assert f"this is {k}\\n" in (tmp_path / f"out/{k}.ipynb").read_text()
