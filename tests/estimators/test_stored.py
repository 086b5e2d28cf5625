"""A stored model is the same model to the last bit, and a file never becomes code."""

import errno
import json
import pickle
import tracemalloc
import zipfile

import numpy as np
import pandas as pd
import pytest
from numpy.lib import format as npy
from scipy.sparse import csr_array

from kpca import KernelPCA
from kpca.estimators.stored import NotLoadedError
from kpca.kernels import RBF, Matern32
from kpca.solvers import file_points

X = np.random.default_rng(4).normal(size=(24, 3)) * [3.0, 2.0, 1.0]
NEW = X[:5] + [0.4, -0.3, 0.2]
MODELS = {
    "words": (KernelPCA(0.9, kernel="rbf", gamma="median"), X, NEW),
    "object": (KernelPCA(2, kernel=Matern32(1.7), random_state=3), X, NEW),
    "single": (KernelPCA(2, kernel="poly"), X.astype("f4"), NEW.astype("f4")),
    "sparse": (KernelPCA(2, kernel="rbf", gamma=0.3), csr_array(X), csr_array(NEW)),
    "given": (KernelPCA(2, kernel="precomputed", certify="residuals"), X @ X.T, NEW @ X.T),
    "iterative": (KernelPCA(1, max_memory="1GB"), np.vstack([X] * 30), NEW),
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
    model = KernelPCA(2, kernel="rbf", gamma=0.3).fit(
        X, sample_weight=np.resize([2.0, 0.5, 7.0], 24)
    )
    model.save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    assert (back.solution_.weights == model.solution_.weights).all()
    assert (back.transform(NEW) == model.transform(NEW)).all()
    assert (back.score_samples(NEW) == model.score_samples(NEW)).all()
    plain = KernelPCA(2, kernel="rbf", gamma=0.3).fit(X)
    assert np.abs(plain.transform(NEW) - back.transform(NEW)).max() > 1e-3, "the control"


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
    with pytest.raises(ValueError, match="a file without code does not hold it; allowed: numbers"):
        model.save(tmp_path / "model.npz")
    assert not list(tmp_path.iterdir())


class Bomb:
    def __reduce__(self):
        return exec, ("raise SystemExit('executed')",)


def _without(path, name):
    with np.load(path) as stored:
        np.savez(path, **{key: stored[key] for key in stored.files if key != name})


def _other_about(path, **changed):
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in stored.files}
    about = json.loads(str(arrays["about"])) | changed
    np.savez(path, **arrays | {"about": np.array(json.dumps(about))})


def _without_the_last_row(path, name):
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in stored.files}
    np.savez(path, **arrays | {name: arrays[name][:-1]})


DAMAGED = {
    "text": lambda path: path.write_text("no model"),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:900]),
    "a pickle": lambda path: path.write_bytes(pickle.dumps(Bomb())),
    "objects": lambda path: np.savez(path, about=np.array([Bomb()], dtype=object)),
    "other arrays": lambda path: np.savez(path, a=X),
    "no vectors": lambda path: _without(path, "Solution.V"),
    "short vectors": lambda path: _without_the_last_row(path, "Solution.V"),
    "short means": lambda path: _without_the_last_row(path, "Certificate.means"),
    "short attributes": lambda path: _without_the_last_row(path, "eigenvectors_"),
    "another format": lambda path: _other_about(path, format="kpca.KernelPCA 9"),
    "another kernel": lambda path: _other_about(path, parameters={"kernel": {"name": "os.system"}}),
    "another parameter": lambda path: _other_about(path, parameters={"kernel": "rbf", "depth": 3}),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_another_or_a_damaged_file_is_refused_and_never_executed(case, tmp_path):
    path = tmp_path / "model.npz"
    KernelPCA(2, kernel="rbf", gamma=0.5).fit(X).save(path)
    DAMAGED[case](path)
    with pytest.raises(NotLoadedError, match="model.npz"):
        KernelPCA.load(path)


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


def test_a_shape_that_no_memory_holds_is_a_damaged_file(tmp_path):
    path = tmp_path / "model.npz"
    KernelPCA(2, kernel="rbf", gamma=0.5).fit(X).save(path)
    about = {"descr": "<f8", "fortran_order": False, "shape": (2**20, 2**30)}
    with zipfile.ZipFile(path, "a") as archive, archive.open("Solution.W.npy", "w") as file:
        npy.write_array_header_1_0(file, about)
    with pytest.raises(NotLoadedError, match="MemoryError"):
        KernelPCA.load(path)


def test_an_error_of_the_disk_is_not_one_of_the_file(tmp_path, monkeypatch):
    path = tmp_path / "model.npz"
    KernelPCA(2, kernel="rbf", gamma=0.5).fit(X).save(path)

    def fail(*_, **__):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(np, "load", fail)
    with pytest.raises(OSError, match="Input/output") as error:
        KernelPCA.load(path)
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
    tracemalloc.start()
    model.save(tmp_path / "model.npz")
    assert tracemalloc.get_traced_memory()[1] < 2e6
    tracemalloc.stop()
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
