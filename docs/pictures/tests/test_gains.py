"""What kernel PCA gains on real tables is measured as the picture says, by another route."""

import numpy as np
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA, KernelPCA
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

import gains
from kpca.kernels import RBF, Linear
from kpca.studies import datasets

X, DIGITS = load_digits(return_X_y=True)


def _wrong(model, seed, components):
    """The share of test images that go to another digit by discriminants from a textbook."""
    order = np.random.default_rng(seed).permutation(len(X))
    train, test = order[: gains.TRAINED_ON], order[gains.TRAINED_ON :]
    scores = model.fit_transform(X[train] / 16.0)[:, :components]
    new = model.transform(X[test] / 16.0)[:, :components]
    means = np.array([scores[DIGITS[train] == digit].mean(axis=0) for digit in range(10)])
    within = scores - means[DIGITS[train]]
    axes = np.linalg.solve(within.T @ within / len(train), means.T)
    shares = np.bincount(DIGITS[train]) / len(train)
    values = new @ axes - (means.T * axes).sum(axis=0) / 2 + np.log(shares)
    return (values.argmax(axis=1) != DIGITS[test]).mean()


def test_the_errors_are_those_of_the_components_of_scikit_learn_and_of_discriminants_by_hand():
    of_pca, of_kernel = gains.wrong(Linear(), 50), gains.wrong(RBF(gains.GAMMA), 100)
    assert (of_pca.shape, of_kernel.shape) == ((gains.SPLITS, 5), (gains.SPLITS, 6))
    for seed in (0, 3):
        linear = _wrong(PCA(50), seed, 20), _wrong(PCA(50), seed, 50)
        np.testing.assert_allclose(of_pca[seed, 3:5], linear, rtol=0, atol=1e-12)
        kernel = KernelPCA(100, kernel="rbf", gamma=0.05, eigen_solver="dense")
        np.testing.assert_allclose(of_kernel[seed, 5], _wrong(kernel, seed, 100), atol=1e-12)


def test_the_nearest_image_and_the_kept_neighbors_are_those_of_scikit_learn():
    order = np.random.default_rng(2).permutation(len(X))
    train, test = order[:1000], order[1000:]
    nearest = KNeighborsClassifier(1).fit(X[train], DIGITS[train])
    wrong = 1.0 - nearest.score(X[test], DIGITS[test])
    np.testing.assert_allclose(gains.wrong_by_nearest()[2], wrong, rtol=0, atol=1e-12)
    wine = datasets.wine()[0]
    near, on_map = (
        NearestNeighbors(n_neighbors=10).fit(of).kneighbors(return_distance=False)
        for of in (wine, PCA(2).fit_transform(wine))
    )
    share = np.mean([len({*a} & {*b}) for a, b in zip(near, on_map, strict=True)]) / 10
    np.testing.assert_allclose(gains.kept()["wine"][0], share, rtol=0, atol=1e-12)
