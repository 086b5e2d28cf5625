"""The verdict is true of the table, names what makes it, and takes at most sixty words."""

import re
from dataclasses import replace

import numpy as np
import pytest

from kpca.page import answers, verdict
from kpca.tables.messages import Message, Setting

RNG = np.random.default_rng(3)
NOISE = RNG.normal(size=(40, 5)) * [1.0, 1.1, 0.9, 1.2, 1.0]
ALONG = np.linspace(-1.0, 1.0, 40)[:, None] * [3.0, 2.0, -2.5, 4.0, 0.0] + 0.1 * NOISE
BENT = np.column_stack([ALONG[:, 0], 0.4 * ALONG[:, 0] ** 2, 0.001 * NOISE[:, :3]])
CLOUD = NOISE + np.outer(RNG.normal(size=40), [2.0, -1.5, 2.5, 0.0, 0.0])
GROUPS = NOISE + 9.0 * np.eye(3, 5)[np.arange(40) % 3]
KINDS = [f"k{k}" for k in np.arange(40) % 3]
ONE = np.vstack([NOISE[:-1], [[0.0, 14.0, 0.0, 0.0, 0.0]]])


def _on_circle(degrees, noise=0.05):
    angles = np.radians(degrees)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.column_stack([circle + noise * NOISE[:, :2], 0.001 * NOISE[:, 2]])


RING = _on_circle(np.linspace(0.0, 351.0, 40))
FAR = NOISE.copy()
FAR[:2] += 30.0


@pytest.fixture
def said(solved_of):
    """The lines of the verdict on a table with these numbers, and perhaps classes."""

    def make(X, classes=None, **more):
        solved = solved_of(X, classes, **{"components": 5} | more)
        return verdict.lines(solved, answers.above(solved))

    return make


FIRST = {
    "seven groups, of which six are looked for": (
        np.repeat(20.0 * np.eye(7), 9, axis=0) + RNG.normal(size=(63, 7)),
        "Six or more groups.",
    ),
    "a parabola": (BENT, "One gradient: read the order along it; axis 2 is not a second property."),
    "an open circle": (_on_circle(np.linspace(0.0, 270.0, 40), 0.0), "One gradient: "),
    "a ring, in which neighbors are near": (RING, "No groups found; no component is above chance."),
    "two groups in a column alone": (
        np.column_stack([NOISE[:, :4], NOISE[:, 4] / 9.0 + np.arange(40) % 2]),
        "No groups found; no component is above chance.",
    ),
    "a single column": (NOISE[:, :1], "No groups found."),
    "a circle open by more than it is closed": (
        _on_circle(np.linspace(0.0, 110.0, 40), 0.0),
        "One gradient: ",
    ),
    "a column of another unit": (
        ALONG * [1.0, 1.0, 1.0, 90.0, 1.0],
        "Almost only one column is shown: 'c3' has 99.9",
    ),
    "two samples far from the others": (FAR, ("One cloud.", "No groups found.", "No structure")),
    "a line of rank 1": (
        np.outer(np.linspace(-1.0, 1.0, 40), [3.0, 2.0]),
        "One gradient: read the order along it. ",
    ),
}


@pytest.mark.parametrize("case", FIRST)
def test_the_first_words_are_those_of_the_first_condition_that_holds(said, case):
    X, words = FIRST[case]
    d = min(int(np.linalg.matrix_rank(X - X.mean(axis=0))), 5)
    assert said(X, components=d)[0].startswith(words)


def test_a_ring_that_standardizing_hides_among_noise_is_no_table_without_structure(said):
    X = np.hstack([4.0 * RING[:, :2], 0.2 * NOISE])
    hidden = "No groups found; as measured, neighbors are nearer than by chance."
    for table, more, words in (
        (X, {}, "Almost only two columns are shown: 'c1' and 'c0' have 49.54"),
        (X, {"standardize": True}, hidden),
        (np.exp(X), {"standardize": True, "transform": "log"}, "No structure found."),
        (NOISE, {"standardize": True}, "No structure found."),
    ):
        assert said(table, **more)[0].startswith(words)


