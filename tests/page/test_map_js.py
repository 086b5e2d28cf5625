"""The functions of a map that need no page, in the JavaScript engine that renders the formulas."""

import csv
import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from watched_data import WATCHED

from kpca.interpretation.supplementary import fitted
from kpca.page import scripts
from kpca.page.map_data import (
    Arrows,
    Beside,
    Column,
    Component,
    Look,
    MapData,
    OneMap,
    Scale,
    encoded,
)

NAMES = ["Oak, red", 'the "old" ash', "yew", "elm", "fir", "ELDER", "tea\nrose"]
COLUMNS = {"height, m": [3, 1.25, -7, 2, 9, 4, 0.5], "age": [1, 2, 3, 4, 5, 6, 8], "p{H}": [5] * 7}
SCORES = [
    [[1.5, -2, 0.25, 4, 3, -6, 7], [2, 8, -3, 1, 0.5, 6, -1], [-5, 2, 0.5, 1, -4, 1.25, 0]],
    [
        *([3, 1, 4, -1, 5, -9, 2], [6, -5, 3.5, 8, 9, 7, -2], [0.125, 4, 6, -2, 8, 3, -3]),
        *([2, 7, 1, 8, -2, 8.5, 1.75], [1, -6, 1.625, 0, 3.25, 5, 9]),
    ],
]
SHARES = [[0.5, 0.75, 0.25, 1, 0.125, 0.625, 0.875], [0.375, 0.0625, 1, 0.5, 0.25, 0.75, 0.1875]]
STATISTICS = [
    {"T²": [0.5, 2, 1, 3, 4, 0.25, 7], "SPE": [1, 0.125, 0, 0.5, 2, 3, 9]},
    {"T²": [5, 6, 7, 8, 9, 10, 11], "SPE": [0.75, 0.5, 0.25, 0, 1, 2, 3]},
]
ATOB = """
function atob(text) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const six = (letter) => letters.indexOf(letter).toString(2).padStart(6, "0");
  const bytes = [...text.replaceAll("=", "")].map(six).join("").match(/.{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => parseInt(byte, 2)));
}
"""
"""A function that browsers have, and a JavaScript engine by itself has not."""

AS_LISTS = "(_, value) => (ArrayBuffer.isView(value) ? [...value] : value)"


def _encoded(values):
    return encoded(np.array(values))


def _map(k, name, variables):
    components = [
        Component(f"{name}: c{at + 1}", f"{name} {at + 1} (9 %)", _encoded(scores))
        for at, scores in enumerate(SCORES[k])
    ]
    title, meaning = f"{name}, a kernel", "Look for groups."
    share = _encoded(SHARES[k])
    statistics = [
        Column(f"{name}: {what}", _encoded(STATISTICS[k][what])) for what in ("T²", "SPE")
    ]
    return OneMap(title, meaning, f"{name}-map", share, statistics, variables, components)


DAYS = ["2021-03-07", "2020-12-15", "", "2021-03-01", "2022-01-01", "2021-03-01", "2021-02-28"]
SOILS = [
    Look("clay", "#111111", "plus", False, 4),
    Look("sand", "#222222", "star", False, 2),
    Look("no value", "#777777", "circle", True, 1),
]
BETWEEN = [1, 0.25, -0.5, 0.25, 1, 0.125, -0.5, 0.125, 1]
ABOUT = MapData(
    alone="",
    scaled="as measured",
    first_columns=[2, 0],
    title="woods",
    names=NAMES,
    rows=[1, 2, 3, 4, 5, 1, 2],
    is_new=[False] * 5 + [True] * 2,
    nearest=[[1, 2], [0, 2], [6, 0], [2, 1], [5, 3], [4, 3], [2, 0]],
    classes=[
        Look("b", "#b00000", "square", False, 3),
        Look("no class", "#777777", "circle", True, 1),
        Look("a", "#00a000", "hex", False, 2),
        Look("d", "#0000d0", "star", False, 1),
    ],
    class_of=[2, 0, 1, 0, 3, 2, 0],
    odd=[3, 1],
    of_classes="ki@nd",
    has_ellipses=True,
    with_names=True,
    color="class",
    columns=[Column(name, _encoded(values)) for name, values in COLUMNS.items()],
    scale=None,
    more_columns=0,
    beside=[
        Beside("pH", "tables", _encoded([1, float("nan"), 3.5, 2, 4, 6, float("nan")]), [], [], []),
        Beside("day", "tables", "", DAYS, [], []),
        Beside("soil", "others", "", [], SOILS, [1, 0, 0, 1, 2, 0, 0]),
    ],
    maps=[
        _map(
            *(0, "linear"),
            Arrows(
                *(["rain"], [_encoded([0.9, 0.36, 0.48])], [_encoded([5, 0.9, 1.6])]),
                *([_encoded(BETWEEN)], [False], "p is 0.07", 4),
            ),
        ),
        _map(1, "rbf", None),
    ],
    most_in_hover=2,
    most_named=3,
    most_in_table=4,
    most_arrows=1,
)
CLASSLESS = {"classes": [{"label": "sample"}], "of_classes": "class"}


@pytest.fixture(scope="module")
def js():
    """The value of an expression in which ``about`` is ABOUT, and other names have given values."""
    from py_mini_racer import MiniRacer

    with MiniRacer() as engine:
        # The engine returns the last value, which no constant may be.
        for text in [
            ATOB,
            WATCHED,
            *((scripts.ASSETS / name).read_text() for name in scripts.FUNCTIONS),
        ]:
            engine.eval(f"{text}; 0")

        def value(expression, **given):
            given = {"about": ABOUT} | given
            names = ", ".join(given)
            call = f"(({names}) => ({expression}))({', '.join(map(_argument, given.values()))})"
            return json.loads(engine.eval(f"JSON.stringify({call}, {AS_LISTS}) ?? 'null'"))

        yield value


def _argument(value):
    text = scripts.as_json(value)
    return f"watched({text})" if isinstance(value, MapData) else text


