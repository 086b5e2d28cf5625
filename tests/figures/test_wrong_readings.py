"""The pictures of wrong readings are those on the page, and show what their captions say."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure
from small_project import ROOT

from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.figures import wrong_readings
from kpca.figures.display import drawn
from kpca.figures.texts import as_option
from kpca.figures.wrong_readings import PICTURES, noise
from kpca.kernels import RBF, bandwidth
from kpca.site.pages import WRONG_READINGS
from kpca.workflow.version import SHOWN

PAGE = (ROOT / "kpca" / "site" / "text" / "reading.md").read_text(encoding="utf-8")
each = pytest.mark.parametrize("name", PICTURES)


def _shape(svg):
    """What is drawn, without the digits of numbers, in which processors may differ."""
    return re.sub(rb"-?[0-9]+(\.[0-9]+)?", b"0", svg)


@each
def test_the_stored_picture_and_its_words_on_the_page_are_those_that_are_drawn(name):
    words, files, _ = drawn(("svg",), PICTURES[name])
    stored = (ROOT / "docs" / f"{name}.svg").read_bytes()
    assert _shape(stored) == _shape(files["svg"]), "python -m kpca.figures.wrong_readings docs"
    block = PAGE.split(f"```{{figure}} {name}.svg\n")[1].split("\n```")[0]
    assert block == f":alt: {as_option(words.alt)}\n:class: figure\n\n{words.caption}"


def test_the_site_has_each_picture_of_the_page_and_is_made_again_for_another_one():
    assert re.findall(r"{figure} (.+)\.svg", PAGE) and all(
        name.startswith(WRONG_READINGS) for name in PICTURES
    )
    assert sorted(re.findall(r"{figure} (.+)\.svg", PAGE)) == sorted(PICTURES)
    assert {f"docs/{name}.svg" for name in PICTURES} <= {*SHOWN}


def test_the_noise_has_no_component_above_chance_and_no_other_picture_is_of_noise():
    X = np.random.default_rng(6).normal(size=(40, 8))
    noise(figure := Figure())
    drawn_x = figure.axes[1].collections[0].get_offsets()
    kernel = RBF(bandwidth.median(X))
    own = wrong_readings._fit(kernel, X).scores[:, :2]
    np.testing.assert_allclose(np.abs(drawn_x), np.abs(own), rtol=0, atol=1e-9)
    assert parallel_analysis(kernel, X, seed=0).components == 0
