"""Points in a file: read by blocks of rows, with the results and without the memory of all."""

import os
import subprocess
import sys

import numpy as np
import pytest
import zarr
from conftest import peak_of
from scipy.sparse import csr_array

from kpca import KernelPCA, kernels
from kpca.estimators.solving import differ
from kpca.solvers import file_points
from kpca.solvers.elements import KernelElements, digest, seed_of
from kpca.solvers.file_points import FilePoints, is_in_file
from kpca.solvers.partial import needed_bytes

X = np.random.default_rng(0).normal(size=(700, 5)) + [5.0, 0.0, -3.0, 1.0, 2.0]
NEW = X[:9] + 0.1


def _memmap(folder, X):
    np.save(folder / "X.npy", X)
    return np.load(folder / "X.npy", mmap_mode="r")


def _raw(folder, X):
    X.tofile(folder / "X.bin")
    return np.memmap(folder / "X.bin", X.dtype, "r", shape=X.shape)


def _zarr(folder, X):
    array = zarr.create_array(folder / "X.zarr", shape=X.shape, chunks=(64, 2), dtype=X.dtype)
    array[:] = X
    return array


FORMATS = {"npy": _memmap, "raw": _raw, "zarr": _zarr}
each_format = pytest.mark.parametrize("form", FORMATS)


@pytest.fixture
def small_blocks(monkeypatch):
    """Every file is read by blocks of 40 rows, or fewer."""
    monkeypatch.setattr(file_points, "AT_ONCE", 0)
    monkeypatch.setattr(file_points, "BLOCK", 8 * 5 * 40)


@each_format
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4"])
def test_rows_are_those_of_the_array_in_double_precision(form, dtype, small_blocks, tmp_path):
    given = X.astype(dtype)
    points = FilePoints(FORMATS[form](tmp_path, given))
    assert points.shape == (700, 5)
    assert points.dtype == (np.float32 if dtype == "f4" else np.float64)
    for rows in (slice(3, 50), slice(690, 800), np.array([5, 5, 699, 0])):
        assert points[rows].dtype == np.float64
        np.testing.assert_array_equal(points[rows], given[rows])
    blocks = list(points.blocks())
    assert [len(block) for block in blocks] == 17 * [40] + [20]
    np.testing.assert_array_equal(np.concatenate(blocks), given)
    np.testing.assert_allclose(points.mean(), given.mean(axis=0, dtype=float), rtol=1e-14)
    np.testing.assert_array_equal(np.asarray(points), given)
    assert np.asarray(points).dtype == points.dtype
    assert np.asarray(points, dtype="f8").dtype == np.float64
    assert points.astype("f4").dtype == np.float32


def test_a_row_that_is_longer_than_a_block_is_read_alone(monkeypatch):
    monkeypatch.setattr(file_points, "BLOCK", 8 * 5 - 1)
    assert [len(block) for block in FilePoints(X[:3]).blocks()] == [1, 1, 1]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [([], False), (0, True), (39, True), (650, True), (slice(40), True), (slice(680, 700), True)],
)
def test_one_row_or_a_whole_block_that_differs_is_seen(rows, expected, small_blocks):
    points = np.ones((700, 5))
    points[rows, 4] = 2.0
    assert differ(FilePoints(points)) is expected
    assert differ(points) is expected


@each_format
def test_elements_and_their_hash_are_those_of_points_in_memory(form, small_blocks, tmp_path):
    points = FilePoints(FORMATS[form](tmp_path, X))
    assert digest("a", points) == digest("a", X) != digest("b", X)
    for kernel in (kernels.RBF(0.1), kernels.Polynomial(1.0, 2), kernels.Cosine()):
        there, here = KernelElements(kernel, points), KernelElements(kernel, X)
        assert seed_of(there, 3) == seed_of(here, 3)
        assert there.by_products == here.by_products
        assert there.error == pytest.approx(here.error, rel=1e-12, abs=0)
        np.testing.assert_allclose(there.diagonal(), here.diagonal(), rtol=1e-13)
        np.testing.assert_allclose(there.new_rows(NEW), here.new_rows(NEW), rtol=1e-12)


MODELS = {
    "block Krylov": {"n_components": 3, "kernel": "rbf", "gamma": 0.1},
    "low rank": {"n_components": 3, "kernel": "rbf", "gamma": 5e-5},
    "covariance": {"n_components": 3, "kernel": "linear"},
    "LAPACK": {"n_components": 3, "kernel": "laplacian", "gamma": 0.1, "eigen_solver": "dense"},
    "block Krylov of cosine": {"n_components": 3, "kernel": "cosine", "gamma": None},
}


