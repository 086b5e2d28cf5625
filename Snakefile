"""config -> studies -> notebooks -> claims -> report. Wiring only: every rule runs one module."""

from kpca.workflow import dependencies
from kpca.workflow.config import CHAPTERS, ConfigError, load

CONFIG = config.get("file", "config/config.yaml")
try:
    PLAN = load(CONFIG)
except ConfigError as error:
    raise WorkflowError(str(error))

RESULTS = PLAN.results
STUDIES = list(PLAN.studies)
RUN = "python -m kpca.workflow.runner {input.notebook:q} {output.notebook:q} --log {log:q}"
RUNNER = dependencies.of_module("kpca.workflow.runner")


def notebook(name):
    """The notebook of that name."""
    return f"notebooks/{name}.ipynb"


def code(name):
    """Every file of the package that running the notebook uses: editing one reruns the rule."""
    return sorted({*dependencies.of_notebook(notebook(name)), *RUNNER})


def data_file(wildcards):
    """The file that a study reads, if it reads one."""
    return getattr(PLAN.studies[wildcards.study].data, "distance_matrix", [])


EXPERIMENTS = ["fifty-digits", "hard-spectra"]


wildcard_constraints:
    study="[a-z0-9][a-z0-9-]*",
    chapter="|".join(CHAPTERS),
    experiment="|".join(EXPERIMENTS),


rule all:
    input:
        f"{RESULTS}/report.ipynb",
        [f"{RESULTS}/{study}/{chapter}.ipynb" for study, chapter in PLAN.reading],


rule prepare:
    input:
        data=data_file,
        code=dependencies.of_module("kpca.workflow.prepare"),
    output:
        f"{RESULTS}/{{study}}/study.nc",
    log:
        f"{RESULTS}/logs/{{study}}/prepare.log",
    benchmark:
        f"{RESULTS}/benchmarks/{{study}}/prepare.tsv"
    params:
        study=lambda wildcards: PLAN.studies[wildcards.study].model_dump_json(),
    message:
        "{wildcards.study}: data"
    shell:
        "python -m kpca.workflow.prepare {CONFIG:q} {wildcards.study} {output:q} 2> {log:q}"
        " || {{ cat {log:q} >&2; false; }}"


rule studies:
    """The data of all studies: `make report` asks for it first, so that a study that cannot be
    run is refused before any notebook starts."""
    input:
        expand(f"{RESULTS}/{{study}}/study.nc", study=STUDIES),


rule eigen_solve:
    input:
        study=rules.prepare.output,
        notebook=notebook("eigen-solve"),
        code=code("eigen-solve"),
    output:
        notebook=f"{RESULTS}/{{study}}/eigen-solve.ipynb",
        result=f"{RESULTS}/{{study}}/eigen-solve.nc",
    log:
        f"{RESULTS}/logs/{{study}}/eigen-solve.log",
    benchmark:
        f"{RESULTS}/benchmarks/{{study}}/eigen-solve.tsv"
    message:
        "{wildcards.study}: eigen-solve"
    shell:
        RUN + " study_file={input.study:q} result_file={output.result:q}"


rule mds_from_distances:
    input:
        study=rules.prepare.output,
        notebook=notebook("mds-from-distances"),
        code=code("mds-from-distances"),
    output:
        notebook=f"{RESULTS}/{{study}}/mds-from-distances.ipynb",
        result=f"{RESULTS}/{{study}}/mds-from-distances.nc",
    log:
        f"{RESULTS}/logs/{{study}}/mds-from-distances.log",
    benchmark:
        f"{RESULTS}/benchmarks/{{study}}/mds-from-distances.tsv"
    message:
        "{wildcards.study}: MDS from distances"
    shell:
        RUN + " study_file={input.study:q} result_file={output.result:q}"


rule rkhs_norm:
    input:
        study=rules.prepare.output,
        eigen=rules.eigen_solve.output.result,
        notebook=notebook("rkhs-norm"),
        code=code("rkhs-norm"),
    output:
        notebook=f"{RESULTS}/{{study}}/rkhs-norm.ipynb",
        result=f"{RESULTS}/{{study}}/rkhs-norm.nc",
    log:
        f"{RESULTS}/logs/{{study}}/rkhs-norm.log",
    benchmark:
        f"{RESULTS}/benchmarks/{{study}}/rkhs-norm.tsv"
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
        code=code("agreement"),
    output:
        notebook=f"{RESULTS}/{{study}}/agreement.ipynb",
        result=f"{RESULTS}/{{study}}/agreement.nc",
    log:
        f"{RESULTS}/logs/{{study}}/agreement.log",
    benchmark:
        f"{RESULTS}/benchmarks/{{study}}/agreement.tsv"
    message:
        "{wildcards.study}: agreement"
    shell:
        RUN
        + " study_file={input.study:q} eigen_file={input.eigen:q} mds_file={input.mds:q}"
        " rkhs_file={input.rkhs:q} result_file={output.result:q}"


rule chapter:
    """One section of the ledger, read on one study."""
    input:
        study=rules.prepare.output,
        notebook=lambda wildcards: notebook(wildcards.chapter),
        code=lambda wildcards: code(wildcards.chapter),
    output:
        notebook=f"{RESULTS}/{{study}}/{{chapter}}.ipynb",
    log:
        f"{RESULTS}/logs/{{study}}/{{chapter}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/{{study}}/{{chapter}}.tsv"
    message:
        "{wildcards.study}: {wildcards.chapter}"
    shell:
        RUN + " study_file={input.study:q}"


rule experiment:
    """Small studies and matrices made on the spot: fifty digits, chosen spectra."""
    input:
        notebook=lambda wildcards: notebook(wildcards.experiment),
        code=lambda wildcards: code(wildcards.experiment),
    output:
        notebook=f"{RESULTS}/{{experiment}}.ipynb",
        result=f"{RESULTS}/{{experiment}}.nc",
    log:
        f"{RESULTS}/logs/{{experiment}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/{{experiment}}.tsv"
    message:
        "{wildcards.experiment}"
    shell:
        RUN + " result_file={output.result:q}"


rule claims:
    input:
        trees=expand(f"{RESULTS}/{{study}}/agreement.nc", study=STUDIES),
        code=dependencies.of_module("kpca.workflow.claims"),
    output:
        table=f"{RESULTS}/claims.csv",
        tree=f"{RESULTS}/claims.nc",
    log:
        f"{RESULTS}/logs/claims.log",
    benchmark:
        f"{RESULTS}/benchmarks/claims.tsv"
    params:
        every="--every" if PLAN.every_statement else "",
    message:
        "table of claims"
    shell:
        "python -m kpca.workflow.claims {params.every} {output.table:q} {output.tree:q}"
        " {input.trees:q} 2> {log:q} || {{ cat {log:q} >&2; false; }}"


rule report:
    input:
        claims=rules.claims.output,
        studies=rules.studies.input,
        solutions=expand(f"{RESULTS}/{{study}}/eigen-solve.nc", study=STUDIES),
        experiments=expand(f"{RESULTS}/{{experiment}}.nc", experiment=EXPERIMENTS),
        notebook=notebook("report"),
        code=code("report"),
    output:
        notebook=f"{RESULTS}/report.ipynb",
        figures=directory(f"{RESULTS}/figures"),
    log:
        f"{RESULTS}/logs/report.log",
    benchmark:
        f"{RESULTS}/benchmarks/report.tsv"
    message:
        "report"
    shell:
        RUN + " results_folder={RESULTS:q} figures_folder={output.figures:q}"
