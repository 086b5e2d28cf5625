"""A study of points: read or generated, split, prepared, compared by a kernel or a distance."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from kpca import kernels, tolerances
from kpca.arrays import Array, Truths
from kpca.choosing.automatic import LEADING, GammaCurve, random_subset
from kpca.data import Distances, Vectors
from kpca.kernels import Kernel, bandwidth
from kpca.studies import automatic, checking, datasets, limits, memory, new_samples, steps
from kpca.studies.automatic import Automatic
from kpca.studies.config.data import Real, VectorFile
from kpca.studies.config.study import StudyConfig
from kpca.studies.draft import Draft
from kpca.studies.holdout import split
from kpca.studies.matching import Rows
from kpca.studies.measures import MEASURES
from kpca.studies.origin import Origin
from kpca.tables import columns, doubts
from kpca.tables.messages import INSIDE, Value, named, setting
from kpca.tables.samples import (
    MOST_LISTED,
    Samples,
    apart,
    dominating,
    dominating_sample,
    equal,
    first_equal,
    oriented,
    without_values,
)
from kpca.tables.table import InputError
from kpca.tables.wording import counted, in_all, listed

ONCE = ", each sample counted once"
"""Behind a width that a word stands for, in a study with weights."""


class Points(Draft):
    """A study of points on its way."""

    def read(self) -> None:
        data = self.config.data
        if not isinstance(data, VectorFile):
            self.samples, self.origin = self._made()
            self.rows = Rows(self.samples.names, len(self.samples.names))
            return
        table = self.read_file(self.folder / data.vectors, **data.hints)
        doubts.require_no_triangle(data, table)
        with_texts = bool(data.distance) and MEASURES[data.distance].of_texts
        read = partial(columns.samples, table, data.labels, data.names)
        more = {"with_texts": with_texts, "weights": data.weights, "blocks": data.blocks}
        given = read(data.columns, data.on_missing, data.omit, data.omitted, **more)
        limits.require_weights(given.weights, given.names, data.weights, data.vectors)
        limits.require_blocks(given.blocks, given.names, data.blocks, data.vectors)
        _require_no_classes(data, given)
        doubts.require_none(data, given.of_numbers, tolerances.centering_element)
        checked, doubtful = doubts.with_remarks(data, given.of_numbers, table)
        self.samples = replace(given, names=checked.names, labels=checked.labels)
        self.rows = Rows(self.samples.names, len(table), table.names if table.headed else [])
        self.origin = Origin(
            left_out=tuple(given.left_out),
            transform=data.transform or "",
            distance=data.distance or "",
            classes=_pairs(given.classes),
            numbers=_missing(data),
        )
        self.read_as = oriented(given, data.transpose or table.is_transposed)
        self.remarks += [self.read_as, *given.remarks, *doubtful, *_of_classes(given)]
        if data.place_omitted:
            omitted, stated = replace(data.omitted, are_taken=True), given.remarks
            new = read(given.columns, data.on_missing, omitted=omitted, known=given.classes)
            if data.missing_values is None:
                doubts.require_none_in_new(data.vectors, new.of_numbers, given.of_numbers)
        elif data.new:
            stated = table.remarks
            new = new_samples.samples(data, self.folder, table, given, self.read_file)
        else:
            return
        self.origin = replace(self.origin, classes=_pairs(new.classes))
        self.raw_names = new.names
        self.new = replace(new, names=apart(new.names, given.names))
        self.remarks += ["new samples: " + one for one in new.remarks if one not in stated]

    def _made(self) -> tuple[Samples, Origin]:
        """The samples of a data set or of a generator, called by their labels and numbers."""
        data = self.config.data
        if isinstance(data, Real):
            X, labels = datasets.REAL[data.dataset]()
            names, origin = datasets.columns(data.dataset), datasets.origin(data.dataset)
        else:
            statements = checking.decided(self.config.statements, data.n - self.config.holdout)
            most = memory.Size(data.n)
            if statements != checking.ALL:
                most = memory.of_study(self.config, statements, data.n, 0, 3)
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
        if self.new is None:
            self.new = self.samples.taken(again)
            self.raw_names = self.new.names

    @property
    def has_lengths(self) -> bool:
        """Whether a column of large numbers dominates."""
        if self.config.is_of_distances:
            return MEASURES[self.config.data.distance].has_units
        return kernels.BY_NAME[self.config.kernel.name].has_lengths

    def _prepare(self) -> None:
        data, given = self.config.data, self.training
        self._require_lengths()
        for step in steps.STEPS if isinstance(data, VectorFile) else ():
            if step.is_asked(data):
                given = self.training
                self._take(step)
                self._require_lengths()
        if not self.origin.standardized:
            given = self.training
            if isinstance(data, VectorFile) and not (data.transform or data.distance):
                # A constant is a part of a sum, by which other steps may divide.
                self.remarks += without_values(given.X, given.columns)
            if self.has_lengths:
                self.remarks += dominating(given.X, given.columns, given.weights)
        if isinstance(data, VectorFile) and self.has_lengths:
            self.remarks += dominating_sample(self.training.X, given.names, given.weights)
        self.remarks += equal(first_equal(given.X), given.names)

    def _take(self, step: steps.Step) -> None:
        """Let a step learn from the training samples, and take it with all samples."""
        data, old, new = self.config.data, self.training, self.new
        text, numbers, remarks = step.fit(data, old, new if self.config.has_new else None)
        self.origin = self.origin.then(text, **numbers)
        self.remarks += remarks
        self.training = step.of(old, self.origin, data.vectors)
        self.new = step.of(new, self.origin, self.config.new or data.vectors)

    def _require_lengths(self) -> None:
        """Raises ``InputError`` for numbers whose products would overflow or vanish."""
        data, old, new = self.config.data, self.training, self.new
        where = getattr(data, "vectors", None) or f"generator {getattr(data, 'generator', '')}"
        limits.require_points(old.X, old.names, old.columns, where)
        limits.require_spread(old.X, old.names, old.columns, where)
        limits.require_points(new.X, new.names, new.columns, self.config.new or where)

    def compare(self) -> None:
        self._prepare()
        if self.config.is_of_distances:
            self.data = self._distances()
            self.choose_components()
            return
        old, new = self.training, self.new
        whole = self.statements == checking.ALL
        of_pairs = old.X if whole else random_subset(old.X, checking.MOST)
        kernel, gamma, remarks = _kernel(self.config, old.X, of_pairs)
        _require_defined(kernel, old, new)
        self.data, self.automatic = Vectors(kernel, old.X, new.X), Automatic(gamma=gamma)
        self.remarks += remarks if old.weights is None else [f"{one}{ONCE}" for one in remarks]
        self.choose_components(of_pairs)

    def _distances(self) -> Distances:
        data, old, new = self.config.data, self.training, self.new
        text, numbers = steps.measured(data, old, new if self.config.has_new else None)
        self.origin = self.origin.then(text, **numbers)
        D = steps.among(old, self.origin, data.vectors)
        blocks = [D] * 3
        if self.config.has_new:
            where = data.new or data.vectors
            to_old = steps.distances(new, self.origin, where)
            blocks = [D, to_old, steps.among(new, self.origin, where)]
        return Distances(*self.corrected(blocks))


def _require_no_classes(data: VectorFile, given: Samples) -> None:
    """Raises ``InputError`` for columns of texts where a step before the distance needs numbers."""
    lines = {"transform": data.transform, "missing": data.missing}
    key = "transform" if data.transform else "missing" if data.missing == "impute" else ""
    if given.classes and key:
        names = list(given.classes)
        raise InputError(
            f"{data.vectors}: "
            + setting(**{key: lines[key]})
            + f" is for numbers, and {listed([*map(repr, names)])} "
            + ("has" if len(names) == 1 else "have")
            + " texts; to leave out such columns, write "
            + setting(omit=names)
            + INSIDE
            + ", or remove "
            + named(key)
        )


def _pairs(classes: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """The name of a column and one of its classes, for each of them."""
    return tuple((name, text) for name, texts in classes.items() for text in texts)


def _of_classes(given: Samples) -> list[str]:
    """A remark on the columns of texts that are data, if there are any."""
    if not given.classes:
        return []
    names = [
        f"{name!r} ({counted(len(of), 'class', 'classes')})" for name, of in given.classes.items()
    ]
    return [
        f"texts are compared as equal or different: {listed(names)}; to color by one instead, "
        "write "
        + setting(labels=next(iter(given.classes)))
        + INSIDE
        + "; to leave them out, write "
        + setting(omit=list(given.classes))
    ]


def _missing(data: VectorFile) -> dict[str, Array]:
    """The numbers that mean a missing value, for raw samples of the solved study, if it says so."""
    if data.missing_values is None:
        return {}
    numbers = [value for value in data.missing_values if not isinstance(value, str)]
    return {"missing_value": np.array(numbers, dtype=float)}


def _kernel(
    config: StudyConfig, X: Array, of_pairs: Array
) -> tuple[Kernel, GammaCurve | None, list[str]]:
    """The kernel, the curve of a width that was chosen automatically, and a remark on a word.

    ``of_pairs`` (p, q) are the points of which all pairs are looked at: all of them, or a subset.
    """
    parameters, kind = config.kernel.model_dump(), kernels.BY_NAME[config.kernel.name]
    width = kind.width.parameter if kind.width else ""
    word = parameters.get(width)
    if not isinstance(word, str):
        return kernels.from_parameters(**parameters), None, []
    try:
        value, curve, remark = automatic.width(
            kind, word, X, config.components or LEADING, of_pairs
        )
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
                f"{kernel.name} is not defined; take another kernel, or leave these out with "
                + setting(omit_samples=_names_of(samples, ~are_defined))
            )


def _names_of(samples: Samples, wrong: Truths) -> list[Value]:
    """The first names of the samples that are ``wrong`` (n,), and ... for others."""
    names: list[Value] = [samples.names[i] for i in np.flatnonzero(wrong)]
    return [*names[:MOST_LISTED], *([...] if len(names) > MOST_LISTED else [])]
