"""The page in Chromium, opened from disk: what a reader does with the map, one gesture a test.

What needs no page is tested in ``test_map_js.py``, and the data of the page in
``test_interactive.py``.
"""

import json
import re
import time
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from bokeh.palettes import cividis
from browser import shown
from map_picture import SVG, MapPicture
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait
from watched_data import WATCHED, written

from kpca.figures import palette
from kpca.page import map_of_table, sections
from kpca.studies.config import project

MAP = "document.querySelector('[data-map]').study_map"
RANGES = f"""return {MAP}.plots.map(({{ figure: {{ x_range: x, y_range: y }} }}) =>
  [x.start, x.end, y.start, y.end]);"""
EVIL = '<img src=x onerror="alert(1)">@{row}'
HEIGHT = "height, m"
SOIL = ["rain", "soil, pH", "shade"]
TREES = pd.DataFrame(
    [
        ("Oak, red", 0.24, 6.03, 0.51, "f", "ann", "2.5.2019", 0.2, 0.3, 1.0),
        ('the "old" ash', 1.66, 2.51, 0.91, "f", "bob", "31.12.2001", 1.0, 2.4, 2.7),
        ("yew", 0.71, 44.89, 1.61, "b", None, "2.5.2019", 0.4, 0.9, 0.3),
        (EVIL, 19.09, 40.07, 0.97, "f", "ann", None, 1.1, 0.3, 0.3),
        ("elm", 9.06, 77.86, 0.72, "c", "cat", "7.3.2010", 8.4, 1.0, 1.9),
        ("box", 6.39, 19.33, 2.05, "w", "bob", "1.4.2018", 12.7, 2.2, 0.9),
        ('pine, "Scots", tall', 0.84, 15.31, 1.2, "f", "ann", "9.9.1999", 1.1, 0.5, 3.0),
        ("lime", 3.9, 4.59, 1.2, "c", None, "30.6.2020", 0.7, 5.8, 0.7),
        ("rowan", 2.3, 16.19, 0.93, "b", "bob", "15.1.2005", 0.7, 0.7, 1.9),
        ("hazel", 3.69, 3.92, 2.17, "c", "ann", "24.2.2012", 1.2, 3.9, 0.6),
        ("alder", 0.81, 2.67, 0.96, "c", "ann", "3.3.2003", 1.3, 6.9, 0.8),
        ("plum", 20.92, 12.59, 2.17, "b", "bob", "11.11.2011", 1.7, 4.8, 1.7),
        ("sloe, black", 24.04, 9.24, 0.29, "f", "dan", "5.8.2015", 0.5, 0.1, 10.9),
        ("pear", 0.48, 58.48, 0.66, "b", "ann", "6.6.2016", 1.5, 3.5, 0.6),
        ("tea, green", 3.5, 31.25, 0.4, "c", "bob", "17.10.2008", None, None, None),
        ("fir", 12.0, 8.5, 1.9, "b", None, None, None, None, None),
        ('"ivy"', 0.6, 66.0, 2.2, "f", "ann", "1.2.2013", None, None, None),
    ],
    columns=["name", HEIGHT, EVIL, "age", "kind", "owner", "planted", *SOIL],
)
"""The last three are new."""
STUDIES = ("linear", "rbf")
NAMES, TRAINING = [*TREES["name"]], [*TREES["name"][:14]]
POINTS = TREES[[HEIGHT, EVIL, "age"]].to_numpy()
APART = (POINTS - POINTS.mean(axis=0)) / POINTS.std(axis=0)
KINDS, OWNER = (dict(zip(NAMES, TREES[of].fillna(""), strict=True)) for of in ("kind", "owner"))
BLUE, RED, GREEN, GRAY = (0, 114, 178), (213, 94, 0), (0, 158, 115), (118, 118, 118)
NO_VALUE = (184, 184, 184)
COLOR = {"b": BLUE, "c": RED, "f": GREEN, "w": GRAY}
"""The color of each class. The class w has one sample, and so no color of its own."""
OF_NUMBERS = [tuple(bytes.fromhex(one[1:])) for one in cividis(256)]
LINE = 12
"""Pixels of a line of text, whose lowest letters are below the place of the text."""
PIXEL = 2.0**-24 * 16 * 1440
"""Scores and places are numbers of single precision, of up to 1440 pixels: a few roundings."""


browser = pytest.fixture(scope="module")(shown)


@pytest.fixture(scope="module")
def woods_page(tmp_path_factory):
    """Three skewed columns, of which the linear kernel has three components, the other one five.

    The third component of the other kernel runs against that of the linear one.
    """
    folder = tmp_path_factory.mktemp("woods")
    for file, table in {
        "woods.csv": TREES[:14].drop(columns=SOIL),
        "new.csv": TREES[14:].drop(columns=SOIL),
        "soil.csv": TREES.loc[13::-1, ["name", *SOIL]],
    }.items():
        table.to_csv(folder / file, index=False)
    given = ["--new", str(folder / "new.csv"), "--variables", str(folder / "soil.csv")]
    return _map_of(folder / "woods.csv", *given)


def _map_of(path, *given):
    """The page of a table without statements."""
    assert map_of_table.main([str(path), *given, "--statements", "none", "--no-open"]) == 0
    return path.with_name(f"{path.stem}-kpca") / "map.html"


@pytest.fixture
def woods(browser, woods_page):
    return _open(browser, woods_page)


@pytest.fixture(scope="module")
def scores(woods_page):
    """The scores of each sample on all components of both maps, by their names."""
    table = pd.read_csv(woods_page.parent / "scores.csv", index_col="sample")
    return table.drop(columns=["label", "kind"])


def _open(browser, page, size="desk", theme="light"):
    """The browser with a page whose map is drawn."""
    browser.look(size, theme)
    browser.open(page)
    script = "return document.querySelector('[data-map]').dataset.drawn"
    WebDriverWait(browser.driver, 20).until(lambda driver: driver.execute_script(script))
    _settle(browser)
    return browser


def _settle(browser):
    """Wait until what has changed is drawn."""
    drawn = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))"
    browser.driver.execute_async_script(f"const done = arguments[0]; {drawn}")


def _run(browser, script, *arguments):
    return browser.driver.execute_script(script, *arguments)


def _all(browser, selector):
    """The elements inside of the section of the maps."""
    return browser.driver.find_elements(By.CSS_SELECTOR, f"[data-map] {selector}")


def _status(browser):
    return _all(browser, ".status")[0].text


def _note(browser):
    return _all(browser, ".note")[0].text


def _button(browser, text, k=0):
    return [one for one in _all(browser, "button") if one.text == text][k]


def _menu(browser, name):
    """Open one of the menus in the row of controls, and close the others; "" closes all."""
    every = "document.querySelectorAll('[data-map] .menu')"
    script = f"for (const m of {every}) m.open = m.firstChild.textContent === arguments[0]"
    _run(browser, script, name)
    return _all(browser, ".menu[open] label")


def _show(browser, text):
    """Press the box of the menu "Show" that has a text."""
    next(box for box in _menu(browser, "Show") if text in box.text).click()
    _menu(browser, "")
    _settle(browser)


def _choose(browser, across=None, up=None, color=None):
    """Choose components by their number from 0, and a color by its text."""
    _menu(browser, "Axes")
    for one, component in zip(_all(browser, "select"), (across, up), strict=True):
        if component is not None:
            Select(one).select_by_index(component)
    _menu(browser, "")
    if color is not None:
        (field,) = _all(browser, "input[list]")
        field.click()
        field.send_keys(color, Keys.TAB)
    _settle(browser)


def _find(browser, text, *end):
    """Type a name."""
    (field,) = _all(browser, "input[type=search]")
    field.clear()
    field.send_keys(text, *end)
    _settle(browser)


