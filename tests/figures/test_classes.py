"""Static and interactive maps have one rule for which labels are classes."""

import pytest

from kpca.figures.classes import classes_of
from kpca.tables.samples import NO_LABEL

MANY_NAMES = "abcdefghijklmnopqrst"
MANY = [label for k, label in enumerate("vutsrqponmlkjihgfedcba") for _ in range(2 + (k > 1))]


@pytest.mark.parametrize(
    ("labels", "new", "names", "others"),
    [
        pytest.param("qpqp", "", "pq", "", id="two classes"),
        pytest.param("vwxyz", "", "", "sample", id="single samples are no classes"),
        pytest.param("ppqpr", "", "p", "other classes", id="two single samples"),
        pytest.param("ppqp", "", "p", "q", id="one single sample keeps its name"),
        pytest.param("ppqp", "q", "pq", "", id="a new sample of the same class counts"),
        pytest.param("pp", ["p", NO_LABEL], "p", NO_LABEL, id="a new sample without a label"),
        pytest.param("pp", "qq", "p", "", id="a class of new samples only is none"),
        pytest.param([NO_LABEL, "p", NO_LABEL, "p"], "", "p", NO_LABEL, id="no label"),
        pytest.param(
            ["p", "p", "q", NO_LABEL],
            "",
            "p",
            "other classes or no label",
            id="a single sample and none",
        ),
        pytest.param([NO_LABEL, NO_LABEL], "", "", "sample", id="no sample has a label"),
        pytest.param(MANY, "", MANY_NAMES, "other classes", id="the twenty most frequent"),
        pytest.param(
            [*MANY_NAMES * 2, "y", "z"],
            "",
            MANY_NAMES,
            "other classes",
            id="twenty and two single ones",
        ),
    ],
)
def test_a_class_has_a_label_that_two_samples_have(labels, new, names, others):
    found = classes_of(list(labels), list(new))
    assert (found.names, found.others) == (list(names), others)


def test_samples_without_a_class_stand_behind_all_classes():
    found = classes_of(["b", "a", "b", "a", "c"])
    assert [found.position(label) for label in ("b", "c", "a", "d")] == [1, 2, 0, 2]


def test_another_word_for_a_missing_label_is_no_class():
    labels = ["p", "no value", "p", "no value"]
    found = classes_of(labels, missing="no value")
    assert (found.names, found.others) == (["p"], "no value")
    assert classes_of(labels).names == ["no value", "p"]
