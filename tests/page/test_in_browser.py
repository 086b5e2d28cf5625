"""The page in Chromium, opened from disk: what a reader does with the map."""

import csv
import json
import re
import time
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from bokeh.palettes import cividis
from browser import chromium, missing
from map_picture import SVG, MapPicture
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait
from watched_data import WATCHED, written

from kpca.figures import palette
from kpca.interpretation.supplementary import fitted
from kpca.page import map_of_table
from kpca.page.as_shown import turned
from kpca.results.opened import open_study

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
        rows.writerow(["name", EVIL, "rain", "soil"])
        rows.writerows([*zip(SAMPLES, *ENV, strict=True)][::-1])
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


def _lasso(browser, k, corners):
    """Draw around the samples between places, each from the middle of the frame of map k."""
    _run(
        browser,
        f"{MAP}.plots[{k}].figure.toolbar.tools"
        ".find((one) => one.type.includes('Lasso')).active = true",
    )
    (x, y), frame = corners[0], _frame(browser, k)
    # A pointer that is down and does not move for long would press, and draw nothing.
    path = ActionChains(browser.driver, duration=50).move_to_element_with_offset(frame, x, y)
    path.click_and_hold()
    for one in corners[1:]:
        path.move_to_element_with_offset(frame, *one)
    path.release().perform()
    _settle(browser)


def _settle(browser):
    """Wait until what has changed is drawn."""
    drawn = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))"
    browser.driver.execute_async_script(f"const done = arguments[0]; {drawn}")


def _wait(browser):
    script = "return document.querySelector('[data-map]').dataset.drawn"
    WebDriverWait(browser.driver, 20).until(lambda driver: driver.execute_script(script))
    _settle(browser)


def _open_map_of(browser, path, table):
    """Open the page of a table with the linear kernel and without statements."""
    table.to_csv(path, index=False)
    given = [str(path), "--kernel", "linear", "--statements", "none", "--no-open"]
    assert map_of_table.main(given) == 0
    browser.look("desk", "light")
    browser.open(path.with_name(f"{path.stem}-kpca") / "map.html")
    _wait(browser)


def _run(browser, script, *arguments):
    return browser.driver.execute_script(script, *arguments)


def _status(browser):
    return browser.driver.find_element(By.CSS_SELECTOR, "[data-map] .status").text


def _button(browser, text, k=0):
    buttons = browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] button")
    return [one for one in buttons if one.text == text][k]


def _saved(browser, text, file, k=0):
    """The file that a button saves; k of several buttons with this text."""
    where = {"behavior": "allow", "downloadPath": str(file.parent)}
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", where)
    _menu(browser, "Save")
    _button(browser, text, k).click()
    _menu(browser, "")
    WebDriverWait(browser.driver, 20).until(lambda _: file.exists() and file.stat().st_size)
    return file


def _menu(browser, name):
    """Open one of the menus in the row of controls, and close the others; "" closes all."""
    every = "document.querySelectorAll('[data-map] .menu')"
    _run(
        browser,
        f"for (const m of {every}) m.open = m.firstChild.textContent === arguments[0]",
        name,
    )
    return browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] .menu[open] label")


def _choose(browser, across=None, up=None, color=None):
    """Choose components by their number from 0, and a color by its text."""
    _menu(browser, "Axes")
    lists = browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] select")
    for one, component in zip(lists, (across, up), strict=True):
        if component is not None:
            Select(one).select_by_index(component)
    _menu(browser, "")
    if color is not None:
        field = browser.driver.find_element(By.CSS_SELECTOR, COLOR_FIELD)
        field.click()
        field.send_keys(color, Keys.TAB)
    _settle(browser)


COLOR_FIELD = "[data-map] input[list]"


def _picture(browser, k):
    script = f"""
      const done = arguments[0];
      {MAP}.plots[{k}].view.export("svg").to_blob().then((blob) => blob.text()).then(done);
    """
    return MapPicture(browser.driver.execute_async_script(script))


def _saved_picture(browser, k):
    """What is saved as SVG, which has a legend."""
    script = f"vectors({MAP}, {k}, 174).then(arguments[0], arguments[0]);"
    return MapPicture(browser.driver.execute_async_script(script))


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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_it_makes_no_request_says_nothing_fits_the_width_and_is_accessible(
    browser, page, size, theme
):
    browser.look(size, theme)
    browser.open(page)
    _wait(browser)
    assert browser.faults() == []
    assert browser.inaccessible() == []


def test_a_second_map_that_shows_the_same_is_shown_on_demand_as_large_as_the_first(
    browser, page, tmp_path, no_pictures
):
    given = [str(page.parents[1] / "trees.csv"), "--folder", str(tmp_path), "--gamma", "1e-6"]
    assert map_of_table.main([*given, "--no-open"]) == 0
    browser.look("desk", "light")
    browser.open(tmp_path / "map.html")
    _wait(browser)
    sizes = f"return {MAP}.plots.map((one) => one.view.el.getBoundingClientRect().width)"
    first, second = _run(browser, sizes)
    assert first > 400 and second == 0
    (line,) = browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] .maps + .note")
    assert line.text.startswith("Kernel PCA, Gaussian, shows the same.")
    line.find_element(By.TAG_NAME, "button").click()
    _settle(browser)
    first, second = _run(browser, sizes)
    assert first == second > 400
    names = "return [0, 1].map((k) => " + f"{MAP}.plots[k].labels.source.data.name.length)"
    assert min(_run(browser, names)) > 0


def test_two_maps_share_the_whole_width(drawn):
    of_maps, one, other = _run(
        drawn,
        "const maps = document.querySelector('[data-map] .maps');"
        "const parts = [maps, ...maps.querySelectorAll('figure')];"
        "return parts.map((part) => part.getBoundingClientRect().width)",
    )
    assert 0.95 * of_maps < one + other < of_maps
    assert one == other


def _pointed(browser, sample):
    """The text below the pointer, at a sample of the first map."""
    frame = _frame(browser)
    ActionChains(browser.driver).move_to_element_with_offset(
        frame, *_place(browser, sample)
    ).perform()
    time.sleep(0.5)
    return _run(
        browser,
        "const texts = []; const walk = (node) => { for (const one of node.children ?? []) {"
        "  if (/bk-Tooltip/.test(one.className)) texts.push(one.shadowRoot.textContent);"
        "  if (one.shadowRoot) walk(one.shadowRoot); walk(one); } };"
        "walk(document.body); return texts.join(' ');",
    )


def test_the_pointer_shows_the_sample_below_it_as_text(drawn):
    shown = _pointed(drawn, 2)
    for part in (
        f"name: {EVIL}",
        "row: 3",
        "linear: T²: ",
        "linear: SPE: 0",
        "kind: p",
        f"{EVIL}: 4",
        "height: 6",
    ):
        assert part in shown


def test_a_click_and_a_lasso_select_in_both_maps(drawn):
    frame = _frame(drawn)
    ActionChains(drawn.driver).move_to_element_with_offset(
        frame, *_place(drawn, 4)
    ).click().perform()
    _settle(drawn)
    assert "fir" in _status(drawn)
    x, y = _place(drawn, 3)
    around = ((-15, -15), (15, -15), (15, 15), (-15, 15), (-15, -12))
    _lasso(drawn, 0, [(x + dx, y + dy) for dx, dy in around])
    assert _status(drawn).startswith("2 of 16 samples are selected: elm, new elm")
    source = f"{MAP}.plots[1].layers[0].renderer.data_source"
    assert _run(drawn, f"return {source}.selected.indices") == [3, 11]


def test_names_are_searched_and_the_selection_is_saved_with_all_components(drawn):
    field = drawn.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("IR\n")
    _settle(drawn)
    assert _status(drawn).startswith("4 of 16 samples are selected: birch, fir, new birch, new fir")
    copied = "navigator.clipboard.writeText = (text) => { window.copied = text; }"
    _run(drawn, copied)
    _button(drawn, "Copy selection").click()
    rows = [line.split("\t") for line in _run(drawn, "return window.copied").splitlines()]
    assert rows[0] == [
        "name",
        "row",
        "kind",
        *(
            f"{study}: {what}"
            for study in ("linear", "rbf")
            for what in ("component 1", "component 2", "T²", "SPE")
        ),
    ]
    assert [row[:3] for row in rows[1:]] == [
        ["birch", "2", "q"],
        ["fir", "5", "p"],
        ["new birch", "2 (new)", "q"],
        ["new fir", "5 (new)", "p"],
    ]
    # T² of new samples has the variances of their control chart.
    of_scores = [at for at, name in enumerate(rows[0]) if "component" in name]
    assert [rows[1][at] for at in of_scores] == [rows[3][at] for at in of_scores]
    assert _status(drawn).startswith("4 samples copied")


