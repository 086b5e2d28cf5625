"""Loadings are a map, or lines over columns that stand in an order; arrows are the longest ones."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from kpca.figures import loadings, shares, style

WAVES = [f"{w} nm" for w in range(400, 1100)]
WORDS = [f"acid {'abcdefghijklmnopqrstuvwxyz'[k % 26] * (1 + k // 26)}" for k in range(40)]


@pytest.mark.parametrize(
    ("names", "lines"),
    [(WAVES, True), (WAVES[:5], True), (WORDS, True), (WORDS[:30], False), (WORDS[:31], True)],
)
def test_ordered_columns_and_more_than_thirty_are_lines(names, lines):
    assert loadings.as_lines(names) is lines


def _draw(names, W):
    figure = Figure(layout="constrained")
    loadings.draw(figure, W, names, "loading")
    return figure


def test_lines_stand_over_the_numbers_of_the_columns_with_their_unit():
    W = np.random.default_rng(0).normal(size=(700, 3))
    figure = _draw(WAVES, W)
    assert len(figure.axes) == 3
    for k, axes in enumerate(figure.axes):
        x, y = axes.lines[1].get_data()
        assert (x == np.arange(400, 1100)).all()
        assert (y == W[:, k]).all()
    assert figure.axes[-1].get_xlabel() == "column [nm]"


def test_decreasing_wavenumbers_decrease_to_the_right():
    names = [f"{number} cm-1" for number in (4000, 3000, 2000)]
    axes = _draw(names, np.eye(3)).axes[-1]
    assert axes.get_xlim()[0] > axes.get_xlim()[1]
    assert axes.get_xlabel() == "column [cm-1]"


def test_many_columns_without_an_order_stand_in_their_places():
    axes = _draw(WORDS, np.ones((40, 1))).axes[0]
    assert (axes.lines[1].get_xdata() == np.repeat(np.arange(1, 41), 3)).all()
    assert axes.get_xlabel() == "place among the columns used"


def test_columns_without_an_order_are_stems_and_not_joined():
    W = np.arange(1.0, 41.0)[:, None]
    y = _draw(WORDS, W).axes[0].lines[1].get_ydata().reshape(40, 3)
    assert (y[:, 0] == 0.0).all()
    assert (y[:, 1] == W[:, 0]).all()
    assert np.isnan(y[:, 2]).all()


def test_features_of_a_map_have_a_place_of_their_own_and_no_column():
    figure = Figure(layout="constrained")
    loadings.draw(figure, np.ones((40, 1)), WORDS, "loading", "feature")
    assert figure.axes[0].get_xlabel() == "place of the feature"


def test_a_map_has_a_row_for_each_column():
    axes = _draw(WORDS[:4], np.eye(4)).axes[0]
    assert [text.get_text() for text in axes.get_yticklabels()] == WORDS[:4]


def test_the_longest_arrows_in_the_plane_are_chosen_and_not_the_first_columns():
    W = np.zeros((700, 2))
    W[:, 0] = 0.01
    W[[650, 3, 400]] = [[0.0, 3.0], [-2.0, 0.0], [1.0, 1.0]]
    assert list(loadings.longest(W, 3)) == [650, 3, 400]


def test_arrows_shorter_than_a_tenth_of_the_longest_are_not_drawn():
    W = np.array([[0.0, 10.0], [0.99, 0.0], [1.01, 0.0], [-1.0, 0.0]])
    assert list(loadings.longest(W)) == [0, 2, 3]


def test_noise_between_the_peaks_of_ordered_columns_has_no_arrow():
    noise = 0.04 * np.random.default_rng(0).uniform(size=(700, 2))
    W = noise + np.exp(-((np.arange(700.0) - 300) ** 2) / 800)[:, None]
    found = loadings.peaks(W)
    assert 1 <= len(found) <= 3
    assert (np.abs(found - 300) < 50).all()


def test_noise_on_a_plateau_is_no_peak():
    """50 standardized spectra with one band: nearly all columns have one length."""
    rng = np.random.default_rng(0)
    W = np.column_stack([np.full(400, 1.0), np.full(400, 0.2)])
    W += 0.001 * rng.normal(size=(400, 2))
    W[100:111] += 0.3 * np.hanning(11)[:, None]
    assert list(loadings.peaks(W)) == [105]


@pytest.mark.parametrize(("rise", "count"), [(0.051, 2), (0.049, 1)])
def test_a_peak_rises_by_a_twentieth_of_the_longest_above_the_valley(rise, count):
    W = np.zeros((100, 2))
    W[:, 0] = np.interp(np.arange(100), [0, 20, 50, 70, 99], [0.5, 1.0, 0.5, 0.5 + rise, 0.5])
    assert list(loadings.peaks(W)) == [20, 70][:count]


def test_the_caption_of_arrows_says_which_columns_have_one():
    W = np.column_stack([np.exp(-((np.arange(700.0) - 300) ** 2) / 800), np.zeros(700)])
    assert loadings.which_arrows(W, WAVES) == (
        "Of 700 columns in an order the peaks are drawn; the gray line joins the tips of all "
        "columns."
    )
    longest = "The longest arrows are drawn: 12 of 40 columns."
    assert loadings.which_arrows(np.ones((40, 2)), WORDS) == longest
    assert loadings.which_arrows(np.ones((12, 2)), WORDS[:12]) == ""


def _biplot(Z, W, names):
    """Axes, the boxes of the names of the arrows, and their tips on the screen."""
    with style.style():
        axes = Figure(figsize=(7.2, 4.0)).subplots()
        axes.scatter(*Z.T, s=12)
        axes.set_aspect("equal", adjustable="datalim")
        loadings.arrows(axes, Z, W, names)
        axes.figure.draw_without_rendering()
        texts = [text for text in axes.texts if text.get_text()]
        boxes = [text.get_window_extent() for text in texts]
    return axes, boxes, axes.transData.transform([text.xy for text in texts])


def test_names_of_arrows_stand_outward_along_them_and_cover_no_tip():
    turn = np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False)
    W = np.column_stack([np.cos(turn), np.sin(turn)])
    Z = 5.0 * W[::2]
    axes, boxes, tips = _biplot(Z, W, WORDS[:8])
    origin = axes.transData.transform((0.0, 0.0))
    assert len(boxes) == 8
    for box, tip in zip(boxes, tips, strict=True):
        center = (box.min + box.max) / 2.0
        along = (tip - origin) / np.hypot(*(tip - origin))
        assert (center - tip) @ along > 0.7 * np.hypot(*(center - tip))
        assert not any(box.contains(*other) for other in tips)


def test_names_of_arrows_cover_no_sample_where_there_is_room():
    W = np.array([[1.0, 0.0], [0.0, 0.3]])
    # Samples where the names would stand otherwise, right of the tip and above it.
    Z = np.array([[1.0, 0.0], [0.93, 0.0], [0.96, 0.0], [0.0, 0.3], [0.01, 0.3], [-1.0, -0.2]])
    axes, boxes, _ = _biplot(Z, W, ["long name", "another"])
    for box in boxes:
        assert not any(box.contains(*point) for point in axes.transData.transform(Z))


def test_length_in_another_component_does_not_count():
    W = np.array([[0.1, 0.1, 9.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
    assert list(loadings.longest(W[:, :2], 2)) == [2, 1]


def test_of_neighbors_in_an_order_only_the_peak_has_an_arrow():
    place = np.arange(700.0)
    W = np.column_stack(
        [np.exp(-((place - 214) ** 2) / 800), 0.5 * np.exp(-((place - 500) ** 2) / 800)]
    )
    assert list(loadings.peaks(W))[:2] == [214, 500]
    assert len(loadings.peaks(W)) < 5


@pytest.mark.parametrize("names", [WORDS[:20], WAVES])
def test_arrows_point_in_the_direction_of_their_loadings_with_one_scale(names):
    rng = np.random.default_rng(1)
    W, Z = rng.normal(size=(len(names), 2)), rng.normal(size=(10, 2))
    with style.style():
        axes = Figure(figsize=(7.2, 4.0)).subplots()
        axes.scatter(*Z.T)
        loadings.arrows(axes, Z, W, names)
    labels = [text for text in axes.texts if text.get_text()]
    assert len(labels) == loadings.MOST_ARROWS
    scale = [np.array(text.xy) / W[list(names).index(text.get_text())] for text in labels]
    assert np.ptp(scale) < 1e-9
    assert np.mean(scale) > 0


def _shares(**curves):
    axes = Figure().subplots()
    shares.shares(axes, curves, "components 1 and 2")
    return axes


def test_shares_are_sorted_and_counted_in_all_samples():
    axes = _shares(training=np.array([0.5, np.nan, 0.25, np.nan]))
    x, y = axes.lines[0].get_data()
    assert list(x) == [25.0, 50.0]
    assert list(y) == [25.0, 50.0]
    assert axes.get_ylim() == (0.0, 105.0)
    assert axes.get_ylabel() == "samples with at most this [%]"
    assert axes.get_xlabel() == "share of a sample on components 1 and 2 [%]"


@pytest.mark.parametrize(("largest", "end"), [(0.5, 102.0), (1.5, 152.0), (118.46, 202.0)])
def test_the_axis_of_shares_ends_at_two_hundred_percent(largest, end):
    axes = _shares(training=np.array([0.1, largest]), new=np.array([0.2, np.nan]))
    assert axes.get_xlim() == (-2.0, end)


def test_the_caption_of_shares_counts_the_samples_without_one_in_each_set():
    curves = {"training": np.array([0.5, np.nan, np.nan]), "new": np.array([np.nan, 0.1])}
    assert shares.which_shares(curves) == (
        "2 of 3 training samples have no positive squared distance to the mean and no share. "
        "1 of 2 new samples has no positive squared distance to the mean and no share. "
        "A curve counts all samples, and ends below 100 % where some have no share."
    )


def test_the_caption_of_shares_says_where_the_axis_ends_and_else_nothing():
    assert shares.which_shares({"training": np.array([0.5, 2.001, 3.0])}) == (
        "The axis ends at 200 %: 2 of 3 samples have a larger share, up to 300 %."
    )
    assert shares.which_shares({"training": np.array([0.5, 2.0])}) == ""
