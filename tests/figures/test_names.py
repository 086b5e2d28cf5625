"""A name is shown with bounded length, and different names stay different."""

import pytest

from kpca.figures import names


@pytest.mark.parametrize("name", ["$b$", "_a", "c<d>", "é 1 µm", "x" * 40])
def test_a_name_of_at_most_forty_letters_is_shown_as_it_stands(name):
    assert names.plain(name) == name


def test_control_characters_are_spaces():
    assert names.plain("a\nb\tc\x00d") == "a b c d"


def test_the_middle_of_a_long_name_is_left_out():
    assert names.plain("abcdefghijklmnopqrstuvwxyz", 11) == "abcde…vwxyz"
    assert names.plain("abcdefghijklmnopqrstuvwxyz", 10) == "abcde…wxyz"


def test_names_that_differ_at_their_end_stay_distinct():
    long = [f"sehr lange Klassenbezeichnung Nummer {k}" for k in range(4)]
    assert names.shortened(long, 28) == [f"sehr lange Kla…nung Nummer {k}" for k in range(4)]


def test_another_part_is_left_out_where_names_differ_in_the_middle():
    long = [f"{'a' * 9}{k}{'b' * 11}" for k in range(3)]
    assert names.shortened(long, 12) == [f"{'a' * 9}{k}…b" for k in range(3)]


def test_names_that_no_part_leaves_distinct_have_numbers():
    long = ["a" * 50 + "x" + "b" * 50, "a" * 50 + "y" + "b" * 50, "short"]
    assert names.shortened(long, 12) == ["aaaaaa…b (1)", "aaaaaa…b (2)", "short"]


def test_a_number_does_not_make_the_name_of_another():
    assert names.shortened(["a\tb", "a b", "a b (1)"], 12) == ["a b (2)", "a b (3)", "a b (1)"]


def test_equal_names_have_equal_texts():
    assert names.shortened(["b", "a", "b"], 5) == ["b", "a", "b"]


def test_no_text_is_longer_than_the_limit():
    many = [f"{'a' * 60}{k:04d}{'b' * 60}" for k in range(300)]
    found = names.shortened(many, 24)
    assert len(set(found)) == 300
    assert max(map(len, found)) == 24
