"""What a map is called, and how many of the nearest samples it keeps near."""

from collections.abc import Sequence

import numpy as np
from scipy.spatial.distance import cdist

from kpca.arrays import Array, Indices
from kpca.choosing.automatic import random_subset
from kpca.data import Distances, Vectors
from kpca.interpretation.two_maps import NEIGHBORS, Likeness, compare, near, neighbors_kept
from kpca.kernels import Kernel, Laplacian, Linear
from kpca.kernels.radial import Radial
from kpca.studies import odd
from kpca.studies.fitted_variables import PLANE
from kpca.studies.study import Study
from kpca.tables.wording import listed

MOST, MOST_DISTANCES, FEWEST = 500, 1_000_000, 100
"""The most samples of which neighbors are counted, or fewer if their distances to all others are
more, but at least so many; of more, a random subset."""

MORE, HALF = 0.05, 0.5
"""One of two maps keeps more of the neighbors of a sample if its share is so much larger. With less
than half, most neighbors on a map are none."""


def title(study: Study) -> str:
    """What the map of a study is called: by its kernel, or by the given matrix."""
    if study.kernel is None and isinstance(study.data, Distances):
        of = f"{study.origin.distance} distances" if study.origin.distance else "given distances"
        return f"Classical scaling of the {of} (principal coordinates)"
    if study.kernel is None:
        return "Kernel PCA of the given kernel matrix"
    if study.kernel == Linear():
        return "PCA"
    return f"Kernel PCA, {called(study.kernel)}"


CALLED = {"rbf": "Gaussian", "poly": "polynomial", "laplacian": "Laplacian"} | {
    "matern32": "Matérn 3/2",
    "matern52": "Matérn 5/2",
}


def called(kernel: Kernel) -> str:
    """What a kernel is called in words.

    >>> called(Laplacian(gamma=1.0))
    'Laplacian'
    """
    return CALLED.get(kernel.name, kernel.name.replace("_", " "))


def likeness(studies: Sequence[Study]) -> Likeness:
    """How alike the maps of two studies are, on the samples of which neighbors are counted."""
    return compare(*(random_subset(one.solution.scores, MOST) for one in studies))


def readings(
    studies: Sequence[Study], are_compared: bool = False, has_structure: bool = True
) -> list[str]:
    """How to read each map: what share of neighbors its axes keep, and whether it bends distances.

    If two maps are compared, the first one says whether it is closer to the samples. It never keeps
    ``MORE`` less than the other one (``kpca.page.as_shown``). Without structure it warns of both.
    """
    kept, said = [share_kept(one) for one in studies], []
    begin = "" if has_structure else BY_CHANCE
    has_pca = any(one.kernel == Linear() for one in studies)
    if are_compared and None not in kept:
        begin = CLOSER if kept[0] >= kept[1] + MORE else AS_CLOSE.format(OF_PCA * has_pca)
    on_pca = " (read them on PCA)" * has_pca
    # Another kernel than PCA's moves far samples to the others.
    of_far = next((one for one in studies if one.kernel == Linear()), studies[0])
    far = [repr(of_far.names[i]) for i in odd.odd(of_far).far]
    hidden = f", and {listed(far, odd.NAMED)} may be hidden" * bool(far)
    are_lost = [share is not None and share < HALF for share in kept]
    lost = ", so most neighbors on {} are not neighbors in the table"
    lost = lost.format("both maps" if all(are_lost[:2]) and are_compared else "the map")
    lost *= are_lost[0]
    for one, share in zip(studies, kept, strict=True):
        if share is None:
            said.append("")
            continue
        m, k, is_bent = _asked(one.n), near(one.n), isinstance(one.kernel, Radial | Laplacian)
        axes = "components 1 and 2 keep" if one.solution.components > 1 else "component 1 keeps"
        on = f"; on {m} of {one.n} samples" * (m < one.n)
        bent = f"; distances are bent{on_pca}{hidden}" * is_bent
        text = (
            f"{begin}{axes} {100.0 * share:.3g} % of the {k} nearest neighbors of a sample "
            f"({100.0 * k / (one.n - 1):.2g} % by chance{on}){lost}{bent}."
        )
        said.append(text[:1].upper() + text[1:])
        begin = lost = ""
    return said


BY_CHANCE = "No structure was found, so patterns may be chance: "
CLOSER = "The closer picture of who is near whom: "
AS_CLOSE = f"Both maps keep nearly equally many neighbors, within {100 * MORE:g} points{{}}: "
OF_PCA = "; read PCA, whose distances are not bent"


def share_kept(one: Study) -> float | None:
    """The share of the nearest neighbors of a sample that the map keeps; None where it is not said.

    The neighbors are those by all columns, or by the given matrix. Nothing is said of few samples,
    of one or two columns, which the map shows whole, of more equal samples than neighbors, and of
    samples with weights.
    """
    is_flat = isinstance(one.data, Vectors) and one.data.X.shape[1] <= PLANE
    if one.n <= 2 * NEIGHBORS or is_flat or one.weights is not None:
        return None
    chosen = random_subset(np.arange(one.n), _asked(one.n))
    D = _distances(one, chosen)
    if (D <= 0.0).sum(axis=1).max() > (k := near(one.n)):
        # Which of so many equal samples are the nearest is left to chance.
        return None
    return neighbors_kept(D, one.solution.scores[:, :PLANE], k, chosen)


def _asked(n: int) -> int:
    """Of how many of n samples the neighbors are counted."""
    return min(n, MOST, max(FEWEST, MOST_DISTANCES // n))


def _distances(study: Study, chosen: Indices) -> Array:
    """The distances (m, n) of chosen samples to all, or of a kernel matrix their squares."""
    data = study.data
    if isinstance(data, Vectors):
        return cdist(data.X[chosen], data.X)
    if isinstance(data, Distances):
        return data.D[chosen]
    lengths = data.K.diagonal()
    return lengths[chosen, None] + lengths - 2.0 * data.K[chosen]
