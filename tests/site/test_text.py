"""The hand-written pages of the site: links, tables, and the numbers of examples."""

import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from small_project import ROOT

from kpca import projection
from kpca.arithmetic import U
from kpca.centering import center, center_new
from kpca.distances import induced
from kpca.formulations import dual, mds, metric
from kpca.formulations.conventions import BANDWIDTHS, CONVENTIONS, SAME, gamma
from kpca.formulations.corrections import cailliez, lingoes
from kpca.kernels import Linear, Polynomial
from kpca.site.contents import THEORY
from kpca.statements.eigenproblem import norm_tolerances, unit_norm
from kpca.statements.status import STATUS
from kpca.studies.build import build
from kpca.studies.config.load import load
from kpca.studies.config.notebooks import NOTEBOOKS
from kpca.studies.measures import MEASURES, among
from kpca.studies.transforms import TRANSFORMS

TEXT = ROOT / "kpca" / "site" / "text"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(TEXT.glob("*.md"))}
NAMES = {
    *PAGES.keys() - {"opening"},
    *("statements", "errata", "studies", "exercises", "notebooks"),
    *("api", "notation", "references", "cite"),
}
"""Where a link of the form page:NAME may lead."""

MATH = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)

each_page = pytest.mark.parametrize("name", PAGES)


def _cited(text):
    return set(re.findall(r"\[\[(\w+)\]\]", text))


def test_every_statement_of_the_ledger_is_cited_on_a_page_of_the_theory():
    assert set().union(*(_cited(PAGES[name]) for name in THEORY)) == set(STATUS)


@each_page
def test_a_link_leads_to_a_page_to_a_notebook_or_to_a_web_page_of_the_references(name):
    references = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
    known = set(re.findall(r"\]\((https://[^)\s]+)\)", references))
    targets = re.findall(r"\]\(([^)]*)\)", MATH.sub("", PAGES[name]))
    assert targets
    for target in targets:
        kind, _, where = target.partition(":")
        if target.startswith("#"):
            titles = re.findall(r"^#+ (.+)$", PAGES[name], re.MULTILINE)
            assert target[1:] in {title.lower().replace(" ", "-") for title in titles}, target
            continue
        if kind == "page":
            assert where in NAMES, target
        elif kind == "notebook":
            assert where in NOTEBOOKS, target
        else:
            assert target in known, target


def _rows(text, title):
    """The cells of each row of the table below a title."""
    part = text.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


def _in_words(factor):
    if factor is None:
        return "—"
    found = {"of_n_minus_1": "1/(n-1)", "of_n": "1/n" if factor.of_n < 0 else r"\sqrt n"}
    found |= {"of_mu": r"\sqrt\mu"}
    size = {"of_n_minus_1": 1.0, "of_n": 1.0 if factor.of_n < 0 else 0.5, "of_mu": 0.5}
    powers = {name: abs(value) for name, value in factor._asdict().items() if value}
    assert all(powers[name] == size[name] for name in powers)
    assert len(powers) <= 1
    return "${}$".format(*(found[name] for name in powers)) if factor != SAME else "$1$"


def test_the_table_of_conventions_is_that_of_the_library():
    expected = [
        [name, *map(_in_words, (one.eigenvalue, one.coefficient, one.score))]
        for name, one in CONVENTIONS.items()
    ]
    assert _rows(PAGES["conventions"], "The table") == expected


def test_the_table_of_bandwidths_is_that_of_the_library():
    values = {
        r"$\gamma$": 2.0,
        r"$\beta$": 2.0,
        r"$\sigma$": 2.0,
        r"$1/\sigma^2$": 0.25,
        r"$1/(2\sigma^2)$": 0.125,
    }
    rows = _rows(PAGES["conventions"], "Widths of the Gaussian kernel")
    assert [name for name, *_ in rows] == list(BANDWIDTHS)
    for name, _, formula in rows:
        given = 4.0 if name == "sigma^2 of N4" else 2.0
        assert values[formula] == gamma(name, given), name
    assert r"$\frac14$, $\frac18$ or $2$" in PAGES["conventions"]


