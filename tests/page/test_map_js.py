"""The functions of a map that need no page, in the JavaScript engine that renders the formulas."""

import csv
import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from watched_data import WATCHED

from kpca.figures import palette
from kpca.interpretation.supplementary import fitted
from kpca.page import beside, scripts
from kpca.page.map_data import Arrows, Beside, Column, Look, MapData, OneMap, Scale

NAMES = ["Oak, red", 'the "old" ash', "yew", "elm", "fir", "ELDER", "tea\nrose"]
COLUMNS = {"height, m": [3, 1.25, -7, 2, 9, 4, 0.5], "age": [1, 2, 3, 4, 5, 6, 8], "p{H}": [5] * 7}
SCORES = [
    [[1.5, -2, 0.25, 4, 3, -6, 7], [2, 8, -3, 1, 0.5, 6, -1], [-5, 2, 0.5, 1, -4, 1.25, 0]],
    [
        *([3, 1, 4, -1, 5, -9, 2], [6, -5, 3.5, 8, 9, 7, -2], [0.125, 4, 6, -2, 8, 3, -3]),
        *([2, 7, 1, 8, -2, 8.5, 1.75], [1, -6, 1.625, 0, 3.25, 5, 9]),
    ],
]
STATISTICS = [
    {"T²": [0.5, 2, 1, 3, 4, 0.25, 7], "SPE": [1, 0.125, 0, 0.5, 2, 3, 9]},
    {"T²": [5, 6, 7, 8, 9, 10, 11], "SPE": [0.75, 0.5, 0.25, 0, 1, 2, 3]},
]
NUMBERS = "numbers = (values) => Float32Array.from(values)"
"""Numbers as they are, instead of those from base64, which an engine without a page cannot read."""

AS_LISTS = "(_, value) => (ArrayBuffer.isView(value) ? [...value] : value)"


def _map(k, name, variables):
    components = [Column(f"{name} {at + 1} (9 %)", scores) for at, scores in enumerate(SCORES[k])]
    title, meaning = f"{name}, a kernel", "Look for groups."
    statistics = [Column(what, values) for what, values in STATISTICS[k].items()]
    return OneMap(title, name, meaning, statistics, variables, components)


LABELS = ["a", "b", "no class", "b", "d", "a", "b"]
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
    columns=[Column(name, values) for name, values in COLUMNS.items()],
    scale=None,
    more_columns=0,
    beside=[
        Beside("pH", "tables", [1, float("nan"), 3.5, 2, 4, 6, float("nan")], [], [], []),
        Beside("day", "tables", "", DAYS, [], []),
        Beside("soil", "others", "", [], SOILS, [1, 0, 0, 1, 2, 0, 0]),
    ],
    maps=[
        _map(
            *(0, "linear"),
            Arrows(
                *(["rain"], [[0.9, 0.36, 0.48]], [[5, 0.9, 1.6]]),
                *([BETWEEN], [False], "p is 0.07"),
            ),
        ),
        _map(1, "rbf", None),
    ],
)


@pytest.fixture(scope="module")
def js():
    """The value of an expression in which ``about`` is ABOUT, and other names have given values.

    ``d`` are the numbers of it, and ``every`` are its samples.
    """
    from py_mini_racer import MiniRacer

    files = [(scripts.ASSETS / name).read_text() for name in scripts.FUNCTIONS]
    with MiniRacer() as engine:
        # The engine returns the last value, which no constant may be.
        for text in [WATCHED, *files, NUMBERS]:
            engine.eval(f"{text}; 0")

        def value(expression, **given):
            given = {"about": ABOUT} | given
            own = "const d = decoded(about), every = [...about.names.keys()];"
            call = f"(({', '.join(given)}) => {{ {own} return {expression}; }})"
            call += f"({', '.join(map(_argument, given.values()))})"
            return json.loads(engine.eval(f"JSON.stringify({call}, {AS_LISTS}) ?? 'null'"))

        yield value


def _argument(value):
    text = scripts.as_json(value)
    return f"watched({text})" if isinstance(value, MapData) else text


def _rounded(value):
    """The same with nine digits behind the point of each number."""
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return round(value, 9) if isinstance(value, float) else value


def test_a_field_that_python_does_not_write_raises_an_error_when_it_is_read(js):
    from py_mini_racer import JSEvalException

    with pytest.raises(JSEvalException, match=r"\.maps\[\]\.titel is read and not written"):
        js("about.maps[1].titel")


