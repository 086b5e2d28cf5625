"""The control chart: samples above a limit have another marker and a name, and bars why."""

from drawings import CHARTS
from drawn import drawn, names_at


def _axes(name):
    chart = CHARTS[name]
    return drawn(chart.draw, *chart.data)[0].axes


def test_samples_above_the_lowest_limit_of_their_panel_have_another_marker_and_color():
    for axes, above in zip(_axes("a chart with contributions"), ([2.0, 5.0], [3.0]), strict=False):
        usual, unusual = axes.collections
        assert sorted(unusual.get_offsets()[:, 0]) == above
        assert usual.get_facecolor()[0].tolist() != unusual.get_facecolor()[0].tolist()
        assert usual.get_paths()[0].vertices.shape != unusual.get_paths()[0].vertices.shape


def test_names_stand_beside_the_samples_above_a_limit_of_their_panel():
    first, second, _ = _axes("a chart with contributions")
    assert names_at(first) == {"n two": [2.0, 9.0], "n five": [5.0, 6.0]}
    ((text, place),) = names_at(second).items()
    assert text.endswith(r"_n\$three")
    assert place == [3.0, 0.7]


def test_the_largest_contribution_is_on_top():
    bars = _axes("a chart with contributions")[2]
    assert bars.containers[0].datavalues.tolist() == [1.2, 0.1, 0.0]
    assert bars.yaxis_inverted()


def test_0_stays_on_a_logarithmic_axis():
    _, second, _ = _axes("a chart of samples far above")
    assert second.get_ylim()[0] <= 0.0005


def test_of_training_samples_those_above_the_highest_limit_have_names():
    """Above the lowest limit are 9, 4 and 6."""
    first, second = _axes("a training chart")
    assert sorted(first.collections[1].get_offsets()[:, 0]) == [2.0, 3.0, 5.0]
    assert names_at(first) == {"n two": [2.0, 9.0]}
    assert names_at(second) == {}


def test_no_name_is_cut_by_a_limit_and_a_limit_far_above_training_samples_is_in_words_only():
    for name in CHARTS:
        for axes in _axes(name):
            lines = [axes.transData.transform((1.0, line.get_ydata()[0]))[1] for line in axes.lines]
            for text in (text for text in axes.texts if text.get_text()):
                box = text.get_window_extent()
                assert not [line for line in lines if box.y0 < line < box.y1], (name, text)
    first, second = _axes("a training chart with a far limit")
    assert [line.get_ydata()[0] for line in first.lines] == [4.5, 7.0]
    assert [line.get_ydata()[0] for line in second.lines] == [0.5, 0.9]
    assert first.get_ylim()[1] < 15.0
