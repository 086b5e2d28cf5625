"""Each sentence with its test appears for a table that it is true of, and for no other."""

import re
from dataclasses import replace

import numpy as np
import pytest
from page.test_verdict import ALONG, NOISE, ONE

from kpca.interpretation import permanova
from kpca.page import answers
from kpca.tables.messages import Setting

GROUPS = NOISE + 6.0 * np.eye(3, 5)[np.arange(40) % 3]


@pytest.fixture
def said(solved_of):
    """The sentences on studies of a table with these numbers, and perhaps classes."""

    def make(X, classes=None, **more):
        solved = solved_of(X, classes, **more)
        return answers.sentences(solved, answers.above(solved))

    return make


def _the(found, words):
    """The only sentence with these words; None if there is none."""
    matching = [sentence for sentence in found if words in sentence]
    assert len(matching) <= 1
    return matching[0] if matching else None


def test_of_noise_no_component_is_above_chance_and_along_a_line_one_is(said):
    assert "No component is above chance" in said(NOISE)[0]
    assert said(ALONG)[0].startswith("Above chance: component 1 (")
    both = said(ALONG, kernels=("linear", "rbf"))[0]
    assert re.match(
        r"Above chance: component 1 of PCA; components? 1.* of the Gaussian kernel", both
    )
    assert _the(said(NOISE[:9]), "chance") is None, "too few samples"
    assert _the(said(NOISE[:, :1]), "chance") is None, "a single column"


# The blocks of 24 samples. Two classes of two blocks have 3 assignments; within blocks there are
# more than are drawn.
BLOCKS = np.repeat([3, 1, 4, 2], [4, 5, 7, 8])


@pytest.mark.parametrize(
    ("classes", "p", "of"),
    [
        (BLOCKS % 2, r"0.333, at least 0.333 \(3 assignments\), 23 permutations", "the blocks are"),
        (np.arange(24) % 2, r"0.00\d, 999 permutations", "the blocks are"),
        (np.where(BLOCKS == 4, np.arange(24) % 2, BLOCKS % 2), None, None),
    ],
    ids=["of blocks", "within blocks", "in between"],
)
def test_with_blocks_each_p_is_that_of_blocks_or_of_samples_within_them(
    said, classes, p, of, monkeypatch
):
    X = np.column_stack([NOISE[:24] + 4.0 * classes[:, None], BLOCKS])
    found = said(X, [f"k{k}" for k in classes], blocks="c5")
    assert _the(found, "bove chance") is None and not any("missing" in one for one in found)
    on_map, in_all = _the(found, "classes"), _the(found, "PERMANOVA")
    if p is None:
        assert "no p, because some blocks have one" in on_map and in_all is None
        return
    assert re.search(rf"\(p = {p}\)", on_map)
    assert re.search(rf"p = {p[:6].strip(',')}", in_all) and "spreads" not in in_all
    assert _the(found, "Each p").startswith(f"Each p holds if {of} independent of each other")
    monkeypatch.setattr(answers, "MOST_NEAR", 23)
    assert _the(said(X, [f"k{k}" for k in classes], blocks="c5"), "PERMANOVA") is None


def test_classes_that_are_apart_are_told_with_their_share_and_p(said):
    kinds = np.arange(40) % 3
    apart = _the(said(GROUPS, [f"k{k}" for k in kinds]), "classes")
    assert "% are between them (p = 0.001, 999" in apart
    third = _the(said(ALONG, [f"k{k // 20}" for k in range(40)], components=3), "classes")
    Z = ALONG - ALONG.mean(axis=0)
    scores = Z @ np.linalg.svd(Z, full_matrices=False)[2][:3].T
    upper = scores[20:].mean(axis=0) ** 2 + scores[:20].mean(axis=0) ** 2
    on_map, on_all = (2000.0 * upper[:d].sum() / (scores[:, :d] ** 2).sum() for d in (2, 3))
    assert f"on the map, {on_map:.3g} % are" in third and f"{on_map:.3g}" != f"{on_all:.3g}"
    some = [f"k{k}" if i < 36 else "" for i, k in enumerate(kinds)]
    assert "The 3 classes of the 36 samples that have one are apart" in _the(
        said(GROUPS, some), "classes"
    )
    assert _the(said(GROUPS, ["a", "b", *[""] * 38]), "classes") is None
    shuffled = _the(said(NOISE, [f"k{k}" for k in kinds]), "classes")
    assert "not clearly apart" in shuffled
    assert _the(said(GROUPS), "classes") is None
    assert _the(said(GROUPS, [f"k{k // 2}" for k in range(40)]), "classes") is not None
    assert _the(said(GROUPS, [f"k{min(k, 25)}" for k in range(40)]), "classes") is None


