"""config -> studies -> notebooks -> checks -> report. Wiring only: every rule runs one module."""

import gc
import os
import shlex
import sys
from functools import cache
from pathlib import Path

from kpca.studies.config import project
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.studies.config.notebooks import NOTEBOOKS, names
from kpca.workflow import catalog, version
from kpca.workflow.resources import JobResources
from kpca.workflow.warm import client

# The syntax trees of all modules are read below, and a collection looks at all imports each time.
gc.freeze()

# `make report` gives them by the environment; plain `snakemake --config file=my.yaml` will do too.
CONFIG = os.environ.get("KPCA_CONFIG") or config.get(
    "file", f"{workflow.basedir}/config/config.yaml"
)
CONFIG = os.path.abspath(CONFIG)
# Where the paths in the configuration start.
HERE = Path(CONFIG).parent
try:
    PLAN = load(CONFIG)
except ConfigError as error:
    raise WorkflowError(str(error))

# Each job reads this file again, in the folder of the results and perhaps on another machine.
os.environ["KPCA_CONFIG"] = CONFIG


envvars:
    "KPCA_CONFIG",


RESULTS = (HERE / PLAN.results).resolve()


# All paths below start from the results: they are the same wherever the project lies.
workdir: RESULTS


PROJECT = os.path.relpath(project.PROJECT, RESULTS)
# In a checkout the package lies beside this file; else it is installed.
if project.PACKAGE.parent == project.PROJECT:
    os.environ["PYTHONPATH"] = str(project.PROJECT)
# Jobs run side by side, with one thread each unless the command gives another number.
THREADS = int(config.get("threads", 1))
# The site of somebody's own studies has the book on kernel PCA only if the command asks for it.
BOOK = "--book" if config.get("book") else ""
shell.prefix(f"export OMP_NUM_THREADS={THREADS}; ")
# A job is a fork of the warm process of a run, or an ordinary process.
START = f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(client.__file__))}"
STUDIES = list(PLAN.studies)
of_job = JobResources(PLAN, HERE, THREADS, workflow)
BY_MPI = [name for name, study in PLAN.studies.items() if study.ranks > 1]


@cache
def data(study):
    """The hash of the data of a study, when a job that depends on them asks first."""
    return version.of_data(PLAN.studies[study], HERE)


def params_of(job, module):
    """What every rule has that runs a module. Another ``code`` is a reason to run it again."""
    return {
        "benchmark": job.benchmark,
        "module": module,
        "code": version.of_module(module),
    }


def params_to_prepare():
    """Those of the rules that prepare a study."""
    return params_of(catalog.PREPARE, "kpca.workflow.jobs.prepare") | {
        "study": lambda wildcards: PLAN.studies[wildcards.study].model_dump_json(),
        "data": lambda wildcards: data(wildcards.study),
    }


def every(path):
    """A path with the wildcard ``{study}``, for every study."""
    return expand(path, study=STUDIES)


def every_checked(path):
    """A path with the wildcard ``{study}``, for every study on which statements are executed."""
    return expand(path, study=PLAN.checked)


def of_checks(wildcards):
    """The checks of a study, unless no statement is executed on it."""
    return (
        [catalog.result(catalog.AGREEMENT)] if wildcards.study in PLAN.checked else []
    )


def source(name):
    """The notebook of that name."""
    return f"{PROJECT}/{NOTEBOOKS[name].path}"


def notebook(wildcards):
    """The notebook that a job executes."""
    return source(wildcards.notebook)


def version_of(name):
    """The hash of everything that the notebook of that name depends on."""
    return version.of_notebook(NOTEBOOKS[name].path)


def code(wildcards):
    """The hash of everything that the notebook of a job depends on."""
    # Snakemake does not compare parameters that are computed from the input.
    return version_of(wildcards.notebook)


def given(wildcards, input, output):
    """The parameters of a notebook: each result that it reads or writes, by its role."""
    files = {**dict(input.items()), **dict(output.items())}
    kinds = {"figures": "folder"}
    return [
        f"{role}_{kinds.get(role, 'file')}={path}"
        for role, path in files.items()
        if role != "notebook"
    ]


