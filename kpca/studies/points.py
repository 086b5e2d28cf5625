"""A study of points: read or generated, split, prepared, compared by a kernel."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from kpca import kernels
from kpca.arrays import Array
from kpca.data import Vectors
from kpca.kernels import Kernel, bandwidth
from kpca.studies import automatic, datasets, limits, memory, verification
from kpca.studies.automatic import AUTO, Automatic, GammaCurve
from kpca.studies.config.data import Generated, Real, VectorFile
from kpca.studies.config.study import StudyConfig
from kpca.studies.holdout import split_or_refuse
from kpca.studies.readers.read import read
from kpca.studies.readers.table import InputError, Table
from kpca.studies.readers.text import HeaderError
from kpca.studies.samples import Samples, apart, coinciding, dominating, samples
from kpca.studies.study import STANDARDIZED, Origin, Study
from kpca.studies.wording import counted


def load(name: str, config: StudyConfig, folder: Path) -> Study:
    """The study called ``name``; the paths in ``config`` start from ``folder``.

    Raises ``InputError`` for data that cannot be used, a holdout that leaves fewer than 3 samples,
    and more samples than fit into the memory.
    """
    found, new = _vectors(config, folder)
    old, again = split_or_refuse(found.n, config.holdout)
    train, notes = _taken(found, old), list(found.notes)
    if new is None:
        new = _taken(found, again)
    else:
        notes += [f"new samples: {note}" for note in new.notes]
    verify = verification.decided(config.verify, train.n)
    # Before the kernel, because the median distance needs all pairs of samples, and squares.
    m = new.n if config.new or config.holdout else 0
    memory.require(size(config, verify, train.n, m, train.X.shape[1]))
    _require_preimages(config, verify, train.n)
    _require_lengths(config.data, train, new)
    X, X_new, origin = train.X, new.X, Origin(left_out=tuple(found.left_out))
    if isinstance(config.data, Real):
        origin = datasets.origin(config.data.dataset)
    if isinstance(config.data, VectorFile) and config.data.standardize:
        mean, deviation = _standard(config.data.vectors, train)
        X, X_new = (X - mean) / deviation, (X_new - mean) / deviation
        _require_lengths(config.data, replace(train, X=X), replace(new, X=X_new))
        text = STANDARDIZED.format(n=train.n, of="training samples")
        numbers = {"column_mean": mean, "column_deviation": deviation}
        origin = replace(origin, preparation=text, numbers=numbers)
    else:
        notes += _without_values(train) if isinstance(config.data, VectorFile) else []
        if kernels.BY_NAME[config.kernel.name].has_lengths:
            notes += dominating(X, train.columns)
    of_pairs = X if verify == verification.ALL else automatic.part_of(X, verification.MOST)
    kernel, gamma, by = _kernel(config, X, of_pairs)
    data, components, curve = Vectors(kernel, X, X_new), config.components, None
    if components == AUTO:
        found = automatic.choose_components(data, of_pairs)
        components, curve, note = found
        by = [*by, *filter(None, [note])]
    return Study(
        name=name,
        title=config.title or name,
        data=data,
        components=components,
        names=train.names,
        labels=train.labels,
        new_names=new.names,
        new_labels=new.labels,
        unit=config.unit,
        named_columns=tuple(train.columns),
        notes=tuple([*notes, *coinciding(train), *by]),
        origin=origin,
        automatic=Automatic(curve, gamma),
        verify=verify,
    )


def _vectors(config: StudyConfig, folder: Path) -> tuple[Samples, Samples | None]:
    """All samples, and the new samples if they come from a file of their own."""
    data = config.data
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
            verify = verification.decided(config.verify, data.n - config.holdout)
            in_tiles = verify != verification.ALL
            memory.require(size(config, verify, data.n, 0, 3) if in_tiles else memory.Size(data.n))
            arguments = data.model_dump(exclude={"generator"}, exclude_none=True)
            X, labels = datasets.GENERATORS[data.generator](**arguments)
            columns = [f"x{j + 1}" for j in range(X.shape[1])]
    names = [f"{label} #{i}" for i, label in enumerate(labels)]
    return Samples(X, columns, names, labels), None


def _new_vectors(data: VectorFile, folder: Path, known_table: Table, known: Samples) -> Samples:
    """New samples with the columns of the known ones; they need no labels."""
    table = _new_table(data, folder / str(data.new), known_table, known.columns)
    labels, names = (_same_column(one, table, known_table) for one in (data.labels, data.names))
    columns = known.columns if table.headed else data.columns
    found = samples(table, labels, names, columns, data.missing == "drop")
    if found.X.shape[1] != known.X.shape[1]:
        raise InputError(
            f"{table.path}: {counted(found.X.shape[1], 'column')} of numbers, {data.vectors} has "
            f"{known.X.shape[1]}; allowed: the same columns"
        )
    unknown = found.labels if labels is not None else ["new"] * found.n
    return replace(found, names=apart(found.names, known.names), labels=unknown)


def _new_table(data: VectorFile, path: Path, known: Table, columns: list[str]) -> Table:
    """The table of new samples; raises ``InputError`` unless both files or none have a header.

    The first row of a text file is a header if it has the name of one of the ``columns``. If the
    known file has no header, the first row is one if it has no number but texts above numbers.
    """
    headed = known.headed
    try:
        table = read(path, None if headed else False, data.variable)
        headed = table.headed or table.has_texts_above_numbers()
    except HeaderError as question:
        headed = not set(columns).isdisjoint(question.cells)
        table = read(path, True, data.variable) if headed else known
    if headed != known.headed:
        raise InputError(
            f"{path}: {'has' if headed else 'lacks'} a header, and {data.vectors} "
            f"{'lacks one' if headed else 'has one'}; allowed: both or none"
        )
    return table


def _same_column(column: str | int | None, table: Table, known: Table) -> str | int | None:
    """The column of labels or names in a file of new samples, if the file has it."""
    if isinstance(column, int) and known.headed:
        column = known.names[known.find(column, "labels or names")]
    has = [*table.names, *table.extras]
    there = column in has or (not table.headed and isinstance(column, int) and column <= len(has))
    return column if there else None


def _standard(path: str, train: Samples) -> tuple[Array, Array]:
    """Mean and standard deviation (q,), with divisor n, of the columns of the training samples."""
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(train.X)
    # If a column varies by rounding only, the scaler returns 1 for its deviation.
    still = (scaler.scale_ != np.sqrt(scaler.var_)) | (scaler.var_ == 0.0)
    if still.any():
        names = [name for name, one in zip(train.columns, still, strict=True) if one]
        raise InputError(
            f"{path}: {_listed(names)} one value only, up to rounding, and cannot be standardized; "
            f"leave {'it' if len(names) == 1 else 'them'} out with 'columns', or remove "
            "'standardize'"
        )
    return scaler.mean_, scaler.scale_


def _without_values(train: Samples) -> list[str]:
    """A note on columns that have one value in all samples, if there are any."""
    names = [train.columns[j] for j in np.flatnonzero(np.ptp(train.X, axis=0) == 0.0)]
    if not names:
        return []
    return [f"{_listed(names)} one value only, and cannot tell samples apart"]


MOST_LISTED = 10


def _listed(names: list[str]) -> str:
    """The subject of a sentence with its verb: column 'a' has, or columns 'a', 'b' have."""
    if len(names) == 1:
        return f"column {names[0]!r} has"
    more = len(names) - MOST_LISTED
    listed = ", ".join(map(repr, names[:MOST_LISTED]))
    return f"columns {listed}{f' and {more} more' if more > 0 else ''} have"


def _require_lengths(data: object, train: Samples, new: Samples) -> None:
    """Raises ``InputError`` for numbers whose products would overflow or vanish."""
    where = getattr(data, "vectors", None) or f"generator {getattr(data, 'generator', '')}"
    limits.require_points(train.X, train.names, train.columns, where)
    limits.require_spread(train.X, train.names, train.columns, where)
    file = getattr(data, "new", None) or where
    limits.require_points(new.X, new.names, new.columns, file)


def size(config: StudyConfig, verify: str, n: int, m: int, q: int) -> memory.Size:
    """The size of a study of n training and m new points of q columns, solver included."""
    # A word for the width is not a number yet, but the number of features does not depend on it.
    parameters, width = config.kernel.model_dump(), kernels.BY_NAME[config.kernel.name].width
    if width and isinstance(parameters[width.parameter], str):
        parameters[width.parameter] = 1.0
    kernel = kernels.from_parameters(**parameters)
    if not verification.is_partial(verify, kernel):
        return memory.Size.of(n, m, q, kernel)
    d = config.components if isinstance(config.components, int) else LIKELY
    return memory.Size.in_tiles(n, m, q, kernel, d, config.max_memory * 1e9)


LIKELY = 20
"""The number of components that an estimate of the memory assumes for the word ``auto``."""


def _require_preimages(config: StudyConfig, verify: str, n: int) -> None:
    """Raises ``InputError`` for pre-images of a study that has no matrices of all samples."""
    if config.denoise and verify != verification.ALL:
        raise InputError(
            f"denoise: the pre-images of {n} samples need matrices of all pairs of samples; "
            f"allowed: up to {verification.MOST} training samples, or 'verify: all'"
        )


def _kernel(
    config: StudyConfig, X: Array, of_pairs: Array
) -> tuple[Kernel, GammaCurve | None, list[str]]:
    """The kernel, the curve of a width that was chosen automatically, and a note on a word.

    ``of_pairs`` (p, q) are the points of which all pairs are looked at: all of them, or a part.
    """
    parameters, kind = config.kernel.model_dump(), kernels.BY_NAME[config.kernel.name]
    width = kind.width.parameter if kind.width else ""
    word, curve = parameters.get(width), None
    if not isinstance(word, str):
        return kernels.from_parameters(**parameters), None, []
    try:
        if word == AUTO and kind is kernels.RBF:
            value, curve, note = automatic.choose_gamma(X, config.components, of_pairs)
        else:
            points = X if word == "scale" else of_pairs
            value = kind.words["median" if word == AUTO else word].find(points)
            part = automatic.in_words(points, X) if len(points) < len(X) else ""
            note = f"{width} = {value:.6g}, by {word}{part}"
            note += ": the median heuristic, as the rule is for the Gaussian kernel" * (
                word == AUTO
            )
    except bandwidth.BandwidthError as error:
        raise InputError(f"kernel.{width}: {word!r}: {error}") from error
    return kernels.from_parameters(**parameters | {width: value}), curve, [note]


def _taken(found: Samples, chosen: Array) -> Samples:
    return replace(
        found,
        X=found.X[chosen],
        names=[found.names[i] for i in chosen],
        labels=[found.labels[i] for i in chosen],
    )
