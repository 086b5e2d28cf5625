"""Arrows are the longest ones, and their names stand outward along them."""

import numpy as np
import pytest
from drawings import IN_NM, LENGTHS, ORDERED, TWELVE, WORDS
from drawn import drawn, names_at, study
from matplotlib.figure import Figure
from sklearn.datasets import load_breast_cancer, load_iris

from kpca.figures import biplot, style
from kpca.figures.texts import LONGEST, shortened
from kpca.formulations import dual
from kpca.studies.fitted_variables import fit
from kpca.studies.variables import Variables


@pytest.mark.parametrize(
    ("W", "most", "positions"),
    [
        ([[0.01, 0.0], [-2.0, 0.0], [1.0, 1.0], [0.0, 3.0]], 3, [3, 1, 2]),
        ([[0.0, 10.0], [0.99, 0.0], [1.01, 0.0], [-1.0, 0.0]], 12, [0, 2, 3]),
        ([[0.1, 0.1], [1.0, 0.0], [0.0, 2.0]], 2, [2, 1]),
    ],
)
def test_the_longest_arrows_have_at_least_a_tenth_of_the_length_of_the_first(W, most, positions):
    assert list(biplot.longest(np.array(W), most)) == positions


def test_noise_between_the_peaks_of_ordered_columns_has_no_arrow():
    noise = 0.04 * np.random.default_rng(0).uniform(size=(700, 2))
    W = noise + np.exp(-((np.arange(700.0) - 300) ** 2) / 800)[:, None]
    found = biplot.peaks(W)
    assert 1 <= len(found) <= 3
    assert (np.abs(found - 300) < 50).all()


def test_noise_on_a_plateau_is_no_peak():
    """50 standardized spectra with one band: nearly all columns have one length."""
    rng = np.random.default_rng(0)
    W = np.column_stack([np.full(400, 1.0), np.full(400, 0.2)])
    W += 0.001 * rng.normal(size=(400, 2))
    W[100:111] += 0.3 * np.hanning(11)[:, None]
    assert list(biplot.peaks(W)) == [105]


@pytest.mark.parametrize(("rise", "count"), [(0.051, 2), (0.049, 1)])
def test_a_peak_rises_by_a_twentieth_of_the_longest_above_the_valley(rise, count):
    W = np.zeros((100, 2))
    W[:, 0] = np.interp(np.arange(100), [0, 20, 50, 70, 99], [0.5, 1.0, 0.5, 0.5 + rise, 0.5])
    assert list(biplot.peaks(W)) == [20, 70][:count]


def _biplot(Z, W, names):
    """Axes, the boxes of the names of the arrows, and their tips on the screen."""
    with style.style():
        axes = Figure(figsize=(7.2, 4.0)).subplots()
        axes.scatter(*Z.T, s=12)
        axes.set_aspect("equal", adjustable="datalim")
        biplot.arrows(axes, Z, W, names)
        axes.figure.draw_without_rendering()
        texts = [text for text in axes.texts if text.get_text()]
        boxes = [text.get_window_extent() for text in texts]
    return axes, boxes, axes.transData.transform([text.xy for text in texts])


def test_names_of_arrows_stand_outward_along_them_and_cover_no_tip():
    turn = np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False)
    W = np.column_stack([np.cos(turn), np.sin(turn)])
    Z = 5.0 * W[::2] @ [[0.9, 0.4], [-0.4, 0.9]]
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


def test_of_neighbors_in_an_order_only_the_peak_has_an_arrow():
    place = np.arange(700.0)
    W = np.column_stack(
        [np.exp(-((place - 214) ** 2) / 800), 0.5 * np.exp(-((place - 500) ** 2) / 800)]
    )
    assert list(biplot.peaks(W))[:2] == [214, 500]
    assert len(biplot.peaks(W)) < 5


@pytest.mark.parametrize("names", [WORDS[:20], IN_NM])
def test_arrows_point_in_the_direction_of_their_loadings_with_one_scale(names):
    rng = np.random.default_rng(1)
    W, Z = rng.normal(size=(len(names), 2)), rng.normal(size=(10, 2))
    with style.style():
        axes = Figure(figsize=(7.2, 4.0)).subplots()
        axes.scatter(*Z.T)
        biplot.arrows(axes, Z, W, names)
    labels = [text for text in axes.texts if text.get_text()]
    assert len(labels) == biplot.MOST_ARROWS
    scale = [np.array(text.xy) / W[list(names).index(text.get_text())] for text in labels]
    assert np.ptp(scale) < 1e-9
    assert np.mean(scale) > 0


LABELS = list("cabbcacabbca")


def test_each_arrow_ends_where_its_name_stands_over_the_samples_of_each_class():
    """The longest arrow is that of the third column, and the second one is too short."""
    one = study(TWELVE, LABELS)
    found = dual.fit(one.data.K, 2, one.data.element_error)
    figure, _ = drawn(biplot.draw, one, found, LENGTHS, ["p", "q", "r", "s", "t"])
    (axes,) = figure.axes
    factor = 0.9 * np.hypot(*found.scores.T).max()
    tips = {name: factor * LENGTHS[j] for j, name in enumerate("pqrst") if name != "q"}
    shown = names_at(axes)
    assert set(shown) == set(tips)
    for name, tip in tips.items():
        np.testing.assert_allclose(shown[name], tip, rtol=1e-12)
    ends = [text.xy for text in axes.texts if not text.get_text()]
    np.testing.assert_allclose(ends, [tips[name] for name in "rstp"], rtol=1e-12)