def test_axes_and_colors_are_chosen(drawn):
    before = _run(drawn, f"return Array.from({MAP}.source.data.x1)")
    _choose(drawn, 1, 0, "HEIGHT")
    field = drawn.driver.find_element(By.CSS_SELECTOR, COLOR_FIELD)
    assert field.get_property("value") == "height"
    assert _run(drawn, f"return Array.from({MAP}.source.data.y1)") == before
    labels = _run(drawn, f"return {MAP}.plots[1].figure.below.map((one) => one.axis_label)")
    assert any(str(label).startswith("component 2 (") for label in labels)
    bar = f"const bar = {MAP}.plots[0].bar, mapper = bar.color_mapper;"
    bar += "return [bar.visible, bar.title, mapper.low, mapper.high]"
    assert _run(drawn, bar) == [True, "height", -4, 8.5]


def test_arrows_of_variables_follow_the_axes_and_are_hidden_on_demand(drawn, page):
    opened = turned(open_study(page.parent, "rbf"), open_study(page.parent, "linear"))
    names, values = opened.study.variables.names, opened.study.variables.values
    expected = fitted(opened.solution.scores, values, 1, first=2).arrows
    drawn_arrows = f"{MAP}.plots[1].arrows"
    for axes in ([0, 1], [1, 0]):
        _choose(drawn, *axes)
        data = json.loads(_run(drawn, f"return JSON.stringify({drawn_arrows}.source.data)"))
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
    boxes = _menu(drawn, "Show")
    next(box for box in boxes if "arrows" in box.text).click()
    assert _run(drawn, visible) == [False, False]


def test_keys_move_and_zoom_the_map_and_zero_resets_it(drawn):
    ranges = f"const range = {MAP}.plots[0].figure.x_range; return [range.start, range.end]"
    frame, first = _frame(drawn), _run(drawn, ranges)
    width = first[1] - first[0]
    frame.send_keys("+")
    zoomed = _run(drawn, ranges)
    assert np.diff(zoomed)[0] == pytest.approx(0.8 * width, abs=1e-13)
    field = drawn.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("gum\n")
    _settle(drawn)
    assert _run(drawn, ranges) == zoomed, "another drawing keeps what is seen"
    frame.send_keys("0")
    _settle(drawn)
    frame.send_keys("\ue014")
    assert _run(drawn, ranges) == pytest.approx(
        [first[0] + 0.1 * width, first[1] + 0.1 * width], abs=1e-13
    )
    frame.send_keys("0")
    _settle(drawn)
    assert _run(drawn, ranges) == pytest.approx(first, abs=1e-13)


def test_the_saved_picture_has_no_pixels_and_says_what_it_shows(drawn):
    """Also of numbers as colors, whose bar BokehJS draws as an image."""
    _choose(drawn, color="height")
    script = f"vectors({MAP}, 1, 84).then(arguments[0], arguments[0])"
    root = ElementTree.fromstring(drawn.driver.execute_async_script(script))
    kinds = [one.tag.removeprefix(SVG) for one in root.iter()]
    assert "image" not in kinds
    (scale,), (bar,) = (
        [one for one in root.iter(f"{SVG}{kind}") if one.get(key) == value]
        for kind, key, value in (
            ("linearGradient", "id", "numbers"),
            ("rect", "fill", "url(#numbers)"),
        )
    )
    # From low at the bottom to high at the top.
    assert [scale.get(key) for key in ("x1", "y1", "x2", "y2")] == ["0", "1", "0", "0"]
    stops = [(float(one.get("offset")), one.get("stop-color")) for one in scale]
    assert stops == [(at / 16, color) for at, color in enumerate(map(str.lower, cividis(17)))]
    assert float(bar.get("height")) > float(bar.get("width")) > 0.0
    assert root.get("width") == "84mm"
    texts = {one.text for one in root.iter(f"{SVG}text")}
    assert {"trees", "height", "p", "q", "q (new)"} < texts
    assert any(text.startswith("Kernel PCA, Gaussian") for text in texts)
    assert any(text.startswith("component 2 (") for text in texts)


def test_the_legend_of_a_picture_colored_by_numbers_has_no_color_of_a_number(drawn):
    _choose(drawn, color="height")
    picture = _saved_picture(drawn, 0)
    # The samples, and below them a marker of each entry.
    of_samples, of_legend = picture.markers[:16], picture.markers[16:]
    assert len({one.color for one in of_samples}) > 5
    assert {one.color for one in of_legend} == {(118, 118, 118)}
    assert len(of_legend) == 4


def test_the_picture_shows_what_is_seen_after_a_zoom_with_one_scale(drawn):
    _frame(drawn).send_keys("++")
    _settle(drawn)
    ranges = """
      const done = arguments[0], first = document.querySelector('[data-map]').study_map;
      const ends = ({ x_range: x, y_range: y }) => [x.start, x.end, y.start, y.end];
      const made = plot_of;
      plot_of = (...given) => (window.copied = made(...given));
      vectors(first, 0, 174).then(() => {
        plot_of = made;
        done([first.plots[0].figure, window.copied.figure].map(ends));
      });
    """
    seen, saved = drawn.driver.execute_async_script(ranges)
    middles = [[(one[0] + one[1]) / 2, (one[2] + one[3]) / 2] for one in (seen, saved)]
    assert middles[0] == pytest.approx(middles[1], abs=1e-12)
    for axis in (0, 2):
        assert saved[axis] <= seen[axis] + 1e-12
        assert saved[axis + 1] >= seen[axis + 1] - 1e-12
    ratio = (saved[1] - saved[0]) / (seen[1] - seen[0])
    assert min(ratio, (saved[3] - saved[2]) / (seen[3] - seen[2])) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("width", "dots"), [(84, 992), (174, 2055)])
def test_a_png_has_300_dots_per_inch_at_the_width_of_one_or_two_columns(
    drawn, tmp_path, width, dots
):
    saved = _saved(drawn, f"Save as PNG, {width} mm", tmp_path / f"linear-map-{width}mm.png")
    with Image.open(saved) as picture:
        picture.load()
        assert picture.size[0] == dots
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert len(picture.convert("RGB").getcolors(10**6)) > 20


def test_the_table_behind_the_map_has_the_selected_samples(drawn):
    drawn.driver.find_element(By.CSS_SELECTOR, "[data-map] .table summary").click()
    time.sleep(0.2)
    rows = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] details tbody tr")
    assert [row.find_element(By.TAG_NAME, "th").text for row in rows][:3] == ["ash", "birch", EVIL]
    field = drawn.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("gum\n")
    _settle(drawn)
    rows = drawn.driver.find_elements(By.CSS_SELECTOR, "[data-map] details tbody tr")
    assert [row.find_element(By.TAG_NAME, "th").text for row in rows] == ["gum", "new gum"]
    assert drawn.inaccessible() == []


HEIGHT, GIRTH = "height, m", 'girth "at breast"'
WOODS = [
    ("Oak, red", 0.24, 6.03, 0.51, "f"),
    ('the "old" ash', 1.66, 2.51, 0.91, "f"),
    ("yew", 0.71, 44.89, 1.61, "b"),
    ('fig, "wild"', 19.09, 40.07, 0.97, "f"),
    ("elm", 9.06, 77.86, 0.72, "c"),
    ("box", 6.39, 19.33, 2.05, "w"),
    ('pine, "Scots", tall', 0.84, 15.31, 1.2, "f"),
    ("lime", 3.9, 4.59, 1.2, "c"),
    ("rowan", 2.3, 16.19, 0.93, "b"),
    ("hazel", 3.69, 3.92, 2.17, "c"),
    ("alder", 0.81, 2.67, 0.96, "c"),
    ("plum", 20.92, 12.59, 2.17, "b"),
    ("sloe, black", 24.04, 9.24, 0.29, "f"),
    ("pear", 0.48, 58.48, 0.66, "b"),
]
NEW_WOODS = [
    ("tea, green", 3.5, 31.25, 0.4, "c"),
    ("fir", 12.0, 8.5, 1.9, "b"),
    ('"ivy"', 0.6, 66.0, 2.2, "f"),
]
OWNERS = [
    "ann",
    "bob",
    "",
    "ann",
    "cat",
    "bob",
    "ann",
    "",
    "bob",
    "ann",
    "ann",
    "bob",
    "dan",
    "ann",
]
NEW_OWNERS = ["bob", "", "ann"]
PLANTED = [
    *("2.5.2019", "31.12.2001", "2.5.2019", "", "7.3.2010", "1.4.2018", "9.9.1999"),
    *("30.6.2020", "15.1.2005", "24.2.2012", "3.3.2003", "11.11.2011", "5.8.2015", "6.6.2016"),
]
NEW_PLANTED = ["17.10.2008", "", "1.2.2013"]
SOIL = [
    *([0.2, 1.0, 0.4, 1.1, 8.4, 12.7, 1.1, 0.7, 0.7, 1.2, 1.3, 1.7, 0.5, 1.5],),
    *([0.3, 2.4, 0.9, 0.3, 1.0, 2.2, 0.5, 5.8, 0.7, 3.9, 6.9, 4.8, 0.1, 3.5],),
    *([1.0, 2.7, 0.3, 0.3, 1.9, 0.9, 3.0, 0.7, 1.9, 0.6, 0.8, 1.7, 10.9, 0.6],),
]
BLUE, RED, GREEN, GRAY = (0, 114, 178), (213, 94, 0), (0, 158, 115), (118, 118, 118)
COLOR = {"b": BLUE, "c": RED, "f": GREEN, "w": GRAY}
"""The color of each class. The class w has one sample, and so no color of its own."""