def test_the_points_for_a_check_of_another_program_have_the_stated_numbers():
    X = np.array([[1.0], [2.0], [6.0]])
    found = dual.fit(Linear()(X, X), 1)
    assert found.mu[0] == pytest.approx(14.0, abs=1e-12)
    np.testing.assert_allclose(abs(found.scores[:, 0]), [2.0, 1.0, 3.0], atol=1e-12)
    assert f"{14 / 3:.3f} {14**0.5:.3f} {3**0.5:.3f}" == "4.667 3.742 1.732"
    for number in ("4.667", "3.742", "1.732"):
        assert number in PAGES["conventions"]


def test_the_distances_between_three_sites_are_those_of_the_library():
    rows = _rows(PAGES["counts"], "Why not the counts themselves?")
    counts = {name: numbers for name, *numbers in rows if name in ("A", "B", "C")}
    sites = np.array([[float(number) for number in numbers] for numbers in counts.values()])
    transformed = {
        "of the counts": sites,
        "after `log1p`": TRANSFORMS["log1p"].of(sites),
        "after `clr`, with `pseudocount: 0.5`": TRANSFORMS["clr"].of(sites + 0.5),
        "after `hellinger`": TRANSFORMS["hellinger"].of(sites),
    }
    expected = {name: among("euclidean", X) for name, X in transformed.items()}
    expected |= {f"`{name}`": among(name, sites) for name in ("braycurtis", "jaccard")}
    shown = {name: numbers for name, *numbers in rows if name in expected}
    assert shown == {name: [f"{D[0, 1]:.3f}", f"{D[1, 2]:.3f}"] for name, D in expected.items()}


@pytest.mark.parametrize(
    ("title", "registered"), [("Transforms", TRANSFORMS), ("Distances", MEASURES)]
)
def test_the_page_on_counts_has_every_transform_and_every_distance(title, registered):
    named = {
        word for name, *_ in _rows(PAGES["counts"], title) for word in re.findall(r"`(\w+)`", name)
    }
    assert named == set(registered)


# The example of the theory pages: three samples, (1 + xy)^2, and the new sample 2.
X = np.array([[-1.0], [0.0], [1.0]])
T = np.array([[2.0]])
KERNEL = Polynomial(degree=2, gamma=1.0, coef0=1.0)
K, K_NEW = KERNEL(X, X), KERNEL(T, X)
FEATURES = np.column_stack([np.ones(3), np.sqrt(2.0) * X[:, 0], X[:, 0] ** 2])


def _stated(page, *texts):
    for text in texts:
        assert text in PAGES[page], text


def test_the_gram_matrix_of_the_example_and_its_eigenvalues_are_those_of_its_features():
    np.testing.assert_allclose(K, [[4, 1, 0], [1, 1, 1], [0, 1, 4]], atol=1e-14)
    np.testing.assert_allclose(FEATURES @ FEATURES.T, K, atol=1e-14)
    found = np.linalg.eigvalsh(K)
    assert [f"{mu:.3f}" for mu in found] == ["0.438", "4.000", "4.562"]
    _stated("theory-features", r"4&1&0\\1&1&1\\0&1&4", "$4.562$", "$0.438$")


def test_the_components_of_the_example_have_the_stated_eigenvalues_and_scores():
    np.testing.assert_allclose(
        9 * center(K), [[19, -2, -17], [-2, 4, -2], [-17, -2, 19]], atol=1e-13
    )
    found = dual.fit(K, 2)
    np.testing.assert_allclose(found.mu, [4.0, 2 / 3], atol=1e-13)
    np.testing.assert_allclose(found.variance, [4 / 3, 2 / 9], atol=1e-13)
    np.testing.assert_allclose(found.explained, [6 / 7, 1 / 7], atol=1e-13)
    scores = np.array([np.sqrt(2.0) * np.array([1, 0, -1]), np.array([1, -2, 1]) / 3]).T
    np.testing.assert_allclose(abs(found.scores), abs(scores), atol=1e-13)
    _stated("theory-eigenproblem", r"19&-2&-17\\-2&4&-2\\-17&-2&19", r"\mu_2=\frac23")
    _stated("theory-eigenproblem", r"$\lambda_2=\frac29$", r"\frac67$ and $\frac17$")


