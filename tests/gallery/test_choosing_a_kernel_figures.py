"""The curves of the rules are drawn with their data, and the words have their numbers."""

import numpy as np
import pytest
from drawn import drawn

import choosing_a_kernel_figures as choosing
from choosing_a_kernel import FACTORS, Compared
from inflated_variance import Inflated
from kpca.choosing.parallel_analysis import ParallelAnalysis
from kpca.choosing.preimage_error import PreImageErrors
from novelty import METHODS, NUMBERS, Detected
from stability import Stability

RNG = np.random.default_rng(0)


def _errors(kernels, numbers):
    falling = 1.0 / np.array(numbers)[None, :, None] + 0.1 * np.arange(kernels)[:, None, None]
    errors = falling + 0.01 * RNG.random((kernels, len(numbers), 10))
    return PreImageErrors(np.array(numbers), np.arange(10) % 5, errors)


@pytest.fixture
def compared():
    parallel = ParallelAnalysis(np.array([3.0, 1.0, 0.5]), np.full((19, 3), 0.8))
    numbers = [1, 2, 4]
    return Compared(
        name="small",
        unit="cm",
        gammas=np.array(FACTORS),
        parallel=parallel,
        rows=_errors(5, numbers),
        hidden=_errors(5, numbers),
        means=2.0,
        halves=Stability(np.array([[10.0, 80.0], [20.0, 70.0]])),
        pca_parallel=parallel,
        pca_rows=_errors(1, numbers),
        pca_hidden=_errors(1, numbers),
        auto=(0.7, 5),
    )


def test_each_data_set_has_a_panel_for_each_rule(compared):
    figure, words = drawn(choosing.rules, [compared, compared])
    assert len(figure.axes) == 6
    titles = [axes.get_title(loc="left") for axes in figure.axes[:3]]
    assert titles == [
        "small: parallel analysis, d = 2",
        "hidden values: d = 4",
        "two halves: d = 1",
    ]
    assert figure.axes[0].lines[1].get_ydata().tolist() == [3.0, 1.0, 0.5]
    assert len(figure.axes[1].lines) == 1 + len(FACTORS) + 1
    assert figure.axes[2].lines[0].get_ydata().tolist() == [15.0, 75.0]
    assert figure.axes[1].get_ylabel().endswith("[cm²]")
    assert "Small: 2 eigenvalues are above the permuted ones" in words.alt


def test_rows_and_values_have_a_curve_each_on_both_panels(compared):
    figure, words = drawn(choosing.rows_and_values, compared)
    assert [len(axes.containers) for axes in figure.axes] == [2, 2]
    assert "least at 4 components" in words.alt


def test_ratios_before_and_after_the_correction_are_drawn():
    found = Inflated(np.array([[4.0, 2.0]]), np.array([[3.0, 1.0]]), np.array([[3.0, 0.8]]))
    figure, words = drawn(choosing.inflated, found)
    data = [line.get_ydata().tolist() for line in figure.axes[0].lines[1:]]
    assert data == [[0.75, 0.5], [1.0, 1.25]]
    assert "falls from 0.75 to 0.50" in words.alt


def test_curves_and_areas_of_novelty_are_drawn(capsys):
    curve = (np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.9, 1.0]))
    areas = np.full((len(METHODS), len(NUMBERS), 2, 3), 0.9)
    found = Detected(["a", "b"], areas, "a", {"one": curve, "two": curve})
    figure, _ = drawn(choosing.novelty, found)
    assert figure.axes[0].lines[0].get_xdata().tolist() == [0.0, 50.0, 100.0]
    assert figure.axes[1].lines[0].get_ydata() == pytest.approx(0.9, abs=1e-15)
    choosing.areas(found, 20)
    assert "mean and least of 3 splits" in capsys.readouterr().out


def test_the_table_has_a_row_for_each_rule_and_empty_cells_where_a_rule_is_silent(compared, capsys):
    frame = choosing.choices([compared, compared])
    assert len(frame) == 2 * len(compared.choices)
    assert frame["components"].isna().sum() == 2
    assert frame["gamma"].isna().sum() == 4
    choosing.table(frame)
    assert "<NA>" not in capsys.readouterr().out
