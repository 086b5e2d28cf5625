"""Two results are the same if they say the same."""

from dataclasses import replace

import numpy as np
import pytest

from kpca import fingerprint, records, results
from kpca.study import example

STUDY = example()


def _hash(study):
    return fingerprint.of_tree(records.from_study(study))


def _moved(study, value):
    X = study.data.X.copy()
    X[3, 1] = value
    return replace(study, data=replace(study.data, X=X))


def test_a_result_has_the_hash_of_what_was_written(tmp_path):
    results.write(records.from_study(STUDY), tmp_path / "a.nc")
    assert fingerprint.of_file(tmp_path / "a.nc") == _hash(STUDY)


CHANGES = {
    "the last bit of a value": _moved(STUDY, np.nextafter(STUDY.data.X[3, 1], 9.0)),
    "a name": replace(STUDY, names=["other", *STUDY.names[1:]]),
    "two labels in turn": replace(STUDY, labels=[*STUDY.labels[1:], STUDY.labels[0]]),
    "a unit": replace(STUDY, unit="cm"),
    "a title": replace(STUDY, title="other"),
    "a kernel": replace(STUDY, data=replace(STUDY.data, kernel=replace(STUDY.kernel, degree=3))),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_content_changes_the_hash(change):
    assert _hash(CHANGES[change]) != _hash(STUDY)


def test_texts_cannot_flow_into_each_other():
    assert fingerprint.of_texts(["ab", "c"]) != fingerprint.of_texts(["a", "bc"])


def test_a_file_is_known_by_its_bytes_and_a_folder_by_its_files(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/x").write_text("1")
    before = fingerprint.of_bytes(tmp_path / "a")
    (tmp_path / "a/x").rename(tmp_path / "a/y")
    assert fingerprint.of_bytes(tmp_path / "a") != before


def test_the_hash_of_a_file_is_that_of_sha256sum(tmp_path):
    (tmp_path / "f").write_bytes(b"abc")
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert fingerprint.sha256(tmp_path / "f") == known
    assert fingerprint.sha256(tmp_path) == fingerprint.of_bytes(tmp_path)
