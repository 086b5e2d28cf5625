"""The nearest samples of each sample before anything is left out, because a map lies."""

import numpy as np
from scipy.spatial.distance import cdist

from kpca.data import Distances, Vectors
from kpca.studies.study import Study

NEIGHBORS = 5
MOST = 2000
"""The most samples whose neighbors are on a page: all distances between them are computed."""


def nearest(study: Study) -> list[list[int]]:
    """Positions of the nearest other samples of each, the nearest first; none of too many samples.

    New samples stand behind the others. Points are compared by all columns, as the study has
    prepared them, and given distances are taken as they are. A given kernel matrix has no columns.
    """
    n, data = len(study.samples), study.data
    if n > MOST or n < 2 or not isinstance(data, Vectors | Distances):
        return []
    # Samples that are placed again are the same ones once more, and stand behind the others, too.
    if isinstance(data, Distances) and len(data.D) == n:
        D = data.D.copy()
    elif isinstance(data, Distances):
        D = np.block([[data.D, data.D_new.T], [data.D_new, data.D_pairs]])
    else:
        X = np.vstack([data.X, data.X_new])[:n]
        D = cdist(X, X)
    np.fill_diagonal(D, np.inf)
    return np.argsort(D, axis=1, kind="stable")[:, : min(NEIGHBORS, n - 1)].tolist()