@each_format
@pytest.mark.parametrize("name", MODELS)
def test_a_model_of_points_in_a_file_is_that_of_points_in_memory(
    name, form, small_blocks, tmp_path
):
    model, other = (
        KernelPCA(**MODELS[name]).fit(points) for points in (FORMATS[form](tmp_path, X), X)
    )
    assert isinstance(model.X_fit_, FilePoints)
    assert model.solved_.solver == other.solved_.solver
    assert model.certificate_.certified == other.certificate_.certified
    largest = other.eigenvalues_[0]
    np.testing.assert_allclose(model.eigenvalues_, other.eigenvalues_, atol=1e-11 * largest)
    np.testing.assert_allclose(model.transform(NEW), other.transform(NEW), atol=1e-8)
    np.testing.assert_allclose(model.score_samples(NEW), other.score_samples(NEW), atol=1e-8)
    model.save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    np.testing.assert_allclose(back.transform(NEW), model.transform(NEW), atol=1e-8)


def test_single_precision_in_a_file_gives_scores_in_single_precision(small_blocks, tmp_path):
    model = KernelPCA(2, kernel="rbf").fit(_memmap(tmp_path, X.astype("f4")))
    assert model.transform(NEW.astype("f4")).dtype == np.float32
    assert model.transform(NEW).dtype == np.float64


NEW_IN_FILES = {
    "block Krylov": MODELS["block Krylov"],
    "covariance": MODELS["covariance"],
    "a function": {"n_components": 2, "kernel": lambda A, B: A @ B.T, "kernel_on": "matrices"},
}


@each_format
@pytest.mark.parametrize("name", NEW_IN_FILES)
def test_new_samples_in_a_file_have_the_scores_of_those_in_memory(
    name, form, small_blocks, tmp_path
):
    given = (10.0 * X).astype("i8")
    model = KernelPCA(**NEW_IN_FILES[name]).fit(X)
    there = FORMATS[form](tmp_path, given)
    np.testing.assert_allclose(model.transform(there), model.transform(given), atol=1e-9)
    np.testing.assert_allclose(model.score_samples(there), model.score_samples(given), atol=1e-8)


@each_format
def test_samples_and_new_ones_in_a_file_are_checked_as_in_memory(form, small_blocks, tmp_path):
    model, points = KernelPCA(2).fit(X), X.copy()
    points[600, 3] = np.nan
    there = FORMATS[form](tmp_path, points)
    for call in (model.transform, KernelPCA(2).fit):
        with pytest.raises(ValueError, match="Input X contains NaN"):
            call(there)
    with pytest.raises(ValueError, match=r"4 features.*expecting 5"):
        model.transform(_memmap(tmp_path, X[:, :4]))


def test_new_samples_in_a_file_take_less_memory_than_they_do(tmp_path):
    """20,000 new samples of 1,000 integers, of which a copy in double precision takes 160 MB."""
    given = np.random.default_rng(0).integers(0, 9, size=(20_000, 1000), dtype="i4")
    model, there = KernelPCA(2).fit(given[:1000]), _memmap(tmp_path, given)
    for method in (model.transform, model.score_samples):
        assert peak_of(lambda method=method: method(there))[1] <= 140e6
        assert peak_of(lambda method=method: method(given))[1] >= 160e6, "the control"


NEEDS_ALL = {
    "a word": {"gamma": "median"},
    "a rule": {"n_components": "auto", "kernel": "linear"},
    "pre-images": {"fit_inverse_transform": True},
    "a function": {"kernel": lambda A, B: A @ B.T, "kernel_on": "matrices"},
    "a kernel of scikit-learn": {"kernel": "chi2"},
}


@pytest.mark.parametrize("name", NEEDS_ALL)
def test_what_needs_all_points_reads_them_as_before(name, small_blocks, tmp_path):
    points = np.abs(X[:60, [1]] + 0.1 * X[:60])
    parameters = {"n_components": 2, "kernel": "rbf"} | NEEDS_ALL[name]
    model = KernelPCA(**parameters).fit(_memmap(tmp_path, points))
    assert not isinstance(model.X_fit_, FilePoints)
    other = KernelPCA(**parameters).fit(points)
    np.testing.assert_array_equal(model.eigenvalues_, other.eigenvalues_)


def test_a_kernel_that_is_not_defined_at_a_point_reads_all_points(small_blocks, tmp_path):
    points = X.copy()
    points[650] = 0.0
    model = KernelPCA(2, kernel="cosine").fit(_memmap(tmp_path, points))
    other = KernelPCA(2, kernel="cosine").fit(points)
    np.testing.assert_allclose(model.eigenvalues_, other.eigenvalues_, rtol=1e-10)
    np.testing.assert_allclose(model.transform(NEW), other.transform(NEW), atol=1e-8)


