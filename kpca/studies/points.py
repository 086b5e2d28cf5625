"""A study of points: read or generated, split, prepared, compared by a kernel."""

from dataclasses import replace

import numpy as np

from kpca import kernels
from kpca.arrays import Array
from kpca.data import Vectors
from kpca.kernels import Kernel, bandwidth
from kpca.studies import automatic, checking, columns, datasets, doubts, limits, memory, new_samples
from kpca.studies.automatic import AUTO, Automatic, GammaCurve
from kpca.studies.config.data import Real, VectorFile
from kpca.studies.config.study import StudyConfig
from kpca.studies.draft import Draft
from kpca.studies.holdout import split
from kpca.studies.readers.read import read
from kpca.studies.readers.table import InputError
from kpca.studies.samples import Samples, dominating, equal, first_equal, have, without_values
from kpca.studies.study import STANDARDIZED, Origin
from kpca.studies.wording import in_all


class Points(Draft):
    """A study of points on its way: all samples, then those for training and the new ones."""

    samples: Samples
    new: Samples | None

    def read(self) -> None:
        data, self.new = self.config.data, None
        if not isinstance(data, VectorFile):
            self.samples, self.origin = self._made()
            return
        table = read(self.folder / data.vectors, **data.hints)
        doubts.require_no_triangle(data, table)
        drop = data.missing == "drop"
        given = columns.samples(table, data.labels, data.names, data.columns, drop, data.omit)
        doubts.require_none(data, given)
        self.samples, doubtful = doubts.with_remarks(data, given, table.headed)
        self.origin = Origin(left_out=tuple(given.left_out))
        self.remarks += given.remarks + doubtful
        if data.new:
            self.new = new_samples.samples(data, self.folder, table, given)
            self.remarks += [
                f"new samples: {remark}"
                for remark in self.new.remarks
                if remark not in table.remarks
            ]

    def _made(self) -> tuple[Samples, Origin]:
        """The samples of a data set or of a generator, called by their labels and numbers."""
        data = self.config.data
        if isinstance(data, Real):
            X, labels = datasets.REAL[data.dataset]()
            names, origin = datasets.columns(data.dataset), datasets.origin(data.dataset)
        else:
            statements = checking.decided(self.config.statements, data.n - self.config.holdout)
            in_tiles = statements != checking.ALL
            most = size(self.config, statements, data.n, 0, 3) if in_tiles else memory.Size(data.n)
            memory.require(most)
            arguments = data.model_dump(exclude={"generator"}, exclude_none=True)
            X, labels = datasets.GENERATORS[data.generator](**arguments)
            names, origin = [f"x{j + 1}" for j in range(X.shape[1])], Origin()
        return Samples(
            X, names, [f"{label} #{i}" for i, label in enumerate(labels)], labels
        ), origin

    def split(self) -> None:
        old, again = split(len(self.samples.names), self.config.holdout)
        self.training = self.samples.taken(old)
        self.new = self.samples.taken(again) if self.new is None else self.new
        n, q = self.training.X.shape
        self.n = n
        self.statements = checking.decided(self.config.statements, n)
        # Before the kernel, because the median distance needs all pairs of samples, and squares.
        m = len(self.new.names) if self.config.new or self.config.holdout else 0
        memory.require(size(self.config, self.statements, n, m, q))
        _require_preimages(self.config, self.statements, n)

    def prepare(self) -> None:
        data, given = self.config.data, self.training
        self._require_lengths()
        if isinstance(data, VectorFile) and data.standardize:
            self._standardize(data.vectors)
            self._require_lengths()
        else:
            from_file = isinstance(data, VectorFile)
            self.remarks += without_values(given.X, given.columns) if from_file else []
            has_lengths = kernels.BY_NAME[self.config.kernel.name].has_lengths
            self.remarks += dominating(given.X, given.columns) if has_lengths else []
        self.remarks += equal(first_equal(given.X), given.names)

    def _standardize(self, path: str) -> None:
        mean, deviation = _standard(path, self.training)
        self.training = replace(self.training, X=(self.training.X - mean) / deviation)
        self.new = replace(self.new, X=(self.new.X - mean) / deviation)
        text = STANDARDIZED.format(n=len(self.training.names), of="training samples")
        moments = {"column_mean": mean, "column_deviation": deviation}
        self.origin = replace(self.origin, preparation=text, numbers=moments)

    def _require_lengths(self) -> None:
        """Raises ``InputError`` for numbers whose products would overflow or vanish."""
        data, old, new = self.config.data, self.training, self.new
        where = getattr(data, "vectors", None) or f"generator {getattr(data, 'generator', '')}"
        limits.require_points(old.X, old.names, old.columns, where)
        limits.require_spread(old.X, old.names, old.columns, where)
        limits.require_points(new.X, new.names, new.columns, self.config.new or where)

    def compare(self) -> None:
        old, new = self.training, self.new
        self.columns, self.names, self.labels = old.columns, old.names, old.labels
        self.new_names, self.new_labels = new.names, new.labels
        whole = self.statements == checking.ALL
        of_pairs = old.X if whole else automatic.random_subset(old.X, checking.MOST)
        kernel, gamma, remarks = _kernel(self.config, old.X, of_pairs)
        _require_defined(kernel, old, new)
        self.data, curve = Vectors(kernel, old.X, new.X), None
        if self.components == AUTO:
            self.components, curve, remark = automatic.choose_components(self.data, of_pairs)
            remarks += [remark] if remark else []
        elif self.components is None:
            self.components, remark = automatic.leading_components(self.data, of_pairs)
            remarks += [remark] if remark else []
        self.automatic = Automatic(curve, gamma)
        self.remarks += remarks


