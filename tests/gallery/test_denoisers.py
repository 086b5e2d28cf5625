"""Methods that scikit-learn has too give its images; fewer components are the first ones."""

import numpy as np
from sklearn.decomposition import PCA, KernelPCA

from denoisers import LINEAR, PEER, QUICK, Denoiser, ScikitLearn, Trained
from kpca.kernels import RBF, Linear
from noisy_digits import Split

DENOISERS = QUICK.denoisers
SPLIT = Split.draw((120, 6, 40), 0)


def test_scikit_learn_is_scikit_learn():
    trained = Trained.on(SPLIT.clean, RBF(0.03), 30)
    found = trained.denoised(DENOISERS[PEER], 12, 0.01, SPLIT.test_noisy[:2])
    peer = KernelPCA(12, kernel="rbf", gamma=0.03, fit_inverse_transform=True, alpha=0.01)
    peer.fit(SPLIT.clean)
    for k in range(2):
        expected = peer.inverse_transform(peer.transform(SPLIT.test_noisy[k]))
        np.testing.assert_allclose(found[k], expected, rtol=0, atol=1e-8)
    other = ScikitLearn(0.1)
    denoisers = Denoiser(RBF, ((0.03,), (0.03,)), (12,), {0.1: other})
    differs = trained.denoised(denoisers, 12, 0.1, SPLIT.test_noisy[:2]) - found
    assert np.abs(differs).max() > 1e-3, "the control: another alpha"


def test_linear_pca_is_the_projection_of_scikit_learn():
    found = Trained.on(SPLIT.clean, Linear(), 9).denoised(
        DENOISERS[LINEAR], 7, 0.0, SPLIT.test_noisy
    )
    peer = PCA(7).fit(SPLIT.clean)
    for k, noisy in enumerate(SPLIT.test_noisy):
        expected = peer.inverse_transform(peer.transform(noisy))
        np.testing.assert_allclose(found[k], expected, rtol=0, atol=1e-10)


def test_the_components_of_a_solution_are_those_of_a_solution_with_fewer():
    many, few = (Trained.on(SPLIT.clean, RBF(0.03), d) for d in (60, 15))
    arguments = (DENOISERS["fixed point"], 15, 0.0, SPLIT.test_noisy)
    np.testing.assert_allclose(
        many.denoised(*arguments), few.denoised(*arguments), rtol=0, atol=1e-7
    )


def test_more_components_than_the_rank_are_as_many_as_there_are():
    assert Trained.on(SPLIT.clean[:8], Linear(), 63).solution.components == 7
