"""Variables are fitted to the scores on the two components of the map, in numbers of vegan."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from kpca.formulations import dual
from kpca.interpretation import supplementary
from kpca.results import files, studies
from kpca.studies import subset
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.fitted_variables import SEED, fit
from kpca.studies.variables import Variables

X = np.array(
    [[4.0, 1.0, 0.5], [-3.0, 2.5, 1.0], [1.0, -2.0, 2.0], [0.5, 1.5, -3.0], [-2.5, -3.0, -0.5]]
)
PH = np.array([[5.5, 2.0], [7.25, 9.0], [6.0, 1.0], [4.75, 4.0], [8.0, 7.0]])
LAND, SOIL = ("wet", "dry", "dry", "wet", "wet"), ("clay", "peat", "clay", "clay", "peat")


def test_each_number_and_each_factor_is_fitted_to_the_components_of_the_map():
    solution = dual.fit(X @ X.T, 3)
    found = fit(Variables(("pH", "lime"), PH, ("land", "soil"), (LAND, SOIL)), solution)
    assert (found.names, list(found.factors)) == (("pH", "lime"), ["land", "soil"])
    Z = solution.scores
    expected = supplementary.fitted(Z[:, :2], PH, seed=SEED)
    np.testing.assert_array_equal(found.numbers.r_squared, expected.r_squared)
    np.testing.assert_array_equal(found.numbers.p, expected.p)
    of_all = supplementary.fitted(Z, PH, seed=SEED)
    np.testing.assert_array_equal(found.numbers.correlations, of_all.correlations)
    assert (of_all.r_squared > expected.r_squared + 0.01).all(), "the control: all components"
    for classes, factor in ((LAND, "land"), (SOIL, "soil")):
        names = found.factors[factor].levels
        means = [[z[[c == name for c in classes]].mean() for z in Z.T] for name in names]
        assert sorted(names) == sorted(set(classes))
        assert found.factors[factor].centroids == pytest.approx(np.array(means), abs=1e-14)


def test_the_fit_has_the_components_of_the_figure_whatever_their_number():
    given = Variables(("pH", "lime"), PH, ("land",), (LAND,))
    K = X @ X.T
    for d, plane in ((1, "component 1"), (2, "components 1 and 2"), (3, "components 1 and 2")):
        assert fit(given, dual.fit(K, d)).plane == plane
    few, many = (fit(given, dual.fit(K, d)) for d in (2, 3))
    np.testing.assert_allclose(few.numbers.r_squared, many.numbers.r_squared, rtol=1e-12)
    np.testing.assert_array_equal(few.numbers.p, many.numbers.p)
    assert few.factors["land"].p == many.factors["land"].p
    assert few.factors["land"].r_squared == pytest.approx(many.factors["land"].r_squared, abs=1e-14)


SITES = np.array(
    [
        *([4.0, 1.0, 0.5], [-3.0, 2.5, 1.0], [1.0, -2.0, 2.0], [0.5, 1.5, -3.0]),
        *([-2.5, -3.0, -0.5], [3.5, -1.0, -2.5], [-1.0, 0.25, 4.0], [2.0, 3.0, 1.5]),
        *([-4.0, -0.5, -1.5], [0.75, -2.25, 0.1]),
    ]
)
NUMBERS = {
    "pH": [5.5, 7.25, 6.0, 4.75, 8.0, 5.25, 6.6, 4.5, 7.9, 7.1],
    "lime": [2.0, 9.0, 1.0, 4.0, 7.0, 3.5, 8.0, 2.5, 6.0, 5.0],
}
CLASSES = {
    "land": ("wet", "dry", "dry", "wet", "dry", "wet", "moor", "wet", "moor", "dry"),
    "soil": ("clay", "peat", "clay", "clay", "peat", "peat", "clay", "peat", "clay", "peat"),
}
BY_ENVFIT = {
    "pH": (0.74570383845798127, 0.01125),
    "lime": (0.60170554170390855, 0.04428),
    "land": (0.45181652215435508, 0.04546),
    "soil": (0.00588825849143082, 0.94434),
}
"""R^2 and p of envfit(rda(SITES), ..., choices = 1:2, permutations = 99999, scaling = "sites") of
vegan 2.6-4. The scaling is that of the scores; by default rda gives all axes one length."""
WITH_THREE = {"pH": 0.83605984516018184, "lime": 0.62198779945487259, "land": 0.4081797666027058}
"""R^2 of the same with choices = 1:3."""


def _noise(p):
    """Four standard deviations of a p-value of 999 permutations."""
    return 4.0 * np.sqrt(p * (1.0 - p) / 999)


def _fitted(numbers, classes):
    values = np.column_stack(list(numbers.values()))
    given = Variables(tuple(numbers), values, tuple(classes), tuple(classes.values()))
    found = fit(given, dual.fit(SITES @ SITES.T, 3))
    of_numbers = zip(found.names, found.numbers.r_squared, found.numbers.p, strict=True)
    of_classes = ((name, one.r_squared, one.p) for name, one in found.factors.items())
    return {name: (r_squared, p) for name, r_squared, p in (*of_numbers, *of_classes)}, found


def test_r_squared_and_p_are_those_of_envfit_for_the_two_axes_of_the_map():
    fits, found = _fitted(NUMBERS, CLASSES)
    assert list(fits) == list(BY_ENVFIT)
    for name, (r_squared, p) in BY_ENVFIT.items():
        assert fits[name][0] == pytest.approx(r_squared, abs=1e-12), name
        assert fits[name][1] == pytest.approx(p, abs=_noise(p)), name
        if name in WITH_THREE:
            assert abs(WITH_THREE[name] - r_squared) > 0.01, "the control: three axes"
    # The axes of vegan may point the other way.
    directions = np.abs(found.numbers.directions)
    np.testing.assert_allclose(
        directions, [[0.97180025853501, 0.23580555021307], [0.97098969427778, 0.23912133657693]]
    )


def test_of_variables_with_missing_values_envfit_has_the_same_fit_of_the_others():
    """envfit of each of them alone with na.rm = TRUE, which tries all 8! permutations."""
    pH, land = [*NUMBERS["pH"]], [*CLASSES["land"]]
    pH[1] = pH[6] = np.nan
    land[0] = land[8] = ""
    fits, found = _fitted({"pH": pH}, {"land": tuple(land)})
    for name, (r_squared, p) in {
        "pH": (0.72635361752415595, 0.037152777777777778),
        "land": (0.4533570018130475, 0.12857142857142856),
    }.items():
        assert fits[name][0] == pytest.approx(r_squared, abs=1e-12), name
        assert fits[name][1] == pytest.approx(p, abs=_noise(p)), name
        assert abs(BY_ENVFIT[name][0] - r_squared) > 1e-3, "the control: all samples"
    directions = np.abs(found.numbers.directions[0])
    np.testing.assert_allclose(directions, [0.94303630587457, 0.33268983423371])
    assert (found.numbers.counts[0], found.factors["land"].counts.tolist()) == (8, [4, 1, 3])


@pytest.mark.parametrize(("p", "is_doubtful"), [(0.05, False), (0.051, True), (0.07, True)])
def test_a_number_is_doubtful_from_5_of_100_permutations_on(p, is_doubtful):
    rng = np.random.default_rng(1)
    solution = dual.fit(np.cov(rng.normal(size=(12, 30))), 2)
    found = fit(Variables(["x"], rng.normal(size=(12, 1)), {}), solution)
    numbers = replace(found.numbers, p=np.array([p]))
    assert replace(found, numbers=numbers).doubtful.tolist() == [is_doubtful]


BLOCKS = list("prqsspqrpq")
AGES = [61.0, 44.0, 52.0, 39.0, 39.0, 61.0, 52.0, 44.0, 61.0, 52.0]
HANDS = ("l", "l", "r", "r", "l", "r", "l", "r", "r", "l")


def _of_blocks(tmp_path, **more):
    """A study whose column "patient" has the blocks, with numbers and classes of three kinds."""
    table = pd.DataFrame(SITES, columns=[*"abc"])
    table.insert(1, "patient", BLOCKS)
    table.to_csv(tmp_path / "t.csv", index=False)
    sexes = ["f" if age < 50.0 else "m" for age in AGES]
    both = pd.DataFrame({"age": AGES, "pH": NUMBERS["pH"], "sex": sexes, "hand": HANDS})
    both["weight"] = np.where(both["age"] > 60.0, both["pH"], both["age"])
    both["site"] = np.where(both["sex"] == "f", "x", both["hand"])
    both.to_csv(tmp_path / "env.csv", index=False)
    data = {"vectors": "t.csv", "blocks": "patient"} | more
    config = StudyConfig(data=data, kernel="linear", components=3, variables="env.csv")
    return build("mine", config, tmp_path)


def test_blocks_are_a_column_that_is_no_data_and_hold_for_each_variable(tmp_path):
    one = _of_blocks(tmp_path)
    assert (one.columns, one.blocks) == (("a", "b", "c"), BLOCKS)
    files.write(studies.to_tree(one), tmp_path / "study.nc")
    assert studies.from_tree(files.read(tmp_path / "study.nc")).blocks == BLOCKS
    assert subset.of(replace(one, statements=6)).blocks is None
    found = one.fitted_variables
    p = dict(zip(found.names, found.numbers.p, strict=True))
    p |= {name: factor.p for name, factor in found.factors.items()}
    assert {name for name, of in p.items() if np.isnan(of)} == {"weight", "site"}
    plain = fit(one.other_variables, one.solution)
    assert (plain.independent, found.independent) == ("samples", "blocks")
    for name in ("age", "pH"):
        assert abs(p[name] - plain.numbers.p[plain.names.index(name)]) > 0.01
    Z, values = one.solution.scores[:, :2], one.other_variables.values
    again = supplementary.fitted(Z, values, seed=SEED, blocks=BLOCKS)
    np.testing.assert_array_equal(found.numbers.p, again.p)
    of_sex = supplementary.fitted_factor(Z, one.other_variables.classes[0], blocks=BLOCKS)
    assert (p["sex"], of_sex.assignments) == (of_sex.p, 3)
    table = one.variables.groupby("variable").first()
    assert table.loc[["age", "pH", "sex", "weight"], "assignments"].tolist() == [
        24,
        6 * 2 * 6 * 2,
        3,
        0,
    ]
    assert table["permutations"].to_dict()["age"] == 23
    assert found.doubtful[found.names.index("weight")]
