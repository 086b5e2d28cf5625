"""The page in Chromium, opened from disk: what a reader does with the map."""

import csv
import json
import time

import numpy as np
import pytest
from browser import chromium, missing
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from kpca.page import map_of_table
from kpca.results.opened import open_study
from kpca.supplementary import arrows

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

MAP = "document.querySelector('[data-map]').study_map"
EVIL = '<img src=x onerror="alert(1)">@{row}'
SAMPLES = ["ash", "birch", EVIL, "elm", "fir", "gum", "holly", "ivy"]
X = np.array([[1, 7], [2.5, 1], [4, 6], [-3, 2], [0.5, -4], [6, 3], [-1, 0.5], [3, 8.5]])

ENV = ([4.0, 1.5, 3, 2.5, -1, 7, 0.5, 6], [3.0, 8, 1, -2, 0.25, 9, 4, 2], "aabbabab")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    with (folder / "trees.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["name", EVIL, "height", "kind"])
        rows.writerows(
            [name, *x, kind] for name, x, kind in zip(SAMPLES, X, "pqpqpqpp", strict=True)
        )
    (folder / "new.csv").write_text((folder / "trees.csv").read_text().replace("ivy", "yew"))
    with (folder / "env.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["name", EVIL, "rain", "soil", "still"])
        rows.writerows([name, *of, 2] for name, *of in [*zip(SAMPLES, *ENV, strict=True)][::-1])
    given = [str(folder / "trees.csv"), "--new", str(folder / "new.csv"), "--components", "2"]
    given += ["--variables", str(folder / "env.csv")]
    assert map_of_table.main([*given, "--no-open"]) == 0
    return folder / "trees-kpca" / "map.html"


@pytest.fixture(scope="module")
def browser():
    with chromium() as opened:
        yield opened


@pytest.fixture
def drawn(browser, page):
    """The page, when its map is drawn."""
    browser.look("desk", "light")
    browser.open(page)
    _wait(browser)
    return browser


def _wait(browser):
    script = "return document.querySelector('[data-map]').dataset.drawn"
    WebDriverWait(browser.driver, 20).until(lambda driver: driver.execute_script(script))
    time.sleep(0.3)


def _run(browser, script, *arguments):
    return browser.driver.execute_script(script, *arguments)


def _status(browser):
    return browser.driver.find_element(By.CSS_SELECTOR, "[data-map] .status").text


def _place(browser, sample, k=0):
    """Where a sample is drawn, from the middle of its frame."""
    script = f"""
      const plot = {MAP}.plots[{k}], data = {MAP}.source.data, frame = plot.view.frame;
      const own = plot.view.el.getBoundingClientRect();
      const box = document.querySelectorAll('[data-map] .plot')[{k}].getBoundingClientRect();
      return [own.left + frame.x_scale.compute(data.x{k}[{sample}]) - box.left - box.width / 2,
              own.top + frame.y_scale.compute(data.y{k}[{sample}]) - box.top - box.height / 2];
    """
    return [round(value) for value in _run(browser, script)]


def _frame(browser, k=0):
    frame = browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] .plot")[k]
    _run(browser, "arguments[0].scrollIntoView({block: 'center'})", frame)
    return frame


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_it_makes_no_request_says_nothing_fits_the_width_and_is_accessible(browser, page, size):
    browser.look(size, "light")
    browser.open(page)
    _wait(browser)
    assert browser.faults() == []
    assert browser.inaccessible() == []


def test_two_maps_share_the_whole_width(drawn):
    of_maps, one, other = _run(
        drawn,
        "const maps = document.querySelector('[data-map] .maps');"
        "const parts = [maps, ...maps.querySelectorAll('figure')];"
        "return parts.map((part) => part.getBoundingClientRect().width)",
    )
    assert 0.95 * of_maps < one + other < of_maps
    assert one == other


def test_the_pointer_shows_the_sample_below_it_as_text(drawn):
    frame = _frame(drawn)
    ActionChains(drawn.driver).move_to_element_with_offset(frame, *_place(drawn, 2)).perform()
    time.sleep(0.5)
    shown = _run(
        drawn,
        "const texts = []; const walk = (node) => { for (const one of node.children ?? []) {"
        "  if (/bk-Tooltip/.test(one.className)) texts.push(one.shadowRoot.textContent);"
        "  if (one.shadowRoot) walk(one.shadowRoot); walk(one); } };"
        "walk(document.body); return texts.join(' ');",
    )
    for part in (f"name: {EVIL}", "row: 3", "kind: p", f"{EVIL}: 4", "height: 6"):
        assert part in shown


def test_a_click_and_a_lasso_select_in_both_maps(drawn):
    frame = _frame(drawn)
    ActionChains(drawn.driver).move_to_element_with_offset(
        frame, *_place(drawn, 4)
    ).click().perform()
    time.sleep(0.3)
    assert "fir" in _status(drawn)
    tool = "find((one) => one.type.includes('Lasso'))"
    _run(drawn, f"{MAP}.plots[0].figure.toolbar.tools.{tool}.active = true")
    x, y = _place(drawn, 3)
    path = ActionChains(drawn.driver).move_to_element_with_offset(frame, x - 15, y - 15)
    path.click_and_hold()
    for dx, dy in ((15, -15), (15, 15), (-15, 15), (-15, -12)):
        path.move_to_element_with_offset(frame, x + dx, y + dy)
    path.release().perform()
    time.sleep(0.3)
    assert _status(drawn).startswith("2 of 16 samples are selected: elm, new elm")
    source = f"{MAP}.plots[1].layers[0].renderer.data_source"
    assert _run(drawn, f"return {source}.selected.indices") == [3, 11]


def test_names_are_searched_and_the_selection_is_saved_with_all_components(drawn):
    field = drawn.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("IR\n")
    time.sleep(0.3)
    assert _status(drawn).startswith("4 of 16 samples are selected: birch, fir, new birch, new fir")
    rows = _run(drawn, f"return {MAP}.chosen_rows()")
    assert rows[0] == [
        "name",
        "row",
        "kind",
        *(f"{study}: component {k}" for study in ("linear", "rbf") for k in (1, 2)),
    ]
    assert [row[:3] for row in rows[1:]] == [
        ["birch", "2", "q"],
        ["fir", "5", "p"],
        ["new birch", "2", "q"],
        ["new fir", "5", "p"],
    ]
    assert rows[1][3:] == rows[3][3:]


def test_axes_and_colors_are_chosen(drawn):
    across, up, color = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] select")
    before = _run(drawn, f"return Array.from({MAP}.source.data.x1)")
    Select(across).select_by_visible_text("component 2")
    Select(up).select_by_visible_text("component 1")
    Select(color).select_by_visible_text("height")
    time.sleep(0.3)
    assert _run(drawn, f"return Array.from({MAP}.source.data.y1)") == before
    labels = _run(drawn, f"return {MAP}.plots[1].figure.below.map((one) => one.axis_label)")
    assert any(str(label).startswith("component 2 (") for label in labels)
    bar = f"const bar = {MAP}.plots[0].bar, mapper = bar.color_mapper;"
    bar += "return [bar.visible, bar.title, mapper.low, mapper.high]"
    assert _run(drawn, bar) == [True, "height", -4, 8.5]