@pytest.fixture(scope="module")
def woods_page(tmp_path_factory):
    """Three skewed columns, of which the linear kernel has three components, the other one five.

    The third component of the other kernel runs against that of the linear one.
    """
    folder = tmp_path_factory.mktemp("woods")
    head = ["name", HEIGHT, GIRTH, "age", "kind", "owner", "planted"]
    old, new = zip(OWNERS, PLANTED, strict=True), zip(NEW_OWNERS, NEW_PLANTED, strict=True)
    soil = [[name, *of] for (name, *_), *of in zip(WOODS, *SOIL, strict=True)]
    for file, rows in {
        "woods.csv": [head, *([*row, *more] for row, more in zip(WOODS, old, strict=True))],
        "new.csv": [head, *([*row, *more] for row, more in zip(NEW_WOODS, new, strict=True))],
        "soil.csv": [["name", "rain", "soil, pH", "shade"], *soil[::-1]],
    }.items():
        with (folder / file).open("w", newline="") as opened:
            csv.writer(opened).writerows(rows)
    given = [str(folder / "woods.csv"), "--new", str(folder / "new.csv")]
    given += ["--variables", str(folder / "soil.csv"), "--statements", "none"]
    assert map_of_table.main([*given, "--no-open"]) == 0
    return folder / "woods-kpca" / "map.html"


@pytest.fixture
def woods(browser, woods_page):
    browser.look("desk", "light")
    browser.open(woods_page)
    _wait(browser)
    return browser


@pytest.fixture(scope="module")
def scores(woods_page):
    """The scores of each sample on all components of both maps, by their names."""
    table = pd.read_csv(woods_page.parent / "scores.csv", index_col="sample")
    return table.drop(columns=["label", "kind"])


STUDIES = ("linear", "rbf")
KINDS = {name: kind for name, *_, kind in (*WOODS, *NEW_WOODS)}
NAMES, TRAINING = list(KINDS), [name for name, *_ in WOODS]
LINE = 12
"""Pixels of a line of text, whose lowest letters are below the place of the text."""
PIXEL = 2.0**-24 * 16 * 1440
"""Scores and places are numbers of single precision, of up to 1440 pixels: a few roundings."""


def _named(picture):
    """The samples that have a name, in their order."""
    return [name for name in NAMES if name in picture.places()]


def _marker_of(browser, picture, k):
    """The marker of each sample, if all are shown: they are drawn in the order of the layers."""
    order = _run(browser, f"return {MAP}.plots[{k}].layers.flatMap(({{ indices }}) => indices)")
    return {NAMES[i]: one for i, one in zip(order, picture.markers, strict=True)}


def _middles(browser, picture, k):
    """The middles of the markers (n, 2) of all samples."""
    markers = _marker_of(browser, picture, k)
    return np.array([(markers[name].x, markers[name].y) for name in NAMES])


def _colors(picture):
    """The color of each marker, by its place."""
    return {(one.x, one.y): one.color for one in picture.markers}


def _fit(pixels, z):
    """The pixels for each unit of a score, if the places are those of the scores."""
    slope, place = np.polyfit(z, pixels, 1)
    np.testing.assert_allclose(slope * z + place, pixels, rtol=0, atol=PIXEL)
    return slope, place


CHOICES = [(across, up) for across in range(5) for up in (1, 3)] + [(0, up) for up in (0, 2, 4)]


def test_every_component_of_both_lists_is_drawn_with_its_label_in_its_direction(woods, scores):
    """A map with fewer components shows its last one. Both axes ascend, also where a component runs
    against that of the first map."""
    for choice in CHOICES:
        _choose(woods, *choice)
        for k, most in enumerate((2, 4)):
            picture, shown = _picture(woods, k), [min(one, most) for one in choice]
            labels = [one.text for one in picture.texts if one.text.startswith("component ")]
            assert [label.split(" (")[0] for label in labels] == [
                f"component {c + 1}" for c in shown
            ]
            middles = _middles(woods, picture, k)
            for axis, component in enumerate(shown):
                z = scores[f"{STUDIES[k]}: component {component + 1}"].loc[NAMES].to_numpy()
                slope, _ = _fit(middles[:, axis], z)
                assert np.sign(slope) == (-1 if axis else 1), "pixels are counted downward"
    assert woods.faults() == []


@pytest.mark.parametrize("choice", [(0, 1), (2, 0), (3, 2)])
@pytest.mark.parametrize("k", [0, 1])
def test_each_arrow_is_drawn_from_the_mean_to_its_tip_with_its_name_there(
    woods, woods_page, scores, k, choice
):
    _choose(woods, *choice)
    shown = [min(one, (2, 4)[k]) for one in choice]
    picture, opened = _picture(woods, k), open_study(woods_page.parent, STUDIES[k])
    variables, Z = opened.study.variables, opened.solution.scores[:, shown]
    expected = dict(zip(variables.names, fitted(Z, variables.values, 1).arrows, strict=True))
    named = {name: at for name, at in picture.places(bold=True).items() if name not in COLOR}
    assert sorted(named) == ["rain", "shade", "soil, pH"]
    middles = _middles(woods, picture, k)
    columns = [f"{STUDIES[k]}: component {component + 1}" for component in shown]
    slopes = [_fit(middles[:, axis], scores[columns[axis]].loc[NAMES])[0] for axis in (0, 1)]
    # All begin at the mean of the training samples, where the scores are 0.
    starts, tips = np.array(picture.arrows).swapaxes(0, 1)
    assert np.ptp(starts, axis=0).max() < PIXEL
    factors = (tips - starts) / (slopes * np.array([expected[name] for name in named]))
    # Roundings of places, relative to the shortest part of an arrow.
    rounding = 4 * PIXEL / np.abs(tips - starts).min()
    np.testing.assert_allclose(factors, np.full((3, 2), factors[0, 0]), rtol=rounding)
    assert factors[0, 0] > 0.0
    right, above = ([*named.values()] - tips).T * [[1], [-1]]
    np.testing.assert_allclose(right, 4, rtol=0, atol=PIXEL)
    assert (above >= 4).all()
    assert (above < 4 + LINE).all()


def test_arrows_whose_p_is_above_a_twentieth_are_dashed_and_the_map_says_so(woods, woods_page):
    for k, name in enumerate(STUDIES):
        found = open_study(woods_page.parent, name).fitted_variables
        doubtful = dict(zip(found.names, found.numbers.p > 0.05, strict=True))
        assert set(doubtful.values()) >= {True}
        data = _run(woods, f"return {MAP}.plots[{k}].arrows.source.data")
        dashed = [len(dash) > 0 for dash in data["dash"]]
        assert dict(zip(data["name"], dashed, strict=True)) == doubtful
        assert [one < 1 for one in data["alpha"]] == dashed
        script = f"return vectors({MAP}, {k}, 174).then((text) => text)"
        root = ElementTree.fromstring(woods.driver.execute_script(script))
        strokes = [one.get("stroke-dasharray") for one in root.iter(f"{SVG}path")]
        assert sum(stroke == "4,3" for stroke in strokes) >= sum(dashed)
    texts = [one.text for one in woods.driver.find_elements(By.CSS_SELECTOR, "figcaption")]
    assert all("Dashed" in text for text in texts[:2])


@pytest.mark.parametrize("k", [0, 1])
def test_each_name_stands_beside_the_marker_of_its_sample_in_the_color_of_its_class(woods, k):
    picture = _picture(woods, k)
    assert len(picture.markers) == 17
    placed, boxes = _run(woods, f"return {MAP}.plots[{k}].labels.source.data"), []
    below = set()
    for name, left, up in zip(placed["name"], placed["left"], placed["up"], strict=True):
        own, (x, y) = _marker_of(woods, picture, k)[name], picture.places()[name]
        assert x - own.x == pytest.approx(left, abs=PIXEL)
        below.add(round(y + up - own.y, 2))
        assert own.color == COLOR[KINDS[name]], name
        assert own.filled is (name in TRAINING), name
        boxes.append((x, y, x + _run(woods, "return width_of(arguments[0])", name), y + LINE))
    assert len(below) == 1, "each name stands as far from where it is placed as the others"
    assert 0 <= below.pop() < LINE
    for i, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:i]:
            assert left > other[2] or other[0] > right or top > other[3] or other[1] > bottom
    assert len(boxes) > 10


def test_the_legend_has_the_classes_in_their_order_and_new_samples_behind_each(woods):
    picture = _saved_picture(woods, 1)
    labels = ["b", "b (new)", "c", "c (new)", "f", "f (new)", "w"]
    lines = sorted((one.y, one.x, one.text) for one in picture.texts if one.text in labels)
    assert [text for _, _, text in lines] == labels
    # On the page the names of the classes stand in the map.
    shown = sorted(one.text for one in _picture(woods, 1).texts if one.text in labels)
    assert shown == ["b", "c", "f", "w"]


