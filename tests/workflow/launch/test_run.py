"""The command ``python -m kpca.workflow`` ends with a status and one message, even when stopped."""

import sys
from importlib.abc import MetaPathFinder

import pytest

from kpca.workflow import __main__ as command


class _Interrupted(MetaPathFinder):
    """Ctrl-C, while one module is loaded."""

    def find_spec(self, name, *_):
        if name == "kpca.workflow.launch.run":
            raise KeyboardInterrupt


def test_an_interrupt_while_the_modules_load_is_one_message(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "kpca.workflow.launch.run", raising=False)
    monkeypatch.delattr("kpca.workflow.launch.run", raising=False)
    monkeypatch.setattr(sys, "meta_path", [_Interrupted(), *sys.meta_path])
    assert command.main() == 130
    assert capsys.readouterr().err == "interrupted; the same command goes on from here\n"


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_command_ends_with_the_status_of_the_run(monkeypatch, status):
    monkeypatch.setattr("kpca.workflow.launch.run.main", lambda: status)
    assert command.main() == status
