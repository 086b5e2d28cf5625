"""What the map of a study is, and what to look for on it, in a sentence."""

from kpca import kernels
from kpca.data import Distances
from kpca.kernels.kernel import Kernel
from kpca.kernels.radial import Radial
from kpca.studies.study import Study

OF_DISTANCES = (
    "The distances on this map follow the given ones as far as two axes can: look for groups, and "
    "for single samples far from all others."
)
OF_MATRIX = (
    "Samples that the given matrix calls alike lie together: look for groups, and for single "
    "samples far from all others."
)
OF_LINEAR = (
    "PCA shows the straight directions in which the samples differ most: look for groups, for an "
    "even change along an axis, and for single samples far from all others."
)
OF_NEAR = (
    "This kernel keeps near samples together and takes far ones as nearly equally far: look for "
    "groups, and take a bent band, an arch or horseshoe, for one change and not for two."
)
OF_PRODUCTS = (
    "This kernel also compares products of columns, so that rings and other curves of the data may "
    "come apart: look for groups that PCA leaves mixed."
)
OF_ANGLES = (
    "This kernel compares the proportions of the columns and not their size: look for groups of "
    "samples with one profile."
)
OF_OTHERS = (
    "Samples that this kernel calls alike lie together: look for groups, and for single samples "
    "far from all others."
)

OF_KERNELS: tuple[tuple[type[Kernel], str], ...] = (
    (kernels.Linear, OF_LINEAR),
    (Radial, OF_NEAR),
    (kernels.Laplacian, OF_NEAR),
    (kernels.Polynomial, OF_PRODUCTS),
    (kernels.Lift, OF_PRODUCTS),
    (kernels.Cosine, OF_ANGLES),
)


def of_map(study: Study) -> str:
    """The sentence for a study: by its kernel, or by what its given matrix has."""
    if study.kernel is None:
        return OF_DISTANCES if isinstance(study.data, Distances) else OF_MATRIX
    if isinstance(study.kernel, kernels.Polynomial) and study.kernel.degree == 1:
        return OF_LINEAR
    return next((text for kind, text in OF_KERNELS if isinstance(study.kernel, kind)), OF_OTHERS)
