"""After a refusal the command prints whole commands, each of which reads the table it describes."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from kpca.page import following, map_of_table, options
from kpca.studies.config.faults import ConfigError
from kpca.tables.messages import Message, setting
from kpca.tables.once import Once
from kpca.tables.table import InputError

LOGGER = """\
TOA5,Tower,4,CR1000,77
TIMESTAMP,RECORD,Temp,RH
TS,RN,degC,%
,,Avg,Smp
2023-01-01 00:00:00,11,1.5,70
2023-01-01 00:10:00,12,2.5,
2023-01-01 00:20:00,13,8.25,40
2023-01-01 00:30:00,14,3.5,90
2023-01-01 00:40:00,15,2,61
2023-01-01 00:50:00,16,7,12
"""
"""A file of a data logger of Campbell: four lines above the numbers, and a hole."""

SQUARE = ",a,b,c,d\na,0,3,1,4\nb,3,0,2,5\nc,1,2,0,6\nd,4,5,6,0\n"
HOLE = "name,a,b\nu,1.5,7\nv,2.5,3\nw,8.5,\nx,3.5,9\ny,2,6\nz,7,1\n"


def _refused(path: Path, *words: str) -> tuple[options.Asked, Message]:
    asked = options.parse([str(path), *words, "--no-open"])
    with pytest.raises((InputError, ConfigError)) as refusal:
        following.drafted(asked, Once())
    return asked, refusal.value.message


def _written(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "my table.csv"
    path.write_text(content)
    return path


def test_a_chain_of_refusals_is_followed_to_one_command(tmp_path):
    asked, refusal = _refused(
        _written(tmp_path, LOGGER), "--missing", "drop", "--omit-samples", "RECORD=15", "7"
    )
    (found,) = following.commands(asked, refusal)
    assert found.asked.keys == {
        "missing": "drop",
        "header": 2,
        "omit_samples": ["RECORD=15", 7, "1", "2"],
    }
    assert (
        found.reads
        == "4 samples (rows: 3, 5, 6 and 8) of 3 variables (columns: RECORD, Temp and RH)"
    )
    assert [[way[0].key for way in question.ways] for question in found.questions] == [
        ["omit_samples", "header"]
    ]
    assert {one.key: one.value for remark in found.remarks for one in remark.settings} == {
        "names": "RECORD",
        "labels": "TIMESTAMP",
        "omit": ["RECORD"],
    }


def test_each_answer_that_reads_the_table_has_its_command(tmp_path):
    empty = HOLE.replace("\n", ",\n").replace("a,b,", "a,b,note")
    asked, refusal = _refused(_written(tmp_path, empty))
    found = following.commands(asked, refusal)
    assert found[0].remarks == (), "no key changes that an empty column is left out"
    assert [one.asked.keys for one in found] == [{"missing": "impute"}, {"missing": "drop"}]
    assert [one.reads for one in found] == [
        "6 samples (rows: u, v, w and 3 more) of 2 variables (columns: a and b)",
        "5 samples (rows: u, v, x and 2 more) of 2 variables (columns: a and b)",
    ]


def test_a_matrix_is_read_as_one_and_loses_the_kernel_of_points(tmp_path):
    asked, refusal = _refused(_written(tmp_path, SQUARE), "--kernel", "rbf", "--gamma", "2")
    (found,) = following.commands(asked, refusal)
    assert (found.asked.form, found.asked.keys) == ("distance_matrix", {})
    assert found.reads == "4 samples (a, b, c and d)"


def test_the_printed_commands_read_the_table_when_a_shell_takes_them(tmp_path, capfd, no_pictures):
    table = _written(tmp_path, LOGGER)
    assert map_of_table.main([str(table), "--missing", "drop", "--no-open"]) == 2
    printed = capfd.readouterr().err
    line = next(line for line in printed.splitlines() if line.startswith("  kpca map "))
    assert map_of_table.main([*shlex.split(line)[2:], "--statements", "none"]) == 0
    # The question that the refusal hides, and the remark on what is read.
    assert "--omit-samples 1 2" in printed.partition("What reads")[0]
    assert "--names RECORD" in printed.partition("What reads")[2]


def test_the_shortest_command_comes_first_with_its_questions_and_remarks(tmp_path):
    table = _written(tmp_path, LOGGER.replace("TOA5,Tower,4,CR1000,77", "TOA5,Tower,4,CR1000"))
    lines = following.text(*_refused(table)).splitlines()
    words = [line.split()[0] for line in lines]
    assert words.count("The") == 2, "the questions on the way"
    assert words.index("remark:") < [at for at, word in enumerate(words) if word == "kpca"][1]
    found = [line for line in lines if line.startswith("  kpca map ")]
    # The first answer of the message is to read the first line as names.
    assert "--header 2 --omit-samples 1 2 --missing impute" in found[0]
    assert "--header true --omit-samples 1 2 3 --missing impute" in found[1]


def test_a_value_that_was_asked_for_is_not_asked_for_twice(tmp_path):
    asked, _ = _refused(_written(tmp_path, HOLE))
    asked = replace(asked, keys={"omit_samples": ["w"]})
    way = Message("write ") + setting(omit_samples=["w", "u"])
    (found,) = following.commands(asked, way)
    assert found.asked.keys == {"omit_samples": ["w", "u"]}
    assert len(following.commands(asked, way + " or " + way)) == 1, "one command, named once"


def test_a_fault_of_the_program_behind_an_answer_leaves_the_refusal_as_it_is(tmp_path, monkeypatch):
    asked, refusal = _refused(_written(tmp_path, HOLE))
    monkeypatch.setattr(following, "drafted", lambda *arguments: 1 / 0)
    assert following.text(asked, refusal) == ""


@pytest.mark.parametrize(
    "way",
    [
        setting(omit=["nothing of this name"]),
        # An answer of which only the reader knows the value.
        setting(missing_values=[...]),
    ],
)
def test_an_answer_that_reads_nothing_has_no_command(way, tmp_path):
    asked, _ = _refused(_written(tmp_path, HOLE), "--omit", "b", "--labels", "none")
    assert following.text(asked, Message("write ") + way) == ""


def test_a_table_that_takes_long_to_read_is_not_tried(tmp_path, monkeypatch):
    asked, refusal = _refused(_written(tmp_path, HOLE))
    monkeypatch.setattr(following, "MOST_BYTES", len(HOLE) - 1)
    assert following.commands(asked, refusal) == []
    monkeypatch.setattr(following, "MOST_BYTES", len(HOLE))
    assert len(following.commands(asked, refusal)) == 2
