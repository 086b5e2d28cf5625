"""Which method removes noise from images of digits best: ledger R4 and F4, notes N0 and N3.

The experiment is that of Mika et al. (NIPS 11, 1998) on smaller images: project a noisy image on
the leading components of training images, and return the pre-image of the projection. All
parameters are chosen on validation images, and errors are those of test images.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import xarray as xr

from denoisers import LINEAR, PEER, Denoiser, Design, Trained
from kpca.arrays import Array, Indices
from kpca.results.registry import variable
from noisy_digits import NOISES, TRAINED_ON, Split, psnr

CHOSEN = "kernel PCA, chosen"

NOISE_KIND = variable(("noise_kind",), list(map(str, NOISES)), "1", "kind and level of the noise")


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

    def to_dataset(self) -> xr.Dataset:
        """What the notebook stores of the errors."""
        dims, splits = ("split", "noise_kind", "trained_on", "method"), range(len(self.mse))
        return xr.Dataset(
            {
                "split": variable(
                    ("split",), splits, "1", "number of a random split, from 0: its seed"
                ),
                "noise_kind": NOISE_KIND,
                "trained_on": variable(("trained_on",), TRAINED_ON, "1", "kind of training images"),
                "method": variable(("method",), self.methods, "1", "method that removes noise"),
                "test_error": variable(
                    dims, self.mse, "1", "mean squared error of a pixel of the test images"
                ),
                "validation_error": variable(
                    dims, self.validation, "1", "the same of the validation images"
                ),
                "components_chosen": variable(dims, self.components, "1", "number of components"),
                "gamma_chosen": variable(
                    dims, self.gamma, "1", "gamma of the kernel; 0 without one"
                ),
                "parameter_chosen": variable(
                    dims, self.variant, "1", "the method's own parameter; 0 without one"
                ),
            }
        )


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

    def to_dataset(self) -> xr.Dataset:
        """What the notebook stores of the images."""
        image_dims, noisy_dims = ("digit", "pixel"), ("noise_kind", "digit", "pixel")
        return xr.Dataset(
            {
                "noise_kind": NOISE_KIND,
                "digit": variable(("digit",), self.labels, "1", "digit that an image shows"),
                "original_image": variable(
                    image_dims, self.original, "1", "test image, gray from -1 to 1"
                ),
                "noisy_image": variable(noisy_dims, self.noisy, "1", "the same with noise"),
                "linear_image": variable(noisy_dims, self.linear, "1", "denoised by linear PCA"),
                "kernel_image": variable(noisy_dims, self.kernel, "1", "denoised by kernel PCA"),
            }
        )


def choose(
    split: Split, denoisers: dict[str, Denoiser], trained_on: str
) -> dict[tuple[str, int], Choice]:
    """The parameters with the least validation error, by method and index of the noise."""
    best: dict[tuple[str, int], Choice] = {}
    for X, served in split.training(trained_on):
        noisy = split.validation_noisy[served]
        for kernel in dict.fromkeys(k for d in denoisers.values() for k in d.kernels(trained_on)):
            users = {name: d for name, d in denoisers.items() if kernel in d.kernels(trained_on)}
            trained = Trained.on(X, kernel, max(max(d.components) for d in users.values()))
            for name, d, variant in _candidates(users, trained.solution.components):
                points = trained.denoised(denoisers[name], d, variant, noisy)
                errors = ((points - split.validation) ** 2).mean(axis=(1, 2))
                for noise, error in zip(served, errors, strict=True):
                    key = name, int(noise)
                    if key not in best or error < best[key].error:
                        best[key] = Choice(trained, d, variant, float(error))
    return best


def _candidates(denoisers: dict[str, Denoiser], rank: int) -> list[tuple[str, int, float]]:
    return [
        (name, d, variant)
        for name, denoiser in denoisers.items()
        for d in denoiser.components
        if d <= rank
        for variant in denoiser.variants
    ]


def tested(
    split: Split, denoisers: dict[str, Denoiser], choices: dict[tuple[str, int], Choice]
) -> dict[tuple[str, int], Array]:
    """The test images without noise (t, q), by method and index of the noise."""
    points = {}
    for (name, noise), choice in choices.items():
        arguments = denoisers[name], choice.components, choice.variant, split.test_noisy[[noise]]
        points[name, noise] = choice.trained.denoised(*arguments)[0]
    return points


def run(design: Design, repeats: int) -> tuple[Errors, Pictures]:
    """The experiment on the splits 0 to ``repeats`` - 1, and pictures of split 0."""
    splits = [Split.draw(design.images, seed) for seed in range(repeats)]
    results = [one_split(split, design.denoisers) for split in splits]
    columns = zip(*(errors for errors, _ in results), strict=True)
    errors = Errors((*design.denoisers, CHOSEN), *(np.array(column) for column in columns))
    return errors, _pictures(splits[0], results[0][1])


Images = dict[tuple[str, int], Array]


def one_split(split: Split, denoisers: dict[str, Denoiser]) -> tuple[list[Array], Images]:
    """The arrays of ``Errors`` for one split, without the axis of splits, and denoised images.

    The test images without noise (t, q) are those of training on clean images, by method and index
    of the noise.
    """
    names, shape = list(denoisers), (len(NOISES), len(TRAINED_ON), len(denoisers) + 1)
    own = [name for name in names if name not in (LINEAR, PEER)]
    results, images = np.zeros((5, *shape)), {}
    for t, trained_on in enumerate(TRAINED_ON):
        choices = choose(split, denoisers, trained_on)
        points = tested(split, denoisers, choices)
        for noise in range(len(NOISES)):
            best = min(own, key=lambda name: choices[name, noise].error)
            for m, name in enumerate([*names, best]):
                choice = choices[name, noise]
                mse = ((points[name, noise] - split.test) ** 2).mean()
                numbers = (mse, choice.error, choice.components, choice.gamma, choice.variant)
                results[:, noise, t, m] = numbers
            points[CHOSEN, noise] = points[best, noise]
        images = images or points
    mse, validation, components, gamma, variant = results
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


def for_the_report(rows: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """Caption and rows for the report, from those of ``table``: medians of ``mse`` by method."""
    keys = ["noise", "level", "trained_on"]
    medians = rows.pivot_table("mse", keys, "method", "median", sort=False).reset_index()
    splits = rows["split"].nunique()
    return (
        f"median over {splits} {'split' if splits == 1 else 'splits'} of the mean squared error "
        "of a pixel of the test images, gray from -1 to 1.",
        medians,
    )


def summary(values: Array, digits: int = 4) -> list[list[str]]:
    """Median and range over splits, as text, of values (splits, noises, methods), by method.

    A single split has no range.

    >>> summary(np.array([[[0.25]], [[0.5]], [[1.0]]]), 2)
    [['0.50 (0.25 to 1.00)']]
    """

    def text(cell: Array) -> str:
        middle = f"{np.median(cell):.{digits}f}"
        ends = f" ({cell.min():.{digits}f} to {cell.max():.{digits}f})"
        return middle + ends if len(cell) > 1 else middle

    _, noises, methods = values.shape
    return [[text(values[:, k, m]) for k in range(noises)] for m in range(methods)]