def _saved(browser, text, file, k=0):
    """The file that a button saves; k of several buttons with this text."""
    where = {"behavior": "allow", "downloadPath": str(file.parent)}
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", where)
    _menu(browser, "Save")
    _button(browser, text, k).click()
    _menu(browser, "")
    WebDriverWait(browser.driver, 20).until(lambda _: file.exists() and file.stat().st_size)
    return file


def _picture(browser, k):
    blob = f"{MAP}.plots[{k}].view.export('svg').to_blob()"
    script = f"{blob}.then((one) => one.text()).then(arguments[0])"
    return MapPicture(browser.driver.execute_async_script(script))


def _vectors(browser, k, millimeters=174):
    """The text of what is saved as SVG."""
    script = f"vectors({MAP}, {k}, {millimeters}).then(arguments[0], arguments[0]);"
    return browser.driver.execute_async_script(script)


def _saved_picture(browser, k):
    """What is saved as SVG, which has a legend."""
    return MapPicture(_vectors(browser, k))


def _place(browser, name, k=0):
    """Where a sample is drawn, from the middle of its frame."""
    at = NAMES.index(name)
    script = f"""
      const plot = {MAP}.plots[{k}], data = {MAP}.source.data, frame = plot.view.frame;
      const own = plot.view.el.getBoundingClientRect();
      const box = document.querySelectorAll('[data-map] .plot')[{k}].getBoundingClientRect();
      return [own.left + frame.x_scale.compute(data.x{k}[{at}]) - box.left - box.width / 2,
              own.top + frame.y_scale.compute(data.y{k}[{at}]) - box.top - box.height / 2];
    """
    return [round(value) for value in _run(browser, script)]


def _frame(browser, k=0):
    frame = _all(browser, ".plot")[k]
    _run(browser, "arguments[0].scrollIntoView({block: 'center'})", frame)
    return frame


def _sizes(browser):
    """Width and height of the frame of each map in pixels."""
    boxes = f"{MAP}.plots.map(({{ view }}) => view.frame.bbox)"
    return _run(browser, f"return {boxes}.map(({{ width, height }}) => [width, height])")


def _strong(browser, k):
    """The samples whose names on map k are not those of samples beside a selection."""
    data = _run(browser, f"return {MAP}.plots[{k}].labels.source.data")
    return {name for name, alpha in zip(data["name"], data["alpha"], strict=True) if alpha == 1}


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


def _looks(browser, k):
    """The color of each sample of map k, and whether its marker is filled."""
    markers = _marker_of(browser, _picture(browser, k), k)
    return {name: (markers[name].color, markers[name].filled) for name in NAMES}


def _fit(pixels, z):
    """The pixels for each unit of a score, if the places are those of the scores."""
    slope, place = np.polyfit(z, pixels, 1)
    np.testing.assert_allclose(slope * z + place, pixels, rtol=0, atol=PIXEL)
    return slope


def _listed(browser):
    """The list of the classes: the text, the colors of the markers, and which are hollow."""
    found = []
    _menu(browser, "Show")
    for box in _all(browser, ".classes label"):
        markers = box.find_elements(By.CSS_SELECTOR, ".marker")
        strokes = [one.value_of_css_property("stroke") for one in markers]
        colors = {tuple(map(int, re.findall(r"\d+", stroke)))[:3] for stroke in strokes}
        hollow = [one.value_of_css_property("fill") == "none" for one in markers]
        found.append((box.text.strip(), colors, hollow))
    _menu(browser, "")
    return found


def _lefts_and_tops(browser, selector):
    """Where elements begin, from the left and from the top, and how wide they are."""
    script = """return [...document.querySelectorAll(arguments[0])].map((one) => {
      const { left, top, width } = one.getBoundingClientRect(); return [left, top, width]; });"""
    return np.array(_run(browser, script, selector)).T


def _letters(browser):
    """Of each part of a picture: the pixels of its smallest letters, and whether it is scrolled."""
    script = """
      for (const one of document.querySelectorAll("main > details")) one.open = true;
      return [...document.querySelectorAll(".drawn img")].map((one) => [
        one.getBoundingClientRect().width / Number(one.getAttribute("width")),
        one.parentElement.scrollWidth > one.parentElement.clientWidth + 1]);"""
    return [(scale * 12, scrolled) for scale, scrolled in _run(browser, script)]


def test_on_a_phone_the_map_is_on_the_first_screen_and_the_controls_unfold(browser, woods_page):
    _open(browser, woods_page, "phone", "dark")
    assert browser.faults() == []
    assert browser.inaccessible() == []
    own = ", ".join(f"[data-map] {one}" for one in (".switch", ".fold", ".of-axes", ".plot"))
    (_, (switch, fold, words, plot, *_), _) = _lefts_and_tops(browser, own)
    assert abs(fold - switch) < 10, "in one line"
    assert fold < plot < 400 and words > plot + 200, "what is said of a map stands below it"
    assert not any(_shown(browser, ".names"))
    (field,) = _all(browser, "input[list]")
    assert not field.is_displayed()
    _all(browser, ".fold summary")[0].click()
    assert field.is_displayed()
    assert _run(browser, "return document.documentElement.scrollHeight") <= 2500
    assert all(220 <= height < 1.1 * width for width, height in _sizes(browser))
    touched = "button, summary, select, input:not([type=checkbox])"
    of_them = "[...document.querySelectorAll(arguments[0])].map((one) => one.offsetHeight)"
    heights = [one for one in _run(browser, f"return {of_them}", touched) if one > 0]
    assert len(heights) > 9 and min(heights) >= 44
    for selector in ("[data-map] figure:not([hidden])", ".studies > section"):
        lefts, tops, _ = _lefts_and_tops(browser, selector)
        assert lefts[0] == lefts[1], "one below the other"
        assert tops[0] <= tops[1]
    assert all(height >= 11 and not scrolled for height, scrolled in _letters(browser))
    assert 3 < len(_named(_picture(browser, 0))) < 17, "where they have room"
    boxes = _all(browser, ".menu input")
    assert [box.is_selected() for box in boxes[:2]] == [True, True], "names, arrows"
    _all(browser, ".table summary")[0].click()
    _settle(browser)
    (left,), _, (width,) = _lefts_and_tops(browser, "caption")
    assert left + width < 390


def test_on_a_desk_two_maps_share_the_width_with_a_title_above_and_their_sections_below(woods):
    assert woods.faults() == []
    main = woods.driver.find_element(By.TAG_NAME, "main").text
    assert not any(word in main for word in ("Certified", "its eigenvalue μ over", "Solver: "))
    assert woods.inaccessible() == []
    lefts, _, widths = _lefts_and_tops(woods, "[data-map] .maps figure")
    (_, _, (whole,)) = _lefts_and_tops(woods, "[data-map] .maps")
    assert 0.95 * whole < sum(widths) < whole
    assert widths[0] == widths[1]
    below, tops, _ = _lefts_and_tops(woods, ".studies > section")
    assert tops[0] == tops[1]
    np.testing.assert_allclose(below[:2], lefts, rtol=0, atol=0.05 * widths[0])
    assert all(width >= 400 and height >= 350 for width, height in _sizes(woods))
    figures = zip(_all(woods, ".maps figure"), ("PCA.", "Kernel PCA, Gaussian."), strict=True)
    for figure, title in figures:
        caption = figure.find_element(By.TAG_NAME, "figcaption")
        assert caption.text.startswith(title) and "Dashed" in caption.text
        plot = figure.find_element(By.CSS_SELECTOR, ".plot")
        # The driver rounds lengths to whole pixels.
        assert caption.rect["y"] + caption.rect["height"] <= plot.rect["y"] + 1
    # BokehJS moves the title of an axis when it knows how wide the numbers are, and does not clear
    # half a pixel at the left edge.
    edge = f"""
      const {{ canvas, ctx }} = {MAP}.plots[0].view.canvas_view.primary;
      return [...ctx.getImageData(0, 0, 1, canvas.height).data].filter((_, i) => i % 4 === 0);
    """
    assert set(_run(woods, edge)) == {255}
    _menu(woods, "Axes")
    shown = [Select(one).first_selected_option.text for one in _all(woods, "select")]
    assert shown == ["component 1", "component 2"]
    assert _all(woods, "input[list]")[0].get_property("value") == "kind"
    assert all(height >= 12 and not scrolled for height, scrolled in _letters(woods))
    assert woods.inaccessible() == [], "all folds are open"
    # As wide as a page of the site is.
    as_wide = f"{MAP}.root.style.cssText = 'box-sizing: border-box; width: 848px'"
    _run(woods, as_wide)
    assert len({*_lefts_and_tops(woods, "[data-map] .fold > .controls > *")[1]}) == 1


