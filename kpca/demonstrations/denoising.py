"""Which method removes noise from images of digits best: ledger R4 and F4, notes N0 and N3.

The experiment is that of Mika et al. (NIPS 11, 1998) on smaller images: project a noisy image on
the leading components of training images, and return the pre-image of the projection. All
parameters are chosen on validation images, and errors are those of test images.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import solve

from kpca.arrays import Array, Indices
from kpca.demonstrations.noisy_digits import NOISES, TRAINED_ON, Split, psnr
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

LINEAR, PEER, CHOSEN = "linear PCA", "scikit-learn", "kernel PCA, chosen"

NEARLY_LINEAR = 0.01
"""gamma on the scores of our ridge regression: at most 2 apart in square, they see hardly a bend.

Without it, left-out errors choose a more flexible regression, and from the scores of noisy images
that one learns their noise.
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
class Way:
    """One way to denoise, and the parameters among which the validation images choose.

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
    """Numbers of training, validation and test images, and the ways by name."""

    images: tuple[int, int, int]
    ways: dict[str, Way]


def design(
    images: tuple[int, int, int],
    gaussian: tuple[tuple[float, ...], tuple[float, ...]],
    laplacian: tuple[tuple[float, ...], tuple[float, ...]],
    peer: tuple[float, ...],
    components: tuple[int, ...],
    alphas: tuple[float, ...],
    penalties: tuple[float, ...],
    fractions: tuple[float, ...],
) -> Design:
    """The design with numbers of training, validation and test images, and grids of parameters.

    ``gaussian`` and ``laplacian`` have the values of gamma for training on clean and on noisy
    images, ``peer`` those of scikit-learn for both; ``alphas`` are its penalties, ``penalties``
    those of the fixed point and ``fractions`` those of our ridge regression.
    """
    iteration = FixedPoint(most=100, step=1e-4)
    grid = (RBF, gaussian, components)
    ways = {
        LINEAR: Way(Linear, ((0.0,), (0.0,)), tuple(range(1, 64)), {0.0: WeightedMean()}),
        PEER: Way(RBF, (peer, peer), components, {alpha: ScikitLearn(alpha) for alpha in alphas}),
        "fixed point": Way(*grid, {0.0: iteration}),
        "fixed point, penalty": Way(*grid, {c: replace(iteration, penalty=c) for c in penalties}),
        "fixed point, no mean": Way(*grid, {0.0: iteration}, mean=False),
        "distance constraint": Way(*grid, {0.0: DistanceConstraint()}),
        "ridge regression": Way(*grid, {c: RidgeRegression(NEARLY_LINEAR, c) for c in fractions}),
        "coordinate descent": Way(Laplacian, laplacian, components, {0.0: CoordinateDescent()}),
    }
    return Design(images, ways)


QUICK = design(
    images=(600, 25, 60),
    gaussian=((0.02, 0.06, 0.1), (0.01, 0.02)),
    laplacian=((0.07,), (0.03,)),
    peer=(0.01, 0.02),
    components=(20, 60, 180),
    alphas=(1e-3, 1e-2, 1e-1),
    penalties=(0.01,),
    fractions=(1e-5,),
)
FULL = design(
    images=(1200, 50, 200),
    gaussian=((0.01, 0.02, 0.04, 0.06, 0.1), (0.0025, 0.005, 0.01, 0.02)),
    laplacian=((0.04, 0.06, 0.08), (0.02, 0.04)),
    peer=(0.0025, 0.005, 0.01, 0.02, 0.04),
    components=(20, 40, 80, 160, 320),
    alphas=(1e-3, 1e-2, 1e-1),
    penalties=(0.001, 0.01),
    fractions=(1e-6, 1e-5, 1e-4),
)
"""The default of the notebook, and the design for many splits."""


@dataclass(frozen=True)
class Trained:
    """Solutions of a set of training images, one for each kernel, with all components needed."""

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

    def denoised(self, way: Way, d: int, variant: float, noisy: Array) -> Array:
        """The images ``noisy`` (noises, p, q) without noise: pre-images from d components."""
        flat = noisy.reshape(-1, noisy.shape[-1])
        V, residuals = self.solution.V[:, :d], self.solution.residuals[:d]
        first = replace(self.solution, V=V, residuals=residuals)
        target = way.target(first, self.kernel, self.X, flat, self.K)
        return way.variants[variant](target, flat).points.reshape(noisy.shape)


@dataclass(frozen=True)
class Choice:
    """Parameters that validation chose, and their mean squared error on the validation images.

    ``trained`` has the solution, so that the test images need no other one.
    """

    trained: Trained
    components: int
    variant: float
    error: float

    @property
    def gamma(self) -> float:
        """gamma of the kernel; 0 for the linear one, which has none."""
        return getattr(self.trained.kernel, "gamma", 0.0)


@dataclass(frozen=True)
class Errors:
    """Errors of the test images, and what was chosen on the validation images.

    The axes of all arrays are split, noise, trained on, method.

    methods        the names of the methods; ``CHOSEN`` is the one of ours (neither linear PCA nor
                   scikit-learn) with the least validation error
    mse            mean squared error of a pixel of the test images, gray values from -1 to 1
    validation     the same of the validation images, for the parameters that were chosen
    components     number of components
    gamma          of the kernel; 0 for linear PCA
    variant        the method's own parameter: penalty, alpha of scikit-learn, else 0
    """

    methods: tuple[str, ...]
    mse: Array
    validation: Array
    components: Indices
    gamma: Array
    variant: Array

    @property
    def gain(self) -> Array:
        """How many times smaller the error is than that of linear PCA, in the shape of ``mse``."""
        return self.mse[..., [self.methods.index(LINEAR)]] / self.mse

    def chosen_method(self, split: int, noise: int, trained_on: int) -> str:
        """Which method ``CHOSEN`` is."""
        own = [k for k, name in enumerate(self.methods) if name not in (LINEAR, PEER, CHOSEN)]
        return self.methods[min(own, key=lambda k: self.validation[split, noise, trained_on, k])]


@dataclass(frozen=True)
class Pictures:
    """The first test image of each digit: (digits, q), and (noises, digits, q) of the rest.

    ``linear`` and ``kernel`` are the results of linear PCA and of the method ``CHOSEN``, trained on
    clean images.
    """

    labels: list[str]
    original: Array
    noisy: Array
    linear: Array
    kernel: Array


def choose(split: Split, ways: dict[str, Way], trained_on: str) -> dict[tuple[str, int], Choice]:
    """The parameters with the least validation error, by method and index of the noise."""
    best: dict[tuple[str, int], Choice] = {}
    for X, served in split.training(trained_on):
        noisy = split.validation_noisy[served]
        for kernel in dict.fromkeys(k for way in ways.values() for k in way.kernels(trained_on)):
            users = {name: w for name, w in ways.items() if kernel in w.kernels(trained_on)}
            trained = Trained.on(X, kernel, max(max(way.components) for way in users.values()))
            for name, d, variant in _candidates(users, trained.solution.components):
                points = trained.denoised(ways[name], d, variant, noisy)
                errors = ((points - split.validation) ** 2).mean(axis=(1, 2))
                for noise, error in zip(served, errors, strict=True):
                    key = name, int(noise)
                    if key not in best or error < best[key].error:
                        best[key] = Choice(trained, d, variant, float(error))
    return best


def _candidates(ways: dict[str, Way], rank: int) -> list[tuple[str, int, float]]:
    return [
        (name, d, variant)
        for name, way in ways.items()
        for d in way.components
        if d <= rank
        for variant in way.variants
    ]


def tested(
    split: Split, ways: dict[str, Way], choices: dict[tuple[str, int], Choice]
) -> dict[tuple[str, int], Array]:
    """The test images without noise (t, q), by method and index of the noise."""
    found = {}
    for (name, noise), choice in choices.items():
        arguments = ways[name], choice.components, choice.variant, split.test_noisy[[noise]]
        found[name, noise] = choice.trained.denoised(*arguments)[0]
    return found


def run(design: Design, repeats: int) -> tuple[Errors, Pictures]:
    """The experiment on the splits 0 to ``repeats`` - 1, and pictures of split 0."""
    splits = [Split.draw(design.images, seed) for seed in range(repeats)]
    results = [one_split(split, design.ways) for split in splits]
    columns = zip(*(errors for errors, _ in results), strict=True)
    errors = Errors((*design.ways, CHOSEN), *(np.array(column) for column in columns))
    return errors, _pictures(splits[0], results[0][1])


Images = dict[tuple[str, int], Array]


def one_split(split: Split, ways: dict[str, Way]) -> tuple[list[Array], Images]:
    """The arrays of ``Errors`` for one split, without the axis of splits, and denoised images.

    The test images without noise (t, q) are those of training on clean images, by method and index
    of the noise.
    """
    names, shape = list(ways), (len(NOISES), len(TRAINED_ON), len(ways) + 1)
    own = [name for name in names if name not in (LINEAR, PEER)]
    found, images = np.zeros((5, *shape)), {}
    for t, trained_on in enumerate(TRAINED_ON):
        choices = choose(split, ways, trained_on)
        points = tested(split, ways, choices)
        for noise in range(len(NOISES)):
            best = min(own, key=lambda name: choices[name, noise].error)
            for m, name in enumerate([*names, best]):
                choice = choices[name, noise]
                mse = ((points[name, noise] - split.test) ** 2).mean()
                numbers = (mse, choice.error, choice.components, choice.gamma, choice.variant)
                found[:, noise, t, m] = numbers
            points[CHOSEN, noise] = points[best, noise]
        images = images or points
    mse, validation, components, gamma, variant = found
    return [mse, validation, components.astype(int), gamma, variant], images


def _pictures(split: Split, images: Images) -> Pictures:
    digits = sorted(set(split.labels))
    at = [split.labels.index(digit) for digit in digits]
    linear, kernel = (
        np.array([images[name, noise][at] for noise in range(len(NOISES))])
        for name in (LINEAR, CHOSEN)
    )
    return Pictures(digits, split.test[at], split.test_noisy[:, at], linear, kernel)


Row = tuple[str, float, str, str, int, float | None, int, float, float]


def table(errors: Errors) -> list[Row]:
    """Rows noise, level, trained_on, method, components, gamma, split, mse, psnr.

    ``psnr`` is in decibels, for a range of gray values of 2. Linear PCA has no gamma (None).
    """
    decibels = psnr(errors.mse)
    return [
        (
            NOISES[noise].name,
            NOISES[noise].level,
            TRAINED_ON[t],
            errors.methods[m],
            int(errors.components[split, noise, t, m]),
            float(errors.gamma[split, noise, t, m]) or None,
            split,
            float(errors.mse[split, noise, t, m]),
            float(decibels[split, noise, t, m]),
        )
        for split, noise, t, m in np.ndindex(errors.mse.shape)
    ]


def summary(values: Array, digits: int = 4) -> list[list[str]]:
    """Median and range over splits, as text, of values (splits, noises, methods), by method.

    >>> summary(np.array([[[0.25]], [[0.5]], [[1.0]]]), 2)
    [['0.50 (0.25 to 1.00)']]
    """
    low, middle, high = values.min(axis=0), np.median(values, axis=0), values.max(axis=0)
    return [
        [
            f"{middle[k, m]:.{digits}f} ({low[k, m]:.{digits}f} to {high[k, m]:.{digits}f})"
            for k in range(values.shape[1])
        ]
        for m in range(values.shape[2])
    ]
