"""Similarities that are given as distances have a remark, and distances have none."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from kpca.studies import matrix
from kpca.tables import similarities
from kpca.tables.read import read

TREE = np.array(
    [[0, 1.9, 9.7, 11.6], [1.9, 0, 8.8, 10.7], [9.7, 8.8, 0, 4.8], [11.6, 10.7, 4.8, 0]]
)
"""Distances in percent along a tree that joins A with B and C with D."""

LOWER = np.tri(4, k=-1, dtype=bool)
APART = LOWER | LOWER.T


def _read(tmp_path, D, are_there):
    """The distances in a file with some cells of D, and the remarks on similarities."""
    cells = np.where(are_there, np.char.mod("%g", D), "")
    lines = [",".join([name, *row]) for name, row in zip("ABCD", cells, strict=True)]
    (tmp_path / "d.csv").write_text("\n".join([",A,B,C,D", *lines]) + "\n")
    given = matrix.matrix(read(tmp_path / "d.csv", wider=0), matrix.DISTANCES)
    return given.A, [remark for remark in given.remarks if "similarities" in remark]


@pytest.mark.parametrize("half", [LOWER, LOWER.T])
@pytest.mark.parametrize("scale", [100, 1])
def test_identities_without_a_diagonal_have_a_remark_with_the_line_that_converts(
    scale, half, tmp_path
):
    distances = TREE * scale / 100
    identities = (scale - distances) * APART
    A, (said,) = _read(tmp_path, identities, half)
    assert pytest.approx(identities, abs=1e-12) == A, "they are read as they stand"
    assert f"write {scale} - number" in said and "'A' and 'B'" in said
    assert _read(tmp_path, distances, half)[1] == []
    # A diagonal of zeros says that numbers are distances.
    assert _read(tmp_path, identities, ~half.T)[1] == []


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


def test_equal_numbers_sums_and_other_sizes_have_no_remark():
    identities = (100.0 - TREE) * APART
    sums = np.add.outer([26, 31, 45, 28], [26, 31, 45, 28]) * APART
    for D in (0.7 * (1.0 - np.eye(5)), sums, 3.0 * identities, 0.3 * identities):
        assert similarities.remarks(D, [*"ABCDE"]) == []


def test_all_numbers_above_50_have_a_remark_at_less():
    identities = (100.0 - TREE) * APART
    identities[0, 3] = identities[3, 0] = 84.0
    assert similarities.remarks(identities, [*"ABCD"])
    assert similarities.remarks(identities / 100.0, [*"ABCD"]) == []
