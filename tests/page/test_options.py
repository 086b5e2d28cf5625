"""The options of the command are the keys of a configuration."""

from pathlib import Path

import pytest

from kpca.page import options
from kpca.studies.config.data import VectorFile
from kpca.studies.config.study import StudyConfig


def test_a_table_needs_no_option():
    asked = options.parse(["my.csv"])
    assert asked == options.Asked(Path("my.csv"), None, {}, None, True)


def test_options_are_keys_with_the_values_that_yaml_would_have():
    arguments = (
        "my.csv --labels species --gamma 1e-3 --components 3 --standardize --statements none"
    )
    arguments += " --max-memory 8GB --denoise false --columns a 3 b --no-open --folder there"
    asked = options.parse(arguments.split())
    assert asked.keys == {
        "labels": "species",
        "gamma": 0.001,
        "components": 3,
        "standardize": True,
        "statements": "none",
        "max_memory": "8GB",
        "denoise": False,
        "columns": ["a", 3, "b"],
    }
    assert (asked.open, asked.folder) == (False, Path("there"))


def test_a_text_of_digits_is_a_text_where_no_number_is_allowed():
    words = "--title 2024 --unit 1 --new 7 --variable 3 --encoding 850 --comment 9 --names 12"
    asked = options.parse(["my.csv", *words.split(), "--missing-values", "inf", "NaN", "-9", "8e3"])
    assert asked.keys == {
        "title": "2024",
        "unit": "1",
        "new": "7",
        "variable": "3",
        "encoding": "850",
        "comment": "9",
        "names": 12,
        "missing_values": ["inf", "NaN", -9, 8000.0],
    }


def test_every_key_of_a_table_is_an_option(capsys):
    with pytest.raises(SystemExit) as ended:
        options.parse(["--help"])
    shown = capsys.readouterr().out
    keys = {*VectorFile.model_fields, *StudyConfig.model_fields} - {"vectors", "data"}
    assert ended.value.code == 0
    assert [key for key in keys if f"--{key.replace('_', '-')}" not in shown] == []


@pytest.mark.parametrize(
    ("argument", "form"),
    [("--distance-matrix", "distance_matrix"), ("--kernel-matrix", "kernel_matrix")],
)
def test_the_form_of_a_matrix_is_said(argument, form):
    assert options.parse(["d.csv", argument]).form == form


@pytest.mark.parametrize(
    ("arguments", "word"), [("my.csv --gama 3", "--gama"), ("my.csv --standardize yes", "'yes'")]
)
def test_a_wrong_option_is_refused_by_its_name(arguments, word, capsys):
    with pytest.raises(SystemExit) as ended:
        options.parse(arguments.split())
    assert ended.value.code == 2
    assert word in capsys.readouterr().err


LINES = {
    "'missing_values: [\"<0.05\", n.d.]' and 'missing: drop' inside 'data'": (
        """'--missing-values "<0.05" n.d.' and '--missing drop'"""
    ),
    "'omit: [Country Code, \"1\"]' inside 'data'": """'--omit "Country Code" 1'""",
    "'columns: [S1, S2, ...]' inside 'data'": "'--columns S1 S2 ...'",
    "'distance_matrix: \"my data.csv\"'": "'--distance-matrix'",
    "'comment: \"%\"' inside 'data'": """'--comment "%"'""",
    "'thousands: \".\"' inside 'data'": """'--thousands "."'""",
    "'missing_values: []'": "'--missing-values'",
    "'nobody: knows'": "'nobody: knows'",
    "write 'distance_matrix: d.csv' instead of 'vectors', and remove 'kernel'; if": (
        "write '--distance-matrix'; if"
    ),
    "name its columns with 'columns'": "name its columns with '--columns'",
    "name it with 'labels' or 'names'": "name it with '--labels' or '--names'",
    "a column called 'labels'": "a column called 'labels'",
    "for the second, inside 'data'": "for the second",
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_to_write_becomes_an_option_that_a_shell_passes_on(line):
    assert options.with_options(line) == LINES[line]
