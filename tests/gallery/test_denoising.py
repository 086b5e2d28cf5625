"""The experiment on a small design: what selection has to do, and which numbers are stored."""

import numpy as np
import pandas as pd
import pytest

import denoisers
import denoising
from denoisers import LINEAR, PEER, Trained
from denoising import CHOSEN
from kpca.kernels import RBF
from noisy_digits import NOISES, TRAINED_ON, Split

DESIGN = denoisers.design(
    images=(120, 6, 40),
    gaussian=((0.02, 0.05), (0.02,)),
    laplacian=((0.06,), (0.03,)),
    peer=(0.02,),
    components=(10, 40),
    alphas=(0.01,),
    penalties=(0.01,),
    ridges=(1e-5,),
)
DENOISERS = DESIGN.denoisers
SPLIT = Split.draw(DESIGN.images, 0)


@pytest.fixture(scope="module")
def results():
    return denoising.run(DESIGN, 2)


def test_validation_chooses_the_least_error_over_the_whole_grid():
    denoiser = DENOISERS["fixed point"]
    choices = denoising.choose(SPLIT, {"fixed point": denoiser}, "clean")
    for k in range(len(NOISES)):
        errors = {
            (gamma, d): (
                (
                    Trained.on(SPLIT.clean, RBF(gamma), d).denoised(
                        denoiser, d, 0.0, SPLIT.validation_noisy[[k]]
                    )
                    - SPLIT.validation
                )
                ** 2
            ).mean()
            for gamma in (0.02, 0.05)
            for d in (10, 40)
        }
        choice = choices["fixed point", k]
        assert (choice.gamma, choice.components) == min(errors, key=errors.get)
        assert choice.error == pytest.approx(min(errors.values()), rel=0, abs=1e-6)


def test_the_method_chosen_is_ours_and_has_the_least_validation_error(results):
    errors, _ = results
    methods = errors.methods
    chosen = methods.index(CHOSEN)
    own = [k for k, name in enumerate(methods) if name not in (LINEAR, PEER, CHOSEN)]
    least = errors.validation[..., own].min(axis=-1)
    np.testing.assert_array_equal(errors.validation[..., chosen], least)
    name = errors.chosen_method(1, 2, 0)
    assert errors.mse[1, 2, 0, chosen] == errors.mse[1, 2, 0, methods.index(name)]
    assert (errors.mse[..., chosen] > errors.mse[..., own].min(axis=-1)).any(), (
        "the control: a choice by the test images would always be the best"
    )


def test_every_method_removes_noise_and_the_fixed_point_more_than_linear_pca(results):
    errors, _ = results
    assert errors.mse.shape == (2, len(NOISES), len(TRAINED_ON), len(DENOISERS) + 1)
    half = errors.mse[:, 1]
    assert half.max() < 0.25, "the noise itself has 0.25"
    assert (errors.gain[:, 1, 0, errors.methods.index("fixed point, no mean")] > 1.1).all()
    np.testing.assert_array_equal(errors.gain[..., 0], 1.0)


def test_the_table_has_a_row_for_every_error(results):
    errors, _ = results
    rows = denoising.table(errors)
    assert len(rows) == errors.mse.size
    noise, level, trained_on, method, components, gamma, split, mse, decibels = rows[0]
    assert (noise, level, trained_on, method, gamma, split) == (
        "gaussian",
        0.25,
        "clean",
        "linear PCA",
        None,
        0,
    )
    assert 1 <= components <= 63
    assert decibels == pytest.approx(10.0 * np.log10(4.0 / mse), rel=0, abs=1e-12)
    assert rows[-1][6] == 1


def test_a_single_split_has_no_range():
    values = np.array([[[0.25, 0.5]], [[0.75, 0.5]]])
    assert denoising.summary(values[:1], 2) == [["0.25"], ["0.50"]]
    assert denoising.summary(values, 2) == [["0.50 (0.25 to 0.75)"], ["0.50 (0.50 to 0.50)"]]


def test_the_report_has_medians_over_the_splits_by_method():
    rows = [
        ("gaussian", 0.5, "clean", name, split, factor * error)
        for split, error in enumerate((0.2, 0.4, 0.9))
        for name, factor in (("linear PCA", 1.0), ("fixed point", 0.5))
    ]
    frame = pd.DataFrame(rows, columns=["noise", "level", "trained_on", "method", "split", "mse"])
    caption, medians = denoising.for_the_report(frame)
    assert "median over 3 splits" in caption
    assert list(medians) == ["noise", "level", "trained_on", "linear PCA", "fixed point"]
    assert medians.iloc[0].tolist() == ["gaussian", 0.5, "clean", 0.4, 0.2]
