"""The page shows the map to believe first, and turns the other one so that it looks like it."""

from dataclasses import replace

import numpy as np
import pytest
from given_studies import solved_on
from scipy.spatial import procrustes

from kpca.data import Vectors
from kpca.kernels import RBF, Linear
from kpca.page import as_shown, interactive, meaning, verdict
from kpca.page.as_shown import Turned, are_alike

RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 5)) * [3.0, 2.5, 1.0, 1.0, 1.0]
NEW = RNG.normal(size=(3, 5))


def _of(kernel, new=X, points=X):
    return solved_on(Vectors(kernel, points, new), name=type(kernel).__name__)


def _mirrored(one, signs):
    solution = replace(one.solution, V=one.solution.V * signs)
    return replace(one, solved=replace(one.solved, solution=solution))


@pytest.mark.parametrize("signs", [[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
def test_the_other_map_is_turned_so_that_it_looks_like_the_first(signs):
    first = _of(Linear(), NEW)
    other = _mirrored(first, signs)
    shown = as_shown.as_shown({"one": first, "other": other})["other"]
    np.testing.assert_array_equal(shown.coordinates, first.coordinates)
    np.testing.assert_allclose(shown.loadings, first.loadings, atol=1e-12)
    assert other.solution.scores[0, 0] == signs[0] * first.solution.scores[0, 0], "the record stays"


def test_what_has_no_sign_is_that_of_the_record():
    first = _of(RBF(0.05), NEW)
    other = _mirrored(first, [-1.0, 1.0])
    shown = as_shown.as_shown({"one": first, "other": other})["other"]
    assert isinstance(shown, Turned)
    for name in ("training_lengths", "standard_errors", "importances", "chart", "checks"):
        assert getattr(shown, name) is getattr(other, name), name
    np.testing.assert_array_equal(shown.statistics, other.statistics)


def test_a_map_that_looks_like_the_first_stays_as_it_is():
    first = _of(Linear())
    again = replace(first)
    assert as_shown.as_shown({"one": first, "two": again})["two"] is again
    assert as_shown.as_shown({"one": first}) == {"one": first}


@pytest.mark.parametrize(
    ("kept", "order"),
    [((0.40, 0.46), "ba"), ((0.40, 0.44), "ab"), ((0.9, 0.1), "ab"), ((None, 0.9), "ab")],
)
def test_the_second_map_stands_first_where_it_keeps_five_points_more(monkeypatch, kept, order):
    studies = {"a": _of(Linear()), "b": _of(RBF(0.3))}
    shares = dict(zip(["Linear", "RBF"], kept, strict=True))
    monkeypatch.setattr(meaning, "share_kept", lambda one: shares[one.name])
    assert not are_alike([*studies.values()])
    assert "".join(as_shown.as_shown(studies)) == order
    monkeypatch.setattr(as_shown, "are_alike", lambda maps: True)
    assert "".join(as_shown.as_shown(studies)) == "ab", "both show the same"


def test_a_map_of_the_same_shape_is_shown_on_demand_and_the_words_are_those_of_both(monkeypatch):
    """A wide Gaussian kernel has the map of PCA, and a narrow one has not.

    That there is no structure is found from all columns and holds for both maps in any case.
    """
    alike, other = ({"linear": _of(Linear()), "rbf": _of(RBF(g))} for g in (1e-4, 0.3))
    assert are_alike([*alike.values()]) and not are_alike([*other.values()])
    about = [interactive.described([*maps.values()]) for maps in (alike, other)]
    differ = procrustes(*(one.solution.scores for one in alike.values()))[2]
    same = (
        "Kernel PCA, Gaussian, shows nearly the same: turned and scaled, it differs by "
        f"{100.0 * differ:.2g} % of the sum of squares."
    )
    assert [one.alone for one in about] == [same, ""]
    about += [interactive.described([*other.values()], has_structure=False)]
    assert ["near whom" in one.maps[0].meaning for one in about] == [False, True, False]
    assert about[2].maps[0].meaning.startswith("No structure was found, so patterns may be chance")
    assert interactive.described([_of(Linear())]).alone == ""
    assert verdict.seen(other).verdict[0].startswith("No structure found.")
    monkeypatch.setattr(verdict, "_has_no_structure", lambda X: False)
    first, second = (verdict.seen(maps) for maps in (alike, other))
    assert "in the first map" not in first.verdict[0]
    assert " in the first map" in second.verdict[0].partition(".")[0]
    assert "Procrustes" in first.more[-1]
