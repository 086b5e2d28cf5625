"""The demonstration of note N1 as an R program, and what R computes with it.

The program is a text in a Python module, so that its code counts among what a notebook depends on.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kpca.arrays import Array

PROGRAM = """\
# Kernel PCA of n points of the plane with k(x, y) = (x . y + 1)^2.
#   Rscript program.R FOLDER n
# reads points.bin, n x 2 doubles by columns, and writes values.bin and scores.bin.
arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
n <- as.integer(arguments[2])
X <- matrix(readBin(file.path(folder, "points.bin"), "double", 2 * n), n, 2)

K <- (X %*% t(X) + 1)^2
one <- matrix(1 / n, n, n)
centered <- K - one %*% K - K %*% one + one %*% K %*% one

solved <- eigen(centered, symmetric = TRUE)
above <- seq_len(sum(solved$values >= 1e-6))
alpha <- sweep(solved$vectors[, above, drop = FALSE], 2, sqrt(solved$values[above]), "/")
Y <- centered %*% alpha

writeBin(solved$values[above], file.path(folder, "values.bin"))
writeBin(as.double(Y), file.path(folder, "scores.bin"))
"""
"""The steps of N1: kernel, centering, eigenvectors over sqrt(mu), the cut mu < 1e-6, Y = K~ V."""

LONGEST = 300.0
"""Seconds after which R is stopped."""


class RError(RuntimeError):
    """R could not run the program; the message holds what R wrote."""


class InR(NamedTuple):
    """What R computes: eigenvalues mu (rank,) of K~ above its cut, and the scores Y (n, rank)."""

    mu: Array
    scores: Array

    @property
    def rank(self) -> int:
        """Number of eigenvalues of at least 1e-6."""
        return len(self.mu)


def rscript() -> str | None:
    """The path of R's command Rscript; None where R is not installed."""
    return shutil.which("Rscript")


def run(command: str, X: Array, program: str = PROGRAM) -> InR:
    """What R computes from points X (n, 2), with R's command from ``rscript``.

    Raises ``RError`` if R stops with an error or takes longer than ``LONGEST``.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "program.R").write_text(program, encoding="ascii")
        np.asarray(X, dtype=float).T.tofile(folder / "points.bin")
        _execute([command, "--vanilla", str(folder / "program.R"), name, str(len(X))])
        mu = np.fromfile(folder / "values.bin")
        return InR(mu, np.fromfile(folder / "scores.bin").reshape(len(mu), len(X)).T)


def _execute(command: list[str]) -> None:
    try:
        process = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        raise RError(
            f"R did not finish in {LONGEST:g} s; allowed are fewer points, or a longer time "
            "(LONGEST in r_program.py)"
        ) from None
    if process.returncode:
        message = " ".join(process.stderr.split())[-500:]
        raise RError(f"R ended with status {process.returncode}: {message}; mend the program or R")
