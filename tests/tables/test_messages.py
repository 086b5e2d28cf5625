"""Messages as each front writes them: values in quotes where a reader needs them, and places."""

import pytest

from kpca.tables.messages import at, in_python, in_yaml, setting, written


@pytest.mark.parametrize(
    "word", ["true", "False", "yes", "NO", "on", "Off", "null", "y", "N", "2", "a: b", "-", "a#"]
)
def test_a_text_that_yaml_would_read_as_something_else_is_in_quotes(word):
    assert in_yaml(word) == f'"{word}"'


@pytest.mark.parametrize(
    "word", ["yes we can", "Größe", "Petal (cm)", "../a.b", "./a", "/x/y z.csv"]
)
def test_other_texts_have_no_quotes_in_yaml(word):
    assert in_yaml(word) == word


@pytest.mark.parametrize(
    ("path", "begin"),
    [
        (("studies", "mine", "components"), "components: "),
        (("studies", "mine", "data", "missing_values", "1"), "missing_values: "),
        (("studies", "mine"), ""),
        (("results",), ""),
    ],
)
def test_in_python_a_place_is_the_last_key_of_a_study_and_no_position(path, begin):
    assert written(at(*path) + "wrong", in_python) == begin + "wrong"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Größe", '"Größe"'),
        ('a "b"', '"a \\"b\\""'),
        (["č", -999.0, ...], '["č", -999, ...]'),
        (0.1, "0.1"),
        (0.1 + 0.2, "0.30000000000000004"),
        (float("inf"), "inf"),
        (True, "True"),
        (3, "3"),
    ],
)
def test_in_python_a_value_is_a_literal_with_its_own_letters(value, text):
    assert written(setting(key=value), in_python) == f"'key={text}'"