EVEN = np.linspace(-1.0, 1.0, 60)
OPEN = [
    np.concatenate([np.linspace(-1.0, 0.0, 30), np.linspace(gap, 1.0, 30)]) for gap in (0.46, 0.54)
]


def _exact(along, of_second, share_bent=0.0):
    """Columns whose scores are ``along`` and a second component with that part of its variance."""
    rows = RNG.normal(size=(2, 60))
    Q = np.linalg.qr(np.column_stack([np.ones(60), along, along**2, *rows]))[0]
    second = np.sqrt(share_bent) * Q[:, 2] + np.sqrt(1.0 - share_bent) * Q[:, 3]
    Z = 9.0 * np.column_stack([Q[:, 1], np.sqrt(of_second) * second])
    return Z @ np.array([[0.8, 0.6], [-0.6, 0.8]])


ALONE = "component 1 alone is above chance, and component 2 has {} % of its variance"


@pytest.mark.parametrize(
    ("X", "above", "why"),
    [
        pytest.param(
            _exact(EVEN, 0.1, 0.91),
            [1, 2],
            "a parabola of component 1 explains 91 % of component 2",
            id="a parabola",
        ),
        pytest.param(_exact(EVEN, 0.1, 0.89), [1, 2], "", id="less than nine tenths of it"),
        pytest.param(_exact(EVEN, 1.0 / 17.0), [1], ALONE.format("5.88"), id="a line"),
        pytest.param(_exact(EVEN, 1.0 / 15.0), [1], "", id="a line that is too wide"),
        pytest.param(_exact(EVEN, 1.0 / 17.0), [1, 2], "", id="two components above chance"),
        pytest.param(_exact(OPEN[0], 1.0 / 40.0), [1], ALONE.format("2.5"), id="no gap"),
        pytest.param(_exact(OPEN[1], 1.0 / 40.0), [1], "", id="a gap"),
    ],
)
def test_a_gradient_is_bent_or_narrow_enough_and_has_no_gap(solved_of, X, above, why):
    (one,) = solved_of(X).values()
    assert verdict.along_one(one, above) == why


def test_the_columns_that_make_half_of_an_axis_are_named_up_to_three(said, monkeypatch):
    u = NOISE[:, 0]
    assert "'c3' and 'c0' make most of the horizontal axis. No sample is far out." in said(ALONG)[0]
    both = RNG.normal(size=(200, 2)) @ np.array([[5.0, 3, 3, 0, 0], [0, 0, 0, 3.2, 2.6]])
    both += 0.3 * np.random.default_rng(5).normal(size=(200, 5))
    made = "'c0' makes most of the horizontal axis, 'c3' and 'c4' of the vertical axis."
    assert made in said(both, components=2)[0]
    plane = np.column_stack([3.0 * u, 3.0 * u, 3.0 * u, 3.0 * u, *0.2 * NOISE[:, 2:].T])
    assert re.search(
        r"'c\d', 'c\d' and 'c\d' make most of the horizontal axis\.", said(plane, components=3)[0]
    )
    nine = np.outer(u, [3.0] * 9) + 0.05 * RNG.normal(size=(40, 9))
    assert "Many columns make most of the horizontal axis. No" in said(nine)[0]
    eight = np.outer(u, [3.0, 2.9, 2.8, 2.7, *[2.2] * 3, 1.5])
    eight += 0.05 * RNG.normal(size=(40, 8))
    largest = r"'c0', 'c\d', 'c\d' and 'c\d' make most of the horizontal axis\."
    assert re.search(largest, said(eight)[0])
    words = len(said(eight)[0].split())
    monkeypatch.setattr(verdict, "MOST_WORDS", words - 1)
    assert re.search(f"{largest}$", said(eight)[0]), "that no sample is far out goes first"
    first_only = r"property\. 'c\d' and 3 more make most of the horizontal axis\.$"
    number = r"property\. 4 columns make most of the horizontal axis\.$"
    for most, end in ((24, first_only), (23, number), (22, number), (21, r"property\.$")):
        monkeypatch.setattr(verdict, "MOST_WORDS", most)
        assert re.search(end, said(eight)[0])


