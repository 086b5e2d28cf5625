"""The numbers of the slider are those of kernel PCA, and its script draws what they say."""

import re

import browser
import numpy as np
import pytest
from matplotlib.figure import Figure

import what_kernel_pca_does
from kpca import KernelPCA
from kpca.site import gamma
from kpca.site.build import ASSETS

VALUES = gamma.values()
X = np.array(VALUES["points"])


@pytest.mark.parametrize("at", [5, 28, 40])
def test_the_numbers_of_each_gamma_are_those_of_kernel_pca(at):
    step = VALUES["steps"][at]
    assert step["gamma"] == pytest.approx(2.0 ** ((at - 20) / 4), rel=1e-3, abs=0.0)
    model = KernelPCA(4, kernel="rbf", gamma=2.0 ** ((at - 20) / 4)).fit(X)
    Z = model.transform(X)
    found = np.array(step["scores"])
    signs = np.sign((found * Z).sum(axis=0))
    assert np.abs(found - Z * signs).max() < 2e-3
    assert step["mu"] == pytest.approx(model.eigenvalues_, rel=1e-3, abs=0.0)
    assert step["shares"][:4] == pytest.approx(model.explained_variance_ratio_, rel=1e-3, abs=0.0)


def test_the_shares_are_read_out_as_those_of_the_first_picture_of_the_readme():
    (step,) = (each for each in VALUES["steps"] if each["gamma"] == 4.0)
    read_out = [f"{100 * share:.1f} %" for share in step["shares"][:2]]
    figure = Figure()
    what_kernel_pca_does.draw(figure, what_kernel_pca_does.example())
    right = figure.axes[2]
    assert read_out == ["19.4 %", "12.5 %"]
    assert [right.get_xlabel(), right.get_ylabel()] == [
        f"component {k} ({share})" for k, share in enumerate(read_out, start=1)
    ]


def test_a_component_keeps_its_direction_from_one_gamma_to_the_next():
    before, after = (np.array(VALUES["steps"][at]["scores"])[:, 0] for at in (27, 28))
    assert before @ after > 0.9 * np.linalg.norm(before) * np.linalg.norm(after)


@pytest.mark.parametrize(
    ("z", "classes", "right"),
    [
        ([0.1, 0.9, 0.2, 0.3], [0, 1, 0, 1], 4),
        ([3.0, 1.0, 2.0, 0.0, 5.0], [0, 1, 0, 1, 0], 5),
        ([1.0, 2.0, 3.0, 4.0, 5.0], [0, 1, 0, 1, 0], 3),
        ([1.0, 2.0, 3.0, 4.0], [0, 0, 0, 0], 4),
    ],
)
def test_the_best_threshold_has_the_most_samples_on_its_right_side(z, classes, right):
    assert gamma.most_apart(np.array(z), np.array(classes)) == right


def test_what_the_first_page_says_of_the_slider_is_so():
    """Component 3 at a small gamma, 1 at 4 as in the figure, another one later."""
    apart = {step["gamma"]: step["apart"] for step in VALUES["steps"]}
    n = len(X)
    assert apart[0.25][2] == n > max(apart[0.25][:2])
    assert all(apart[each][0] == n for each in (2.0, 4.0, 8.0))
    assert apart[16.0][0] < n == apart[16.0][2]
    nearest = min(apart, key=lambda each: abs(np.log(each / VALUES["median"])))
    assert apart[nearest][0] < 0.8 * n
    shares = {step["gamma"]: step["shares"][0] for step in VALUES["steps"]}
    assert 0.18 < shares[4.0] < 0.22
    assert [
        [max(apart[each][:2]) < n, *(k == n for k in apart[each][2:])] for each in (16.0, 32.0)
    ] == [
        [True, True, False],
        [True, False, True],
    ]
    assert all(max(each["apart"]) < n for each in VALUES["steps"] if each["gamma"] > 45.0)
    outer = np.array(VALUES["classes"]) == VALUES["names"].index("outer")
    i, j = np.triu_indices(n, 1)
    assert 0.74 < np.mean(outer[i] | outer[j]) < 0.76
    radii = np.linalg.norm(X, axis=1)
    assert VALUES["median"] ** -0.5 > radii[outer].mean() - radii[~outer].mean()


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    if browser.missing():
        pytest.skip(f"pages are not opened: {browser.missing()}")
    page = tmp_path_factory.mktemp("gamma") / "page.html"
    style, script = (
        (ASSETS / name).read_text(encoding="utf-8") for name in ("site.css", "gamma.js")
    )
    page.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>γ</title><style>{style}'
        f"</style><script>{script}</script><main><h1>γ</h1>{gamma.slider()}</main></html>",
        encoding="utf-8",
    )
    with browser.chromium() as one:
        one.look("phone", "light")
        one.open(page)
        yield one


STATUS = "return document.querySelector('#gamma-figure [role=status]').textContent"
MOVE = """
const slider = document.getElementById("gamma-slider");
slider.value = arguments[0];
slider.dispatchEvent(new Event("input"));
"""
PLACED = """
const values = JSON.parse(document.getElementById("gamma-values").textContent);
const step = values.steps[arguments[0]];
gammaSlider.prepare(values, step);
return gammaSlider.place(values, step, arguments[1]);
"""
PIXEL = """
const canvas = document.querySelector(`canvas[data-panel=${arguments[0]}]`);
return canvas.toDataURL();
"""


