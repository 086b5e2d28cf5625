"""What each rule declares: memory, minutes, ranks and group.

The memory follows from the size of the study, and no machine is asked.
"""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import psutil
import pytest
from conftest import split

from kpca import kernels
from kpca.data import Distances, Gram, Vectors
from kpca.results import files, studies
from kpca.studies import datasets, memory
from kpca.studies.config.load import load
from kpca.studies.config.study import Config, StudyConfig
from kpca.studies.memory import Size
from kpca.studies.origin import Origin
from kpca.studies.study import Study
from kpca.workflow import resources

LINEAR = {"kernel": {"name": "linear"}, "components": 1}


@pytest.fixture(autouse=True)
def _no_machine(monkeypatch):
    def asked(*_):
        raise AssertionError("the machine that submits a job is asked for its memory")

    monkeypatch.setattr(psutil, "virtual_memory", asked)


def _prepared(path, study):
    files.write(studies.to_tree(study), path)
    return path


def _mb(config, folder):
    """The memory of the job that prepares a study."""
    return resources.memory_mb([resources.estimated(config, folder)])


def _study(kernel, n, m, q):
    X = np.random.default_rng(0).normal(size=(n + m, q))
    labels = [""] * (n + m)
    return split(X, labels, kernel, m, 1)


def _again(kernel, n, q):
    study = _study(kernel, n, 0, q)
    names = study.names
    data = type(study.data)(kernel, study.data.X, study.data.X)
    return Study("s", "s", data, 1, names, names, names, names)


def test_the_size_of_a_prepared_study_is_read_from_its_file(tmp_path):
    K, names = np.eye(4), list("abcd")
    given = Study("s", "s", Gram(K, K, K), 1, names, names, names, names)
    rows = {"table_row": np.arange(12.0).reshape(4, 3)}
    compared = replace(
        given,
        data=Distances(K, K, K),
        named_columns=tuple("uvw"),
        origin=Origin(distance="cityblock", numbers=rows),
    )
    path = tmp_path / "study.nc"
    for study, size in (
        (compared, Size(4, 0, 3)),
        (_again(kernels.Polynomial(1.0, 2), 9, 2), Size(9, 0, 2, 6)),
        (_study(kernels.RBF(1.0), 9, 4, 2), Size(9, 4, 2, 0)),
        (_study(kernels.Linear(), 9, 9, 2), Size(9, 9, 2, 2)),
        (given, Size(4)),
    ):
        assert resources.of_prepared(_prepared(path, study)) == size


def _config(**studies):
    return Config(studies=studies)


def test_the_memory_of_a_job_is_that_of_the_largest_study_it_reads(tmp_path):
    small, large = tmp_path / "small/study.nc", tmp_path / "large/study.nc"
    for path in (small, large):
        path.parent.mkdir()
    _prepared(small, _study(kernels.RBF(1.0), 9, 4, 2))
    _prepared(large, _study(kernels.RBF(1.0), 900, 100, 2))
    sizes = resources.sizes([small, "other.nc", large], None, tmp_path)
    assert sizes == [Size(9, 4, 2), Size(900, 100, 2)]
    assert resources.memory_mb([]) == 402
    assert resources.memory_mb(sizes[:1]) == 403
    assert resources.memory_mb(sizes) == 515


def test_the_size_of_a_study_that_is_not_prepared_yet_is_estimated_from_its_configuration(tmp_path):
    data = {"generator": "circles", "n": 1000, "noise": 0.1, "seed": 0}
    config = _config(circles=StudyConfig(data=data, **LINEAR))
    (size,) = resources.sizes([str(tmp_path / "circles/study.nc")], config, tmp_path)
    assert size == Size(1000, q=3)


@pytest.mark.parametrize(
    ("size", "is_short"),
    [
        (Size(500, q=3), True),
        (Size(501, q=3), False),
        (Size(400, m=101), False),
        (Size(9, q=501), False),
        (Size(9, q=3, M=501), False),
    ],
)
def test_a_study_is_short_up_to_500_samples_columns_and_features(size, is_short):
    assert resources.is_short(size) == is_short


def test_to_prepare_generated_data_and_data_sets_their_number_of_samples_counts(tmp_path):
    data = {"generator": "circles", "n": 1000, "noise": 0.1, "seed": 0}
    assert _mb(StudyConfig(data=data, **LINEAR), tmp_path) == 531
    for name, size in resources.SHAPES.items():
        assert datasets.REAL[name]()[0].shape == (size[0], size[2])
    digits = StudyConfig(data={"dataset": "digits"}, **LINEAR)
    assert _mb(digits, tmp_path) == 827


