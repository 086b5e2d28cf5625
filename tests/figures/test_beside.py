"""Names stand beside their points and cover as little as possible."""

import numpy as np
import pytest
from drawn import names_at
from matplotlib.figure import Figure

from kpca.figures import beside, scatter

Z = np.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0], [4.0, 3.0, 5.0], [6.0, 2.0, 1.0]])
LONG = [f"sehr lange Klassenbezeichnung Nummer {k}" for k in range(4)]


@pytest.fixture
def axes():
    return Figure(layout="constrained").subplots()


def test_names_cover_no_point_and_no_other_name_where_there_is_room(axes):
    points = np.array([[0.0, 0.0], [0.08, 0.0], [0.0, 0.06], [1.0, 1.0]])
    axes.scatter(*points.T)
    beside.beside(axes, points, ["a long name", "another", "third", "fourth"])
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == 4
    for k, box in enumerate(boxes):
        assert box.count_overlaps(boxes[:k]) == 0
        assert not any(box.contains(*point) for point in axes.transData.transform(points))


def test_a_name_that_would_touch_another_point_everywhere_is_left_out(axes):
    around = np.array([[np.cos(t), np.sin(t)] for t in np.linspace(0, 6.2, 24)])
    axes.scatter(*np.vstack([around, [[0.0, 0.0]]]).T)
    axes.set(xlim=(-12, 12), ylim=(-12, 12))
    middle, far = np.array([[0.0, 0.0]]), np.array([[9.0, 9.0]])
    assert beside.beside(axes, middle, ["crowded"], others=around) == ["crowded"]
    assert beside.beside(axes, far, ["free"], others=around) == [], "its own point is no other one"
    assert beside.beside(axes, middle, ["alone"], others=middle) == []


def test_names_of_samples_stay_distinct_beside_them(axes):
    axes.scatter(Z[:, 0], Z[:, 1])
    beside.beside(axes, Z[:, :2], LONG)
    assert len({text.get_text() for text in axes.texts}) == 4


@pytest.mark.parametrize(
    ("n", "m", "named"), [(29, 1, 30), (29, 2, 29), (4, 0, 4), (30, 5, 30), (31, 0, 0), (31, 2, 0)]
)
def test_new_samples_have_names_too_where_all_together_are_at_most_thirty(axes, n, m, named):
    old, new = np.random.default_rng(0).normal(size=(n, 2)), np.ones((m, 2))
    axes.scatter(*old.T)
    names, new_names = [f"s{k}" for k in range(n)], [f"new{k}" for k in range(m)]
    beside.name_samples(axes, old, names, new if m else None, new_names)
    assert [text.get_text() for text in axes.texts] == [*names, *new_names][:named]
    assert all(text.xy == (1.0, 1.0) for text in axes.texts[n:])


def test_each_name_stands_nearest_to_its_own_sample_also_if_an_earlier_one_has_no_room(axes):
    points = np.array([[3.0, 1.0], [0.0, 0.0], [3.0, 1.0], [-2.0, 4.0], [1.5, -3.0], [5.0, 5.0]])
    new = np.array([[-4.0, -1.0], [4.0, -2.0]])
    axes.scatter(*np.vstack([points, new]).T)
    # One sample is at the place of another one, and eight names of samples there leave no room.
    crowd = np.repeat(points[:1], 9, axis=0)
    names = [f"c{k}" for k in range(9)] + ["d", "a", "f", "b", "e"]
    every = np.vstack([crowd, points[1:]])
    left_out = beside.name_samples(axes, every, names, new, ["y", "x"])
    expected = dict(zip([*names, "y", "x"], np.vstack([every, new]).tolist(), strict=True))
    assert left_out
    assert names_at(axes) == {name: at for name, at in expected.items() if name not in left_out}
    for text in axes.texts:
        middle = text.get_window_extent().get_points().mean(axis=0)
        away = np.hypot(*(axes.transData.transform(list(expected.values())) - middle).T)
        nearest = np.array(list(expected.values()))[away.argmin()]
        assert nearest.tolist() == expected[text.get_text()]


def test_of_very_many_samples_those_far_from_the_middle_have_names(axes, monkeypatch):
    monkeypatch.setattr(beside, "MOST_TRIED", 3)
    points = np.array([[5.0, 5.0], [5.1, 5.0], [9.0, 5.0], [5.0, 4.9], [5.0, 0.0], [0.0, 9.5]])
    axes.scatter(*points.T)
    names = ["middle", "near", "right", "close", "below", "corner"]
    assert beside.name_samples(axes, points, names, many=True) == []
    assert names_at(axes) == {"corner": [0.0, 9.5], "below": [5.0, 0.0], "right": [9.0, 5.0]}


def test_names_on_a_map_of_one_component_are_upright_and_cover_no_other_name(axes):
    line = np.linspace(0.0, 1.0, 8)[:, None]
    scatter.scores(axes, line, list("aaaabbbb"), "1")
    beside.name_samples(axes, line, [f"a longer name {k}" for k in range(8)])
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == 8
    assert all(box.height > 3.0 * box.width for box in boxes)
    assert all(box.count_overlaps(boxes[:k]) == 0 for k, box in enumerate(boxes))
