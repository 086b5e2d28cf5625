"""The whole DAG on the tiny configuration: one command, no surprise and no missed rerun."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import browser
import pytest
import site_pages
from pictures import pixels, text_sizes, width
from small_project import PARTS, ROOT, SMALL, copy_of_the_project

from kpca.figures.shown import FOLDS
from kpca.results import files, solutions
from kpca.statements.status import STATUS
from kpca.studies.config.load import load
from kpca.studies.config.notebooks import names
from kpca.workflow import catalog

pytestmark = pytest.mark.faults
STUDIES = ("iris", "eurodist", "circles")


def _workflow(folder, config="config/tiny.yaml", *options):
    command = [sys.executable, "-m", "kpca", "run", config, *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def _jobs(folder):
    """What a run would do now: pairs of a study (or "") and a job, from a dry run."""
    found = subprocess.run(
        [sys.executable, "-m", "snakemake", "--dry-run", "--config", "file=config/tiny.yaml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    # Jobs of a group are indented.
    output = re.findall(r"^ *Job \d+: (.+)$", found.stdout + found.stderr, re.MULTILINE)
    return {tuple(job.split(": ")) if ": " in job else ("", job) for job in output}


def _hashes(folder):
    return json.loads((folder / "manifest.json").read_text())["results"]


def _rules(jobs):
    return {job for _, job in jobs}


NOTEBOOKS = {*catalog.ANALYSES, catalog.FIRST_COMPONENTS}
CHAPTERS = {*names("chapter")}
EXPERIMENTS = {*load(ROOT / "config/tiny.yaml").experiments}
ALL = NOTEBOOKS | CHAPTERS | EXPERIMENTS
LAST = {"manifest", "site"}
ENDS = {"page", "table of checks", "report", *LAST}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project, in a folder with a space in its name, after a first run."""
    folder = tmp_path_factory.mktemp("a project")
    copy_of_the_project(folder)
    process = _workflow(folder)
    assert process.returncode == 0, process.stdout + process.stderr
    return folder, process.stdout


@pytest.fixture(scope="module", autouse=True)
def first(project, tmp_path_factory):
    """The results of the first run, which later tests do not change."""
    folder = tmp_path_factory.mktemp("first") / "results"
    shutil.copytree(project[0] / "results/tiny", folder)
    return folder


def test_the_output_says_how_many_jobs_there_are_and_has_no_carriage_return(project):
    output, jobs = project[1], catalog.jobs(load(project[0] / "config/tiny.yaml"))
    assert output.startswith(f"0 of {len(jobs)} jobs done\n")
    assert "\r" not in output


def test_every_result_is_valid_against_the_registry(project):
    trees = sorted((project[0] / "results/tiny").rglob("*.nc"))
    assert len(trees) == 5 * len(STUDIES) + len(EXPERIMENTS) + 1
    for path in trees:
        files.read(path)


def test_checks_have_the_promised_columns_and_all_agree(project):
    with (project[0] / "results/tiny/checks.csv").open() as file:
        rows = list(csv.DictReader(file))
    names = ["id", "study", "status", "discrepancy", "tolerance", "control", "verdict"]
    names += ["decided", "entries"]
    assert list(rows[0]) == names
    assert {row["verdict"] for row in rows} == {"agrees"}
    assert all(float(row["control"]) >= 100 * float(row["tolerance"]) for row in rows)
    assert len({(row["id"], row["study"]) for row in rows}) == len(rows)


def test_held_out_points_and_negative_mass_are_stored(project):
    tree = files.read(project[0] / "results/tiny/eurodist/mds-from-distances.nc")
    solution, placed = solutions.from_tree(tree)
    assert placed.shape == (21, 5)
    assert float(tree["spectrum"]["negative_mass"]) == pytest.approx(0.13153, abs=1e-5)
    assert tree["components"]["score"].attrs["units"] == "km"


def test_figures_are_there_in_three_formats(project):
    figures = project[0] / "results/tiny/figures"
    names = {path.name.split(".")[0] for path in figures.glob("[!.]*")}
    assert names == EXPERIMENTS | {
        "agreement-matrix",
        "spectra",
        "pca-beside-kpca",
        "eurodist-map",
    }
    kinds = [path.name.partition(".")[2] for path in figures.glob("[!.]*")]
    assert {kind: kinds.count(kind) for kind in kinds} == dict.fromkeys(
        ("svg", "pdf", "png", "txt", "alt.txt"), len(names)
    )


