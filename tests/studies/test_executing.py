"""Statements are executed on the study, or on a random subset with a solution of its own."""

from dataclasses import replace

import numpy as np
from conftest import split

from kpca import kernels
from kpca.statements.check import STATEMENTS
from kpca.studies import executing


def test_the_subset_of_a_large_study_is_solved_itself(monkeypatch):
    X = np.random.default_rng(2).normal(size=(327, 4)) * [3.0, 2.0, 1.0, 0.5]
    study = split(X, ["u"] * 327, kernels.RBF(0.1), 7, 2)
    monkeypatch.setattr(executing, "STATEMENTS", {id: STATEMENTS[id] for id in ("M3", "E7")})
    for statements, samples in (("sample", 300), ("all", 320)):
        asked = replace(study, statements=statements)
        found = executing.checks(asked.solve())
        assert [check.verdict for check in found.executed] == ["agrees", "agrees"]
        assert found.case.dual.n == samples
    asked = replace(study, statements="none")
    assert executing.checks(asked.solve()) is None
