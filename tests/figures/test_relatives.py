"""Growing samples and relatives of kernel PCA are drawn with their numbers."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kpca.centering import center
from kpca.kernels import RBF


def _cell(text):
    notebook = json.loads(Path("notebooks/chapters/samples.ipynb").read_text(encoding="utf-8"))
    (found,) = ("".join(c["source"]) for c in notebook["cells"] if text in "".join(c["source"]))
    return found


def test_first_eigenvalues_of_the_notebook_are_too_large_on_average_also_on_nearly_a_line():
    """As its caption says: with one large component, the factor n/(n - 1) decides."""
    X = np.random.default_rng(0).normal(size=(60, 3)) * [5.0, 1.0, 1.0]
    names = {"np": np, "center": center, "study": SimpleNamespace(n=60)}
    names["case"] = SimpleNamespace(K=X @ X.T)
    exec(_cell("first = []"), names)  # noqa: S102  the notebook is in this repository
    population = np.linalg.eigvalsh(center(X @ X.T))[-1] / 60 / names["variance"]
    assert names["sizes"][:2] == [5, 10]
    assert (np.array([each.mean() for each in names["first"][:2]]) > population).all()


@pytest.mark.parametrize(
    ("gamma", "X"),
    [
        (0.3, np.repeat(np.random.default_rng(0).normal(size=(2, 3)), 20, axis=0)),
        (1e6, np.random.default_rng(0).normal(size=(40, 2))),
        (0.3, np.array([[0.0], [1.0]])),
    ],
)
def test_the_maps_of_the_notebook_are_numbers_where_landmarks_are_equal_or_a_graph_falls_apart(
    gamma, X
):
    case = SimpleNamespace(gaussian=(RBF(gamma), X), few=np.arange(len(X)))
    names = {"np": np, "center": center, "case": case}
    for cell in ("def kernel_pca(K)", "def diffusion_map(K", "def nystrom(", "maps = {}"):
        exec(_cell(cell), names)  # noqa: S102  the notebook is in this repository
    assert bool(names["maps"]) == (len(X) > 2)
    assert all(np.isfinite(Z).all() for Z in names["maps"].values())
