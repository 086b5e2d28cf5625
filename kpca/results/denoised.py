"""The denoised samples of a study: as result variables, and as a table in the units of the data."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.preimages.preimages import PreImages
from kpca.results import registry
from kpca.results.files import replacing
from kpca.studies.study import Study

FIRST, LAST = ("sample", "kind"), ("distance", "lower bound", "converged")
"""The columns of the table before and after those of the data."""

VARIES = 8 * np.finfo(float).eps
"""A column whose range is at most this share of its largest value varies by rounding only."""


def measured(study: Study, reached: PreImages) -> PreImages:
    """The pre-images; without distances and bounds (NaN) if feature space may have none.

    If a kernel is not positive semi-definite, a squared distance may be negative.
    """
    if study.kernel is None or study.kernel.is_positive_semidefinite:
        return reached
    missing = np.full(len(reached.points), np.nan)
    return replace(reached, distances=missing, lower=missing)


def remarks(study: Study, old: PreImages, new: PreImages | None = None) -> list[str]:
    """Sentences on what is doubtful: samples without convergence, and missing distances."""
    sentences = list(old.remarks(study.names))
    if new is not None:
        sentences += [f"new samples: {remark}" for remark in new.remarks(study.new_names)]
    if np.isnan(measured(study, old).distances).any():
        sentences.append(
            f"the kernel {study.kernel.name} is not positive semi-definite, so that a squared "
            "distance in feature space may be negative: the distances of the pre-images are left "
            "empty"
        )
    return sentences


def variance_left(study: Study, reached: PreImages) -> dict[str, float]:
    """The share of the variance of each column that the pre-images of the samples have.

    The smallest share is first. Columns that vary by rounding only are left out. The shares do not
    depend on the units of the columns.
    """
    X = study.data.X
    largest = np.abs(X).max(axis=0)
    varying = np.ptp(X, axis=0) > VARIES * largest
    before, after = (points[:, varying] / largest[varying] for points in (X, reached.points))
    left = after.var(axis=0) / before.var(axis=0)
    names = np.array(study.columns, dtype=object)[varying]
    return {names[j]: float(left[j]) for j in np.argsort(left, kind="stable")}


def to_dataset(study: Study, old: PreImages, new: PreImages | None) -> xr.Dataset:
    """The pre-images of the training samples, and of the new samples if there are any."""
    variables = {"sample": study.names, "column": study.columns, **_variables(study, old, "")}
    if new is not None:
        variables |= {"new_sample": study.new_names, **_variables(study, new, "new_")}
    return registry.dataset(study.unit, remark=remarks(study, old, new), **variables)


def _variables(study: Study, reached: PreImages, prefix: str) -> dict[str, Array]:
    reached = measured(study, reached)
    doubt = {
        f"{prefix}preimage_distance": reached.distances,
        f"{prefix}preimage_lower": reached.lower,
    }
    return {
        f"{prefix}denoised": study.origin.in_raw_units(reached.points),
        f"{prefix}preimage_converged": np.asarray(reached.converged, dtype=int),
        **{name: values for name, values in doubt.items() if not np.isnan(values).any()},
    }


def header(columns: Sequence[str]) -> list[str]:
    """The names of the columns of the table for data with these columns; no name occurs twice.

    The columns of the data keep their names. If one of them has a name of the table's own columns,
    the table's own has the first free number of " (2)", " (3)", ... after its name.
    """
    taken, own = set(columns), []
    for name in (*FIRST, *LAST):
        endings = chain([""], (f" ({number})" for number in count(2)))
        own.append(next(name + end for end in endings if name + end not in taken))
        taken.add(own[-1])
    return [*own[: len(FIRST)], *columns, *own[len(FIRST) :]]


def write_table(path: str | Path, study: Study, old: PreImages, new: PreImages | None) -> None:
    """A CSV with a row for each sample.

    Its columns: name, kind (training, holdout or new), denoised columns, distance, lower bound,
    convergence. Numbers are written with all their digits, in the units of the user's table; a
    distance that does not exist is empty.
    """
    groups = [(study.names, "training", old)]
    if new is not None:
        from_file = any(key == "new" for key, *_ in study.origin.files)
        groups.append((study.new_names, "new" if from_file else "holdout", new))
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header(study.columns))
        for names, kind, reached in groups:
            writer.writerows(_rows(study, names, kind, measured(study, reached)))


def _rows(study: Study, names: Sequence[str], kind: str, reached: PreImages) -> list[list[str]]:
    doubt = np.column_stack([reached.distances, reached.lower])
    numbers = np.column_stack([study.origin.in_raw_units(reached.points), doubt])
    return [
        [name, kind, *map(_text, row.tolist()), "yes" if converged else "no"]
        for name, row, converged in zip(names, numbers, reached.converged, strict=True)
    ]


def _text(value: float) -> str:
    return "" if np.isnan(value) else repr(value)
