"""The control chart: every sample, every limit, names of those above, contributions, and words."""

import numpy as np
import pytest
from drawn import drawn, legend_of, looks, names_at

from kpca.choosing.control_limits import ControlLimits, FalseAlarms
from kpca.figures import control_chart
from kpca.studies.control import ControlChart, TrainingChart

STATISTICS = np.array([[2.0, 0.3], [9.0, 0.1], [4.0, 0.7], [1.0, 0.2], [6.0, 0.45]])
LIMITS = np.array([[5.0, 0.5], [8.0, 0.9]])
NORMAL = np.array([4.5, 7.0])
RATES = np.array([[0.06, 0.04], [0.02, 0.0]])
NAMES = ["n one", "n two", "_n$three", "n four", "n five"]
CONTRIBUTIONS = {1: np.array([0.1, 1.2, 0.0]), 2: np.array([0.4, 0.2, 0.3])}


def _chart(
    values=STATISTICS, limits=LIMITS, contributions=CONTRIBUTIONS, again=False, normal=NORMAL
):
    found, alarms = ControlLimits((0.95, 0.99), limits, np.ones(2), 80), FalseAlarms(RATES, 100)
    return ControlChart(values, found, alarms, contributions, normal, 200, again)


def _draw(*data, **options):
    return drawn(control_chart.draw, *data, **options)


def _points(axes):
    return np.vstack([marks.get_offsets() for marks in axes.collections])


def test_every_sample_stands_at_its_value_and_those_above_have_another_marker():
    figure, _ = _draw(_chart(), NAMES, list("abc"))
    for k, axes in enumerate(figure.axes[:2]):
        found = _points(axes)
        assert found[np.argsort(found[:, 0])].tolist() == [
            [i + 1.0, value] for i, value in enumerate(STATISTICS[:, k])
        ]
        below, above = axes.collections
        assert sorted(above.get_offsets()[:, 0]) == ([2.0, 5.0] if k == 0 else [3.0])
        assert below.get_facecolor()[0].tolist() != above.get_facecolor()[0].tolist()
        drawn_limits = [*LIMITS[:, k], *(NORMAL if k == 0 else [])]
        assert [line.get_ydata()[0] for line in axes.lines] == drawn_limits


def test_names_stand_beside_the_samples_above_a_limit_of_their_panel():
    figure, _ = _draw(_chart(), NAMES, list("abc"))
    assert names_at(figure.axes[0]) == {"n two": [2.0, 9.0], "n five": [5.0, 6.0]}
    ((text, place),) = names_at(figure.axes[1]).items()
    assert text.endswith(r"_n\$three")
    assert place == [3.0, 0.7]


def test_each_limit_has_its_look_in_both_panels_and_in_the_legend():
    figure, words = _draw(_chart(), NAMES, list("abc"))
    of_samples = {"95 % limit": 0, "99 % limit": 1}
    for k, axes in enumerate(figure.axes[:2]):
        heights = {line.get_label(): line.get_ydata()[0] for line in axes.lines}
        assert {text: heights.pop(text) for text in of_samples} == {
            text: LIMITS[at, k] for text, at in of_samples.items()
        }
        of_normal = {
            f"{level} % limit of normal scores (F, exact with all columns)": at
            for level, at in ((95, 4.5), (99, 7))
        }
        assert heights == (of_normal if k == 0 else {})
    lines = {text: look for text, look in looks(figure.axes[0]).items() if "limit" in text}
    assert legend_of(figure.legends[0]) == lines
    assert len({*map(str, lines.values())}) == 4
    assert "new samples (F distribution)" in words.caption
    again = _draw(_chart(again=True), NAMES, list("abc"))[1].caption
    assert "training samples, which made the components (Beta distribution)" in again
    without = _draw(_chart(normal=np.full(2, np.inf)), NAMES, list("abc"))
    assert "normally" not in without[1].caption
    assert len(without[0].axes[0].lines) == 2