def repeated(wildcards, input, output):
    """The parameters of a demonstration: its files, and how often it repeats its experiment."""
    repeats = PLAN.demonstrations[wildcards.notebook]
    return [*given(wildcards, input, output), f"repeats={repeats}"]


# The group of the jobs that read all studies. No study can have this name.
LAST = "LAST"


def of_denoised(wildcards):
    """The denoised samples of a study that asks for them: result, table and notebook."""
    roles = ("result", "table", "notebook")
    return (
        [catalog.DENOISED[role] for role in roles]
        if PLAN.studies[wildcards.study].denoise
        else []
    )


def shown(folder, category, subcategory=None):
    """A folder of figures that `snakemake --report` shows with their captions."""
    return report(
        directory(folder),
        caption=str(project.file("kpca/workflow/launch/caption.rst")),
        category=category,
        subcategory=subcategory,
        labels={"figure": "{figure}"},
        patterns=["{figure}.png"],
    )


report: str(project.file("kpca/workflow/launch/about.rst"))


# A demonstration has a folder of figures, as a study has.
wildcard_constraints:
    study="|".join(PLAN.studies),


rule all:
    input:
        # Snakemake makes a missing result only if it is asked for, or if a missing one needs it.
        catalog.results(PLAN),
        catalog.MANIFEST["manifest"],
        catalog.SITE["site"],


rule studies:
    """The data of all studies. For large studies `make report` asks for it first, so that a study
    that cannot be run is refused before any notebook starts."""
    input:
        every(catalog.PREPARE["study"]),


rule prepare:
    output:
        study=catalog.PREPARE["study"],
    log:
        catalog.PREPARE.log,
    group:
        of_job.together
    threads: THREADS
    resources:
        mem_mb=of_job.mem_mb_to_prepare,
        runtime=of_job.minutes,
    params:
        **params_to_prepare(),
    message:
        "{wildcards.study}: prepare"
    shell:
        "{START} --benchmark {params.benchmark:q} --minutes {resources.runtime} {params.module}"
        " {CONFIG:q} {wildcards.study} {output.study:q}"
        " 2> {log:q}"


if BY_MPI:

    rule prepare_by_mpi:
        """A study that several ranks of MPI solve. A profile may name another command as ``mpi``."""
        output:
            study=catalog.PREPARE["study"],
        log:
            catalog.PREPARE.log,
        wildcard_constraints:
            study="|".join(BY_MPI),
        threads: of_job.threads_of_ranks
        resources:
            mem_mb=of_job.mem_mb_of_ranks,
            mem_mb_per_cpu=of_job.mem_mb_per_cpu,
            runtime=of_job.minutes,
            tasks=of_job.ranks,
            mpi="mpiexec",
            # An mpiexec that is not that of the cluster starts all ranks on the first machine.
            nodes=1,
        params:
            **params_to_prepare(),
            cores=of_job.cores_of_rank,
        message:
            "{wildcards.study}: prepare"
        shell:
            "{params.cores}{START} --benchmark {params.benchmark:q} --minutes {resources.runtime}"
            " --mpi '{resources.mpi} -n {resources.tasks}' {params.module}"
            " {CONFIG:q} {wildcards.study} {output.study:q}"
            " 2> {log:q}"

    ruleorder: prepare_by_mpi > prepare


rule eigen_solve:
    """A notebook of a study. The other rules for notebooks say only what is different."""
    input:
        study=catalog.PREPARE["study"],
        notebook=notebook,
    output:
        **catalog.ANALYSIS.files,
    log:
        catalog.ANALYSIS.log,
    wildcard_constraints:
        notebook=catalog.EIGEN_SOLVE,
    group:
        of_job.together
    threads: THREADS
    resources:
        mem_mb=of_job.mem_mb,
        runtime=of_job.minutes,
    params:
        benchmark=catalog.ANALYSIS.benchmark,
        module="kpca.workflow.notebooks.runner",
        code=code,
        given=given,
    message:
        "{wildcards.study}: {wildcards.notebook}"
    shell:
        "{START} --benchmark {params.benchmark:q} --minutes {resources.runtime} {params.module}"
        " {input.notebook:q} {output.notebook:q}"
        " {params.given:q} --timeout $((30 * {resources.runtime})) 2> {log:q}"


