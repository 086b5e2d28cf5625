"""What the script of a map gets: samples, classes, columns, scores."""

import base64
import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from given_studies import solved_on

from kpca.data import Vectors
from kpca.figures import palette
from kpca.kernels import RBF, Linear, Polynomial
from kpca.page import beside, interactive, meaning, page, scripts
from kpca.page.map_data import Beside, Look
from kpca.page.verdict import Seen
from kpca.studies.origin import Origin
from kpca.studies.variables import Variables

X = np.array([[1.0, 7.0], [2.5, 1.0], [4.0, 6.0], [-3.0, 2.0], [0.5, -4.0]])
RNG = np.random.default_rng(2)
ORIGIN = Origin()
X_NEW = np.array([[2.0, 3.0], [-6.0, 1.5]])


def _study(kernel=None, labels=("b", "a", "b", "no label", "a"), origin=ORIGIN, new=X_NEW):
    data = Vectors(kernel or Linear(), X, new)
    one = solved_on(data, labels=labels, named_columns=("height", "width"), origin=origin)
    return one if new is X else replace(one, new_labels=["b", "new"])


BLUE, RED = palette.COLORS[:2]
LOOKS = {
    "a sample without a label is gray and behind": (
        *("b,a,b,no label,a", X, [("a", 2, BLUE, 0), ("b", 2, RED, 0)]),
        *([("no label", 1, palette.GRAY, 1)], [1, 0, 1, 2, 0]),
    ),
    "a new sample of an unknown class is gray": (
        *("a,b,a,b,b", X_NEW, [("a", 2, BLUE, 0), ("b", 4, RED, 0)]),
        *([("new sample", 1, palette.GRAY, 1)], [0, 1, 0, 1, 1, 1, 2]),
    ),
    "single samples are not classes": ("v,w,x,y,z", X, [("sample", 5, BLUE, 1)], [], [0] * 5),
    "two single samples": (
        *("p,p,q,p,r", X, [("p", 3, BLUE, 0)]),
        *([("other classes", 2, palette.GRAY, 1)], [0, 0, 1, 0, 1]),
    ),
    "no labels": (",".join(["sample"] * 5), X, [("sample", 5, BLUE, 0)], [], [0] * 5),
}


@pytest.mark.parametrize("case", LOOKS)
def test_classes_have_looks_and_those_of_one_sample_are_gray_and_last(case):
    labels, new, classes, others, class_of = LOOKS[case]
    about = interactive.described([_study(labels=labels.split(","), new=new)])
    looks = [(one.label, one.count, one.color, one.last) for one in about.classes]
    assert (looks, about.class_of) == ([*classes, *others], class_of)


DAYS = ["2020-02-01", "2020-01-05", "2021-03-01", "2020-01-07", "2020-05-01"]
PLACES = ["u", "v", "u", "v", "u"]


@pytest.mark.parametrize(
    ("labels", "besides", "groups", "color", "called"),
    [
        pytest.param("ababb", {"day": DAYS}, True, "class", "class", id="classes"),
        pytest.param("sssss", {"place": PLACES, "day": DAYS}, True, "beside2", "", id="dates"),
        pytest.param("sssss", {"place": PLACES}, True, "beside0", "groups", id="groups"),
        pytest.param("sssss", {"place": PLACES}, False, "column1", "width", id="column of axis 1"),
    ],
)
def test_without_classes_dates_color_the_map_or_groups_or_the_column_that_makes_axis_1(
    labels, besides, groups, color, called, monkeypatch
):
    """The labels, or the numbers of the column, are also for pictures of the map."""
    two = [Look(f"group {k}", "", "", False, 2) for k in (1, 2)]
    found = Beside("groups", beside.OF_MAP, classes=two, class_of=[0, 0, 1, 1, 0])
    monkeypatch.setattr(interactive, "found_on_map", lambda one: [found] * groups)
    metadata = Variables.of_columns({k: np.array(v, dtype=object) for k, v in besides.items()})
    one = _study(labels=list(labels), new=X)
    one = replace(one, metadata=metadata)
    assert interactive.described([one]).color == color
    given, name, numbers = interactive.colors(one)
    in_groups = [f"group {k}" for k in (1, 1, 2, 2, 1)]
    assert (given, name) == (in_groups if called == "groups" else [*labels], called)
    np.testing.assert_array_equal(numbers, X[:, 1] if called == "width" else None)


