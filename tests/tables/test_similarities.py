"""Similarities that are given as distances have a remark, and distances have none."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from kpca.studies import matrix
from kpca.tables import similarities
from kpca.tables.read import read

TREE = [[0, 1.9, 9.7, 11.6], [1.9, 0, 8.8, 10.7], [9.7, 8.8, 0, 4.8], [11.6, 10.7, 4.8, 0]]
"""Distances in percent along a tree that joins A with B and C with D."""


def _text(D, side):
    lines = [
        ",".join([name, *("" if i == j or (i < j) == side else str(D[i][j]) for j in range(4))])
        for i, name in enumerate("ABCD")
    ]
    return "\n".join([",A,B,C,D", *lines]) + "\n"


@pytest.mark.parametrize("side", [True, False])
@pytest.mark.parametrize("scale", [100, 1])
def test_identities_without_a_diagonal_have_a_remark_with_the_line_that_converts(
    scale, side, tmp_path
):
    identities = [[round((100 - d) * scale / 100, 6) for d in row] for row in TREE]
    (tmp_path / "d.csv").write_text(_text(identities, side))
    given = matrix.matrix(read(tmp_path / "d.csv", wider=0), matrix.DISTANCES)
    assert given.A[0, 1] == identities[0][1], "they are read as they stand"
    (said,) = [remark for remark in given.remarks if "similarities" in remark]
    assert f"write {scale} - number" in said and "'A' and 'B'" in said
    for_distances = [[round(d * scale / 100, 6) for d in row] for row in TREE]
    (tmp_path / "d.csv").write_text(_text(for_distances, side))
    given = matrix.matrix(read(tmp_path / "d.csv", wider=0), matrix.DISTANCES)
    assert not any("similarities" in remark for remark in given.remarks)


def test_a_diagonal_of_zeros_says_that_numbers_are_distances(tmp_path):
    identities = 100.0 - np.array(TREE) - 100.0 * np.eye(4)
    half = [",".join([name, *map(str, identities[i, : i + 1])]) for i, name in enumerate("ABCD")]
    (tmp_path / "d.csv").write_text("\n".join(half) + "\n")
    given = matrix.matrix(read(tmp_path / "d.csv", wider=0, header=False), matrix.DISTANCES)
    assert given.A.tolist() == identities.tolist()
    assert not any("similarities" in remark for remark in given.remarks)


def _points(rng, n):
    return pdist(rng.normal(size=(n, 2)))


def _counts(rng, n):
    of_groups = np.exp(1.5 * rng.normal(size=(3, 40)))[rng.integers(0, 3, n)]
    return pdist(rng.poisson(of_groups * np.exp(rng.normal(size=(n, 40)))) + 1.0, "braycurtis")


def _presences(rng, n):
    return pdist(rng.random((n, 60)) < rng.uniform(0.1, 0.6, (n, 1)), "jaccard")


def _many_columns(rng, n):
    return pdist(rng.normal(size=(n, 200)))


@pytest.mark.parametrize(
    ("drawn", "n", "rate"),
    [
        *[(drawn, 12, 0.02) for drawn in (_points, _counts, _presences)],
        *[(drawn, 4, 0.1) for drawn in (_points, _counts, _presences)],
        *[(_many_columns, n, 0.1) for n in (4, 9)],
    ],
)
def test_few_distances_are_taken_for_similarities_and_their_complements_are(drawn, n, rate):
    rng, tables, names = np.random.default_rng(3), 40, [*map(str, range(n))]
    D = [squareform(d / d.max()) for d in (drawn(rng, n) for _ in range(tables))]
    asked = sum(bool(similarities.remarks(one, names)) for one in D)
    assert asked <= tables * rate + 2.0 * np.sqrt(tables * rate)
    turned = [squareform(1.0 - 0.9 * squareform(one)) for one in D]
    if n == 12 and drawn is not _presences:
        assert sum(bool(similarities.remarks(one, names)) for one in turned) >= 0.9 * tables


def test_equal_numbers_and_other_sizes_have_no_remark():
    identities = 100.0 - np.array(TREE) - 100.0 * np.eye(4)
    for D in (0.7 * (1.0 - np.eye(5)), 3.0 * identities, identities[:3, :3], 0.3 * identities):
        assert similarities.remarks(D, [*"ABCDE"]) == []