use rule eigen_solve as mds_from_distances with:
    wildcard_constraints:
        notebook=catalog.MDS,


use rule eigen_solve as rkhs_norm with:
    input:
        study=catalog.PREPARE["study"],
        eigen=catalog.result(catalog.EIGEN_SOLVE),
        notebook=notebook,
    wildcard_constraints:
        notebook=catalog.RKHS_NORM,


use rule eigen_solve as agreement with:
    input:
        study=catalog.PREPARE["study"],
        eigen=catalog.result(catalog.EIGEN_SOLVE),
        mds=catalog.result(catalog.MDS),
        rkhs=catalog.result(catalog.RKHS_NORM),
        notebook=notebook,
    wildcard_constraints:
        notebook=catalog.AGREEMENT,


use rule eigen_solve as first_components with:
    input:
        study=catalog.PREPARE["study"],
        eigen=catalog.result(catalog.EIGEN_SOLVE),
        notebook=source(catalog.FIRST_COMPONENTS),
    output:
        notebook=catalog.FIRST["notebook"],
        figures=shown(catalog.FIRST["figures"], "Studies", "{study}"),
    log:
        catalog.FIRST.log,
    params:
        benchmark=catalog.FIRST.benchmark,
        code=version_of(catalog.FIRST_COMPONENTS),
    message:
        f"{{wildcards.study}}: {catalog.FIRST_COMPONENTS}"


use rule eigen_solve as denoised with:
    input:
        study=catalog.PREPARE["study"],
        eigen=catalog.result(catalog.EIGEN_SOLVE),
        notebook=source("denoised"),
    output:
        notebook=catalog.DENOISED["notebook"],
        result=catalog.DENOISED["result"],
        table=catalog.DENOISED["table"],
        figures=shown(catalog.DENOISED["figures"], "Studies", "{study}"),
    log:
        catalog.DENOISED.log,
    params:
        benchmark=catalog.DENOISED.benchmark,
        code=version_of("denoised"),
    message:
        "{wildcards.study}: denoised"


use rule eigen_solve as chapter with:
    output:
        **catalog.CHAPTER.files,
    wildcard_constraints:
        notebook="|".join(names("chapter")),


use rule eigen_solve as experiment with:
    input:
        notebook=notebook,
    output:
        **catalog.EXPERIMENT.files,
    log:
        catalog.EXPERIMENT.log,
    wildcard_constraints:
        notebook="|".join(names("experiment")),
    group:
        of_job.alone
    params:
        benchmark=catalog.EXPERIMENT.benchmark,
    message:
        "{wildcards.notebook}"


use rule eigen_solve as demonstration with:
    input:
        notebook=notebook,
    output:
        notebook=catalog.DEMONSTRATION["notebook"],
        result=catalog.DEMONSTRATION["result"],
        table=catalog.DEMONSTRATION["table"],
        figures=shown(catalog.DEMONSTRATION["figures"], "Demonstrations", "{notebook}"),
    log:
        catalog.DEMONSTRATION.log,
    wildcard_constraints:
        notebook="|".join(names("demonstration")),
    group:
        of_job.alone
    params:
        benchmark=catalog.DEMONSTRATION.benchmark,
        given=repeated,
    message:
        "{wildcards.notebook}"


