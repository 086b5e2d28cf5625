"""Pages without their pictures."""

import pytest

from kpca.page import sections


@pytest.fixture
def no_pictures(monkeypatch):
    """Nine tenths of the time of a small map are its pictures, at which most tests do not look."""
    monkeypatch.setattr(sections, "pictures", lambda one: {})
