"""Texts as numbers of classes."""

import numpy as np

from kpca.tables.classes import coded


def test_equal_texts_have_one_number_and_the_list_says_which():
    cells = ["sand", "clay", "sand", "peat", "clay"]
    codes, classes = coded(cells)
    assert [classes[int(code)] for code in codes] == cells
    assert sorted(classes) == ["clay", "peat", "sand"]


def test_known_classes_keep_their_numbers_and_others_come_behind():
    codes, classes = coded(["gravel", "clay", "loam", "gravel"], ["peat", "clay"])
    assert classes == ["peat", "clay", "gravel", "loam"]
    assert codes.tolist() == [2.0, 1.0, 3.0, 2.0]


def test_missing_texts_have_no_class_but_none_is_one():
    codes, classes = coded(["None", "NA", "", "k.A.", "NaN", "moss"], more=["k.A."])
    assert classes == ["None", "moss"]
    np.testing.assert_array_equal(codes, [0.0, np.nan, np.nan, np.nan, np.nan, 1.0])