def _listed(browser):
    """The list of the classes: the text, the colors of the markers, and which are hollow."""
    found = []
    _menu(browser, "Show")
    for box in browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes label"):
        markers = box.find_elements(By.CSS_SELECTOR, ".marker")
        strokes = [one.value_of_css_property("stroke") for one in markers]
        colors = {tuple(map(int, re.findall(r"\d+", stroke)))[:3] for stroke in strokes}
        hollow = [one.value_of_css_property("fill") == "none" for one in markers]
        found.append((box.text.strip(), colors, hollow))
    return found


def test_the_list_of_the_classes_has_their_markers_in_the_colors_of_the_map(woods):
    texts, kinds = ["b (5)", "c (5)", "f (6)", "w (1)"], [[False, True]] * 3 + [[False]]
    by_class = [{color} for color in COLOR.values()]
    assert _listed(woods) == [*zip(texts, by_class, kinds, strict=True)]
    outlines = [
        one.get_attribute("d")
        for one in woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes path")
    ]
    assert outlines[::2] == [*dict.fromkeys(outlines), outlines[0]], "w has the marker of b"
    legend = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .classes legend").text
    assert legend == "kind; hollow: new samples"
    _choose(woods, color="one color")
    assert [colors for _, colors, _ in _listed(woods)] == [{BLUE}] * 4
    _choose(woods, color="share represented")
    assert [colors for _, colors, _ in _listed(woods)] == [{(118, 118, 118)}] * 4


def test_on_a_phone_the_map_is_on_the_first_screen_and_the_controls_unfold(browser, woods_page):
    browser.look("phone", "light")
    browser.open(woods_page)
    _wait(browser)
    top = _run(
        browser, "return document.querySelector('[data-map] .plot').getBoundingClientRect().top"
    )
    assert top < 500
    field = browser.driver.find_element(By.CSS_SELECTOR, COLOR_FIELD)
    assert not field.is_displayed()
    browser.driver.find_element(By.CSS_SELECTOR, "[data-map] .fold summary").click()
    assert field.is_displayed()
    assert _run(browser, "return document.documentElement.scrollHeight") <= 2500
    for k in (0, 1):
        box = f"{MAP}.plots[{k}].view.frame.bbox"
        width, height = _run(browser, f"return [{box}.width, {box}.height]")
        assert 0.45 * width < height < 1.1 * width


@pytest.mark.parametrize(("size", "scrolled"), [("phone", True), ("desk", False)])
def test_letters_of_pictures_have_at_least_seven_pixels_and_wide_ones_are_scrolled_on_a_phone(
    browser, woods_page, size, scrolled
):
    """Letters of 8 points are 10.7 pixels high in a picture of its own width."""
    browser.look(size, "light")
    browser.open(woods_page)
    script = """
    return [...document.querySelectorAll(".drawn img")].map((one) => [
      Number(one.getAttribute("width")), one.getBoundingClientRect().width,
      one.parentElement.scrollWidth > one.parentElement.clientWidth + 1]);
    """
    pictures = _run(browser, script)
    assert {width for width, _, _ in pictures} == {864}
    for width, shown, is_scrolled in pictures:
        assert shown / width * 8 * 96 / 72 >= 7
        assert is_scrolled is scrolled
    assert _run(browser, "return document.documentElement.scrollWidth <= window.innerWidth")


def test_above_each_map_stands_what_it_is_and_how_many_neighbors_it_keeps(woods):
    for figure, title in zip(
        woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .maps figure"),
        ("PCA.", "Kernel PCA, Gaussian."),
        strict=True,
    ):
        caption = figure.find_element(By.TAG_NAME, "figcaption")
        assert caption.text.startswith(title)
        plot = figure.find_element(By.CSS_SELECTOR, ".plot")
        # The driver rounds lengths to whole pixels.
        assert caption.rect["y"] + caption.rect["height"] <= plot.rect["y"] + 1


def _columns(browser):
    """Where the two maps begin, and the two sections below them; and the tops of the sections."""
    boxes = _run(
        browser,
        "const boxes = (which) => [...document.querySelectorAll(which)].map((one) =>"
        "  one.getBoundingClientRect().toJSON());"
        "return ['[data-map] figure', '.studies > section'].map(boxes)",
    )
    (maps, below) = boxes
    lefts = [[one["left"] for one in those] for those in boxes]
    return lefts, [one["top"] for one in below], [one["width"] for one in maps]


def test_what_belongs_to_a_map_stands_below_it_on_a_wide_screen(woods):
    (maps, below), tops, widths = _columns(woods)
    assert tops[0] == tops[1]
    for k in (0, 1):
        assert abs(maps[k] - below[k]) < 0.05 * widths[k]
    woods.look("phone", "light")
    woods.driver.refresh()
    _wait(woods)
    (maps, below), tops, _ = _columns(woods)
    assert maps[0] == maps[1] and below[0] == below[1]
    assert tops[0] < tops[1]


def _contrast(one, other):
    """The contrast of two colors (WCAG 2), from 1 to 21."""
    sizes = []
    for color in (one, other):
        parts = np.array([*bytes.fromhex(color.removeprefix("#"))]) / 255.0
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        sizes.append(float(linear @ [0.2126, 0.7152, 0.0722]) + 0.05)
    return max(sizes) / min(sizes)


OF_MAP = f"""
const {{ figure, labels }} = {MAP}.plots[0], axis = figure.below[0];
return [figure.background_fill_color, figure.border_fill_color, axis.axis_label_text_color,
        axis.major_label_text_color, labels.text_color.value];
"""


def test_a_dark_page_has_dark_maps_whose_samples_and_texts_are_seen(woods):
    """The page follows the reader who changes it; what is saved is for paper."""
    paper = "#ffffff"
    assert _run(woods, OF_MAP)[:2] == [paper, paper]
    light = _listed(woods)
    woods.look("desk", "dark")
    _settle(woods)
    frame, border, *texts = _run(woods, OF_MAP)
    assert frame == border
    assert _contrast(frame, "#000000") < 1.5
    assert all(_contrast(frame, text) > 4.5 for text in texts)
    for color in (*palette.COLORS, palette.GRAY):
        assert _contrast(frame, _run(woods, "return shade(arguments[0], true)", color)) > 3.0
    of_blue = _run(woods, "return shade('#0072B2', true)")
    assert _colors(_picture(woods, 0)).keys()
    assert tuple(bytes.fromhex(of_blue[1:])) in {one.color for one in _picture(woods, 0).markers}
    assert _listed(woods) != light
    _choose(woods, color="age")
    lowest = _run(woods, f"return css_color({MAP}.plots[0].bar.color_mapper.palette[0])")
    assert _contrast(frame, lowest[:7]) > 1.8
    _choose(woods, color="kind")
    assert {one.color for one in _saved_picture(woods, 0).markers} == set(COLOR.values())
    woods.look("desk", "light")
    _settle(woods)
    assert _run(woods, OF_MAP)[:2] == [paper, paper]
    assert _listed(woods) == light


def test_a_printed_page_is_light_and_has_no_controls(woods):
    woods.look("desk", "dark")
    media = {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    woods.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    _settle(woods)
    try:
        assert _run(woods, OF_MAP)[:2] == ["#ffffff", "#ffffff"]
        shown = woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] button, [data-map] select")
        assert shown and not any(one.is_displayed() for one in shown)
        back = woods.driver.find_element(By.TAG_NAME, "body").value_of_css_property("background")
        assert back.startswith("rgb(255, 255, 255)")
        assert all(
            one.is_displayed()
            for one in woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .plot")
        )
    finally:
        woods.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "screen"})


def _buttons_of_tools(browser):
    """Names and states of the buttons in toolbars, as a screen reader has them."""
    browser.driver.execute_cdp_cmd("Accessibility.enable", {})
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    found = []
    for node in nodes:
        above = node
        while above and above.get("role", {}).get("value") != "toolbar":
            above = by_id.get(above.get("parentId"))
        if above and node["role"]["value"] in ("button", "ToggleButton"):
            states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            found.append((node["name"]["value"], states.get("pressed")))
    return found


def test_the_tools_above_a_map_have_names_and_states_for_a_screen_reader(woods):
    found = _buttons_of_tools(woods)
    lasso = "Select the samples in a lasso"
    assert len(found) >= 12
    assert all(name for name, _ in found)
    assert found.count((lasso, "false")) == 2
    tools = f"{MAP}.plots[0].figure.toolbar.tools"
    _run(woods, f"{tools}.find((one) => one.type.includes('Lasso')).active = true")
    _settle(woods)
    found = _buttons_of_tools(woods)
    assert (found.count((lasso, "true")), found.count((lasso, "false"))) == (1, 1)


def test_the_verdict_and_the_folds_are_open_to_the_keyboard_and_closed_at_first(woods):
    words = ("Certified", "residual", "Explained: μ over", "Rank 3", "Solver: ")
    main = woods.driver.find_element(By.TAG_NAME, "main")
    folds = woods.driver.find_elements(By.CSS_SELECTOR, ".verdict details, main > details.fold")
    assert len(folds) >= 5 and not any(fold.get_attribute("open") for fold in folds)
    assert not any(word in main.text for word in words)
    for fold in folds:
        fold.find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
    assert all(fold.get_attribute("open") for fold in folds)
    record = folds[-1].text
    assert record.startswith("Numbers and record") and all(word in record for word in words)
    assert not any(word in main.text.partition(record)[0] for word in words)
    for fold in folds:
        fold.find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)


