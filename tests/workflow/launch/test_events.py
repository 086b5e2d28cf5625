"""Events come through the same pipe as the output of jobs, and neither disturbs the other."""

import os

import pytest

from kpca.workflow.launch import events

DONE = {"event": "done", "id": 3}


@pytest.fixture
def pipe():
    """Both ends of a pipe: a file to read from, and a descriptor to write to."""
    reading, writing = os.pipe()
    with open(reading, "rb") as file:
        yield file, writing


def _all(pipe, *written):
    file, descriptor = pipe
    for one in written:
        if isinstance(one, bytes):
            os.write(descriptor, one)
        else:
            events.write(one, descriptor)
    os.close(descriptor)
    return list(events.read(file, 60.0))


def test_texts_and_records_are_told_apart_in_their_order(pipe):
    found = _all(pipe, b"one\n", DONE, b"\n", b"two \xc3\xa4\n")
    assert found == [("one", None), (None, DONE), ("", None), ("two ä", None)]


def test_a_record_after_a_text_without_an_end_loses_neither(pipe):
    assert _all(pipe, b"half", DONE, b"last") == [("half", DONE), ("last", None)]


def test_a_mark_in_the_output_of_a_job_is_text_and_bytes_of_another_encoding_too(pipe):
    assert _all(pipe, b"a\x1eb\n", b"\xff\n") == [("ab", None), ("\N{REPLACEMENT CHARACTER}", None)]


def test_a_line_is_given_when_it_is_complete_and_nothing_while_nothing_comes(pipe):
    file, descriptor = pipe
    found = events.read(file, 0.001)
    assert next(found) == (None, None)
    os.write(descriptor, b"on")
    assert next(found) == (None, None)
    os.write(descriptor, b"e\n")
    assert next(found) == ("one", None)
    os.close(descriptor)
    assert list(found) == []
