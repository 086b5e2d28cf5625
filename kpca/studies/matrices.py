"""A study with a given matrix of kernel values or distances: read, split, corrected."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from kpca.arrays import Array, Indices
from kpca.data import Distances, Gram
from kpca.formulations import corrections
from kpca.studies import checking, matrix, memory
from kpca.studies.config.data import KernelMatrix
from kpca.studies.config.study import StudyConfig
from kpca.studies.draft import Draft
from kpca.studies.holdout import split
from kpca.studies.variables_table import Rows
from kpca.tables.samples import apart, equal, first_equal
from kpca.tables.table import Table


class Matrices(Draft):
    """A study of a matrix on its way.

    Its blocks are the values between the training samples (n, n), from new ones to them (m, n), and
    between the new ones (m, m).
    """

    def read(self) -> None:
        data = self.config.data
        self.is_kernel = isinstance(data, KernelMatrix)
        what = "kernel matrix" if self.is_kernel else matrix.DISTANCES
        self.file = self.folder / (data.kernel_matrix if self.is_kernel else data.distance_matrix)
        self.given = matrix.matrix(self.files.read(self.file, wider=0, **data.hints), what)
        self.remarks += self.given.remarks
        names = self.given.names
        self.rows = Rows(names, len(names))
        self.classes = ["sample"] * len(names)
        if data.labels:
            self.classes = _labels(self.folder / data.labels, names, self.files.read)
        if data.new:
            hints = data.hints | {"header": None}
            table = self.files.read(self.folder / data.new, wider=len(names), **hints)
            self.beside = matrix.beside(table, self.given, what)

    def split(self) -> None:
        config, given = self.config, self.given
        old, again = split(len(given.names), config.holdout)
        self.blocks = [given.A[np.ix_(i, j)] for i, j in ((old, old), (again, old), (again, again))]
        self.names, self.labels = ([texts[i] for i in old] for texts in (given.names, self.classes))
        self.raw_names = self.new_names = [given.names[i] for i in again]
        self.new_labels = [self.classes[i] for i in again]
        if config.new:
            self.blocks[1:] = self.beside[:2]
            self.raw_names = self.beside[2]
            self.new_names = apart(self.raw_names, given.names)
            self.new_labels = ["new"] * len(self.raw_names)
        self.n = len(old)
        self.statements = checking.decided(config.statements, self.n)
        m = len(self.new_names) if config.new or config.holdout else 0
        memory.require(memory.Size(self.n, m, cailliez=config.correction == "cailliez"))

    def prepare(self) -> None:
        # Before a correction, because that adds a distance between equal samples.
        remarks = equal(_first_equal(self.blocks[0], self.is_kernel), self.names)
        if not self.is_kernel:
            matrix.require_distances(self.given.A, self.given.names, str(self.file))
            if self.config.new:
                matrix.require_new_distances(*self.blocks[1:], self.new_names, self.config.new)
            if self.config.correction != "none":
                self._correct()
        self.remarks += remarks

    def _correct(self) -> None:
        self.blocks, remark, numbers = corrected(
            self.blocks, self.config, self.raw_names, self.names
        )
        self.remarks.append(remark)
        self.origin = self.origin.then(remark, **numbers)

    def compare(self) -> None:
        self.data = (Gram if self.is_kernel else Distances)(*self.blocks)
        self.choose_components()


def corrected(
    blocks: list[Array], config: StudyConfig, new_names: list[str], names: list[str]
) -> tuple[list[Array], str, dict[str, float]]:
    """The blocks of distances with the constant of the training samples, which is the second
    and third of what is returned, in words and as a number of the origin."""
    D, D_new, D_pairs = blocks
    if config.correction == "lingoes":
        c, D2 = corrections.lingoes(D**2)
        D, constant = np.sqrt(D2), corrections.Constant(to_squares=2.0 * c)
        remark = f"Lingoes' correction: 2 x {c + 0.0:.6g} added to every squared distance"
        numbers = {"added_to_squares": constant.to_squares}
    else:
        c, D, _ = corrections.cailliez(D)
        constant = corrections.Constant(to_distances=float(c))
        remark = f"Cailliez' correction: {c:.6g} added to every distance"
        numbers = {"added_to_distances": constant.to_distances}
    if config.holdout == 0 and not config.new:
        return [D] * 3, remark, numbers
    same = constant.same_samples(D_new, D, new_names, names)
    new, pairs = constant.added_to_new(D_new, same), constant.added_to_pairs(D_pairs, same)
    return [D, new, pairs], remark, numbers


def _labels(path: Path, names: list[str], read: Callable[..., Table]) -> list[str]:
    """Labels from a file; its first row is a header if it has one row more than samples."""
    table = read(path, header=False)
    return matrix.labels(read(path, header=True) if len(table) == len(names) + 1 else table, names)


def _first_equal(A: Array, is_kernel: bool) -> Indices:
    """Index (n,) of the first sample equal to each: at distance 0, or with equal kernel values.

    Samples i and j with equal rows of a symmetric A (n, n) have k_ii = k_ji = k_jj, too.
    """
    return first_equal(A) if is_kernel else (A == 0.0).argmax(axis=1)