def test_arrows_of_variables_follow_the_axes_and_are_hidden_on_demand(drawn, page):
    opened = open_study(page.parent, "rbf")
    r, names = opened.fitted_variables.numbers.correlations, opened.fitted_variables.names
    expected = arrows(r, np.sqrt(opened.solution.variance))
    drawn_arrows = f"{MAP}.plots[1].arrows"
    across, up, _ = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] select")
    for axes in ([0, 1], [1, 0]):
        Select(across).select_by_index(axes[0])
        Select(up).select_by_index(axes[1])
        time.sleep(0.3)
        data = json.loads(_run(drawn, f"return JSON.stringify({drawn_arrows}.source.data)"))
        assert (data["name"].pop(), data["x"].pop(), data["y"].pop()) == ("still", None, None)
        tips = np.column_stack([data["x"], data["y"]])
        shown = expected[[list(names).index(name) for name in data["name"]]][:, axes]
        assert len(tips) == 2
        np.testing.assert_allclose(tips / tips[0, 0], shown / shown[0, 0], rtol=1e-5)
        Z = opened.solution.scores[:, axes]
        assert tips[0, 0] * shown[0, 0] > 0.0
        assert (tips < Z.max(axis=0)).all()
        assert (tips > Z.min(axis=0)).all()
    visible = f"return {drawn_arrows}.parts.map((one) => one.visible)"
    assert _run(drawn, visible) == [True, True]
    boxes = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] label")
    next(box for box in boxes if "arrows" in box.text).click()
    assert _run(drawn, visible) == [False, False]


def test_a_class_is_hidden_in_both_maps(drawn):
    box = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes input")[1]
    box.click()
    layers = "plot.layers.map((one) => [one.at, one.renderer.visible])"
    script = f"return {MAP}.plots.map((plot) => {layers})"
    for layers in _run(drawn, script):
        assert {(at, shown) for at, shown in layers} == {(0, True), (1, False)}


def test_keys_move_and_zoom_the_map_and_zero_resets_it(drawn):
    ranges = f"const range = {MAP}.plots[0].figure.x_range; return [range.start, range.end]"
    frame, first = _frame(drawn), _run(drawn, ranges)
    width = first[1] - first[0]
    frame.send_keys("+")
    assert np.diff(_run(drawn, ranges))[0] == pytest.approx(0.8 * width, abs=1e-13)
    frame.send_keys("0")
    time.sleep(0.3)
    frame.send_keys("\ue014")
    assert _run(drawn, ranges) == pytest.approx(
        [first[0] + 0.1 * width, first[1] + 0.1 * width], abs=1e-13
    )
    frame.send_keys("0")
    time.sleep(0.3)
    assert _run(drawn, ranges) == pytest.approx(first, abs=1e-13)


@pytest.mark.parametrize(("kind", "begin"), [("svg", "<svg"), ("png", "\u0089PNG")])
def test_a_map_is_a_picture_with_the_names_of_its_classes(drawn, kind, begin):
    script = f"""
      const done = arguments[0];
      {MAP}.plots[0].view.export("{kind}").to_blob()
        .then((blob) => blob.arrayBuffer())
        .then((bytes) => done(String.fromCharCode(...new Uint8Array(bytes).slice(0, 100000))));
    """
    content = drawn.driver.execute_async_script(script)
    assert begin in content[:200]
    if kind == "svg":
        for text in ("component 1 (", "component 2 (", ">p<", ">q<", ">q (new)<"):
            assert text in content


def test_the_table_behind_the_map_has_the_selected_samples(drawn):
    drawn.driver.find_element(By.CSS_SELECTOR, "[data-map] details summary").click()
    time.sleep(0.2)
    rows = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] details tbody tr")
    assert [row.find_element(By.TAG_NAME, "th").text for row in rows][:3] == ["ash", "birch", EVIL]
    field = drawn.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("gum\n")
    time.sleep(0.3)
    rows = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] details tbody tr")
    assert [row.find_element(By.TAG_NAME, "th").text for row in rows] == ["gum", "new gum"]
    assert drawn.inaccessible() == []