def test_the_printed_centering_of_the_example_is_not_symmetric():
    mean = np.full((3, 3), 1 / 3)
    printed = K - 2 * mean @ K + mean @ K @ mean
    np.testing.assert_allclose([printed[0, 1], printed[1, 0]], [4 / 9, -8 / 9], atol=1e-14)
    assert center(K)[0, 1] == pytest.approx(-2 / 9, abs=1e-14)
    _stated("theory-centering", r"=\frac49$ for the element $(1,2)$", r"=-\frac89$ for the element")


def test_the_bias_of_the_example_makes_a_multiple_of_its_coefficients():
    alpha = np.array([1.0, -2.0, 1.0])
    np.testing.assert_allclose(K @ alpha, [2, 0, 2], atol=1e-14)
    np.testing.assert_allclose(K @ alpha - 4 / 3, 2 / 3 * alpha, atol=1e-14)
    _stated("theory-centering", r"$K\alpha=(2,0,2)$", r"$-\frac43$", r"$\frac23\alpha$")


def test_the_three_numbers_of_a_new_sample_are_the_stated_ones():
    found = dual.fit(K, 2)
    sign = np.sign(found.V[0, 1])
    alpha, v = sign * found.alpha[:, 1], sign * found.V[:, 1]
    np.testing.assert_allclose(alpha, [0.5, -1.0, 0.5], atol=1e-13)
    np.testing.assert_allclose(K_NEW[0], [1, 1, 9], atol=1e-13)
    numbers = K_NEW @ alpha, center_new(K_NEW, K) @ alpha, K_NEW @ v
    np.testing.assert_allclose(np.concatenate(numbers), [4, 10 / 3, 8 / 6**0.5], atol=1e-12)
    assert f"{8 / 6**0.5:.3f}" == "3.266"
    _stated("theory-centering", "| $4$ |", r"| $\frac{10}3$ |", "| $3.266$ |")
    assert sign < 0, "the page says that the rule for signs turns this component round"


def test_the_distances_of_the_example_give_its_centered_matrix():
    D2 = induced(K)
    np.testing.assert_allclose(D2[np.triu_indices(3, 1)], [3, 8, 3], atol=1e-13)
    found = mds.fit(D2, 2)
    np.testing.assert_allclose(found.mu, [4.0, 2 / 3], atol=1e-13)
    np.testing.assert_allclose(D2.mean(axis=0), [11 / 3, 2, 11 / 3], atol=1e-13)
    assert D2.mean() == pytest.approx(28 / 9, abs=1e-13)
    _stated("theory-distances", "d_{13}^2=8", r"\frac{11}3,2,\frac{11}3", r"\frac{28}9")


D = np.array([[0.0, 1.0, 3.0], [1.0, 0.0, 1.0], [3.0, 1.0, 0.0]])