def test_columns_are_named_of_an_axis_above_chance_and_of_the_plane_of_two_that_may_be_turned(said):
    """Components that vary alike may be turned into each other, unless others vary much less."""
    assert "axis" not in said(NOISE)[0], "no component is above chance"
    apart = RNG.normal(size=(200, 2)) @ np.array([[5.0, 3, 0, 0, 0], [0, 0, 4.9, 3, 0]])
    both = said(apart + 0.3 * RNG.normal(size=(200, 5)), components=2)[0]
    assert "'c0' and 'c2' make most of both axes together." in both
    much = np.random.default_rng(4).normal(size=(40, 9)) * [*[1.0] * 5, 8.0, 8.0, 8.0, 18.0]
    assert "found. 'c8' makes most of the horizontal axis. " in said(much)[0], (
        "as of any such table"
    )
    X = np.column_stack([NOISE * [1.0, 1.0, 90.0, 1.0, 65.0], np.resize([1.0, 1.5], 40)])
    nearly = RNG.normal(size=(80, 1)) * [5.0, 4.6, 0.0] + RNG.normal(size=(80, 3)) * [0.1, 0.1, 0.5]
    assert "'c0' and 'c1' make most of the horizontal axis" in said(nearly, components=2)[0]
    alone = nearly * [1.0, 0.5, 1.0]
    assert "'c0' makes most of the horizontal axis" in said(alone, components=2)[0]
    bent = said(BENT)[0]
    assert "the horizontal axis" in bent and "the vertical" not in bent, "a gradient has one axis"
    both = said(X, components=2, weights="c5")
    assert both == ["'c4' makes most of the horizontal axis, 'c2' of the vertical axis."]


def test_many_columns_are_not_named_and_an_axis_without_columns_is_like_shuffled_ones(said):
    """Half of ten columns with equal shares are many; three of six are named."""
    rng = np.random.default_rng(2)
    for half, noise, words, has in (
        (5, 4.0, "Many columns make most", r"no larger variance than in shuffled columns\."),
        (3, 2.0, r"'c\d', 'c\d' and 'c\d' make most", r"5\.48 % of the variance\."),
    ):
        X = np.outer(rng.normal(size=400), [3.0] * half + [2.6] * half)
        first = said(X + noise * rng.normal(size=X.shape), components=2)[0]
        assert re.search(f"{words} of the horizontal axis; the vertical axis has {has}", first)


COUNTS = np.round(
    np.outer(np.geomspace(1.0, 3.0, 40), [40, 90, 20, 300]) * np.exp(0.3 * NOISE[:, :4])
)
OF_TOTALS = {
    "counts": (COUNTS, {}, True),
    "with equal totals": (np.round(1000.0 * COUNTS / COUNTS.sum(axis=1)[:, None]), {}, False),
    "grades": (np.round(19.0 * COUNTS / COUNTS.max()), {}, False),
    "numbers with a unit": (COUNTS + 0.5, {}, False),
    "differences": (COUNTS - 60.0, {}, False),
    "columns that vary alike": (np.round(COUNTS / COUNTS.std(axis=0) * 40.0), {}, False),
    "shares": (COUNTS, {"transform": "hellinger"}, False),
    "a column of another unit": (COUNTS * [1, 1, 1, 9], {}, False),
    "standardized counts": (COUNTS, {"standardize": True}, True),
    "angles": (COUNTS, {"kernels": ["cosine"]}, False),
}