NOT_ALL = [1, None, 3.5, 2, 4, 6, None]
ONE_CLASS = "{classes: [{label: 'sample'}], of_classes: 'class'}"
THREE = "[{last: false}, {last: true}, {last: false}]", [0] * 4 + [2] * 4 + [1] * 4 + [0]

VALUES = {
    "a number has six digits and what is not finite has none": {
        "[0.10000000149, 1234567.8, -0.000012345678, -12.34567, 1.5e22].map(short)": [
            *("0.1", "1234570", "-0.0000123457", "-12.3457", "1.5e+22"),
        ],
        "[-0, NaN, -Infinity].map(short)": ["0", "", ""],
    },
    "the extent leaves out what is not finite": {
        "extent(Float32Array.of(NaN, 4, Infinity, -2.5, 3, -Infinity))": [-2.5, 4],
    },
    "columns and the scores and statistics of each map are decoded": {
        "d.columns": [*COLUMNS.values()],
        "d.maps.map(({scores}) => scores)": SCORES,
        "d.maps.map(({statistics}) => statistics)": [[*one.values()] for one in STATISTICS],
        "'correlations' in d.maps[1] && d.maps[1].correlations": None,
        "d.maps[0].between": [BETWEEN],
    },
    "dates are days since 1970 and missing ones are no numbers": {
        "['1970-01-03', '2021-03-07T12:00:00', '1969-12-31T18:00:00', ''].map(day)": [
            *(2, 18693.5, -0.25, None),
        ],
        "ends(about.beside[1].dates)": ["2020-12-15", "2022-01-01"],
        "date_label('2020-12-15T10:20:30')": "2020-12-15\n10:20",
    },
    "a map of one component has zeros on its second axis": {
        "[1, 2].map(first_axes)": [{"x": 0, "y": None}, {"x": 0, "y": 1}],
        "on_axis([[7, 8, 9]], null)": [0, 0, 0],
        "axis_of(about.maps[1].components, null)": {"at": None, "label": ""},
    },
    "the choices are the components of the map that has the most, and say what another shows": {
        "axis_choices(about.maps)": [
            [str(k), f"component {k + 1}{' (linear, a kernel shows 3)' * (k > 2)}"]
            for k in range(5)
        ],
        "axis_choices([{components: [7]}, {components: [8]}])": [],
    },
    "of two axes with the same scores each has half of the fit": {
        "coefficients([0.8, -0.8], -1)": [0.4, -0.4],
    },
    "arrows of few variables are shown at first": {
        "[null, ...[12, 13].map((k) => ({names: Array(k)}))].map(arrows_at_first)": [
            *(False, True, False),
        ],
    },
    "dashed arrows are explained where there are some": {
        "[null, {doubtful: [false, false]}].map(of_arrows)": ["", ""],
        "of_arrows({doubtful: [false, true], dashed: 'p is 0.07'})": (
            " Dashed arrows: on the first components p is 0.07."
        ),
    },
    "all arrows have the scale of the one with the least room and one without a length no place": {
        "tips({correlations: [[0.9, 0.36, 0.48], [-0.7, 0.18, -0.24], [0.4, 0, 0]],"
        " scores: [[1, -1], [-1, 3, 1], [-5, 2, 0.5]], deviations: Array(3).fill([5, 0.9, 1.6]),"
        " between: [[], [], []]}, [2, 1])": [[1.08, 1.44], [-0.54, 0.72], [None, None]],
    },
    "a map has the shape of its samples and is neither flat nor higher than wide": {
        "[0.1, 0.75, 3, 0].map((up) => shape_of([[-2, 2], [0, 4 * up]]"
        ".map((z) => Float32Array.from(z)), {x: 0, y: 1}))": [0.5, 0.75, 1, 0.5],
    },
    "a key moves by a tenth or zooms about the middle": {
        # A reversed axis runs from 10 to 2, and moving right leads to smaller numbers.
        f"after_key('{key}', [{{start: 10, end: 2}}, {{start: -3, end: 3}}])"
        ".flatMap(({start, end}) => [start, end])": ends
        for key, ends in {
            "ArrowLeft": [10.8, 2.8, -3, 3],
            "ArrowRight": [9.2, 1.2, -3, 3],
            "ArrowUp": [10, 2, -2.4, 3.6],
            "ArrowDown": [10, 2, -3.6, 2.4],
            "+": [9.2, 2.8, -2.4, 2.4],
            "=": [9.2, 2.8, -2.4, 2.4],
            "-": [11, 1, -3.75, 3.75],
        }.items()
    },
    "no other key moves a map": {
        "['0', 'a', 'Tab'].map((key) => after_key(key, [{start: 1, end: 2}]))": [None] * 3,
    },
    "samples without a class are drawn behind and new samples above those of their class": {
        "layers_of(about).map(({at, fresh, label, indices}) => [at, fresh, label, indices])": [
            *([1, False, "no class", [2]], [0, False, "b", [1, 3]], [0, True, "b (new)", [6]]),
            *([2, False, "a", [0]], [2, True, "a (new)", [5]], [3, False, "d", [4]]),
        ],
    },
    "names of at most ten classes stand in the map": {
        f"[{ONE_CLASS}, ...[2, 10, 11].map((n) => ({{of_classes: 'kind', classes: Array(n)}}))]"
        ".map(are_named)": [False, True, True, False],
    },
    "markers of more samples are smaller and let more through": {
        "[17, 1600, 2000, 2500, 90000].flatMap((n) => [false, true].map((fresh) =>"
        " look(about.classes[2], fresh, n).size))": [8, 10, 8, 10, 8, 10, 5, 7, 5, 7],
        "[17, 1600, 2500, 90000].map((n) => look(about.classes[2], false, n).fill_alpha)": [
            *(0.85, 0.75, 0.6, 0.15),
        ],
        "look(about.classes[2], false, 1600).nonselection_fill_alpha": 0.225,
        "[false, true].map((fresh) => look(about.classes[2], fresh, 9)).map((one) =>"
        " [one.marker, one.fill_color, one.line_color])": [
            *(["hex", "#00a000", None], ["hex", None, "#00a000"]),
        ],
        "[2000, 2001].map(are_many)": [False, True],
    },
    "a title is broken at blanks and inside of words that are longer than a line": {
        "wrapped(['one two three', 'a exponential b c', 'ab cdefgh', '', 'ab_cd_efgh'], 8)": [
            *("one two", "three", "a", "exponent", "ial b c", "ab", "cdefgh", "ab_cd_", "efgh"),
        ],
    },
    "colors are first the classes and the columns that make the axes, then all others": {
        "color_choices(about)": [
            *(["class", "ki@nd", "classes"], ["beside2", "soil", "others"]),
            *([f"column{j}", [*COLUMNS][j], "column of the data"] for j in (2, 0)),
            ["one", "one color", ""],
            *(["column1", "age", "column of the data"], ["beside0", "pH", "tables"]),
            ["beside1", "day", "tables"],
        ],
        f"color_choices({{...{ONE_CLASS}, columns: [], first_columns: [], beside: []}})": [
            ["one", "one color", ""],
        ],
        "color_choices({...about, of_classes: 'age'}).map(([, text]) => text)"
        ".filter((text) => text.includes('age'))": ["age", "age (column of the data)"],
    },
    "a color is chosen by its whole text in letters of any case": {
        "['AGE ', 'soil', 'p{H}', 'PH', 'so'].map((text) =>"
        " chosen_color(color_choices(about), text))": [
            *("column1", "beside2", "column2", "beside0", None),
        ],
    },
    "at the end of a line the first name with a part of it in it is chosen": {
        "['P', 'ag', 'none', 'age'].map((text) =>"
        " chosen_color(color_choices(about), text, true))": ["column2", "column1", None, "column1"],
    },
    "maps of another scale are colored by what has the same name": {
        # Other groups may be found on them, and so columns beside the data have other positions.
        "['column1', 'beside2', 'beside1'].map((choice) => same_choice("
        "{...about, beside: [about.beside[0], about.beside[2]]}, {about, choice}))": [
            *("column1", "beside1", "class"),
        ],
        "same_choice(about, null)": "class",
    },
    "numbers color the maps in one range": {
        "colored_by('beside0', about, d)": {
            **{"field": "beside0", "title": "pH", "values": NOT_ALL, "range": [1, 6], "ends": None},
        },
    },
    "a few numbers of a column are classes in their order": {
        "(({classes, class_of, of_classes}) => [classes, class_of, of_classes])"
        "(grouping({...about, is_new: []}, 'beside0', {...d, beside: [[3, 10, 3, -2.5, 3, 3]]}))": [
            [
                {"label": label, "color": color, "marker": marker, "last": False, "count": count}
                for label, color, marker, count in zip(
                    *(("-2.5", "3", "10"), palette.COLORS, beside.MARKERS, (1, 4, 1)), strict=False
                )
            ],
            *([1, 2, 1, 0, 1, 1], "pH"),
        ],
        "colored_by('beside0', about, {...d, beside: [[3, 10, 3, -2.5, 3, 3]]})": None,
        # One number, seven of them, one that is missing, those that do not repeat, and dates.
        "[[5], [1, 2, 3, 4, 5, 6, 7], [1, 2, NaN], [1, 2, 3, 4, 5, 6]].map((values) =>"
        " levels_of({values: [...values, ...values]}).length)": [0, 0, 0, 6],
        "[[1, 2, 1], [1, 2, 1, 2]].map((values, at) => levels_of({values, is_dated: at}).length)": [
            0,
            0,
        ],
    },
    "classes and one color are no numbers": {
        "['class', 'one', 'beside2'].map((choice) => colored_by(choice, about, d))": [None] * 3,
    },
    "the pointer shows the value that colors a sample": {
        f"in_texts(about, d, '{choice}')": {
            "title": title,
            "texts": [text or "no value" for text in texts],
            "is_measured": is_measured,
        }
        for choice, title, texts, is_measured in [
            ("beside0", "pH", ["1", "", "3.5", "2", "4", "6", ""], True),
            ("beside1", "day", DAYS, True),
            ("beside2", "soil", ["sand", "clay", "clay", "sand", "", "clay", "clay"], False),
            ("column1", "age", ["1", "2", "3", "4", "5", "6", "8"], True),
            ("class", "ki@nd", LABELS, False),
            ("one", "", LABELS, False),
        ]
    }
    | {
        "[0, 1].map((j) => tooltip(about, 0, `beside${j}`).includes('day:</span> @colored'))": [
            *(False, True),
        ],
        "tooltip(about, 0, 'column0').includes('@colored')": False,
    },
    "a path joins the samples with a date in the order of time": {
        # Samples 3 and 5 have one date; sample 2 has none.
        "in_time(dated(about, 'one'), about, new Set())": [1, 6, 3, 5, 0, 4],
        "in_time(dated(about, 'one'), about, new Set([0, 3]))": [5, 0],
        "path([4, 0, 6], d.maps[0].scores, {x: 1, y: null})": {"xs": [0.5, 2, -1], "ys": [0, 0, 0]},
    },
    "the path is that of the dates that color the map or of the first ones": {
        "['beside3', 'beside0'].map((choice) => dated({...about, beside: [...about.beside,"
        " {...about.beside[1], name: 'seen'}]}, choice).name)": ["seen", "day"],
        "dated({beside: []}, 'one') ?? null": None,
        "of_path(dated(about, 'one')).includes('from 2020-12-15 to 2022-01-01')": True,
    },
    "the selected samples have names, then odd ones, then the outermost where none is odd": {
        # Squared distances from the mean (2, 1): 4, 25, 1, 9, 16, 5 and 0.
        f"to_name(about, {chosen}, new Set({hidden}), {with_names},"
        " [[0, 2, 2, 5, 2, 1, 2], [1, 6, 2, 1, -3, -1, 1]])": order
        for chosen, hidden, with_names, order in [
            ([], [], "true", [3, 1, 4, 5, 0, 2, 6]),
            ([], [], "false", [3, 1]),
            ([], [0, 2], "false", [4, 2]),
            ([4, 5, 6], [], "true", [4, 5, 6, 3, 1, 0, 2]),
            ([4, 5, 6], [], "false", [4, 5, 6, 3, 1]),
            ([5, 1, 6], [2], "true", [1, 6, 3, 4, 2]),
        ]
    },
    "the name of a class stands in its middle, where there is room, and not on another name": {
        f"placed_classes({classes}, {{x: [20, 28, 36, 100, 104], y: [50, 50, 50, 50, 54],"
        f" seen: [0, 1, 2, 3, 4], size: [200, 100], widths: [30, 40], {more}}})"
        ".map(({at, i, least}) => [at, i, least])": found
        for classes, more, found in [
            ("[{at: 0, samples: [0, 1, 2]}, {at: 1, samples: [3, 4]}]", "", [[0, 1, 0], [1, 3, 0]]),
            (
                "[{at: 0, samples: [0, 1, 2]}, {at: 1, samples: [3, 4]}]",
                "seen: [], size: [200, 52]",
                [[0, 1, 0], [1, 3, 0]],
            ),
            ("[{at: 0, samples: [0, 1, 2]}]", "taken: [[0, 0, 200, 100]]", [[0, 1, 2]]),
            ("[{at: 0, samples: []}]", "", []),
        ]
    }
    | {
        # Two classes with one middle: the second one stands beside a sample of its own.
        "placed_classes([0, 1].map((at) => ({at, samples: [at, at + 2]})), {x: [90, 20, 110, 180],"
        " y: [50, 50, 50, 50], seen: [0, 1, 2, 3], size: [200, 100], widths: [40, 40], line: 20})"
        ".map(({i, least}) => [i, least])": [[0, 1], [1, 0]],
    }
    | {
        # The second class lies beside a sample of the first one, whose other sample is free or not.
        "placed_classes([{at: 0, samples: [0, 1]}, {at: 1, samples: [2]}], {x: [20, 180, 26],"
        " y: [50, 50, 50], seen: [0, 1, 2], size: [200, 100], widths: [30, 40], line: 20,"
        f" taken: {taken}}}).map(({{at, box}}) => [at, ...box])[0]": [0, *box]
        for taken, box in [("[]", [144, 40, 174, 60]), ("[[140, 0, 200, 100]]", [85, 40, 115, 60])]
    }
    | {
        # Their mean is (100, 50).
        "placed_classes([{at: 0, samples: [...Array(8).keys()]}], {x: [100, 125, 20, 180, 20, 180,"
        " 60, 115], y: [50, 50, 20, 20, 80, 80, 13, 87], seen: [], size: [200, 100], widths: [30],"
        f" taken: {taken}}}).map(({{i, least}}) => [i, least])": found
        for taken, found in [
            ("[]", [[0, 0]]),
            ("[[60, 30, 118, 70]]", [[1, 0]]),
            ("[[60, 30, 198, 70]]", [[7, 0]]),
        ]
    },
    "a name stands right of its sample unless it would leave the frame or come near to an axis": {
        "[[100, 50, 30], [280, 50, 30], [100, 2, 30], [100, 190, 30], [100, 191, 30],"
        " [280, 50, 268], [280, 50, 270], [301, 50, 30]].map(([x, y, width]) =>"
        " placed_names([0], {x: [x], y: [y], widths: [width], size: [300, 200], seen: [0]})"
        ".map(({box: [left, top]}) => [left - x, top + 7 - y]))": [
            # Right, left, below, and above the lower axis.
            *([[6, 0]], [[-36, 0]], [[-15, 13]], [[6, 0]], [[-15, -13]]),
            # Not over the left axis, and not seen.
            *([[-274, 0]], [], []),
        ],
    },
    "every other mark is clearly farther from a name than its own, or there is no name": {
        f"placed_names({wanted}, {{x: {x}, y: {[50] * len(x)}, widths: {[30] * len(x)},"
        f" size: [300, 200], seen: {seen}}})"
        f".map(({{i, box: [left, top]}}) => [i, left - {x}[i], top - 43])": found
        for x, wanted, seen, found in [
            ([10, 58, 106], [2, 1, 0], [0, 1, 2], [[2, 6, 0], [1, 6, 0], [0, 6, 0]]),
            # The first one avoids the mark of the second.
            ([100, 105], [0, 1], [0, 1], [[0, -36, 0], [1, 6, 0]]),
            ([100, 104], [0, 1], [0, 1], []),
            ([100, 104], [0], [0], [[0, 6, 0]]),
            # Samples at one place have one mark.
            ([100, 100], [0, 1], [0, 1], [[0, 6, 0], [1, -36, 0]]),
        ]
    },
    "whole names are found apart from those that contain a text in letters of any case": {
        "['21', '2'].map((text) => found(['121', '21', '210'], text))": [
            *([[1], [0, 1, 2]], [[], [0, 1, 2]]),
        ],
        """["EL", " elder ", '"old"', "oak,", "x", "  ", ""].map((text) =>"""
        " found(about.names, text)[1])": [[3, 5], [5], [1], [0], [], [], []],
    },
    "the summary has the numbers and the first eight names": {
        "[8, 9].map((n) => summary({names: [...'abcdefghijk'], nearest: []},"
        " [10, 3, 4, 5, 6, 7, 8, 9, 2].slice(0, n)))": [
            "8 of 11 samples are selected: k, d, e, f, g, h, i, j",
            "9 of 11 samples are selected: k, d, e, f, g, h, i, j and 1 more",
        ],
        "summary(about, []).startsWith('No sample is selected')": True,
    },
    "a single selected sample has its nearest ones named": {
        "summary(about, [2]).split('the nearest first: ')[1]": "tea\nrose, Oak, red",
        "summary(about, [2, 3]).includes('nearest')": False,
        "summary(about, [2], false, 'age 3').split('. ')[0]": (
            "1 of 7 samples is selected: yew (age 3)"
        ),
        "summary(about, [2, 3], false, 'age 3').includes('age')": False,
        "summary({names: ['a', 'b'], nearest: []}, [1]).includes('nearest')": False,
    },
    "the table has the first of many samples and says how many there are": {
        f"(({{indices, caption}}) => [indices, caption.split(';')[0]])"
        f"(in_table(about, {chosen}, 4))": [indices, caption]
        for chosen, indices, caption in [
            ([], [0, 1, 2, 3], "4 of 7 samples"),
            ([6, 2, 5], [6, 2, 5], "3 of 3 selected samples"),
            ([6, 2, 5, 0, 1], [6, 2, 5, 0], "4 of 5 selected samples"),
        ]
    },
    "scores stand below the titles of several maps on a page, and below nothing of one map": {
        "above(about, rows_of(about, d, [])[0])": [
            *(["", 2], ["linear, a kernel", 5], ["rbf, a kernel", 7]),
        ],
        "above({...about, maps: [about.maps[0]]}, [])": [],
        "rows_of({...about, maps: [about.maps[0]]}, d, [], true)[0].slice(2)": [
            *("component 1", "component 2", "component 3", "T²", "SPE"),
        ],
    },
    "the second column is what colors the map at first": {
        f"rows_of({{...about, color: '{color}'}}, d, [4]).map((row) => row.slice(0, 2))": rows
        for color, rows in [
            ("one", [["name", "component 1"], ["fir", "3"]]),
            ("column1", [["name", "age"], ["fir", "5"]]),
            ("beside1", [["name", "day"], ["fir", "2022-01-01"]]),
        ]
    },
    "the name of a file has letters and digits": {
        "file_of('Iris, 2nd', 'map', 'Matérn 3/2')": "iris-2nd-map-matérn-3-2",
    },
    "a cell with a letter that would end it is quoted": {
        r"""['a\rb', 'a\nb', 'a"b', 'a\tb', 'a,b'].map(quoted)""": [
            *('"a\rb"', '"a\nb"', '"a""b"', "a\tb", '"a,b"'),
        ],
    },
    "selected samples are told by the columns in which they differ": {
        # height: mean 1.821, deviation 4.495; age: mean 4.143, deviation 2.232
        f"profile_in_words(about, d.columns, {chosen})": words
        and f". Farthest from the means of all samples, in standard deviations: {words}"
        for chosen, words in [
            ([4], "height, m +1.6"),
            ([2], "height, m −2.0"),
            ([6, 5], "age +1.3"),
            ([0, 1], "age −1.2"),
            ([1, 2, 3, 4], ""),
            ([], ""),
            ([0, 1, 2, 3, 4, 5, 6], ""),
        ]
    },
    "without columns nothing is told of selected samples": {
        "[profile_in_words({columns: []}, [], [0, 1]), has_profile([], [0, 1])]": ["", False],
        # The least difference that is told.
        "profile_in_words({columns: [{name: 'a'}]}, [[0, 2]], [0]).includes('a −1.0')": True,
    },
    "means of the selected and of the others are distances in standard deviations": {
        # Of all samples 12.75 / 7 and 29 / 7, of the others 19.75 / 6 and 26 / 6. The column that
        # varies not at all has no distance.
        "apart(about, d.columns, [2]).map(({name, selected, others}) =>"
        " [name, selected.toFixed(4), others.toFixed(4)])": [
            *(["height, m", "-1.9897", "0.3316"], ["age", "-0.5121", "0.0854"]),
        ],
    },
    "a profile over a scale has the rows and both means": {
        "lines_of_profile(d.columns, [4, 0])": {
            **{"thin": [[9, 5, 5], [3, 1, 5]], "selected": [6, 3, 5], "others": [0.15, 4.6, 5]},
        },
    },
    "a profile of more than fifty samples has the first ones and the mean of all": {
        "[50, 58].map((n) => lines_of_profile([[...Array(60).keys()]], [...Array(n).keys()]))"
        ".map(({thin, selected}) => [thin.length, selected[0]])": [[50, 24.5], [50, 28.5]],
    },
    "ellipses have the radii of chi-square and of Hotelling": {
        # Tables: 5.991, and 2 (n - 1) / (n (n - 2)) times 19.00, 4.459 and 3.316.
        "[10, 50].map((n) => squared_radius('scores', n).toFixed(3))": ["5.991", "5.991"],
        "[4, 10, 32].map((n) => squared_radius('mean', n).toFixed(3))": [
            *("14.250", "1.003", "0.214"),
        ],
    },
    "few points and points on a line have no ellipse although the line is rounded": {
        "[[[1, 2, 5], [3, 1, 4]], [[1, 2, 5, 7], [2, 4, 10, 14]], [[1, 2, 5, 7], [3, 3, 3, 3]],"
        " ...[0, 1e6].map((a) => [0.1, 0.2, 0.3, 0.7].map((x) => a + x)).map((x) =>"
        " [x, x.map((one) => 3 * one)])].map(([x, y]) => ellipse('scores', x, y))": [None] * 5,
        "ellipse('scores', [1, 2, 5, 7], [3, 1, 4, 4]).xs.length": 73,
    },
    "classes have ellipses of their training samples unless they are hidden": {
        f"ellipses('mean', {{classes: {classes}, class_of: {of},"
        " is_new: [...Array(12).fill(false), true]},"
        f" new Set({hidden}), [[1, 2, 5, 7, 1, 2, 5, 8, 3, 4, 1, 9, 100],"
        f" [3, 1, 4, 4, 9, 7, 8, 5, 1, 2, 9, 3, 100]], {axes}).map(({{at, xs}}) =>"
        " [at, xs.slice(1).reduce((a, b) => a + b) / 72])": found
        for (classes, of), hidden, axes, found in [
            (THREE, [], "{x: 0, y: 1}", [[0, 3.75], [2, 4]]),
            (THREE, [0], "{x: 0, y: 1}", [[2, 4]]),
            (THREE, [], "{x: 0, y: null}", []),
            (THREE, [], "{x: 1, y: 1}", []),
            (("[{last: true}]", [0] * 13), [], "{x: 0, y: 1}", [[0, 4]]),
        ]
    },
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        pytest.param(expression, value, id=f"{theorem}-{k}")
        for theorem, values in VALUES.items()
        for k, (expression, value) in enumerate(values.items())
    ],
)
def test_a_function_of_the_map_has_this_value(js, expression, value):
    assert _rounded(js(expression)) == _rounded(value)


