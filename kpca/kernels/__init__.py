"""The kernels. One file for each contains everything that is known about it.

A new kernel is one new file, with a class that ``kpca.kernels.kernel.Kernel`` describes, and one
line in ``KERNELS``. The configuration, its schema and documentation, the rounding bounds and the
page of a study take it from there. ``gamma`` always means exp(-gamma d^2); ledger K5 converts the
other conventions.
"""

from kpca.kernels.cosine import Cosine as Cosine
from kpca.kernels.kernel import Kernel as Kernel
from kpca.kernels.laplacian import Laplacian as Laplacian
from kpca.kernels.lift import Lift as Lift
from kpca.kernels.linear import Linear as Linear
from kpca.kernels.matern import Matern32 as Matern32
from kpca.kernels.matern import Matern52 as Matern52
from kpca.kernels.polynomial import Polynomial as Polynomial
from kpca.kernels.rational_quadratic import RationalQuadratic as RationalQuadratic
from kpca.kernels.rbf import RBF as RBF
from kpca.kernels.sigmoid import Sigmoid as Sigmoid

KERNELS: tuple[type[Kernel], ...] = (
    Linear,
    Polynomial,
    RBF,
    Matern32,
    Matern52,
    RationalQuadratic,
    Laplacian,
    Sigmoid,
    Cosine,
    Lift,
)

BY_NAME = {kind.name: kind for kind in KERNELS}


def from_parameters(name: str, **parameters: float) -> Kernel:
    """The kernel called ``name`` with scikit-learn's parameter names.

    Raises ``ValueError`` for a name that no kernel has.

    >>> from_parameters("poly", gamma=1.0, degree=2)
    Polynomial(gamma=1.0, degree=2, coef0=1.0)
    """
    if name not in BY_NAME:
        raise ValueError(f"unknown kernel {name!r}; allowed: {', '.join(BY_NAME)}")
    return BY_NAME[name](**parameters)
