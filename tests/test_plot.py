"""Plots of models draw their numbers, return axes, and leave the user's settings alone."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

import kpca
from kpca.studies.fitted import study_of

X = np.random.default_rng(4).normal(size=(24, 3)) * [3.0, 2.0, 1.0]
TABLE = pd.DataFrame(X, columns=["u", "v", "w"])
NEW = TABLE[:5] + [0.4, -0.3, 4.0]
CLASSES = ["b", "a", "a"] * 8
MODEL = kpca.KernelPCA(3, kernel="rbf", gamma=0.05).fit(TABLE)


@pytest.fixture(autouse=True)
def _closed():
    backend = matplotlib.get_backend()
    pyplot.switch_backend("agg")
    yield
    pyplot.close("all")
    pyplot.switch_backend(backend)


def texts(axes):
    legend = axes.figure.legends[0]
    return [text.get_text() for text in legend.get_texts()]


def test_the_map_has_the_scores_as_points_by_class():
    axes = kpca.plot.map(MODEL, labels=CLASSES, components=(3, 1), new=NEW)
    scores, chosen = MODEL.transform(TABLE)[:, [2, 0]], np.array(CLASSES) == "b"
    drawn = [np.asarray(marks.get_offsets()) for marks in axes.collections]
    for points, expected in zip(
        drawn, (scores[~chosen], scores[chosen], MODEL.transform(NEW)[:, [2, 0]]), strict=True
    ):
        np.testing.assert_allclose(points, expected, rtol=0, atol=1e-13)
    assert texts(axes) == ["a", "b", "new sample"]
    share = MODEL.explained_variance_ratio_
    assert axes.get_xlabel() == f"component 3 ({100 * share[2]:.3g} %)"
    assert axes.get_ylabel() == f"component 1 ({100 * share[0]:.3g} %)"


def test_numbers_are_colors_with_a_bar_that_has_their_name():
    axes = kpca.plot.map(MODEL, color=TABLE["v"])
    assert (axes.collections[0].get_array() == X[:, 1]).all()
    assert axes.figure.axes[1].get_ylabel() == "v"
    whole = np.arange(24)[::-1] // 5
    assert (kpca.plot.map(MODEL, color=whole).collections[0].get_array() == whole).all()


def test_classes_are_labels_and_colors_are_numbers():
    with pytest.raises(ValueError, match="color has values of the type <U1.* as labels"):
        kpca.plot.map(MODEL, color=CLASSES)
    with pytest.raises(ValueError, match="color and labels"):
        kpca.plot.map(MODEL, color=X[:, 1], labels=CLASSES)
    whole = kpca.plot.map(MODEL, labels=[7, 3, 3] * 8)
    assert texts(whole) == ["3", "7"]


def test_names_stand_beside_the_points():
    axes = kpca.plot.map(MODEL, names=[f"s{k}" for k in range(24)])
    assert {f"s{k}" for k in range(24)} <= {text.get_text() for text in axes.texts}


def test_names_of_many_samples_are_drawn_where_they_have_room():
    many = np.random.default_rng(8).normal(size=(70, 3))
    names = [f"sample {k}" for k in range(70)]
    shown = {
        text.get_text() for text in kpca.plot.map(kpca.KernelPCA(2).fit(many), names=names).texts
    }
    assert 30 < len(shown & set(names)) < 70


def test_a_plot_is_the_current_figure_of_pyplot_or_is_drawn_into_a_given_one():
    axes = kpca.plot.scree(MODEL)
    assert axes.figure is pyplot.gcf()
    given = Figure()
    assert kpca.plot.scree(MODEL, figure=given).figure is given
    assert pyplot.get_fignums() == [axes.figure.number]


def test_the_scree_plot_has_the_explained_shares():
    heights = [bar.get_height() for bar in kpca.plot.scree(MODEL).patches]
    np.testing.assert_allclose(
        heights[:3], 100 * MODEL.explained_variance_ratio_, rtol=1e-12, atol=0
    )


def test_the_biplot_names_the_columns_at_its_arrows():
    axes = kpca.plot.biplot(kpca.KernelPCA(2).fit(TABLE), labels=CLASSES)
    assert {"u", "v"} <= {text.get_text() for text in axes.texts}
    assert texts(axes) == ["a", "b"]


def test_importance_has_an_axes_for_each_component():
    panels = kpca.plot.importance(MODEL)
    assert [axes.get_title(loc="left") for axes in panels] == [f"component {k}" for k in (1, 2, 3)]


def test_variables_beside_the_data_are_arrows_on_the_map():
    scores = MODEL.transform(TABLE)
    table = pd.DataFrame({"along": scores[:, 1] - 4.0, "kind": CLASSES, "u": X[:, 0]})
    axes = kpca.plot.variables(MODEL, table, labels=CLASSES)
    tips = {text.get_text(): text.xy for text in axes.texts if text.get_text()}
    assert set(tips) == {"along", "u"}
    assert abs(tips["along"][0]) < 1e-9 * tips["along"][1]
    with pytest.raises(ValueError, match="variables of 23 samples for scores of 24"):
        kpca.plot.variables(MODEL, table[1:])
    gaps = table.assign(u=table["u"].where(table.index % 3 > 0))
    assert {"along", "u"} == {
        text.get_text() for text in kpca.plot.variables(MODEL, gaps).texts if text.get_text()
    }
    with pytest.raises(ValueError, match="column 'u': fewer than 4 samples have a value"):
        kpca.plot.variables(MODEL, table.assign(u=table["u"].where(table.index < 3)))
    with pytest.raises(ValueError, match="no table of variables"):
        kpca.plot.variables(MODEL)


def test_the_control_chart_has_a_point_for_each_new_sample():
    panels = kpca.plot.control_chart(MODEL, NEW, new_names=["p", "q", "r", "s", "t"])
    assert [axes.get_ylabel() for axes in panels[:2]] == ["T²", "SPE"]
    errors = np.vstack([marks.get_offsets() for marks in panels[1].collections])
    order = errors[:, 0].argsort()
    np.testing.assert_allclose(errors[order, 1], -MODEL.score_samples(NEW), rtol=1e-9, atol=1e-13)


def test_an_opened_study_has_its_own_labels_and_may_get_others():
    opened = study_of(MODEL, labels=CLASSES)
    assert texts(kpca.plot.map(opened)) == ["a", "b"]
    assert texts(kpca.plot.map(opened, labels=["x", "y"] * 12)) == ["x", "y"]
    with pytest.raises(ValueError, match="its own new samples"):
        kpca.plot.map(opened, new=NEW)


@pytest.mark.parametrize("known", ["study", "fit"])
def test_pandas_objects_are_taken_by_name_where_the_study_or_the_fit_knows_the_names(known):
    names = [f"s{7 * k % 24}" for k in range(24)]
    fitted = kpca.KernelPCA(2).fit(TABLE.set_axis(names))
    model = study_of(MODEL, names=names) if known == "study" else fitted
    called = [f"n{k}" for k in range(24)]
    table = pd.DataFrame({"u": X[:, 0], "kind": CLASSES, "name": called}, names)
    table.loc["s7", "kind"] = None
    shuffled = table.sample(frac=1, random_state=3)
    assert (kpca.plot.map(model, color=shuffled["u"]).collections[0].get_array() == X[:, 0]).all()
    of_a = (MODEL if known == "study" else fitted).transform(TABLE)[table["kind"] == "a", :2]
    for draw in (kpca.plot.map, kpca.plot.biplot):
        axes = draw(model, labels=shuffled["kind"])
        assert texts(axes) == ["a", "b", "no label"]
        np.testing.assert_allclose(axes.collections[0].get_offsets(), of_a, rtol=0, atol=1e-13)
    with pytest.raises(ValueError, match="color has no 's7'"):
        kpca.plot.map(model, color=shuffled["u"].drop("s7"))
    for draw in (kpca.plot.variables, lambda model, each: kpca.plot.map(model, names=each["name"])):
        in_order, found = (
            {(text.get_text(), text.xy) for text in draw(model, each).texts}
            for each in (table, shuffled)
        )
        assert found == in_order != set()


def test_without_the_names_of_the_samples_the_position_is_all_there_is():
    color = pd.Series(X[:, 1], [f"s{k}" for k in range(24)]).sample(frac=1, random_state=3)
    assert (kpca.plot.map(MODEL, color=color).collections[0].get_array() == color).all()


def test_settings_of_the_user_stay():
    pyplot.rcParams["font.size"] = 13.5
    before = dict(matplotlib.rcParams)
    kpca.plot.map(MODEL)
    assert dict(matplotlib.rcParams) == before
    pyplot.rcdefaults()


def test_components_that_do_not_exist_are_refused():
    with pytest.raises(
        ValueError, match=r"components is \(1, 4\); allowed: two numbers from 1 to 3"
    ):
        kpca.plot.map(MODEL, components=(1, 4))
    with pytest.raises(ValueError, match="allowed: a biplot of at least 2"):
        kpca.plot.biplot(kpca.KernelPCA(1).fit(X))