def test_the_contributions_are_those_of_the_sample_farthest_above_the_largest_first():
    figure, words = _draw(_chart(), NAMES, list("abc"))
    bars = figure.axes[2]
    assert bars.containers[0].datavalues.tolist() == [1.2, 0.1, 0.0]
    assert [bar.get_y() + 0.35 for bar in bars.patches] == pytest.approx(
        list(bars.get_yticks()), abs=1e-12
    )
    assert [text.get_text() for text in bars.get_yticklabels()] == ["b", "a", "c"]
    assert bars.yaxis_inverted(), "the largest one is on top"
    assert bars.get_title(loc="right") == "contributions to n two"
    assert words.alt == (
        "Two panels with 5 new samples; 2 above a limit of T²: n two and n five; 1 above a limit "
        "of SPE: _n$three. Bars of the contributions to n two, whose index is 2: the largest is b "
        "(1.2)."
    )


def test_without_contributions_there_are_two_panels():
    figure, words = _draw(_chart(contributions={}), NAMES)
    assert len(figure.axes) == 2
    assert "Bars" not in words.caption + words.alt


def test_the_caption_has_the_false_alarms_with_their_errors_and_where_the_limits_come_from():
    _, words = _draw(_chart(), NAMES, list("abc"))
    assert "above the 95 % limits: 6 % (± 2) for T² and 4 % (± 2) for SPE" in words.caption
    assert "above the 99 % limits: 2 % (± 1) for T² and 0 % (± 1) for SPE" in words.caption
    assert "limits from a random subset of 80 of 200 training samples" in words.caption
    assert "placed again" not in words.caption
    assert "training samples are placed again" in _draw(_chart(again=True), NAMES, "abc")[1].caption


def test_a_limit_that_few_samples_cannot_show_is_not_drawn_but_mentioned():
    limits = np.array([[5.0, 0.5], [np.inf, np.inf]])
    figure, words = _draw(_chart(limits=limits), NAMES, list("abc"))
    assert [len(axes.lines) for axes in figure.axes[:2]] == [3, 1]
    assert "80 samples are too few for a limit of 99 %" in words.caption
    none = np.full((2, 2), np.inf)
    figure, words = _draw(_chart(limits=none, contributions={}, normal=none[0]), NAMES)
    assert "too few for a limit of 95 %" in words.caption
    assert figure.legends == []


def test_a_sample_far_above_makes_the_axis_logarithmic_and_0_stays_on_it():
    values = STATISTICS.copy()
    values[1, 1], values[3, 1] = 60.0, 0.0
    figure, _ = _draw(_chart(values), NAMES, list("abc"))
    first, second = figure.axes[:2]
    assert (first.get_yscale(), second.get_yscale()) == ("linear", "log")
    found = _points(second)
    assert found[found[:, 0] == 4.0, 1].item() == pytest.approx(0.0005, rel=1e-12, abs=0)
    assert second.get_ylim()[0] <= 0.0005


def test_no_more_than_eight_are_named():
    values = np.column_stack([np.arange(10.0, 30.0), np.zeros(20)])
    names = [f"n{i}" for i in range(20)]
    figure, words = _draw(_chart(values, contributions={}), names)
    assert [text.get_text() for text in figure.axes[0].texts] == names[:11:-1]
    assert (
        "20 above a limit of T²: n19, n18, n17, n16, n15, n14, n13 and n12 and others" in words.alt
    )


def test_the_spe_has_the_squared_unit_of_the_scores_and_t2_has_none():
    for unit, label in (("cm", "SPE [cm²]"), ("1", "SPE")):
        figure, _ = _draw(_chart(), NAMES, list("abc"), unit)
        assert [axes.get_ylabel() for axes in figure.axes[:2]] == ["T²", label]


