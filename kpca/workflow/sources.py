"""The data of a study as its configuration says: read or generated, split, compared by a kernel."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kpca import bandwidth, corrections, datasets, kernels
from kpca.config.data import DistanceMatrix, Generated, KernelMatrix, Real, VectorFile
from kpca.config.study import StudyConfig
from kpca.inputs import matrix
from kpca.inputs.read import read
from kpca.inputs.samples import Samples, apart, coinciding, samples
from kpca.inputs.table import InputError, Table
from kpca.kernels import Array, Kernel
from kpca.study import Data, Distances, Gram, Vectors
from kpca.workflow import memory

SPLIT_SEED = 0


@dataclass(frozen=True)
class Source:
    """The part of a study that its data decide."""

    data: Data
    names: list[str]
    labels: list[str]
    new_names: list[str]
    new_labels: list[str]
    features: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def split(n: int, holdout: int) -> tuple[Array, Array]:
    """Indices of training and new samples, each ascending; without a holdout both are all."""
    if holdout == 0:
        return np.arange(n), np.arange(n)
    shuffled = np.random.default_rng(SPLIT_SEED).permutation(n)
    return np.sort(shuffled[holdout:]), np.sort(shuffled[:holdout])


def load(config: StudyConfig, folder: Path) -> Source:
    """The source of a study; the paths in ``config`` start from ``folder``.

    Raises ``InputError`` for data that cannot be used, a holdout that leaves fewer than 3 samples,
    and more samples than fit into the memory.
    """
    if isinstance(config.data, KernelMatrix | DistanceMatrix):
        return _given(config, folder)
    return _points(config, folder)


def _points(config: StudyConfig, folder: Path) -> Source:
    found, new = _vectors(config.data, folder)
    old, again = _split(found.n, config.holdout)
    train, notes = _taken(found, old), list(found.notes)
    # Before the kernel: the median distance needs all pairs of samples.
    memory.require(_size(config, train, new.n if new else config.holdout))
    if new is None:
        new = _taken(found, again)
    else:
        notes += [f"new samples: {note}" for note in new.notes]
    X, X_new = train.X, new.X
    if isinstance(config.data, VectorFile) and config.data.standardize:
        X, X_new = _standardized(config.data.vectors, train, X_new)
    kernel, word = _kernel(config, X)
    return Source(
        Vectors(kernel, X, X_new),
        train.names,
        train.labels,
        new.names,
        new.labels,
        tuple(train.columns),
        tuple([*notes, *coinciding(train), *word]),
    )


def _vectors(data: object, folder: Path) -> tuple[Samples, Samples | None]:
    """All samples, and the new ones where a file has them."""
    match data:
        case VectorFile():
            table = read(folder / data.vectors, data.header, data.variable)
            chosen = (data.labels, data.names, data.columns, data.missing == "drop")
            found = samples(table, *chosen)
            return found, _new_vectors(data, folder, table, found) if data.new else None
        case Real():
            X, labels = datasets.REAL[data.dataset]()
            columns = datasets.columns(data.dataset)
        case Generated():
            memory.require(memory.Size(data.n))
            arguments = data.model_dump(exclude={"generator"}, exclude_none=True)
            X, labels = datasets.GENERATORS[data.generator](**arguments)
            columns = [f"x{j + 1}" for j in range(X.shape[1])]
    names = [f"{label} #{i}" for i, label in enumerate(labels)]
    return Samples(X, columns, names, labels), None


def _new_vectors(data: VectorFile, folder: Path, known_table: Table, known: Samples) -> Samples:
    """New samples with the columns of the known ones; they need no labels."""
    table = read(folder / str(data.new), data.header, data.variable)
    if table.headed != known_table.headed:
        raise InputError(
            f"{table.path}: {'has' if table.headed else 'lacks'} a header, and {data.vectors} "
            f"{'lacks one' if table.headed else 'has one'}; allowed: both or none"
        )
    labels, names = (_same_column(one, table, known_table) for one in (data.labels, data.names))
    columns = known.columns if table.headed else data.columns
    found = samples(table, labels, names, columns, data.missing == "drop")
    if found.X.shape[1] != known.X.shape[1]:
        raise InputError(
            f"{table.path}: {found.X.shape[1]} columns of numbers, {data.vectors} has "
            f"{known.X.shape[1]}; allowed: the same columns"
        )
    unknown = found.labels if labels is not None else ["new"] * found.n
    return replace(found, names=apart(found.names, known.names), labels=unknown)


def _same_column(column: str | int | None, table: Table, known: Table) -> str | int | None:
    """The column of labels or names in a file of new samples, which may do without."""
    if isinstance(column, int) and known.headed:
        column = known.names[known.find(column, "labels or names")]
    has = [*table.names, *table.extras]
    there = column in has or (not table.headed and isinstance(column, int) and column <= len(has))
    return column if there else None


def _standardized(path: str, train: Samples, X_new: Array) -> tuple[Array, Array]:
    from sklearn.preprocessing import StandardScaler

    still = [name for name, one in zip(train.columns, train.X.T, strict=True) if not np.ptp(one)]
    if still:
        raise InputError(
            f"{path}: column {still[0]!r} has one value only and cannot be standardized; leave it "
            "out with 'columns', or remove 'standardize'"
        )
    scaler = StandardScaler().fit(train.X)
    return scaler.transform(train.X), scaler.transform(X_new)


def _size(config: StudyConfig, train: Samples, m: int) -> memory.Size:
    parameters = config.kernel.model_dump()
    # A word for gamma is no number yet; how many features there are does not depend on it.
    known = {"gamma": 1.0} if isinstance(parameters.get("gamma"), str) else {}
    kernel = kernels.from_parameters(**parameters | known)
    return memory.Size.of(train.n, m, train.X.shape[1], kernel)


def _kernel(config: StudyConfig, X: Array) -> tuple[Kernel, list[str]]:
    parameters = config.kernel.model_dump()
    word = parameters.get("gamma")
    if not isinstance(word, str):
        return kernels.from_parameters(**parameters), []
    try:
        gamma = bandwidth.WORDS[word](X)
    except bandwidth.BandwidthError as error:
        raise InputError(f"kernel.gamma: {word!r}: {error}") from error
    return kernels.from_parameters(**parameters | {"gamma": gamma}), [
        f"gamma = {gamma:.6g}, by {word}"
    ]


def _given(config: StudyConfig, folder: Path) -> Source:
    """A matrix of one's own: kernel values or distances."""
    data = config.data
    is_kernel = isinstance(data, KernelMatrix)
    what = "kernel matrix" if is_kernel else "distance matrix"
    file = folder / (data.kernel_matrix if is_kernel else data.distance_matrix)
    known = matrix.matrix(read(file, data.header, data.variable, square=True), what)
    labels = _labels(folder / data.labels, known.names) if data.labels else known.names
    old, again = _split(len(known.names), config.holdout)
    parts = [known.A[np.ix_(i, j)] for i, j in ((old, old), (again, old), (again, again))]
    names = [known.names[i] for i in again]
    new_labels = [labels[i] for i in again]
    if data.new:
        table = read(folder / data.new, data.header, data.variable)
        parts[1], parts[2], names = matrix.beside(table, known, what)
        new_labels = ["new"] * len(names)
    m = len(names) if data.new else config.holdout
    memory.require(memory.Size(len(old), m, cailliez=config.correction == "cailliez"))
    notes: list[str] = []
    if not is_kernel:
        matrix.require_distances(known.A, known.names, str(file))
        if data.new:
            matrix.require_new_distances(parts[1], parts[2], names, data.new)
        parts, notes = _corrected(config, parts)
    return Source(
        Gram(*parts) if is_kernel else Distances(*parts),
        [known.names[i] for i in old],
        [labels[i] for i in old],
        names,
        new_labels,
        notes=tuple(notes),
    )


