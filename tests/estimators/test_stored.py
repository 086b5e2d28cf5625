"""A stored model is the same model to the last bit, and a file never becomes code."""

import errno
import hashlib
import json
import pickle
import zipfile

import numpy as np
import pandas as pd
import pytest
from conftest import peak_of
from numpy.lib import format as npy
from scipy.sparse import csr_array

from kpca import KernelPCA
from kpca.estimators import stored
from kpca.estimators.stored import NotLoadedError
from kpca.kernels import RBF, Matern32
from kpca.solvers import file_points

X = np.random.default_rng(4).normal(size=(24, 3)) * [3.0, 2.0, 1.0]
NEW = X[:5] + [0.4, -0.3, 0.2]
WEIGHTS = np.resize([2.0, 0.5, 7.0], 24)
MODELS = {
    "words": (KernelPCA(0.9, kernel="rbf", gamma="median"), X, NEW),
    "object": (KernelPCA(2, kernel=Matern32(1.7), random_state=3), X, NEW),
    "single": (KernelPCA(2, kernel="poly"), X.astype("f4"), NEW.astype("f4")),
    "sparse": (KernelPCA(2, kernel="rbf", gamma=0.3), csr_array(X), csr_array(NEW)),
    "given": (KernelPCA(2, kernel="precomputed", certify="residuals"), X @ X.T, NEW @ X.T),
    "iterative": (KernelPCA(1, max_memory="1GB"), np.vstack([X] * 30), NEW),
    "no component": (KernelPCA(2, remove_zero_eig=True), np.repeat(X[:1], 5, axis=0), NEW),
    "in columns": (KernelPCA(2, kernel="cosine"), np.asfortranarray(X), NEW),
    "a function of scikit-learn": (KernelPCA(2, kernel="chi2"), np.abs(X), np.abs(NEW)),
}


@pytest.mark.parametrize("case", MODELS)
def test_a_model_comes_back_to_the_last_bit(case, tmp_path):
    model, points, new = MODELS[case]
    model.fit(points).save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    assert back.get_params() == model.get_params()
    expected = model.transform(new)
    assert back.transform(new).dtype == expected.dtype
    assert (back.transform(new) == expected).all()
    assert set(vars(back)) == set(vars(model))
    assert back.solved_.passes == model.solved_.passes != model.solved_.evaluations
    assert back.solved_.evaluations == model.solved_.evaluations
    assert (back.solution_.errors == model.solution_.errors).all()
    assert back.certificate_.bound == model.certificate_.bound
    assert back.certificate_.reasons == model.certificate_.reasons


def test_columns_and_samples_keep_their_names_and_pre_images_are_the_same(tmp_path):
    table = pd.DataFrame(X, [f"s{i}" for i in range(24)], ["u", "v", "w"])
    model = KernelPCA(2, kernel="rbf", gamma=0.05, fit_inverse_transform=True).fit(table)
    model.save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    assert back.sample_names_ == [*table.index]
    assert back.feature_names_in_.tolist() == ["u", "v", "w"]
    scores = model.transform(table)[:4] * 0.9
    assert (back.inverse_transform(scores) == model.inverse_transform(scores)).all()


def test_a_model_with_weights_places_new_samples_as_before(tmp_path):
    model = KernelPCA(2, kernel="rbf", gamma=0.3).fit(X, sample_weight=WEIGHTS)
    model.save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    assert (back.solution_.weights == model.solution_.weights).all()
    assert (back.transform(NEW) == model.transform(NEW)).all()
    assert (back.score_samples(NEW) == model.score_samples(NEW)).all()
    plain = KernelPCA(2, kernel="rbf", gamma=0.3).fit(X)
    assert np.abs(plain.transform(NEW) - back.transform(NEW)).max() > 1e-3, "the control"


def test_a_parameter_that_was_set_after_the_fit_comes_back(tmp_path):
    model = KernelPCA(3, kernel="rbf", gamma=0.05).fit(X).set_params(n_components=5, tol=1e-3)
    model.save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    assert (back.n_components, back.n_components_, back.tol) == (5, 3, 1e-3)


def _arrays(path):
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def _change(name, function):
    return lambda arrays: arrays | {name: function(arrays[name])}


def _about(**changed):
    """Other parameters and numbers in JSON."""
    return _change("about", lambda text: np.array(json.dumps(json.loads(str(text)) | changed)))


def _at(place, function):
    def edit(array):
        array[place] = function(array[place])
        return array

    return edit


def _without(name):
    return lambda arrays: {other: arrays[other] for other in arrays if other != name}


def _last_bit(array):
    array.view(np.uint8).flat[-8] ^= 1
    return array


def _exchanged(arrays):
    a, b = "eigenvalues_", "explained_variance_ratio_"
    return arrays | {a: arrays[b], b: arrays[a]}


