"""Work divided among threads: in order, with the same bits for any number of threads."""

import os
import threading
import time
from threading import Event

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from kpca.solvers import threads

A = np.random.default_rng(3).normal(size=(5000, 7))
B = np.random.default_rng(4).normal(size=(5000, 3))


@pytest.mark.parametrize("number", [1, 2, 5])
def test_results_come_in_the_order_of_the_threads(number):
    assert threads.side_by_side(lambda k: 10 * k, number) == [10 * k for k in range(number)]


@pytest.mark.parametrize("number", [1, 2, 3, 9])
def test_blocks_of_rows_come_in_order_and_cover_each_row_once(number):
    blocks = threads.by_rows(lambda rows: (rows.start, rows.stop), 23, 7, number)
    assert blocks == [(0, 7), (7, 14), (14, 21), (21, 23)]


def test_products_are_those_of_the_whole_matrices():
    np.testing.assert_allclose(threads.inner(A, B), A.T @ B, rtol=0, atol=1e-11)
    np.testing.assert_allclose(threads.times(A, B[:7]), A @ B[:7], rtol=0, atol=1e-13)


@pytest.mark.parametrize("number", [1, 3])
def test_sums_over_rows_have_the_same_bits_for_any_number_of_threads(number, monkeypatch):
    blocks = [slice(k, k + threads.ROWS) for k in range(0, 5000, threads.ROWS)]
    expected = sum(A[rows].T @ B[rows] for rows in blocks)
    with threads.one_thread():
        monkeypatch.setattr(threads, "THREADS", number)
        for most in (0, A.size * 3):
            monkeypatch.setattr(threads, "ALONE", most)
            np.testing.assert_array_equal(threads.inner(A, B), expected)


@pytest.mark.parametrize(
    ("product", "right"), [(threads.inner, B), (threads.times, B[:7])], ids=["inner", "times"]
)
def test_a_small_product_waits_for_no_other_thread(product, right, monkeypatch):
    """A product has 5000 x 7 x 3 multiplications."""
    asked = []

    def noted(work, n, rows=threads.ROWS, threads=0):
        asked.append(threads)
        return [work(slice(0, n))]

    monkeypatch.setattr(threads, "by_rows", noted)
    monkeypatch.setattr(threads, "THREADS", 5)
    for most in (105_000, 104_999):
        monkeypatch.setattr(threads, "ALONE", most)
        product(A, right)
    assert asked == [1, 5]


def test_threads_stay_for_the_next_call():
    def thread(_):
        return threading.current_thread()

    first, other = threads.side_by_side(thread, 2)
    assert first is threading.current_thread()
    assert other.is_alive()
    before = threading.active_count()
    most = before + threads.THREADS + 4
    for _ in range(2 * most):
        threads.side_by_side(thread, 2)
    assert threading.active_count() <= most


@pytest.mark.parametrize(("failing", "others"), [(0, [1, 2]), (1, [0, 2])])
def test_an_exception_in_one_thread_stops_the_others_and_is_raised_when_all_have_ended(
    failing, others
):
    stop, ended = Event(), []

    def work(thread):
        if thread == failing:
            raise ValueError(f"thread {thread}")
        assert stop.wait(20.0)
        time.sleep(0.1)
        ended.append(thread)

    with pytest.raises(ValueError, match=f"thread {failing}"):
        threads.side_by_side(work, 3, stop)
    assert sorted(ended) == others


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process here is a fork of another")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_has_threads_of_its_own():
    threads.side_by_side(lambda k: k, 2)
    child = os.fork()
    if child == 0:
        os._exit(0 if threads.side_by_side(lambda k: k, 2) == [0, 1] else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_blas_has_one_thread_inside_and_as_many_as_before_afterwards():
    def numbers():
        return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}

    # Two also where the environment allows one, which would hide a limit that stays.
    with threadpool_limits(limits=2, user_api="blas"):
        assert numbers() == {2}
        with threads.one_thread():
            with threads.one_thread():
                assert numbers() == {1}
            assert numbers() == {1}, "the first one is still inside"
        assert numbers() == {2}
        assert threads.side_by_side(lambda _: numbers(), 2) == [{1}, {1}]
        assert threads.side_by_side(lambda _: numbers(), 1) == [{1}]
        assert numbers() == {2}


@pytest.mark.parametrize(("asked", "allowed"), [("1", 1), ("0", 1), ("999", None), ("", None)])
def test_a_job_of_slurm_uses_the_cores_that_it_asked_for_also_if_it_sees_more(
    asked, allowed, monkeypatch
):
    has_affinity = hasattr(os, "sched_getaffinity")
    own = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count()
    monkeypatch.setenv("SLURM_CPUS_PER_TASK", asked)
    assert threads.cores() == (own if allowed is None else allowed)


@pytest.mark.parametrize(("counted", "cores"), [(7, 7), (None, 1)])
def test_a_system_that_binds_no_process_to_cores_lets_it_use_all_that_it_counts(
    counted, cores, monkeypatch
):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    assert threads.affine() == cores