def test_the_distances_that_are_not_euclidean_have_the_stated_axes_and_constants():
    found = mds.fit(D**2, 1)
    np.testing.assert_allclose(found.spectrum, [4.5, 0, -5 / 6], atol=1e-13)
    np.testing.assert_allclose(abs(found.scores[:, 0]), [1.5, 0, 1.5], atol=1e-13)
    c, repaired = lingoes(D**2)
    assert c == pytest.approx(5 / 6, abs=1e-12)
    np.testing.assert_allclose(repaired[0], [0, 8 / 3, 32 / 3], atol=1e-12)
    assert [f"{root:.3f}" for root in np.sqrt(repaired[0, 1:])] == ["1.633", "3.266"]
    constant, moved, _ = cailliez(D)
    assert constant == pytest.approx(1.0, abs=1e-6)
    np.testing.assert_allclose(moved[0], [0, 2, 4], atol=1e-6)
    _stated("theory-distances", r"38&5&-43\\5&-10&5\\-43&5&38", r"$1.633,\,1.633,\,3.266$")
    np.testing.assert_allclose(
        18 * (found.V * found.mu) @ found.V.T - 15 * np.outer([1, -2, 1], [1, -2, 1]) / 6,
        [[38, 5, -43], [5, -10, 5], [-43, 5, 38]],
        atol=1e-12,
    )


def test_one_step_of_smacof_leads_to_the_stated_map_and_raises_the_strain():
    start = np.array([[1.5], [0.0], [-1.5]])
    first, second = metric.path(D, start, 2)[1:]
    np.testing.assert_allclose(first[:, 0], [4 / 3, 0, -4 / 3], atol=1e-14)
    np.testing.assert_allclose(second, first, atol=1e-14)
    stresses = [metric.stress(D, Z) for Z in (start, first)]
    np.testing.assert_allclose(stresses, [1.0, 2 / 3], atol=1e-14)
    fall = (metric.gradient(D, start) ** 2).sum() / (8 * 3)
    assert stresses[0] - stresses[1] >= fall - 1e-14
    B = np.array([[38, 5, -43], [5, -10, 5], [-43, 5, 38]]) / 18
    strains = [((B - Z @ Z.T) ** 2).sum() for Z in (start, first)]
    assert [f"{strain:.2f}" for strain in strains] == ["0.69", "1.59"]
    _stated("theory-distances", "from $0.69$ to $1.59$")


def test_the_losses_of_the_projection_are_the_stated_ones():
    found = dual.fit(K, 1)
    lost = projection.lost(center(K).diagonal(), found.scores)
    np.testing.assert_allclose(lost, [1 / 9, 4 / 9, 1 / 9], atol=1e-13)
    without = projection.lost(K.diagonal(), K @ found.alpha)
    np.testing.assert_allclose(without, [2, 1, 2], atol=1e-13)
    mean = FEATURES.mean(axis=0)
    np.testing.assert_allclose(mean, [1, 0, 2 / 3], atol=1e-14)
    rest = mean[0] ** 2 + mean[2] ** 2
    assert without.mean() - lost.mean() == pytest.approx(rest, abs=1e-13)
    assert rest == pytest.approx(13 / 9, abs=1e-13)
    length = float(KERNEL(T, T)[0, 0] - 2 * K_NEW.mean() + K.mean())
    assert length == pytest.approx(172 / 9, abs=1e-12)
    score = center_new(K_NEW, K) @ found.alpha
    assert float(score[0, 0] ** 2) == pytest.approx(8.0, abs=1e-12)
    _stated("theory-projection", r"\frac53-\frac29=\frac{13}9", r"\frac{172}9-8=\frac{100}9")


def test_the_pre_images_of_the_example_are_stationary_and_at_the_stated_distances():
    found = dual.fit(K, 1)
    W = projection.weights(found.alpha, center_new(K_NEW, K) @ found.alpha)
    np.testing.assert_allclose(W[0], [-2 / 3, 1 / 3, 4 / 3], atol=1e-13)
    P = W @ FEATURES
    np.testing.assert_allclose(P[0], [1, 8**0.5, 2 / 3], atol=1e-13)

    def rho(y):
        return float(((np.array([1.0, 2**0.5 * y, y**2]) - P[0]) ** 2).sum())

    roots = np.roots([1.0, 0.0, 1 / 3, -2.0])
    (y,) = roots[abs(roots.imag) < 1e-12].real
    assert f"{y:.3f} {rho(y):.3f} {rho(y) ** 0.5:.3f}" == "1.172 1.871 1.368"
    assert rho(y) < min(rho(y - 1e-3), rho(y + 1e-3))
    assert f"{rho(1.0):.3f} {rho(2.0):.2f}" == "2.111 11.11"
    _stated("theory-pre-images", r"y^*\approx1.172", r"\rho\approx1.871", r"\approx1.368$")
    _stated("theory-pre-images", r"2+\frac19=2.111", r"\frac{100}9=11.11")
    without = projection.weights_without_mean(found.alpha, K_NEW @ found.alpha)
    np.testing.assert_allclose(without @ FEATURES, [[0, 8**0.5, 0]], atol=1e-13)
    there = np.array([1.0, 2**0.5, 1.0]) - without[0] @ FEATURES
    slope = np.array([0.0, 2**0.5, 2.0])
    assert there @ slope == pytest.approx(0.0, abs=1e-13)
    _stated("theory-pre-images", "with the root $y^*=1$")


