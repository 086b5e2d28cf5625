"""The runner is strict, and what fails can be read."""

import os
import re
import subprocess
import sys

import nbformat
import pytest
from small_project import ROOT

from kpca.workflow.notebooks import runner

KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}


def _notebook(tmp_path, *sources):
    parameters = nbformat.v4.new_code_cell("a = None\nb = 'two'", metadata={"tags": ["parameters"]})
    cells = [parameters, *(nbformat.v4.new_code_cell(source) for source in sources)]
    path = tmp_path / "work.ipynb"
    metadata = {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), path)
    return path


def _run(path, *arguments, cwd=None, **environment):
    command = [sys.executable, "-m", "kpca.workflow.notebooks.runner", str(path)]
    return subprocess.run(
        [*command, str(path.parent / "out" / "done.ipynb"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=os.environ | environment,
    )


def _outputs(path):
    cells = nbformat.read(path, as_version=4).cells
    return [output.get("text", "") for cell in cells for output in cell.get("outputs", [])]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("with space é")
    path = _notebook(
        folder,
        "print(a, b)",
        "import sys; print(sys.executable)",
        "import os, ipykernel.kernelapp as k; app = k.IPKernelApp.instance()\n"
        "print(app.transport, oct(os.stat(os.path.dirname(app.ip)).st_mode & 0o777))",
    )
    return _run(path, "a=1 = one", "b="), folder


def test_parameters_arrive_as_given_in_this_interpreter_over_ipc_in_a_private_folder(finished):
    process, folder = finished
    assert process.returncode == 0, process.stderr
    given, interpreter, transport = _outputs(folder / "out/done.ipynb")[:3]
    assert (given, interpreter.strip()) == ("1 = one \n", sys.executable)
    assert transport == "ipc 0o700\n"


def test_without_ipc_the_kernel_talks_over_a_port_of_this_machine(tmp_path, monkeypatch):
    app = "import ipykernel.kernelapp as k; app = k.IPKernelApp.instance()"
    path = _notebook(tmp_path, f"{app}\nprint(app.transport, app.ip)")
    monkeypatch.setattr(runner.zmq, "has", lambda feature: feature != "ipc")
    runner.run(path, tmp_path / "done.ipynb", {"a": 1, "b": 2}, report=lambda _: None)
    assert _outputs(tmp_path / "done.ipynb")[0] == "tcp 127.0.0.1\n"


def test_the_startup_files_of_the_user_change_nothing(tmp_path):
    startup = tmp_path / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "00.py").write_text("surprise = 1")
    process = _run(
        _notebook(tmp_path, "print('surprise' in globals())"), "a=", "b=", IPYTHONDIR=str(tmp_path)
    )
    assert process.returncode == 0, process.stderr
    assert _outputs(tmp_path / "out/done.ipynb")[0] == "False\n"


def test_the_settings_of_the_user_change_no_figure(tmp_path):
    (tmp_path / "matplotlibrc").write_text("axes.grid: True")
    shown = (
        "import matplotlib\nfrom kpca.figures import style\n"
        "with style.style(): print(matplotlib.rcParams['axes.grid'])"
    )
    own = {"MPLBACKEND": "nonsense", "MATPLOTLIBRC": str(tmp_path)}
    process = _run(_notebook(tmp_path, shown), "a=", "b=", **own)
    assert process.returncode == 0, process.stderr
    assert _outputs(tmp_path / "out/done.ipynb")[0] == "False\n"


def test_a_notebook_finds_the_library_from_the_checkout_and_from_elsewhere(tmp_path):
    path = _notebook(tmp_path, "import kpca.kernels; print(kpca.__name__)")
    for folder in (ROOT, tmp_path):
        process = _run(path, "a=", "b=", cwd=folder)
        assert process.returncode == 0, process.stderr
        assert _outputs(tmp_path / "out/done.ipynb")[0] == "kpca\n"


def test_a_notebook_finds_the_modules_beside_it_although_it_runs_in_another_folder(tmp_path):
    (tmp_path / "three_clusters.py").write_text("number = 3")
    path = _notebook(tmp_path, "import three_clusters; print(three_clusters.number)")
    process = _run(path, "a=1", "b=2", cwd=ROOT)
    assert process.returncode == 0, process.stderr
    assert _outputs(tmp_path / "out/done.ipynb") == ["3\n"]


def test_the_log_gets_one_line_a_cell_and_the_console_gets_none(finished):
    lines = finished[0].stderr.splitlines()
    assert len(lines) == 5
    assert re.fullmatch(r"work: cell 5 of 5, \d+\.\d s", lines[-1])
    assert finished[0].stdout == ""


def test_nothing_is_left_but_the_executed_notebook(finished):
    assert [path.name for path in (finished[1] / "out").iterdir()] == ["done.ipynb"]


def test_no_time_and_no_path_is_in_the_metadata(finished):
    executed = nbformat.read(finished[1] / "out/done.ipynb", as_version=4)
    assert "papermill" not in executed.metadata
    assert not any({"papermill", "execution"} & set(cell.metadata) for cell in executed.cells)
    assert [cell.id for cell in executed.cells] == [f"cell-{k:02d}" for k in range(5)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["a=1"], "missing parameter 'b'; its parameters are: a, b"),
        (["a=1", "b=2", "bb=3"], "unknown parameter 'bb'"),
    ],
)
def test_parameters_must_match_exactly(tmp_path, given, message):
    process = _run(_notebook(tmp_path, "1"), *given)
    assert process.returncode == 1
    assert message in process.stderr
    assert "Traceback" not in process.stderr
    assert not (tmp_path / "out").exists()


def test_a_notebook_that_raises_is_kept_and_its_traceback_reported(tmp_path):
    earlier = tmp_path / "out" / "done.ipynb"
    earlier.parent.mkdir()
    earlier.write_text("earlier")
    process = _run(_notebook(tmp_path, "print('before')", "divisor = 0\n1 / divisor"), "a=", "b=")
    assert process.returncode == 1
    assert "raised ZeroDivisionError: division by zero" in process.stderr
    assert "----> 2 1 / divisor" in process.stderr
    assert "Traceback (most recent call last):\n  File" not in process.stderr
    assert "before\n" in _outputs(tmp_path / "out" / "done.failed.ipynb")
    assert earlier.read_text() == "earlier"
    # The copy that failed would be taken for one of the next run.
    process = _run(_notebook(tmp_path, "print('after')"), "a=", "b=")
    assert process.returncode == 0, process.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["done.ipynb"]
    assert "after\n" in _outputs(earlier)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("while True: pass", "ran past its time-out"),
        ("import os; os._exit(1)", "the notebook kernel died"),
    ],
)
def test_a_notebook_that_hangs_or_loses_its_notebook_kernel_is_kept(tmp_path, source, message):
    process = _run(_notebook(tmp_path, "print('before')", source), "a=", "b=", "--timeout", "4")
    assert process.returncode == 1
    assert message in process.stderr
    assert "before\n" in _outputs(tmp_path / "out" / "done.failed.ipynb")


def test_a_notebook_without_parameters_takes_none(tmp_path):
    path = tmp_path / "n.ipynb"
    metadata = {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}}
    nbformat.write(nbformat.v4.new_notebook(metadata=metadata), path)
    with pytest.raises(runner.ParameterError, match="its parameters are: none"):
        runner.check_parameters(path, {"a": 1})
