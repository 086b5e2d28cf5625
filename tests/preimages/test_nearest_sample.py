"""The nearest sample, where only a kernel matrix is given."""

import numpy as np

from kpca.formulations import dual
from kpca.preimages.nearest_sample import nearest_samples

RNG = np.random.default_rng(5)
PHI, PHI_NEW = RNG.normal(size=(25, 4)), RNG.normal(size=(6, 4))


def test_it_is_the_sample_nearest_to_the_projection_in_feature_space():
    K = PHI @ PHI.T
    solution = dual.fit(K, 2, 1e-13)
    found = nearest_samples(solution, K, PHI_NEW @ PHI.T)
    mean = PHI.mean(axis=0)
    _, _, axes = np.linalg.svd(PHI - mean)
    P = mean + (PHI_NEW - mean) @ axes[:2].T @ axes[:2]
    distances = np.linalg.norm(P[:, None] - PHI[None], axis=2)
    np.testing.assert_allclose(found.W @ PHI, P, rtol=0, atol=1e-12)
    assert found.samples.tolist() == distances.argmin(axis=1).tolist()
    np.testing.assert_allclose(found.distances, distances.min(axis=1), rtol=0, atol=1e-7)
    without_mean = np.linalg.norm((P - mean)[:, None] - PHI[None], axis=2).argmin(axis=1)
    assert found.samples.tolist() != without_mean.tolist(), "the control: the mean is forgotten"
