"""One picture has all maps: the columns of the axes, the shares, the odd samples."""

from dataclasses import replace

import numpy as np
import pytest
from drawings import STUDIES, X, solved, study_of
from matplotlib.figure import Figure

from kpca.data import Vectors
from kpca.figures import together
from kpca.figures.style import style
from kpca.interpretation.loadings import correlations
from kpca.kernels import RBF, Linear
from kpca.studies.odd import odd

LINEAR, GAUSSIAN = solved(study_of(Linear())), solved(study_of(RBF(0.3)))
BOTH = {"PCA": LINEAR, "Gaussian": GAUSSIAN}


def _drawn(draw, studies):
    with style():
        figure = Figure(figsize=(7.2, 2.6))
        return figure, draw(figure, studies)


def test_bars_are_the_shares_of_the_sentence_with_the_sign_of_the_loading():
    figure, words = _drawn(together.columns, BOTH)
    assert [part.get_suptitle() for part in figure.subfigs] == [*BOTH]
    titles = [[axes.get_title(loc="left") for axes in part.axes] for part in figure.subfigs]
    assert titles == [["component 1", "component 2"]] * 2
    texts = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    rows = [LINEAR.columns.index(text) for text in texts]
    signed = [LINEAR.loadings.to_numpy()[:, :2]]
    signed.append(correlations(X, GAUSSIAN.solution.scores[:, :2]))
    parts = [together.weights_of(one) for one in BOTH.values()]
    expected = np.hstack([np.sign(W) * part for W, part in zip(signed, parts, strict=True)])
    for axes, values in zip(figure.axes, expected.T, strict=True):
        widths = [bar.get_width() for bar in axes.patches]
        assert widths == pytest.approx(100.0 * values[rows], abs=1e-9)
    np.testing.assert_allclose(np.sum(parts, axis=1), 1.0)
    first = np.abs(expected[rows, 0])
    assert (np.diff(first) <= 0.0).all(), "the largest one of the first axis on top"
    assert f"({100.0 * first[0]:.3g} %) of PCA, 1" in words.alt


def test_of_many_columns_those_that_make_most_of_any_axis_have_bars(monkeypatch):
    monkeypatch.setattr(together, "MOST_BARS", 2)
    figure, words = _drawn(together.columns, {"PCA": LINEAR})
    largest = together.weights_of(LINEAR).max(axis=1)
    texts = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    chosen = np.sort(np.argsort(-largest)[:2])
    first = together.weights_of(LINEAR)[chosen, 0]
    assert texts == [LINEAR.columns[j] for j in chosen[np.argsort(-first)]]
    assert "The 2 largest of 3 are shown." in words.caption
    for least, bars in zip(
        (np.sort(largest)[:-1] + np.sort(largest)[1:]) / 2.0, (2, 1), strict=True
    ):
        monkeypatch.setattr(together, "LEAST", least)
        assert len(_drawn(together.columns, {"PCA": LINEAR})[0].axes[0].get_yticklabels()) == bars


def test_a_share_to_the_left_has_no_sign_and_a_long_name_keeps_its_end_on_a_second_line():
    long = "the_first_of_all_columns_beside_the_end"
    one = solved(study_of(Linear(), None, X, (long, "height", "width")))
    figure, _ = _drawn(together.columns, {"PCA": one})
    figure.draw_without_rendering()
    texts = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert "height" in texts
    (name,) = (text for text in texts if "\n" in text)
    assert name.endswith("_\nthe_end") and max(map(len, name.split("\n"))) <= together.MOST_LETTERS
    shares = [text for axes in figure.axes for text in axes.get_xticklabels()]
    assert min(text.get_position()[0] for text in shares) < 0.0
    assert min(float(text.get_text()) for text in shares) == 0.0


def test_columns_in_an_order_are_lines_and_one_column_is_a_sentence():
    columns = ("400 nm", "410 nm", "420 nm")
    maps = {title: solved(study_of(one.kernel, columns=columns)) for title, one in BOTH.items()}
    figure, _ = _drawn(together.columns, maps)
    (line, other) = (axes for axes in figure.axes)
    drawn = [line.get_lines()[1], other.get_lines()[1]]
    for one, values in zip(drawn, maps["PCA"].loadings.to_numpy().T, strict=False):
        np.testing.assert_array_equal(one.get_xdata(), [400.0, 410.0, 420.0])
        np.testing.assert_allclose(one.get_ydata(), values / np.abs(values).max())
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [*maps]
    one = replace(study_of(Linear(), None, X[:, :1], ("height",)), components=1)
    assert "one column, height" in _drawn(together.columns, {"PCA": solved(one)})[1]


def test_cells_of_a_grid_are_an_image_with_each_value_in_its_place():
    names = [f"pixel_{i}_{j}" for j in range(1, 4) for i in range(5, 9)]
    points = np.random.default_rng(2).normal(size=(30, 12))
    one = solved(study_of(Linear(), points[:2], points, tuple(names)))
    figure, words = _drawn(together.columns, {"PCA": one})
    W = one.loadings.to_numpy()
    for k, axes in enumerate(figure.axes):
        picture = axes.images[0].get_array()
        for name, value in zip(names, W[:, k], strict=True):
            _, i, j = name.split("_")
            assert picture[int(i) - 5, int(j) - 1] == value
        assert axes.images[0].get_clim() == (-np.abs(W[:, k]).max(), np.abs(W[:, k]).max())
    assert words.alt == "2 images of 4 by 3 cells."


