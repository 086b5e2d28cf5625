"""Transforms, distances and fits of variables against the packages vegan and cluster of R.

Skipped where there is no Rscript with them.
"""

import numpy as np
import pytest
from r_packages import output, rscript

from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.transforms import TRANSFORMS


@pytest.fixture(scope="module")
def vegan():
    return rscript("vegan")


def _numbers(text, columns):
    return np.array(text.split(), dtype=float).reshape(-1, columns)


COUNTS = np.random.default_rng(8).poisson(2.0, size=(12, 7)) * [1.0, 0.5, 3.0, 10.0, 1.0, 2.5, 1.0]
IN_R = f"x <- matrix(c({', '.join(f'{value:g}' for value in COUNTS.ravel())}), 12, byrow = TRUE)"
# From version 2.7 vegan has NA for zeros, unless it predicts them.
DECOSTAND = (
    "suppressMessages(library(vegan)); {data}; new <- packageVersion('vegan') >= '2.7';"
    "y <- if (new) decostand(x, '{name}', impute = FALSE) else decostand(x, '{name}');"
    "y[is.na(y)] <- 0; cat(format(t(y), digits = 17))"
)


@pytest.mark.parametrize(
    ("name", "method"),
    [("rclr", "rclr"), ("hellinger", "hellinger"), ("relative", "total"), ("chord", "normalize")],
)
def test_a_transform_has_the_values_of_decostand(vegan, name, method):
    assert (COUNTS == 0.0).any(axis=1).sum() > 5
    theirs = _numbers(output(vegan, DECOSTAND.format(data=IN_R, name=method)), 7)
    np.testing.assert_allclose(TRANSFORMS[name].of(COUNTS), theirs, rtol=1e-13, atol=1e-15)


ENVFIT = """
suppressMessages(library(vegan)); data(dune); data(dune.env); set.seed(1)
write.csv(dune, "dune.csv"); dune.env[] <- lapply(dune.env, as.vector)
dune.env <- dune.env[c("A1", "Moisture", "Management", "Use")]
dune.env$Moisture <- paste0("m", dune.env$Moisture)
write.csv(dune.env, "env.csv")
for (axes in list(1:2, 1:5)) {
  fit <- envfit(rda(dune), dune.env, choices = axes, permutations = 9999, scaling = 'sites')
  found <- c(fit$vectors$r, fit$factors$r, fit$vectors$pvals, fit$factors$pvals)
  cat(format(found, digits = 17), "")
}
"""


def test_variables_of_the_dune_meadows_have_the_fit_of_envfit_for_the_axes_of_the_map(
    vegan, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    r_squared, p, with_five, _ = _numbers(output(vegan, ENVFIT), 4)
    config = StudyConfig(
        data={"vectors": "dune.csv"}, kernel="linear", components=5, variables="env.csv"
    )
    table = build("dune", config, tmp_path).variables.groupby("variable").first()
    table = table.loc[["A1", "Moisture", "Management", "Use"]]
    np.testing.assert_allclose(table["R2"], r_squared, rtol=1e-10)
    noise = 4.0 * np.sqrt(p * (1.0 - p) * (1.0 / 999 + 1.0 / 9999)) + 1.0 / 999
    assert (np.abs(table["p"] - p) <= noise).all()
    assert (np.abs(with_five - r_squared) > 0.02).all(), "the control: five axes"


DAISY = """
library(cluster); set.seed(4); n <- 30
x <- data.frame(height = rnorm(n, 5, 2), soil = sample(c("clay", "peat", "sand"), n, TRUE),
  lime = rexp(n, 0.02), use = sample(c("hay", "graze", "none", "mown"), n, TRUE))
options(digits = 17); write.csv(x, "plots.csv")
x$soil <- factor(x$soil); x$use <- factor(x$use)
cat(format(as.matrix(daisy(x, metric = "gower")), digits = 17))
"""


def test_the_distances_of_numbers_and_texts_are_those_of_daisy(tmp_path, monkeypatch):
    program = rscript("cluster")
    monkeypatch.chdir(tmp_path)
    theirs = _numbers(output(program, DAISY), 30)
    config = StudyConfig(data={"vectors": "plots.csv", "distance": "gower"}, statements="none")
    study = build("plots", config, tmp_path)
    assert study.named_columns == ("height", "soil", "lime", "use")
    np.testing.assert_allclose(study.data.D, theirs, rtol=0, atol=1e-14)
    config = StudyConfig(
        data=config.data.model_dump() | {"omit": ["soil", "use"]}, statements="none"
    )
    of_numbers = build("plots", config, tmp_path)
    assert np.abs(of_numbers.data.D - theirs).max() > 0.1, "the control: numbers only"