def test_the_certificates_of_the_example_are_the_stated_ones():
    A = center(K)
    v = np.array([5.0, -1.0, -4.0]) / 42**0.5
    theta = float(v @ A @ v)
    residual = float(np.linalg.norm(A @ v - theta * v))
    after = float(np.trace(A)) - theta
    gap = theta - residual - after
    stated = [theta, residual, after, gap, 2 * residual**2 / gap, 4 - theta, residual / gap]
    numbers = ["3.881", "0.619", "0.786", "2.477", "0.309", "0.119", "0.250"]
    assert [f"{number:.3f}" for number in stated] == numbers
    cosine = float(v @ np.array([1.0, 0.0, -1.0]) / 2**0.5)
    assert f"{(1 - cosine**2) ** 0.5:.3f}" == "0.189"
    assert 2 * residual**2 / gap > abs(4 - theta)
    _stated("theory-solver", *numbers, "0.189", "4.667-0.667=4$")
    wrong = np.array([1.0, -2.0, 1.0]) / 6**0.5
    assert np.linalg.norm(A @ wrong - 2 / 3 * wrong) == pytest.approx(0.0, abs=1e-14)
    assert np.trace(A) - 2 / 3 == pytest.approx(4.0, abs=1e-13)


def test_the_gaussian_eigenvalues_of_the_example_are_powers_where_the_width_is_small():
    D2 = np.subtract.outer([-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]) ** 2
    least, large = np.linalg.eigvalsh(center(np.exp(-D2)))[1:]
    _stated("theory-gamma", f"these are ${large:.3f}$ and ${least:.3f}$")
    small, larger = np.linalg.eigvalsh(center(np.exp(-1e-3 * D2)))[1:]
    assert [larger, small] == pytest.approx([4e-3, 2e-6], rel=3e-3, abs=0.0)
    _stated("theory-gamma", r"\mu_1\approx4\gamma$", r"\mu_2\approx2\gamma^2$", r"\frac23\gamma^2$")


def test_two_landmarks_of_the_example_lose_a_third():
    landmarks = K[:, [0, 2]]
    K_hat = landmarks @ np.linalg.inv(K[np.ix_([0, 2], [0, 2])]) @ landmarks.T
    assert K - K_hat == pytest.approx(np.diag([0.0, 0.5, 0.0]), abs=1e-15)
    assert np.linalg.eigvalsh(center(K_hat))[1:] == pytest.approx([1 / 3, 4.0], abs=1e-14)
    _stated("theory-relatives", r"$K_{SS}=4I$", r"\hat\mu_1=4$", r"$\hat\mu_2$ is $\frac13$")


