"""The options of the command are the keys of a configuration."""

import shlex
from pathlib import Path

import pytest

from kpca.page import options
from kpca.studies.config.data import VectorFile
from kpca.studies.config.study import StudyConfig
from kpca.tables.messages import (
    INSIDE,
    as_matrix,
    at,
    in_file,
    named,
    setting,
    written,
)


def test_a_table_needs_no_option_and_its_form_and_folder_may_be_said():
    asked = options.parse(["my.csv"])
    assert asked == options.Asked(Path("my.csv"), None, {}, None, True)
    asked = options.parse(["my.csv", "--no-open", "--folder", "there", "--kernel-matrix"])
    assert asked == options.Asked(Path("my.csv"), "kernel_matrix", {}, Path("there"), False)


KEYS = {
    "of every kind": (
        "--labels species --gamma 1e-3 --components 0.7 --standardize --statements none"
        " --max-memory 8GB --header 4 --transpose false --columns a 3 b",
        {"labels": "species", "gamma": 0.001, "components": 0.7, "standardize": True}
        | {"statements": "none", "max_memory": "8GB", "header": 4, "transpose": False}
        | {"columns": ["a", 3, "b"]},
    ),
    "names of columns like numbers in another notation": (
        "--labels 1.50 --names 007 --omit 1_000 1e3 -4 3 --columns 0 12 --gamma 1.50"
        " --missing-values 1.50 007",
        {"labels": "1.50", "names": "007", "omit": ["1_000", "1e3", "-4", 3], "columns": ["0", 12]}
        | {"gamma": 1.5, "missing_values": [1.5, 7]},
    ),
    "texts of digits where no number is allowed": (
        "--title 2024 --unit 1 --new 7 --variable 3 --encoding 850 --comment 9 --names 12"
        " --missing-values inf NaN -9 8e3",
        {"title": "2024", "unit": "1", "new": "7", "variable": "3", "encoding": "850"}
        | {"comment": "9", "names": 12, "missing_values": ["inf", "NaN", -9, 8000.0]},
    ),
    "a list as in a configuration": ("--missing-values '[-999, 8]'", {"missing_values": [-999, 8]}),
    "an empty list": ("--missing-values '[]'", {"missing_values": []}),
    "a text in brackets": ("--missing-values '[a]b'", {"missing_values": ["[a]b"]}),
}


@pytest.mark.parametrize("case", KEYS)
def test_options_are_keys_with_the_values_that_yaml_would_have(case):
    words, keys = KEYS[case]
    assert options.parse(["my.csv", *shlex.split(words)]).keys == keys


@pytest.fixture
def help_text(capsys):
    with pytest.raises(SystemExit) as ended:
        options.parse(["--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_every_key_of_a_table_is_an_option_with_the_kernels_that_have_it(help_text):
    keys = {*VectorFile.model_fields, *StudyConfig.model_fields}
    keys -= {"vectors", "data", "denoise", "ranks"}
    assert [key for key in keys if f"--{key.replace('_', '-')}" not in help_text] == []
    shown = " ".join(help_text.split())
    assert "--coef0 VALUE of poly and sigmoid: at least 0" in shown
    assert "--labels VALUE column with a class" in shown


PLACES = {
    "labels": "options that nearly everybody needs",
    "gamma": "options that nearly everybody needs",
    "components": "options that nearly everybody needs",
    "encoding": "reading the file",
    "most-missing": "reading the file",
    "degree": "more about kernels",
    "kernel-matrix": "distances and transforms",
    "pseudocount": "distances and transforms",
    "holdout": "statements and output",
    "folder": "statements and output",
}


@pytest.mark.parametrize("option", PLACES)
def test_the_help_shows_an_option_in_its_group_and_the_groups_in_their_order(option, help_text):
    titles = [line[:-1] for line in help_text.splitlines() if line.endswith(":") and line[0] != " "]
    places = [titles.index(title) for title in dict.fromkeys(PLACES.values())]
    group = help_text.partition(f"\n{PLACES[option]}:\n")[2].partition("\n\n")[0]
    assert places == sorted(places)
    assert f"\n  --{option} " in f"\n{group}"


WRITTEN = {
    """'--missing-values "<0.05" -999 n.d.' and '--missing drop'""": (
        setting(missing_values=["<0.05", -999.0, "n.d."], missing="drop") + INSIDE
    ),
    """'--omit "Country Code" 1'""": setting(omit=["Country Code", "1"]) + INSIDE,
    "'--columns S1 S2 ...'": setting(columns=["S1", "S2", ...]),
    "'--distance-matrix'": as_matrix("my data.csv", with_kernel=True),
    """'--comment "%"' and '--thousands "."'""": setting(comment="%", thousands="."),
    "'--missing-values'": setting(missing_values=[]),
    "'--header false' or '--transpose true'": setting(header=False)
    + " or "
    + setting(transpose=True),
    "name it with '--labels' or '--missing-values'": (
        "name it with " + named("labels", "missing_values")
    ),
    "--gamma: 'abc' is no number": (
        in_file("my.yaml") + at("studies", "rbf", "kernel", "gamma") + "'abc' is no number"
    ),
    "--most-missing: too large": at("studies", "rbf", "data", "most_missing", "0") + "too large",
    "all samples are the same": at("studies", "rbf") + "all samples are the same",
    "a column called 'labels', inside 'data'": "a column called 'labels', inside 'data'",
}


@pytest.mark.parametrize("words", WRITTEN)
def test_a_message_has_options_where_a_configuration_has_keys(words):
    assert written(WRITTEN[words], options.as_option) == words
