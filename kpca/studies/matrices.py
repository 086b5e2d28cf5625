"""A study with a given matrix of kernel values or distances: read, split, corrected."""

import numpy as np

from kpca import tolerances
from kpca.arrays import Array, Indices
from kpca.data import Distances, Gram
from kpca.studies import labels, matrix
from kpca.studies.config.data import KernelMatrix
from kpca.studies.draft import Draft
from kpca.studies.holdout import split
from kpca.studies.matching import Rows
from kpca.tables.omitted import Omitted
from kpca.tables.samples import Samples, apart, equal, first_equal
from kpca.tables.wording import counted, some


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
        omitted = Omitted() if data.place_omitted else data.omitted
        table = self.read_file(self.file, wider=0, **data.hints)
        self.given = matrix.matrix(table, what, omitted, data.symmetrize)
        self.remarks += self.given.remarks
        names = self.given.names
        self.rows = Rows(names, self.given.count)
        classes = ["sample"] * len(names)
        if data.labels:
            read = self.files.read
            classes, remarks = labels.of_samples(
                self.folder / data.labels, names, data.label_column, read, self.given.count
            )
            self.remarks += remarks
        self.samples = _without_columns(names, classes)
        if data.new:
            hints = data.hints | {"header": None}
            table = self.read_file(self.folder / data.new, wider=len(names), **hints)
            self.beside = matrix.beside(table, self.given, what)

    def split(self) -> None:
        config, given = self.config, self.given
        old, again = split(len(given.names), config.holdout)
        if config.places_omitted:
            gone = config.data.omitted.of_names(given.path, given.names)
            old, again = np.flatnonzero(~gone), np.flatnonzero(gone)
        self.blocks = [given.A[np.ix_(i, j)] for i, j in ((old, old), (again, old), (again, again))]
        self.training, self.new = self.samples.taken(old), self.samples.taken(again)
        self.raw_names = self.new.names
        if config.new:
            self.blocks[1:], self.raw_names = self.beside[:2], self.beside[2]
            names = apart(self.raw_names, given.names)
            self.new = _without_columns(names, ["new"] * len(names))

    def compare(self) -> None:
        # Before a correction, because that adds a distance between equal samples.
        first, others = first_equal(self.blocks[0]), []
        if not self.is_kernel:
            first, others = _equal(self.blocks[0])
        names = self.training.names
        remarks = equal(first, names) + _at_zero(others, names)
        if self.is_kernel:
            remarks += matrix.of_correlations(self.blocks[0])
        else:
            matrix.require_distances(self.given.A, self.given.names, str(self.file))
            if self.config.new:
                matrix.require_new_distances(*self.blocks[1:], self.new.names, self.config.new)
            self.blocks = self.corrected(self.blocks)
        self.remarks += remarks
        self.data = (Gram if self.is_kernel else Distances)(*self.blocks)
        self.choose_components()


def _without_columns(names: list[str], classes: list[str]) -> Samples:
    return Samples(np.empty((len(names), 0)), [], names, classes)


def _equal(D: Array) -> tuple[Indices, list[tuple[int, int]]]:
    """Index (n,) of the first sample equal to each, and the other pairs of samples at distance 0.

    Equal samples have equal distances to all others, up to rounding. Sequences that agree where
    both are known are at distance 0, and differ from a third one by different distances.
    """
    allowed = tolerances.centering_element(len(D), float(D.max()))
    first, others = np.arange(len(D)), []
    for i, j in np.argwhere(np.triu(D == 0.0, 1)):
        if np.abs(D[i] - D[j]).max() > allowed:
            others.append((int(i), int(j)))
        elif first[j] == j:
            first[j] = first[i]
    return first, others


def _at_zero(pairs: list[tuple[int, int]], names: list[str]) -> list[str]:
    """A remark on pairs of samples at distance 0 that are not equal, if there are any."""
    if not pairs:
        return []
    shown = some([f"{names[i]} and {names[j]}" for i, j in pairs])
    return [
        f"{counted(len(pairs), 'pair')} of samples at distance 0 from each other, but at different "
        f"distances from others, so that they are not equal: {shown}"
    ]
