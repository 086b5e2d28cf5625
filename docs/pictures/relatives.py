"""Relatives of kernel PCA on the same samples, on the page *Relatives*."""

from collections.abc import Callable

import numpy as np
from matplotlib.figure import Figure

from kpca import arithmetic
from kpca.arrays import Array
from kpca.centering import center
from kpca.figures.display import Words
from kpca.figures.relatives import maps_of_relatives
from kpca.figures.texts import listed
from kpca.kernels import RBF
from kpca.solvers.vectors import fix_signs
from width import told_apart, two_circles

GAMMA, LANDMARKS = 4.0, 8


def relatives() -> dict[str, Array]:
    """The first two coordinates (40, 2) of the two circles by kernel PCA and three relatives."""
    X, _ = two_circles()
    K = RBF(GAMMA)(X, X)
    degree = K.sum(axis=1)
    mu, V = arithmetic.eigh(center(K))
    rates, W = arithmetic.eigh(np.diag(degree) - K)
    walks, U = arithmetic.eigh(K / np.sqrt(np.outer(degree, degree)))
    stationary = np.sqrt(degree / degree.sum())[:, None]
    chosen = np.arange(0, len(X), len(X) // LANDMARKS)
    factor = np.linalg.cholesky(K[np.ix_(chosen, chosen)])
    of_landmarks = np.linalg.solve(factor, K[chosen]).T
    left, sizes, _ = arithmetic.svd(of_landmarks - of_landmarks.mean(axis=0))
    maps = {
        "kernel PCA": V[:, [-1, -2]] * np.sqrt(mu[[-1, -2]]),
        f"Nyström, {LANDMARKS} landmarks": left[:, :2] * sizes[:2],
        "Laplacian eigenmap": W[:, [1, 2]] / np.sqrt(rates[[1, 2]]),
        "diffusion map, t = 2": (U / stationary)[:, [-2, -3]] * walks[[-2, -3]] ** 2,
    }
    return {name: fix_signs(Z) for name, Z in maps.items()}


def of_relatives(figure: Figure) -> Words:
    """The two circles on the maps of four methods."""
    maps, (_, labels) = relatives(), two_circles()
    maps_of_relatives(figure, maps, labels)
    inner = np.array(labels) == "inner"
    apart = [f"{name} {told_apart(Z[:, 0], inner):.0%}" for name, Z in maps.items()]
    return Words(
        f"The two circles by four methods with γ = {GAMMA:g}, in units of the largest "
        f"coordinate of each map. With {LANDMARKS} landmarks, Nyström's map is similar to "
        "that of kernel PCA. The methods of a graph look at walks from sample to sample. Samples "
        "of the inner circle have many near neighbors, so that walks between them are short and "
        "end at the same places: they lie together. Those of the outer circle have few. So "
        "coordinate 1 is a direction along the outer circle, and does not tell the circles apart.",
        f"Four maps of {len(labels)} samples. One threshold on coordinate 1 puts so many on the "
        f"right side: {listed(apart)}.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {"relatives": of_relatives}
"""What draws each picture, by the name of its file."""