def test_a_field_that_python_does_not_write_raises_an_error_when_it_is_read(js):
    from py_mini_racer import JSEvalException

    with pytest.raises(JSEvalException, match=r"\.maps\[\]\.titel is read and not written"):
        js("about.maps[1].titel")


def test_numbers_are_little_endian_and_of_single_precision(js):
    assert js("numbers('AADAPwAAAMDNzMw9')") == [1.5, -2, 0.10000000149011612]
    assert js("numbers(about.columns[0].values)") == COLUMNS["height, m"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0.10000000149011612", "0.1"),
        ("1234567.8", "1234570"),
        ("-0.000012345678", "-0.0000123457"),
        ("-12.34567", "-12.3457"),
        ("1.5e22", "1.5e+22"),
        ("-0", "0"),
        ("NaN", ""),
        ("-Infinity", ""),
    ],
)
def test_a_number_has_six_digits_and_what_is_not_finite_has_none(js, value, text):
    assert js(f"short({value})") == text


def test_the_extent_leaves_out_what_is_not_finite(js):
    values = "Float32Array.of(NaN, 4, Infinity, -2.5, 3, -Infinity)"
    assert js(f"extent({values})") == [-2.5, 4]


def test_the_page_has_its_numbers_decoded(js):
    assert js("decoded(about).columns") == list(COLUMNS.values())
    linear, rbf = js("decoded(about).maps")
    assert linear["statistics"] == [*STATISTICS[0].values()]
    assert (linear["scores"], rbf["scores"]) == tuple(SCORES)
    assert (linear["share"], rbf["share"]) == tuple(SHARES)
    assert "correlations" not in rbf
    np.testing.assert_array_equal(linear["correlations"], np.float32([[0.9, 0.36, 0.48]]))
    np.testing.assert_array_equal(linear["deviations"], np.float32([[5, 0.9, 1.6]]))
    np.testing.assert_array_equal(linear["between"], np.float32([BETWEEN]))


def test_the_fields_of_each_sample_are_those_that_glyphs_and_the_pointer_need(js):
    assert js("fields(about, decoded(about))") == {
        "name": NAMES,
        "row": ["1", "2", "3", "4", "5", "1 (new)", "2 (new)"],
        "label": ["a", "b", "no class", "b", "d", "a", "b"],
        "colored": [""] * 7,
        **{f"column{j}": values for j, values in enumerate(COLUMNS.values())},
        "beside0": [1, None, 3.5, 2, 4, 6, None],
        "beside1": js("measured(about.beside[1])"),
        **{"share0": SHARES[0], "x0": SCORES[0][0], "y0": SCORES[0][1]},
        **{"share1": SHARES[1], "x1": SCORES[1][0], "y1": SCORES[1][1]},
        **{"statistic0_0": STATISTICS[0]["T²"], "statistic0_1": STATISTICS[0]["SPE"]},
        **{"statistic1_0": STATISTICS[1]["T²"], "statistic1_1": STATISTICS[1]["SPE"]},
    }


def test_a_map_of_one_component_has_zeros_on_its_second_axis(js):
    assert js("first_axes(1)") == {"x": 0, "y": None}
    assert js("first_axes(2)") == {"x": 0, "y": 1}
    assert js("on_axis([[7, 8, 9]], null)") == [0, 0, 0]
    assert js("axis_of(about.maps[1].components, null)") == {**{"at": None, "label": ""}}


def test_the_choices_are_the_components_of_the_map_that_has_the_most(js):
    of_five = [[str(k), f"component {k + 1}"] for k in range(5)]
    assert js("axis_choices(about.maps)") == of_five
    assert js("axis_choices([{components: [7]}, {components: [8]}])") == []


@pytest.mark.parametrize(
    ("k", "chosen", "at", "label"),
    [
        (0, 0, 0, "linear 1 (9 %)"),
        (0, 2, 2, "linear 3 (9 %)"),
        (0, 3, 2, "linear 3 (9 %)"),
        (0, 4, 2, "linear 3 (9 %)"),
        (1, 0, 0, "rbf 1 (9 %)"),
        (1, 1, 1, "rbf 2 (9 %)"),
        (1, 2, 2, "rbf 3 (9 %)"),
        (1, 3, 3, "rbf 4 (9 %)"),
        (1, 4, 4, "rbf 5 (9 %)"),
    ],
)
def test_an_axis_has_the_label_of_its_component_or_of_the_last_one(js, k, chosen, at, label):
    shown = js(f"axis_of(about.maps[{k}].components, {chosen})")
    assert shown == {"at": at, "label": label}
    assert js(f"on_axis(decoded(about).maps[{k}].scores, {at})") == SCORES[k][at]


@pytest.mark.parametrize(
    ("r", "axes", "expected"),
    [
        ([0.9, 0.36, 0.48], [2, 1], [0.36, 0.48]),
        ([-0.7, 0.18, -0.24], [2, 1], [-0.18, 0.24]),
        ([-0.7, 0.18, -0.24], [1, 2], [0.24, -0.18]),
        ([-0.7, 0.18, -0.24], [0, None], [-0.7, 0]),
        ([-0.7, 0.18, -0.24], [2, 2], [-0.24, -0.24]),
        ([0.9, 0, 0], [2, 1], [0, 0]),
    ],
)
def test_an_arrow_has_slopes_of_correlations_over_deviations_and_the_length_of_their_fit(
    js, r, axes, expected
):
    """A component on both axes has its own correlation on each."""
    found = js("arrow(r, [5, 0.9, 1.6], [], axes)", r=r, axes=axes)
    # A few roundings of numbers below 1.
    assert found == pytest.approx(expected, abs=8 * 2.0**-52)