@pytest.mark.parametrize(
    ("spe", "limits", "is_rounding"),
    [
        ([1e-16, 0.0, 3e-15, 1e-15, 2e-15], [4e-9, 4e-9], True),
        ([1e-16, 0.0, 3e-11, 1e-15, 2e-15], [4e-9, 4e-9], False),
        ([1e-16, 0.0, 3e-15, 1e-15, 2e-15], [4e-9, 5e-9], False),
        # Of too few samples for a limit. The variances are 1.
        ([1e-16, 0.0, 3e-15, 1e-15, 2e-15], [np.inf, np.inf], True),
        ([1e-16, 0.0, 3e-11, 1e-15, 2e-15], [np.inf, np.inf], False),
        # Of too few for one of the limits.
        ([1e-16, 0.0, 3e-15, 1e-15, 2e-15], [4e-9, np.inf], False),
    ],
)
def test_where_the_components_have_all_of_the_variance_the_spe_is_rounding_and_not_drawn(
    spe, limits, is_rounding
):
    values, both = STATISTICS.copy(), LIMITS.copy()
    values[:, 1], both[:, 1] = spe, limits
    figure, words = _draw(_chart(values, both), NAMES, list("abc"))
    assert ("SPE is not drawn" in words.caption) is is_rounding
    has_limit = is_rounding and bool(np.isfinite(limits).all())
    assert ("10⁻⁹ of the mean squared distance" in words.caption) is has_limit
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert ("SPE" in labels) is not is_rounding
    assert labels[0] == "T²"
    assert figure.axes[len(labels) - 2].get_xlabel() == "new sample, in the order of the table"
    assert ("above a limit of SPE" in words.alt) is not is_rounding


def _training(values=STATISTICS, limits=LIMITS, normal=NORMAL):
    found = ControlLimits((0.95, 0.99), limits, np.ones(2), 80)
    return TrainingChart(values, normal, found, 200)


def test_training_samples_stand_beside_their_own_limits_and_those_of_new_samples():
    figure, words = _draw_training(_training(normal=np.array([3.5, 7.0])), NAMES, "cm")
    first, second = figure.axes
    assert [line.get_ydata()[0] for line in first.lines] == [5.0, 8.0, 3.5, 7.0]
    assert [line.get_ydata()[0] for line in second.lines] == [0.5, 0.9]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert sum("Beta" in label for label in labels) == 2
    assert sum("new samples, left out" in label for label in labels) == 2
    # Above the lowest limit of training samples are 9, 4 and 6; above the highest one 9 has a name.
    assert sorted(first.collections[1].get_offsets()[:, 0]) == [2.0, 3.0, 5.0]
    assert names_at(first) == {"n two": [2.0, 9.0]}
    assert sorted(second.collections[1].get_offsets()[:, 0]) == [3.0]
    assert names_at(second) == {}
    assert [axes.get_ylabel() for axes in figure.axes] == ["T²", "SPE [cm²]"]
    assert second.get_xlabel() == "training sample, in the order of the table"
    assert "random subset of 80 of 200 training samples" in words.caption
    assert words.alt == (
        "Two panels with 5 training samples; 3 above a limit of T²: n two, n five and _n$three; "
        "1 above a limit of SPE: _n$three."
    )


def test_of_few_training_samples_only_the_limits_of_normal_scores_are_drawn():
    figure, words = _draw_training(_training(limits=np.full((2, 2), np.inf)), NAMES)
    assert [[line.get_ydata()[0] for line in axes.lines] for axes in figure.axes] == [
        [4.5, 7.0],
        [],
    ]
    assert "too few samples" in words.caption and "Beta" in words.caption
    both = _training(limits=np.full((2, 2), np.inf), normal=np.full(2, np.inf))
    figure, words = _draw_training(both, NAMES)
    assert figure.legends == [] and "Beta" not in words.caption


def test_orange_squares_are_explained_where_one_is_drawn():
    _, words = _draw_training(_training(), NAMES)
    assert "Orange squares: above the 95 % limit" in words.caption
    quiet = np.minimum(STATISTICS, [4.4, 0.45])
    assert "Orange" not in _draw_training(_training(quiet), NAMES)[1].caption


def test_an_spe_of_training_samples_that_is_rounding_is_not_drawn():
    values = STATISTICS * [1.0, 0.0]
    figure, words = _draw_training(_training(values), NAMES)
    assert [axes.get_ylabel() for axes in figure.axes] == ["T²"]
    assert "SPE is not drawn" in words.caption and words.alt.startswith("One panel")


def _draw_training(*data):
    return drawn(control_chart.of_training, *data)
