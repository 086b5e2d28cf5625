"""Rscript with packages of R, for tests that compare with them."""

import shutil
import subprocess

import pytest


def rscript(*packages: str) -> str:
    """The path of Rscript, which has the packages; without them the test that asks is skipped.

    Where KPCA_NO_SKIPS is set, a test that skips has failed.
    """
    path = shutil.which("Rscript")
    if path is None:
        debian = " ".join(f"r-cran-{package}" for package in packages)
        pytest.skip(f"no Rscript on the path: install r-base-core {debian}")
    for package in packages:
        probe = subprocess.run(
            [path, "-e", f"library({package})"], capture_output=True, check=False
        )
        if probe.returncode:
            pytest.skip(f"Rscript has no package {package}")
    return path


def output(path: str, program: str) -> str:
    """What a program of R prints."""
    done = subprocess.run([path, "-e", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
