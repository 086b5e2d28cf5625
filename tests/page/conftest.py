"""Pages without their pictures, and solved studies of small tables."""

from functools import partial

import pytest
import solved_tables

from kpca.page import sections


@pytest.fixture
def no_pictures(monkeypatch):
    """Nine tenths of the time of a small map are its pictures, at which most tests do not look."""
    monkeypatch.setattr(sections, "pictures", lambda *given: {})


@pytest.fixture
def solved_of(tmp_path):
    return partial(solved_tables.solved_of, tmp_path)
