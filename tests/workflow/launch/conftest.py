"""Programs of Slurm that answer from a file."""

import pytest


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """Programs squeue and scancel, and the jobs that the first one lists and the second ends."""
    rows, programs = tmp_path / "rows", tmp_path / "bin"
    programs.mkdir()
    for name, text in (
        ("squeue", f"cat {rows}"),
        ("scancel", f"echo $* > {tmp_path}/cancelled; : > {rows}"),
    ):
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    return rows
