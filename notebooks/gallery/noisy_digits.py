"""Real digits with noise: random splits into training, validation and test images."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array, Indices
from kpca.studies import datasets

RANGE = 2.0
"""Gray values lie in [-1, 1]: the peak of the peak signal-to-noise ratio is 2."""

TRAINED_ON = ("clean", "noisy")


@dataclass(frozen=True)
class Noise:
    """A kind of noise, and how strong it is.

    ``gaussian``: normal errors of standard deviation ``level`` are added to each pixel.
    ``speckle``: each pixel becomes -1 or 1 with probability ``level``.
    """

    name: str
    level: float

    def __str__(self) -> str:
        return f"{self.name}, {'σ' if self.name == 'gaussian' else 'p'} = {self.level:g}"

    def __call__(self, X: Array, rng: np.random.Generator) -> Array:
        """Noisy images (n, q) from clean ones."""
        if self.name == "gaussian":
            return X + rng.normal(0.0, self.level, X.shape)
        hit = rng.random(X.shape) < self.level
        return np.where(hit, np.where(rng.random(X.shape) < 0.5, -1.0, 1.0), X)


NOISES = (
    Noise("gaussian", 0.25),
    Noise("gaussian", 0.5),
    Noise("gaussian", 0.8),
    Noise("speckle", 0.4),
)


@dataclass(frozen=True)
class Split:
    """Images of one random split, and their noisy copies, one for each of ``NOISES``.

    clean, noisy                    training images (n, q); their noisy copies (noises, n, q)
    validation, validation_noisy    the same of the validation images, (v, q) and (noises, v, q)
    test, test_noisy                the same of the test images, (t, q) and (noises, t, q)
    labels                          the digit of each test image
    """

    clean: Array
    noisy: Array
    validation: Array
    validation_noisy: Array
    test: Array
    test_noisy: Array
    labels: list[str]

    @classmethod
    def draw(cls, sizes: tuple[int, int, int], seed: int) -> "Split":
        """Split number ``seed`` of the digits of UCI: sizes of training, validation and test."""
        rng = np.random.default_rng(seed)
        X, labels = datasets.digits()
        at = np.split(rng.permutation(len(X)), np.cumsum(sizes))[:3]
        subsets = [2.0 * X[chosen] - 1.0 for chosen in at]
        noisy = [np.array([noise(subset, rng) for noise in NOISES]) for subset in subsets]
        every = (array for pair in zip(subsets, noisy, strict=True) for array in pair)
        return cls(*every, [labels[i] for i in at[2]])

    def training(self, trained_on: str) -> Iterator[tuple[Array, Indices]]:
        """Sets of training images (n, q), each with the indices of the noises that it serves."""
        if trained_on == "clean":
            yield self.clean, np.arange(len(NOISES))
        else:
            yield from ((X, np.array([k])) for k, X in enumerate(self.noisy))


def psnr(mse: Array) -> Array:
    """Peak signal-to-noise ratio in decibels, 10 log10(2^2/mse), of mean squared errors."""
    return 10.0 * np.log10(RANGE**2 / mse)
