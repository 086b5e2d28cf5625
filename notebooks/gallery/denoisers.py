"""The methods that remove noise from digits, and the parameters among which validation chooses."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import solve

from kpca.arrays import Array
from kpca.formulations import dual
from kpca.kernels import RBF, Kernel, Laplacian, Linear
from kpca.preimages.coordinate_descent import CoordinateDescent
from kpca.preimages.distance_constraint import DistanceConstraint
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.methods import Method
from kpca.preimages.preimages import PreImages
from kpca.preimages.ridge_regression import RidgeRegression
from kpca.preimages.target import Target
from kpca.solvers.solution import RankError, Solution
from noisy_digits import TRAINED_ON

LINEAR, PEER = "linear PCA", "scikit-learn"

NEARLY_LINEAR = 0.01
"""gamma on the scores of our ridge regression. Squared distances of scores are at most 2.

With the gamma of the median distance the regression is more flexible. From noisy training images it
then learns their noise: at sigma = 0.25 its error was 0.043 instead of 0.035 in a first experiment.
"""


@dataclass(frozen=True)
class WeightedMean:
    """sum_i w_i x_i: with the linear kernel the projection itself, which is an image."""

    def __call__(self, target: Target, start: Array) -> PreImages:
        return PreImages.of(target, target.W @ target.X)


@dataclass(frozen=True)
class ScikitLearn:
    """``KernelPCA.inverse_transform``: kernel ridge regression of the samples on their scores.

    Its kernel is the one of the kernel PCA, with the same gamma, and ``alpha`` is its penalty.
    """

    alpha: float

    def __call__(self, target: Target, start: Array) -> PreImages:
        G = target.kernel(target.scores, target.scores) + self.alpha * np.eye(len(target.X))
        coefficients = solve(G, target.X, assume_a="pos")
        return PreImages.of(target, target.kernel(target.beta, target.scores) @ coefficients)


@dataclass(frozen=True)
class Denoiser:
    """One method to denoise images, and the parameters among which the validation images choose.

    gammas       of the kernel for training on clean and on noisy images; (0,) without gamma
    components   numbers of components
    variants     the pre-image method, for each value of its own parameter
    mean         whether the projection is phi-bar + P_d (phi - phi-bar), or P_d phi as in N0
    """

    kernel: type[Kernel]
    gammas: tuple[tuple[float, ...], tuple[float, ...]]
    components: tuple[int, ...]
    variants: dict[float, Method | WeightedMean | ScikitLearn]
    mean: bool = True

    def kernels(self, trained_on: str) -> list[Kernel]:
        gammas = self.gammas[TRAINED_ON.index(trained_on)]
        return [self.kernel(gamma) if gamma else self.kernel() for gamma in gammas]

    def target(
        self, solution: Solution, kernel: Kernel, X: Array, X_new: Array, K: Array
    ) -> Target:
        make = Target.of_projections if self.mean else Target.without_mean
        return make(solution, kernel, X, X_new, K)


@dataclass(frozen=True)
class Design:
    """Numbers of training, validation and test images, and the denoisers by name."""

    images: tuple[int, int, int]
    denoisers: dict[str, Denoiser]


def design(
    images: tuple[int, int, int],
    gaussian: tuple[tuple[float, ...], tuple[float, ...]],
    laplacian: tuple[tuple[float, ...], tuple[float, ...]],
    peer: tuple[float, ...],
    components: tuple[int, ...],
    alphas: tuple[float, ...],
    penalties: tuple[float, ...],
    ridges: tuple[float, ...],
) -> Design:
    """The design with numbers of training, validation and test images, and grids of parameters.

    ``gaussian`` and ``laplacian`` have the values of gamma for training on clean and on noisy
    images, ``peer`` those of scikit-learn for both; ``alphas`` are its penalties, ``penalties``
    those of the fixed point and ``ridges`` those of our ridge regression.
    """
    iteration, mean = FixedPoint(most=100, step=1e-4), WeightedMean()
    near = {c: replace(iteration, penalty=c) for c in penalties}
    regression = {c: RidgeRegression(NEARLY_LINEAR, c) for c in ridges}
    theirs = {alpha: ScikitLearn(alpha) for alpha in alphas}
    grid = (RBF, gaussian, components)
    denoisers = {
        LINEAR: Denoiser(Linear, ((0.0,), (0.0,)), tuple(range(1, 64)), {0.0: mean}),
        PEER: Denoiser(RBF, (peer, peer), components, theirs),
        "fixed point": Denoiser(*grid, {0.0: iteration}),
        "fixed point, penalty": Denoiser(*grid, near),
        "fixed point, no mean": Denoiser(*grid, {0.0: iteration}, mean=False),
        "distance constraint": Denoiser(*grid, {0.0: DistanceConstraint()}),
        "ridge regression": Denoiser(*grid, regression),
        "coordinate descent": Denoiser(
            Laplacian, laplacian, components, {0.0: CoordinateDescent()}
        ),
    }
    return Design(images, denoisers)


QUICK = design(
    images=(600, 25, 60),
    gaussian=((0.02, 0.06, 0.1), (0.01, 0.02)),
    laplacian=((0.07,), (0.03,)),
    peer=(0.01, 0.02),
    components=(20, 60, 180),
    alphas=(1e-3, 1e-2, 1e-1),
    penalties=(0.01,),
    ridges=(3e-5, 1e-4),
)
FULL = design(
    images=(1200, 50, 200),
    gaussian=((0.02, 0.04, 0.06, 0.1, 0.15), (0.0025, 0.005, 0.01, 0.02, 0.04)),
    laplacian=((0.04, 0.06, 0.08), (0.02, 0.04)),
    peer=(0.0025, 0.005, 0.01, 0.02, 0.04),
    components=(20, 40, 80, 160, 320),
    alphas=(1e-3, 1e-2, 1e-1),
    penalties=(0.001, 0.01),
    ridges=(1e-6, 1e-5, 3e-5, 6e-5, 1e-4, 2e-4),
)
"""The default of the notebook, and the design for many splits."""


@dataclass(frozen=True)
class Trained:
    """Kernel PCA of training images X (n, q) with Gram matrix K (n, n).

    The solution has the largest number of components that is needed; fewer are its first ones.
    """

    X: Array
    kernel: Kernel
    K: Array
    solution: Solution

    @classmethod
    def on(cls, X: Array, kernel: Kernel, most: int) -> "Trained":
        """Kernel PCA of images X (n, q) with ``most`` components, or as many as there are."""
        K = kernel(X, X)
        try:
            return cls(X, kernel, K, dual.fit(K, most))
        except RankError as error:
            return cls(X, kernel, K, dual.fit(K, error.rank))

    def denoised(self, denoiser: Denoiser, d: int, variant: float, noisy: Array) -> Array:
        """The images ``noisy`` (noises, p, q) without noise: pre-images from d components."""
        flat = noisy.reshape(-1, noisy.shape[-1])
        target = denoiser.target(self.solution.first(d), self.kernel, self.X, flat, self.K)
        return denoiser.variants[variant](target, flat).points.reshape(noisy.shape)
