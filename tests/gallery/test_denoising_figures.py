"""Four rows of images and the gains over linear PCA: what is drawn and what the words say."""

import numpy as np
import pytest
from drawn import drawn

import denoising_figures as denoised

ORIGINAL = np.vstack([np.full(64, -1.0), np.arange(64.0) / 63.0])
ROWS = {"original": ORIGINAL, "noisy": ORIGINAL + 0.5, "linear PCA": ORIGINAL - 0.1}


def test_each_row_is_a_strip_of_the_images_with_gaps():
    figure, _ = drawn(denoised.four_rows, {"a noise": ROWS, "another": ROWS}, ["0", "7"])
    assert len(figure.axes) == 6
    strip = figure.axes[0].images[0].get_array()
    assert strip.shape == (8, 17)
    assert np.ma.getmaskarray(strip)[:, 8].all() or np.isnan(strip[:, 8]).all()
    assert strip[0, 9:17].tolist() == ORIGINAL[1, :8].tolist()


def test_the_errors_of_the_rows_are_in_the_alt_text():
    words = drawn(denoised.four_rows, {"a noise": ROWS}, ["0", "7"])[1]
    assert words.alt.endswith("a noise: noisy 0.25, linear PCA 0.01.")


@pytest.mark.parametrize(("splits", "lines"), [(1, 2), (3, 8)])
def test_gains_have_their_medians_and_each_split_and_the_published_one(splits, lines):
    gain = np.ones((splits, 2, 2, 3)) + np.arange(3.0)
    gain[:, 0] /= 2.0
    names = (["weak", "strong"], ["clean", "noisy"], ["a", "b", "c"], [None, 2.0], 7)
    figure, words = drawn(denoised.gains, gain, *names)
    vertical = [[line.get_xdata()[0] for line in axes.lines[:2]] for axes in figure.axes]
    assert vertical[1] == [1.0, 2.0]
    assert len(figure.axes[0].lines) == 1 + lines
    assert figure.axes[0].lines[1].get_xdata().tolist() == [0.5, 1.0, 1.5]
    assert "weak: c, 1.50 times; strong: c, 3.00 times" in words.alt
    assert ("hollow" in words.caption) == (splits > 1)
