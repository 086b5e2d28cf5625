"""The catalog of jobs: which jobs a run consists of, and which files each job leaves.

All names of results stand here: the Snakefile, the summary, ``verify`` and the manifest take them
from this module. Paths start from the folder of the results.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kpca.studies.config import notebooks
from kpca.studies.config.project import SITE_FOLDER
from kpca.studies.config.study import RESERVED, Config

FIGURES, LOGS, BENCHMARKS, TABLES, _ = RESERVED

EIGEN_SOLVE, MDS = "eigen-solve", "mds-from-distances"
RKHS_NORM, AGREEMENT = "rkhs-norm", "agreement"
FIRST_COMPONENTS, REPORT = "first-components", "report"
"""The notebooks whose results other jobs read."""

ANALYSES = notebooks.names("analysis")
"""All but the first execute statements, which a study with ``statements: none`` leaves out."""


@dataclass(frozen=True)
class Job:
    """One job of the DAG, or with wildcards in braces all jobs of a kind.

    name   the job's name, after the folder of its study if it belongs to one
    files  each file or folder that the job leaves, by the role that it has for the job
    """

    name: str
    files: Mapping[str, str]

    def of(self, **wildcards: str) -> "Job":
        """The job in which each wildcard has a value."""
        files = {role: path.format(**wildcards) for role, path in self.files.items()}
        return Job(self.name.format(**wildcards), files)

    def __getitem__(self, role: str) -> str:
        return self.files[role]

    @property
    def log(self) -> str:
        """The file that the job reports to."""
        return f"{LOGS}/{self.name}.log"

    @property
    def benchmark(self) -> str:
        """The file with the job's time and memory."""
        return f"{BENCHMARKS}/{self.name}.tsv"

    @property
    def failed(self) -> str:
        """Where the notebook is kept if it fails."""
        return f"{self.name}.failed.ipynb"


def _notebook(name: str, **files: str) -> Job:
    return Job(name, {"notebook": f"{name}.ipynb"} | files)


PREPARE = Job("{study}/prepare", {"study": "{study}/study.nc"})
ANALYSIS = _notebook("{study}/{notebook}", result="{study}/{notebook}.nc")
FIRST = _notebook(f"{{study}}/{FIRST_COMPONENTS}", figures=f"{{study}}/{FIGURES}")
DENOISED = _notebook(
    "{study}/denoised",
    result="{study}/denoised.nc",
    table="{study}/denoised.csv",
    figures=f"{{study}}/denoised-{FIGURES}",
)
CHAPTER = _notebook("{study}/{notebook}")
PAGE = Job("{study}/page", {"page": "{study}/page.md"})
EXPERIMENT = _notebook("{notebook}", result="{notebook}.nc")
DEMONSTRATION = _notebook(
    "{notebook}",
    result="{notebook}.nc",
    table=f"{TABLES}/{{notebook}}.csv",
    figures=f"{{notebook}}/{FIGURES}",
)
CHECKS = Job("checks", {"table": "checks.csv", "tree": "checks.nc"})
OF_ALL = _notebook(REPORT, figures=FIGURES)
MANIFEST = Job("manifest", {"manifest": "manifest.json"})
SITE = Job("site", {"site": SITE_FOLDER})
"""The last job: it shows the manifest, too, which therefore does not describe it."""

BENCHMARK = "benchmarks.csv"
"""The table that `make bench` writes beside the results."""

START = f"{SITE['site']}/index.html"
"""The first page of the site."""


def from_page(study: str) -> str:
    """The folder of a study's results, as an address on the page of the study."""
    return f"../../../{study}"


def result(notebook: str) -> str:
    """The result of a notebook, in the folder of any study."""
    return ANALYSIS["result"].replace("{notebook}", notebook)


def jobs(config: Config) -> list[Job]:
    """Every job of a configuration."""
    of_studies = [job for study in config.studies for job in _of_study(study, config)]
    experiments = [EXPERIMENT.of(notebook=name) for name in config.experiments]
    demonstrations = [DEMONSTRATION.of(notebook=name) for name in config.demonstrations]
    of_all = [CHECKS, OF_ALL] if config.checked else []
    return [*of_studies, *experiments, *demonstrations, *of_all, MANIFEST, SITE]


def _of_study(study: str, config: Config) -> list[Job]:
    chapters = [chapter for name, chapter in config.reading if name == study]
    analyses = ANALYSES if study in config.checked else ANALYSES[:1]
    return [
        PREPARE.of(study=study),
        *(ANALYSIS.of(study=study, notebook=name) for name in analyses),
        FIRST.of(study=study),
        PAGE.of(study=study),
        *([DENOISED.of(study=study)] if config.studies[study].denoise else []),
        *(CHAPTER.of(study=study, notebook=name) for name in chapters),
    ]


def results(config: Config) -> list[str]:
    """Every file and folder that a manifest describes."""
    last = (MANIFEST, SITE)
    return [path for job in jobs(config) if job not in last for path in job.files.values()]
