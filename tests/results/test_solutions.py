"""A solution is stored in the right units."""

from dataclasses import replace

import numpy as np
from given_studies import KM

from kpca.formulations import dual
from kpca.results import solutions


def test_a_solution_in_km_is_the_one_in_m_in_another_unit():
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