def test_a_choice_of_axes_moves_samples_and_arrows_to_their_scores_with_labels(woods, scores):
    """A map with fewer components shows its last one. Both axes ascend, also where a component runs
    against that of the first map."""
    for k in (0, 1):
        doubtful = _run(woods, f"return {MAP}.about.maps[{k}].variables.doubtful")
        data = _run(woods, f"return {MAP}.plots[{k}].arrows.source.data")
        assert doubtful == [*map(bool, data["dash"])] == [alpha < 1 for alpha in data["alpha"]]
        assert _vectors(woods, k).count('stroke-dasharray="4,3"') >= sum(doubtful) > 0
    for choice in [(0, 1), (4, 3), (2, 0), (3, 2)]:
        _choose(woods, *choice)
        for k, (study, most) in enumerate(zip(STUDIES, (2, 4), strict=True)):
            picture, shown = _picture(woods, k), [min(one, most) for one in choice]
            labels = [one.text for one in picture.texts if one.text.startswith("component ")]
            assert [one.split(" (")[0] for one in labels] == [f"component {c + 1}" for c in shown]
            middles = _middles(woods, picture, k)
            z = scores[[f"{study}: component {c + 1}" for c in shown]].loc[NAMES].to_numpy()
            slopes = np.array([_fit(middles[:, axis], z[:, axis]) for axis in (0, 1)])
            assert slopes[0] > 0 > slopes[1], "pixels are counted downward"
            _check_arrows(woods, k, picture, slopes, shown)
    fresh = _run(woods, RANGES)
    _choose(woods, across=1)
    _frame(woods, 1).send_keys("++")
    _settle(woods)
    _choose(woods, across=3)
    assert _run(woods, RANGES) == fresh, "all samples are seen after a zoom"
    _show(woods, "arrows")
    assert all(_picture(woods, k).arrows == [] for k in (0, 1))
    assert woods.faults() == []


def _check_arrows(browser, k, picture, slopes, shown):
    """Each arrow goes from the mean of the training samples to its tip, with its name there."""
    names = _run(browser, f"return {MAP}.about.maps[{k}].variables.names")
    found = _run(browser, f"return tips({MAP}.numbers.maps[{k}], {shown})")
    expected = dict(zip(names, found, strict=True))
    named = {name: at for name, at in picture.places(bold=True).items() if name not in COLOR}
    assert sorted(named) == ["rain", "shade", "soil, pH"]
    starts, tips = np.array(picture.arrows).swapaxes(0, 1)
    assert np.ptp(starts, axis=0).max() < PIXEL
    arrows = slopes * np.array([expected[name] for name in named])
    np.testing.assert_allclose(tips - starts, arrows, rtol=0, atol=4 * PIXEL)
    right, above = ([*named.values()] - tips).T * [[1], [-1]]
    np.testing.assert_allclose(right, 4, rtol=0, atol=PIXEL)
    assert (above >= 4).all()
    assert (above < 4 + LINE).all()


def test_names_stand_beside_their_samples_and_are_those_of_the_selected_and_shown_ones(woods):
    for k in (0, 1):
        _check_names(woods, k)
    shown = _named(_picture(woods, 0))
    longer = f"for (const one of {MAP}.group.classes) one.label += arguments[0]; {MAP}.name(0)"
    _run(woods, longer, " and others that are like them")
    beside = _named(_picture(woods, 0))
    assert len(beside) < len(shown), "those with room beside the names of classes"
    _run(woods, f"{MAP}.about.odd = [...{MAP}.about.names.keys()]; {MAP}.name(0)")
    assert len(_named(_picture(woods, 0))) > len(beside), "those of odd samples come first"
    _run(woods, f"{MAP}.about.odd = []; {longer.replace('+= arguments[0]', '= one.label[0]')}")
    _show(woods, "names")
    assert len(_named(_picture(woods, 0))) == 4, "the outermost ones"
    _find(woods, "ea", Keys.ENTER)
    _show(woods, "names")
    assert _strong(woods, 0) == {"pear", "tea, green"} < {*_named(_picture(woods, 0))} <= {*shown}
    _button(woods, "Clear selection").click()
    _settle(woods)
    assert _named(_picture(woods, 0)) == shown != []


def _check_names(woods, k):
    """Each name stands as far from its marker as it was placed."""
    picture = _picture(woods, k)
    markers, places = _marker_of(woods, picture, k), picture.places()
    placed, below = _run(woods, f"return {MAP}.plots[{k}].labels.source.data"), set()
    for name, left, up in zip(placed["name"], placed["left"], placed["up"], strict=True):
        own, (x, y) = markers[name], places[name]
        assert x - own.x == pytest.approx(left, abs=PIXEL)
        below.add(round(y + up - own.y, 2))
    assert len(below) == 1, "each name stands as far from where it is placed as the others"
    assert 0 <= below.pop() < LINE
    assert len(placed["name"]) > 9
    bold = picture.places(bold=True)
    box = f"return {MAP}.plots[{k}].class_labels.background_fill_color?.value"
    assert _run(woods, box) is None, "no sample is covered"
    for kind in COLOR:
        x, y = bold[kind]
        own = np.array([(one.x, one.y) for name, one in markers.items() if KINDS[name] == kind])
        places = np.vstack([own, own.mean(axis=0)])
        assert (np.abs(places - (x, y)) < 30).all(axis=1).any(), "beside a sample, or in the middle"


