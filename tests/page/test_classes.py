"""Classes lie apart, side by side or overlap by the gaps between them, in words and numbers."""

from dataclasses import replace

import numpy as np
import pytest
from page.test_verdict import CLOUD, GROUPS, KINDS, NOISE

from kpca.page import answers, classes, verdict


@pytest.fixture
def said(solved_of):
    """The first line of the verdict on a table with these numbers and classes."""

    def make(X, classes, **more):
        solved = solved_of(X, classes, components=5, **more)
        return verdict.lines(solved, answers.above(solved))[0]

    return make


# Two halves with a mean of 0 and unit deviations along one line, and a little beside it.
HALF = np.sort(np.random.default_rng(7).normal(size=20))
HALF = (HALF - HALF.mean()) / HALF.std(ddof=1)
CLASSED = np.column_stack([0.02 * NOISE[:, :2], np.tile(HALF, 2), 0.02 * NOISE[:, 3:]])
# No column outweighs the others when the line is turned.
TURNED = np.eye(5) - 0.4

# Twenty samples whose four columns are uncorrelated and have unit deviations.
UNIT = np.linalg.qr(np.column_stack([np.ones(20), np.random.default_rng(8).normal(size=(20, 4))]))
UNIT = UNIT[0][:, 1:] * 19.0**0.5
EXACT = np.vstack([UNIT, UNIT]) * [9.0, 5.0, 1.0, 0.5]
TWO = np.vstack([UNIT, UNIT + [0.0, 1.0, 0.0, 4.0]]) * [9.0, 5.0, 1.0, 0.5]

