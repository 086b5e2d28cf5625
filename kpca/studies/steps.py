"""The steps from a raw sample to what is compared: imputed, transformed, standardized.

A step works on one sample and on the numbers in the origin of the study, which come from the
training samples. So training samples, new ones of a file and raw ones of a stored study take the
same steps.
"""

from dataclasses import replace

import numpy as np

from kpca.arrays import Array
from kpca.choosing.imputation import Imputation
from kpca.kernels import RBF, Linear
from kpca.studies import matrix, measures, transforms
from kpca.studies.origin import Origin
from kpca.tables.samples import Samples


def prepared(given: Samples, origin: Origin, where: str) -> Samples:
    """Raw samples after all steps; raises ``InputError`` as the transforms do."""
    return standardized(transformed(imputed(given, origin), origin, where), origin)


def imputed(given: Samples, origin: Origin) -> Samples:
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


def transformed(given: Samples, origin: Origin, where: str) -> Samples:
    """Transformed samples, where the study has a transform."""
    if not origin.transform:
        return given
    pseudocount = float(origin.numbers.get("pseudocount", 0.0))
    return transforms.transformed(origin.transform, given, pseudocount, where)


def standardized(given: Samples, origin: Origin) -> Samples:
    """Standardized samples, where the study standardizes."""
    if not origin.standardized:
        return given
    mean, deviation = (np.asarray(origin.numbers[f"column_{of}"]) for of in ("mean", "deviation"))
    return replace(given, X=(given.X - mean) / deviation)


def distances(given: Samples, origin: Origin, where: str) -> Array:
    """Distances (m, n) of prepared samples to the training samples.

    Raises ``InputError`` for samples of which the distance is not defined.
    """
    measures.require_defined(origin.distance, given, where)
    ranges = origin.numbers.get("column_range")
    D = measures.between(origin.distance, given.X, origin.numbers["table_row"], ranges)
    matrix.require_distances_to_training(D, given.names, where)
    return D