def test_two_studies_with_other_orders_of_the_samples_share_the_order_of_the_first():
    """Scores are found by name; titles, files, axes and variables are each one's own."""
    one, kernel, order, new_order = (
        _study(),
        Polynomial(gamma=0.1, degree=2),
        [3, 0, 4, 1, 2],
        [1, 0],
    )
    depth = np.array([3.0, 1.0, -4.0, 1.5, 9.0])
    variables = Variables(("depth",), depth[order, None])
    data = Vectors(kernel, X[order], X_NEW[new_order])
    other = solved_on(data, name="curved", unit="km", other_variables=variables)
    names = {"names": [f"s{i}" for i in order], "new_names": [f"n{i}" for i in new_order]}
    about = interactive.described([one, replace(other, **names)])
    straight = _study(kernel)
    assert about.names == [*one.names, "n0", "n1"], "new ones behind the others"
    assert about.is_new == [False] * 5 + [True] * 2
    first, second = about.maps
    for k, axis in enumerate(second.components):
        np.testing.assert_allclose(axis.values, straight.coordinates[:, k], rtol=1e-5)
    assert (about.title, first.name, second.name) == ("My", "my", "curved")
    explained = straight.solution.explained
    assert [axis.name for axis in second.components] == [
        f"component {k} ({100 * share:.3g} %) [km]" for k, share in enumerate(explained, 1)
    ]
    assert "[km]" not in first.components[0].name
    assert (first.title, second.title) == ("PCA", "Kernel PCA, polynomial")
    t2, spe = first.statistics
    assert (t2.name, spe.name, first.variables) == ("T²", "SPE", None)
    found = np.column_stack([column.values for column in (t2, spe)])
    np.testing.assert_allclose(found, one.statistics, rtol=1e-6)
    r = np.corrcoef(depth, straight.solution.scores[:, 0])[0, 1]
    assert second.variables.correlations[0][0] == pytest.approx(r, abs=1e-6)


def test_columns_of_a_table_are_in_its_units_and_new_samples_stand_below_the_others():
    numbers = {"column_mean": np.array([10.0, 20.0]), "column_deviation": np.array([2.0, 4.0])}
    about = interactive.described([_study(origin=Origin(numbers=numbers))])
    raw = np.vstack([X, X_NEW]) * [2.0, 4.0] + [10.0, 20.0]
    np.testing.assert_array_equal([one.values for one in about.columns], raw.T)


def test_numbers_are_little_endian_and_of_single_precision_in_json():
    look = Look("a < b", "", "", False, 2)
    of_look, text = json.loads(scripts.as_json([look, np.array([0.5, np.nan, -1e300])]))
    assert of_look == asdict(look)
    found = np.frombuffer(base64.b64decode(text), "<f4")
    np.testing.assert_array_equal(found, [0.5, np.nan, -np.inf])


def test_variables_beside_the_data_are_sent_by_decreasing_r_squared():
    """One with missing values has the relations of the scores of its samples."""
    values = np.array([[1.0, 1.0], [-2.0, np.nan], [0.5, 4.0], [4.0, -3.0], [2.0, 0.5]])
    placed = _study()
    given = Variables(("low", "height again"), values, ("land",), (tuple("aabba"),))
    one = replace(placed, other_variables=given)
    sent = interactive.described([one]).maps[0].variables
    assert sent.names == ["height again", "low"]
    p = dict(zip(one.fitted_variables.names, one.fitted_variables.numbers.p, strict=True))
    assert sent.doubtful == [not p[name] <= 0.05 for name in sent.names]
    for at, (column, have) in enumerate([(1, [0, 2, 3, 4]), (0, [0, 1, 2, 3, 4])]):
        Z = placed.solution.scores[have]
        R = np.corrcoef(np.column_stack([Z, values[have, column]]).T)
        np.testing.assert_allclose(sent.correlations[at], R[-1, :-1], rtol=1e-5)
        np.testing.assert_allclose(sent.deviations[at], Z.std(axis=0), rtol=1e-6)
    between = np.corrcoef(placed.solution.scores[[0, 2, 3, 4]].T)
    np.testing.assert_allclose(sent.between[0], between.ravel(), atol=1e-6)
    assert sent.between[1].size == 0, "the scores of all samples are uncorrelated"
    only = replace(given, names=(), values=np.empty((5, 0)))
    one = replace(placed, other_variables=only)
    assert interactive.described([one]).maps[0].variables is None


def test_a_map_offers_what_its_samples_have():
    """What classes are called, ellipses where no sample has a weight, and names of few samples."""

    def offered(one):
        about = interactive.described([one])
        return about.of_classes, about.has_ellipses, about.with_names

    numbers, left_out = [*"12345"], (("site", "names of the samples"), ("kind", "labels"))
    plain = _study(new=X)
    assert offered(plain) == ("class", True, True)
    assert offered(replace(plain, origin=Origin(left_out=left_out))) == ("kind", True, True)
    assert offered(replace(plain, weights=np.arange(1.0, 6.0)).solve()) == ("class", False, True)
    assert offered(replace(plain, names=numbers, new_names=numbers)) == ("class", True, False)


