"""One catalog names every job of a configuration and every file that a job leaves."""

from kpca.studies.config.study import Config
from kpca.workflow import catalog

STUDY = {"data": {"dataset": "iris"}, "kernel": {"name": "linear"}, "components": 1}


def _config(**more):
    return Config.model_validate({"results": "r", "studies": {"a": STUDY, "b-2": STUDY}} | more)


def test_every_study_leaves_its_data_five_notebooks_four_results_figures_and_a_page():
    found = [path for path in catalog.results(_config()) if path.startswith("b-2/")]
    assert found == [
        "b-2/study.nc",
        "b-2/eigen-solve.ipynb",
        "b-2/eigen-solve.nc",
        "b-2/mds-from-distances.ipynb",
        "b-2/mds-from-distances.nc",
        "b-2/rkhs-norm.ipynb",
        "b-2/rkhs-norm.nc",
        "b-2/agreement.ipynb",
        "b-2/agreement.nc",
        "b-2/first-components.ipynb",
        "b-2/figures",
        "b-2/page.md",
    ]


def test_the_whole_run_leaves_the_checks_the_report_its_figures_and_chosen_experiments():
    found = catalog.results(_config(experiments=["hard-spectra"], chapters={"kernels": ["a"]}))
    assert "a/kernels.ipynb" in found
    assert "b-2/kernels.ipynb" not in found
    assert [path for path in found if "/" not in path] == [
        "hard-spectra.ipynb",
        "hard-spectra.nc",
        "checks.csv",
        "checks.nc",
        "report.ipynb",
        "figures",
    ]


def test_a_demonstration_leaves_a_notebook_a_result_a_table_and_figures():
    found = catalog.results(_config(demonstrations={"mika1998": 3}))
    assert [path for path in found if "mika1998" in path] == [
        "mika1998.ipynb",
        "mika1998.nc",
        "tables/mika1998.csv",
        "mika1998/figures",
    ]


def test_the_last_jobs_are_the_manifest_which_does_not_describe_itself_and_the_site():
    *_, manifest, site = catalog.jobs(_config())
    assert (manifest.files, site.files) == ({"manifest": "manifest.json"}, {"site": "site"})
    assert not {"manifest.json", "site"} & {*catalog.results(_config())}


def test_a_job_has_a_log_a_benchmark_and_a_place_for_a_failed_notebook():
    job = catalog.ANALYSIS.of(study="a", notebook="eigen-solve")
    assert job in catalog.jobs(_config())
    assert (job.name, job.log) == ("a/eigen-solve", "logs/a/eigen-solve.log")
    assert (job.benchmark, job.failed) == (
        "benchmarks/a/eigen-solve.tsv",
        "a/eigen-solve.failed.ipynb",
    )


def test_no_two_jobs_have_the_same_log_or_leave_the_same_file():
    config = _config(experiments=["hard-spectra", "fifty-digits"], chapters={"kernels": ["a"]})
    jobs = catalog.jobs(config)
    files = [path for job in jobs for path in job.files.values()]
    assert len({job.log for job in jobs}) == len(jobs) == 2 * 7 + 1 + 2 + 4
    assert len(set(files)) == len(files)


def test_a_study_without_statements_leaves_only_what_needs_none():
    silent = _config(studies={"a": STUDY, "b": STUDY | {"statements": "none"}})
    found = catalog.results(silent)
    assert [path for path in found if path.startswith("b/")] == [
        "b/study.nc",
        "b/eigen-solve.ipynb",
        "b/eigen-solve.nc",
        "b/first-components.ipynb",
        "b/figures",
        "b/page.md",
    ]
    assert {"a/agreement.nc", "checks.csv", "report.ipynb"} <= set(found)
    assert not {"checks.csv", "report.ipynb"} & set(
        catalog.results(_config(studies={"b": STUDY | {"statements": "none"}}))
    )
