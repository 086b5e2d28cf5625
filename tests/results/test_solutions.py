"""A solution is stored under the right names and units, and comes back equal."""

from dataclasses import replace

import numpy as np
from given_studies import KM

from kpca.formulations import dual
from kpca.results import files, solutions, studies
from kpca.studies.study import example


def test_a_solution_comes_back_equal(tmp_path):
    given = example()
    solution = dual.fit(given.data.K, 3, given.data.entry_error)
    placed = dual.place(solution, given.data.K, given.data.K_new)
    tree = studies.tree(given, **solutions.to_datasets(given, solution, placed))
    files.write(tree, tmp_path / "r.nc")
    back, new_scores = solutions.from_tree(files.read(tmp_path / "r.nc"))
    assert (back.scores == solution.scores).all()
    assert (back.rank, back.bound, back.residual) == (3 + 2, solution.bound, solution.residual)
    assert (new_scores == placed).all()


def test_a_solution_in_km_is_the_one_in_m_in_another_unit(tmp_path):
    """The units are right: each number times the power of 1000 that its unit says."""
    in_m = replace(
        KM, unit="m", data=replace(KM.data, X=1e3 * KM.data.X, X_new=1e3 * KM.data.X_new)
    )
    nodes = []
    for same in (KM, in_m):
        solution = dual.fit(same.data.K, 1, same.data.entry_error)
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