@pytest.mark.parametrize("axes", [[0, 1], [1, 0], [2, 1], [1, None], [0, 2]])
def test_an_arrow_of_a_variable_that_some_samples_lack_is_that_of_the_fit_to_the_others(js, axes):
    """Among these the scores are correlated."""
    Z = np.array([[4, 1, -2], [-3, 2, 0.5], [1, -2, 3], [0.5, 3, -1], [-2, -4, 1.5]])
    y = np.array([[2.0], [5.5], [-1], [3], [4]])
    R = np.corrcoef(np.column_stack([Z, y]).T)
    assert np.abs(R[:3, :3]).min() > 0.05
    given = {"r": R[3, :3].tolist(), "s": Z.std(axis=0).tolist(), "c": R[:3, :3].ravel().tolist()}
    found = js("arrow(r, s, c, axes)", axes=axes, **given)
    shown = [axis for axis in axes if axis is not None]
    arrow = fitted(Z[:, shown], y, 1).arrows[0]
    assert found[: len(shown)] == pytest.approx(arrow, abs=1e-12)
    assert found[len(shown) :] == [0] * (2 - len(shown))
    if len(shown) == 2:
        apart = js("arrow(r, s, [], axes)", axes=axes, **given)
        assert np.abs(np.array(apart) - arrow).max() > 0.02, "the control: uncorrelated scores"


def test_of_two_axes_with_the_same_scores_each_has_half_of_the_fit(js):
    assert js("coefficients([0.8, -0.8], -1)") == pytest.approx([0.4, -0.4], abs=1e-15)


def test_arrows_of_few_variables_are_shown_at_first(js):
    """ABOUT has four."""
    given = [{"about": replace(ABOUT, most_arrows=most)} for most in (3, 4, 5)]
    assert [js("arrows_at_first(about)", **one) for one in given] == [False, True, True]
    none = replace(ABOUT, maps=ABOUT.maps[1:])
    assert js("arrows_at_first(about)", about=none) is False


SPREAD = [[1, -1], [-1, 3, 1], [-5, 2, 0.5]]


def test_an_arrow_of_length_one_goes_nine_tenths_of_the_way_to_the_farthest_sample(js):
    """Upward to 3 on component 2, and on component 3 to 2 on one side and to -5 on the other."""
    across = js("room([0.36, 0.48], scores, [2, 1])", scores=SPREAD)
    assert across == pytest.approx(0.9 * 2 * 0.6 / 0.36, abs=2.0**-48)
    along = js("room([-0.18, 0.24], scores, [2, 1])", scores=SPREAD)
    assert along == pytest.approx(0.9 * 3 * 0.3 / 0.24, abs=2.0**-48)
    assert js("room([0, -0.5], scores, [2, 1])", scores=SPREAD) == pytest.approx(0.9, abs=2.0**-48)


def test_dashed_arrows_are_explained_where_there_are_some(js):
    assert js("of_arrows(null)") == js("of_arrows({doubtful: [false, false]})") == ""
    said = js("of_arrows({doubtful: [false, true], dashed: 'p is 0.07'})")
    assert said == " Dashed arrows: on the first components p is 0.07."


def test_all_arrows_have_the_scale_of_the_one_with_the_least_room(js):
    correlations = [[0.9, 0.36, 0.48], [-0.7, 0.18, -0.24], [0.4, 0, 0]]
    given = {"correlations": correlations, "scores": SPREAD}
    given |= {"deviations": [[5, 0.9, 1.6]] * 3, "between": [[]] * 3}
    one, other, none = js("tips(given, [2, 1])", given=given)
    assert one == pytest.approx([3 * 0.36, 3 * 0.48], abs=2.0**-48)
    assert other == pytest.approx([3 * -0.18, 3 * 0.24], abs=2.0**-48)
    assert none == [None, None], "not a number: neither an arrow nor a name at its tip"


@pytest.mark.parametrize(
    ("key", "x", "y"),
    [
        ("ArrowLeft", (10.8, 2.8), (-3, 3)),
        ("ArrowRight", (9.2, 1.2), (-3, 3)),
        ("ArrowUp", (10, 2), (-2.4, 3.6)),
        ("ArrowDown", (10, 2), (-3.6, 2.4)),
        ("+", (9.2, 2.8), (-2.4, 2.4)),
        ("=", (9.2, 2.8), (-2.4, 2.4)),
        ("-", (11, 1), (-3.75, 3.75)),
    ],
)
def test_a_key_moves_by_a_tenth_or_zooms_about_the_middle(js, key, x, y):
    """A reversed axis runs from 10 to 2, and moving right leads to smaller numbers."""
    found = js(f"after_key('{key}', [{{start: 10, end: 2}}, {{start: -3, end: 3}}])")
    # A few roundings of numbers below 16.
    assert [found[0]["start"], found[0]["end"]] == pytest.approx(x, abs=2.0**-48)
    assert [found[1]["start"], found[1]["end"]] == pytest.approx(y, abs=2.0**-48)


@pytest.mark.parametrize("key", ["0", "a", "Tab"])
def test_no_other_key_moves_a_map(js, key):
    assert js(f"after_key('{key}', [{{start: 10, end: 2}}, {{start: -3, end: 3}}])") is None


def test_samples_without_a_class_are_drawn_behind_and_new_samples_above_those_of_their_class(js):
    layers = js("layers_of(about)")
    assert [(one["at"], one["fresh"], one["label"], one["indices"]) for one in layers] == [
        (1, False, "no class", [2]),
        (0, False, "b", [1, 3]),
        (0, True, "b (new)", [6]),
        (2, False, "a", [0]),
        (2, True, "a (new)", [5]),
        (3, False, "d", [4]),
    ]


def test_the_legend_has_the_order_of_the_classes(js):
    labels = [one["label"] for one in js("in_legend(layers_of(about))")]
    assert labels == ["b", "b (new)", "no class", "a", "a (new)", "d"]


def test_one_class_has_no_title(js):
    assert js("title_of_classes(about)") == "ki@nd"
    assert js("title_of_classes(one)", one=CLASSLESS) == ""