def test_a_color_is_that_of_a_class_or_of_a_number_or_of_a_date_on_both_maps_and_in_the_list(woods):
    in_kinds = {name: (COLOR[KINDS[name]], name in TRAINING) for name in NAMES}
    assert [_looks(woods, k) for k in (0, 1)] == [in_kinds] * 2
    listed, kinds = _listed(woods), [[False, True]] * 3 + [[False]]
    texts = ["b (5)", "c (5)", "f (6)", "w (1)"]
    assert listed == [*zip(texts, [{one} for one in COLOR.values()], kinds, strict=True)]
    outlines = [one.get_attribute("d") for one in _all(woods, ".classes path")]
    assert outlines[::2] == [*dict.fromkeys(outlines), outlines[0]], "w has the marker of b"
    _menu(woods, "Show")
    assert _all(woods, ".classes legend")[0].text == "kind; hollow: new samples"

    _choose(woods, color=EVIL.upper())
    assert _all(woods, "input[list]")[0].get_property("value") == EVIL
    parts = (POINTS[:, 1] - 2.51) / (77.86 - 2.51)
    at = np.minimum(256 * parts, 255).astype(int)
    found = _looks(woods, 0)
    assert found == {name: (OF_NUMBERS[at[i]], name in TRAINING) for i, name in enumerate(NAMES)}
    _find(woods, "ea", Keys.ENTER)
    assert _looks(woods, 0) == found, "also those of samples that are not selected"
    bar = f"const {{ visible, title, color_mapper: one }} = {MAP}.plots[1].bar;"
    assert _run(woods, f"{bar} return [visible, title, one.low, one.high]") == pytest.approx(
        [True, EVIL, 2.51, 77.86], abs=2.0**-18
    )
    assert [colors for _, colors, _ in _listed(woods)] == [{GRAY}] * 4

    _choose(woods, color="one color")
    assert {color for color, _ in _looks(woods, 1).values()} == {BLUE}
    assert [colors for _, colors, _ in _listed(woods)] == [{BLUE}] * 4

    _choose(woods, color="planted")
    height = {one.text: one.y for one in _picture(woods, 0).texts}
    assert height["1999-09-09"] > height["2020-06-30"], "the first one is below"
    of_dates = {name: color for name, (color, _) in _looks(woods, 0).items()}
    assert of_dates[EVIL] == of_dates["fir"] == NO_VALUE
    assert of_dates['pine, "Scots", tall'] == OF_NUMBERS[0]
    assert of_dates["lime"] == OF_NUMBERS[-1]
    assert _all(woods, ".classes span")[0].text.strip() == "no value (2)"
    assert woods.inaccessible() == []
    saved = _saved_picture(woods, 0)
    assert "no value (2)" in [one.text for one in saved.texts]
    assert NO_VALUE in {one.color for one in saved.markers[17:]}
    shown = _pointed(woods, EVIL)
    for part in (f"name: {EVIL}", "kind: f", "planted: no value", "T²: "):
        assert part in shown
    assert f"{HEIGHT}: 19.09" in shown and f"{EVIL}: 40.07" in shown

    assert "Color" not in _note(woods)
    _find(woods, "elm")
    _choose(woods, color="age")
    assert "selected: elm (age 0.72). " in _status(woods)
    _find(woods, " ")
    assert "Color: age. It is one of the columns that make the map, so" in _note(woods)
    texts = [one.text for one in _picture(woods, 0).texts]
    assert "0.5" in texts and "2020-06-30" not in texts
    (field,) = _all(woods, "input[list]")
    field.click()
    field.send_keys("nothing such", Keys.ENTER)
    assert _status(woods) == "Nothing to color by is called “nothing such”."
    assert (field.get_property("value"), field.get_property("placeholder")) == ("", "age")
    assert "planted" not in _run(woods, f"return {MAP}.plots[0].hover.tooltips")
    _choose(woods, color="kind")
    assert (_looks(woods, 1), _listed(woods)) == (in_kinds, listed)
    assert not _run(woods, f"return {MAP}.plots[0].bar.visible")
    assert woods.faults() == []


def _pointed(browser, name):
    """The text below the pointer, at a sample of the first map."""
    frame = _frame(browser)
    path = ActionChains(browser.driver)
    path.move_to_element_with_offset(frame, *_place(browser, name)).perform()
    time.sleep(0.5)
    cards = "within(document.body, '.bk-Tooltip').map((one) => one.shadowRoot.textContent)"
    return _run(browser, f"return {cards}.join(' ')")


def test_classes_of_another_column_mark_the_samples_and_a_hidden_class_has_nothing_on_a_map(woods):
    """The owner dan has one tree."""
    _choose(woods, color="owner")
    color = {"ann": BLUE, "bob": RED} | dict.fromkeys(("", "cat", "dan"), GRAY)
    expected = {name: (color[owner], name in TRAINING) for name, owner in OWNER.items()}
    assert [_looks(woods, k) for k in (0, 1)] == [expected] * 2
    both = [False, True]
    assert _listed(woods) == [
        *(("ann (7)", {BLUE}, both), ("bob (5)", {RED}, both)),
        ("other classes or no value (5)", {GRAY}, both),
    ]
    saved = [one.text for one in _saved_picture(woods, 1).texts]
    assert {"owner", "ann", "ann (new)", "bob", "other classes or no value"} < {*saved}
    _show(woods, "ann (7)")
    left = {name for name, owner in OWNER.items() if owner != "ann"}
    assert {*_named(_picture(woods, 1))} <= left

    _choose(woods, across=2, color="kind")
    assert {*_named(_picture(woods, 0))} - left, "all classes are shown again"
    assert all(box.is_selected() for box in _all(woods, ".classes input"))
    _choose(woods, color="age")
    _show(woods, "c (5)")
    left = [name for name in NAMES if KINDS[name] != "c"]
    for k in (0, 1):
        picture, saved = _picture(woods, k), _saved_picture(woods, k)
        assert {*_named(picture), *_named(saved)} <= {*left}
        assert len(picture.markers) == len(left) == 12
        texts = [one.text for one in saved.texts]
        legend = texts[texts.index("kind") + 1 : texts.index("age")]
        assert legend == ["b", "b (new)", "f", "f (new)", "w"]
        of_samples, of_legend = saved.markers[:12], saved.markers[12:]
        assert len({one.color for one in of_samples}) > 5
        assert [one.color for one in of_legend] == [GRAY] * 5, "not the color of a number"
    _find(woods, "e", Keys.ENTER)
    named = [name for name in left if "e" in name and name != EVIL]
    assert _strong(woods, 1) - {EVIL} == {*named}
    _show(woods, "c (5)")
    assert _strong(woods, 1) > {*named}
    assert woods.faults() == []


def test_ellipses_and_a_path_in_time_are_drawn_on_demand_and_explained(woods):
    """The class w has one sample, and no ellipse."""
    assert _note(woods) == "Hollow: new samples."
    _show(woods, "ellipses of the mean")
    assert _outlined(woods) == {"scores": [[]] * 2, "mean": [[BLUE, RED, GREEN]] * 2}
    assert "Hotelling" in _note(woods) and "χ²" not in _note(woods)
    _show(woods, "ellipses of the scores")
    assert _outlined(woods)["scores"] == [[BLUE, RED, GREEN]] * 2
    assert "χ²" in _note(woods)
    _show(woods, "path")
    assert _in_path(woods) == [[15], [15]], "all with a date"
    assert all(text in _note(woods) for text in ("“planted”", "1999-09-09", "2020-06-30"))
    below = f"return {MAP}.plots.map(({{ figure, lines }}) => figure.renderers[0] === lines.path)"
    assert _run(woods, below) == [True, True]
    _show(woods, "c (5)")
    assert _outlined(woods)["mean"] == [[BLUE, GREEN]] * 2
    assert _in_path(woods) == [[10], [10]]
    before = _run(woods, f"return {MAP}.plots[0].lines.mean.data_source.data.xs[0]")
    _choose(woods, across=2)
    assert _run(woods, f"return {MAP}.plots[0].lines.mean.data_source.data.xs[0]") != before
    paths = ElementTree.fromstring(_vectors(woods, 0, 84)).iter(f"{SVG}path")
    corners = [one.get("d", "").count("L") for one in paths]
    assert len([count for count in corners if count > 60]) == 4
    assert 9 in corners, "the path"
    lasso = f"{MAP}.plots[0].figure.toolbar.tools.find((one) => /Lasso/.test(one.type))"
    layers = f"return [{lasso}.renderers.length, {MAP}.plots[0].layers.length]"
    assert len({*_run(woods, layers)}) == 1, "a lasso selects no ellipse"
    assert woods.inaccessible() == []
    for text in ("ellipses of the mean", "path"):
        _show(woods, text)
    assert _outlined(woods)["mean"] == [[], []]
    assert _in_path(woods) == [[], []]
    assert "Line" not in _note(woods)
    assert woods.faults() == []


def _in_path(browser):
    """How many samples the path of each map joins, where it is shown."""
    own = f"(x) => [...x].filter((one) => {MAP}.source.data[`x${{k}}`].includes(one)).length"
    of_path = f"lines.path.data_source.data.xs.map({own})"
    return _run(browser, f"return {MAP}.plots.map(({{ lines }}, k) => {of_path})")


def _outlined(browser):
    """The colors of the ellipses on both maps, by their kind."""
    of_kind = "lines[arguments[0]].data_source.data.color"
    colors = f"return {MAP}.plots.map(({{ lines }}) => {of_kind})"
    return {
        kind: [[tuple(bytes.fromhex(color[1:])) for color in one] for one in found]
        for kind in ("scores", "mean")
        for found in [_run(browser, colors, kind)]
    }


