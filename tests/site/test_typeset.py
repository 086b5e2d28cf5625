"""Formulas in the texts of statements are found, written in LaTeX, and rendered."""

import re
from html import unescape

import pytest

from kpca.site.formulas import FormulaError
from kpca.site.typeset import latex, typeset
from kpca.statements.errata import ERRATA
from kpca.statements.ledger import LEDGER

TEXTS = [words.text for words in LEDGER.values()]
TEXTS += [text for one in ERRATA.values() for text in (one.printed, one.corrected, one.why)]


def _formulas(html):
    return [unescape(one) for one in re.findall(r'"application/x-tex">(.*?)</annotation>', html)]


@pytest.mark.parametrize("text", TEXTS)
def test_every_statement_and_every_erratum_is_rendered(text):
    without = re.sub(r'<span class="katex">.*?</span></span></span>', "", typeset(text))
    assert not re.search("[αλμφψ₁ᵢₙᵀ√⟨‖]", re.sub("<[^>]+>.*", "", without))


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("K̃ = HKH, if |v| = 1", [r"{\tilde K} = HKH", "|v| = 1"]),
        ("(wrong: it is xᵢᵀu/(nλ))", [r"x_{i}^{\top}u/(n\lambda )"]),
        ("a part of f off the span", ["f"]),
        ("PCA and classical MDS", []),
        ("diffusion distance = Σ λ²ᵗ", [r"= \sum  \lambda ^{2t}"]),
        ("the map is UΣ", [r"U\Sigma "]),
        ("on a line: μ_l = γˡ R_ll²", [r"\mu _l = \gamma ^{l} R_{ll}^{2}"]),
        ("for (γ/A)ˡ⁻¹ and λ_l", [r"(\gamma /A)^{l-1}", r"\lambda _l"]),
        ("sums of d²/n = tr K̃", [r"d^{2}/n = \operatorname{tr} {\tilde K}"]),
        ("least-squares SVM: HKα = μα, and", [r"HK\alpha  = \mu \alpha "]),
        ("MKM, M = I − P_W: what", ["MKM", "M = I - P_W"]),
        ("if (x, |x|²), YᵀY", ["(x, |x|^{2})", r"Y^{\top}Y"]),
        ("for ⟨f, g⟩ = ∂f(x)", [r"\langle f, g\rangle  = \partial f(x)"]),
        ("roots t of 1 = n/(n − 1) z", ["t", "1 = n/(n - 1) z"]),
        ("the arch: d² = |i − j| has", ["d^{2} = |i - j|"]),
        ("k(x, y) = (0.5 x·y + 1)^3", [r"k(x, y) = (0.5 x\cdot y + 1)^{3}"]),
        ("z = √(5) |x − y|/2", [r"z = \sqrt{5} |x - y|/2"]),
        ("k(x, y) = tanh(0.1 x·y)", [r"k(x, y) = \tanh(0.1 x\cdot y)"]),
        ("min‖Z‖² = 2 MMD²", [r"\min\| Z\| ^{2} = 2 \text{MMD}^{2}"]),
    ],
)
def test_words_are_told_from_formulas(text, formulas):
    assert _formulas(typeset(text)) == formulas


def test_brackets_behind_a_root_become_braces():
    assert latex("√((2γ)ʲ/j!) xʲ") == r"\sqrt{(2\gamma )^{j}/j!} x^{j}"


def test_a_text_is_never_read_as_markup_and_no_formula_is_lost_in_silence():
    assert typeset("<b> & more") == "&lt;b&gt; &amp; more"
    with pytest.raises(FormulaError, match="cannot render"):
        typeset("λ}")
