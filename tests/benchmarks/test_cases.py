"""Each case names points and methods that exist, and its rows have a name of their own."""

from benchmarks.cases import CASES, LARGE
from benchmarks.methods import METHODS
from benchmarks.spectra import KINDS, SPECTRA


def test_names_of_points_and_methods_exist_and_rows_have_names_of_their_own():
    cases = (*CASES, *LARGE)
    names = [(case.name, case.spectrum, case.n, case.d) for case in cases]
    assert len(set(names)) == len(names)
    assert {case.spectrum for case in cases} == set(SPECTRA)
    assert {name for case in cases for name in case.methods} == set(METHODS)
    assert {case.spectrum for case in CASES if case.name == "speed"} == set(KINDS)
    assert all(set(case.options) <= set(case.methods) for case in cases)