EIGHT = ["Oak, red", 'the "old" ash', 'pine, "Scots", tall', "lime", "rowan", "hazel", "alder"]
EIGHT += ["fir"]


def test_samples_in_a_lasso_are_listed_named_darker_and_saved_with_all_components(
    woods, scores, tmp_path
):
    frame = _frame(woods)
    path = ActionChains(woods.driver).move_to_element_with_offset(frame, *_place(woods, "plum"))
    path.click().perform()
    _settle(woods)
    assert _status(woods).startswith("1 of 17 samples is selected: plum")
    _frame(woods, 1)
    _select_eight(woods)
    assert _status(woods) == f"8 of 17 samples are selected: {', '.join(EIGHT)}"
    for k in (0, 1):
        picture = _picture(woods, k)
        # How many names have room beside those of the oak and of a class depends on the font.
        assert {*EIGHT} >= _strong(woods, k) and len(_strong(woods, k)) >= 5
        assert {*_named(picture)} - {*EIGHT}, "the others are read, too"
        opacities = [one.opacity for one in picture.markers if one.filled]
        # A color has eight bits of opacity.
        assert sorted(opacities) == pytest.approx([0.255] * 7 + [0.85] * 7, abs=0.5 / 255)
    saved = _saved(woods, "Save selection (CSV)", tmp_path / "woods-selection.csv")
    table, columns = pd.read_csv(saved, index_col="name"), scores.columns
    assert [*table.index] == EIGHT
    # Six digits of numbers of single precision.
    rounding = 0.5e-5 + 2.0**-24
    np.testing.assert_allclose(table[columns], scores.loc[EIGHT], rtol=rounding, atol=0)


def _select_eight(woods):
    """Draw a lasso on the second map around the samples left of box."""
    (left, _), (_, top), (_, bottom), (right, _) = (
        _place(woods, name, 1) for name in ("lime", "fir", "alder", "box")
    )
    corners = [(left - 12, top - 12), (right - 12, top - 12), (right - 12, bottom + 12)]
    corners += [(left - 12, bottom + 12), (left - 12, top - 10)]
    frame = _frame(woods, 1)
    # A pointer that is down and does not move for long would press, and draw nothing.
    path = ActionChains(woods.driver, duration=50).move_to_element_with_offset(frame, *corners[0])
    path.click_and_hold()
    for one in corners[1:]:
        path.move_to_element_with_offset(frame, *one)
    path.release().perform()
    _settle(woods)


def test_a_name_that_is_typed_selects_samples_whose_nearest_ones_and_columns_are_told(woods):
    assert "Clear selection" not in [one.text for one in _all(woods, "button")]
    _all(woods, ".table summary")[0].click()
    _settle(woods)
    assert [row.text for row in _all(woods, "tbody th")] == NAMES
    assert [one.text for one in _all(woods, "thead th")][:6] == [
        *("PCA", "Kernel PCA, Gaussian", "name", "kind", "component 1", "component 2"),
    ]
    assert woods.inaccessible() == []
    _find(woods, "oak")
    assert [row.text for row in _all(woods, "tbody th")] == ["Oak, red"]
    assert _status(woods).startswith("1 of 17 samples is selected: Oak, red")
    _find(woods, "ea")
    assert _status(woods) == "2 names contain “ea”. Enter selects them."
    _find(woods, "oakx")
    assert _status(woods) == "No name contains “oakx”."
    assert _run(woods, f"return {MAP}.chosen") == []
    _find(woods, "yew")
    near = _status(woods).partition("the nearest first: ")[2]
    assert near.startswith("pear, ") and sum(name in near for name in NAMES) == 5
    _find(woods, "elm")
    assert _status(woods).endswith("@{row} +2.3")


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
    order = np.argsort(-np.abs(APART[chosen].mean(axis=0)))
    np.testing.assert_allclose(selected["right"], APART[chosen].mean(axis=0)[order], atol=1e-6)
    assert others["right"] != selected["right"]
    axis = f"{MAP}.of_profile.roots()[0].left[0]"
    labels = _run(woods, f"return [...{axis}.major_label_overrides.values()]")
    assert labels == [(HEIGHT, EVIL, "age")[j] for j in order]
    (figure,) = _all(woods, ".profile")
    assert "the 3 selected samples" in figure.text and "the 14 others" in figure.text
    assert woods.inaccessible() == []
    (_, _, (width,)) = _lefts_and_tops(woods, ".profile")
    (_, _, (frame,)) = _lefts_and_tops(woods, ".profile [role=img] > :first-child")
    assert width == frame
    woods.look("desk", "dark")
    assert _profile(woods)[1]["color"] == "#e8e8e8"
    _button(woods, "Clear selection").click()
    assert _profile(woods) is None
    assert figure.get_property("childElementCount") == 0
    assert woods.faults() == []


def test_keys_and_the_wheel_with_ctrl_zoom_a_map_whose_tools_have_names_for_a_screen_reader(woods):
    frame, (first, other) = _frame(woods), _run(woods, RANGES)
    width = first[1] - first[0]
    frame.send_keys("+")
    zoomed = _run(woods, RANGES)
    assert zoomed[0][1] - zoomed[0][0] == pytest.approx(0.8 * width, abs=1e-13)
    assert zoomed[1] == other
    _find(woods, "yew")
    assert _run(woods, RANGES) == zoomed, "another drawing keeps what is seen"
    frame.send_keys("0")
    _settle(woods)
    assert _run(woods, RANGES)[0] == pytest.approx(first, abs=1e-13)
    _run(woods, "window.scrollBy(0, -200)")
    top, origin = _run(woods, "return window.scrollY"), ScrollOrigin.from_element(frame)
    ActionChains(woods.driver).scroll_from_origin(origin, 0, 120).perform()
    time.sleep(0.3)
    assert _run(woods, RANGES)[0] == pytest.approx(first, abs=1e-13)
    assert _run(woods, "return window.scrollY") > top
    ctrl = ActionChains(woods.driver).key_down(Keys.CONTROL)
    ctrl.scroll_from_origin(origin, 0, -120).key_up(Keys.CONTROL).perform()
    time.sleep(0.3)
    start, end, *_ = _run(woods, RANGES)[0]
    assert end - start < width
    found, lasso = _buttons_of_tools(woods), "Select the samples in a lasso"
    assert len(found) >= 10
    assert all(name for name, _ in found)
    assert found.count((lasso, "true")) == 2, "ready where no finger has to move the page"
    tools = f"{MAP}.plots[0].figure.toolbar.tools"
    _run(woods, f"{tools}.find((one) => one.type === 'PanTool').active = true")
    _settle(woods)
    found = _buttons_of_tools(woods)
    assert (found.count((lasso, "true")), found.count((lasso, "false"))) == (1, 1)


def _buttons_of_tools(browser):
    """Names and states of the buttons in toolbars, as a screen reader has them."""
    bars = f"{MAP}.plots.flatMap(({{ view }}) => within(view.shadow_el, '[role=toolbar]'))"
    buttons = f"{bars}.flatMap((bar) => within(bar.shadowRoot, '[role=button]'))"
    seen = f"{buttons}.filter((one) => one.checkVisibility())"
    states = _run(browser, f"return {seen}.map((one) => [one.ariaLabel, one.ariaPressed])")
    return [*map(tuple, states)]