@pytest.mark.parametrize(("n", "q"), [(300, 300), (40, 3), (700, 2)])
@pytest.mark.parametrize("suffix", [".csv", ".npy"])
def test_a_table_is_estimated_from_its_file_and_not_too_low(n, q, suffix, tmp_path):
    table = np.random.default_rng(0).normal(size=(n, q))
    path = tmp_path / f"x{suffix}"
    np.save(path, table) if suffix == ".npy" else np.savetxt(path, table, delimiter=",")
    config = StudyConfig(data={"vectors": path.name}, **LINEAR)
    estimate = _mb(config, tmp_path)
    assert estimate >= resources.memory_mb([Size(n, q=q)])
    if suffix == ".csv":
        assert estimate <= 1000


@pytest.mark.parametrize("suffix", [".csv", ".npy"])
def test_a_matrix_and_new_samples_are_estimated_from_their_files(suffix, tmp_path):
    A, beside = np.eye(600), np.ones((100, 700))
    for name, matrix in (("d", A), ("new", beside)):
        path = tmp_path / f"{name}{suffix}"
        np.save(path, matrix) if suffix == ".npy" else np.savetxt(path, matrix, delimiter=",")
    data = {"kernel_matrix": f"d{suffix}", "new": f"new{suffix}"}
    estimate = _mb(StudyConfig(data=data, components=1), tmp_path)
    assert resources.memory_mb([Size(600, 100)]) <= estimate <= 700


def _in_tiles(tmp_path, n=520, **more):
    np.save(tmp_path / "x.npy", np.random.default_rng(0).normal(size=(n, 3)))
    kernel = {"name": "rbf", "gamma": 0.3}
    given = {"data": {"vectors": "x.npy"}, "kernel": kernel, "components": 2, "statements": "none"}
    return StudyConfig(**given | more)


def test_a_study_in_tiles_needs_memory_that_grows_with_its_samples_and_not_with_their_square():
    kernel = kernels.RBF(1.0)
    sizes = [Size.in_tiles(n, 0, 20, kernel, 10) for n in (10_000, 100_000)]
    base = memory.needed_mb(Size.in_tiles(0, 0, 20, kernel, 10))
    one, ten = (memory.needed_mb(size) - base for size in sizes)
    assert ten == pytest.approx(10.0 * one, rel=1e-12, abs=0.0)
    assert memory.needed_mb(Size(10_000)) > 5.0 * (one + base)


def test_the_size_of_a_prepared_study_in_tiles_is_read_from_its_file(tmp_path):
    X = np.random.default_rng(0).normal(size=(9, 2))
    names = [f"s{i}" for i in range(9)]
    data = Vectors(kernels.RBF(1.0), X, X)
    study = Study("s", "s", data, 2, names, names, names, names, statements="sample")
    path = _prepared(tmp_path / "study.nc", study)
    assert resources.of_prepared(path) == Size(9, 0, 2, 0, d=2)
    sigmoid = replace(study, data=replace(data, kernel=kernels.Sigmoid(1.0, 0.0)))
    assert resources.of_prepared(_prepared(path, sigmoid)) == Size(9, 0, 2, 0)


def test_preparing_a_study_in_tiles_needs_the_budget_of_the_solver_at_most(tmp_path):
    large = {"generator": "circles", "n": 100_000, "noise": 0.1, "seed": 0}
    estimates = [
        _mb(_in_tiles(tmp_path, data=large, max_memory=budget), tmp_path)
        for budget in (2e9, 20e9, 60e9)
    ]
    # Tiles fill a budget that is too small for all of them; half of 8 n^2 bytes fits into the last.
    assert estimates[1] - estimates[0] == 18_000
    assert 2000 < estimates[0] < 2700
    assert 40_000 < estimates[2] < 42_500
    by_size = _in_tiles(tmp_path, data=large, statements=None)
    assert _mb(by_size, tmp_path) == estimates[0]
    whole = _in_tiles(tmp_path, data=large, statements="all")
    assert _mb(whole, tmp_path) > 1e6


