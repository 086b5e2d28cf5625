"""A given matrix becomes a study: split, corrected, labeled, with new samples beside it."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from kpca.centering import gower
from kpca.data import Distances, Gram
from kpca.studies import datasets, holdout, matrices
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError

X, SPECIES = datasets.iris()
NAMES = [f"flower {i}" for i in range(20)]
D = np.abs(X[:20, None] - X[None, :20]).sum(axis=2)


@pytest.fixture
def folder(tmp_path):
    frame = pd.DataFrame({"species": SPECIES[:20]}, NAMES)
    pd.DataFrame(D, NAMES, NAMES).to_csv(tmp_path / "d.csv")
    pd.DataFrame(D[15:, [*range(15), *range(15, 20)]], NAMES[15:20], NAMES).to_csv(
        tmp_path / "d-new.csv"
    )
    pd.DataFrame(D[:15, :15], NAMES[:15], NAMES[:15]).to_csv(tmp_path / "d-old.csv")
    frame["species"][::-1].to_csv(tmp_path / "labels.csv")
    return tmp_path


def _load(folder, data, **more):
    draft = matrices.Matrices("s", StudyConfig(data=data, components=2, **more), folder)
    for step in (draft.read, draft.split, draft.prepare, draft.compare):
        step()
    return draft.study()


def test_a_kernel_matrix_is_taken_as_it_is_and_split(folder):
    K = X[:20] @ X[:20].T
    np.save(folder / "k.npy", K)
    data = _load(folder, {"kernel_matrix": "k.npy"}, holdout=5).data
    assert isinstance(data, Gram)
    old, new = holdout.split(20, 5)
    assert (K[np.ix_(old, old)] == data.K).all()
    assert (data.K_new == K[np.ix_(new, old)]).all()
    assert (data.G_new == K[np.ix_(new, new)]).all()


def test_samples_at_distance_zero_are_reported_as_equal(folder):
    apart = np.array([[0.0, 1, 0, 2], [1, 0, 1, 2], [0, 1, 0, 2], [2, 2, 2, 0]])
    np.save(folder / "four.npy", apart)
    message = "1 sample is equal to another one: 3 = 1"
    assert _load(folder, {"distance_matrix": "four.npy"}).remarks == (message,)
    corrected = _load(folder, {"distance_matrix": "four.npy"}, correction="lingoes").remarks
    assert corrected[1:] == (message,)
    assert _load(folder, {"distance_matrix": "d-old.csv"}).remarks == ()


def test_training_samples_that_are_equal_keep_their_names_beside_held_out_ones(folder):
    places = np.array([0.0, 1, 9, 4, 2, 7, 4, 3])
    np.save(folder / "eight.npy", np.abs(places[:, None] - places))
    assert holdout.split(8, 2)[1].tolist() == [2, 4]
    found = _load(folder, {"distance_matrix": "eight.npy"}, holdout=2)
    assert found.remarks == ("1 sample is equal to another one: 7 = 4",)


def test_samples_with_equal_kernel_values_are_reported_as_equal(folder):
    points = np.array([[0.0, 1.0], [2.0, 1.0], [2.0, 1.0], [3.0, 3.0]])
    np.save(folder / "k.npy", points @ points.T)
    message = "1 sample is equal to another one: 3 = 2"
    assert _load(folder, {"kernel_matrix": "k.npy"}).remarks == (message,)
    np.save(folder / "k.npy", points @ points.T + np.diag([0.0, 0.0, 1e-9, 0.0]))
    assert _load(folder, {"kernel_matrix": "k.npy"}).remarks == ()


def test_the_memory_is_that_of_new_samples_and_not_of_those_placed_again(folder, monkeypatch):
    sizes = []
    monkeypatch.setattr(matrices.memory, "require", sizes.append)
    _load(folder, {"distance_matrix": "d.csv"})
    _load(folder, {"distance_matrix": "d.csv"}, holdout=6)
    _load(folder, {"distance_matrix": "d-old.csv", "new": "d-new.csv"}, correction="cailliez")
    assert [(one.n, one.m, one.cailliez) for one in sizes] == [
        (20, 0, False),
        (14, 6, False),
        (15, 5, True),
    ]


def test_labels_of_a_matrix_are_found_by_name(folder):
    found = _load(folder, {"distance_matrix": "d.csv", "labels": "labels.csv"})
    assert found.labels == SPECIES[:20]
    assert found.names == NAMES


SQUARE = {
    "named": ",a,b,c\na,0,1,2\nb,1,0,2\nc,2,2,0\n",
    "with a header": "a,b,c\n0,1,2\n1,0,2\n2,2,0\n",
    "bare": "0,1,2\n1,0,2\n2,2,0\n",
    "of R": "1,2,3\n1,0,1,2\n2,1,0,2\n3,2,2,0\n",
    "of pandas": ",0,1,2\n0,0,1,2\n1,1,0,2\n2,2,2,0\n",
}
NEW_ROWS = {
    "bare": "3,4,5,0,6\n7,8,9,6,0\n",
    "named": "x,3,4,5,0,6\ny,7,8,9,6,0\n",
    "of R": "1,2,3,4,5\n4,3,4,5,0,6\n5,7,8,9,6,0\n",
    "with a header": "1,2,3,4,5\n3,4,5,0,6\n7,8,9,6,0\n",
}


@pytest.mark.parametrize("known", SQUARE)
@pytest.mark.parametrize("new", NEW_ROWS)
def test_the_shape_decides_whether_new_rows_have_a_header(folder, known, new):
    names = {"bare": "1,2,3", "of R": "1,2,3", "of pandas": "0,1,2"}.get(known, "a,b,c")
    (folder / "d3.csv").write_text(SQUARE[known])
    (folder / "n.csv").write_text(NEW_ROWS[new].replace("1,2,3", names))
    data = _load(folder, {"distance_matrix": "d3.csv", "new": "n.csv"}).data
    assert data.D.tolist() == [[0, 1, 2], [1, 0, 2], [2, 2, 0]]
    assert data.D_new.tolist() == [[3, 4, 5], [7, 8, 9]]
    assert data.D_pairs.tolist() == [[0, 6], [6, 0]]


@pytest.mark.parametrize(("known", "header"), [("with a header", True), ("bare", False)])
def test_the_key_header_is_that_of_the_matrix_and_not_of_its_new_rows(folder, known, header):
    (folder / "d3.csv").write_text(SQUARE[known])
    for new in ("bare", "with a header"):
        (folder / "n.csv").write_text(NEW_ROWS[new].replace("1,2,3", "a,b,c"))
        data = {"distance_matrix": "d3.csv", "new": "n.csv", "header": header}
        assert _load(folder, data).data.D_new.tolist() == [[3, 4, 5], [7, 8, 9]]


def test_a_new_row_without_its_own_distance_is_reported(folder):
    (folder / "d3.csv").write_text(SQUARE["bare"])
    (folder / "n.csv").write_text("3,4,5\n")
    with pytest.raises(InputError, match="1 row of 3 columns; allowed: 1 row of 3 . 1 columns"):
        _load(folder, {"distance_matrix": "d3.csv", "new": "n.csv"})


def test_new_samples_of_a_matrix_are_those_of_the_larger_matrix(folder):
    found = _load(folder, {"distance_matrix": "d-old.csv", "new": "d-new.csv"})
    assert isinstance(found.data, Distances)
    assert (found.data.D_new == D[15:, :15]).all()
    assert (found.data.D_pairs == D[15:, 15:]).all()
    assert found.new_names == NAMES[15:20]


@pytest.mark.parametrize("correction", ["lingoes", "cailliez"])
@pytest.mark.parametrize("holdout", [0, 4])
def test_corrected_distances_are_euclidean_and_the_given_ones_are_not(folder, correction, holdout):
    data = {"distance_matrix": "d.csv"}
    given = _load(folder, data, holdout=holdout).data
    found = _load(folder, data, holdout=holdout, correction=correction)
    spectra = [np.linalg.eigvalsh(gower(one.D2)) for one in (given, found.data)]
    assert spectra[0][0] < -0.01 * spectra[0][-1]
    assert spectra[1][0] > -1e-12 * spectra[1][-1]
    assert "added to every" in found.remarks[0]
    D_new = found.data.D_new
    assert (D_new.diagonal() == 0).all() if holdout == 0 else (D_new > given.D_new).all()


LINE = np.array([[0.0, 1, 9], [1, 0, 1], [9, 1, 0]])
"""Distances of three samples that are not Euclidean."""

NEW = np.array([[2.0, 3, 5, 0, 4], [7, 6, 1, 4, 0]])
"""Two new samples: distances to the three, and among themselves."""


def _corrected(folder, correction):
    np.save(folder / "three.npy", LINE)
    np.save(folder / "two.npy", NEW)
    data = {"distance_matrix": "three.npy", "new": "two.npy"}
    found = _load(folder, data, correction=correction)
    return found.data, found.remarks[0]


def _moved(matrices, power):
    """By how much each power of a distance has changed, off the diagonal of the square ones."""
    off = ~np.eye(3, dtype=bool)
    given_ones = (LINE[off], NEW[:, :3], NEW[[0, 1], [4, 3]])
    found = (matrices.D[off], matrices.D_new, matrices.D_pairs[[0, 1], [1, 0]])
    return [new**power - old**power for new, old in zip(found, given_ones, strict=True)]


def test_lingoes_adds_2c_to_every_square_new_samples_included(folder):
    data, note = _corrected(folder, "lingoes")
    # -1/2 HD2H has the eigenvalues 40.5, 0 and -77/6, the last one for (1, -2, 1).
    c = 77.0 / 6.0
    for part in _moved(data, 2):
        assert part == pytest.approx(2.0 * c, rel=1e-12, abs=0.0)
    assert note == "Lingoes' correction: 2 x 12.8333 added to every squared distance"


def test_cailliez_adds_c_to_every_distance_new_samples_included(folder):
    data, note = _corrected(folder, "cailliez")
    # Three samples lie on a line if one distance is the sum of the others: 9 + c = 1 + c + 1 + c.
    for part in _moved(data, 1):
        assert part == pytest.approx(7.0, rel=1e-12, abs=0.0)
    assert note == "Cailliez' correction: 7 added to every distance"


@pytest.mark.parametrize("correction", ["none", "lingoes", "cailliez"])
def test_a_sample_is_at_distance_zero_from_itself_after_a_correction(folder, correction):
    np.save(folder / "three.npy", LINE)
    np.save(folder / "two.npy", NEW)
    data = {"distance_matrix": "three.npy", "new": "two.npy"}
    found = _load(folder, data, correction=correction).data
    assert (found.D.diagonal() == 0).all()
    assert (found.D_pairs.diagonal() == 0).all()


@pytest.mark.parametrize("correction", ["lingoes", "cailliez"])
def test_samples_placed_again_have_the_corrected_distances(folder, correction):
    np.save(folder / "three.npy", LINE)
    found = _load(folder, {"distance_matrix": "three.npy"}, correction=correction).data
    assert (found.D_new == found.D).all()
    assert (found.D_pairs == found.D).all()
    assert found.placed_again


@pytest.mark.parametrize(
    ("correction", "power", "added"), [("lingoes", 2, 77 / 3), ("cailliez", 1, 7)]
)
def test_a_training_sample_among_the_new_ones_stays_at_distance_0_from_itself(
    folder, correction, power, added
):
    among = np.array([[0.0, 9, 4, 0], [9, 0, 6, 9], [4, 6, 0, 4], [0, 9, 4, 0]])
    to_known = np.array([[9.0, 1, 0], [0, 1, 9], [5, 3, 4], [9, 1, 0]])
    np.save(folder / "three.npy", LINE)
    np.save(folder / "four.npy", np.hstack([to_known, among]))
    data = {"distance_matrix": "three.npy", "new": "four.npy"}
    found = _load(folder, data, correction=correction).data
    for raw, moved in ((to_known, found.D_new), (among, found.D_pairs)):
        expected = np.where(raw == 0.0, 0.0, (raw**power + added) ** (1.0 / power))
        np.testing.assert_allclose(moved, expected, rtol=1e-12, atol=0)


def test_equal_new_samples_that_are_no_training_sample_get_the_constant(folder):
    np.save(folder / "three.npy", LINE)
    np.save(folder / "two.npy", np.array([[2.0, 3, 5, 0, 0], [2, 3, 5, 0, 0]]))
    data = {"distance_matrix": "three.npy", "new": "two.npy"}
    found = _load(folder, data, correction="cailliez").data
    np.testing.assert_allclose(found.D_pairs, [[0, 7], [7, 0]], rtol=1e-12, atol=0)


def test_held_out_samples_of_distances_keep_their_rows_and_labels(folder):
    found = _load(folder, {"distance_matrix": "d.csv", "labels": "labels.csv"}, holdout=6)
    old, new = holdout.split(20, 6)
    assert (D[np.ix_(old, old)] == found.data.D).all()
    assert (found.data.D_new == D[np.ix_(new, old)]).all()
    assert (found.data.D_pairs == D[np.ix_(new, new)]).all()
    assert found.names == [NAMES[i] for i in old]
    assert found.new_names == [NAMES[i] for i in new]
    assert found.labels == [SPECIES[i] for i in old]
    assert found.new_labels == [SPECIES[i] for i in new]


def test_without_labels_the_names_are_the_labels_and_new_samples_are_called_new(folder):
    found = _load(folder, {"distance_matrix": "d-old.csv", "new": "d-new.csv"})
    assert found.labels == found.names == NAMES[:15]
    assert found.new_labels == ["new"] * 5


def test_new_distances_are_validated_by_the_name_of_their_file(folder):
    np.save(folder / "three.npy", LINE)
    wrong = NEW.copy()
    wrong[0, 1] = -3.0
    np.save(folder / "two.npy", wrong)
    with pytest.raises(InputError, match="two.npy: a distance of 'new 1' is -3; allowed: 0 to"):
        _load(folder, {"distance_matrix": "three.npy", "new": "two.npy"})


def test_labels_of_a_file_with_a_header_are_those_below_it(folder):
    (folder / "kinds.csv").write_text("kind\n" + "\n".join(SPECIES[:20]) + "\n")
    found = _load(folder, {"distance_matrix": "d.csv", "labels": "kinds.csv"})
    assert found.labels == SPECIES[:20]


def test_values_of_a_kernel_matrix_may_be_negative_and_keep_their_diagonal(folder):
    K = X[:6] @ X[:6].T - 60.0
    np.save(folder / "k.npy", K)
    assert (_load(folder, {"kernel_matrix": "k.npy"}).data.K == K).all()


def test_given_distances_are_validated_by_the_name_of_their_file(folder):
    np.save(folder / "three.npy", -LINE)
    with pytest.raises(InputError, match="three.npy: the distance from '1' to '2' is -1; allowed"):
        _load(folder, {"distance_matrix": "three.npy"})


def test_of_two_training_samples_at_distance_0_the_corrected_distances_decide():
    """The sample is 4.1 from the third: before the correction 4 is nearer, and after it, too.

    Its distance 0 to the second one is 0.5 before the correction, and 0.5 and the constant after.
    """
    D = np.array([[0.0, 0.5, 4.0, 1.0], [0.5, 0, 6.0, 1.0], [4.0, 6.0, 0, 9.0], [1.0, 1.0, 9.0, 0]])
    new = np.array([[0.0, 0.0, 4.1, 1.0]])
    config = SimpleNamespace(correction="cailliez", holdout=0, new="file", components=1)
    draft = matrices.Matrices("s", config, None)
    draft.parts, draft.raw_names, draft.names = [D, new, np.zeros((1, 1))], ["n"], list("abcd")
    draft._correct()
    assert (draft.parts[1][0] == 0.0).tolist() == [True, False, False, False]
