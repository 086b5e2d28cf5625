"""A solution is stored under the right names and units, and comes back equal."""

from dataclasses import fields, replace

import numpy as np
from given_studies import KM

from kpca.centering import center
from kpca.formulations import dual
from kpca.results import files, solutions, studies
from kpca.solvers.solution import Solution
from kpca.studies.study import example


def test_a_solution_comes_back_equal(tmp_path):
    given = example()
    solution = dual.fit(given.data.K, 3, given.data.element_error)
    placed = dual.place(solution, given.data.K, given.data.K_new)
    tree = studies.tree(given, **solutions.to_datasets(given, solution, placed))
    files.write(tree, tmp_path / "r.nc")
    back, new_scores = solutions.from_tree(files.read(tmp_path / "r.nc"))
    assert (back.scores == solution.scores).all()
    assert (back.rank, back.matrix_error, back.residual) == (
        3 + 2,
        solution.matrix_error,
        solution.residual,
    )
    assert (new_scores == placed).all()


def test_a_solution_in_km_is_the_one_in_m_in_another_unit(tmp_path):
    """The units are right: each number times the power of 1000 that its unit says."""
    in_m = replace(
        KM, unit="m", data=replace(KM.data, X=1e3 * KM.data.X, X_new=1e3 * KM.data.X_new)
    )
    nodes = []
    for same in (KM, in_m):
        solution = dual.fit(same.data.K, 1, same.data.element_error)
        placed = dual.place(solution, same.data.K, same.data.K_new)
        nodes.append(solutions.to_datasets(same, solution, placed))
    for node in ("spectrum", "components"):
        for name, one in nodes[0][node].variables.items():
            if one.dtype.kind != "f" or name == "residual":
                continue
            power = (
                int(one.attrs["units"].removeprefix("km") or 1) if "km" in one.attrs["units"] else 0
            )
            other = nodes[1][node][name].values
            np.testing.assert_allclose(
                other, one.values * 1e3**power, rtol=1e-9, atol=1e-9 * 1e3**power, err_msg=name
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


UNITS = {
    "eigenvalue": "km2",
    "eigenvalue_error": "km2",
    "trace": "km2",
    "trace_error": "km2",
    "frobenius_norm": "km2",
    "matrix_error": "km2",
    "residual": "km2",
    "variance": "km2",
    "score": "km",
    "new_score": "km",
    "alpha": "km-1",
    **dict.fromkeys(
        [
            "rank",
            "negative_mass",
            "explained",
            "explained_error",
            "eigenvector",
            "index",
            "component",
        ],
        "1",
    ),
    **dict.fromkeys(["sample", "new_sample"], "1"),
}


def test_a_partial_solution_comes_back_without_loss(tmp_path):
    """Three of 48 eigenvalues, two of them with a vector."""
    given = example()
    whole = dual.fit(given.data.K, 2, given.data.element_error)
    solution = Solution.of_matrix(
        center(given.data.K), whole.spectrum[:3], whole.V, whole.matrix_error, positive=True
    ).with_errors([1e-15, 2e-15, 3e-15])
    placed = dual.place(solution, given.data.K, given.data.K_new)
    tree = studies.tree(given, **solutions.to_datasets(given, solution, placed))
    files.write(tree, tmp_path / "r.nc")
    back, new_scores = solutions.from_tree(files.read(tmp_path / "r.nc"))
    assert not back.complete
    for one in fields(Solution):
        assert np.array_equal(getattr(back, one.name), getattr(solution, one.name)), one.name
    assert 0.0 < back.after < np.inf
    assert (new_scores == placed).all()
    assert "rank" not in tree["spectrum"].variables
    assert float(tree["spectrum"]["next_eigenvalue"]) == solution.after


def test_the_units_of_a_solution_follow_the_unit_of_its_scores():
    solution = dual.fit(KM.data.K, 1, KM.data.element_error)
    nodes = _stored(solution, dual.place(solution, KM.data.K, KM.data.K_new))
    found = {str(name): node[name].attrs["units"] for node in nodes for name in node.variables}
    assert found == UNITS
