"""The steps from a raw sample to what is compared: imputed, transformed, standardized, measured.

A step learns numbers from the training samples, which the origin of the study keeps, and then works
on one sample with them. So training samples, new ones of a file and raw ones of a stored study take
the same steps. ``Origin.in_raw_units`` is the way back.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kpca.arrays import Array
from kpca.choosing.imputation import Imputation
from kpca.kernels import RBF, Linear
from kpca.studies import imputing, matrix, measures, transforms
from kpca.studies.config.data import VectorFile
from kpca.studies.measures import MEASURES
from kpca.studies.origin import STANDARDIZED, Origin
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.samples import Samples, have
from kpca.tables.table import InputError

Learned = tuple[str, dict[str, Array | float], list[str]]
"""What a step does, in words, the numbers that it needs, and remarks."""


class Step(NamedTuple):
    """A step of samples of columns.

    is_asked  whether a configuration asks for it
    fit       what it learns from training samples; new ones, if there are any, are only spoken of
    of        the samples after it, where the origin of the study has what it has learned

    Both functions raise ``InputError`` for samples that it cannot be taken with.
    """

    is_asked: Callable[[VectorFile], bool]
    fit: Callable[[VectorFile, Samples, Samples | None], Learned]
    of: Callable[[Samples, Origin, str], Samples]


def prepared(given: Samples, origin: Origin, where: str) -> Samples:
    """Raw samples after all steps; raises ``InputError`` as the transforms do."""
    for step in STEPS:
        given = step.of(given, origin, where)
    return given


def _imputed(given: Samples, origin: Origin, _: str) -> Samples:
    """Samples whose missing values (nan) are predicted, where the study does so."""
    numbers = origin.numbers
    if "complete_row" not in numbers or not np.isnan(given.X).any():
        return given
    gamma = float(numbers["imputing_gamma"])
    rule = Imputation(
        np.asarray(numbers["complete_row"]),
        RBF(gamma) if gamma else Linear(),
        int(numbers["imputing_components"]),
    )
    return replace(given, X=rule.filled(given.X))


def _of_transform(data: VectorFile, _: Samples, __: Samples | None) -> Learned:
    numbers = {"pseudocount": data.pseudocount} if data.pseudocount else {}
    before = f"{data.pseudocount:g} added to every value; " if data.pseudocount else ""
    formula = transforms.TRANSFORMS[data.transform].formula
    return f"{before}transform: {data.transform}, {formula}", numbers, []


def _transformed(given: Samples, origin: Origin, where: str) -> Samples:
    """Transformed samples, where the study has a transform."""
    if not origin.transform:
        return given
    pseudocount = float(origin.numbers.get("pseudocount", 0.0))
    return transforms.transformed(origin.transform, given, pseudocount, where)


def _of_columns(data: VectorFile, old: Samples, _: Samples | None) -> Learned:
    """Mean and standard deviation (q,), with divisor n, of the columns of the training samples."""
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(old.X, sample_weight=old.weights)
    # If a column varies by rounding only, the scaler returns 1 for its deviation.
    still = (scaler.scale_ != np.sqrt(scaler.var_)) | (scaler.var_ == 0.0)
    still &= ~old.are_classes
    if still.any():
        names = [old.columns[j] for j in np.flatnonzero(still)]
        # Columns that are chosen cannot be left out.
        without = named("columns") + " without them"
        raise InputError(
            f"{data.vectors}: {have(names)} one value only, up to rounding, and cannot be "
            f"standardized; to leave {'it' if len(names) == 1 else 'them'} out, write "
            + (setting(omit=names) + INSIDE if data.columns is None else without)
            + ", or remove "
            + named("standardize")
        )
    of_weights = "" if old.weights is None else ", each as often as its weight says"
    text = STANDARDIZED.format(n=len(old.names), of=f"training samples{of_weights}")
    # Classes stay as they are.
    mean = np.where(old.are_classes, 0.0, scaler.mean_)
    deviation = np.where(old.are_classes, 1.0, scaler.scale_)
    return text, {"column_mean": mean, "column_deviation": deviation}, []


def _standardized(given: Samples, origin: Origin, _: str) -> Samples:
    """Standardized samples, where the study standardizes."""
    if not origin.standardized:
        return given
    mean, deviation = (np.asarray(origin.numbers[f"column_{of}"]) for of in ("mean", "deviation"))
    return replace(given, X=(given.X - mean) / deviation)


STEPS = (
    Step(lambda data: data.missing == "impute", imputing.learned, _imputed),
    Step(lambda data: bool(data.transform), _of_transform, _transformed),
    Step(lambda data: bool(data.standardize), _of_columns, _standardized),
)
"""In the order in which they are taken."""


def measured(
    data: VectorFile, old: Samples, new: Samples | None
) -> tuple[str, dict[str, Array | float]]:
    """The distance of prepared samples in words, and the numbers of the training samples for it."""
    measures.require_defined(data.distance, old, data.vectors)
    numbers = {"table_row": old.X} | ({} if new is None else {"new_table_row": new.X})
    if MEASURES[data.distance].of_ranges:
        numbers["column_range"] = measures.ranges(old, data.vectors)
    return f"distances: {data.distance}, {MEASURES[data.distance].formula}", numbers


def among(given: Samples, origin: Origin, where: str) -> Array:
    """Distances (n, n) of prepared samples to each other."""
    D = measures.among(origin.distance, given.X, origin.numbers.get("column_range"))
    matrix.require_distances(D, given.names, where)
    return D


def distances(given: Samples, origin: Origin, where: str) -> Array:
    """Distances (m, n) of prepared samples to the training samples.

    Raises ``InputError`` for samples of which the distance is not defined.
    """
    measures.require_defined(origin.distance, given, where)
    ranges = origin.numbers.get("column_range")
    D = measures.between(origin.distance, given.X, origin.numbers["table_row"], ranges)
    matrix.require_distances_to_training(D, given.names, where)
    return D
