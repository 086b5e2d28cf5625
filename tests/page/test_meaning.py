"""Each map says what it is called, and how many of the nearest samples it keeps near."""

import numpy as np

from kpca import kernels
from kpca.data import Distances, Gram, Vectors
from kpca.page import meaning
from kpca.studies.study import Study

RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 5)) * [3.0, 2.5, 1.0, 1.0, 1.0]


def _of(data, components=2, **more):
    names, labels = [f"s{i}" for i in range(len(data.K))], ["a"] * len(data.K)
    study = Study("my", "My", data, components, names, labels, names, labels, **more)
    return study.solve()


def _vectors(X, kernel=kernels.Linear()):  # noqa: B008
    return Vectors(kernel, X, X)


def _kept(D, Z):
    """The obvious way: sets of the ten nearest others."""

    def nearest(one):
        return np.argsort(np.where(np.eye(len(one)), np.inf, one), axis=1)[:, :10]

    on_map = np.linalg.norm(Z[:, None] - Z, axis=2)
    return 10.0 * np.mean(
        [len({*a} & {*b}) for a, b in zip(nearest(D), nearest(on_map), strict=True)]
    )


def test_the_neighbors_that_a_map_keeps_are_those_by_all_columns():
    """Three of five columns are hardly seen on the map."""
    one = _of(_vectors(X))
    share = _kept(np.linalg.norm(X[:, None] - X, axis=2), one.solution.scores)
    assert meaning.keeps(one) == (
        f"Components 1 and 2 keep {share:.3g} % of the 10 nearest neighbors of a sample "
        "(26 % if all lay at random)."
    )
    assert meaning.keeps(_of(_vectors(X), 5)) == meaning.keeps(one), "the plane is what is seen"
    assert meaning.keeps(_of(_vectors(X, kernels.RBF(0.1)))).endswith(
        "; they bend distances, and may hide samples that are far out."
    )
    assert meaning.keeps(_of(_vectors(X, kernels.Laplacian(0.1)))).endswith(
        "; they bend distances, and may hide samples that are far out."
    )
    assert meaning.keeps(_of(_vectors(X), 1)).startswith("Component 1 keeps ")
    assert meaning.keeps(_of(_vectors(X[:20]))) == "", "few samples"
    heap = np.vstack([X[:29], np.tile(X[:1], (11, 1))])
    assert meaning.keeps(_of(_vectors(heap))) == "", "any of twelve equal ones may be near"
    assert meaning.keeps(_of(_vectors(X[:, :2]))) == "", "all columns are on the map"
    assert meaning.keeps(_of(_vectors(X), weights=np.ones(40))) == ""


def test_of_a_given_matrix_they_are_those_by_its_distances():
    """These are not those of the columns, and a sample may be equal to another one."""
    Y = np.vstack([X[:-1], X[:1]])
    D = np.abs(Y[:, None] - Y).sum(axis=2)
    one = _of(Distances(D, D, D))
    assert f"Components 1 and 2 keep {_kept(D, one.solution.scores):.3g} %" in meaning.keeps(one)
    K = (Y @ Y.T + 1.0) ** 2
    squares = K.diagonal()[:, None] + K.diagonal() - 2.0 * K
    one = _of(Gram(K, K, K))
    assert f"Components 1 and 2 keep {_kept(squares, one.solution.scores):.3g} %" in meaning.keeps(
        one
    )


def test_of_many_samples_they_are_those_of_a_random_subset(monkeypatch):
    monkeypatch.setattr(meaning, "MOST", 30)
    ordered = X[np.argsort(X[:, 2])]
    one = _of(_vectors(ordered))
    chosen = meaning.random_subset(np.arange(40), 30)
    D = np.linalg.norm(ordered[chosen][:, None] - ordered[chosen], axis=2)
    share = _kept(D, one.solution.scores[chosen])
    kept = meaning.keeps(one)
    assert f"keep {share:.3g} % of the 10" in kept
    assert "(34 % if all lay at random, on 30 of 40 samples)" in kept
