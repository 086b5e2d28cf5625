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
    in_configuration,
    in_file,
    in_python,
    named,
    setting,
    written,
)


def test_a_table_needs_no_option_and_the_page_may_stay_closed_in_another_folder():
    asked = options.parse(["my.csv"])
    assert asked == options.Asked(Path("my.csv"), None, {}, None, True)
    asked = options.parse(["my.csv", "--no-open", "--folder", "there"])
    assert (asked.open, asked.folder) == (False, Path("there"))


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
    **{
        f"{written} as in a configuration": (
            f"--missing-values '{written}'",
            {"missing_values": of},
        )
        for written, of in [
            *(
                ("[-999, 8]", [-999, 8]),
                ("[]", []),
                ("[a]b", ["[a]b"]),
                ("[no data]", ["[no data]"]),
            )
        ]
    },
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


@pytest.mark.parametrize(
    ("argument", "form"),
    [("--distance-matrix", "distance_matrix"), ("--kernel-matrix", "kernel_matrix")],
)
def test_the_form_of_a_matrix_is_said(argument, form):
    assert options.parse(["d.csv", argument]).form == form


FRONTS = {
    "numbers, and two keys": (
        setting(missing_values=["<0.05", -999.0, "n.d."], missing="drop") + INSIDE,
        """'missing_values: ["<0.05", -999, n.d.]' and 'missing: drop' inside 'data'""",
        """'--missing-values "<0.05" -999 n.d.' and '--missing drop'""",
        """'missing_values=["<0.05", -999, "n.d."]' and 'missing="drop"'""",
    ),
    "texts with blanks, and like numbers": (
        setting(omit=["Country Code", "1"]) + INSIDE,
        "'omit: [Country Code, \"1\"]' inside 'data'",
        """'--omit "Country Code" 1'""",
        """'omit=["Country Code", "1"]'""",
    ),
    "others that the reader knows": (
        setting(columns=["S1", "S2", ...]),
        "'columns: [S1, S2, ...]'",
        "'--columns S1 S2 ...'",
        """'columns=["S1", "S2", ...]'""",
    ),
    "a path with a blank": (
        as_matrix("my data.csv", with_kernel=True),
        "'distance_matrix: my data.csv' instead of 'vectors', and remove 'kernel'",
        "'--distance-matrix'",
        """'distance_matrix="my data.csv"'""",
    ),
    "a sign": (
        setting(comment="%", thousands="."),
        """'comment: "%"' and 'thousands: "."'""",
        """'--comment "%"' and '--thousands "."'""",
        """'comment="%"' and 'thousands="."'""",
    ),
    "no value": (
        setting(missing_values=[]),
        "'missing_values: []'",
        "'--missing-values'",
        "'missing_values=[]'",
    ),
    "truth": (
        setting(header=False) + " or " + setting(transpose=True),
        "'header: false' or 'transpose: true'",
        "'--header false' or '--transpose true'",
        "'header=False' or 'transpose=True'",
    ),
    "keys alone": (
        "name it with " + named("labels", "missing_values"),
        "name it with 'labels' or 'missing_values'",
        "name it with '--labels' or '--missing-values'",
        "name it with 'labels' or 'missing_values'",
    ),
    "a place": (
        in_file("my.yaml") + at("studies", "rbf", "kernel", "gamma") + "'abc' is no number",
        "my.yaml: studies.rbf.kernel.gamma: 'abc' is no number",
        "--gamma: 'abc' is no number",
        "gamma: 'abc' is no number",
    ),
    "an element of a list": (
        at("studies", "rbf", "data", "most_missing", "0") + "too large",
        "studies.rbf.data.most_missing.0: too large",
        "--most-missing: too large",
        "most_missing: too large",
    ),
    "a place that is no option": (
        at("studies", "rbf") + "all samples are the same",
        "studies.rbf: all samples are the same",
        "all samples are the same",
        "all samples are the same",
    ),
}


@pytest.mark.parametrize("case", FRONTS)
def test_each_front_writes_a_message_in_its_own_way(case):
    message, *expected = FRONTS[case]
    fronts = (in_configuration, options.as_option, in_python)
    assert [written(message, front) for front in fronts] == expected
    assert str(message) == expected[0]


def test_a_text_with_the_words_of_a_key_is_left_as_it_is():
    assert written("a column called 'labels', inside 'data'", options.as_option) == (
        "a column called 'labels', inside 'data'"
    )