def test_the_tolerances_of_the_example_are_the_derived_ones():
    found = dual.fit(K, 2)
    (way, allowed), *_ = norm_tolerances(K, found, None).items()
    assert way == "alpha' K~ alpha"
    np.testing.assert_allclose(allowed / U, [66.5, 249.0], atol=0.05)
    np.testing.assert_allclose(allowed, [7.4e-15, 2.8e-14], rtol=0.02)
    size = found.frobenius
    assert f"{size:.4f} {30 * size:.2f} {3 * size:.2f}" == "4.0552 121.66 12.17"
    _stated("theory-tolerances", "=4.0552", "=121.66", "=12.17", "66.5", r"7.4\cdot10^{-15}")
    _stated("theory-tolerances", "249.0", r"2.8\cdot10^{-14}", "It is off by $2$")
    discrepancy, tolerance, control = unit_norm.function(K, found)[way]
    assert discrepancy.max() < 8 * U
    np.testing.assert_allclose(tolerance, allowed, rtol=1e-15)
    np.testing.assert_allclose(control, 2.0, atol=1e-12)
    assert (control / tolerance).min() > 1e13


OF_BOOK = load(ROOT / "config/config.yaml").studies


@cache
def _solved(name):
    """The study, its scores, and the samples of each class."""
    study = build(name, OF_BOOK[name], ROOT / "config")
    labels = np.array(study.labels)
    return study, study.solve().solution.scores, {one: labels == one for one in study.labels}


def _order(z, classes):
    """The classes in the order of their means on z, if no two of them overlap there."""
    order = sorted(classes, key=lambda one: z[classes[one]].mean())
    ends = [(z[classes[one]].min(), z[classes[one]].max()) for one in order]
    return order if all(a[1] < b[0] for a, b in pairwise(ends)) else None


def test_the_components_that_tell_circles_and_rings_apart_are_the_stated_ones():
    stated = {"circles": 1, "circles-lift": 3, "rings": 3}
    for name, number in stated.items():
        _, Z, classes = _solved(name)
        assert [k for k, z in enumerate(Z.T, start=1) if _order(z, classes)] == [number], name
    _, Z, classes = _solved("rings")
    assert _order(Z[:, 2], classes)[1] == "ring 2"


def test_the_digits_that_stand_out_on_a_component_are_the_stated_ones():
    _, Z, classes = _solved("digits")
    means = {one: Z[classes[one]].mean(axis=0) for one in classes}
    by_size = [sorted(means, key=lambda one: means[one][k]) for k in range(5)]
    ends = [{frozenset(order[:2]), frozenset(order[-2:])} for order in by_size]
    assert "4" in {by_size[0][0], by_size[0][-1]} and frozenset("39") in ends[0]
    assert frozenset("26") in ends[2] and "7" in {by_size[2][0], by_size[2][-1]}
    farthest = [max(means, key=lambda one: abs(means[one][k])) for k in range(5)]
    assert (farthest[1], farthest[4]) == ("0", "5")
    assert np.abs(means["5"][:2]).max() < 0.1 < 0.2 < abs(means["5"][4])


def test_what_is_said_of_the_other_studies_of_the_book_is_so():
    _, Z, classes = _solved("iris")
    apart = {one: mask for one, mask in classes.items() if one != "setosa"}
    assert _order(Z[:, 0], {"setosa": classes["setosa"], "other": ~classes["setosa"]})
    assert not any(_order(z, apart) for z in Z.T)
    study, Z, _ = _solved("s-curve")
    assert abs(np.corrcoef(Z[:, 4], study.data.X[:, 1])[0, 1]) > 0.9
    _, Z, classes = _solved("clusters")
    sizes = [max(abs(z[mask].mean()) for mask in classes.values()) for z in Z.T]
    assert min(sizes[:2]) > 0.5 > 0.03 > max(sizes[2:])
    for name, stated in {"wine": (126, 140), "eurodist": (9, 21)}.items():
        study, _, _ = _solved(name)
        assert "{} of {} eigenvalues are negative".format(*stated) in " ".join(study.remarks)
    names, Z = _solved("eurodist")[0].names, _solved("eurodist")[1]
    ends = [{names[Z[:, k].argmin()], names[Z[:, k].argmax()]} for k in range(2)]
    assert ends == [{"Gibraltar", "Athens"}, {"Stockholm", "Athens"}]
