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