def _renamed(arrays):
    return {name.replace("Solution.weights", "Solution.weight"): arrays[name] for name in arrays}


EDITS = {
    "another sign": _change("X_fit_", np.negative),
    "the sign of one number": _change("X_fit_", _at((5, 1), np.negative)),
    "the sign of a zero": _change("X_fit_", _at((3, 2), np.negative)),
    "the last bit of a number": _change("Certificate.means", _last_bit),
    "another dtype": _change("X_fit_", lambda A: A.astype("f4")),
    "the same bytes of another dtype": _change("X_fit_", lambda A: A.view("i8")),
    "another shape": _change("X_fit_", lambda A: A.reshape(12, 6)),
    "a row less": _change("X_fit_", lambda A: A[:-1]),
    "samples in another order": _change("X_fit_", lambda A: A[::-1]),
    "rows in the order of columns": _change("X_fit_", np.asfortranarray),
    "a weight": _change("Solution.weights", _at(4, lambda weight: 0.6)),
    "no weights": _without("Solution.weights"),
    "another name": _renamed,
    "two arrays exchanged": _exchanged,
    "one array more": lambda arrays: arrays | {"Solution.W": np.zeros(2)},
    "another parameter": _about(parameters={"kernel": "rbf", "n_components": 2, "gamma": 0.3}),
    "another type": _about(gamma_="0.3"),
    "two parameters exchanged": _about(n_components_=3, n_features_in_=2),
    "names of columns": _about(feature_names=["u", "v", "w"]),
    "another checksum": _change("checksum", lambda text: np.array(str(text)[::-1])),
    "an empty checksum": _change("checksum", lambda text: np.array("")),
}


@pytest.fixture
def weighted(tmp_path):
    """A stored model with weights, whose third number of the fourth sample is 0."""
    points = X.copy()
    points[3, 2] = 0.0
    model = KernelPCA(2, kernel="rbf", gamma=0.3).fit(points, sample_weight=WEIGHTS)
    model.save(tmp_path / "model.npz")
    return tmp_path / "model.npz"


@pytest.mark.parametrize("case", EDITS)
def test_a_model_that_was_changed_after_it_had_been_written_is_refused(case, weighted):
    np.savez(weighted, **EDITS[case](_arrays(weighted)))
    with pytest.raises(NotLoadedError, match="checksum"):
        KernelPCA.load(weighted)


def test_a_file_that_was_written_again_without_a_change_is_the_model(weighted):
    expected = KernelPCA.load(weighted).transform(NEW)
    arrays = _arrays(weighted)
    np.savez(weighted, **{name: arrays[name] for name in sorted(arrays, reverse=True)})
    assert (KernelPCA.load(weighted).transform(NEW) == expected).all()


def test_the_checksum_is_that_of_names_orders_shapes_types_and_numbers(weighted):
    arrays = _arrays(weighted)
    written, digest = str(arrays.pop("checksum")), hashlib.sha256()
    for name, array in sorted(arrays.items()):
        order, shape = str(array.flags.fnc).lower(), str(list(array.shape))
        about = f'"descr": "{array.dtype.str}", "fortran_order": {order}, "shape": {shape}'
        digest.update(f'["{name}", {{{about}}}]'.encode() + array.tobytes())
    assert written == digest.hexdigest()


def test_a_file_without_a_checksum_is_loaded_with_a_warning_that_says_to_save_it_again(weighted):
    expected, arrays = KernelPCA.load(weighted).transform(NEW), _arrays(weighted)
    np.savez(weighted, **_without("checksum")(arrays))
    with pytest.warns(UserWarning, match="checksum") as on:
        back = KernelPCA.load(weighted)
    assert on[0].filename == __file__
    assert (back.transform(NEW) == expected).all()
    back.save(weighted)
    assert (KernelPCA.load(weighted).transform(NEW) == expected).all(), "and there is no warning"


class Half(RBF):
    """Another kernel with the name and the parameters of the Gaussian one."""

    def scaled(self, D2):
        return 0.5 * self.gamma * D2


