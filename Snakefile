"""config -> studies -> notebooks -> checks -> report. Wiring only: every rule runs one module."""

import os
from pathlib import Path

from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.studies.config.study import CHAPTERS, EXPERIMENTS, NOTEBOOKS
from kpca.workflow import dependencies, version

# `make report` gives them by the environment; plain `snakemake --config file=my.yaml` will do too.
CONFIG = os.environ.get("KPCA_CONFIG") or config.get(
    "file", f"{workflow.basedir}/config/config.yaml"
)
CONFIG = os.path.abspath(CONFIG)
# Where the paths in the configuration start.
HERE = os.environ.get("KPCA_FOLDER") or os.path.abspath(workflow.basedir)
try:
    PLAN = load(CONFIG, HERE)
except ConfigError as error:
    raise WorkflowError(str(error))

RESULTS = (Path(HERE) / PLAN.results).resolve()


# All paths below start from the results: they are the same wherever the project lies.
workdir: RESULTS


PROJECT = os.path.relpath(dependencies.PROJECT, RESULTS)
os.environ["PYTHONPATH"] = str(dependencies.PROJECT)
# Jobs run side by side, each with one thread unless told: results do not depend on the cores.
shell.prefix(
    f"export OMP_NUM_THREADS={config.get('threads', 1)}"
    f" KPCA_CELL_SECONDS={config.get('cell_seconds', '')}; "
)
STUDIES = list(PLAN.studies)
DATA = {
    name: version.of_data(study, Path(HERE)) for name, study in PLAN.studies.items()
}
TREES = ["study", "eigen-solve", "mds-from-distances", "rkhs-norm", "agreement"]
RUN = "python -m kpca.workflow.notebooks.runner {input.notebook:q} {output.notebook:q} --log {log:q}"


def notebook(name):
    """The notebook of that name."""
    return f"{PROJECT}/notebooks/{name}.ipynb"


wildcard_constraints:
    study="[a-z0-9][a-z0-9-]*",
    chapter="|".join(CHAPTERS),
    experiment="|".join(EXPERIMENTS),


rule all:
    input:
        "manifest.json",


rule prepare:
    output:
        "{study}/study.nc",
    log:
        "logs/{study}/prepare.log",
    benchmark:
        "benchmarks/{study}/prepare.tsv"
    params:
        code=version.of_module("kpca.workflow.jobs.prepare"),
        study=lambda wildcards: PLAN.studies[wildcards.study].model_dump_json(),
        data=lambda wildcards: DATA[wildcards.study],
    message:
        "{wildcards.study}: data"
    shell:
        "python -m kpca.workflow.jobs.prepare {CONFIG:q} {wildcards.study} {output:q} {HERE:q}"
        " 2> {log:q} || {{ cat {log:q} >&2; false; }}"


rule studies:
    """The data of all studies: `make report` asks for it first, so that a study that cannot be
    run is refused before any notebook starts."""
    input:
        expand("{study}/study.nc", study=STUDIES),


rule eigen_solve:
    input:
        study=rules.prepare.output,
        notebook=notebook("eigen-solve"),
    output:
        notebook="{study}/eigen-solve.ipynb",
        result="{study}/eigen-solve.nc",
    log:
        "logs/{study}/eigen-solve.log",
    benchmark:
        "benchmarks/{study}/eigen-solve.tsv"
    params:
        code=version.of_notebook("eigen-solve"),
    message:
        "{wildcards.study}: eigen-solve"
    shell:
        RUN + " study_file={input.study:q} result_file={output.result:q}"


rule mds_from_distances:
    input:
        study=rules.prepare.output,
        notebook=notebook("mds-from-distances"),
    output:
        notebook="{study}/mds-from-distances.ipynb",
        result="{study}/mds-from-distances.nc",
    log:
        "logs/{study}/mds-from-distances.log",
    benchmark:
        "benchmarks/{study}/mds-from-distances.tsv"
    params:
        code=version.of_notebook("mds-from-distances"),
    message:
        "{wildcards.study}: MDS from distances"
    shell:
        RUN + " study_file={input.study:q} result_file={output.result:q}"


rule rkhs_norm:
    input:
        study=rules.prepare.output,
        eigen=rules.eigen_solve.output.result,
        notebook=notebook("rkhs-norm"),
    output:
        notebook="{study}/rkhs-norm.ipynb",
        result="{study}/rkhs-norm.nc",
    log:
        "logs/{study}/rkhs-norm.log",
    benchmark:
        "benchmarks/{study}/rkhs-norm.tsv"
    params:
        code=version.of_notebook("rkhs-norm"),
    message:
        "{wildcards.study}: RKHS norm"
    shell:
        RUN
        + " study_file={input.study:q} eigen_file={input.eigen:q} result_file={output.result:q}"


rule agreement:
    input:
        study=rules.prepare.output,
        eigen=rules.eigen_solve.output.result,
        mds=rules.mds_from_distances.output.result,
        rkhs=rules.rkhs_norm.output.result,
        notebook=notebook("agreement"),
    output:
        notebook="{study}/agreement.ipynb",
        result="{study}/agreement.nc",
    log:
        "logs/{study}/agreement.log",
    benchmark:
        "benchmarks/{study}/agreement.tsv"
    params:
        code=version.of_notebook("agreement"),
    message:
        "{wildcards.study}: agreement"
    shell:
        RUN
        + " study_file={input.study:q} eigen_file={input.eigen:q} mds_file={input.mds:q}"
        " rkhs_file={input.rkhs:q} result_file={output.result:q}"