def _labels(path: Path, names: list[str]) -> list[str]:
    """Labels from a file, whose first row is a header if there is one row more than samples."""
    table = read(path, header=False)
    return matrix.labels(read(path, header=True) if len(table) == len(names) + 1 else table, names)


def _corrected(config: StudyConfig, parts: list[Array]) -> tuple[list[Array], list[str]]:
    """Distances with the constant of the training samples added, new samples included."""
    if config.correction == "none":
        return parts, []
    D, again = parts[0], config.holdout == 0 and not config.new
    if config.correction == "lingoes":
        c, D2 = corrections.lingoes(D**2)
        moved = [np.sqrt(D2), *(np.sqrt(part**2 + 2.0 * c) for part in parts[1:])]
        note = f"Lingoes' correction: 2 x {c:.6g} added to every squared distance"
    else:
        c, corrected, _ = corrections.cailliez(D)
        moved = [corrected, *(part + c for part in parts[1:])]
        note = f"Cailliez' correction: {c:.6g} added to every distance"
    np.fill_diagonal(moved[2], 0.0)
    return ([moved[0]] * 3 if again else moved), [note]


def _split(n: int, holdout: int) -> tuple[Array, Array]:
    if n - holdout < 3:
        told = f"{n} samples" if not holdout else f"a holdout of {holdout} of {n} samples"
        raise InputError(
            f"{told}: fewer than 3 are left to learn from; allowed: "
            + (f"a holdout of 0 to {n - 3}" if n >= 3 else "at least 3 samples")
        )
    return split(n, holdout)


def _taken(found: Samples, chosen: Array) -> Samples:
    return replace(
        found,
        X=found.X[chosen],
        names=[found.names[i] for i in chosen],
        labels=[found.labels[i] for i in chosen],
    )