def test_every_figure_has_the_width_of_a_column_300_dots_per_inch_and_legible_text(project):
    pictures = sorted((project[0] / "results/tiny").rglob("figures/*.pdf"))
    assert len(pictures) > 15
    for path in pictures:
        assert width(path) == pytest.approx(3.5, rel=1e-12, abs=0.0) or width(
            path
        ) == pytest.approx(7.2, rel=1e-12, abs=0.0), path
        assert min(text_sizes(path)) >= 6.0, path
        across, resolution = pixels(path.with_suffix(".png"))
        assert resolution == pytest.approx(300, abs=0.1)
        assert across == round(300 * width(path))


def test_every_figure_can_be_drawn(project):
    for path in (project[0] / "results/tiny").rglob("*.ipynb"):
        assert "could not be drawn" not in path.read_text(), path.name


def test_every_fold_of_the_page_of_a_study_has_its_picture_once(project):
    """Distances have no columns and no width, and the circles are denoised."""
    for study, pictures in {"circles": 5, "iris": 4, "eurodist": 2}.items():
        page = (project[0] / f"results/tiny/site/studies/{study}/index.html").read_text()
        folds = [fold.name for fold in FOLDS if f"<summary>{fold.name}</summary>" in page]
        assert len(folds) == page.count('<figure class="drawn">') == pictures, study
        assert "could not be drawn" not in page


def test_every_picture_of_an_executed_notebook_has_its_name_caption_and_alt_text(project):
    found = 0
    for path in (project[0] / "results/tiny").rglob("*.ipynb"):
        cells = json.loads(path.read_text())["cells"]
        outputs = [one for cell in cells for one in cell.get("outputs", [])]
        for output in (one for one in outputs if "image/png" in one.get("data", {})):
            assert set(output["metadata"]["kpca"]) == {"figure", "caption", "alt"}, path
            assert output["metadata"]["image/png"]["alt"] == output["metadata"]["kpca"]["alt"]
            found += 1
    assert found > 60


def test_no_machine_path_is_in_an_executed_notebook_a_caption_or_a_page(project):
    results_folder = project[0] / "results/tiny"
    for kind in ("ipynb", "html", "txt"):
        for path in results_folder.rglob(f"[!.]*.{kind}"):
            assert str(project[0]) not in path.read_text(), path.name


def test_a_run_after_touching_every_file_does_nothing(project):
    for part in PARTS:
        files = [project[0] / part, *(project[0] / part).rglob("*")]
        for path in files:
            path.touch()
    process = _workflow(project[0])
    assert process.returncode == 0
    assert "this run      0 jobs" in process.stdout


