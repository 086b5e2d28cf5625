"""R on the same studies: the demonstration of note N1, cmdscale, and kernlab's kpca.

Skipped where there is no Rscript with kernlab.
"""

import subprocess

import numpy as np
import pytest
import r_packages
from every_statement import failing
from made_solutions import made
from small_project import ROOT

from kpca import KernelPCA, tolerances
from kpca.formulations import conventions
from kpca.solvers import vectors
from kpca.statements import formulations_agree
from kpca.statements.case import Case
from kpca.studies.build import build
from kpca.studies.config.load import load

CONVENTION = {
    "eigen": "R demonstration of N1",
    "cmdscale": "R cmdscale (PCoA)",
    "kernlab": "R kernlab kpca",
}


def _studies():
    return load(ROOT / "config/config.yaml").studies


@pytest.fixture(scope="module")
def rscript():
    return r_packages.rscript("kernlab")


def _run(rscript, folder, case):
    """What R gives: eigenvalues (d,) and scores (n, d) by program, in R's own conventions."""
    n, d = len(case.K), case.components
    case.K.tofile(folder / "K.bin")
    if case.D is not None:
        case.D.tofile(folder / "D.bin")
    if not len(case.dual.negative):
        (folder / "positive").touch()
    script = ROOT / "tests/r/kpca.R"
    command = [rscript, str(script), str(folder), str(n), str(d)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = {}
    for path in sorted(folder.glob("*-values.bin")):
        name = path.name.removesuffix("-values.bin")
        scores = np.fromfile(folder / f"{name}-scores.bin").reshape(d, n).T
        found[name] = np.fromfile(path), scores
    return found


def _solution(case, name, values, scores, convert=conventions.convert):
    """R's numbers in the convention of kpca, with the bound that our own solution would have."""
    n = len(case.K)
    mu = convert(values, "eigenvalue", CONVENTION[name], "kpca", n=n)
    V = convert(scores, "score", CONVENTION[name], "kpca", n=n) / np.sqrt(mu)
    kappa = max(np.abs(case.K).max(), np.abs(case.D2).max())
    error = max(case.element_error, case.distance_error) + 4.0 * tolerances.U * kappa
    bound = tolerances.centered_gram(n, kappa, error, mean=tolerances.dot(n))
    bound += tolerances.eigenvalue(n, float(np.linalg.norm(case.dual.spectrum)))
    return made(mu, vectors.fix_signs(V), bound)


def _long(name):
    return pytest.param(name, marks=pytest.mark.faults) if name == "digits" else name


@pytest.mark.parametrize("name", [_long(name) for name in _studies()])
def test_r_gives_the_same_eigenvalues_and_scores(name, rscript, tmp_path):
    case = Case.of(build(name, _studies()[name], ROOT / "config"))
    found = _run(rscript, tmp_path, case)
    assert "eigen" in found
    assert ("cmdscale" in found) == (case.D is not None)
    assert ("kernlab" in found) == (len(case.dual.negative) == 0)
    peers = {program: _solution(case, program, *numbers) for program, numbers in found.items()}
    for peer in peers.values():
        assert np.abs(peer.mu - case.dual.mu).max() <= peer.matrix_error + case.dual.matrix_error
    check = formulations_agree.same_eigenvalues_and_scores(case.dual, peers)
    assert not failing([check])
    assert check.decided == check.entries


def test_kernlab_not_converted_is_off_by_the_root_of_n(rscript, tmp_path):
    case = Case.of(build("rings", _studies()["rings"], ROOT / "config"))
    values, scores = _run(rscript, tmp_path, case)["kernlab"]
    assert np.abs(values * len(case.K) / case.dual.mu - 1.0).max() < 1e-12
    lengths = np.linalg.norm(scores, axis=0) / np.linalg.norm(case.dual.scores, axis=0)
    np.testing.assert_allclose(lengths, np.sqrt(len(case.K)), rtol=1e-12)
    kept = _solution(case, "kernlab", values, scores, lambda values, *names, **sizes: values)
    assert not formulations_agree.same_eigenvalues_and_scores(case.dual, {"kernlab": kept}).agrees


def test_the_goodness_of_fit_of_cmdscale_is_published_for_eurodist(rscript):
    """The data set that R itself carries is the one in data/."""
    code = "m <- as.matrix(eurodist); cat(cmdscale(eurodist, eig=TRUE)$GOF, sum(m), sep='\\n')"
    output = subprocess.run([rscript, "-e", code], capture_output=True, text=True, check=True)
    first, second, total = (float(line) for line in output.stdout.split())
    case = Case.of(build("eurodist", _studies()["eurodist"], ROOT / "config"))
    assert (round(first, 6), round(second, 6)) == (0.753754, 0.867913)
    assert total == case.data.D.sum()


PREDICT = """
suppressPackageStartupMessages(library(kernlab))
X <- matrix(readBin("X.bin", "double", 80), 40, 2, byrow = TRUE)
known <- kpca(X[1:30, ], kernel = "rbfdot", kpar = list(sigma = 0.5), features = 3)
write(t(predict(known, X[31:40, ])), "new.txt", ncolumns = 3)
"""


def test_kernlab_centers_new_samples_by_the_training_samples(rscript, tmp_path):
    """It divides one mean by mn instead of n^2, which the sum of a component takes out."""
    X = np.random.default_rng(0).normal(size=(40, 2))
    X.tofile(tmp_path / "X.bin")
    subprocess.run([rscript, "-e", PREDICT], cwd=tmp_path, check=True)
    theirs = np.loadtxt(tmp_path / "new.txt")
    ours = KernelPCA(3, kernel="rbf", gamma=0.5).fit(X[:30]).transform(X[30:])
    # Seven digits, as write gives them.
    np.testing.assert_allclose(np.abs(theirs), np.sqrt(30) * np.abs(ours), atol=1e-5)