def test_the_switch_shows_the_other_scale_and_keeps_what_is_chosen_and_selected(woods):
    before = _run(woods, f"return [...{MAP}.source.data.x0]")
    assert _pressed(woods) == ["as measured"]
    _choose(woods, across=1, color="owner")
    _find(woods, "yew")
    _menu(woods, "Show")[0].click()
    _switch(woods, "standardized")
    assert _pressed(woods) == ["standardized"]
    assert _run(woods, "return document.activeElement.textContent") == "standardized"
    variances = np.linalg.eigvalsh(np.corrcoef(POINTS[:14].T))[::-1]
    found = _run(woods, f"return {MAP}.numbers.maps[0].scores.map((one) => [...one])")
    own = (np.array(found)[:2, :14] ** 2).mean(axis=1)
    np.testing.assert_allclose(own, variances[:2], rtol=1e-5)
    np.testing.assert_allclose(_run(woods, f"return [...{MAP}.source.data.x0]"), found[1])
    state = f"return [{MAP}.choice, {MAP}.chosen, {MAP}.shows.names]"
    assert _run(woods, state) == ["beside0", [NAMES.index("yew")], False]
    assert _shown(woods, ".verdict [data-scale]") == [False, True]
    assert _shown(woods, ".verdict summary") == [True], "the tests are of the first scale"
    assert _shown(woods, ".of-first") == [True], "the verdict is on components 1 and 2"
    assert _shown(woods, ".of-axes") == [False] * 2, "so are the neighbors that a map keeps"
    folds = woods.driver.find_elements(By.CSS_SELECTOR, "main > .fold > summary")
    assert folds and all(one.text.endswith(" (columns as measured)") for one in folds)
    _choose(woods, across=0)
    _switch(woods, "as measured")
    assert _shown(woods, ".of-first") == [False]
    assert _shown(woods, ".of-axes") == [True] * 2
    assert _run(woods, f"return [...{MAP}.source.data.x0]") == before
    captions = [one.text for one in _all(woods, ".maps figcaption")]
    _run(woods, f"{MAP}.scales[1].maps.reverse()")
    _switch(woods, "standardized")
    moved = [one.text for one in _all(woods, ".maps figcaption")]
    are_told = ["the folds below have the other order" in text for text in captions + moved]
    assert are_told == [False, False, True, False]
    assert woods.faults() == []
    assert woods.inaccessible() == []


def _shown(browser, selector):
    return [one.is_displayed() for one in browser.driver.find_elements(By.CSS_SELECTOR, selector)]


def _pressed(browser):
    return [one.text for one in _all(browser, ".switch [aria-pressed=true]")]


def _switch(browser, scale):
    _button(browser, scale).click()
    are_drawn = f"return {MAP}.plots?.every(({{ view }}) => view)"
    WebDriverWait(browser.driver, 20).until(lambda driver: driver.execute_script(are_drawn))
    _settle(browser)


def test_saved_pictures_have_the_names_the_widths_and_the_part_of_the_map_that_is_seen(
    woods, tmp_path
):
    # Chromium completes a name without an ending, other browsers do not.
    _run(
        woods,
        "const {click} = HTMLAnchorElement.prototype; window.names = [];"
        "HTMLAnchorElement.prototype.click ="
        " function () { window.names.push(this.download); click.call(this); }",
    )
    of_rbf = tmp_path / "woods-map-kernel-pca-gaussian.svg"
    saved = _saved(woods, "Save as SVG", of_rbf, 1)
    shown = MapPicture(saved.read_text(encoding="utf-8"))
    labels = ["b", "b (new)", "c", "c (new)", "f", "f (new)", "w"]
    lines = sorted((one.y, one.x, one.text) for one in shown.texts if one.text in labels)
    assert [text for _, _, text in lines] == labels
    # On the page the names of the classes stand in the map.
    assert {t.text for t in _picture(woods, 1).texts if t.text in labels} == {*"bcfw"}
    for width, dots in ((84, 992), (174, 2055)):
        file = _saved(woods, f"Save as PNG, {width} mm", tmp_path / f"woods-map-pca-{width}mm.png")
        with Image.open(file) as picture:
            picture.load()
            assert picture.size[0] == dots
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            assert len(picture.convert("RGB").getcolors(10**6)) > 20
    names = [of_rbf.name, "woods-map-pca-84mm.png", "woods-map-pca-174mm.png"]
    assert _run(woods, "return window.names") == names
    _check_view(woods)
    _choose(woods, color=HEIGHT)
    _check_gradient(ElementTree.fromstring(_vectors(woods, 1, 84)))


def _check_gradient(root):
    """The bar of numbers as colors, which BokehJS draws as an image, has no pixels."""
    kinds = [one.tag.removeprefix(SVG) for one in root.iter()]
    assert "image" not in kinds
    (scale,) = root.iter(f"{SVG}linearGradient")
    (bar,) = (one for one in root.iter(f"{SVG}rect") if one.get("fill") == "url(#numbers)")
    assert scale.get("id") == "numbers"
    # From low at the bottom to high at the top.
    assert [scale.get(key) for key in ("x1", "y1", "x2", "y2")] == ["0", "1", "0", "0"]
    stops = [(float(one.get("offset")), one.get("stop-color")) for one in scale]
    assert stops == [(at / 16, color) for at, color in enumerate(map(str.lower, cividis(17)))]
    assert float(bar.get("height")) > float(bar.get("width")) > 0.0
    assert root.get("width") == "84mm"
    texts = {one.text for one in root.iter(f"{SVG}text")}
    assert {"woods", HEIGHT, "b", "f (new)"} < texts
    assert any(text.startswith("Kernel PCA, Gaussian") for text in texts)
    assert any(text.startswith("component 2 (") for text in texts)


def _check_view(browser):
    """After a zoom a saved picture shows what is seen, with the same scale for both axes."""
    _frame(browser).send_keys("++")
    _settle(browser)
    script = f"""
      const done = arguments[0], first = {MAP}, made = plot_of;
      const view = ({{ x_range: x, y_range: y, inner_width: width, inner_height: height }}) =>
        [[x.start, x.end, y.start, y.end], width / height];
      let copied;
      plot_of = (...given) => (copied = made(...given));
      vectors(first, 0, 174).then(() => {{
        plot_of = made;
        const {{ figure }} = copied;
        done([view(first.plots[0].figure), view(figure), figure.below[0].ticker.desired_num_ticks]);
      }});
    """
    (seen, shape), (saved, own), ticks = browser.driver.execute_async_script(script)
    assert saved == seen
    # A frame has whole pixels.
    assert own == pytest.approx(shape, rel=2e-3, abs=0)
    assert ticks == 8


def test_mirror_turns_both_maps_around_and_their_saved_pictures(woods):
    before, middles = _run(woods, RANGES), _middles(woods, _picture(woods, 0), 0)
    _all(woods, "[aria-label='Mirror horizontally']")[0].click()
    _settle(woods)
    turned = [[end, start, *up] for start, end, *up in before]
    np.testing.assert_allclose(_run(woods, RANGES), turned)
    after = _middles(woods, _picture(woods, 0), 0)
    np.testing.assert_allclose(after[:, 1], middles[:, 1], atol=PIXEL)
    assert np.ptp(after[:, 0] + middles[:, 0]) < 2 * PIXEL
    saved = [one.x for one in _saved_picture(woods, 0).markers[:17]]
    drawn = [one.x for one in _picture(woods, 0).markers]
    assert np.corrcoef(drawn, saved)[0, 1] > 0.999
    _frame(woods).send_keys("0")
    _settle(woods)
    np.testing.assert_allclose(_run(woods, RANGES), turned)


def _contrast(one, other):
    """The contrast of two colors (WCAG 2), from 1 to 21."""
    sizes = []
    for color in (one, other):
        parts = np.array([*bytes.fromhex(color.removeprefix("#"))]) / 255.0
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        sizes.append(float(linear @ [0.2126, 0.7152, 0.0722]) + 0.05)
    return max(sizes) / min(sizes)


OF_MAP = f"""
const {{ figure, labels, halo }} = {MAP}.plots[0], axis = figure.below[0];
return [figure.background_fill_color, figure.border_fill_color, halo.text_outline_color.value,
        axis.axis_label_text_color, axis.major_label_text_color, labels.text_color.value];
"""