def _verify(results, manifest):
    command = [sys.executable, "-m", "kpca", "verify", str(results)]
    process = subprocess.run(
        [*command, "--manifest", str(manifest)],
        cwd=results.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return process.returncode, process.stdout + process.stderr


def test_a_clone_at_another_path_gives_every_hash_again(first, tmp_path):
    folder = tmp_path / "another place" / "zweite"
    copy_of_the_project(folder)
    process = _workflow(folder, "config/tiny.yaml", "--cores", "1")
    assert process.returncode == 0, process.stdout + process.stderr
    assert len(_hashes(first)) > 100
    assert _hashes(folder / "results/tiny") == _hashes(first)
    code, output = _verify(folder / "results/tiny", first / "manifest.json")
    assert code == 0, output
    assert "made with" not in output


CODE = b"\nEDITED = 1\n"


def test_a_comment_and_a_docstring_that_are_edited_rerun_nothing(project):
    path = project[0] / "kpca/tolerances.py"
    before = path.read_bytes()
    path.write_bytes(before.replace(b'"""', b'"""Edited. ', 1) + b"# edited\n")
    jobs = _jobs(project[0])
    path.write_bytes(before)
    assert jobs == set()


@pytest.mark.parametrize(
    ("edited", "rerun"),
    [
        (
            "kpca/formulations/mds.py",
            {"mds-from-distances", "agreement", *CHAPTERS, *EXPERIMENTS, *ENDS},
        ),
        # `components: auto` lets the preparation of a study depend on pre-images.
        ("kpca/rkhs.py", {"prepare", *ALL, *ENDS}),
        # Every notebook that executes statements shows their wording in its tables.
        ("kpca/statements/ledger.py", {*ALL, *ENDS}),
        ("kpca/statements/scaling.py", {"agreement", "linear-algebra", *EXPERIMENTS, *ENDS}),
        ("notebooks/gallery/hard_spectra.py", {"hard-spectra", "report", *LAST}),
        ("kpca/figures/style.py", {*ALL, *ENDS}),
        ("kpca/workflow/jobs/collect.py", ENDS - {"page"}),
        ("kpca/workflow/launch/summary.py", set()),
        ("data/eurodist.csv", {"prepare", *NOTEBOOKS, "centering", *ENDS}),
        ("notebooks/report.ipynb", {"report", *LAST}),
        ("notebooks/chapters/projection.ipynb", {"projection", *LAST}),
        # A study is one class with its results, so an edited result solves it again.
        ("kpca/interpretation/loadings.py", {"prepare", *ALL, *ENDS}),
        ("kpca/page/templates/map.html.j2", {"page", *LAST}),
        ("kpca/site/tables.py", {"site"}),
        ("requirements.lock", {"prepare", *ALL, *ENDS}),
        ("README.md", set()),
    ],
)
def test_an_edit_reruns_what_uses_the_file_and_nothing_else(project, edited, rerun):
    path = project[0] / edited
    before = path.read_bytes()
    path.write_bytes(before + (CODE if path.suffix == ".py" else b"\n"))
    # As an unpacked archive has it: older than every result.
    os.utime(path, (1.0, 1.0))
    try:
        assert _rules(_jobs(project[0])) == rerun
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize(
    ("missing", "made"),
    [("manifest.json", LAST), ("checks.csv", {"table of checks", "report", *LAST})],
)
def test_a_missing_result_is_made_again(project, tmp_path, missing, made):
    path = project[0] / "results/tiny" / missing
    # Moved, and not written again, so that its date stays.
    path.rename(tmp_path / missing)
    jobs = _jobs(project[0])
    (tmp_path / missing).rename(path)
    assert _rules(jobs) == made


@pytest.mark.parametrize("asked", [True, False])
def test_a_page_waits_for_the_denoised_samples_of_a_study_that_asks_for_them(tmp_path, asked):
    folder = tmp_path / "a project"
    copy_of_the_project(folder)
    text = SMALL.format(results="results", seed=1) + f"    denoise: {str(asked).lower()}\n"
    (folder / "small.yaml").write_text(text)
    command = ["snakemake", "--dry-run", "--config", "file=small.yaml", "--", "small/page.md"]
    found = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=True
    )
    assert ("small: denoised" in found.stdout + found.stderr) is asked


def test_an_edit_of_one_study_reruns_that_study(project):
    with _other_seed_for_circles(project[0]):
        jobs = _jobs(project[0])
    assert {study for study, _ in jobs} == {"circles", ""}
    chapters = {"kernels", "centering", "projection", "pre-images"}
    assert _rules(jobs) == {"prepare", *NOTEBOOKS, *chapters, *ENDS}


def test_an_edit_of_the_library_is_not_overlooked_beside_an_edit_of_one_study(project):
    path = project[0] / "kpca/figures/style.py"
    before = path.read_bytes()
    path.write_bytes(before + CODE)
    with _other_seed_for_circles(project[0]):
        jobs = _jobs(project[0])
    path.write_bytes(before)
    assert {study for study, _ in jobs} == {*STUDIES, ""}


@contextmanager
def _other_seed_for_circles(folder):
    path = folder / "config/tiny.yaml"
    before = path.read_text()
    path.write_text(before.replace("seed: 1", "seed: 2"))
    yield
    path.write_text(before)


KINDS = (
    "index.html",
    "theory-eigenproblem.html",
    "statements.html",
    "errata.html",
    "glossary.html",
    "cite.html",
    "reference.html",
    "studies/iris/index.html",
    "studies/circles/kernels.html",
    "studies/eurodist/mds-from-distances.html",
)
"""A page of each kind."""


@pytest.fixture(scope="module")
def site(first):
    return first / "site"


@pytest.fixture(scope="module")
def shown():
    yield from browser.shown()


def test_every_link_of_the_site_leads_to_a_file_or_a_place(site):
    found = site_pages.pages(site)
    assert len(found) > 40
    broken = {page.relative_to(site): site_pages.broken_links(page) for page in found}
    assert {page: links for page, links in broken.items() if links} == {}