@pytest.mark.parametrize(
    ("degrees", "parts", "names"),
    [(240.0, 60, ["order along the curve"]), (360.0, 60, []), (210.0, 3, ["groups found"])],
)
def test_a_gradient_is_colored_by_the_order_along_its_curve(degrees, parts, names):
    """From one end to the other; a ring has no ends, and three groups on an arc are no gradient."""
    of = np.random.default_rng(8).permutation(60)
    turns = degrees * ((of % parts) + 0.5) / parts + 0.05 * of + 100.0
    circle = np.column_stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))])
    study = solved_on(Vectors(Linear(), circle, circle))
    shown = interactive.described([study])
    assert [one.name for one in shown.beside] == names
    given, name, numbers = interactive.colors(study)
    if parts == 3:
        assert {*given} == {look.label for look in shown.beside[0].classes}
        assert ({*given}, name) == ({f"group {k}" for k in (1, 2, 3)}, *names)
    if degrees == 240.0:
        assert (name, shown.color) == (*names, "beside0")
        np.testing.assert_array_equal(shown.beside[0].values, numbers)
        assert abs(np.corrcoef(of, numbers)[0, 1]) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(
    ("factor", "has_structure", "is_said"),
    [(1.0, True, True), (90.0, True, False), (1.0, False, False)],
)
def test_of_maps_of_noise_or_of_little_but_a_column_none_is_called_closer(
    factor, has_structure, is_said
):
    Y = np.random.default_rng(4).normal(size=(40, 4)) * [factor, 1.0, 1.0, 1.0]
    both = [solved_on(Vectors(kernel, Y, Y)) for kernel in (Linear(), RBF(1.0))]
    meanings = [one.meaning for one in interactive.described(both, "", has_structure).maps]
    assert ("picture of who is near whom" in meanings[0]) == is_said
    assert meanings == meaning.readings(both, is_said, has_structure)


def _of_columns(names, kernel=None, **more):
    rng = np.random.default_rng(2)
    X, X_new = (rng.normal(size=(rows, len(names))) for rows in (6, 2))
    vectors = Vectors(kernel or Linear(), X, X_new)
    return interactive.described([solved_on(vectors, named_columns=tuple(names), **more)])


def test_columns_that_are_a_scale_have_its_numbers_with_the_units_that_are_known():
    names = ["1000 nm", "900 nm", "850 nm"]
    found = _of_columns(names, unit="mg").scale
    np.testing.assert_array_equal(found.values, [1000, 900, 850])
    assert (found.across, found.up) == ("column [nm]", "value [mg]")
    assert _of_columns(names, Polynomial(gamma=0.1, degree=2), unit="mg").scale.up == "value"
    moments = {"column_mean": np.zeros(3), "column_deviation": np.ones(3)}
    assert _of_columns(names, unit="mg", origin=Origin(numbers=moments)).scale.up == "value"
    assert _of_columns(names, origin=Origin(transform="log")).scale.up == "transformed value"
    assert _of_columns(["x1", "x2", "x3"]).scale is None
    assert _of_columns(["height", "girth", "age"]).scale is None


def test_columns_without_room_on_the_page_are_counted(monkeypatch):
    names = [f"{k} nm" for k in range(400, 407)]
    assert (_of_columns(names).more_columns, len(_of_columns(names).columns)) == (0, 7)
    # Of 6 samples and 2 new ones.
    for most, shown in ((40, 5), (39, 4)):
        monkeypatch.setattr(interactive, "MOST_VALUES", most)
        found = _of_columns(names)
        assert (found.more_columns, len(found.columns)) == (7 - shown, shown)
    np.testing.assert_array_equal(found.scale.values, [400, 401, 402, 403])


METADATA = Variables(
    ("age", "kind"),
    np.array([[3.5, 1], [np.nan, 2], [7, 1], [1, 2], [2, 2], [9, 1], [8, 2]]),
    ("soil", "day", "kind", "sex"),
    (
        ("peat", "", "peat", "sand", "", "peat", "lime"),
        ("2021-03-07", "2020-12-15", "", "2021-03-01", "2022-01-01", "2021-03-02", ""),
        ("b", "a", "b", "", "a", "b", "new"),
        ("f", "m", "m", "f", "m", "f", "m"),
    ),
)
BESIDE = Variables(
    ("pH",), np.array([[5.5], [6], [7.5], [4], [np.nan]]), ("use",), (tuple("uvuvu"),)
)


