"""The control chart: samples above a limit have another marker and a name, and bars why."""

from drawings import CHARTS
from drawn import drawn


def _axes(name):
    chart = CHARTS[name]
    return drawn(chart.draw, *chart.data)[0].axes


def test_samples_above_the_lowest_limit_of_their_panel_have_another_marker_and_color():
    for axes, above in zip(_axes("a chart with contributions"), ([2.0, 5.0], [3.0]), strict=False):
        usual, unusual = axes.collections
        assert sorted(unusual.get_offsets()[:, 0]) == above
        assert usual.get_facecolor()[0].tolist() != unusual.get_facecolor()[0].tolist()
        assert usual.get_paths()[0].vertices.shape != unusual.get_paths()[0].vertices.shape


def test_the_largest_contribution_is_on_top():
    assert _axes("a chart with contributions")[2].yaxis_inverted()


def test_0_stays_on_a_logarithmic_axis():
    _, second, _ = _axes("a chart of samples far above")
    assert second.get_ylim()[0] <= 0.0005


def test_no_name_is_cut_by_a_limit_and_a_limit_far_above_training_samples_is_in_words_only():
    for name in CHARTS:
        for axes in _axes(name):
            lines = [axes.transData.transform((1.0, line.get_ydata()[0]))[1] for line in axes.lines]
            for text in (text for text in axes.texts if text.get_text()):
                box = text.get_window_extent()
                assert not [line for line in lines if box.y0 < line < box.y1], (name, text)
    first, _ = _axes("a training chart with a far limit")
    assert first.get_ylim()[1] < 15.0