@pytest.mark.parametrize(
    ("n", "size", "alpha"),
    [(17, 8, 0.85), (1600, 8, 0.75), (2000, 8, 30 / 2000**0.5), (2500, 5, 0.6), (90000, 5, 0.15)],
)
def test_markers_of_more_samples_are_smaller_and_let_more_through(js, n, size, alpha):
    filled, hollow = js(f"[false, true].map((fresh) => look(about.classes[2], fresh, {n}))")
    assert (filled["size"], hollow["size"]) == (size, size + 2)
    assert filled["fill_alpha"] == pytest.approx(alpha, abs=2.0**-52)
    assert (filled["marker"], filled["fill_color"], filled["line_color"]) == (
        "hex",
        "#00a000",
        None,
    )
    assert (hollow["marker"], hollow["fill_color"], hollow["line_color"]) == (
        "hex",
        None,
        "#00a000",
    )


def test_more_than_two_thousand_samples_are_many(js):
    assert js("[2000, 2001].map(are_many)") == [False, True]


def test_a_title_is_broken_at_blanks_and_a_long_word_is_not(js):
    lines = js("wrapped(['one two three', 'a exponential b c'], 8)")
    assert lines == ["one two", "three", "a", "exponential", "b c"]


def test_colors_are_the_class_one_color_the_share_or_a_column(js):
    """First the classes, also those of another column, and the columns that make the axes."""
    columns = [[f"column{j}", name, "column of the data"] for j, name in enumerate(COLUMNS)]
    of_all = [["one", "one color", ""], ["share", "share represented", ""]]
    expected = [["class", "ki@nd", "classes"], ["beside2", "soil", "others"]]
    expected += [columns[2], columns[0], *of_all, columns[1]]
    expected += [["beside0", "pH", "tables"], ["beside1", "day", "tables"]]
    assert js("color_choices(about)") == expected
    bare = "color_choices({...one, columns: [], first_columns: [], beside: []})"
    assert js(bare, one=CLASSLESS) == of_all
    twice = replace(ABOUT, of_classes="age")
    texts = [text for _, text, _ in js("color_choices(about)", about=twice)]
    assert [text for text in texts if "age" in text] == ["age", "age (column of the data)"]


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("AGE ", "column1"),
        ("soil", "beside2"),
        ("p{H}", "column2"),
        ("PH", "beside0"),
        ("so", None),
    ],
)
def test_a_color_is_chosen_by_its_whole_text_in_letters_of_any_case(js, text, choice):
    assert js("chosen_color(color_choices(about), text) ?? null", text=text) == choice


@pytest.mark.parametrize(
    ("choice", "then"), [("column1", "column1"), ("beside2", "beside1"), ("beside1", "class")]
)
def test_maps_of_another_scale_are_colored_by_what_has_the_same_name(js, choice, then):
    """Other groups may be found on them, and so columns beside the data have other positions."""
    fewer = replace(ABOUT, beside=[ABOUT.beside[0], ABOUT.beside[2]])
    earlier = "{about: ABOUT_BEFORE, choice}".replace("ABOUT_BEFORE", "before")
    assert js(f"same_choice(about, {earlier})", about=fewer, before=ABOUT, choice=choice) == then
    assert js("same_choice(about, null)") == "class"


def test_names_of_at_most_six_classes_stand_in_the_map(js):
    classes = [*ABOUT.classes, *SOILS][:6]
    group = {"of_classes": "kind", "is_new": [], "class_of": []}
    assert js("are_named({...group, classes})", group=group, classes=[vars(one) for one in classes])
    assert not js(
        "are_named({...group, classes: [...classes, classes[0]]})",
        group=group,
        classes=[vars(one) for one in classes],
    )
    assert not js("are_named(one)", one=CLASSLESS)


def test_the_name_of_a_class_stands_beside_its_outermost_free_sample_and_not_on_another_name(js):
    """Samples of a class in a row with room only around the last one, and one in the middle."""
    frame = {"x": [20, 28, 36, 100, 104], "y": [50] * 3 + [50, 54], "seen": [*range(5)]}
    frame |= {"size": [200, 100], "widths": [30, 40]}
    classes = [{"at": 0, "samples": [0, 1, 2]}, {"at": 1, "samples": [3, 4]}]
    one, other = js("placed_classes(classes, frame)", classes=classes, frame=frame)
    assert (one["at"], one["i"], one["least"]) == (0, 0, 0)
    assert (other["at"], other["i"], other["least"]) == (1, 4, 0)
    lone = js(
        "placed_classes(classes, {...frame, seen: [], size: [200, 52]})",
        classes=classes,
        frame=frame,
    )
    assert [found["i"] for found in lone] == [0, 3], "the other sample is outside of the frame"
    taken = [[0, 0, 200, 100]]
    (covered, _) = js(
        "placed_classes(classes, {...frame, taken})", classes=classes, frame=frame, taken=taken
    )
    assert covered["least"] == 2
    assert js("placed_classes([{at: 0, samples: []}], frame)", frame=frame) == []


@pytest.mark.parametrize(("up", "height"), [(0.1, 245), (0.75, 317), (3, 390), (0, 245)])
def test_a_map_on_a_phone_has_the_shape_of_its_samples_from_half_its_width_to_square(
    js, up, height
):
    height_of = (
        "narrow_height([[-2, 2], [0, up * 4]].map((z) => Float32Array.from(z)), {x: 0, y: 1}, 390)"
    )
    assert js(height_of, up=up) == pytest.approx(height, abs=1)


@pytest.mark.parametrize(
    ("choice", "k", "field", "title", "values"),
    [
        ("share", 1, "share1", "share", SHARES[1]),
        ("share", 0, "share0", "share", SHARES[0]),
        ("column1", 1, "column1", "age", COLUMNS["age"]),
        ("column0", 0, "column0", "height, m", COLUMNS["height, m"]),
        ("beside0", 1, "beside0", "pH", [1, None, 3.5, 2, 4, 6, None]),
    ],
)
def test_numbers_color_each_map_by_its_own_share_or_by_a_column_in_one_range(
    js, choice, k, field, title, values
):
    found = js(f"colored_by('{choice}', about, decoded(about), {k})")
    every = sum(SHARES, []) if choice == "share" else [one for one in values if one is not None]
    ends = [min(every), max(every)]
    assert found == {"field": field, "title": title, "values": values, "range": ends, "ends": None}