def test_the_site_was_built_without_a_warning(first):
    assert (first / "logs/site.log").read_text() == ""


def test_every_alt_text_of_an_executed_notebook_is_on_its_page(first, site):
    found = 0
    for path in first.glob("*/*.ipynb"):
        cells = json.loads(path.read_text())["cells"]
        outputs = [one for cell in cells for one in cell.get("outputs", [])]
        page = unescape((site / "studies" / path.parent.name / f"{path.stem}.html").read_text())
        for output in outputs:
            words = output.get("metadata", {}).get("kpca", {})
            if "figure" in words:
                assert words["alt"] in page, (path, words["figure"])
                found += 1
    assert found > 40


@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("desk", "dark")])
def test_every_page_opens_from_disk_without_faults(site, shown, size, theme):
    """No message, no request, no formula as text, no picture without a text, no sideways scroll."""
    shown.look(size, theme)
    faults = {}
    for page in site_pages.pages(site):
        shown.open(page)
        faults[page.relative_to(site)] = shown.faults()
    assert {page: those for page, those in faults.items() if those} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_of_each_kind_has_no_serious_finding_of_axe(site, shown, theme, tmp_path):
    # Pictures of these pages, which CI keeps.
    pictures = Path(os.environ.get("KPCA_SCREENSHOTS", tmp_path))
    shown.look("desk", theme)
    found = {}
    for page in KINDS:
        shown.open(site / page)
        found[page] = shown.inaccessible()
        shown.picture(pictures / f"{page.replace('/', '-')}-{theme}.png")
    assert {page: those for page, those in found.items() if those} == {}


@pytest.mark.repeated
@pytest.mark.parametrize(("size", "theme"), [("phone", "dark"), ("desk", "light")])
def test_every_page_has_no_fault_and_no_serious_finding_of_axe_in_the_other_themes(
    site, shown, size, theme
):
    shown.look(size, theme)
    found = {}
    for page in site_pages.pages(site):
        shown.open(page)
        found[page.relative_to(site)] = shown.faults() + shown.inaccessible()
    assert {page: those for page, those in found.items() if those} == {}


def test_a_fault_that_is_planted_in_a_page_is_found(site, shown, tmp_path):
    text = (site / "glossary.html").read_text()
    planted = """<p>$x$</p><img src="no.png"><div style="width: 3000px">.</div>
    <script>fetch("https://example.org"); undefined_function()</script></article>"""
    page = tmp_path / "page.html"
    page.write_text(text.replace("</article>", planted))
    shown.look("phone", "light")
    shown.open(page)
    found = " ".join(shown.faults())
    for one in ("console: ", "request: https://example.org", "sideways", "raw: ", "pictures: "):
        assert one in found
    assert "image-alt" in " ".join(shown.inaccessible())


def test_the_table_of_statements_is_sorted_searched_and_filtered(site, shown):
    shown.look("desk", "light")
    shown.open(site / "statements.html")
    run = shown.driver.execute_script
    rows = "return [...document.querySelectorAll('#statements-table tbody tr')].map(r => r.id)"
    assert len(run(rows)) == len(STATUS)
    choose = """
    const one = document.querySelector(`select[data-column="${arguments[0]}"]`);
    one.value = arguments[1]; one.dispatchEvent(new Event("change"));
    """
    run(choose, "3", "misprint")
    misprints = run(rows)
    assert misprints == [id for id, status in STATUS.items() if status == "misprint"]
    run(choose, "6", "eurodist")
    assert 0 < len(run(rows)) < len(misprints)
    run(choose, "3", "")
    run(choose, "6", "")
    assert len(run(rows)) == len(STATUS)
    run("document.querySelector('#statements-table th button').click()")
    assert run(rows)[:3] == ["C1", "C1x", "C2"]


def test_the_search_works_from_disk_and_finds_one_study_of_each_chapter(site, shown):
    shown.look("desk", "light")
    shown.open(site / "search.html", "?q=centering")
    found = []
    for _ in range(50):
        links = shown.driver.find_elements("css selector", "ul.search li a")
        found = [link.get_attribute("href").rpartition("/site/")[2] for link in links]
        if found:
            break
        time.sleep(0.1)
    assert any(one.startswith("theory-centering.html") for one in found)
    pages = {one.partition("?")[0].partition("#")[0] for one in found}
    assert len([one for one in pages if one.endswith("/eigen-solve.html")]) <= 1
    assert shown.faults() == []
