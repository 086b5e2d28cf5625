"""The experiment on a small design, against scikit-learn and against what selection has to do."""

import numpy as np
import pytest
from sklearn.decomposition import PCA, KernelPCA

from kpca.demonstrations import denoising
from kpca.demonstrations.denoising import CHOSEN, LINEAR, PEER, ScikitLearn, Trained, Way
from kpca.demonstrations.noisy_digits import NOISES, TRAINED_ON, Split
from kpca.kernels import RBF, Linear

DESIGN = denoising.design(
    images=(120, 6, 40),
    gaussian=((0.02, 0.05), (0.02,)),
    laplacian=((0.06,), (0.03,)),
    peer=(0.02,),
    components=(10, 40),
    alphas=(0.01,),
    penalties=(0.01,),
    fractions=(1e-5,),
)
WAYS = DESIGN.ways
SPLIT = Split.draw(DESIGN.images, 0)


@pytest.fixture(scope="module")
def results():
    return denoising.run(DESIGN, 2)


def test_scikit_learn_is_scikit_learn():
    trained = Trained.on(SPLIT.clean, RBF(0.03), 30)
    found = trained.denoised(WAYS[PEER], 12, 0.01, SPLIT.test_noisy[:2])
    peer = KernelPCA(12, kernel="rbf", gamma=0.03, fit_inverse_transform=True, alpha=0.01)
    peer.fit(SPLIT.clean)
    for k in range(2):
        expected = peer.inverse_transform(peer.transform(SPLIT.test_noisy[k]))
        np.testing.assert_allclose(found[k], expected, rtol=0, atol=1e-8)
    other = ScikitLearn(0.1)
    ways = Way(RBF, ((0.03,), (0.03,)), (12,), {0.1: other})
    differs = trained.denoised(ways, 12, 0.1, SPLIT.test_noisy[:2]) - found
    assert np.abs(differs).max() > 1e-3, "the control: another alpha"


def test_linear_pca_is_the_projection_of_scikit_learn():
    found = Trained.on(SPLIT.clean, Linear(), 9).denoised(WAYS[LINEAR], 7, 0.0, SPLIT.test_noisy)
    peer = PCA(7).fit(SPLIT.clean)
    for k, noisy in enumerate(SPLIT.test_noisy):
        expected = peer.inverse_transform(peer.transform(noisy))
        np.testing.assert_allclose(found[k], expected, rtol=0, atol=1e-10)


def test_the_components_of_a_solution_are_those_of_a_solution_with_fewer():
    many, few = (Trained.on(SPLIT.clean, RBF(0.03), d) for d in (60, 15))
    arguments = (WAYS["fixed point"], 15, 0.0, SPLIT.test_noisy)
    np.testing.assert_allclose(
        many.denoised(*arguments), few.denoised(*arguments), rtol=0, atol=1e-7
    )


def test_more_components_than_the_rank_are_as_many_as_there_are():
    assert Trained.on(SPLIT.clean[:8], Linear(), 63).solution.components == 7


def test_validation_chooses_the_least_error_over_the_whole_grid():
    way = WAYS["fixed point"]
    choices = denoising.choose(SPLIT, {"fixed point": way}, "clean")
    for k in range(len(NOISES)):
        errors = {
            (gamma, d): (
                (
                    Trained.on(SPLIT.clean, RBF(gamma), d).denoised(
                        way, d, 0.0, SPLIT.validation_noisy[[k]]
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
    assert errors.mse.shape == (2, len(NOISES), len(TRAINED_ON), len(WAYS) + 1)
    half = errors.mse[:, 1]
    assert half.max() < 0.25, "the noise itself has 0.25"
    assert (errors.gain[:, 1, 0, errors.methods.index("fixed point, no mean")] > 1.1).all()
    np.testing.assert_array_equal(errors.gain[..., 0], 1.0)


def test_pictures_are_test_images_of_each_digit(results):
    _, pictures = results
    assert pictures.labels == sorted(pictures.labels)
    for label, image in zip(pictures.labels, pictures.original, strict=True):
        assert np.array_equal(image, SPLIT.test[SPLIT.labels.index(label)])
    shape = (len(NOISES), len(pictures.labels), 64)
    assert pictures.noisy.shape == pictures.linear.shape == pictures.kernel.shape == shape
    off = ((pictures.kernel - pictures.original) ** 2).mean(axis=(1, 2))
    assert (off < ((pictures.noisy - pictures.original) ** 2).mean(axis=(1, 2))).all()


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


def test_a_summary_is_the_median_and_the_range():
    values = np.array([[[1.0, 4.0]], [[2.0, 9.0]], [[6.0, 5.0]]])
    assert denoising.summary(values, 1) == [["2.0 (1.0 to 6.0)"], ["5.0 (4.0 to 9.0)"]]