def test_a_table_that_is_compared_by_a_distance_is_estimated_as_the_matrix_that_it_becomes(
    tmp_path,
):
    (tmp_path / "t.csv").write_text("a,b,c\n" + "0.5,1.5,2.5\n" * 2100)
    data = {"vectors": "t.csv"}
    of_distance = StudyConfig(
        data=data | {"distance": "cityblock"}, components=2, statements="sample"
    )
    size = resources.estimated(of_distance, tmp_path)
    # Of 12 bytes in a row, four for each number and its comma, and one line more.
    assert (size.n, size.q, size.d) == (2102, 2, 0)
    of_kernel = StudyConfig(data=data, kernel={"name": "rbf"}, components=2, statements="sample")
    assert resources.estimated(of_kernel, tmp_path).d == 2


@pytest.mark.parametrize(
    ("name", "data"),
    [("labels", {"distance_matrix": "x.csv", "labels": "y.csv"}), ("variables", {})],
)
def test_labels_and_variables_beside_the_data_are_no_samples(name, data, tmp_path):
    (tmp_path / "x.csv").write_text("1,0,3\n" * 600)
    (tmp_path / "y.csv").write_text("7\n" * 500)
    of_points = {**LINEAR, "variables": "y.csv"} if name == "variables" else {"components": 1}
    config = StudyConfig(data=data or {"vectors": "x.csv"}, **of_points)
    assert resources.estimated(config, tmp_path).n == 601


CONFIG = """
studies:
  short: {data: {generator: rings, n: 24, noise: 0.1, seed: 1}, kernel: rbf}
  long:
    data: {generator: rings, n: 4000, noise: 0.1, seed: 1}
    kernel: rbf
    statements: none
    ranks: 3
"""
HERE, SUBMITS, ON_A_NODE = (
    {"local_exec": local, "remote_exec": remote}
    for local, remote in ((True, False), (False, False), (False, True))
)
SHORT, LONG = SimpleNamespace(study="short"), SimpleNamespace(study="long")


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "c.yaml"
    path.write_text(CONFIG)
    return load(path)


def _of(plan, folder, where):
    return resources.JobResources(plan, folder, 5, SimpleNamespace(**where))


def test_a_job_of_a_cluster_has_the_memory_of_snakemake_beside_its_own(plan, tmp_path):
    here, submits = (_of(plan, tmp_path, where) for where in (HERE, SUBMITS))
    for study in ("short", "long"):
        about, inputs = SimpleNamespace(study=study), [f"{study}/study.nc"]
        own = here.mem_mb_to_prepare(about, 1)
        assert submits.mem_mb_to_prepare(about, 1) == own + 450
        assert here.mem_mb(about, inputs, 1) == own
        assert submits.mem_mb(about, inputs, 1) == own + 450
        assert submits.mem_mb(about, inputs, 3) == 3 * (own + 450)
    assert here.mem_mb(SHORT, [], 1) == 402
    of_one = submits.mem_mb_to_prepare(LONG, 2)
    assert of_one == 2 * submits.mem_mb_to_prepare(LONG, 1)
    assert submits.mem_mb_of_ranks(LONG, 2) == 3 * of_one
    assert submits.mem_mb_per_cpu(LONG, 7, 2) == -(-of_one // 7)


@pytest.mark.parametrize(
    ("where", "cores"),
    [(HERE, ""), (SUBMITS, ""), (ON_A_NODE, "SLURM_CPUS_PER_TASK=2 SRUN_CPUS_PER_TASK=2 ")],
)
def test_only_a_rank_on_a_node_is_given_its_cores(where, cores, plan, tmp_path):
    assert _of(plan, tmp_path, where).cores_of_rank(LONG, 2) == cores


@pytest.mark.parametrize(("where", "threads"), [(HERE, 15), (SUBMITS, 5), (ON_A_NODE, 5)])
def test_all_ranks_share_this_machine_and_each_has_a_node_of_a_cluster(
    where, threads, plan, tmp_path
):
    assert _of(plan, tmp_path, where).ranks(LONG) == 3
    assert _of(plan, tmp_path, where).threads_of_ranks(LONG) == threads


def test_a_job_may_take_two_hours_here_and_more_in_each_attempt_on_a_cluster(plan, tmp_path):
    here, submits = (_of(plan, tmp_path, where) for where in (HERE, SUBMITS))
    assert [here.minutes(SHORT, attempt) for attempt in (1, 2)] == [120, 120]
    assert [submits.minutes(LONG, attempt) for attempt in (1, 2, 3)] == [30, 120, 480]


def test_the_jobs_of_a_short_study_are_one_group(plan, tmp_path):
    of_job = _of(plan, tmp_path, SUBMITS)
    assert of_job.together(SHORT) == "short"
    assert of_job.together(LONG) is None
    assert of_job.alone(SHORT) is None