rule first_components:
    input:
        study=rules.prepare.output,
        eigen=rules.eigen_solve.output.result,
        notebook=notebook("first-components"),
    output:
        notebook="{study}/first-components.ipynb",
        figures=directory("{study}/figures"),
    log:
        "logs/{study}/first-components.log",
    benchmark:
        "benchmarks/{study}/first-components.tsv"
    params:
        code=version.of_notebook("first-components"),
    message:
        "{wildcards.study}: first components"
    shell:
        RUN + " study_file={input.study:q} eigen_file={input.eigen:q}"
        " figures_folder={output.figures:q}"


rule page:
    input:
        study=rules.prepare.output,
        eigen=rules.eigen_solve.output.result,
        checks=rules.agreement.output.result,
        figures=rules.first_components.output.figures,
    output:
        "{study}/page.html",
    log:
        "logs/{study}/page.log",
    benchmark:
        "benchmarks/{study}/page.tsv"
    params:
        code=version.of_module(
            "kpca.workflow.jobs.page", "kpca/workflow/jobs/page.html.j2"
        ),
    message:
        "{wildcards.study}: page"
    shell:
        "python -m kpca.workflow.jobs.page {output:q} {input.study:q} {input.eigen:q} {input.checks:q}"
        " {input.figures:q} 2> {log:q} || {{ cat {log:q} >&2; false; }}"


rule chapter:
    """One section of the ledger, read on one study."""
    input:
        study=rules.prepare.output,
        notebook=lambda wildcards: notebook(wildcards.chapter),
    output:
        notebook="{study}/{chapter}.ipynb",
    log:
        "logs/{study}/{chapter}.log",
    benchmark:
        "benchmarks/{study}/{chapter}.tsv"
    params:
        code=lambda wildcards: version.of_notebook(wildcards.chapter),
    message:
        "{wildcards.study}: {wildcards.chapter}"
    shell:
        RUN + " study_file={input.study:q}"


rule experiment:
    """Small studies and matrices made on the spot: fifty digits, chosen spectra."""
    input:
        notebook=lambda wildcards: notebook(wildcards.experiment),
    output:
        notebook="{experiment}.ipynb",
        result="{experiment}.nc",
    log:
        "logs/{experiment}.log",
    benchmark:
        "benchmarks/{experiment}.tsv"
    params:
        code=lambda wildcards: version.of_notebook(wildcards.experiment),
    message:
        "{wildcards.experiment}"
    shell:
        RUN + " result_file={output.result:q}"


rule checks:
    input:
        trees=expand("{study}/agreement.nc", study=STUDIES),
    output:
        table="checks.csv",
        tree="checks.nc",
    log:
        "logs/checks.log",
    benchmark:
        "benchmarks/checks.tsv"
    params:
        code=version.of_module("kpca.workflow.jobs.collect"),
        studies=STUDIES,
        every="--every" if PLAN.every_statement else "",
    message:
        "table of checks"
    shell:
        "python -m kpca.workflow.jobs.collect {params.every} {output.table:q} {output.tree:q}"
        " {input.trees:q} 2> {log:q} || {{ cat {log:q} >&2; false; }}"


rule report:
    input:
        checks=rules.checks.output,
        studies=rules.studies.input,
        solutions=expand("{study}/eigen-solve.nc", study=STUDIES),
        experiments=expand("{experiment}.nc", experiment=PLAN.experiments),
        notebook=notebook("report"),
    output:
        notebook="report.ipynb",
        figures=directory("figures"),
    log:
        "logs/report.log",
    benchmark:
        "benchmarks/report.tsv"
    params:
        code=version.of_notebook("report"),
        studies=STUDIES,
        experiments=" ".join(PLAN.experiments),
    message:
        "report"
    shell:
        RUN + " results_folder=. experiments={params.experiments:q}"
        " figures_folder={output.figures:q}"


rule manifest:
    """What made the results, and the content hash of each."""
    input:
        results=[
            expand("{study}/{name}.nc", study=STUDIES, name=TREES),
            expand("{study}/{name}.ipynb", study=STUDIES, name=NOTEBOOKS),
            expand("{study}/{name}", study=STUDIES, name=["figures", "page.html"]),
            [f"{study}/{chapter}.ipynb" for study, chapter in PLAN.reading],
            expand(
                "{experiment}.{kind}",
                experiment=PLAN.experiments,
                kind=["nc", "ipynb"],
            ),
            *(rules.checks.output, rules.report.output),
        ],
    output:
        "manifest.json",
    log:
        "logs/manifest.log",
    benchmark:
        "benchmarks/manifest.tsv"
    params:
        code=version.of_module("kpca.workflow.jobs.manifest"),
        data=DATA,
    message:
        "manifest"
    shell:
        "python -m kpca.workflow.jobs.manifest {CONFIG:q} {HERE:q} {output:q} {input.results:q}"
        " 2> {log:q} || {{ cat {log:q} >&2; false; }}"
