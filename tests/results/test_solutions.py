"""A solution is stored under the right names and units, and comes back equal."""

from dataclasses import fields, replace

import numpy as np
import pytest
from given_studies import KM

from kpca.centering import center
from kpca.formulations import dual
from kpca.results import files, solutions, studies
from kpca.solvers.solution import Solution
from kpca.studies.datasets import example


def test_a_solution_in_km_is_the_one_in_m_in_another_unit(tmp_path):
    """The units are right: each number times the power of 1000 that its unit says."""
    in_m = replace(
        KM, unit="m", data=replace(KM.data, X=1e3 * KM.data.X, X_new=1e3 * KM.data.X_new)
    )
    nodes = []
    for same in (KM, in_m):
        solution = dual.fit(same.data.K, 1, same.data.element_error)
        solution = replace(solution, residuals=1e-3 * solution.mu)
        placed = dual.place(solution, same.data.K, same.data.K_new)
        nodes.append(solutions.to_datasets(same, solution, placed))
    for node in ("spectrum", "components"):
        for name, variable in nodes[0][node].variables.items():
            unit = variable.attrs["units"]
            if variable.dtype.kind != "f":
                assert unit == "1", name
                continue
            factor = 1e3 ** int(unit.removeprefix("km") or 1) if "km" in unit else 1.0
            np.testing.assert_allclose(
                nodes[1][node][name].values,
                variable.values * factor,
                rtol=1e-9,
                atol=1e-9 * factor,
                err_msg=name,
            )


def _stored(solution, placed):
    tree = studies.tree(KM, **solutions.to_datasets(KM, solution, placed))
    return tree["spectrum"], tree["components"]


def test_every_stored_number_of_a_solution_is_its_property():
    solution = Solution(
        np.array([14.0, 1.0, -3.0]),
        np.array([[-2.0], [-1], [3]]) / 14**0.5,
        residuals=np.array([5e-3]),
        matrix_error=2e-3,
        errors=np.array([1e-3, 2e-3, 1.5e-3]),
        after=-np.inf,
        trace=12.0,
        frobenius=14.5,
        trace_error=7e-3,
    )
    spectrum, components = _stored(solution, np.array([[1.0], [-3.0]]))
    expected = {
        "index": [1, 2, 3],
        "eigenvalue": [14.0, 1.0, -3.0],
        "rank": 2,
        "matrix_error": 2e-3,
        "eigenvalue_error": [1e-3, 2e-3, 1.5e-3],
        "trace": 12.0,
        "trace_error": 7e-3,
        "frobenius_norm": 14.5,
        "negative_mass": 3.0 / 18.0,
    }
    assert set(spectrum.variables) == set(expected)
    for name, value in expected.items():
        assert spectrum[name].values.tolist() == value, name
    numbers = {
        "component": [1],
        "variance": [14.0 / 3.0],
        "explained": [14.0 / 18.0],
        # The errors of all eigenvalues add up to 0.0045.
        "explained_error": [(1e-3 + 14.0 / 18.0 * 4.5e-3) / (18.0 - 4.5e-3)],
        "residual": [5e-3],
        "eigenvector": [[-2.0 / 14**0.5], [-1.0 / 14**0.5], [3.0 / 14**0.5]],
        "alpha": [[-2.0 / 14.0], [-1.0 / 14.0], [3.0 / 14.0]],
        "score": [[-2.0], [-1.0], [3.0]],
        "new_score": [[1.0], [-3.0]],
    }
    texts = {"sample": KM.names, "new_sample": KM.new_names}
    assert set(components.variables) == {*numbers, *texts}
    for name, value in numbers.items():
        np.testing.assert_allclose(components[name].values, value, rtol=1e-14, err_msg=name)
    for name, value in texts.items():
        assert components[name].values.tolist() == value, name


def _all_eigenvalues(study):
    return dual.fit(study.data.K, 3, study.data.element_error)


def _three_eigenvalues(study):
    """Three of 48 eigenvalues, two of them with a vector."""
    whole = dual.fit(study.data.K, 2, study.data.element_error)
    return Solution.of_matrix(
        center(study.data.K), whole.spectrum[:3], whole.V, whole.matrix_error, positive=True
    ).with_errors([1e-15, 2e-15, 3e-15])


@pytest.mark.parametrize("fit", [_all_eigenvalues, _three_eigenvalues])
def test_a_solution_comes_back_without_loss(fit, tmp_path):
    study = example()
    solution = fit(study)
    placed = dual.place(solution, study.data.K, study.data.K_new)
    tree = studies.tree(study, **solutions.to_datasets(study, solution, placed))
    files.write(tree, tmp_path / "r.nc")
    back, new_scores = solutions.from_tree(files.read(tmp_path / "r.nc"))
    for field in fields(Solution):
        assert np.array_equal(getattr(back, field.name), getattr(solution, field.name)), field.name
    assert (new_scores == placed).all()
    assert back.complete == (fit is _all_eigenvalues) == ("rank" in tree["spectrum"].variables)
    if not back.complete:
        assert 0.0 < back.after < np.inf
        assert float(tree["spectrum"]["next_eigenvalue"]) == solution.after