def test_the_frame_of_a_map_is_large_whatever_the_classes_are(woods):
    for k in (0, 1):
        box = f"{MAP}.plots[{k}].view.frame.bbox"
        width, height = _run(woods, f"return [{box}.width, {box}.height]")
        assert width >= 400 and height >= 420, (k, width, height)


def test_the_wheel_moves_the_page_and_zooms_only_with_ctrl(woods):
    ranges = f"return [{MAP}.plots[0].figure.x_range.start, {MAP}.plots[0].figure.x_range.end]"
    first = _run(woods, ranges)
    frame = _frame(woods, 0)
    _run(woods, "arguments[0].scrollIntoView({block: 'center'}); window.scrollBy(0, -200)", frame)
    top = _run(woods, "return window.scrollY")
    wheel = ActionChains(woods.driver).scroll_from_origin(ScrollOrigin.from_element(frame), 0, 120)
    wheel.perform()
    _settle(woods)
    time.sleep(0.3)
    assert _run(woods, ranges) == first
    assert _run(woods, "return window.scrollY") > top
    ctrl = ActionChains(woods.driver).key_down(Keys.CONTROL)
    ctrl.scroll_from_origin(ScrollOrigin.from_element(frame), 0, -120).key_up(
        Keys.CONTROL
    ).perform()
    _settle(woods)
    time.sleep(0.3)
    start, end = _run(woods, ranges)
    assert end - start < first[1] - first[0]


def test_a_title_of_an_axis_leaves_nothing_at_the_edge_where_it_was_drawn_before(
    browser, tmp_path, no_pictures
):
    """BokehJS moves the title when it knows how wide the numbers are, and does not clear half a
    pixel at the left edge."""
    from sklearn.datasets import load_wine

    wine = load_wine(as_frame=True)
    wine.data.assign(kind=wine.target_names[wine.target]).to_csv(tmp_path / "wine.csv", index=False)
    given = [str(tmp_path / "wine.csv"), "--statements", "none"]
    assert map_of_table.main([*given, "--no-open"]) == 0
    browser.look("desk", "light")
    browser.open(tmp_path / "wine-kpca" / "map.html")
    _wait(browser)
    edge = f"""
      const {{ canvas, ctx }} = {MAP}.plots[0].view.canvas_view.primary;
      return [...ctx.getImageData(0, 0, 1, canvas.height).data].filter((_, i) => i % 4 === 0);
    """
    assert set(_run(browser, edge)) == {255}


def _outlined(browser, k, kind):
    """The colors of the ellipses of one kind on map k."""
    colors = _run(browser, f"return {MAP}.plots[{k}].outlines.{kind}.data.color")
    return [tuple(bytes.fromhex(color[1:])) for color in colors]


def test_ellipses_of_classes_are_drawn_on_demand_and_explained(woods):
    """The class w has one sample, and no ellipse."""
    of_classes = [BLUE, RED, GREEN]
    assert [_outlined(woods, k, kind) for k in (0, 1) for kind in ("scores", "mean")] == [[]] * 4
    note = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .note")
    assert note.text == "Hollow: new samples."
    boxes = _menu(woods, "Show")
    scores, mean = (box for box in boxes if "ellipses" in box.text)
    mean.click()
    assert [_outlined(woods, k, "mean") for k in (0, 1)] == [of_classes] * 2
    assert _outlined(woods, 0, "scores") == []
    assert "Hotelling" in note.text and "χ²" not in note.text
    scores.click()
    assert _outlined(woods, 1, "scores") == of_classes
    assert "χ²" in note.text
    _menu(woods, "Show")
    woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes input")[1].click()
    assert _outlined(woods, 1, "mean") == [BLUE, GREEN]
    before = _run(woods, f"return {MAP}.plots[0].outlines.mean.data.xs[0]")
    _choose(woods, across=2)
    assert _run(woods, f"return {MAP}.plots[0].outlines.mean.data.xs[0]") != before
    root = ElementTree.fromstring(
        woods.driver.execute_async_script(f"vectors({MAP}, 0, 84).then(arguments[0], arguments[0])")
    )
    long = [one for one in root.iter(f"{SVG}path") if one.get("d", "").count("L") > 60]
    assert len(long) == 4
    _menu(woods, "Show")
    mean.click()
    assert _outlined(woods, 0, "mean") == []
    assert woods.faults() == []
    assert woods.inaccessible() == []


def test_a_click_on_an_ellipse_selects_nothing_and_a_lasso_only_samples(woods):
    tools = f"{MAP}.plots[0].figure.toolbar.tools"
    script = f"return {tools}.filter((one) => /Lasso|Tap/.test(one.type))"
    counts = _run(woods, f"{script}.map((one) => one.renderers.length)")
    layers = _run(woods, f"return {MAP}.plots[0].layers.length")
    assert counts == [layers, layers]


def _rows(browser):
    rows = browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] details tbody tr")
    return [row.find_element(By.TAG_NAME, "th").text for row in rows]


def _header(browser, text):
    headers = browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] details thead th")
    return next(one for one in headers if one.text.startswith(text))


def test_the_table_is_sorted_by_its_headers_and_a_name_leads_to_its_point(woods, scores):
    woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .table summary").click()
    _settle(woods)
    assert _rows(woods) == NAMES
    text, other = "rbf: component 2", "linear: component 1"
    up, first = (
        scores[one].loc[NAMES].sort_values(kind="stable").index.tolist() for one in (text, other)
    )
    presses = ((up, "ascending"), (up[::-1], "descending"), (up, "ascending"))
    for order, direction in presses:
        _header(woods, text).find_element(By.TAG_NAME, "button").click()
        assert _rows(woods) == order
        assert _header(woods, text).get_attribute("aria-sort") == direction
    _header(woods, other).find_element(By.TAG_NAME, "button").click()
    assert _rows(woods) == first, "another header begins with the smallest"
    for order, direction in presses[:2]:
        _header(woods, text).find_element(By.TAG_NAME, "button").click()
        assert _rows(woods) == order
        assert _header(woods, text).get_attribute("aria-sort") == direction
        assert _header(woods, "name").get_attribute("aria-sort") == "none"
    assert woods.inaccessible() == []
    # The part of the map that is seen is far from all samples.
    _run(
        woods,
        f"for (const {{ figure }} of {MAP}.plots) for (const axis of ['x', 'y'])"
        "  figure[`${axis}_range`].setv({ start: 1000, end: 1001 });",
    )
    buttons = woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] details tbody button")
    buttons[3].click()
    _settle(woods)
    name = up[::-1][3]
    assert _status(woods).startswith(f"1 of 17 samples are selected: {name}")
    assert _rows(woods) == up[::-1], "the table stays as it is"
    at = NAMES.index(name)
    for k in (0, 1):
        x, y = _place(woods, at, k)
        box = _run(woods, f"return {MAP}.plots[{k}].view.frame.bbox.width")
        assert abs(x) < box / 2 + 80
        top = _run(woods, f"return {MAP}.plots[{k}].view.el.getBoundingClientRect().top")
        assert -300 < top < 900


def test_the_nearest_samples_of_a_selected_one_are_named_and_can_be_selected(woods):
    field = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("yew\n")
    points = np.array([row[1:4] for row in (*WOODS, *NEW_WOODS)])
    away = np.linalg.norm(points - points[NAMES.index("yew")], axis=1)
    near = [NAMES[i] for i in np.argsort(away)[1:6]]
    assert _status(woods).endswith(", ".join(near))
    _button(woods, "Add nearest samples").click()
    assert _run(woods, f"return {MAP}.chosen") == sorted(map(NAMES.index, ["yew", *near]))


def test_the_columns_in_which_a_selected_sample_differs_are_told(woods):
    points = np.array([row[1:4] for row in (*WOODS, *NEW_WOODS)])
    apart = (points - points.mean(axis=0)) / points.std(axis=0)
    i, j = np.unravel_index(np.abs(apart).argmax(), apart.shape)
    field = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys(NAMES[i] + "\n")
    told = _status(woods)
    assert f"{'−' if apart[i, j] < 0 else '+'}{abs(apart[i, j]):.1f}" in told
    assert told.endswith("(standard deviations)")


def _profile(browser):
    """The data of the glyphs of the picture of the profile; None where it is hidden."""
    script = f"""
      const {{ profile, of_profile }} = {MAP};
      if (profile.hidden) return null;
      const plain = (value) => (value?.value !== undefined ? value.value : value);
      return of_profile.roots()[0].renderers.map(({{ glyph, data_source: {{ data }} }}) => ({{
        type: glyph.type, x: data.x, y: data.y, xs: data.xs, ys: data.ys, right: data.right,
        color: plain(glyph.line_color),
      }}));
    """
    time.sleep(0.3)
    return _run(browser, script)