def test_the_fields_of_each_sample_are_those_that_glyphs_and_the_pointer_need(js):
    assert js("fields(about, d, in_texts(about, d, 'beside1').texts)") == {
        "name": NAMES,
        "label": LABELS,
        "colored": [day or "no value" for day in DAYS],
        **{f"column{j}": values for j, values in enumerate(COLUMNS.values())},
        "beside0": NOT_ALL,
        "beside1": js("about.beside[1].dates.map(day)"),
        **{"x0": SCORES[0][0], "y0": SCORES[0][1], "x1": SCORES[1][0], "y1": SCORES[1][1]},
        **{"statistic0_0": STATISTICS[0]["T²"], "statistic0_1": STATISTICS[0]["SPE"]},
        **{"statistic1_0": STATISTICS[1]["T²"], "statistic1_1": STATISTICS[1]["SPE"]},
    }


@pytest.mark.parametrize("axes", [[0, 1], [2, 1], [1, None]])
def test_an_arrow_of_a_variable_that_some_samples_lack_is_that_of_the_fit_to_the_others(js, axes):
    """Among these the scores are correlated."""
    Z = np.array([[4, 1, -2], [-3, 2, 0.5], [1, -2, 3], [0.5, 3, -1], [-2, -4, 1.5]])
    y = np.array([[2.0], [5.5], [-1], [3], [4]])
    R = np.corrcoef(np.column_stack([Z, y]).T)
    given = {"r": R[3, :3].tolist(), "s": Z.std(axis=0).tolist(), "c": R[:3, :3].ravel().tolist()}
    shown = [axis for axis in axes if axis is not None]
    expected = [*fitted(Z[:, shown], y, 1).arrows[0], 0][:2]
    assert js("arrow(r, s, c, axes)", axes=axes, **given) == pytest.approx(expected, abs=1e-12)
    if len(shown) == 2:
        apart = js("arrow(r, s, [], axes)", axes=axes, **given)
        assert np.abs(np.array(apart) - expected).max() > 0.02, "the control: uncorrelated scores"