def test_dates_color_by_days_and_say_the_first_and_the_last_one(js):
    found = js("colored_by('beside1', about, decoded(about), 0)")
    days = np.array([*DAYS[:2], "NaT", *DAYS[3:]], "datetime64[D]").astype(float)
    days[2] = np.nan
    assert found["values"] == [None if np.isnan(day) else day for day in days]
    assert found["ends"] == ["2020-12-15", "2022-01-01"]
    of_times = js("['2021-03-07T12:00:00', '1969-12-31T18:00:00', ''].map(day)")
    assert of_times == [18693.5, -0.25, None]


@pytest.mark.parametrize(
    ("choice", "count"),
    [("beside0", 2), ("beside1", 1), ("column0", 0), ("beside2", 0), ("one", 0)],
)
def test_samples_without_a_number_are_counted_in_the_legend(js, choice, count):
    missing = js(f"of_missing(colored_by('{choice}', about, decoded(about), 0))")
    assert missing == (f"no value ({count})" if count else "")


@pytest.mark.parametrize("choice", ["class", "one", "share", "beside0", "beside1", "column0"])
def test_markers_are_those_of_the_labels_unless_other_classes_color_the_map(js, choice):
    assert js(f"grouping(about, '{choice}').class_of") == ABOUT.class_of
    assert js(f"title_of_classes(grouping(about, '{choice}'))") == "ki@nd"
    assert js("grouping(about, 'beside2').class_of") == [1, 0, 0, 1, 2, 0, 0]
    assert js("title_of_classes(grouping(about, 'beside2'))") == "soil"
    labels = [one["label"] for one in js("in_legend(layers_of(grouping(about, 'beside2')))")]
    assert labels == ["clay", "clay (new)", "sand", "no value"]


def test_the_pointer_shows_the_value_that_colors_a_sample(js):
    texts = [
        js(f"texts_of(about, decoded(about), '{choice}')") for choice in ("beside0", "beside1")
    ]
    assert texts[0] == ["1", "no value", "3.5", "2", "4", "6", "no value"]
    assert texts[1] == [day or "no value" for day in DAYS]
    soils = js("texts_of(about, decoded(about), 'beside2')")
    assert soils == ["sand", "clay", "clay", "sand", "no value", "clay", "clay"]
    assert js("texts_of(about, decoded(about), 'column0')") == [""] * 7
    assert ("day", "@colored") in _shown_by(js("tooltip(about, 0, 'beside1')"))
    assert "@colored" not in js("tooltip(about, 0, 'column0')")


def test_a_path_joins_the_samples_with_a_date_in_the_order_of_time(js):
    """Samples 3 and 5 have one date; sample 2 has none."""
    of_all = js("in_time(dated(about, 'one'), about, new Set())")
    assert of_all == [1, 6, 3, 5, 0, 4]
    assert js("in_time(dated(about, 'one'), about, new Set([0, 3]))") == [5, 0]
    points = js("path([4, 0, 6], scores, {x: 1, y: null})", scores=SCORES[0])
    assert points == {"x": [0.5, 2, -1], "y": [0, 0, 0]}


def test_the_path_is_that_of_the_dates_that_color_the_map_or_of_the_first_ones(js):
    two = [*ABOUT.beside, replace(ABOUT.beside[1], name="seen", dates=DAYS[::-1])]
    about = replace(ABOUT, beside=two)
    names = [js(f"dated(about, '{choice}').name", about=about) for choice in ("beside3", "beside0")]
    assert names == ["seen", "day"]
    assert js("dated({beside: []}, 'one')") is None
    assert "from 2020-12-15 to 2022-01-01" in js("of_path(dated(about, 'one'))")


@pytest.mark.parametrize("choice", ["class", "one", "beside2"])
def test_classes_and_one_color_are_no_numbers(js, choice):
    assert js(f"colored_by('{choice}', about, decoded(about), 0)") is None


@pytest.mark.parametrize(
    ("chosen", "hidden", "with_names", "order"),
    [
        # Squared distances from the mean (2, 1): 4, 25, 1, 9, 16, 5 and 0.
        ([], [], True, [3, 1, 4, 5, 0, 2, 6]),
        ([], [], False, [3, 1]),
        ([], [0], True, [4, 5, 0, 2]),
        ([4, 5, 6], [], True, [4, 5, 6, 3, 1]),
        ([4, 5, 6], [], False, [3, 1]),
        ([5, 1, 6], [2], True, [1, 6, 3]),
    ],
)
def test_odd_samples_always_have_names_and_the_selected_or_far_ones_before_others(
    js, chosen, hidden, with_names, order
):
    x, y = [0, 2, 2, 5, 2, 1, 2], [1, 6, 2, 1, -3, -1, 1]
    call = "to_name(about, chosen, new Set(hidden), with_names, [x, y])"
    given = {"chosen": chosen, "hidden": hidden, "with_names": with_names, "x": x, "y": y}
    assert js(call, **given) == order


def _placed(js, x, y, widths, size=(300, 200), always=(), most=9, wanted=None):
    wanted = list(range(len(x))) if wanted is None else wanted
    given = {"wanted": wanted, "size": list(size), "always": list(always), "most": most}
    call = "{ x, y, widths, size, always, most, seen: [...x.keys()] }"
    found = js(f"placed_names(wanted, {call})", x=x, y=y, widths=widths, **given)
    return {one["i"]: (one["left"], one["middle"]) for one in found}


def test_a_name_stands_right_of_its_sample_unless_it_would_leave_the_frame(js):
    assert _placed(js, [100], [50], [30]) == {0: (6, 0)}
    assert _placed(js, [280], [50], [30]) == {0: (-36, 0)}
    assert _placed(js, [100], [2], [30]) == {0: (-15, 13)}, "below"
    assert _placed(js, [100], [198], [30]) == {0: (-15, -13)}, "above"
    assert _placed(js, [100], [50], [299]) == {}, "too long for the frame"
    assert _placed(js, [301], [50], [30]) == {}, "a sample that is not seen"