def test_selected_samples_have_a_profile_as_bars_of_the_columns_in_which_they_differ(woods):
    assert _profile(woods) is None
    chosen = [NAMES.index(name) for name in ("yew", "elm", "pear")]
    _run(woods, f"{MAP}.select({chosen})")
    selected, others = _profile(woods)
    points = np.array([row[1:4] for row in (*WOODS, *NEW_WOODS)])
    apart = (points - points.mean(axis=0)) / points.std(axis=0)
    left = np.setdiff1d(np.arange(17), chosen)
    order = np.argsort(-np.abs(apart[chosen].mean(axis=0)))
    np.testing.assert_allclose(selected["right"], apart[chosen].mean(axis=0)[order], atol=1e-6)
    np.testing.assert_allclose(others["right"], apart[left].mean(axis=0)[order], atol=1e-6)
    axis = f"{MAP}.of_profile.roots()[0].left[0]"
    labels = _run(woods, f"return [...{axis}.major_label_overrides.values()]")
    assert labels == [(HEIGHT, GIRTH, "age")[j] for j in order]
    figure = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .profile")
    assert "the 3 selected samples" in figure.text and "the 14 others" in figure.text
    assert woods.inaccessible() == []
    width, frame = _run(
        woods,
        f"return [{MAP}.profile.clientWidth,"
        f" {MAP}.profile.querySelector('[role=img]').firstElementChild.clientWidth]",
    )
    assert width == frame
    woods.look("desk", "dark")
    time.sleep(0.2)
    assert _profile(woods)[1]["color"] == "#e8e8e8"
    _button(woods, "Clear selection").click()
    assert _profile(woods) is None
    assert _run(woods, f"return {MAP}.profile.childElementCount") == 0
    assert woods.faults() == []


@pytest.fixture
def spectra(browser, tmp_path, no_pictures):
    """Rows over wavenumbers that descend, as instruments write them."""
    waves = np.arange(1000, 760, -20)
    rows = np.random.default_rng(6).normal(size=(9, len(waves))).round(3)
    table = pd.DataFrame(rows, columns=[f"{wave} cm-1" for wave in waves])
    _open_map_of(browser, tmp_path / "spectra.csv", table)
    return waves, rows


def test_the_profile_of_spectra_has_their_lines_and_is_saved(browser, spectra, tmp_path):
    waves, rows = spectra
    chosen, left = [1, 4, 6], [0, 2, 3, 5, 7, 8]
    _run(browser, f"{MAP}.select({chosen})")
    thin, selected, others = _profile(browser)
    np.testing.assert_allclose(thin["ys"], rows[chosen], atol=1e-6)
    np.testing.assert_allclose(thin["xs"], [waves] * 3, atol=0)
    np.testing.assert_allclose(selected["y"], rows[chosen].mean(axis=0), atol=1e-6)
    np.testing.assert_allclose(others["y"], rows[left].mean(axis=0), atol=1e-6)
    figure = f"const figure = {MAP}.of_profile.roots()[0];"
    ends = "return [figure.x_range.start, figure.x_range.end, figure.below[0].axis_label]"
    assert _run(browser, f"{figure} {ends}") == [1000, 780, "column [cm-1]"]
    # The first button of this text is that of the map.
    text = _saved(browser, "Save as SVG", tmp_path / "profile.svg", 1).read_text(encoding="utf-8")
    assert "<image" not in text
    root = ElementTree.fromstring(text)
    assert root.get("width") == "174mm"
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert "column [cm-1]" in texts and "value" in texts
    assert browser.faults() == []


EIGHT = ["Oak, red", 'the "old" ash', 'pine, "Scots", tall', "lime", "rowan", "hazel", "alder"]
EIGHT += ["fir"]
COMPONENTS = {"linear": 3, "rbf": 5}
OF_SCORES = {
    name: [f"{name}: component {k + 1}" for k in range(count)] for name, count in COMPONENTS.items()
}
HEAD = ["name", "row", "kind"]
for name, columns in OF_SCORES.items():
    HEAD += [*columns, f"{name}: T²", f"{name}: SPE"]


def _select_eight(woods):
    """Draw a lasso on the second map around the samples left of box."""
    (left, _), (_, top), (_, bottom), (right, _) = (
        _place(woods, NAMES.index(name), 1) for name in ("lime", "fir", "alder", "box")
    )
    corners = [(left - 12, top - 12), (right - 12, top - 12), (right - 12, bottom + 12)]
    _lasso(woods, 1, [*corners, (left - 12, bottom + 12), (left - 12, top - 10)])


def test_eight_samples_in_a_lasso_are_listed_named_saved_and_drawn_darker_than_the_others(
    woods, woods_page, scores, tmp_path
):
    _frame(woods, 1)
    _select_eight(woods)
    assert _status(woods) == f"8 of 17 samples are selected: {', '.join(EIGHT)}"
    for k in (0, 1):
        picture = _picture(woods, k)
        # Two names have no room beside that of the oak and that of a class.
        assert {*_named(picture)} >= {*EIGHT} - {'the "old" ash', "alder"}
        assert {*_named(picture)} <= {*EIGHT}
        opacities = [one.opacity for one in picture.markers if one.filled]
        # A color has eight bits of opacity.
        assert sorted(opacities) == pytest.approx([0.08] * 7 + [0.85] * 7, abs=0.5 / 255)
    saved = _saved(woods, "Save selection (CSV)", tmp_path / "selection.csv")
    lines = saved.read_text(encoding="utf-8").split("\n")
    assert lines[0] == ",".join(HEAD)
    begins = re.compile(r'("(?:[^"]|"")*"|[^,]*),(\d+(?: \(new\))?),(\w),')
    assert [begins.match(line)[0] for line in lines[1:-1]] == [
        '"Oak, red",1,f,',
        '"the ""old"" ash",2,f,',
        '"pine, ""Scots"", tall",7,f,',
        "lime,8,c,",
        "rowan,9,b,",
        "hazel,10,c,",
        "alder,11,c,",
        "fir,2 (new),b,",
    ]
    assert lines[-1] == ""
    table, columns = pd.read_csv(saved, index_col="name"), sum(OF_SCORES.values(), [])
    of_eight = scores.loc[EIGHT]
    # Six digits of numbers of single precision.
    rounding = 0.5e-5 + 2.0**-24
    np.testing.assert_allclose(table[columns], of_eight[columns], rtol=rounding, atol=0)
    for study, columns in OF_SCORES.items():
        Z = scores[columns].to_numpy()[: len(WOODS)]
        t2 = (of_eight[columns][:7] ** 2 / (Z**2).mean(axis=0)).sum(axis=1)
        np.testing.assert_allclose(table[f"{study}: T²"][:7], t2, rtol=2 * rounding)


def test_numbers_color_filled_and_hollow_markers_by_a_column_and_hide_no_name(woods):
    _choose(woods, color=GIRTH)
    girths = {name: girth for name, _, girth, *_ in (*WOODS, *NEW_WOODS)}
    low, high = 2.51, 77.86
    assert (min(girths.values()), max(girths.values())) == (low, high)
    colors = [tuple(bytes.fromhex(one[1:])) for one in cividis(256)]
    picture = _picture(woods, 0)
    for name, girth in girths.items():
        at = min(int(256 * (girth - low) / (high - low)), 255)
        own = _marker_of(woods, picture, 0)[name]
        assert (own.color, own.filled) == (colors[at], name in TRAINING), name
    field = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("ea\n")
    _settle(woods)
    faded = _picture(woods, 0)
    assert _colors(faded) == _colors(picture), "also those of samples that are not selected"
    titles = [one.text for one in picture.texts]
    assert GIRTH in titles
    _choose(woods, color="kind")
    picture = _picture(woods, 0)
    assert {one.color for one in picture.markers} == set(COLOR.values())
    assert GIRTH not in [one.text for one in picture.texts]
    _choose(woods, color="one color")
    assert {one.color for one in _picture(woods, 1).markers} == {BLUE}


def test_at_first_the_lists_show_what_is_drawn_and_a_wide_page_has_names(woods):
    _menu(woods, "Axes")
    lists = woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] select")
    shown = [Select(one).first_selected_option.text for one in lists]
    color = woods.driver.find_element(By.CSS_SELECTOR, COLOR_FIELD).get_property("value")
    assert [*shown, color] == ["component 1", "component 2", "kind"]
    woods.look("phone", "light")
    woods.driver.refresh()
    _wait(woods)
    assert _named(_picture(woods, 0)) == []
    boxes = woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .menu input")
    assert [box.is_selected() for box in boxes[:2]] == [False, True], "names, arrows"


def test_another_component_is_drawn_with_all_samples_after_a_zoom(woods):
    ranges = f"""return {MAP}.plots.map(({{figure}}) =>
      [figure.x_range.start, figure.x_range.end, figure.y_range.start, figure.y_range.end])"""
    _choose(woods, across=2)
    fresh = _run(woods, ranges)
    _choose(woods, across=1)
    _frame(woods, 1).send_keys("++")
    _settle(woods)
    _choose(woods, across=2)
    assert _run(woods, ranges) == fresh