@pytest.mark.parametrize("case", OF_TOTALS)
def test_rows_of_counts_with_different_totals_mix_amount_and_composition(said, case):
    X, more, holds = OF_TOTALS[case]
    lines = said(X, components=2, **more)
    totals = (
        f"row totals go from {X.sum(axis=1).min():g} to {X.sum(axis=1).max():g}; if the columns "
        "are counts, the map mixes amount and composition"
    )
    assert any(line.startswith(totals) for line in lines[1:]) is holds
    if holds:
        assert lines[1].settings == [Setting("transform", "hellinger")]


def test_counts_vary_alike_or_not_by_the_deviations_of_the_weighted_samples(said):
    X = np.round(np.outer(np.geomspace(20.0, 60.0, 40), [1.0, 1.1, 0.9, 1.2]))
    X[::2, 3] *= 5.0
    for heavy, holds in ((1, False), (0, True)):
        r = np.where(np.arange(40) % 2 == heavy, 1000.0, 1.0)
        lines = said(np.column_stack([X, r]), components=2, weights="c4")
        assert any(line.startswith("row totals") for line in lines) is holds


def test_how_far_distances_are_from_euclidean_is_the_second_line(solved_of):
    (one,) = solved_of(CLOUD).values()
    remark = "not Euclidean: " + answers.way(one, "makes them so", correction="cailliez")
    first, second = verdict.lines({"": replace(one, remarks=["another remark", remark])}, {})
    assert second == remark + "."


def test_columns_vary_alike_or_not_by_the_deviations_of_the_weighted_samples(said):
    """All vary alike; where the samples that vary in 'c0' alone count more, it outweighs them."""
    X = np.zeros((40, 4))
    X[:20, 0], X[20:, 1:3] = np.tile([-1.0, 1.0], 10), NOISE[:20, :2] / NOISE[:20, :2].std(axis=0)
    X[:, 3] = np.repeat([40.0, 1.0], 20)
    assert said(X, weights="c3", components=2)[0].startswith(
        "'c0' makes most of the horizontal axis"
    )


def test_an_axis_with_gaps_is_no_cloud_and_the_column_of_it_is_named(said, monkeypatch):
    """Three values of a column are three stripes, of which no component is above chance.

    Gaps along two axes that may be turned into each other say nothing of one column.
    """
    X = np.column_stack([ALONG[:, :4], 1.4 * (np.arange(40) * 7 % 3)])
    first = said(X, components=2)[0]
    assert first.startswith("Gaps along the vertical axis. ")
    assert "'c3' and 'c0' make most of the horizontal axis, 'c4' of the vertical axis." in first
    monkeypatch.setattr(verdict, "has_gap", lambda one, k: True)
    assert said(NOISE)[0].startswith("Gaps along the horizontal and the vertical axis. No sample")


def test_odd_samples_are_named_and_none_is_said_where_there_is_none(said):
    assert said(ONE)[0].endswith("'s39' is far out.")
    assert said(NOISE)[0].endswith("No sample is far out.")
    directions = NOISE[:8] / np.linalg.norm(NOISE[:8], axis=1, keepdims=True)
    far = np.vstack([NOISE, 9.0 * directions])
    assert "far out" not in said(far)[0], "too many to be called odd, and not none"


