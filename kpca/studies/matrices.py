"""A study with a given matrix of kernel values or distances."""

from pathlib import Path

import numpy as np

from kpca.arrays import Array
from kpca.data import Distances, Gram
from kpca.formulations import corrections
from kpca.studies import matrix, memory, samples, verification
from kpca.studies.config.data import KernelMatrix
from kpca.studies.config.study import StudyConfig
from kpca.studies.holdout import split_or_refuse
from kpca.studies.readers.read import read
from kpca.studies.study import Origin, Study


def load(name: str, config: StudyConfig, folder: Path) -> Study:
    """The study called ``name``; the paths in ``config`` start from ``folder``.

    Raises ``InputError`` as ``kpca.studies.points.load`` does.
    """
    data = config.data
    is_kernel = isinstance(data, KernelMatrix)
    what = "kernel matrix" if is_kernel else "distance matrix"
    file = folder / (data.kernel_matrix if is_kernel else data.distance_matrix)
    known = matrix.matrix(read(file, data.header, data.variable, wider=0), what)
    labels = _labels(folder / data.labels, known.names) if data.labels else known.names
    old, again = split_or_refuse(len(known.names), config.holdout)
    parts = [known.A[np.ix_(i, j)] for i, j in ((old, old), (again, old), (again, again))]
    names = [known.names[i] for i in again]
    new_labels = [labels[i] for i in again]
    if data.new:
        table = read(folder / data.new, None, data.variable, wider=len(known.names))
        parts[1], parts[2], names = matrix.beside(table, known, what)
        new_labels = ["new"] * len(names)
    new_names = samples.apart(names, known.names) if data.new else names
    m = len(names) if data.new else config.holdout
    memory.require(memory.Size(len(old), m, cailliez=config.correction == "cailliez"))
    # Before a correction, because that adds a distance between equal samples.
    equal_ones = samples.equal(_first_equal(parts[0], is_kernel), [known.names[i] for i in old])
    notes, origin = [], Origin()
    if not is_kernel:
        matrix.require_distances(known.A, known.names, str(file))
        if data.new:
            matrix.require_new_distances(parts[1], parts[2], new_names, data.new)
        parts, notes, origin = _corrected(config, parts, names, [known.names[i] for i in old])
    return Study(
        name=name,
        title=config.title or name,
        data=Gram(*parts) if is_kernel else Distances(*parts),
        components=config.components,
        names=[known.names[i] for i in old],
        labels=[labels[i] for i in old],
        new_names=new_names,
        new_labels=new_labels,
        unit=config.unit,
        notes=tuple([*notes, *equal_ones]),
        origin=origin,
        verify=verification.decided(config.verify, len(old)),
    )


def _first_equal(A: Array, is_kernel: bool) -> Array:
    """Place (n,) of the first sample equal to each: at distance 0, or with equal kernel values.

    Samples i and j with equal rows of a symmetric A (n, n) have k_ii = k_ji = k_jj, too.
    """
    if is_kernel:
        return samples.first_equal(A)
    return (A == 0.0).argmax(axis=1)


def _labels(path: Path, names: list[str]) -> list[str]:
    """Labels from a file; its first row is a header if it has one row more than samples."""
    table = read(path, header=False)
    return matrix.labels(read(path, header=True) if len(table) == len(names) + 1 else table, names)


def _corrected(
    config: StudyConfig, parts: list[Array], names_new: list[str], names: list[str]
) -> tuple[list[Array], list[str], Origin]:
    """Distances with the constant of the training samples added, new samples included."""
    if config.correction == "none":
        return parts, [], Origin()
    D, D_new, D_pairs = parts
    if config.correction == "lingoes":
        c, D2 = corrections.lingoes(D**2)
        corrected, constant = np.sqrt(D2), corrections.Constant(to_squares=2.0 * c)
        note = f"Lingoes' correction: 2 x {c:.6g} added to every squared distance"
        numbers = {"added_to_squares": constant.to_squares}
    else:
        c, corrected, _ = corrections.cailliez(D)
        constant = corrections.Constant(to_distances=float(c))
        note = f"Cailliez' correction: {c:.6g} added to every distance"
        numbers = {"added_to_distances": constant.to_distances}
    origin = Origin(preparation=note, numbers=numbers)
    if config.holdout == 0 and not config.new:
        return [corrected] * 3, [note], origin
    same = constant.same_samples(D_new, corrected, names_new, names)
    new, pairs = constant.added_to_new(D_new, same), constant.added_to_pairs(D_pairs, same)
    return [corrected, new, pairs], [note], origin