def test_a_name_moves_from_an_earlier_one_or_is_left_out_until_there_is_room(js):
    near = _placed(js, [100, 110], [50, 50], [30, 30])
    assert near == {0: (-36, 0), 1: (6, 0)}, "the first one avoids the marker of the second"
    row = {"x": [100 + 3 * i for i in range(6)], "y": [50] * 6, "widths": [40] * 6}
    crowded = _placed(js, **row)
    assert 0 < len(crowded) < 6
    wide = row | {"x": [10 + 48 * i for i in range(6)], "widths": [30] * 6}
    assert len(_placed(js, **wide)) == 6
    assert len(_placed(js, **row, always=[5])) == len({*crowded, 5})
    assert len(_placed(js, **wide, most=2)) == 2


def test_no_two_names_of_two_thousand_samples_cover_each_other_or_a_marker(js):
    rng = np.random.default_rng(1)
    x, y = (rng.normal(size=(2, 2000)) * [[90], [70]] + [[300], [220]]).round(2).tolist()
    widths = rng.integers(20, 90, size=2000).tolist()
    all_of_them = "{ x, y, widths, size: [600, 440], always: [], most: 300, seen: [...x.keys()] }"
    found = js(f"placed_names([...x.keys()], {all_of_them})", x=x, y=y, widths=widths)
    i = np.array([one["i"] for one in found])
    left, middle = np.array([(one["left"], one["middle"]) for one in found]).T
    left, top = np.array(x)[i] + left, np.array(y)[i] + middle - 7
    right = left + np.array(widths)[i]
    apart = (left[:, None] > right) | (left > right[:, None]) | (abs(top[:, None] - top) > 14)
    assert (apart | np.eye(len(i), dtype=bool)).all()
    x, y = np.array(x), np.array(y)
    across = (left[:, None] <= x + 4) & (right[:, None] >= x - 4)
    assert not (across & (top[:, None] <= y + 4) & (top[:, None] + 14 >= y - 4)).any()
    assert len(i) > 20


def _shown_by(template):
    return re.findall(r"<span[^>]*>(.*?):</span> (.*?)</div>", template)


def test_the_pointer_shows_a_name_with_the_letters_of_a_template_as_text(js):
    assert _shown_by(js("tooltip(about, 1)")) == [
        ("name", "@name"),
        ("row", "@row"),
        ("ki&#64;nd", "@label"),
        ("share represented", "@share1{0.[0] %}"),
        ("rbf: T²", "@statistic1_0{0.[0000]}"),
        ("rbf: SPE", "@statistic1_1{0.[0000]}"),
        ("height, m", "@column0{0.[0000]}"),
        ("age", "@column1{0.[0000]}"),
        ("and", "1 more column"),
    ]
    evil = {"name": '<b a="1">$y &{x}%', "values": ""}
    given = CLASSLESS | {"columns": [evil] * 3, "most_in_hover": 1, "beside": [evil]}
    given |= {"maps": [{"statistics": []}]}
    literal = "&#60;b a=&#34;1&#34;&#62;&#36;y &#38;&#123;x&#125;&#37;"
    assert _shown_by(js("tooltip(one, 0, 'beside0')", one=given))[2:] == [
        (literal, "@colored"),
        ("share represented", "@share0{0.[0] %}"),
        (literal, "@column0{0.[0000]}"),
        ("and", "2 more columns"),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("EL", [3, 5]),
        (" elder ", [5]),
        ('"old"', [1]),
        ("oak,", [0]),
        ("x", []),
        ("  ", []),
        ("", []),
    ],
)
def test_a_name_is_found_by_a_part_of_it_in_letters_of_any_case(js, text, found):
    assert js("found(about.names, text)", text=text) == found


def test_the_summary_has_the_numbers_and_the_first_eight_names(js):
    names = [f"s{k}" for k in range(11)]
    one = {"names": names, "nearest": []}
    eight = js("summary(one, [10, 3, 4, 5, 6, 7, 8, 9])", one=one)
    assert eight.startswith("8 of 11 samples")
    assert eight.endswith(": s10, s3, s4, s5, s6, s7, s8, s9")
    nine = js("summary(one, [10, 3, 4, 5, 6, 7, 8, 9, 2])", one=one)
    assert nine.startswith("9 of 11 samples")
    assert nine.endswith(": s10, s3, s4, s5, s6, s7, s8, s9, …")
    assert js("summary(about, [])").startswith("7 samples")


def test_a_single_selected_sample_has_its_nearest_ones_named(js):
    assert js("summary(about, [2])").endswith("the nearest first: tea\nrose, Oak, red")
    assert "nearest" not in js("summary(about, [2, 3])")
    assert "nearest" not in js("summary({names: ['a', 'b'], nearest: []}, [1])")
    assert js("with_nearest(about, [4, 2])") == [0, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("column", "descending", "order"),
    [
        (0, False, [5, 3, 4, 0, 6, 1, 2]),
        (0, True, [2, 1, 6, 0, 4, 3, 5]),
        (1, False, [0, 5, 1, 6, 2, 3, 4]),
        (3, False, [5, 1, 2, 0, 4, 3, 6]),
        (3, True, [6, 3, 4, 0, 2, 1, 5]),
    ],
)
def test_a_table_is_sorted_by_names_rows_or_numbers(js, column, descending, order):
    """Of the first rows of a long table: all are sorted, and the first ones are shown."""
    given = {"order": {"column": column, "descending": descending}}
    assert js("in_order(about, decoded(about), [...about.names.keys()], order)", **given) == order
    shown = js("in_table(about, decoded(about), [], order)", **given)["indices"]
    assert shown == order[:4]
    chosen = js("in_table(about, decoded(about), [6, 2, 5], order)", **given)["indices"]
    assert chosen == [i for i in order if i in (6, 2, 5)]


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["0.5", "0.25", "-2", "10", "9"], [2, 1, 0, 4, 3]),
        (["10", "NaN", "9", "-1"], [3, 2, 0, 1]),
        (["s10", "s9", "2 (new)", "1", "10"], [3, 2, 4, 1, 0]),
    ],
)
def test_cells_are_in_the_order_of_their_numbers(js, cells, order):
    assert js("order_of(cells, false)", cells=cells) == order
    assert js("order_of(cells, true)", cells=cells) == order[::-1]


