"""A run asks for the studies first unless they were prepared exactly as they stand."""

import numpy as np
import pytest

from kpca.studies.config.study import Config
from kpca.workflow import version
from kpca.workflow.launch import readiness

FIRST = {"data": {"distance_matrix": "d.npy"}, "components": 1}
SECOND = {"data": {"distance_matrix": "e.npy"}, "components": 1}


def _config(**studies):
    return Config.model_validate({"results": "r", "studies": {"a": FIRST, "b": SECOND} | studies})


@pytest.fixture
def prepared(tmp_path):
    """A folder with the data files of two studies and their results, marked as ready."""
    for name in ("d.npy", "e.npy"):
        np.save(tmp_path / name, np.zeros((3, 3)))
    for name in ("a", "b"):
        (tmp_path / "r" / name).mkdir(parents=True)
        (tmp_path / "r" / name / "study.nc").write_text("")
    readiness.mark_ready(_config(), tmp_path, tmp_path / "r")
    return tmp_path


def _is_ready(folder, config=None):
    return readiness.is_ready(config or _config(), folder, folder / "r")


def test_prepared_studies_are_ready_until_something_differs(prepared):
    assert _is_ready(prepared)
    assert not _is_ready(prepared, _config(a=FIRST | {"components": 2}))
    assert not _is_ready(prepared, _config(c=FIRST))
    assert _is_ready(prepared)


@pytest.mark.parametrize("name", ["d.npy", "e.npy"])
def test_other_data_are_not_ready_whatever_their_date(name, prepared):
    before = (prepared / name).read_bytes()
    np.save(prepared / name, np.ones((3, 3)))
    assert not _is_ready(prepared)
    (prepared / name).write_bytes(before)
    assert _is_ready(prepared)


def test_other_code_is_not_ready(prepared, monkeypatch):
    monkeypatch.setattr(version, "of_module", lambda name: f"other code of {name}")
    assert not _is_ready(prepared)


@pytest.mark.parametrize("name", ["a", "b"])
def test_studies_of_which_one_is_gone_are_not_ready(name, prepared):
    (prepared / "r" / name / "study.nc").unlink()
    assert not _is_ready(prepared)


@pytest.mark.parametrize("text", [None, "", "{}", "[]", "null", '{"fingerprint": "other"}'])
def test_a_missing_or_broken_mark_is_not_ready(text, prepared):
    (prepared / "r/.ready").unlink()
    if text is not None:
        (prepared / "r/.ready").write_text(text)
    assert not _is_ready(prepared)