def test_classes_are_called_apart_only_if_they_are_on_every_map(said):
    """A core inside of a ring has the same mean, and is apart by the Gaussian kernel only."""
    angles = np.arange(40) * 2.4
    ring = (
        np.column_stack([np.cos(angles), np.sin(angles)]) * np.where(angles < 48, 0.2, 3.0)[:, None]
    )
    ring = np.column_stack([ring - ring.mean(axis=0), 0.1 * NOISE[:, 0]])
    kinds = np.where(angles < 48, "core", "ring")
    rbf = _the(said(ring, kinds, kernels=("rbf",)), "classes")
    assert "are apart on average" in rbf and "p = 0.001," in rbf
    both = _the(said(ring, kinds, kernels=("linear", "rbf")), "classes")
    apart = "apart on average with the Gaussian kernel, and not clearly with PCA:"
    assert apart in both and " and 0.001, 999" in both


def test_the_smaller_p_of_two_kernels_has_to_be_half_as_large(said, monkeypatch):
    """A p of 0.03 is clear for one kernel, and not for two."""

    def with_p(exact, **p):
        return lambda *given, **more: replace(exact(*given, **more), **p)

    fitted, of_centered = answers.supplementary.fitted_factor, permanova.of_centered
    monkeypatch.setattr(answers.supplementary, "fitted_factor", with_p(fitted, p=0.03))
    monkeypatch.setattr(permanova, "of_centered", with_p(of_centered, p=0.03, spread_p=0.04))
    kinds = [f"k{k % 5}" for k in range(40)]
    one, two = said(GROUPS, kinds), said(GROUPS, kinds, kernels=("linear", "rbf"))
    assert "are apart on average" in _the(one, "classes")
    assert "(p = 0.04; with at most 12 samples in a class and tails" in _the(one, "PERMANOVA")
    assert "are not clearly apart" in _the(two, "classes")
    clear = "permutations; with 2 kernels, a difference is called clear up to p = 0.025)."
    assert _the(two, "classes").endswith(clear) and _the(two, "Each p holds")
    without_classes = said(GROUPS, kernels=("linear", "rbf"))
    assert _the(without_classes, "Each p holds") and _the(without_classes, "clear") is None
    assert "their spreads do not clearly differ (p = 0.04 for both)" in _the(two, "PERMANOVA")
    assert "(p ≤ 0.02, by 99 tables" in two[0]
    unequal = (with_p(of_centered, p=0.03, spread_p=p) for p in (0.027, 0.009))
    monkeypatch.setattr(
        permanova, "of_centered", lambda *given, **more: next(unequal)(*given, **more)
    )
    of_one = (
        "their spreads differ with the Gaussian kernel, and not clearly with PCA (p = 0.027 and"
    )
    assert of_one in _the(said(GROUPS, kinds, kernels=("linear", "rbf")), "PERMANOVA")


def test_in_all_components_means_and_spreads_of_classes_are_told_apart(said, monkeypatch):
    kinds = [f"k{k % 3}" for k in range(40)]
    Z = GROUPS - GROUPS.mean(axis=0)
    found = permanova.of_centered(Z @ Z.T, kinds)
    together = _the(said(GROUPS, kinds), "PERMANOVA")
    assert f"together, {100.0 * found.r_squared:.3g} % of the squared" in together
    assert f"not clearly differ (p = {found.spread_p:.3g})." in together
    wide = np.where(np.arange(40)[:, None] % 2, 1.0, 6.0) * NOISE
    spread = _the(said(wide, [f"k{k % 2}" for k in range(40)]), "PERMANOVA")
    assert "; their spreads differ (p = 0.001)." in spread
    apart = wide + np.where(np.arange(40)[:, None] % 2, 0.0, 20.0)
    as_well = _the(said(apart, [f"k{k % 2}" for k in range(40)]), "PERMANOVA")
    assert "their spreads differ (p = 0.001), and this alone" in as_well
    some = _the(said(GROUPS, [*kinds[:36], *[""] * 4]), "PERMANOVA")
    assert together.split("%")[0] != some.split("%")[0]
    both = _the(said(GROUPS, kinds, kernels=("linear", "rbf")), "PERMANOVA")
    assert "p = 0.001 for both)" in both
    assert " with PCA and " in both and "of 40 samples" not in both
    assert _the(said(GROUPS), "PERMANOVA") is None
    monkeypatch.setattr(answers, "MOST_NEAR", 38)
    assert ", on 38 of 40 samples)" in _the(said(GROUPS, kinds), "PERMANOVA")