def test_what_outweighs_all_other_columns_is_the_second_line_with_the_line_that_ends_it(said):
    X = NOISE * [1.0, 1.0, 90.0, 1.0, 1.0]
    first, second = said(X)
    assert first.startswith("Almost only one column is shown: 'c2' has 99.9")
    assert first.endswith("can be concluded of the others. 's11' is far out.")
    two = said(np.hstack([X * [1.0, 1.0, 1.0, 1.0, 75.0], CLOUD]))[0]
    assert two.startswith("Almost only two columns are shown: 'c4' and 'c2' have ")
    assert isinstance(second, Message) and second.settings == [Setting("standardize", True)]
    assert said(X, of_file=False) == [first], "nothing can be written"
    groups, also = said(X + 900.0 * np.outer(np.arange(40) % 2, np.eye(5)[2]))
    assert groups.startswith("Two groups. 'c2' makes most of the horizontal axis.")
    assert also.startswith("'c2' has 100 %")
    assert len(said(X, standardize=True)) == len(said(NOISE)) == 1
    (alone,) = said(X[:, 2:3])
    assert "outweigh" not in alone
    of_classes = X + 14.0 * np.outer(np.arange(40) % 4 > 1, np.eye(5)[0])
    seen = said(of_classes, [*"uuvv"] * 10)[0]
    assert "; its 2 classes lie apart. " in seen and "'c0' of the vertical axis" in seen
    for other in ("rbf", "cosine"):
        bounded = said(X + 200.0 * np.eye(5)[2], kernels=[other])
        assert not bounded[0].startswith("Almost only") and "'c2' has" in bounded[1]


def test_with_weights_only_columns_are_named_and_with_blocks_nothing_needs_chance(said):
    r = np.column_stack([ALONG[:, :4], np.resize([1.0, 3.0, 2.0], 40)])
    (columns,) = said(r, weights="c4", components=3)
    assert columns == "'c3' and 'c0' make most of the horizontal axis, 'c1' of the vertical axis."
    b = np.column_stack([NOISE, np.arange(40.0) // 2])
    assert said(b, ["u", "v"] * 20, blocks="c5")[0].startswith("No groups found")


def test_the_verdict_has_at_most_sixty_words(said):
    names = np.where(np.arange(40) % 3 == 1, "a class w i t h a l o n g name", "k").tolist()
    X = np.vstack([np.hstack([GROUPS, 90.0 * CLOUD[:, :1]])[:-1], [[0.0, 30, 0, 0, 0, 0]]])
    lines = said(X, names, kernels=("linear", "rbf"))
    assert len(lines) == 2
    assert 15 < len(" ".join(lines).split()) <= 60


def test_a_column_with_and_in_its_name_is_one(said, solved_of):
    solved = solved_of(ALONG[:, [3, 1]])
    (one,) = solved.values()
    study = replace(one, named_columns=("salt and pepper", "b"))
    line, *_ = verdict.lines({"one": study}, {"one": [1]})
    assert "'salt and pepper' makes most of the horizontal axis" in line


def test_columns_on_a_grid_are_drawn_and_not_named(solved_of):
    (study,) = solved_of(np.hstack([ALONG, CLOUD])[:, :9]).values()
    for last in (2, 3):
        names = *(f"cell {j // 3} {j % 3}" for j in range(8)), f"cell 2 {last}"
        line, *_ = verdict.lines({"": replace(study, named_columns=names)}, {"": [1]})
        assert ("has images of the columns" in line, "'cell" in line) == (last == 2, last == 3)


def test_of_columns_on_a_scale_the_ranges_with_the_largest_shares_are_named_in_their_order():
    names, shares = [str(900 + 2 * j) for j in range(20)], np.zeros(20)
    shares[[15, 16, 17, 3, 4, 9]] = 9.0, 8.0, 7.0, 6.0, 5.0, 4.0
    chosen = np.argsort(-shares)[:6]
    assert verdict._listed(names, chosen, shares, 2) == "mainly columns 906 to 908 and 930 to 934"
    assert verdict._listed(names, chosen, shares, 3) == "columns 906 to 908, 918 and 930 to 934"
    assert verdict._listed(names, chosen[:2], shares, 2) == "'930' and '932'"


def test_a_gradient_names_the_columns_that_change_along_it_but_not_the_one_that_makes_it(said):
    t = np.linspace(-1.0, 1.0, 40)
    X = np.column_stack([4.0 * t, 3.0 * t**2, 2.0 * t + 0.1 * NOISE[:, 0], 0.3 * NOISE[:, 1]])
    first = said(X, components=2)[0]
    assert "'c0' makes most of the horizontal axis, along which 'c2' changes" in first