def test_no_two_of_many_names_cover_each_other_and_each_is_nearest_to_its_own_mark(js):
    rng = np.random.default_rng(1)
    x, y = (rng.normal(size=(2, 2000)) * [[90], [70]] + [[300], [220]]).round(2).tolist()
    widths = rng.integers(20, 90, size=2000).tolist()
    all_of_them = "{ x, y, widths, size: [600, 440], seen: [...x.keys()] }"
    found = js(f"placed_names([...x.keys()], {all_of_them})", x=x, y=y, widths=widths)
    i = np.array([one["i"] for one in found])
    left, top, right, bottom = np.array([one["box"] for one in found]).T[:, :, None]
    apart = (left > right.T) | (right < left.T) | (abs(top - top.T) > 14)
    assert (apart | np.eye(len(i), dtype=bool)).all()
    away = np.hypot(x - np.clip(x, left, right), y - np.clip(y, top, bottom))
    own = np.arange(2000) == i[:, None]
    assert (away[own] < 8).all()
    assert (away[~own].reshape(len(i), -1) > 1.7 * away[own][:, None]).all()
    assert len(i) > 20


def _shown_by(template):
    return re.findall(r"<span[^>]*>(.*?):</span> (.*?)</div>", template)


def test_the_pointer_shows_a_name_with_the_letters_of_a_template_as_text(js):
    assert _shown_by(js("tooltip(about, 1, 'class', 2)")) == [
        ("name", "@name$indices{others}"),
        ("ki&#64;nd", "@label"),
        ("T²", "@statistic1_0{0.[0000]}"),
        ("SPE", "@statistic1_1{0.[0000]}"),
        # First the columns that make the axes.
        ("p&#123;H&#125;", "@column2{0.[0000]}"),
        ("height, m", "@column0{0.[0000]}"),
        ("and", "1 more column"),
    ]
    evil = {"name": '<b a="1">$y &{x}%', "values": ""}
    given = {"columns": [evil] * 3, "beside": [evil], "first_columns": []}
    given |= {"maps": [{"statistics": []}]}
    literal = "&#60;b a=&#34;1&#34;&#62;&#36;y &#38;&#123;x&#125;&#37;"
    one = f"{{...one, ...{ONE_CLASS}}}"
    assert _shown_by(js(f"tooltip({one}, 0, 'beside0', 1)", one=given))[1:] == [
        (literal, "@colored"),
        (literal, "@column0{0.[0000]}"),
        ("and", "2 more columns"),
    ]


