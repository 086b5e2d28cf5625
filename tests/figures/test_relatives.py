"""Growing samples and relatives of kernel PCA are drawn with their numbers."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from drawn import drawn

from kpca.centering import center
from kpca.figures import relatives
from kpca.kernels import RBF


def test_samples_of_each_size_their_means_and_the_population_are_drawn():
    first = [np.array([0.9, 0.5, 0.7]), np.array([0.6, 0.4, 0.5])]
    figure, words = drawn(relatives.growing_samples, [5, 20], first, 0.45)
    *points, mean, population = figure.axes[0].lines
    assert [line.get_ydata().tolist() for line in points] == [[0.9, 0.5, 0.7], [0.6, 0.4, 0.5]]
    assert [line.get_xdata().tolist() for line in points] == [[5, 5, 5], [20, 20, 20]]
    assert mean.get_ydata() == pytest.approx([0.7, 0.5], rel=1e-12, abs=0.0)
    assert list(population.get_ydata()) == [0.45, 0.45]
    assert "the means are 0.700 and 0.500" in words.alt and "population has 0.450" in words.alt
    assert "λ₁ of 3 random samples" in words.caption


def test_each_relative_has_a_panel_in_units_of_its_largest_coordinate():
    maps = {
        "one": np.array([[1.0, 4.0, 9.0], [-8.0, 2.0, 9.0], [3.0, 0.0, 9.0]]),
        "two": np.array([[0.1, -0.5], [0.2, 0.3], [0.0, 0.4]]),
    }
    figure, words = drawn(relatives.maps_of_relatives, maps, ["a", "b", "a"])
    left, right = figure.axes
    assert [axes.get_title(loc="left") for axes in (left, right)] == ["one", "two"]
    places = np.vstack([part.get_offsets() for part in left.collections])
    assert sorted(map(tuple, places)) == [(-1.0, 0.25), (0.125, 0.5), (0.375, 0.0)]
    places = np.vstack([part.get_offsets() for part in right.collections])
    assert sorted(map(tuple, places.round(12))) == [(0.0, 0.8), (0.2, -1.0), (0.4, 0.6)]
    assert words.alt == "Maps of 3 samples by one and two."


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
    exec(_cell("maps = {}"), names)  # noqa: S102  the notebook is in this repository
    assert bool(names["maps"]) == (len(X) > 2)
    assert all(np.isfinite(Z).all() for Z in names["maps"].values())