CLASSES = {
    "in a part of the cloud that is no group": (
        np.vstack([CLOUD, CLOUD + 0.3 * NOISE[::-1], CLOUD[:3] + 25.0 + 0.3 * NOISE[:3]]),
        ["x", "y"] * 40 + ["rare"] * 3,
        "No groups but the classes: 'rare' lies apart, 'x' and 'y' overlap on the map.",
    ),
    "side by side": (
        (CLASSED + np.outer([3.2] * 20 + [0] * 20, np.eye(5)[2])) @ TURNED,
        ["u"] * 20 + ["v"] * 20,
        "; its 2 classes lie side by side.",
    ),
    "two that overlap": (
        (CLASSED + np.outer([2.8] * 20 + [0] * 20, np.eye(5)[2])) @ TURNED,
        ["u"] * 20 + ["v"] * 20,
        "; its 2 classes overlap on the map.",
    ),
    "three of which two overlap": (
        (CLASSED + np.outer([4.0] * 20 + [0] * 20, np.eye(5)[2])) @ TURNED,
        ["u"] * 20 + ["v", "w"] * 10,
        "; of its 3 classes 'v' and 'w' overlap on the map.",
    ),
    "four of which two pairs overlap": (
        (CLASSED + np.outer([4.0] * 20 + [0] * 20, np.eye(5)[2])) @ TURNED,
        ["u", "a"] * 10 + ["v", "w"] * 10,
        "; of its 4 classes 'a' and 'u', and 'v' and 'w' overlap on the map.",
    ),
    "four of which two overlap on the map, but not on component 3": (
        NOISE * [1.0, 3.0, 1.0, 0.1, 0.1]
        + np.outer(np.minimum(np.arange(40) // 10, 2), 4.0 * np.eye(5)[0])
        + np.outer(np.arange(40) // 10 == 3, 4.0 * np.eye(5)[2]),
        np.repeat([*"abcd"], 10),
        "; of its 4 classes 'c' and 'd' overlap on the map, not on components 1 to 3.",
    ),
    "four of which two do not overlap on component 3 by less than two standard errors": (
        NOISE * [1.0, 3.0, 1.0, 0.1, 0.1]
        + np.outer(np.minimum(np.arange(40) // 10, 2), 4.0 * np.eye(5)[0])
        + np.outer(np.arange(40) // 10 == 3, 2.6 * np.eye(5)[2]),
        np.repeat([*"abcd"], 10),
        "; of its 4 classes 'c' and 'd' overlap on the map.",
    ),
    "two pairs overlap on the map, and one of them on component 3, too": (
        np.tile(UNIT[:, :3], (4, 1)) * [5.0, 20.0, 1.0]
        + np.outer(np.arange(80) // 40, [20.0, 0.0, 0.0])
        + np.outer(np.arange(80) // 20 == 1, [0.0, 0.0, 5.0]),
        np.repeat([*"abcd"], 20),
        "; of its 4 classes 'a' and 'b', and 'c' and 'd' overlap on the map.",
    ),
    "two that do not overlap on components 1 and 3 together": (
        EXACT[:, :3] + np.outer(np.arange(40) // 20, [2.5 * 9.0, 0.0, 4.0]),
        ["u"] * 20 + ["v"] * 20,
        "; its 2 classes overlap on the map, not on components 1 to 3.",
    ),
    "three along a line, and one apart": (
        np.tile(CLASSED[::4], (4, 1))
        + np.outer(np.minimum(np.arange(40) // 10, 2), 2.4 * np.eye(5)[2])
        + np.outer(np.arange(40) // 10 == 3, 40.0 * np.eye(5)[3]),
        np.repeat([*"abcd"], 10),
        "'d' lies apart, 'a', 'b' and 'c' overlap on the map.",
    ),
    "four beside each other along a line": (
        (np.tile(CLASSED[::2], (2, 1)) + np.outer(2.3 * (np.arange(40) // 10), np.eye(5)[2]))
        @ TURNED,
        np.repeat([*"abcd"], 10),
        "; 3 of its 6 pairs of classes overlap on the map.",
    ),
    "four along a line, of which component 3 parts two pairs": (
        np.tile(UNIT[:, :3], (4, 1)) * [5.0, 20.0, 1.0]
        + np.outer(np.arange(80) // 20, [11.5, 0.0, 0.0])
        + np.outer(np.arange(80) // 20 == 1, [0.0, 0.0, 4.0]),
        np.repeat([*"abcd"], 20),
        "; 3 of its 6 pairs of classes overlap on the map, 1 on components 1 to 3.",
    ),
    "four": (
        NOISE + 9.0 * np.outer(np.arange(40) % 4 == 1, [1.0, 0, 1, 0, 0]),
        [f"k{k}" for k in np.arange(40) % 4],
        "Two groups: 'k1' lies apart, 'k0', 'k2' and 'k3' overlap on the map.",
    ),
    "two beside each other, and one apart": (
        NOISE * 0.5
        + np.outer(4.0 * (np.arange(40) % 3 == 1), [0.3, 0.3, 0.3, 0.3, 0.3])
        + np.outer(9.0 * (np.arange(40) % 3 == 2), [0.5, 0.5, -0.5, -0.5, 0.0]),
        KINDS,
        "Two groups: 'k2' lies apart, 'k0' and 'k1' lie side by side.",
    ),
    "that are not the groups": (
        NOISE
        + np.outer(9.0 * (np.arange(40) % 3 == 1), [0.5, 0.5, 0.5, 0.5, 0.0])
        + np.outer(9.0 * (np.arange(40) // 20), [0.5, -0.5, 0.5, -0.5, 0.0]),
        KINDS,
        "Four groups; of its classes 'k1' lies apart, 'k0' and 'k2' overlap on the map.",
    ),
    "three side by side, of which two overlap": (
        NOISE
        + np.outer(4.2 * (np.arange(40) % 4 == 1), [1.0, 0.0, 0.0, 0.0, 0.0])
        + np.outer(9.0 * (np.arange(40) % 4 == 3), [0.0, 1.0, 1.0, 0.0, 0.0]),
        [f"k{k}" for k in np.arange(40) % 4],
        "Two groups: 'k3' lies apart, 'k0', 'k1' and 'k2' overlap in part on the map.",
    ),
    "as many as groups that are others": (
        np.random.default_rng(3).normal(size=(150, 4))
        + np.outer(14.0 * (np.arange(150) % 4 > 1), np.eye(4)[0])
        + np.outer(12.0 * (np.arange(150) < 6), np.eye(4)[1]),
        ["a"] * 6 + ["b", "c"] * 72,
        "Two groups; of its classes 'a' lies apart, 'b' and 'c' overlap on the map.",
    ),
    "many": (
        NOISE + 9.0 * np.outer(np.arange(40) % 5 < 2, [1.0, 0, 1, 0, 0]),
        [f"k{k}" for k in np.arange(40) % 5],
        "Two groups; its 5 classes lie in 2 parts.",
    ),
    "many of which one is apart": (
        NOISE + 9.0 * np.outer(np.arange(40) % 5 == 1, [1.0, 0, 1, 0, 0]),
        [f"k{k}" for k in np.arange(40) % 5],
        "Two groups; 'k1' lies apart from the other 4 classes.",
    ),
    "many of which one is apart on component 3": (
        NOISE * [8.0, 8.0, 1.0, 0.1, 0.1] + np.outer(np.arange(40) % 5 == 1, 14.0 * np.eye(5)[2]),
        [f"k{k}" for k in np.arange(40) % 5],
        "; 'k1' lies apart from the other 4 classes on components 1 to 4.",
    ),
    "of two samples": (GROUPS, ["a", "a", *"b" * 38], "Three groups."),
}


@pytest.mark.parametrize("case", CLASSES)
def test_classes_lie_apart_or_touch_by_the_gaps_between_them(said, case):
    X, classes, words = CLASSES[case]
    assert words in said(X, classes)


def test_where_two_maps_differ_classes_overlap_on_the_first_one(said, monkeypatch):
    monkeypatch.setattr(verdict, "are_alike", lambda studies: False)
    X, classes, _ = CLASSES["two that overlap"]
    both = said(X, classes, kernels=("linear", "rbf"))
    assert " in the first map: " in both and "its 2 classes overlap there." in both


UV = ["u"] * 20 + ["v"] * 20
WITHIN = (
    "A gap between {0} with PCA is the distance of their means along the direction of "
    "Fisher's discriminant of all {0}, over the mean of their two standard deviations along it: "
    "with {1} samples, apart is {2} or more, and below 3 they overlap"
)
OF_NORMAL = (
    "; ± is a standard error of normal classes of equal spreads, and a gap below two of them is "
    "none."
)
OF_UV = WITHIN.format("classes", 40, 6.5) + OF_NORMAL
FIVE = np.vstack([UNIT + 3.0 * k * k * np.eye(4)[0] for k in range(5)]) * [9.0, 5.0, 1.0, 0.5]


@pytest.mark.parametrize(
    ("X", "labels", "more", "expected"),
    [
        pytest.param(
            np.vstack([[TWO.mean(axis=0)] * 2, TWO]),
            ["", "", *UV],
            {"components": 4},
            [
                "Gap between 'u' and 'v': 1.0 ± 0.3 on the map, 4.1 ± 0.6 on components 1 to 3 and "
                "at most 4.0 in one column ('c3').",
                OF_UV,
            ],
            id="two classes, which some samples have not",
        ),
        pytest.param(
            np.column_stack([TWO, np.repeat([0.3, 0.1], 20), np.full(40, 7.0)]),
            UV,
            {},
            [
                "Gap between 'u' and 'v': 1.0 ± 0.3 on the map and over 100 in one column ('c4').",
                OF_UV,
            ],
            id="a column with one value in each class",
        ),
        pytest.param(
            np.column_stack([50.0 * np.repeat([0.0, 1.0], 20), TWO[:, 1:]]),
            UV,
            {},
            [
                "Gap between 'u' and 'v': over 100 on the map and over 100 in one column ('c0').",
                OF_UV,
            ],
            id="one value on the map in each class",
        ),
        pytest.param(
            FIVE,
            np.repeat([*"abcde"], 20),
            {},
            [
                *(
                    f"Gap between {two}: {gap} ± {error} on the map and at most {gap} in one "
                    "column ('c0')."
                    for two, gap, error in (
                        ("'a' and 'b'", "3.0", "0.5"),
                        ("'b' and 'c'", "9.0", "1.1"),
                        ("'a' and 'c'", "12.0", "1.4"),
                        ("'c' and 'd'", "15.0", "1.7"),
                        ("'d' and 'e'", "21.0", "2.4"),
                        ("'b' and 'd'", "24.0", "2.7"),
                    )
                ),
                "These are the 6 smallest of 10 gaps on the map. "
                + WITHIN.format("classes", 100, 5.5)
                + OF_NORMAL,
            ],
            id="ten pairs",
        ),
        pytest.param(
            TWO + 90.0 * np.outer(np.repeat([0, 1], 20), np.eye(4)[0]),
            None,
            {},
            [
                "Gap between 'group 1' and 'group 2': 10.1 on the map and at most 10.0 in one "
                "column ('c0').",
                WITHIN.format("groups", 40, 6.5) + ".",
            ],
            id="groups found",
        ),
        pytest.param(TWO, None, {}, [], id="neither"),
    ],
)
def test_a_gap_is_the_distance_of_means_in_deviations_within_classes(
    solved_of, X, labels, more, expected
):
    (one,) = solved_of(X, labels, **more).values()
    assert [*classes.gaps(one)] == expected


def test_no_single_column_has_a_gap_where_distances_are_given_or_columns_are_a_picture(solved_of):
    (one,) = solved_of(TWO, UV).values()
    study = replace(one, origin=replace(one.origin, distance="cityblock"))
    assert next(classes.gaps(study)) == "Gap between 'u' and 'v': 1.0 ± 0.3 on the map."
    (one,) = solved_of(TWO[:, :2], UV).values()
    assert "column" not in next(classes.gaps(one)), "the map shows both"
    (one,) = solved_of(np.hstack([TWO, TWO[:, ::-1], TWO[:, :1]]), UV).values()
    study = replace(one, named_columns=[f"p {j // 3} {j % 3}" for j in range(9)])
    assert "column" in next(classes.gaps(one)) and "column" not in next(classes.gaps(study))


@pytest.mark.parametrize(("n", "d", "expected"), [(12, 5, 2), (31, 5, 2), (32, 5, 3), (99, 4, 4)])
def test_for_each_further_component_there_are_ten_samples_within_classes(n, d, expected):
    assert classes.Classes(["u", "v"], np.arange(n), np.arange(n) % 2).components(d) == expected


def test_of_fewer_than_ten_samples_no_gap_is_said(solved_of):
    (one,) = solved_of(TWO[16:25], UV[16:25]).values()
    assert [*classes.gaps(one)] == []
