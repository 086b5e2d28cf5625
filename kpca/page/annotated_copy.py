"""A copy of an AnnData file with the scores of its samples."""

import errno
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kpca.page import tables
from kpca.page.options import Asked
from kpca.results.files import replacing
from kpca.studies.study import Study
from kpca.tables.readers.annotated import sample_names

FILE = "scores.h5ad"
"""The name of the copy. It is not that of the table, which may lie in the same folder."""

NOT_WRITTEN = (
    f"{FILE} is not written, because the samples are not the observations of the file, or have "
    "names that are not in 'obs'"
)


def write(folder: Path, asked: Asked, configuration: str, done: Mapping[str, Study]) -> bool:
    """Write the copy with ``obsm["X_kpca_NAME"]`` (n, d) for each study, and ``uns["kpca"]``.

    It is not written if the samples have other names than the observations. The scores of samples
    that were left out are NaN. ``uns["kpca"]`` has the text of the configuration, and for each
    study its kernel, the eigenvalues mu (d,) and the explained shares (d,).

    Raises ``OSError`` if the disk is full or cannot be written.
    """
    rows = sample_names(asked.table, asked.keys.get("names"))
    if rows is None or asked.keys.get("transpose"):
        return False
    if any({*one.names} - {*rows} for one in done.values()):
        return False
    # Held-out samples are in this file, and those of another one are not.
    every = {
        name: one.scores if "new" in asked.keys else tables.of_samples(one)
        for name, one in done.items()
    }
    scores = {of: table.drop(columns="label").reindex(rows) for of, table in every.items()}
    about = {name: _about(one) for name, one in done.items()}
    with replacing(folder / FILE) as temporary:
        shutil.copyfile(asked.table, temporary)
        try:
            _add(temporary, scores, {"configuration": configuration, "studies": about})
        except RuntimeError as error:
            # What the HDF5 library says of a full disk.
            raise OSError(errno.EIO, str(error), str(folder / FILE)) from error
    return True


def _about(one: Study) -> dict[str, Any]:
    """What AnnData can store about a study."""
    kernel, solution = one.kernel, one.solution
    return {
        **({"kernel": {"name": kernel.name, **asdict(kernel)}} if kernel else {}),
        "eigenvalues": np.array(solution.mu),
        "explained": np.array(solution.explained),
    }


def _add(path: Path, scores: Mapping[str, pd.DataFrame], parameters: Mapping[str, Any]) -> None:
    """Add to the AnnData file at ``path``; its other parts stay as they are."""
    import h5py
    from anndata.io import write_elem

    with h5py.File(path, "r+") as file:
        for group in ("obsm", "uns"):
            if group not in file:
                write_elem(file, group, {})
        for name, values in scores.items():
            write_elem(file["obsm"], f"X_kpca_{name}", values.to_numpy())
        write_elem(file["uns"], "kpca", parameters)
