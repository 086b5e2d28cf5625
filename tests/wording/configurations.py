"""Faults of a configuration, each as a change of one that has none."""

from functools import partial
from pathlib import Path

from kpca.studies.config.load import load, parsed, require_writable

DATA, KERNEL, LAST = (
    "{vectors: my.csv, labels: species}",
    "{name: rbf, gamma: median}",
    "holdout: 3",
)
OWN = f"""
results: results/mine
studies:
  my-study:
    data: {DATA}
    kernel: {KERNEL}
    components: 2
    holdout: 3
"""
MATRIX = (f"{DATA}\n    kernel: {KERNEL}", "{distance_matrix: my.csv}")

CHANGES = {
    "another word": (LAST, "statements: some"),
    "true for a word": (LAST, "statements: true"),
    "statements of 0 samples": (LAST, "statements: 0"),
    "no memory": (LAST, "max_memory: 0"),
    "no ranks": (LAST, "ranks: 0"),
    "ranks for what is solved as a whole": (LAST, "ranks: 2\n    statements: all"),
    "ranks for a matrix": (MATRIX[0], MATRIX[1] + "\n    ranks: 2"),
    "a chapter without statements": (
        "studies:\n  my-study:",
        "chapters: {centering: [my-study]}\nstudies:\n  my-study:\n    statements: none",
    ),
    "an unknown key of a study": (LAST, "kernl: 1"),
    "an unknown key": ("studies:", "study: 1\nstudies:"),
    "an unknown parameter": ("gamma", "gama"),
    "an unknown kernel": ("rbf", "rbff"),
    "an unknown kernel in short": (KERNEL, "rbff"),
    "a kernel without its parameter": (KERNEL, "poly"),
    "a list as a kernel": (KERNEL, "[rbf]"),
    "a kernel without a name": ("name: rbf, ", ""),
    "no kernel": (f"kernel: {KERNEL}", ""),
    "a negative gamma": ("median", "-1.5"),
    "an infinite gamma": ("median", ".inf"),
    "another word for gamma": ("median", "medain"),
    "a number in quotes": ("median", "'1e-3'"),
    "half a number": ("median", "1e-"),
    "a word of another kernel": ("rbf, gamma: median", "sigmoid, gamma: auto"),
    "a kernel of a matrix": ("vectors: my.csv, labels: species", "distance_matrix: my.csv"),
    "no data": (DATA, "{vector: x}"),
    "an unknown dataset": (DATA, "{dataset: mnist}"),
    "a factor of rings": (DATA, "{generator: rings, n: 30, noise: 0.1, seed: 0, factor: 0.3}"),
    "no components": ("components: 2", "components: 0"),
    "a share above 1": ("components: 2", "components: 2.5"),
    "a share of 0": ("components: 2", "components: 0.0"),
    "another word for the components": ("components: 2", "components: many"),
    "components in quotes": ("components: 2", 'components: "2"'),
    "auto for a matrix": (f"{MATRIX[0]}\n    components: 2", f"{MATRIX[1]}\n    components: auto"),
    "a correction of points": (LAST, "correction: lingoes"),
    "a path as a name": ("my-study", "../x"),
    "capital letters in a name": ("my-study", "My Study"),
    "a name that YAML reads as false": ("my-study", "off"),
    "a name that YAML reads as true": ("my-study", "yes"),
    "a name of a folder of the results": ("my-study", "figures"),
    "no studies": (OWN, "results: r\nstudies: {}"),
    "labels in column 0": ("labels: species", "labels: 0"),
    "names of two lines": ("my.csv,", 'my.csv, names: "a\\nb",'),
    "no columns": ("labels: species", "columns: []"),
    "column 0": ("labels: species", "columns: [a, 0]"),
    "1 for true": ("labels: species", "standardize: 1"),
    "an empty title": (LAST, "title: ''"),
    "a long title": (LAST, "title: " + "x" * 301),
    "a key of the data beside them": (LAST, "header: false"),
    "a key of the kernel beside it": (LAST, "gamma: 2"),
    "a key of the study inside the data": ("labels: species", "holdout: 2"),
    "a key of the study above it": ("studies:", "unit: km\nstudies:"),
    "a study twice": (OWN, OWN + OWN.split("studies:\n")[1]),
    "a list": (OWN, "- 1"),
    "an empty file": (OWN, ""),
    "what is not YAML": (OWN, "a: ["),
    # Keys that do not go together.
    "a distance and a kernel": ("labels: species", "distance: gower"),
    "a correction of a kernel": (LAST, "correction: cailliez"),
    "pre-images of distances": (MATRIX[0], MATRIX[1] + "\n    denoise: true"),
    "columns and those that are omitted": ("labels: species", "columns: [a], omit: [b]"),
    "a pseudocount without a transform": ("labels: species", "pseudocount: 1.0"),
    "a pseudocount of a root": ("labels: species", "pseudocount: 1.0, transform: sqrt"),
    "a share of missing values that stay": ("labels: species", "most_missing: 0.2"),
    "a holdout and new samples": ("labels: species", "new: new.csv"),
    "blocks without labels": ("labels: species", "blocks: site"),
    "blocks and weights": ("labels", "blocks: site, weights: w, labels"),
    **{
        f"weights and {key}": (MATRIX[0], f"{{vectors: my.csv, weights: w{of_data}}}\n    {other}")
        for key, (of_data, other) in {
            "auto": ("", "kernel: {name: rbf, gamma: auto}"),
            "imputed values": (", missing: impute", "kernel: linear"),
            "a correction": (", distance: cityblock", "correction: lingoes"),
            "variables": ("", "kernel: linear\n    variables: e.csv"),
            "pre-images": ("", "kernel: linear\n    denoise: true"),
            "ranks": ("", "kernel: linear\n    ranks: 2"),
        }.items()
    },
    "weights and a number that is chosen": (
        f"{MATRIX[0]}\n    components: 2",
        "{vectors: my.csv, weights: w}\n    kernel: rbf\n    components: auto",
    ),
}


def _loaded(*files, results="results/mine", folders=()):
    """What is said of a file beside others, in a folder of its own."""
    for folder in folders:
        Path(folder).mkdir(parents=True)
    for file in files:
        Path(file).write_text("")
    Path("my.yaml").write_text(OWN.replace("results/mine", str(results)))
    load("my.yaml")


def _linked():
    Path("results/mine").mkdir(parents=True)
    Path("results/mine/.lock").write_text("")
    Path("results/mine/my-study").symlink_to(Path.cwd())
    _loaded("my.csv")


def _beside_another():
    Path("there").mkdir()
    Path("there/my.yaml").write_text(OWN)
    Path("my.csv").write_text("")
    load("there/my.yaml")


MESSAGES = {
    **{kind: partial(parsed, OWN.replace(*change), "my.yaml") for kind, change in CHANGES.items()},
    "a file that does not exist": lambda: load("no.yaml"),
    "a table that does not exist": _loaded,
    "a table in the current folder": _beside_another,
    "a folder in place of a table": lambda: _loaded(folders=["my.csv"]),
    "results in a file": lambda: _loaded("r", results="r"),
    "results among other files": lambda: _loaded(
        "mine/thesis.tex", results="mine", folders=["mine"]
    ),
    "results above the project": lambda: _loaded(results="/"),
    "a link that leaves the results": _linked,
    "results that cannot be written": lambda: (
        Path("file").write_text(""),
        require_writable("c.yaml", Path("file/results")),
    ),
}