def test_a_page_follows_a_reader_who_makes_it_or_its_site_dark_and_is_light_on_paper(woods):
    paper = ["#ffffff"] * 3
    assert _run(woods, OF_MAP)[:3] == paper
    light = _listed(woods)
    of_site = project.file("kpca/site/assets/site.css").read_text()
    style = "window.own = document.createElement('style'); own.textContent = arguments[0];"
    dark = "document.head.append(own); document.body.dataset.theme = 'dark'"
    _run(woods, f"{style} {dark}", of_site)
    _settle(woods)
    assert _run(woods, OF_MAP)[0] == "#1b1b1b"
    _run(woods, "own.remove(); delete document.body.dataset.theme")
    _settle(woods)
    assert _run(woods, OF_MAP)[:3] == paper
    woods.look("desk", "dark")
    _settle(woods)
    frame, border, halo, *texts = _run(woods, OF_MAP)
    assert frame == border == halo
    assert _contrast(frame, "#000000") < 1.5
    assert all(_contrast(frame, text) > 4.5 for text in texts)
    for color in (*palette.COLORS, palette.GRAY):
        assert _contrast(frame, _run(woods, "return shade(arguments[0], true)", color)) > 3.0
    of_blue = _run(woods, "return shade('#0072B2', true)")
    assert tuple(bytes.fromhex(of_blue[1:])) in {one.color for one in _picture(woods, 0).markers}
    assert _listed(woods) != light
    assert woods.inaccessible() == []
    _choose(woods, color="age")
    lowest = _run(woods, f"return {MAP}.plots[0].bar.color_mapper.palette[0] >>> 8")
    assert _contrast(frame, f"{lowest:06x}") > 1.8
    _choose(woods, color="kind")
    assert {one.color for one in _saved_picture(woods, 0).markers} == set(COLOR.values())
    _find(woods, "ea", Keys.ENTER)
    media = {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    woods.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    _settle(woods)
    try:
        assert _run(woods, OF_MAP)[:3] == paper
        controls = _all(woods, "button, [data-map] select")
        assert controls and not any(one.is_displayed() for one in controls)
        back = woods.driver.find_element(By.TAG_NAME, "body").value_of_css_property("background")
        assert back.startswith("rgb(255, 255, 255)")
        assert all(one.is_displayed() for one in _all(woods, ".plot"))
    finally:
        woods.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "screen"})
    woods.look("desk", "light")
    _settle(woods)
    assert _run(woods, OF_MAP)[:3] == paper
    assert _listed(woods) == light


def test_a_second_map_of_one_shape_is_shown_on_demand_as_large_as_the_first_with_all_tools(
    browser, tmp_path, no_pictures
):
    TREES.loc[:13, "name":"age"].to_csv(tmp_path / "same.csv", index=False)
    _open(browser, _map_of(tmp_path / "same.csv", "--gamma", "1e-6"))
    (_, _, (first, second)) = _lefts_and_tops(browser, "[data-map] .plot")
    assert first > 750 and second == 0, "what the table beside it leaves of a desk"
    (line,) = _all(browser, ".maps > .note")
    assert line.text.startswith(
        "Kernel PCA, Gaussian, shows nearly the same: turned and scaled, it differs by"
    )
    assert 850 < line.rect["y"] + line.rect["height"] <= 900, "where the first screen ends"
    (_, (before,), _) = _lefts_and_tops(browser, ".table summary")
    _all(browser, ".table summary")[0].click()
    _settle(browser)
    (_, (after, below), _) = _lefts_and_tops(browser, ".table summary, .table caption")
    assert before == after < below < 900, "the table opens beside the map, below its line"
    of_one = len(_buttons_of_tools(browser))
    button = line.find_element(By.TAG_NAME, "button")
    button.click()
    WebDriverWait(browser.driver, 20).until(lambda _: len(_buttons_of_tools(browser)) == 2 * of_one)
    (_, _, (first, second)) = _lefts_and_tops(browser, "[data-map] .plot")
    assert first == second > 400
    button.click()
    assert _lefts_and_tops(browser, "[data-map] .plot")[2][1] == 0, "it is hidden again"
    button.click()
    names = f"return {MAP}.plots.map(({{ labels }}) => labels.source.data.name.length)"
    # Names are placed once the maps have their new size.
    WebDriverWait(browser.driver, 20).until(lambda _: min(_run(browser, names)) > 0)


WAVES = np.arange(1000, 760, -20)
SIZE, PRINTED = 'width="20" height="20"', ("#ffffff", "#000000", "#0072b2")


SPECTRA = 1000.0 * np.random.default_rng(4).normal(size=(2004, len(WAVES))).round(3)
SPECTRA[7, :6], SPECTRA[123, 6:] = 30000.0, 30000.0
"""Over wavenumbers that descend, as instruments write them, of twelve sites.

More than 2,000, of which two are odd, and one has no room for its name beside others.
"""


@pytest.fixture(scope="module")
def crowd_page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crowd")
    table = pd.DataFrame(SPECTRA, columns=[f"{wave} cm-1" for wave in WAVES])
    table.insert(0, "name", [f"sample {i}" for i in range(len(table))])
    table["site"] = [f"site {i % 12:02d}" for i in range(len(table))]
    table.to_csv(folder / "crowd.csv", index=False)
    parts = [f'<rect x="{20 * k}" {SIZE} fill="{one}"/>' for k, one in enumerate(PRINTED)]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">{"".join(parts)}</svg>'
    drawn = ((sections.inside(svg.encode()), 60),)
    pictures = [sections.Picture(text, "Shades.", drawn) for text in ("Bars.", "Dark blue is low.")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sections, "pictures", lambda *_: {"Odd samples": pictures})
        return _map_of(folder / "crowd.csv", "--kernel", "linear", "--labels", "site")


@pytest.fixture
def crowd(browser, crowd_page):
    return _open(browser, crowd_page)


