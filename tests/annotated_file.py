"""A small AnnData file with distinct values, written part by part as AnnData does it."""

import h5py
import numpy as np
import pandas as pd
import scipy.sparse
from anndata.io import write_elem

X = np.array([[1.0, 0.0, 2.5], [0.0, 3.0, 0.0], [4.0, 0.0, -5.0], [6.0, 7.0, 0.0], [0.0, 8.5, 9.0]])
"""(5, 3), with zeros for a sparse matrix."""

CELLS, GENES = ["c3", "c1", "c5", "c2", "c4"], ["CD4", "MS4A1", "NKG7"]
"""Names of the rows, which are not in their order, and of the columns."""


def frame(names, **columns):
    """A data frame whose texts are objects, which every version of AnnData can write."""
    return pd.DataFrame(columns, index=pd.Index(names, dtype=object))


def classes(values):
    """A categorical column."""
    different = sorted(value for value in set(values) if value is not None)
    return pd.Categorical(values, categories=pd.Index(different, dtype=object))


OBS = frame(
    CELLS,
    n_counts=[3.5, 3.0, np.nan, 13.0, 17.5],
    batch=[1, 2, 1, 2, 2],
    type=classes(["B", "T", "B", None, "T"]),
    note=pd.Series(list("uvwxy"), dtype=object, index=pd.Index(CELLS, dtype=object)),
)


def write(path, **parts):
    """Write a file with ``parts`` such as X and layers; those of AnnData's defaults are added."""
    parts = {"X": X, "obs": OBS, "var": frame(GENES), "obsm": {}, "uns": {}} | parts
    with h5py.File(path, "w") as file:
        file.attrs.update({"encoding-type": "anndata", "encoding-version": "0.1.0"})
        for name, part in parts.items():
            if part is not None:
                write_elem(file, name, part)


def sparse(kind, matrix=X):
    """The matrix as a sparse one: "csr" or "csc"."""
    return getattr(scipy.sparse, f"{kind}_matrix")(matrix)
