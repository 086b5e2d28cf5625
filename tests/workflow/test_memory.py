"""Samples that do not fit the memory are told before anything is made of them."""

from types import SimpleNamespace

import numpy as np
import pytest

from kpca.config.study import StudyConfig
from kpca.inputs.table import InputError
from kpca.workflow import memory, prepare


def _free(monkeypatch, number_of_bytes):
    free = SimpleNamespace(available=number_of_bytes)
    monkeypatch.setattr(memory.psutil, "virtual_memory", lambda: free)


def test_the_number_of_samples_that_fits_is_told_and_fits(monkeypatch):
    _free(monkeypatch, 2e9)
    with pytest.raises(InputError, match="up to 3644 samples"):
        memory.require(10_000)
    memory.require(3644)
    with pytest.raises(InputError):
        memory.require(3645)


def test_samples_of_a_generator_are_counted_before_they_are_made():
    config = StudyConfig(
        data={"generator": "rings", "n": 10**9, "noise": 0.1, "seed": 0},
        kernel={"name": "linear"},
        components=2,
    )
    told = "studies.s: 1000000000 samples: a notebook needs some .* GB"
    with pytest.raises(InputError, match=told):
        prepare.build("s", config)


@pytest.mark.parametrize("word", ["scale", "median"])
def test_samples_of_a_file_are_counted_before_they_are_compared(word, tmp_path, monkeypatch):
    np.save(tmp_path / "x.npy", np.zeros((200_000, 1)))
    config = StudyConfig(
        data={"vectors": "x.npy"}, kernel={"name": "rbf", "gamma": word}, components=1
    )
    _free(monkeypatch, 2e9)
    with pytest.raises(InputError, match="studies.s: 400000 samples: a notebook needs"):
        prepare.build("s", config, tmp_path)