def test_the_caption_of_a_profile_counts_samples_and_columns(js):
    many = {f"c{j:02}": [float(i == j) for i in range(7)] for j in range(7)} | COLUMNS
    many |= {f"d{j:02}": [float(i <= j) for i in range(7)] for j in range(6)}
    columns = [Column(name, values) for name, values in many.items()]
    call = "caption_of_profile(about, d.columns, chosen)"
    of_many = js(call, about=replace(ABOUT, columns=columns, more_columns=3), chosen=[1, 2])
    assert "the 2 selected samples" in of_many and "5 others" in of_many
    assert "4 columns are not shown" in of_many and "3 more columns" in of_many
    of_few = js(call, chosen=[0, 1, 2, 3, 4, 5])
    assert "of the other sample" in of_few and "1 column is not shown" in of_few
    over = replace(ABOUT, scale=Scale([1, 2, 4], "time [s]", "value"))
    assert js(call, about=over, chosen=[1, 2]).startswith("Thin lines: the 2 selected samples. ")
    assert "not shown" not in js(call, about=over, chosen=[1, 2])


def test_a_selection_is_written_with_all_scores_as_other_programs_read_it(js):
    rows, lines = js("((rows) => [rows, separated(rows)])(rows_of(about, d, [6, 1, 0], true))")
    assert lines == (
        "name,ki@nd,linear: component 1,linear: component 2,linear: component 3,linear: T²,"
        "linear: SPE,rbf: component 1,rbf: component 2,rbf: component 3,rbf: component 4,"
        "rbf: component 5,rbf: T²,rbf: SPE\n"
        '"tea\nrose",b,7,-1,0,7,9,2,-2,-3,1.75,9,11,3\n'
        '"the ""old"" ash",b,-2,8,2,2,0.125,1,-5,4,7,-6,6,0.5\n'
        '"Oak, red",a,1.5,2,-5,0.5,1,3,6,0.125,2,1,5,0.75\n'
    )
    assert list(csv.reader(io.StringIO(lines, newline=""))) == rows


@pytest.mark.parametrize("kind", ["scores", "mean"])
def test_every_corner_of_an_ellipse_has_the_same_distance_in_units_of_the_covariance(js, kind):
    points = np.random.default_rng(6).normal(size=(12, 2)) @ [[3.0, 1.0], [0.0, 0.5]] + [4, -9]
    x, y = points.T.tolist()
    found = js("ellipse(kind, x, y)", kind=kind, x=x, y=y)
    away = np.column_stack([found["xs"], found["ys"]]) - points.mean(axis=0)
    squares = np.einsum("ij,jk,ik->i", away, np.linalg.inv(np.cov(points.T)), away)
    np.testing.assert_allclose(squares, js(f"squared_radius('{kind}', 12)"), rtol=1e-10)
    assert (len(away), len(np.unique(np.round(away, 9), axis=0))) == (73, 72)
