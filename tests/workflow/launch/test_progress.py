"""One line says how many jobs are done, which run, and how long the others will take."""

import pytest

from kpca.workflow import catalog
from kpca.workflow.launch.progress import ALL, STUDIES, Progress

STUDY_NAMES = ("a", "b", "c", "d", "e")
JOBS = [
    *(catalog.PREPARE.of(study=name) for name in STUDY_NAMES),
    *(catalog.ANALYSIS.of(study=name, notebook="agreement") for name in STUDY_NAMES),
    catalog.CHECKS,
]


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def _progress(clock, times=(), target=ALL, **rules):
    found = Progress(target, JOBS, dict(times), 1, clock)
    found.update({"event": "planned", "rules": {target: 1} | rules})
    return found


def _start(progress, id, place):
    rule = place.rpartition("/")[2]
    benchmark = f"benchmarks/{place}.tsv"
    progress.update({"event": "started", "id": id, "rule": rule, "benchmark": benchmark})


def _end(progress, id, how="done"):
    progress.update({"event": how, "id": id})


AGREEMENTS = {f"benchmarks/{name}/agreement.tsv": 300.0 for name in STUDY_NAMES}
TIMES = AGREEMENTS | {"benchmarks/checks.tsv": 60.0}


@pytest.mark.parametrize(
    ("target", "text"), [(STUDIES, "preparing studies"), (ALL, "looking for jobs to run")]
)
def test_before_snakemake_has_a_plan_the_line_says_what_it_is_about(clock, target, text):
    assert Progress(target, JOBS, {}, 1, clock).text == text


def test_the_target_is_no_job_and_the_plan_has_a_time_from_an_earlier_run(clock):
    progress = _progress(clock, TIMES, agreement=5, checks=1)
    assert progress.text == "0 of 6 jobs done, about 26 min left"


def test_the_rule_of_the_target_is_not_counted_when_it_ends(clock):
    progress = _progress(clock, TIMES, checks=1)
    progress.update({"event": "started", "id": 0, "rule": "all", "benchmark": None})
    _end(progress, 0)
    assert progress.text == "0 of 1 jobs done, about 1 min left"


def test_a_job_that_begins_is_named_and_one_that_ends_is_counted(clock):
    progress = _progress(clock, TIMES, agreement=5, checks=1)
    _start(progress, 7, "b/agreement")
    clock.now += 240.0
    assert progress.text == "0 of 6 jobs done, about 22 min left, now b/agreement"
    clock.now += 60.0
    _end(progress, 7)
    assert progress.text == "1 of 6 jobs done, about 21 min left"


def test_a_machine_of_half_the_speed_takes_twice_the_time(clock):
    progress = _progress(clock, TIMES, agreement=5, checks=1)
    for id, name in enumerate(STUDY_NAMES[:3]):
        _start(progress, id, f"{name}/agreement")
        clock.now += 6e5
        _end(progress, id)
    # 660 s of work are left, and 900 s took 1.8e6 s; the first seconds count a little.
    hours = 660.0 * (1.8e6 + 20.0) / 920.0 / 3600.0
    assert progress.text.startswith(f"3 of 6 jobs done, about {int(hours)} h")


def test_of_a_rule_that_runs_in_part_each_job_takes_the_mean(clock):
    times = TIMES | {"benchmarks/a/agreement.tsv": 900.0}
    assert _progress(clock, times, agreement=1).text == "0 of 1 jobs done, about 7 min left"
    assert _progress(clock, times, agreement=5).text == "0 of 5 jobs done, about 35 min left"


def test_without_an_earlier_run_there_is_no_time_before_the_first_job_is_done(clock):
    progress = _progress(clock, agreement=5, checks=1)
    _start(progress, 1, "a/agreement")
    clock.now += 600.0
    assert progress.text == "0 of 6 jobs done, now a/agreement"
    _end(progress, 1)
    assert progress.text == "1 of 6 jobs done, perhaps 50 min left"


def test_a_job_without_a_time_makes_the_time_a_guess(clock):
    progress = _progress(clock, AGREEMENTS, agreement=5, checks=1)
    _start(progress, 1, "a/agreement")
    clock.now += 300.0
    _end(progress, 1)
    assert progress.text == "1 of 6 jobs done, perhaps 25 min left"


def test_a_failed_job_is_counted_and_the_time_is_then_a_limit(clock):
    progress = _progress(clock, TIMES, agreement=5, checks=1)
    _start(progress, 1, "a/agreement")
    _end(progress, 1, "failed")
    assert progress.text == "0 of 6 jobs done, 1 failed, at most 21 min left"


def test_a_failed_job_that_is_tried_again_has_not_failed(clock):
    progress = _progress(clock, TIMES, agreement=5, checks=1)
    for _ in range(2):
        _start(progress, 1, "a/agreement")
        _end(progress, 1, "failed")
    _start(progress, 1, "a/agreement")
    assert "failed" not in progress.text
    _end(progress, 1)
    assert progress.text.startswith("1 of 6 jobs done, about")


def test_many_jobs_at_once_are_named_in_part_the_oldest_first(clock):
    progress = _progress(clock, agreement=5)
    for id, name in enumerate("bdaec"):
        clock.now += 1.0
        _start(progress, id, f"{name}/agreement")
    assert progress.text.endswith("now b/agreement, d/agreement, a/agreement, 2 more")


def test_preparing_says_so(clock):
    progress = _progress(clock, target=STUDIES, prepare=5)
    _start(progress, 1, "a/prepare")
    assert progress.text == "preparing studies: 0 of 5 done, now a/prepare"


def test_a_run_whose_jobs_are_all_done_has_no_time_left(clock):
    progress = _progress(clock, TIMES, checks=1)
    _start(progress, 1, "checks")
    clock.now += 60.0
    _end(progress, 1)
    assert progress.text == "1 of 1 jobs done"