def test_the_page_has_no_fault_and_is_read_by_a_screen_reader(shown):
    assert shown.faults() == []
    assert shown.inaccessible() == []


def test_the_words_follow_the_slider_the_buttons_and_the_keyboard(shown):
    share = 100.0 * VALUES["steps"][28]["shares"][0]
    words = "With γ = 4.00, component 1 tells the circles apart. It holds "
    assert shown.driver.execute_script(STATUS) == f"{words}{share:.1f} % of the variance."
    pictures = {name: shown.driver.execute_script(PIXEL, name) for name in ("plane", "shares")}
    shown.driver.execute_script(MOVE, 36)
    said = shown.driver.execute_script(STATUS)
    assert said.startswith("With γ = 16.0, component 3 tells the circles apart.")
    for name, picture in pictures.items():
        assert shown.driver.execute_script(PIXEL, name) != picture, name
    shown.driver.execute_script(MOVE, 60)
    most = max(VALUES["steps"][60]["apart"])
    said = shown.driver.execute_script(STATUS)
    assert said.startswith("With γ = 1024, no component from 1 to 4 tells the circles apart: ")
    assert said.endswith(f"has {most} of 100 points on the correct side.")
    shown.driver.find_element("css selector", "button[value=median]").click()
    said = shown.driver.execute_script(STATUS)
    assert re.match(r"With γ = 1\.(19|2)", said)
    slider = shown.driver.find_element("id", "gamma-slider")
    slider.send_keys("\ue014")
    assert shown.driver.execute_script(STATUS) != said
    label = shown.driver.execute_script(
        "return arguments[0].getAttribute('aria-valuetext')", slider
    )
    assert label.startswith("γ = 1.4")


@pytest.mark.parametrize("at", [8, 28, 36])
def test_the_script_places_a_point_where_kernel_pca_does(shown, at):
    point = [0.37, -0.81]
    model = KernelPCA(4, kernel="rbf", gamma=2.0 ** ((at - 20) / 4)).fit(X)
    (right,) = model.transform([point])
    found = shown.driver.execute_script(PLACED, at, point)
    scores = np.array(VALUES["steps"][at]["scores"])
    signs = np.sign((scores * model.transform(X)).sum(axis=0))
    assert np.abs(np.array(found["components"]) * signs - right).max() < 5e-3
    K = model_kernel(model.gamma, X)
    k = np.exp(-model.gamma * ((X - point) ** 2).sum(axis=1))
    length = 1.0 - 2.0 * k.mean() + K.mean()
    kept = np.cumsum(right**2) / length
    assert found["kept"] == pytest.approx(kept, rel=0.02, abs=5e-3)
    uncentered = np.abs(k @ (scores / np.array(VALUES["steps"][at]["mu"])) * signs - right)
    assert uncentered.max() > 0.02, "the control: a kernel without its means"


COLORS_AT = """
const canvas = document.querySelector("canvas[data-panel=plane]"), around = arguments[1];
const scale = canvas.width / 320, { left, right, top, bottom } = gammaSlider.MARGIN;
return arguments[0].map(([x, y]) => {
  const across = left + (320 - left - right) * (x + around) / (2 * around);
  const down = 320 - bottom - (320 - top - bottom) * (y + around) / (2 * around);
  return [...canvas.getContext("2d").getImageData(across * scale, down * scale, 1, 1).data];
});
"""


@pytest.mark.parametrize("component", [1, 2])
def test_the_plane_is_purple_where_the_chosen_component_is_positive_and_green_elsewhere(
    shown, component
):
    shown.driver.execute_script(MOVE, 28)
    shown.driver.execute_script(
        "const s = document.getElementById('gamma-component'); s.value = arguments[0];"
        "s.dispatchEvent(new Event('change'));",
        str(component),
    )
    around = 1.25 * np.abs(X).max()
    side = np.linspace(-0.9 * around, 0.9 * around, 12)
    grid = np.array([(x, y) for x in side for y in side])
    apart = np.linalg.norm(grid[:, None] - X, axis=2).min(axis=1) > 0.12
    placed = [shown.driver.execute_script(PLACED, 28, t)["components"] for t in grid.tolist()]
    values = np.array(placed)[:, component - 1]
    largest = np.abs(np.array(VALUES["steps"][28]["scores"])[:, component - 1]).max()
    clear = apart & (np.abs(values) > 0.3 * largest)
    colors = np.array(shown.driver.execute_script(COLORS_AT, grid[clear].tolist(), around))
    red, green = colors[:, 0], colors[:, 1]
    assert (np.sign(red - green) == np.sign(values[clear])).all()
    assert {*np.sign(values[clear])} == {-1.0, 1.0} and clear.sum() > 10


def model_kernel(width, points):
    """The Gram matrix of points."""
    return np.exp(-width * ((points[:, None] - points[None, :]) ** 2).sum(axis=2))


def test_the_component_that_is_chosen_is_drawn_and_named(shown):
    shown.driver.execute_script(MOVE, 28)
    before = shown.driver.execute_script(PIXEL, "kept")
    shown.driver.execute_script(
        "const s = document.getElementById('gamma-component'); s.value = '3';"
        "s.dispatchEvent(new Event('change'));"
    )
    named = "return [...document.querySelectorAll('[data-words]')].map((one) => one.textContent)"
    assert shown.driver.execute_script(named) == [
        "component 3 on the plane",
        "kept by components 1 to 3",
    ]
    assert shown.driver.execute_script(PIXEL, "kept") != before
