"""The time that is left follows from the work that is left and the speed so far."""

import re

import pytest
from small_project import ROOT

from kpca.studies.config.load import load
from kpca.workflow import catalog
from kpca.workflow.launch import time_left

JOBS = (catalog.CHECKS, catalog.MANIFEST, catalog.PREPARE.of(study="s"))


def test_times_of_an_earlier_run_are_those_of_its_benchmarks_that_can_be_read(tmp_path):
    (tmp_path / "benchmarks/s").mkdir(parents=True)
    (tmp_path / "benchmarks/checks.tsv").write_text("s\th:m:s\n3.25\t0:00:03\n")
    (tmp_path / "benchmarks/s/prepare.tsv").write_text("s\th:m:s\n")
    assert time_left.earlier(tmp_path, JOBS) == {"benchmarks/checks.tsv": 3.25}
    (tmp_path / "benchmarks/checks.tsv").write_bytes(b"\xff\n")
    assert time_left.earlier(tmp_path, JOBS) == {}


def test_every_job_belongs_to_a_rule_of_the_snakefile_and_every_rule_has_a_job():
    text = (ROOT / "Snakefile").read_text()
    rules = re.findall(r"^(?:rule|use rule \w+ as) (\w+)(?: with)?:", text, re.MULTILINE)
    jobs = catalog.jobs(load("config/config.yaml", ROOT))
    jobs.append(catalog.DENOISED.of(study="iris"))
    assert {time_left.rule(job) for job in jobs} == set(rules) - {"all", "studies"}


def test_jobs_of_a_rule_take_their_own_times_or_the_mean_if_some_do_not_run():
    assert time_left.of_rule([2.0, 4.0], 2) == [2.0, 4.0]
    assert time_left.of_rule([2.0, 4.0], 1) == [3.0]
    assert time_left.of_rule([2.0, 4.0], 3) == [3.0, 3.0, 3.0]
    assert time_left.of_rule([], 2) == [None, None]
    assert time_left.of_rule([2.0], 0) == []


def test_before_the_first_job_the_work_is_shared_by_the_cores():
    assert time_left.estimate([30.0] * 8, [], 0.0, 0.0, cores=2) == 120.0
    assert time_left.estimate([30.0] * 8, [], 0.0, 0.0, cores=4) == 60.0


def test_later_the_speed_of_the_run_decides():
    """Four cores of which one was used: 100 s of work per 100 s, and not 400 s."""
    estimates = [time_left.estimate([10.0] * 100, [], t, t, cores=4) for t in (0.0, 1e2, 1e4, 1e6)]
    assert estimates[0] == 250.0
    assert estimates == sorted(estimates)
    assert estimates[-1] == pytest.approx(1000.0, rel=1e-3, abs=0.0)


def test_the_longest_job_is_a_lower_limit():
    assert time_left.estimate([500.0, 1.0, 1.0], [], 0.0, 0.0, cores=16) == 500.0


def test_a_job_that_runs_needs_the_rest_of_its_time_and_a_late_one_as_long_as_it_is_late():
    assert time_left.estimate([], [(100.0, 30.0)], 0.0, 0.0, cores=1) == 70.0
    assert time_left.estimate([], [(100.0, 100.0)], 0.0, 100.0, cores=1) == 0.0
    assert time_left.estimate([], [(100.0, 400.0)], 0.0, 400.0, cores=1) >= 300.0


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.0, "less than 1 min left"),
        (59.9, "less than 1 min left"),
        (60.0, "about 1 min left"),
        (170.0, "about 3 min left"),
        (3560.0, "about 59 min left"),
        (3590.0, "about 1 h left"),
        (5500.0, "about 1 h 30 min left"),
        (7150.0, "about 2 h left"),
    ],
)
def test_a_time_in_words_is_no_more_exact_than_the_estimate(seconds, expected):
    assert time_left.words(seconds) == expected


def test_a_guess_and_a_limit_are_called_so():
    assert time_left.words(170.0, guessed=True) == "perhaps 3 min left"
    assert time_left.words(10.0, guessed=True) == "perhaps less than 1 min left"
    assert time_left.words(170.0, limit=True) == "at most 3 min left"
    assert time_left.words(170.0, guessed=True, limit=True) == "at most 3 min left"
