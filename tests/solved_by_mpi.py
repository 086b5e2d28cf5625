"""A study that several ranks of MPI solve, and what each of them did."""

import os
import subprocess
import sys
from collections import Counter
from textwrap import indent

import numpy as np
import xarray as xr
import yaml

N, COMPONENTS = 2100, 3
ASKED = "assert operator is not None\n"
FILE = "ranks-that-computed"
NOTED = f"""import os
with open("{FILE}", "a") as file:
    print(self.rank, os.environ.get("SLURMD_NODENAME"), file=file)
"""


def planted(project):
    """The project, whose ranks besides the first write down each product that they compute."""
    X = np.random.default_rng(1).normal(size=(N, 10)) * np.linspace(2.0, 1.0, 10)
    np.save(project.folder / "x.npy", X)
    module = project.folder / "kpca/solvers/ranks.py"
    text = module.read_text()
    assert text.count(ASKED) == 1
    module.write_text(text.replace(ASKED, ASKED + indent(NOTED, " " * 20)))
    return project


def configured(project, ranks, name=None, components=COMPONENTS):
    """The name of a configuration with that many ranks, whose results lie in ``of-RANKS``."""
    study = {
        "data": {"vectors": "x.npy"},
        "kernel": {"name": "rbf", "gamma": 0.05},
        "components": components,
        "statements": "none",
    }
    study |= {"ranks": ranks} if ranks > 1 else {}
    name = name or f"of-{ranks}"
    text = yaml.safe_dump({"results": name, "studies": {"wide": study}})
    (project.folder / f"{name}.yaml").write_text(text)
    return f"{name}.yaml"


def prepare(project, config):
    """Prepare the study in one process, as its job does."""
    folder = project.folder / config.removesuffix(".yaml")
    folder.mkdir()
    command = [sys.executable, "-m", "kpca.workflow.jobs.prepare", f"../{config}", "wide"]
    own = {"PYTHONPATH": str(project.folder)}
    # Results in the folder that no run has written would be refused.
    made = project.folder / "made.nc"
    subprocess.run([*command, str(made)], cwd=folder, env=os.environ | own, check=True, timeout=60)
    (folder / "wide").mkdir()
    made.rename(folder / "wide/study.nc")


def study(project, ranks, name=None):
    """The prepared study."""
    path = project.folder / (name or f"of-{ranks}") / "wide/study.nc"
    with xr.open_datatree(path) as opened:
        return opened.load()


def products(project, ranks, name=None):
    """How many products each rank besides the first has computed."""
    return Counter(int(rank) for rank, _ in _noted(project, name or f"of-{ranks}"))


def nodes(project, name):
    """The nodes of a cluster on which ranks besides the first have computed."""
    return {node for _, node in _noted(project, name)}


def _noted(project, name):
    path = project.folder / name / FILE
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


def require_equal(one, two):
    """Both solutions are certified by the same solver, and span the same up to rounding."""
    for tree in (one, two):
        assert tree["solver"].attrs["solver"] == "block Krylov"
        assert tree["solver"].sizes["not_certified"] == 0
    V, W = (tree["components"]["eigenvector"].values for tree in (one, two))
    np.testing.assert_allclose(np.abs(V.T @ W), np.eye(COMPONENTS), rtol=0, atol=1e-10)
    mu, nu = (tree["components"]["variance"].values for tree in (one, two))
    np.testing.assert_allclose(mu, nu, rtol=0, atol=1e-12 * mu[0])