def test_only_large_arrays_of_numbers_are_read_by_rows(tmp_path):
    large = np.lib.stride_tricks.as_strided(np.zeros(1), (10**6, 9), (0, 0))
    memmap = np.memmap(tmp_path / "large", "f4", "w+", shape=(10**6, 9))
    assert is_in_file(memmap)
    for kind in ("u1", "?", ">i2", "f2"):
        assert is_in_file(np.memmap(tmp_path / kind, kind, "w+", shape=(10**6, 9)))
    assert not is_in_file(memmap[:10])
    assert not is_in_file(np.memmap(tmp_path / "complex", "c8", "w+", shape=(10**6, 9)))
    assert not is_in_file(large)
    assert not is_in_file(memmap.reshape(-1))
    assert not is_in_file(csr_array(np.eye(3)))
    assert not is_in_file([[1.0]])
    assert not is_in_file(np.memmap(tmp_path / "text", "S8", "w+", shape=(10**6, 9)))


CASES = {
    "tiles": {"kernel": "rbf", "gamma": 1e-4, "max_memory": 1.0 + needed_bytes(3000, 3)},
    "features": {"kernel": "linear", "max_memory": "350MB"},
}


@pytest.mark.parametrize("name", CASES)
def test_a_fit_and_new_samples_take_less_memory_than_the_points(name, tmp_path, monkeypatch):
    """3,000 points, of which a copy in double precision takes 24 MB, read by blocks."""
    monkeypatch.setattr(file_points, "AT_ONCE", file_points.AT_ONCE // 4)
    monkeypatch.setattr(file_points, "BLOCK", file_points.BLOCK // 4)
    points = np.random.default_rng(1).normal(size=(3000, 1000)).astype("f4")
    # Three components that need few passes.
    points[:, :3] *= [40.0, 33.0, 27.0]
    source, models = _memmap(tmp_path, points), []

    def fit(X):
        models.append(KernelPCA(3, certify="residuals", **CASES[name]).fit(X))
        models[-1].transform(points[:3])

    low, high = (peak_of(lambda X=X: fit(X))[1] for X in (source, points))
    assert isinstance(models[0].X_fit_, FilePoints)
    np.testing.assert_allclose(models[0].eigenvalues_, models[1].eigenvalues_, rtol=1e-5)
    assert high - low >= 22.5e6


LIMITED = """
import resource, sys
import numpy as np
from kpca import KernelPCA

X = np.memmap(sys.argv[1], "f8", "r", shape=(50_000, 1000))
if sys.argv[2] == "memory":
    X = X.view(np.ndarray)
KernelPCA(2).fit(np.random.default_rng(0).normal(size=(600, 3)))  # The threads have their memory.
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
limit = 1024 * int(status["VmData"].split()[0]) + 300 * 10**6
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
model = KernelPCA(2, max_memory="150MB").fit(X)
print(model.certificate_.certified, model.solved_.solver, model.transform(X[:3]).shape)
"""


@pytest.mark.faults
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is that of Linux")
def test_a_file_that_is_larger_than_the_memory_limit_is_solved(tmp_path):
    """400 MB of points, and 300 MB for the fit. The same array in memory is the control."""
    rng = np.random.default_rng(0)
    points = np.memmap(tmp_path / "X", "f8", "w+", shape=(50_000, 1000))
    for rows in range(0, 50_000, 5000):
        points[rows : rows + 5000] = rng.normal(size=(5000, 1000))
    points[:, :2] *= [9.0, 5.0]
    points.flush()
    for how, output in (("file", "True covariance (3, 2)"), ("memory", "")):
        done = subprocess.run(
            [sys.executable, "-c", LIMITED, str(tmp_path / "X"), how],
            env=os.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.strip() == output, done.stderr
        assert ("MemoryError" in done.stderr) == (how == "memory")


def test_values_that_a_mask_hides_are_missing():
    class Masked:
        """An array of netCDF4, whose slices are masked arrays."""

        shape, dtype = (3, 2), np.dtype(int)

        def __getitem__(self, rows):
            return np.ma.masked_equal([[1, 2], [3, -999], [5, 6]], -999)[rows]

    points = FilePoints(Masked())
    np.testing.assert_array_equal(points[:], [[1.0, 2.0], [3.0, np.nan], [5.0, 6.0]])
    np.testing.assert_array_equal(points[np.array([1])], [[3.0, np.nan]])