def test_columns_that_are_not_data_and_variables_color_the_map():
    study = replace(_study(), metadata=METADATA, other_variables=BESIDE)
    found = interactive.described([study]).beside
    names = ["age", "kind", "soil", "day", "sex", "pH", "use"]
    of = ["columns that are not data"] * 5 + ["variables beside the data"] * 2
    assert [(one.name, one.of) for one in found] == [*zip(names, of, strict=True)]
    one = {one.name: one for one in found}
    np.testing.assert_array_equal(one["age"].values, METADATA.values[:, 0])
    assert one["day"].dates == list(METADATA.classes[1])
    np.testing.assert_array_equal(one["pH"].values, [5.5, 6, 7.5, 4, *[np.nan] * 3])
    use = one["use"]
    assert [(look.label, look.count) for look in use.classes] == [
        ("u", 3),
        ("v", 2),
        ("no value", 2),
    ]
    assert use.class_of == [0, 1, 0, 1, 0, 2, 2]
    soil = [(look.label, look.count, look.color) for look in one["soil"].classes]
    assert soil == [("peat", 3, BLUE), ("other classes or no value", 4, palette.GRAY)]


KIND = Origin(left_out=(("kind", "labels"),))
TEXTS = {"kind": "ababb", "twin": "pqpqq", "half": "aabbb"}
OF_TEXTS = Variables.of_columns({of: np.array([*t], dtype=object) for of, t in TEXTS.items()})
ON_PAGE = {
    "the labels once": ({"origin": KIND}, METADATA, ["age", "soil", "day", "sex"]),
    "numbers and dates that say more than the labels": (
        {"origin": KIND, "labels": ["1.5", "2.5", "1.5", "4", "2.5"]},
        *(METADATA, ["age", "kind", "soil", "day", "kind", "sex"]),
    ),
    "the labels that have no title": ({"labels": "ababb", "new": X}, OF_TEXTS, ["twin", "half"]),
    "nothing": ({}, None, []),
}


@pytest.mark.parametrize("case", ON_PAGE)
def test_columns_that_are_not_data_are_on_the_page_with(case, monkeypatch):
    """Of many samples only the first columns are."""
    given, metadata, names = ON_PAGE[case]
    one = replace(_study(**given), metadata=metadata)
    assert [column.name for column in interactive.described([one]).beside] == names
    if metadata is OF_TEXTS:
        variables = replace(_study(**given), other_variables=metadata)
        of_variables = [column.name for column in interactive.described([variables]).beside]
        assert of_variables == ["kind", *names], "a variable may be like the labels"
    monkeypatch.setattr(beside, "MOST", 14)
    assert [column.name for column in interactive.described([one]).beside] == names[:2]


def test_texts_that_are_data_color_the_map_by_their_classes():
    classes = (("soil", "clay"), ("soil", "peat"), ("soil", "loam"))
    rows = np.column_stack([X[:, 0], [1.0, 0, 1, 1, 0]])
    new_rows = np.array([[2.0, 0], [-6, 2]])
    origin = Origin(classes=classes, numbers={"table_row": rows, "new_table_row": new_rows})
    one = replace(_study(), named_columns=("height", "soil"), origin=origin)
    (soil,) = beside.beside(one, "class")
    assert (soil.name, soil.of) == ("soil", "columns of the data")
    assert [(look.label, look.count) for look in soil.classes] == [
        *(("clay", 3), ("peat", 3), ("new sample", 1))
    ]
    assert soil.class_of == [1, 0, 1, 1, 0, 0, 2]
    again = replace(one, new_names=one.names, origin=replace(origin, numbers={"table_row": rows}))
    assert beside.beside(again, "class")[0].class_of == [1, 0, 1, 1, 0]


def test_few_numbers_of_a_column_are_labels_and_color_no_map_without_structure():
    """Noise would look like a gradient along the column that makes axis 1."""
    X = np.column_stack([9.0 * np.array([4, 10, 10, 4, 5, 5]), RNG.normal(size=6)])
    study = solved_on(Vectors(Linear(), X, X), named_columns=("cyl", "b"))
    about = interactive.described([study])
    assert (about.color, about.beside) == ("column0", [])
    assert interactive.described([study], has_structure=False).color == "one"
    for line, color in (("No structure found.", "one"), ("One cloud.", "column0")):
        both = [({"linear": study}, Seen([line], []))] * 2
        assert [one.color for one in page._maps(both, page.SCALES)] == [color] * 2
    assert interactive.colors(study) == (["36", "90", "90", "36", "45", "45"], "cyl", None)
    assert interactive.colors(study, has_structure=False)[1:] == ("", None)
