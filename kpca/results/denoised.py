"""The denoised samples of a study: as result variables, and as a table in the units of the data."""

import csv
from pathlib import Path

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.preimages.preimages import PreImages
from kpca.results import registry
from kpca.results.files import replacing
from kpca.studies.study import Study

DOUBT = ("distance", "lower bound", "converged")
"""The last columns of the table."""


def in_raw_units(study: Study, points: Array) -> Array:
    """Points (p, q) in the units of the user's table, where the columns were standardized."""
    numbers = study.origin.numbers
    if "column_mean" not in numbers:
        return points
    return points * numbers["column_deviation"] + numbers["column_mean"]


def to_dataset(study: Study, old: PreImages, new: PreImages | None) -> xr.Dataset:
    """The pre-images of the training samples, and of the new samples if there are any."""
    known = {"sample": study.names, "column": study.columns, **_variables(study, old, "")}
    if new is not None:
        known |= {"new_sample": study.new_names, **_variables(study, new, "new_")}
    return registry.dataset(study.unit, **known)


def _variables(study: Study, reached: PreImages, prefix: str) -> dict[str, Array]:
    return {
        f"{prefix}denoised": in_raw_units(study, reached.points),
        f"{prefix}preimage_distance": reached.distances,
        f"{prefix}preimage_lower": reached.lower,
        f"{prefix}preimage_converged": np.asarray(reached.converged, dtype=int),
    }


def write_table(path: str | Path, study: Study, old: PreImages, new: PreImages | None) -> None:
    """A CSV with a row for each sample: name, denoised columns, distance, bound, convergence.

    Numbers are written with all their digits, in the units of the user's table.
    """
    parts = [(study.names, old)] + ([(study.new_names, new)] if new is not None else [])
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["sample", *study.columns, *DOUBT])
        for names, reached in parts:
            raw = in_raw_units(study, reached.points)
            doubt = zip(reached.distances, reached.lower, reached.converged, strict=True)
            for name, point, (distance, lower, converged) in zip(names, raw, doubt, strict=True):
                numbers = [repr(float(value)) for value in (*point, distance, lower)]
                writer.writerow([name, *numbers, "yes" if converged else "no"])