def test_a_long_title_has_lines_that_are_no_wider_than_a_phone():
    title = "Classical scaling of the given distances (principal coordinates)"
    figure, _ = _drawn(together.scree, {title: LINEAR})
    lines = ["Classical scaling of the given distances", "(principal coordinates)"]
    assert figure.axes[0].get_title(loc="left").splitlines() == lines


def test_each_map_has_its_shares():
    figure, words = _drawn(together.scree, BOTH)
    for axes, one in zip(figure.axes, BOTH.values(), strict=True):
        heights = [bar.get_height() for bar in axes.patches][: one.solution.components]
        assert heights == pytest.approx(100.0 * one.solution.explained, abs=1e-9)
        assert f"explain {100.0 * one.solution.explained.sum():.3g} % together" in words.caption
    assert "not computed" not in words.caption
    whole, d = LINEAR.solution, LINEAR.solution.components
    first = replace(whole, spectrum=whole.spectrum[:d], errors=whole.errors[:d])
    part = replace(LINEAR, solved=replace(LINEAR.solved, solution=first))
    caption = _drawn(together.scree, {"PCA": GAUSSIAN, "few": part})[1].caption
    assert caption.endswith("together; smaller ones are not computed.")
    for known, ends in (([True, True], False), ([True, False], True), ([False, False], False)):
        errors = np.where(known, 0.01, np.nan)
        some = replace(GAUSSIAN)
        vars(some)["standard_errors"] = np.array([errors, errors])
        caption = _drawn(together.scree, {"PCA": LINEAR, "some": some})[1].caption
        assert (" A component without whiskers is" in caption) == ends


def test_odd_samples_are_marked_and_named_and_no_others():
    X = study_of(Linear()).data.X.copy()
    for far, found in (([], []), ([7], [7]), ([7, 2], [7, 2])):
        X[far] = X.mean(axis=0) + 90.0 * np.eye(X.shape[1])[range(len(far))]
        one = solved(replace(study_of(Linear()), data=Vectors(Linear(), X, X[:2])))
        figure, words = _drawn(together.odd, {"PCA": one})
        orange, names = figure.axes[0].get_lines()[2].get_xydata(), figure.axes[0].texts
        np.testing.assert_array_equal(orange, one.statistics[odd(one).samples])
        assert {*odd(one).samples} == {*found}
        assert {text.get_text() for text in names} == {one.samples[i] for i in found}
        assert ("Orange" in words.caption) == bool(found)
        assert "more than 3 quartile ranges farther from the mean" in words.caption
        assert "below 0" not in words.caption
        assert ("No sample makes a component" in words.caption) == (not found)


def test_a_sample_that_is_odd_on_one_map_is_marked_in_every_part_and_the_caption_says_by_what():
    X = study_of(Linear()).data.X.copy()
    X[7] += [90.0, 0.0, 0.0]
    both = {
        title: solved(replace(study_of(kernel), data=Vectors(kernel, X, X[:2])))
        for title, kernel in {"PCA": Linear(), "Gaussian": RBF(0.3)}.items()
    }
    assert [odd(one).samples for one in both.values()] == [[7], []]
    figure, words = _drawn(together.odd, both)
    for axes, one in zip(figure.axes, both.values(), strict=True):
        np.testing.assert_array_equal(axes.get_lines()[2].get_xydata(), one.statistics[[7]])
    name = both["PCA"].samples[7]
    assert (
        f"Orange: samples that are odd by axis 1 of PCA ('{name}') and the distance from the mean "
        f"of PCA ('{name}')." in words.caption
    )


def test_the_statistics_of_all_samples_are_drawn_and_new_ones_are_hollow():
    figure, words = _drawn(together.odd, BOTH)
    for axes, one in zip(figure.axes, BOTH.values(), strict=True):
        old, new, _ = axes.get_lines()
        points = np.vstack([old.get_xydata(), new.get_xydata()])
        np.testing.assert_array_equal(points, one.statistics)
        assert len(old.get_xydata()) == one.n
    assert "Hollow: new samples." in words.caption
    whole = solved(replace(study_of(Linear()), components=3))
    figure, words = _drawn(together.odd, {"PCA": whole})
    (axes,) = figure.axes
    assert "SPE is 0" in words.caption and "SPE is the part" not in words.caption
    expected = np.column_stack([whole.statistics[:, 0], whole.lengths])[: whole.n]
    np.testing.assert_array_equal(axes.get_lines()[0].get_xydata(), expected)
    assert axes.get_ylabel() == "squared distance from the mean"
    again = {"PCA": STUDIES["linear, in mg/l"]}
    assert "Hollow" not in _drawn(together.odd, again)[1].caption
    given = {"given": STUDIES["distances"]}
    assert "an SPE may be below 0" in _drawn(together.odd, given)[1].caption