def test_a_map_is_saved_under_the_name_of_its_study(woods, tmp_path):
    # Chromium completes a name without an ending, other browsers do not.
    _run(
        woods,
        "const {click} = HTMLAnchorElement.prototype; window.names = [];"
        "HTMLAnchorElement.prototype.click ="
        " function () { window.names.push(this.download); click.call(this); }",
    )
    saved = _saved(woods, "Save as SVG", tmp_path / "rbf-map.svg", 1)
    shown = MapPicture(saved.read_text(encoding="utf-8"))
    assert shown.texts == _saved_picture(woods, 1).texts
    assert {one.text for one in shown.texts} > {one.text for one in _picture(woods, 1).texts}
    _saved(woods, "Save as PNG, 84 mm", tmp_path / "linear-map-84mm.png")
    assert _run(woods, "return window.names") == ["rbf-map.svg", "linear-map-84mm.png"]


def test_a_map_drawn_by_webgl_is_saved_as_vectors(browser, tmp_path, no_pictures):
    table = pd.DataFrame(np.random.default_rng(3).normal(size=(2001, 2)), columns=["a", "b"])
    _open_map_of(browser, tmp_path / "many.csv", table)
    assert _run(browser, f"return {MAP}.plots[0].figure.output_backend") == "webgl"
    saved = _saved(browser, "Save as SVG", tmp_path / "linear-map.svg")
    text = saved.read_text(encoding="utf-8")
    assert len(MapPicture(text).markers) == 2001
    assert "<image" not in text


OWNER = dict(
    zip((*TRAINING, *(name for name, *_ in NEW_WOODS)), (*OWNERS, *NEW_OWNERS), strict=True)
)
NO_VALUE = (184, 184, 184)


def test_classes_of_another_column_color_and_mark_the_samples_of_both_maps(woods):
    """The owner dan has one tree."""
    before = _listed(woods), _colors(_picture(woods, 0))
    _choose(woods, color="owner")
    color = {"ann": BLUE, "bob": RED} | dict.fromkeys(("", "cat", "dan"), GRAY)
    for k in (0, 1):
        picture = _picture(woods, k)
        for name, owner in OWNER.items():
            own = _marker_of(woods, picture, k)[name]
            assert (own.color, own.filled) == (color[owner], name in TRAINING), name
    assert _listed(woods) == [
        *(("ann (7)", {BLUE}, [False, True]), ("bob (5)", {RED}, [False, True])),
        ("other classes or no value (5)", {GRAY}, [False, True]),
    ]
    fieldset = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .classes")
    assert fieldset.find_element(By.TAG_NAME, "legend").text == "owner; hollow: new samples"
    saved = [one.text for one in _saved_picture(woods, 1).texts]
    assert {"owner", "ann", "ann (new)", "bob", "other classes or no value"} < {*saved}
    fieldset.find_elements(By.TAG_NAME, "input")[0].click()
    _settle(woods)
    left = [name for name, owner in OWNER.items() if owner != "ann"]
    assert {*_named(_picture(woods, 1))} <= {*left}
    _choose(woods, color="kind")
    picture = _picture(woods, 0)
    assert (_listed(woods), _colors(picture)) == before, "all classes are shown again"
    assert {*_named(picture)} - {*left}, "names of the class that was hidden"
    boxes = woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes input")
    assert all(box.is_selected() for box in boxes)
    assert woods.faults() == []
    assert woods.inaccessible() == []


def test_dates_are_a_scale_with_the_first_and_the_last_one_and_missing_ones_are_named(woods):
    assert "no value" not in woods.driver.find_element(By.CSS_SELECTOR, ".classes").text
    _choose(woods, color="planted")
    picture = _picture(woods, 0)
    height = {one.text: one.y for one in picture.texts}
    assert "planted" in height
    assert height["1999-09-09"] > height["2020-06-30"], "the first one is below"
    markers = _marker_of(woods, picture, 0)
    assert markers['fig, "wild"'].color == markers["fir"].color == NO_VALUE
    palette_of_bar = [tuple(bytes.fromhex(one[1:])) for one in cividis(256)]
    assert markers['pine, "Scots", tall'].color == palette_of_bar[0]
    assert markers["lime"].color == palette_of_bar[-1]
    listed = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .classes span")
    assert listed.text.strip() == "no value (2)"
    saved = _saved_picture(woods, 0)
    assert "no value (2)" in [one.text for one in saved.texts]
    assert NO_VALUE in {one.color for one in saved.markers[17:]}
    _choose(woods, color="age")
    texts = [one.text for one in _picture(woods, 0).texts]
    assert "0.5" in texts and "2020-06-30" not in texts
    assert woods.faults() == []
    assert woods.inaccessible() == []


IN_TIME = [
    *('pine, "Scots", tall', 'the "old" ash', "alder", "rowan", "tea, green", "elm", "plum"),
    *("hazel", '"ivy"', "sloe, black", "pear", "box", "Oak, red", "yew", "lime"),
]
"""The trees with a date, from the oldest to the youngest one; two of one day in their order."""


def test_a_path_joins_the_samples_in_the_order_of_time_on_both_maps(woods, scores):
    line = f"{MAP}.plots.map(({{path}}) => [path.visible, [...path.data_source.data.x]])"
    assert _run(woods, f"return {line}") == [[False, []]] * 2
    note = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .note")
    boxes = _menu(woods, "Show")
    (switch,) = (box for box in boxes if "path" in box.text)
    switch.click()
    of_maps = _run(woods, f"return {line}")
    for study, (visible, x) in zip(STUDIES, of_maps, strict=True):
        expected = scores.loc[IN_TIME, f"{study}: component 1"]
        np.testing.assert_allclose(x, expected, rtol=2.0**-23, atol=0)
        assert visible
    assert "“planted”" in note.text and "1999-09-09" in note.text and "2020-06-30" in note.text
    first = "return {0}.plots.map(({{figure, path}}) => figure.renderers[0] === path)"
    assert _run(woods, first.format(MAP)) == [True, True], "below the samples"
    script = f"vectors({MAP}, 0, 84).then(arguments[0], arguments[0])"
    root = ElementTree.fromstring(woods.driver.execute_async_script(script))
    corners = [one.get("d", "").count("L") for one in root.iter(f"{SVG}path")]
    assert len(IN_TIME) - 1 in corners
    _menu(woods, "Show")
    woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes input")[1].click()
    left = [name for name in IN_TIME if KINDS[name] != "c"]
    hidden = _run(woods, f"return {line}")[0][1]
    np.testing.assert_allclose(
        hidden, scores.loc[left, "linear: component 1"], rtol=2.0**-23, atol=0
    )
    switch.click()
    assert [visible for visible, _ in _run(woods, f"return {line}")] == [False, False]
    assert note.text == "Hollow: new samples."
    assert woods.faults() == []


def test_the_pointer_shows_the_value_of_the_column_that_colors_the_map(woods):
    _choose(woods, color="planted")
    assert "planted: 2010-03-07" in _pointed(woods, NAMES.index("elm"))
    _choose(woods, color="kind")
    assert "planted" not in _pointed(woods, NAMES.index("elm"))


def test_twelve_classes_have_looks_that_differ_on_the_map_and_in_the_list(
    browser, tmp_path, no_pictures
):
    rng = np.random.default_rng(5)
    rows = pd.DataFrame(rng.normal(size=(36, 2)), columns=["a", "b"])
    rows["site"] = [f"site {i % 12:02d}" for i in range(36)]
    rows.to_csv(tmp_path / "sites.csv", index=False)
    given = [
        str(tmp_path / "sites.csv"),
        "--kernel",
        "linear",
        "--statements",
        "none",
        "--labels",
        "site",
    ]
    assert map_of_table.main([*given, "--no-open"]) == 0
    browser.look("desk", "light")
    browser.open(tmp_path / "sites-kpca" / "map.html")
    _wait(browser)
    outlines = [
        one.get_attribute("d")
        for one in browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes path")
    ]
    listed = _listed(browser)
    assert [text for text, _, _ in listed] == [f"site {k:02d} (3)" for k in range(12)]
    looks = [(*colors, shape) for (_, colors, _), shape in zip(listed, outlines, strict=True)]
    assert len({*looks}) == 12
    assert len({*(color for color, _ in looks)}) == 10, "the control: color alone is not enough"
    of_layers = f"{MAP}.plots[0].layers.map(({{renderer: {{glyph}}}}) => glyph)"
    values = ".map((glyph) => [glyph.fill_color.value, glyph.marker.value])"
    drawn = _run(browser, f"return {of_layers}{values}")
    assert len({*map(tuple, drawn)}) == 12
    assert len({color for color, _ in drawn}) == 10
    texts = [one.text for one in _saved_picture(browser, 0).texts]
    assert [text for text in texts if text.startswith("site ")] == [
        f"site {k:02d}" for k in range(12)
    ]
    assert browser.faults() == []


def test_shares_color_both_maps_in_one_range(woods):
    _choose(woods, color="share represented")
    bars = [_run(woods, f"return {MAP}.plots[{k}].bar.color_mapper.low") for k in (0, 1)]
    shares = [_run(woods, f"return Math.min(...{MAP}.source.data.share{k})") for k in (0, 1)]
    assert bars == [min(shares)] * 2
    assert shares[0] != shares[1]