use rule eigen_solve as report with:
    input:
        studies=every_checked(catalog.PREPARE["study"]),
        solutions=every_checked(catalog.result(catalog.EIGEN_SOLVE)),
        checks=list(catalog.CHECKS.files.values()),
        experiments=expand(catalog.EXPERIMENT["result"], notebook=PLAN.experiments),
        demonstrations=expand(
            [catalog.DEMONSTRATION["result"], catalog.DEMONSTRATION["table"]],
            notebook=PLAN.demonstrations,
        ),
        notebook=source(catalog.REPORT),
    output:
        notebook=catalog.OF_ALL["notebook"],
        figures=shown(catalog.OF_ALL["figures"], "All studies"),
    log:
        catalog.OF_ALL.log,
    group:
        LAST
    params:
        benchmark=catalog.OF_ALL.benchmark,
        code=version_of(catalog.REPORT),
        studies=STUDIES,
        given=[
            "results_folder=.",
            f"experiments={' '.join(PLAN.experiments)}",
            f"demonstrations={' '.join(PLAN.demonstrations)}",
            f"figures_folder={catalog.OF_ALL['figures']}",
        ],
    message:
        catalog.REPORT


rule page:
    input:
        study=catalog.PREPARE["study"],
        eigen=catalog.result(catalog.EIGEN_SOLVE),
        checks=of_checks,
        # The page links to the folder of its figures.
        notebook=catalog.FIRST["notebook"],
        denoised=of_denoised,
    output:
        page=catalog.PAGE["page"],
    log:
        catalog.PAGE.log,
    group:
        of_job.together
    threads: THREADS
    resources:
        mem_mb=of_job.mem_mb,
        runtime=of_job.minutes,
    params:
        **params_of(catalog.PAGE, "kpca.workflow.jobs.page"),
        checks=lambda wildcards, input: input.checks or "none",
    message:
        "{wildcards.study}: page"
    shell:
        "{START} --benchmark {params.benchmark:q} --minutes {resources.runtime} {params.module}"
        " {output.page:q} {input.study:q} {input.eigen:q}"
        " {params.checks:q} {input.denoised:q} 2> {log:q}"


rule checks:
    input:
        trees=every_checked(catalog.result(catalog.AGREEMENT)),
    output:
        **catalog.CHECKS.files,
    log:
        catalog.CHECKS.log,
    group:
        LAST
    threads: THREADS
    resources:
        mem_mb=of_job.mem_mb,
        runtime=of_job.minutes,
    params:
        **params_of(catalog.CHECKS, "kpca.workflow.jobs.collect"),
        studies=STUDIES,
        every="--every" if PLAN.every_statement else "",
    message:
        "table of checks"
    shell:
        "{START} --benchmark {params.benchmark:q} --minutes {resources.runtime} {params.module}"
        " {params.every} {output.table:q} {output.tree:q}"
        " {input.trees:q} 2> {log:q}"


rule manifest:
    """What made the results, and the content hash of each."""
    input:
        results=catalog.results(PLAN),
    output:
        **catalog.MANIFEST.files,
    log:
        catalog.MANIFEST.log,
    group:
        LAST
    threads: THREADS
    resources:
        mem_mb=of_job.mem_mb,
        runtime=of_job.minutes,
    params:
        **params_of(catalog.MANIFEST, "kpca.workflow.jobs.manifest"),
        data=lambda wildcards: {study: data(study) for study in STUDIES},
    message:
        "manifest"
    shell:
        "{START} --benchmark {params.benchmark:q} --minutes {resources.runtime} {params.module}"
        " {CONFIG:q} {output.manifest:q}"
        " {input.results:q} 2> {log:q}"


rule site:
    """The site to read, from all notebooks, figures, tables and the manifest."""
    input:
        manifest=catalog.MANIFEST["manifest"],
    output:
        site=directory(catalog.SITE["site"]),
    log:
        catalog.SITE.log,
    group:
        LAST
    threads: THREADS
    resources:
        mem_mb=of_job.mem_mb,
        runtime=of_job.minutes,
    params:
        **params_of(catalog.SITE, "kpca.site"),
        shown=version.of_site(),
        book=BOOK,
    message:
        "site"
    shell:
        "{START} --benchmark {params.benchmark:q} --minutes {resources.runtime} {params.module}"
        " {CONFIG:q} {output.site:q} {params.book} 2> {log:q}"