def test_a_line_joins_the_tips_of_all_ordered_columns_in_their_order():
    one = study(TWELVE, LABELS)
    found = dual.fit(one.data.K, 2, one.data.element_error)
    figure, _ = drawn(biplot.draw, one, found, ORDERED, [f"{400 + w} nm" for w in range(60)])
    (line,) = figure.axes[0].lines
    factor = 0.9 * np.hypot(*found.scores.T).max() / np.hypot(*ORDERED.T).max()
    np.testing.assert_allclose(np.array(line.get_data()).T, factor * ORDERED, rtol=1e-12)
    for name, tip in names_at(figure.axes[0]).items():
        np.testing.assert_allclose(tip, factor * ORDERED[int(name[:3]) - 400], rtol=1e-12)


def test_a_loading_on_the_axes_above_and_on_the_right_stands_where_its_arrow_ends():
    W, Z = np.array([[0.8, 0.1], [-0.2, 0.5]]), np.array([[3.0, 1.0], [-2.0, 0.5], [0.2, -2.5]])
    axes, _, tips = _biplot(Z, W, ["a", "b"])
    above, right = axes.child_axes
    for (x, y), (u, v) in zip(W, tips, strict=True):
        assert above.transData.transform((x, 0.0))[0] == pytest.approx(u, abs=1e-6)
        assert right.transData.transform((0.0, y))[1] == pytest.approx(v, abs=1e-6)


def _standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def _of_cars():
    """32 samples of 11 columns that follow two quantities, with the short names of R's cars."""
    rng = np.random.default_rng(5)
    turn = np.radians([170, 10, 5, 25, 150, 350, 230, 205, 110, 114, 60])
    axes = np.column_stack([np.cos(turn), np.sin(turn)])
    X = rng.normal(size=(32, 2)) @ axes.T + 0.3 * rng.normal(size=(32, 11))
    return X, ["mpg", "cyl", "disp", "hp", "drat", "wt", "qsec", "vs", "am", "gear", "carb"]


TABLES = {
    "breast cancer": lambda: (load_breast_cancer().data, list(load_breast_cancer().feature_names)),
    "iris": lambda: (load_iris().data, load_iris().feature_names),
    "cars": _of_cars,
    "equal columns": lambda: (np.repeat(load_iris().data[:, :1], 9, axis=1), WORDS[:9]),
}


@pytest.mark.parametrize("table", TABLES)
def test_names_of_arrows_never_overlap_and_those_without_room_are_in_the_caption(table):
    X, names = TABLES[table]()
    X = _standardized(X) + 0.01 * np.random.default_rng(2).normal(size=X.shape)
    one = study(X, ["p", "q"] * (len(X) // 2) + ["p"] * (len(X) % 2))
    found = dual.fit(one.data.K, 2, one.data.element_error)
    W = X.T @ found.alpha
    figure, words = drawn(biplot.draw, one, found, W, names)
    (axes,) = figure.axes
    boxes = [text.get_window_extent() for text in axes.texts if text.get_text()]
    assert all(box.count_overlaps(boxes[:k]) == 0 for k, box in enumerate(boxes))
    assert all(axes.bbox.contains(*box.min) and axes.bbox.contains(*box.max) for box in boxes)
    shown = {text.get_text() for text in axes.texts}
    longest = biplot.longest(W)
    texts, beside = shortened(names, LONGEST), shortened([names[j] for j in longest], 24)
    for j, text in zip(longest, beside, strict=True):
        ends = f"{texts[j]} ({W[j, 0]:.2g}, {W[j, 1]:.2g})"
        assert (text in shown) != (ends in words.caption)


def test_the_arrows_of_variables_point_along_the_slopes_on_both_components():
    one = study(TWELVE, list("aab" * 4), 3)
    solution = dual.fit(one.data.K, 3, one.data.element_error)
    Z = solution.scores
    values = np.column_stack([Z[:, 0] + 5.0, 2.0 * Z[:, 1] - 3.0 * Z[:, 0], Z[:, 2]])
    found = fit(Variables(("first", "both", "third"), values), solution)
    figure, _ = drawn(biplot.of_variables, one, solution, found)
    tips = {text.get_text(): text.xy for text in figure.axes[0].texts if text.get_text()}
    assert set(tips) == {"first", "both"}
    length = np.hypot(*tips["both"])
    np.testing.assert_allclose(tips["first"], [length, 0.0], rtol=0, atol=1e-9 * length)
    slope = length * np.array([-3.0, 2.0]) / np.sqrt(13.0)
    np.testing.assert_allclose(tips["both"], slope, rtol=0, atol=1e-9 * length)


def test_the_arrow_of_a_variable_that_fits_no_better_than_permuted_ones_is_dashed():
    one = study(TWELVE, list("aab" * 4), 3)
    solution = dual.fit(one.data.K, 3, one.data.element_error)
    # Nearly the third component, which this map does not show, and a little of the second.
    values = solution.scores @ [[1.0, 0.0], [0.0, 0.3], [0.0, 1.0]]
    found = fit(Variables(("first", "hidden"), values), solution)
    assert found.numbers.p[0] < 0.05 < found.numbers.p[1]
    figure, _ = drawn(biplot.of_variables, one, solution, found)
    arrows = [text.arrow_patch for text in figure.axes[0].texts if not text.get_text()]
    assert sorted(arrow.get_linestyle() in ("-", "solid") for arrow in arrows) == [False, True]
