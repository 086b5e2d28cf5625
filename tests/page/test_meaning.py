"""Each map says what it is called, and how many of the nearest samples it keeps near."""

import numpy as np
import pytest
from given_studies import solved_on

from kpca import kernels
from kpca.data import Distances, Gram, Vectors
from kpca.page import meaning

RNG = np.random.default_rng(3)
X = RNG.normal(size=(50, 5)) * [3.0, 2.5, 1.0, 1.0, 1.0]


def _vectors(X, kernel=kernels.Linear()):  # noqa: B008
    return Vectors(kernel, X, X)


def _read(one):
    return meaning.readings([one])[0]


def _kept(D, Z, k=10):
    """The obvious way: sets of the nearest others."""

    def nearest(one):
        return np.argsort(np.where(np.eye(len(one)), np.inf, one), axis=1)[:, :k]

    on_map = np.linalg.norm(Z[:, None] - Z, axis=2)
    both = zip(nearest(D), nearest(on_map), strict=True)
    return 100.0 / k * np.mean([len({*a} & {*b}) for a, b in both])


def test_the_neighbors_that_a_map_keeps_are_those_by_all_columns():
    """Three of five columns are hardly seen on the map."""
    one = solved_on(_vectors(X))
    share = _kept(np.linalg.norm(X[:, None] - X, axis=2), one.solution.scores)
    assert _read(one) == (
        f"Components 1 and 2 keep {share:.3g} % of the 10 nearest neighbors of a sample "
        "(20 % by chance)."
    )
    assert _read(solved_on(_vectors(X), 5)) == _read(one), "the plane is what is seen"
    for bending in (kernels.RBF(0.1), kernels.Laplacian(0.1)):
        assert _read(solved_on(_vectors(X, bending))).endswith("by chance); distances are bent.")
    assert _read(solved_on(_vectors(X), 1)).startswith("Component 1 keeps ")
    assert _read(solved_on(_vectors(X[:20]))) == "", "few samples"
    D = np.linalg.norm(X[:49, None] - X[:49], axis=2)
    share = _kept(D, solved_on(_vectors(X[:49])).solution.scores, 5)
    assert f"{share:.3g} % of the 5 nearest" in _read(solved_on(_vectors(X[:49])))
    heap = np.vstack([X[:39], np.tile(X[:1], (11, 1))])
    assert _read(solved_on(_vectors(heap))) == "", "any of twelve equal ones may be near"
    assert _read(solved_on(_vectors(X[:, :2]))) == "", "all columns are on the map"
    assert _read(solved_on(_vectors(X), weights=np.ones(50))) == ""


def test_samples_far_out_on_one_of_the_maps_are_named_where_distances_are_bent():
    """The Gaussian kernel moves a far sample to the middle of its map."""
    far = np.vstack([X, [[0.0, 0.0, 40.0, 0.0, 0.0]]])
    both = [solved_on(_vectors(far, kernel)) for kernel in (kernels.Linear(), kernels.RBF(0.1))]
    first, second = meaning.readings(both)
    assert "hidden" not in first
    assert second.endswith(f"(read them on PCA), and {both[0].names[-1]!r} may be hidden.")


def test_of_two_bent_maps_that_keep_as_many_neighbors_none_is_advised():
    both = [solved_on(_vectors(X, kernels.RBF(gamma))) for gamma in (0.01, 0.01)]
    assert meaning.readings(both, True)[0].startswith(f"{AS_MANY}: components 1 and 2 keep")


AS_MANY = "Both maps keep nearly equally many neighbors, within 5 points"


@pytest.mark.parametrize(
    ("kept", "begins"),
    [
        ((0.46, 0.40), "The closer picture of who is near whom: components 1 and 2 keep 46 % of"),
        ((0.45, 0.40), "The closer picture of who is near whom: components 1 and 2 keep 45 % of"),
        ((0.44, 0.40), f"{AS_MANY}; read PCA, whose distances are not bent: components 1 and 2"),
        ((0.40, 0.44), f"{AS_MANY}; read PCA, whose distances are not bent: components 1 and 2"),
        ((0.51, 0.46), "The closer picture of who is near whom: components 1 and 2 keep 51 % of"),
        ((0.49, 0.52), f"{AS_MANY}; read PCA, whose distances are not bent: components 1 and 2"),
        ((0.46, None), "Components 1 and 2 keep 46 % of"),
    ],
)
def test_the_first_of_two_maps_is_closer_by_five_points_and_distances_are_those_of_pca(
    monkeypatch, kept, begins
):
    both = [solved_on(_vectors(X)), solved_on(_vectors(X, kernels.RBF(0.1)))]
    shares = dict(zip(map(id, both), kept, strict=True))
    monkeypatch.setattr(meaning, "share_kept", lambda one: shares[id(one)])
    first, second = meaning.readings(both, True)
    lost = "so most neighbors on {} are not neighbors in the table"
    of_two = "the map" if None in kept or max(kept) > 0.5 else "both maps"
    assert (lost.format(of_two) in first) == (kept[0] < 0.5) and "so most" not in second
    assert lost.format("the map") in meaning.readings(both[:1])[0] or kept[0] > 0.5
    assert first.startswith(begins) and "distances are bent" not in first
    assert not second or second.startswith(
        ("Components 1 and 2 keep 4", "Components 1 and 2 keep 52")
    )
    assert not second or second.endswith("; distances are bent (read them on PCA).")
    assert meaning.readings(both)[0].startswith("Components"), "of maps of one shape"
    assert "PCA" not in meaning.readings(both[1:])[0]


def test_of_a_given_matrix_they_are_those_by_its_distances():
    """These are not those of the columns, and a sample may be equal to another one."""
    Y = np.vstack([X[:-1], X[:1]])
    D = np.abs(Y[:, None] - Y).sum(axis=2)
    one = solved_on(Distances(D, D, D))
    assert f"Components 1 and 2 keep {_kept(D, one.solution.scores):.3g} %" in _read(one)
    K = (Y @ Y.T + 1.0) ** 2
    squares = K.diagonal()[:, None] + K.diagonal() - 2.0 * K
    one = solved_on(Gram(K, K, K))
    assert f"Components 1 and 2 keep {_kept(squares, one.solution.scores):.3g} %" in _read(one)


def test_of_many_samples_they_are_those_of_a_random_subset_among_all_samples(monkeypatch):
    monkeypatch.setattr(meaning, "MOST_DISTANCES", 1550)
    monkeypatch.setattr(meaning, "FEWEST", 30)
    ordered = X[np.argsort(X[:, 2])]
    one, Z = solved_on(_vectors(ordered)), solved_on(_vectors(ordered)).solution.scores
    chosen = meaning.random_subset(np.arange(50), 31)
    near, on_map = (
        np.argsort(np.linalg.norm(of[chosen][:, None] - of, axis=2), axis=1)[:, 1:11]
        for of in (ordered, Z)
    )
    share = 10.0 * np.mean([len({*a} & {*b}) for a, b in zip(near, on_map, strict=True)])
    assert f"keep {share:.3g} % of the 10" in _read(one)
    assert "(20 % by chance; on 31 of 50 samples)" in _read(one)
    monkeypatch.setattr(meaning, "MOST_DISTANCES", 1)
    assert "on 30 of 50 samples" in _read(one)
    monkeypatch.setattr(meaning, "MOST", 25)
    assert "on 25 of 50 samples" in _read(one)