@pytest.mark.parametrize("first", [[0.1, 0.2, 0.3, 0.7], [1e6 + x for x in (0.1, 0.2, 0.3, 0.7)]])
def test_samples_on_a_line_have_no_ellipse_although_the_line_is_rounded(js, first):
    assert js("ellipse('scores', x, y)", x=first, y=[3.0 * x for x in first]) is None


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        # height: mean 1.821, deviation 4.495; age: mean 4.143, deviation 2.232
        ([4], "height, m +1.6"),
        ([2], "height, m −2.0"),
        ([6, 5], "age +1.3"),
        ([0, 1], "age −1.2"),
        ([1, 2, 3, 4], None),
        ([], None),
        ([0, 1, 2, 3, 4, 5, 6], None),
    ],
)
def test_selected_samples_are_told_by_the_columns_in_which_they_differ(js, chosen, shown):
    told = js("profile_in_words(about, decoded(about).columns, chosen)", chosen=chosen)
    ends = "" if shown is None else f": {shown} (standard deviations)"
    assert told.endswith(ends) and bool(told) == bool(ends)
    columns = {name: np.array(values) for name, values in COLUMNS.items()}
    apart = {
        name: (values[chosen].mean() - values.mean()) / values.std()
        for name, values in columns.items()
        if chosen and values.std() > 0
    }
    if shown:
        name, by = shown.rsplit(" ", 1)
        assert float(by.replace("−", "-")) == pytest.approx(apart[name], abs=0.05)


def test_without_columns_nothing_is_told_of_selected_samples(js):
    assert js("profile_in_words({ columns: [] }, [], [0, 1])") == ""
    assert js("has_profile([], [0, 1])") is False


def test_means_of_the_selected_and_of_the_others_are_distances_in_standard_deviations(js):
    """The column that varies not at all has no distance."""
    found = js("apart(about, decoded(about).columns, [2])")
    assert [one["name"] for one in found] == ["height, m", "age"]
    # height: mean 12.75 / 7, of the others 19.75 / 6; age: mean 29 / 7, of the others 26 / 6.
    assert found[0]["selected"] == pytest.approx(-1.98974, abs=1e-5)
    assert found[0]["others"] == pytest.approx(0.33162, abs=1e-5)
    assert found[1]["selected"] == pytest.approx(-0.51215, abs=1e-5)
    assert found[1]["others"] == pytest.approx(0.08536, abs=1e-5)


def test_a_profile_over_a_scale_has_the_rows_and_both_means(js):
    found = js("lines_of_profile(decoded(about).columns, [4, 0])")
    assert found["thin"] == [[9, 5, 5], [3, 1, 5]]
    assert found["selected"] == [6, 3, 5]
    assert found["others"] == pytest.approx([0.75 / 5, 4.6, 5], abs=1e-12)


@pytest.mark.parametrize(("count", "lines"), [(50, 50), (51, 5)])
def test_a_profile_of_many_samples_has_quantiles_of_each_column(js, count, lines):
    values = np.random.default_rng(2).normal(size=(3, 60)).round(3)
    given = {"columns": values.tolist(), "chosen": list(range(count))}
    thin = js("lines_of_profile(columns, chosen)", **given)["thin"]
    assert len(thin) == lines
    if lines == 5:
        shares = [0.05, 0.25, 0.5, 0.75, 0.95]
        expected = np.quantile(values[:, :count], shares, axis=1)
        np.testing.assert_allclose(thin, expected, rtol=0, atol=1e-12)


def test_the_caption_of_a_profile_counts_samples_and_columns(js):
    many = {f"c{j:02}": [float(i == j) for i in range(7)] for j in range(7)} | COLUMNS
    many |= {f"d{j:02}": [float(i <= j) for i in range(7)] for j in range(6)}
    columns = [Column(name, _encoded(values)) for name, values in many.items()]
    call = "caption_of_profile(about, decoded(about).columns, chosen)"
    of_many = js(call, about=replace(ABOUT, columns=columns, more_columns=3), chosen=[1, 2])
    assert "the 2 selected samples" in of_many and "5 others" in of_many
    assert "4 columns are not shown" in of_many and "3 more columns" in of_many
    of_few = js(call, chosen=[0, 1, 2, 3, 4, 5])
    assert "of the other sample" in of_few and "1 column is not shown" in of_few
    over = replace(ABOUT, scale=Scale(_encoded([1, 2, 4]), "time [s]", "value"))
    assert "quantiles" not in js(call, about=over, chosen=[1, 2])
    assert "not shown" not in js(call, about=over, chosen=[1, 2])


HEAD = ["name", "row", "ki@nd", *(f"linear: c{k}" for k in (1, 2, 3)), "linear: T²", "linear: SPE"]
HEAD += [*(f"rbf: c{k}" for k in (1, 2, 3, 4, 5)), "rbf: T²", "rbf: SPE"]
ROWS = [
    [
        *("tea\nrose", "2 (new)", "b", "7", "-1", "0", "7", "9"),
        *("2", "-2", "-3", "1.75", "9", "11", "3"),
    ],
    [
        *('the "old" ash', "2", "b", "-2", "8", "2", "2", "0.125"),
        *("1", "-5", "4", "7", "-6", "6", "0.5"),
    ],
    [
        *("Oak, red", "1", "a", "1.5", "2", "-5", "0.5", "1"),
        *("3", "6", "0.125", "2", "1", "5", "0.75"),
    ],
]


def test_a_row_has_the_sample_its_class_and_its_scores_on_all_components(js):
    assert js("rows_of(about, decoded(about), [6, 1, 0])") == [HEAD, *ROWS]