def test_classes_of_the_samples_that_were_drawn_are_counted_and_not_of_all(said, monkeypatch):
    """Of 40 samples 20 have a class, each with two; of the ten drawn, most have one."""
    monkeypatch.setattr(answers, "MOST_NEAR", 10)
    sentences = said(GROUPS, [f"k{i // 2}" if i < 20 else "" for i in range(40)])
    assert _the(sentences, "classes") is not None
    assert _the(sentences, "missing") is _the(sentences, "PERMANOVA") is None


def test_a_sample_that_makes_a_component_and_one_far_out_are_named(said):
    found = said(ONE)
    mostly = _the(found, "is mostly the sample")
    assert mostly.startswith("Component 1 is mostly the sample 's39' (by 'c1')")
    assert mostly.settings == [Setting("omit_samples", ["s39"])]
    assert (
        _the(found, "far out")
        == "1 of 40 samples lies far out, over all components: 's39' (by 'c1')."
    )
    wider = np.hstack([NOISE, NOISE[::-1], NOISE[:, ::-1]])
    wider[39, 1] = 9.0
    twice = _the(said(wider, kernels=("linear", "rbf"), gamma=0.005), "far out")
    assert twice == (
        "With PCA and the Gaussian kernel, 1 of 40 samples lies far out, over all components: "
        "'s39' (by 'c1')."
    )
    pair = said(np.vstack([ONE, [[0.0, -14.5, 0.0, 0.1, 0.0]]]))
    both = _the(pair, "is mostly the samples")
    assert both.startswith("Component 1 is mostly the samples 's40' (by 'c1') and 's39' (by 'c1')")
    assert both.settings == [Setting("omit_samples", ["s40", "s39"])]
    two = np.vstack([ONE[1:], [[0.0, 0.0, 0.0, 90.0, 0.0]]])
    again = _the(said(two, omit_samples=["s39"]), "is mostly the sample")
    assert "s38" in again and again.settings == [], "s39 would come back"
    placed = said(NOISE, new=[[90.0, 0, 0, 0, 0], [0, 80.0, 0, 0, 0]])
    assert _the(placed, "far out") is _the(placed, "is missing") is None, "they are placed only"
    levels = np.array(
        [[a, b, c] for a in (-3, 3) for b in (-2, 2) for c in (-1, 1)] * 2, dtype=float
    )
    assert _the(said(levels, kernels=("rbf",)), "far out") is None, "all lengths are equal"
    cluster = np.vstack([NOISE, NOISE[:10] + [60.0, 0, 0, 0, 0]])
    assert _the(said(cluster), "far out") is None, "many samples are a group"
    for quiet in (said(NOISE), said(ONE, omit_samples=["s39"]), said(ONE[31:])):
        assert _the(quiet, "is mostly") is _the(quiet, "far out") is None


@pytest.mark.parametrize(
    ("sizes", "is_said"), [([9.0, 8.9, 3.0, 1.0], True), ([9.0, 3.0, 1.0, 1.01], False)]
)
def test_components_of_nearly_equal_shares_are_told_if_they_are_those_of_the_map(
    said, sizes, is_said
):
    X = np.linalg.qr(NOISE[:, :4] - NOISE[:, :4].mean(axis=0))[0] * sizes
    assert (_the(said(X, components=4), "nearly equal shares") is not None) is is_said
    both = _the(said(X, kernels=("linear", "rbf"), components=4), "nearly equal") or ""
    assert both.startswith("Components 1 and 2 of PCA and the Gaussian kernel have") is is_said


def test_of_many_samples_chance_is_that_of_a_random_subset(said, monkeypatch):
    monkeypatch.setattr(answers, "MOST", 25)
    assert ", on 25 of 40 samples)" in _the(said(NOISE), "above chance")


def test_a_part_that_breaks_costs_its_sentence_only(said, monkeypatch):
    def broken(*arguments):
        raise RuntimeError("seven")

    monkeypatch.setattr(answers.reading, "too_close", broken)
    found = said(ONE)
    assert any("RuntimeError: seven" in one for one in found)
    assert _the(found, "far out") is not None


def test_of_samples_with_weights_nothing_is_said_that_needs_a_test_of_chance(said):
    X = np.column_stack([ALONG[:, :4], np.resize([1.0, 3.0, 2.0], 40)])
    classes = ["u"] * 20 + ["v"] * 20
    once = said(X, classes, omit=["c4"])
    for words in ("Above chance", "are between them"):
        assert _the([one for one in once if words in one][:1], words)
    assert said(X, classes, weights="c4") == []