def test_pictures_are_read_on_a_dark_page_and_keep_the_colors_that_a_caption_names(
    browser, crowd_page
):
    _open(browser, crowd_page, theme="dark")
    _run(browser, "for (const one of document.querySelectorAll('.fold')) one.open = true")
    pictures = browser.driver.find_elements(By.CSS_SELECTOR, ".panels img")
    for picture, keeps in zip(pictures, (False, True), strict=True):
        shown = Image.open(BytesIO(picture.screenshot_as_png)).convert("RGB")
        places = [(round((k + 0.5) * shown.width / 3), shown.height // 2) for k in range(3)]
        paper, ink, blue = (bytes(shown.getpixel(one)) for one in places)
        assert _contrast(paper.hex(), ink.hex()) > 7
        assert _contrast(paper.hex(), blue.hex()) > 2.5
        assert (ink < paper, max(blue) == blue[2]) == (keeps, True)


def test_of_a_crowd_the_odd_samples_have_names_and_others_where_they_have_room(crowd):
    names = f"return {MAP}.plots[0].labels.source.data.name"
    odd = ["sample 123", "sample 7"]
    assert {*odd} == {*_run(crowd, names)}, "and no other, because there are odd ones"
    for name in odd:
        crowd.driver.find_element(By.XPATH, f"//*[@data-samples][contains(., '{name}')]").click()
        assert _status(crowd).startswith(f"1 of 2004 samples is selected: {name}")
    every = crowd.driver.find_element(By.CSS_SELECTOR, "[data-samples]")
    _run(crowd, "arguments[0].dataset.samples = '[7, 123]'; arguments[0].click()", every)
    assert _status(crowd).startswith("2 of 2004 samples are selected: sample 7, sample 123.")
    _button(crowd, "Clear selection").click()
    _settle(crowd)
    _show(crowd, "names")
    shown = _run(crowd, names)
    assert {*odd} <= {*shown}
    near_zero = (
        "{ range.have_updated_interactively = true; range.setv({ start: -7e3, end: 7e3 }); }"
    )
    ranges = "for (const range of [figure.x_range, figure.y_range])"
    plot = f"const {{ figure, view, labels }} = {MAP}.plots[0]; let drawn;"
    note = "view.repainted.connect(() => { drawn = labels.source.data.name; });"
    at_once = "return (async () => { await null; return drawn; })()"
    drawn = _run(crowd, f"{plot} {note} {ranges} {near_zero} {at_once}")
    _settle(crowd)
    near = {*_run(crowd, names)}
    assert near == {*drawn}, "also where the browser is late to draw"
    assert len(near) > 2 * len(shown), "those in the frame have more room"
    assert not near & {*odd}
    _frame(crowd).send_keys("0")
    _settle(crowd)
    assert _run(crowd, names) == shown
    crowd.look("phone", "light")
    _settle(crowd)
    assert {*odd} <= {*_run(crowd, names)}
    _run(crowd, f"{MAP}.repaint()")
    plot, classes = (_all(crowd, selector)[0].rect["y"] for selector in (".plot", ".classes"))
    assert plot < classes, "on a phone a long list of classes stands below the map"
    assert [one for one in crowd.faults() if "WebGL" not in one] == []


def test_spectra_of_twelve_classes_have_a_profile_of_lines_and_are_saved_as_vectors(
    crowd, tmp_path
):
    assert _run(crowd, f"return {MAP}.plots[0].figure.output_backend") == "webgl"
    listed, sites = _listed(crowd), [f"site {k:02d}" for k in range(12)]
    assert [text for text, _, _ in listed] == [f"{site} (167)" for site in sites]
    values = ".map(({renderer: {glyph}}) => [glyph.fill_color.value, glyph.marker.value])"
    drawn = _run(crowd, f"return {MAP}.plots[0].layers{values}")
    assert len({*map(tuple, drawn)}) == 12
    chosen = [1, 4, 6]
    _run(crowd, f"{MAP}.select({chosen})")
    thin, selected, others = _profile(crowd)
    np.testing.assert_allclose(thin["ys"], SPECTRA[chosen], rtol=1e-6)
    np.testing.assert_allclose(thin["xs"], [WAVES] * 3, atol=0)
    np.testing.assert_allclose(selected["y"], SPECTRA[chosen].mean(axis=0), rtol=1e-5)
    assert others["y"] != selected["y"]
    figure = f"const figure = {MAP}.of_profile.roots()[0];"
    ends = "return [figure.x_range.start, figure.x_range.end, figure.below[0].axis_label]"
    assert _run(crowd, f"{figure} {ends}") == [1000, 780, "column [cm-1]"]
    text = _saved(crowd, "Save as SVG", tmp_path / "crowd-map-pca.svg").read_text(encoding="utf-8")
    assert "<image" not in text
    picture = MapPicture(text)
    assert len(picture.markers) == 2004 + 12
    assert [one.text for one in picture.texts if one.text.startswith("site ")] == sites
    assert {"sample 7", "sample 123"} <= {one.text for one in picture.texts}
    title = "Classical scaling of the given distances (principal coordinates)"
    _run(crowd, f"{MAP}.about.maps[0].title = '{title}'; {MAP}.shows.names = true")
    texts = MapPicture(_vectors(crowd, 0, 84)).texts
    left = 2004 - sum(one.text.startswith("sample ") for one in texts)
    said = _run(crowd, f"return {MAP}.of_saved.textContent")
    assert said == f"{left} names have no room in this picture."
    lines = [one for one in texts if one.text in title]
    assert " ".join(one.text for one in lines) == title and len(lines) > 1
    assert all(one.y > LINE and one.x + 7 * len(one.text) < 330 for one in lines), "of 317 pixels"
    _run(crowd, f"{MAP}.group.classes.forEach((one, at) => {{ one.label = `k${{at}}`; }})")
    of_legend = [one for one in MapPicture(_vectors(crowd, 0, 84)).texts if one.text[0] == "k"]
    assert len(of_legend) == 12 and max(one.x for one in of_legend) < 300, "of 317 pixels"
    assert [one for one in crowd.faults() if "WebGL" not in one] == []


def test_the_scripts_read_every_field_that_python_writes_and_no_other(woods, woods_page):
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
        _open(woods, woods_page)
        _all(woods, ".table summary")[0].click()
        _settle(woods)
        _saved_picture(woods, 0)
        _run(woods, f"{MAP}.select([1, 2]); rows_of({MAP}.about, {MAP}.numbers, [1], true)")
        _settle(woods)
        _choose(woods, color="owner")
        read = _run(woods, "return [...window.read]")
    finally:
        woods.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    data, _ = json.loads(_run(woods, "return document.getElementById('map-data').textContent"))
    assert set(read) == written(data)
    assert woods.faults() == []


def test_menus_close_the_pointer_counts_and_a_finger_sees_what_it_selects(browser, tmp_path):
    """The last sample of seven lies apart; one of two samples lies at the place of four others."""
    rows = [[1.0, 2.0, 3.0]] * 5 + [[2.0, 1.0, 7.0], [9.0, 4.0, 1.0]]
    table = pd.DataFrame(rows, index=[*"abcdefg"], columns=["long", "length", "wide"])
    table.to_csv(tmp_path / "same.csv", index_label="name")
    page = _map_of(tmp_path / "same.csv", "--names", "name", "--kernel", "linear")
    _open(browser, page)
    assert "name: a and 4 more here" in _pointed(browser, NAMES[0])
    ActionChains(browser.driver).click().perform()
    assert _status(browser).startswith("1 of 7 samples is selected: a"), "one, not all five"
    assert "name: gT²" in _pointed(browser, NAMES[6]), "the next line is another one"
    ActionChains(browser.driver).key_down(Keys.SHIFT).click().key_up(Keys.SHIFT).perform()
    assert _run(browser, f"return {MAP}.chosen") == [0, 6], "one more"
    axes, show = _all(browser, ".menu")[:2]
    for menu, closes in (
        (axes, lambda: ActionChains(browser.driver).send_keys(Keys.ESCAPE).perform()),
        (show, browser.driver.find_element(By.TAG_NAME, "h1").click),
    ):
        menu.click()
        assert menu.get_attribute("open")
        closes()
        assert not menu.get_attribute("open")
    (field,) = _all(browser, "input[list]")
    field.click()
    field.send_keys("len", Keys.ENTER)
    assert field.get_property("placeholder") == "length"

    _open(browser, page, "phone")
    ends = """return [...document.querySelectorAll("[data-map] :is(.plot, .status)")].map((one) =>
      one.getBoundingClientRect()).map(({ left, top, width, height }) =>
        [left + width / 2, top + height / 2, top]);"""
    _run(browser, "document.body.style.paddingTop = '500px'; by_finger = () => true")
    across, down = _place(browser, NAMES[6])
    for height, beside in ((400, 0), (800, 0), (400, 12)):
        _run(browser, f"{MAP}.select([])")
        ((left, middle, _), _) = _run(browser, ends)
        _run(browser, "scrollBy(0, arguments[0])", middle + down - height)
        path = ActionChains(browser.driver)
        path.w3c_actions.pointer_action.move_to_location(left + across - beside, height).click()
        path.perform()
        time.sleep(1)
        ((_, middle, _), (_, _, top)) = _run(browser, ends)
        assert _status(browser).startswith("1 of 7 samples is selected: g")
        assert 500 < top < 844, "in sight, and not over the point that is touched"
        assert middle + down == pytest.approx(min(height, top - 20), abs=2)
    _run(browser, f"scrollTo(0, 0); {MAP}.seek([6])")
    time.sleep(1)
    ((_, middle, _), (_, _, top)) = _run(browser, ends)
    assert top > 844 * 2 / 3 and middle + down == pytest.approx(top - 20, abs=2)
    _all(browser, ".close")[0].click()
    assert _status(browser) == "No sample is selected: tap a point, or type a name."
