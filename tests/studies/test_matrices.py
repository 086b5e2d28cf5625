"""A given matrix becomes a study: split, corrected, labeled, with new samples beside it."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

from kpca import KernelPCA
from kpca.centering import gower
from kpca.data import Distances, Gram
from kpca.studies import datasets, holdout, matrices, memory
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.tables.table import InputError

X, SPECIES = datasets.iris()
NAMES = [f"flower {i}" for i in range(20)]
D = np.abs(X[:20, None] - X[None, :20]).sum(axis=2)
KINDS = [f"kind {i * i % 7}" for i in range(15)]


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
    config = StudyConfig(**{"data": data, "components": 2} | more)
    draft = matrices.Matrices("s", config, folder)
    for step in (draft.read, draft.split, draft.decide, draft.compare):
        step()
    return draft.study()


def test_a_kernel_matrix_is_taken_as_it_is_and_split(folder):
    K = X[:20] @ X[:20].T - 60.0
    assert K.diagonal().min() < 0.0
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
    numbers = np.array([0.0, 1, 9, 4, 2, 7, 4, 3])
    np.save(folder / "eight.npy", np.abs(numbers[:, None] - numbers))
    assert holdout.split(8, 2)[1].tolist() == [2, 4]
    study = _load(folder, {"distance_matrix": "eight.npy"}, holdout=2)
    assert study.remarks == ("1 sample is equal to another one: 7 = 4",)


def test_the_memory_is_that_of_new_samples_and_not_of_those_placed_again(folder, monkeypatch):
    sizes = []
    monkeypatch.setattr(memory, "require", sizes.append)
    _load(folder, {"distance_matrix": "d.csv"})
    _load(folder, {"distance_matrix": "d.csv"}, holdout=6)
    _load(folder, {"distance_matrix": "d-old.csv", "new": "d-new.csv"}, correction="cailliez")
    assert [(size.n, size.m, size.cailliez) for size in sizes] == [
        (20, 0, False),
        (14, 6, False),
        (15, 5, True),
    ]


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


@pytest.mark.parametrize("given", SQUARE)
@pytest.mark.parametrize("new", NEW_ROWS)
def test_the_shape_decides_whether_new_rows_have_a_header(folder, given, new):
    names = {"bare": "1,2,3", "of R": "1,2,3", "of pandas": "0,1,2"}.get(given, "a,b,c")
    (folder / "d3.csv").write_text(SQUARE[given])
    (folder / "n.csv").write_text(NEW_ROWS[new].replace("1,2,3", names))
    data = _load(folder, {"distance_matrix": "d3.csv", "new": "n.csv"}).data
    assert data.D.tolist() == [[0, 1, 2], [1, 0, 2], [2, 2, 0]]
    assert data.D_new.tolist() == [[3, 4, 5], [7, 8, 9]]
    assert data.D_pairs.tolist() == [[0, 6], [6, 0]]


@pytest.mark.parametrize(("given", "header"), [("with a header", True), ("bare", False)])
def test_the_key_header_is_that_of_the_matrix_and_not_of_its_new_rows(folder, given, header):
    (folder / "d3.csv").write_text(SQUARE[given])
    for new in ("bare", "with a header"):
        (folder / "n.csv").write_text(NEW_ROWS[new].replace("1,2,3", "a,b,c"))
        data = {"distance_matrix": "d3.csv", "new": "n.csv", "header": header}
        assert _load(folder, data).data.D_new.tolist() == [[3, 4, 5], [7, 8, 9]]


def test_new_samples_of_a_matrix_are_those_of_the_larger_matrix(folder):
    study = _load(folder, {"distance_matrix": "d-old.csv", "new": "d-new.csv"})
    assert isinstance(study.data, Distances)
    assert (study.data.D_new == D[15:, :15]).all()
    assert (study.data.D_pairs == D[15:, 15:]).all()
    assert study.new_names == NAMES[15:20]
    assert study.names == NAMES[:15]
    assert set(study.labels) == {"sample"}
    assert study.new_labels == ["new"] * 5


@pytest.mark.parametrize("correction", ["lingoes", "cailliez"])
@pytest.mark.parametrize("holdout", [0, 4])
def test_corrected_distances_are_euclidean_and_the_given_ones_are_not(folder, correction, holdout):
    data = {"distance_matrix": "d.csv"}
    given = _load(folder, data, holdout=holdout).data
    corrected = _load(folder, data, holdout=holdout, correction=correction).data
    spectra = [np.linalg.eigvalsh(gower(distances.D2)) for distances in (given, corrected)]
    assert spectra[0][0] < -0.01 * spectra[0][-1]
    assert spectra[1][0] > -1e-12 * spectra[1][-1]
    D_new = corrected.D_new
    assert (D_new.diagonal() == 0).all() if holdout == 0 else (D_new > given.D_new).all()


LINE = np.array([[0.0, 1, 9], [1, 0, 1], [9, 1, 0]])
"""Distances of three samples that are not Euclidean."""

NEW = np.array([[2.0, 3, 5, 0, 4], [7, 6, 1, 4, 0]])
"""Two new samples: distances to the three, and among themselves."""


def _line(folder, correction, new=NEW, D=LINE):
    np.save(folder / "three.npy", D)
    np.save(folder / "two.npy", np.array(new))
    data = {"distance_matrix": "three.npy", "new": "two.npy"}
    return _load(folder, data, correction=correction)


CONSTANTS = {
    # -1/2 HD2H has the eigenvalues 40.5, 0 and -77/6, the last one for (1, -2, 1).
    "lingoes": (2, 77.0 / 3.0, "Lingoes' correction: 2 x 12.8333 added to every squared distance"),
    # Three samples lie on a line if one distance is the sum of the others: 9 + c = 1 + c + 1 + c.
    "cailliez": (1, 7.0, "Cailliez' correction: 7 added to every distance"),
}


def _with_constant(given, correction):
    power, constant, _ = CONSTANTS[correction]
    return np.where(given == 0.0, 0.0, (given**power + constant) ** (1.0 / power))


@pytest.mark.parametrize("correction", CONSTANTS)
def test_a_correction_adds_its_constant_to_every_distance_new_samples_included(folder, correction):
    study, again = (
        _line(folder, correction),
        _load(folder, {"distance_matrix": "three.npy"}, correction=correction).data,
    )
    data, close = study.data, {"rtol": 1e-12, "atol": 0}
    given = (LINE, NEW[:, :3], NEW[:, 3:])
    for corrected, raw in zip((data.D, data.D_new, data.D_pairs), given, strict=True):
        np.testing.assert_allclose(corrected, _with_constant(raw, correction), **close)
    assert study.remarks[0] == CONSTANTS[correction][2]
    assert (again.D_new == again.D).all()
    assert (again.D_pairs == again.D).all()
    assert again.placed_again
    equal = _line(folder, correction, [[2.0, 3, 5, 0, 0], [2, 3, 5, 0, 0]]).data.D_pairs
    apart = CONSTANTS[correction][1] ** (1.0 / CONSTANTS[correction][0])
    np.testing.assert_allclose(equal, [[0, apart], [apart, 0]], **close)


@pytest.mark.parametrize("correction", CONSTANTS)
def test_a_training_sample_among_the_new_ones_stays_at_distance_0_from_itself(folder, correction):
    among = np.array([[0.0, 9, 4, 0], [9, 0, 6, 9], [4, 6, 0, 4], [0, 9, 4, 0]])
    to_training = np.array([[9.0, 1, 0], [0, 1, 9], [5, 3, 4], [9, 1, 0]])
    data = _line(folder, correction, np.hstack([to_training, among])).data
    for raw, corrected in ((to_training, data.D_new), (among, data.D_pairs)):
        np.testing.assert_allclose(corrected, _with_constant(raw, correction), rtol=1e-12, atol=0)


@pytest.mark.parametrize("labels", ["labels.csv", "kinds.csv"], ids=["by name", "by position"])
def test_held_out_samples_of_distances_keep_their_rows_and_labels(folder, labels):
    kinds = SPECIES[:20] if labels == "labels.csv" else [f"kind {i * i % 7}" for i in range(20)]
    (folder / "kinds.csv").write_text("\n".join(["kind", *kinds, ""]))
    study = _load(folder, {"distance_matrix": "d.csv", "labels": labels}, holdout=6)
    old, new = holdout.split(20, 6)
    assert (D[np.ix_(old, old)] == study.data.D).all()
    assert (study.data.D_new == D[np.ix_(new, old)]).all()
    assert (study.data.D_pairs == D[np.ix_(new, new)]).all()
    assert study.names == [NAMES[i] for i in old]
    assert study.new_names == [NAMES[i] for i in new]
    assert study.labels == [kinds[i] for i in old]
    assert study.new_labels == [kinds[i] for i in new]


def test_labels_of_a_matrix_are_found_by_name_or_below_a_header(folder):
    (folder / "kinds.csv").write_text("kind\n" + "\n".join(SPECIES[:20]) + "\n")
    for labels in ("labels.csv", "kinds.csv"):
        study = _load(folder, {"distance_matrix": "d.csv", "labels": labels})
        assert study.labels == SPECIES[:20]
        assert study.names == NAMES


def test_a_matrix_has_its_labels_beside_new_samples(folder):
    (folder / "kinds.csv").write_text("\n".join(["kind", *KINDS, ""]))
    data = {"distance_matrix": "d-old.csv", "labels": "kinds.csv", "new": "d-new.csv"}
    study = _load(folder, data)
    assert (study.labels, study.new_labels) == (KINDS, ["new"] * 5)
    assert study.new_names == NAMES[15:20]


def test_a_negative_distance_of_a_held_out_sample_is_refused(folder):
    held_out = holdout.split(20, 6)[1]
    wrong = D.copy()
    wrong[held_out[0], held_out[1]] = wrong[held_out[1], held_out[0]] = -2.5
    np.save(folder / "wrong.npy", wrong)
    with pytest.raises(InputError, match="-2.5"):
        _load(folder, {"distance_matrix": "wrong.npy"}, holdout=6)


def test_of_two_training_samples_at_distance_0_the_corrected_distances_decide(folder):
    """The sample is 4.1 from the third: before the correction 4 is nearer, and after it, too.

    Its distance 0 to the second one is 0.5 before the correction, and 0.5 and the constant after.
    """
    D = np.array([[0.0, 0.5, 4.0, 1.0], [0.5, 0, 6.0, 1.0], [4.0, 6.0, 0, 9.0], [1.0, 1.0, 9.0, 0]])
    data = _line(folder, "cailliez", [[0.0, 0.0, 4.1, 1.0, 0.0]], D).data
    assert (data.D_new[0] == 0.0).tolist() == [True, False, False, False]


@pytest.mark.parametrize(("name", "at"), [("c", 2), ("a", 0), ("e", 0)])
def test_of_equal_training_samples_a_new_one_is_that_of_its_name(folder, name, at):
    D = pd.DataFrame(
        [[0.0, 1, 0, 9], [1, 0, 1, 2], [0, 1, 0, 9], [9, 2, 9, 0]], [*"abcd"], [*"abcd"]
    )
    D.to_csv(folder / "four.csv")
    (folder / "two.csv").write_text(f"{name},0,1,0,9,0,5\nf,7,6,7,3,5,0\n")
    data = {"distance_matrix": "four.csv", "new": "two.csv"}
    study = _load(folder, data, correction="cailliez", components=1)
    assert np.flatnonzero(study.data.D_new[0] == 0.0).tolist() == [at]


def _study_of_file(folder, A, key):
    np.save(folder / "m.npy", A)
    config = StudyConfig(data={key: "m.npy"}, components=2)
    return build("mine", config, folder).solution


def test_a_matrix_in_single_precision_is_as_definite_as_the_numbers_that_were_rounded(tmp_path):
    X = np.random.default_rng(6).normal(size=(40, 3)) * [3.0, 2.0, 1.0]
    D = cdist(X, X)
    for K, key in ((np.exp(-0.002 * D**2), "kernel_matrix"), (D, "distance_matrix")):
        of_double, of_single = (
            _study_of_file(tmp_path, K.astype(dtype), key) for dtype in (np.float64, np.float32)
        )
        assert not len(of_double.negative) and not len(of_single.negative)
        assert of_single.spectrum[-1] < -10.0 * of_double.matrix_error, "what was refused"
        apart = np.abs(of_single.spectrum - of_double.spectrum).max()
        assert apart <= of_single.matrix_error < 1e-3 * of_double.mu[1]
    K = np.exp(-0.002 * D**2)
    K -= 0.02 * np.outer(*[np.linalg.eigh(K)[1][:, 0]] * 2)
    with pytest.raises(ConfigError):
        _study_of_file(tmp_path, K.astype(np.float32), "kernel_matrix")
    single = np.exp(-0.002 * D**2).astype(np.float32).astype(float)
    model = KernelPCA(kernel="precomputed").fit(single)
    assert 0.0 > model.solution_.spectrum[-1] > -model.solution_.matrix_error