def _standard(path: str, train: Samples) -> tuple[Array, Array]:
    """Mean and standard deviation (q,), with divisor n, of the columns of the training samples."""
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(train.X)
    # If a column varies by rounding only, the scaler returns 1 for its deviation.
    still = (scaler.scale_ != np.sqrt(scaler.var_)) | (scaler.var_ == 0.0)
    if still.any():
        names = [train.columns[j] for j in np.flatnonzero(still)]
        raise InputError(
            f"{path}: {have(names)} one value only, up to rounding, and cannot be standardized; "
            f"leave {'it' if len(names) == 1 else 'them'} out with 'columns', or remove "
            "'standardize'"
        )
    return scaler.mean_, scaler.scale_


def size(config: StudyConfig, statements: str, n: int, m: int, q: int) -> memory.Size:
    """The size of a study of n training and m new samples of q columns, solver included."""
    # A word for the width is not a number yet, but the number of features does not depend on it.
    parameters, width = config.kernel.model_dump(), kernels.BY_NAME[config.kernel.name].width
    if width and isinstance(parameters[width.parameter], str):
        parameters[width.parameter] = 1.0
    kernel = kernels.from_parameters(**parameters)
    if not checking.is_partial(statements, kernel):
        return memory.Size.of(n, m, q, kernel)
    d = config.components if isinstance(config.components, int) else LIKELY
    return memory.Size.in_tiles(n, m, q, kernel, d, config.max_memory)


LIKELY = 20
"""The number of components that an estimate of the memory assumes for the word ``auto``."""


def _require_preimages(config: StudyConfig, statements: str, n: int) -> None:
    """Raises ``InputError`` for pre-images of a study that has no matrices of all samples."""
    if config.denoise and statements != checking.ALL:
        raise InputError(
            f"denoise: the pre-images of {n} samples need matrices of all pairs of samples; "
            "allowed: 'statements: all', which is the default up to "
            f"{checking.MOST} training samples"
        )


def _kernel(
    config: StudyConfig, X: Array, of_pairs: Array
) -> tuple[Kernel, GammaCurve | None, list[str]]:
    """The kernel, the curve of a width that was chosen automatically, and a remark on a word.

    ``of_pairs`` (p, q) are the points of which all pairs are looked at: all of them, or a subset.
    """
    parameters, kind = config.kernel.model_dump(), kernels.BY_NAME[config.kernel.name]
    width = kind.width.parameter if kind.width else ""
    word, curve = parameters.get(width), None
    if not isinstance(word, str):
        return kernels.from_parameters(**parameters), None, []
    try:
        if word == AUTO and kind is kernels.RBF:
            value, curve, remark = automatic.choose_gamma(
                X, config.components or automatic.LEADING, of_pairs
            )
        else:
            points = X if word == "scale" else of_pairs
            value = kind.words["median" if word == AUTO else word].find(points)
            on = automatic.in_words(len(points), len(X))
            remark = f"{width} = {value:.6g}, by {word}{on}"
            if word == AUTO:
                remark += ": the median heuristic, as the rule is for the Gaussian kernel"
    except bandwidth.BandwidthError as error:
        raise InputError(f"kernel.{width}: {word!r}: {error}") from error
    return kernels.from_parameters(**parameters | {width: value}), curve, [remark]


def _require_defined(kernel: Kernel, *groups: Samples) -> None:
    """Raises ``InputError`` for samples at which the kernel is not defined."""
    for samples in groups:
        are_defined = kernel.is_defined(samples.X)
        if not are_defined.all():
            raise InputError(
                f"sample {samples.names[int(np.argmin(are_defined))]!r} is {kernel.undefined}"
                f"{in_all(int((~are_defined).sum()), 'such sample')}, where the kernel "
                f"{kernel.name} is not defined; leave out such samples, or take another kernel"
            )