@pytest.mark.parametrize(
    ("mark", "lines"),
    [
        (
            ",",
            "name,row,ki@nd,linear: c1,linear: c2,linear: c3,linear: T²,linear: SPE,"
            "rbf: c1,rbf: c2,rbf: c3,rbf: c4,rbf: c5,rbf: T²,rbf: SPE\n"
            '"tea\nrose",2 (new),b,7,-1,0,7,9,2,-2,-3,1.75,9,11,3\n'
            '"the ""old"" ash",2,b,-2,8,2,2,0.125,1,-5,4,7,-6,6,0.5\n'
            '"Oak, red",1,a,1.5,2,-5,0.5,1,3,6,0.125,2,1,5,0.75\n',
        ),
        (
            "\t",
            "name\trow\tki@nd\tlinear: c1\tlinear: c2\tlinear: c3\tlinear: T²\tlinear: SPE\t"
            "rbf: c1\trbf: c2\trbf: c3\trbf: c4\trbf: c5\trbf: T²\trbf: SPE\n"
            '"tea\nrose"\t2 (new)\tb\t7\t-1\t0\t7\t9\t2\t-2\t-3\t1.75\t9\t11\t3\n'
            '"the ""old"" ash"\t2\tb\t-2\t8\t2\t2\t0.125\t1\t-5\t4\t7\t-6\t6\t0.5\n'
            "Oak, red\t1\ta\t1.5\t2\t-5\t0.5\t1\t3\t6\t0.125\t2\t1\t5\t0.75\n",
        ),
    ],
)
def test_a_selection_is_written_as_other_programs_read_it(js, mark, lines):
    text = js("separated(rows_of(about, decoded(about), [6, 1, 0]), mark)", mark=mark)
    assert text == lines
    assert list(csv.reader(io.StringIO(text, newline=""), delimiter=mark)) == [HEAD, *ROWS]


@pytest.mark.parametrize("letter", ["\r", "\n", '"', "\t"])
def test_a_cell_with_a_letter_that_would_end_it_is_quoted(js, letter):
    assert js("quoted(text, mark)", text=f"a{letter}b", mark="\t")[0] == '"'


@pytest.mark.parametrize(
    ("chosen", "indices", "begin"),
    [
        ([], [0, 1, 2, 3], "4 of 7 samples;"),
        ([6, 2, 5], [6, 2, 5], "3 of 3 selected samples;"),
        ([6, 2, 5, 0, 1], [6, 2, 5, 0], "4 of 5 selected samples;"),
    ],
)
def test_the_table_has_the_first_of_many_samples_and_says_how_many_there_are(
    js, chosen, indices, begin
):
    found = js("in_table(about, decoded(about), chosen, undefined)", chosen=chosen)
    assert found["indices"] == indices
    assert found["caption"].startswith(begin)


@pytest.mark.parametrize(
    ("kind", "n", "expected"),
    [
        # Tables: chi-square with 2 degrees of freedom, and 2 (n - 1) / (n (n - 2)) times F.
        ("scores", 10, 5.991),
        ("scores", 50, 5.991),
        ("mean", 4, 2 * 3 / (4 * 2) * 19.00),
        ("mean", 10, 2 * 9 / (10 * 8) * 4.459),
        ("mean", 32, 2 * 31 / (32 * 30) * 3.316),
    ],
)
def test_ellipses_have_the_radii_of_chi_square_and_of_hotelling(js, kind, n, expected):
    # Tables have four digits.
    assert js(f"squared_radius('{kind}', {n})") == pytest.approx(expected, rel=2e-4, abs=0)


@pytest.mark.parametrize("kind", ["scores", "mean"])
def test_every_corner_of_an_ellipse_has_the_same_distance_in_units_of_the_covariance(js, kind):
    points = np.random.default_rng(6).normal(size=(12, 2)) @ [[3.0, 1.0], [0.0, 0.5]] + [4, -9]
    x, y = points.T.tolist()
    found = js("ellipse(kind, x, y)", kind=kind, x=x, y=y)
    away = np.column_stack([found["xs"], found["ys"]]) - points.mean(axis=0)
    squares = np.einsum("ij,jk,ik->i", away, np.linalg.inv(np.cov(points.T)), away)
    np.testing.assert_allclose(squares, js(f"squared_radius('{kind}', 12)"), rtol=1e-10)
    corners = js("CORNERS")
    assert (len(away), len(np.unique(np.round(away, 9), axis=0))) == (corners + 1, corners)


def test_few_points_and_points_on_a_line_have_no_ellipse(js):
    assert js("ellipse('scores', [1, 2, 5], [3, 1, 4])") is None
    assert js("ellipse('scores', [1, 2, 5, 7], [2, 4, 10, 14])") is None
    assert js("ellipse('scores', [1, 2, 5, 7], [3, 3, 3, 3])") is None
    assert js("ellipse('scores', [1, 2, 5, 7], [3, 1, 4, 4])") is not None


SHOWN = {
    "classes": [{"last": False}, {"last": True}, {"last": False}],
    "class_of": [0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 0],
    "is_new": [False] * 12 + [True],
}
PLACES = [[1, 2, 5, 7, 1, 2, 5, 8, 3, 4, 1, 9, 100], [3, 1, 4, 4, 9, 7, 8, 5, 1, 2, 9, 3, 100]]


def _ellipses(js, hidden=(), axes=None, **other):
    given = {"one": SHOWN | other, "hidden": list(hidden), "scores": PLACES}
    given["axes"] = axes or {"x": 0, "y": 1}
    return js("ellipses('mean', one, new Set(hidden), scores, axes)", **given)


def test_classes_have_ellipses_of_their_training_samples_unless_they_are_hidden(js):
    both = _ellipses(js)
    assert [one["at"] for one in both] == [0, 2]
    assert np.mean(both[0]["xs"][:-1]) == pytest.approx(15 / 4, abs=1e-12)
    assert [one["at"] for one in _ellipses(js, hidden=[0])] == [2]
    assert _ellipses(js, axes={"x": 0, "y": None}) == []
    assert _ellipses(js, axes={"x": 1, "y": 1}) == []
    (one,) = _ellipses(js, classes=[{"last": True}], class_of=[0] * 13)
    assert np.mean(one["xs"][:-1]) == pytest.approx(4, abs=1e-12)