def test_a_hidden_class_has_neither_markers_nor_names(woods):
    """Also with a component chosen, with numbers as colors, and with a selection."""
    _choose(woods, across=2, color="age")
    _menu(woods, "Show")
    boxes = woods.driver.find_elements(By.CSS_SELECTOR, "[data-map] .classes input")
    boxes[1].click()
    _settle(woods)
    left = [name for name in NAMES if KINDS[name] != "c"]
    for k in (0, 1):
        picture = _picture(woods, k)
        assert {*_named(picture)} <= {*left}
        assert len(picture.markers) == len(left) == 12
        saved = _saved_picture(woods, k)
        texts = [one.text for one in saved.texts]
        legend = texts[texts.index("kind") + 1 : texts.index("age")]
        assert legend == ["b", "b (new)", "f", "f (new)", "w"]
        assert {*_named(saved)} <= {*left}
        assert len(saved.markers) == len(left) + len(legend)
    field = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("e\n")
    _settle(woods)
    named = [name for name in left if "e" in name]
    assert _named(_picture(woods, 1)) == named
    _menu(woods, "Show")
    boxes[1].click()
    _settle(woods)
    assert {*_named(_picture(woods, 1))} > {*named}
    assert woods.faults() == []


def test_names_are_hidden_and_shown_again_for_the_samples_that_are_selected_then(woods):
    boxes = _menu(woods, "Show")
    names = next(box for box in boxes if "names" in box.text)
    shown = _named(_picture(woods, 0))
    names.click()
    _settle(woods)
    assert _named(_picture(woods, 0)) == []
    field = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("ea\n")
    names.click()
    _settle(woods)
    assert _named(_picture(woods, 0)) == ["pear", "tea, green"]
    _button(woods, "Clear selection").click()
    _settle(woods)
    assert _named(_picture(woods, 0)) == shown != []


@pytest.fixture
def crowd(browser, tmp_path, no_pictures):
    """400 samples, of which two are odd; their names are not shown at first."""
    X = np.random.default_rng(4).normal(size=(400, 3)) * [3.0, 2.0, 1.0]
    X[[7, 123]] = [[60.0, 0.0, 0.0], [0.0, 70.0, 0.0]]
    table = pd.DataFrame(X, columns=["a", "b", "c"])
    table.insert(0, "name", [f"sample {i}" for i in range(400)])
    table.to_csv(tmp_path / "crowd.csv", index=False)
    given = [str(tmp_path / "crowd.csv"), "--kernel", "linear", "--statements", "none"]
    assert map_of_table.main([*given, "--no-open"]) == 0
    browser.look("desk", "light")
    browser.open(tmp_path / "crowd-kpca" / "map.html")
    _wait(browser)
    return browser


def test_odd_samples_always_have_names_and_more_of_the_others_have_them_after_a_zoom(crowd):
    names = f"return {MAP}.plots[0].labels.source.data.name"
    odd = ["sample 123", "sample 7"]
    assert sorted(_run(crowd, names)) == odd
    for name in odd:
        crowd.driver.find_element(By.XPATH, f"//*[@data-sample][contains(., '{name}')]").click()
        assert _status(crowd).startswith(f"1 of 400 samples are selected: {name}")
    _button(crowd, "Clear selection").click()
    _settle(crowd)
    next(box for box in _menu(crowd, "Show") if "names" in box.text).click()
    _menu(crowd, "")
    _settle(crowd)
    shown = _run(crowd, names)
    assert {*odd} < {*shown}
    saved = {text.text for text in _saved_picture(crowd, 0).texts}
    assert {*odd} < saved
    ranges = "for (const range of [figure.x_range, figure.y_range])"
    near_zero = "{ range.have_updated_interactively = true; range.setv({ start: -7, end: 7 }); }"
    _run(crowd, f"const {{ figure }} = {MAP}.plots[0]; {ranges} {near_zero}")
    _settle(crowd)
    near = {*_run(crowd, names)}
    assert len(near) > 2 * len(shown), "those in the frame have more room"
    assert not near & {*odd}
    _frame(crowd).send_keys("0")
    _settle(crowd)
    assert _run(crowd, names) == shown
    crowd.look("phone", "light")
    _settle(crowd)
    assert {*odd} < {*_run(crowd, names)}
    assert len(_run(crowd, names)) < len(shown)
    assert crowd.faults() == []


def test_a_name_that_no_sample_has_is_said(woods):
    field = woods.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]")
    field.send_keys("oak\n")
    assert _status(woods).startswith("1 of 17 samples")
    field.send_keys("x\n")
    assert "oakx" in _status(woods)
    assert _run(woods, f"return {MAP}.source.selected.indices") == []


def test_the_switch_shows_the_other_scale_and_keeps_what_is_chosen_and_selected(woods):
    before = _run(woods, f"return [...{MAP}.source.data.x0]")
    assert [one.get_attribute("aria-pressed") for one in _switch(woods)] == ["false", "true"]
    _choose(woods, across=1, color="owner")
    woods.driver.find_element(By.CSS_SELECTOR, "[data-map] input[type=search]").send_keys("yew")
    _menu(woods, "Show")[0].click()
    _switch(woods)[0].click()
    WebDriverWait(woods.driver, 20).until(
        lambda driver: _run(woods, f"return {MAP}.plots?.every(({{ view }}) => view)")
    )
    _settle(woods)
    assert [one.get_attribute("aria-pressed") for one in _switch(woods)] == ["true", "false"]
    assert _run(woods, "return document.activeElement.textContent") == "standardized"
    X = np.array([row[1:4] for row in WOODS])
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    variances = np.linalg.eigvalsh(Z.T @ Z / len(Z))[::-1]
    scores = _run(woods, f"return {MAP}.numbers.maps[0].scores.map((one) => [...one])")
    np.testing.assert_allclose(
        (np.array(scores)[:2, : len(X)] ** 2).mean(axis=1), variances[:2], rtol=1e-5
    )
    np.testing.assert_allclose(_run(woods, f"return [...{MAP}.source.data.x0]"), scores[1])
    state = f"return [{MAP}.choice, {MAP}.chosen, {MAP}.with_names]"
    assert _run(woods, state) == ["beside0", [NAMES.index("yew")], False]
    shown = [one.is_displayed() for one in woods.driver.find_elements(By.CSS_SELECTOR, ".verdict")]
    assert shown == [False, True]
    assert woods.driver.find_element(By.CSS_SELECTOR, ".of-folds").text.startswith(
        "Below: columns as measured"
    )
    _choose(woods, across=0)
    _switch(woods)[1].click()
    WebDriverWait(woods.driver, 20).until(
        lambda driver: _run(woods, f"return {MAP}.plots?.every(({{ view }}) => view)")
    )
    assert _run(woods, f"return [...{MAP}.source.data.x0]") == before
    assert woods.faults() == []
    assert woods.inaccessible() == []


def _switch(browser):
    return browser.driver.find_elements(By.CSS_SELECTOR, "[data-map] .switch button")


def test_mirror_turns_both_maps_around_and_their_saved_pictures(woods):
    ranges = (
        f"return {MAP}.plots.map(({{ figure: {{ x_range }} }}) => [x_range.start, x_range.end])"
    )
    before, middles = _run(woods, ranges), _middles(woods, _picture(woods, 0), 0)
    woods.driver.find_element(By.CSS_SELECTOR, "[aria-label='Mirror horizontally']").click()
    _settle(woods)
    np.testing.assert_allclose(_run(woods, ranges), [one[::-1] for one in before])
    after = _middles(woods, _picture(woods, 0), 0)
    np.testing.assert_allclose(after[:, 1], middles[:, 1], atol=PIXEL)
    assert np.ptp(after[:, 0] + middles[:, 0]) < 2 * PIXEL
    drawn = [one.x for one in _picture(woods, 0).markers]
    saved = [one.x for one in _saved_picture(woods, 0).markers[:17]]
    assert np.corrcoef(drawn, saved)[0, 1] > 0.999
    _frame(woods).send_keys("0")
    _settle(woods)
    np.testing.assert_allclose(_run(woods, ranges), [one[::-1] for one in before])


def test_the_scripts_read_every_field_that_python_writes_and_no_other(woods):
    """The fields of ``kpca.page.map_data``, of a page that has all of them."""
    watch = f"""
      const parse = JSON.parse;
      window.read = new Set();
      {WATCHED}
      JSON.parse = (text) => {{
        const value = parse(text);
        const maps = [value].flat();
        return maps[0]?.class_of ? maps.map((one) => watched(one, "", window.read)) : value;
      }};
    """
    command = "Page.addScriptToEvaluateOnNewDocument"
    added = woods.driver.execute_cdp_cmd(command, {"source": watch})
    try:
        woods.driver.refresh()
        _wait(woods)
        woods.driver.find_element(By.CSS_SELECTOR, "[data-map] .table summary").click()
        _settle(woods)
        _saved_picture(woods, 0)
        _run(woods, f"{MAP}.select([1, 2])")
        _settle(woods)
        _choose(woods, color="owner")
        read = _run(woods, "return [...window.read]")
    finally:
        woods.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    data, _ = json.loads(_run(woods, "return document.getElementById('map-data').textContent"))
    assert set(read) == written(data)
    assert woods.faults() == []