REFUSED = {
    "a kernel with the name of another": {"kernel": Half(0.2)},
    "a function": {"kernel": lambda x, y: float(x @ y)},
    "a generator": {"random_state": np.random.RandomState(0)},
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_number_or_text_is_refused_and_no_file_is_written(case, tmp_path):
    model = KernelPCA(2, **REFUSED[case]).fit(X)
    with pytest.raises(ValueError, match="without code"):
        model.save(tmp_path / "model.npz")
    assert not list(tmp_path.iterdir())


class Bomb:
    def __reduce__(self):
        return exec, ("raise SystemExit('executed')",)


def _with_its_checksum(path, edit):
    """Write the edited arrays with the checksum that belongs to them, as an attacker would."""
    arrays = edit(_arrays(path))
    del arrays["checksum"]
    np.savez(path, checksum=stored._checksum(arrays), **arrays)


def _other(**changed):
    return lambda path: _with_its_checksum(path, _about(**changed))


DAMAGED = {
    "text": lambda path: path.write_text("no model"),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:900]),
    "a pickle": lambda path: path.write_bytes(pickle.dumps(Bomb())),
    "objects": lambda path: np.savez(path, about=np.array([Bomb()], dtype=object)),
    "other arrays": lambda path: np.savez(path, a=X),
    "no vectors": lambda path: _with_its_checksum(path, _without("Solution.V")),
    "another format": _other(format="kpca.KernelPCA 9"),
    "another kernel": _other(parameters={"kernel": {"name": "os.system"}}),
    "another parameter": _other(parameters={"kernel": "rbf", "depth": 3}),
    "a parameter of another type": _other(parameters={"kernel": "rbf", "gamma": [2.0]}),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_another_or_a_damaged_file_is_refused_and_never_executed(case, weighted):
    DAMAGED[case](weighted)
    with pytest.raises(NotLoadedError, match="model.npz"):
        KernelPCA.load(weighted)


def _cut(data, rng):
    return data[: rng.integers(len(data))]


def _one_bit(data, rng):
    k = rng.integers(len(data))
    return data[:k] + bytes([data[k] ^ 1 << rng.integers(8)]) + data[k + 1 :]


def _ten_bytes(data, rng):
    damaged = np.frombuffer(data, dtype=np.uint8).copy()
    damaged[rng.integers(0, len(data), 10)] = rng.integers(0, 256, 10)
    return damaged.tobytes()


def _without_a_piece(data, rng):
    first, last = sorted(rng.integers(0, len(data), 2))
    return data[:first] + data[last:]


@pytest.mark.parametrize("damage", [_cut, _one_bit, _ten_bytes, _without_a_piece])
def test_whatever_happens_to_its_bytes_a_file_is_refused_or_is_the_model(damage, tmp_path):
    """The checksum does not cover all bytes, such as the times of the files in the archive."""
    model, path = KernelPCA(2, kernel="rbf", gamma=0.5).fit(X), tmp_path / "model.npz"
    model.save(path)
    data, rng, scores = path.read_bytes(), np.random.default_rng(3), model.transform(NEW)
    causes = set()
    for _ in range(250):
        path.write_bytes(damage(data, rng))
        try:
            assert (KernelPCA.load(path).transform(NEW) == scores).all()
        except NotLoadedError as error:
            causes.add(type(error.__cause__))
    assert causes


def test_a_shape_that_no_memory_holds_is_a_damaged_file(weighted):
    about = {"descr": "<f8", "fortran_order": False, "shape": (2**20, 2**30)}
    with zipfile.ZipFile(weighted, "a") as archive, archive.open("Solution.W.npy", "w") as file:
        npy.write_array_header_1_0(file, about)
    with pytest.raises(NotLoadedError, match="MemoryError"):
        KernelPCA.load(weighted)


def test_an_error_of_the_disk_is_not_one_of_the_file(weighted, monkeypatch):
    def fail(*_, **__):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(np, "load", fail)
    with pytest.raises(OSError, match="Input/output") as error:
        KernelPCA.load(weighted)
    assert not isinstance(error.value, NotLoadedError)
    assert error.value.errno == errno.EIO


def test_a_file_that_does_not_exist_is_reported_as_such(tmp_path):
    with pytest.raises(FileNotFoundError):
        KernelPCA.load(tmp_path / "model.npz")


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_points_in_a_file_are_copied_by_blocks_and_come_back_to_the_last_bit(
    dtype, monkeypatch, tmp_path
):
    """1,000 points, of which all take 8 MB in double precision."""
    monkeypatch.setattr(file_points, "AT_ONCE", 0)
    monkeypatch.setattr(file_points, "BLOCK", 2**16)
    points = np.random.default_rng(1).normal(size=(1000, 1000)).astype(dtype)
    np.save(tmp_path / "points.npy", points)
    model = KernelPCA(1).fit(np.load(tmp_path / "points.npy", mmap_mode="r"))
    assert peak_of(lambda: model.save(tmp_path / "model.npz"))[1] < 2e6
    back = KernelPCA.load(tmp_path / "model.npz")
    assert back.X_fit_.dtype == dtype
    np.testing.assert_array_equal(back.X_fit_, points)


def test_an_earlier_model_stays_if_another_one_cannot_be_written(tmp_path):
    path = tmp_path / "model.npz"
    model = KernelPCA(2, kernel="rbf", gamma=0.5).fit(X)
    model.save(path)
    before = path.read_bytes()
    model.X_fit_ = np.array([Bomb()], dtype=object)
    with pytest.raises(ValueError, match="allow_pickle"):
        model.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
