"""The texts of statements, errata and kernels as HTML with typeset formulas.

The ledger writes formulas in Unicode, as a terminal shows them: "K̃ = HKH, |v| = 1". The words of a
text that belong to a formula are found here, written in LaTeX, and rendered by KaTeX.
"""

import re
import unicodedata
from html import escape

from kpca.site import formulas

LETTERS = {
    **{"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "λ": "lambda", "μ": "mu", "π": "pi"},
    **{"σ": "sigma", "τ": "tau", "φ": "varphi", "ψ": "psi", "ω": "omega"},
    **{"Λ": "Lambda", "Σ": "Sigma", "Φ": "Phi", "⟨": "langle", "⟩": "rangle", "‖": "|"},
    **{"·": "cdot", "∘": "circ", "≥": "ge", "≠": "ne", "→": "to", "⟺": "Longleftrightarrow"},
    **{"∂": "partial"},
}
"""Letters and signs, and their commands in LaTeX."""

ACCENTS = {"\u0303": "tilde", "\u0304": "bar", "\u0302": "hat"}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ʲˡᵗᵀ", [*"0123456789+-jlt", r"\top"], strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₙ", "0123456789ijkn", strict=True))
WORDS = {
    **{"tr": r"\operatorname{tr}", "argmin": r"\arg\min", "min": r"\min", "MMD": r"\text{MMD}"},
    **{"exp": r"\exp", "tanh": r"\tanh"},
}

_MATH = {*LETTERS, *ACCENTS, *RAISED, *LOWERED, *"√½−_^*"}
_FORMULA = re.compile(
    r"[=+−/<>|]+|[\d.]+"  # signs and numbers
    r"|[b-zB-HJ-Z]|\|\w\|"  # a single letter that is no word, and its length
    r"|[A-Z][b-df-hj-np-tv-xz]|(?!PCA|MDS|SVM)[A-Z]{2,3}"  # products such as Cv and HKH
    r"|\w+/\(?\w+|\w+\([\w.]+|\|\w|\w\|\S*"
)


def typeset(text: str) -> str:
    """A text as HTML: its formulas by KaTeX, everything else escaped.

    Raises ``FormulaError`` if KaTeX cannot render what was taken for a formula.
    """
    words, made, run = text.split(" "), [], []
    for k, word in enumerate(words):
        formula = _is_formula(words, k)
        run += [word] * formula
        # A formula ends with its last word, and at a comma or colon outside of brackets.
        if run and (not formula or (word[-1] in ",;:" and _unclosed(" ".join(run)) <= 0)):
            made.append(_run(" ".join(run)))
            run = []
        made += [escape(word)] * (not formula)
    return " ".join([*made, *([_run(" ".join(run))] if run else [])])


def _is_formula(words: list[str], k: int) -> bool:
    word = words[k].strip("(),.;:")
    if word in WORDS:
        return k + 1 < len(words) and _is_formula(words, k + 1)
    beside = {*words[max(k - 1, 0) : k], *words[k + 1 : k + 2]}
    if len(word) == 1 and beside & {*"=+−"}:
        return True
    signs = {*word, *unicodedata.normalize("NFD", word)}
    return bool(_FORMULA.fullmatch(word) or _MATH & signs)


def _run(formula: str) -> str:
    """A formula, without the brackets and points at its ends that belong to the sentence."""
    before, after = "", ""
    while formula.startswith("(") and _unclosed(formula) > 0:
        before, formula = before + "(", formula[1:]
    while formula[-1] in ",.;:" or (formula[-1] == ")" and _unclosed(formula) < 0):
        after, formula = formula[-1] + after, formula[:-1]
    return f"{before}{formulas.rendered(latex(formula), False)}{after}"


def _unclosed(formula: str) -> int:
    return sum(map(formula.count, "(⟨")) - sum(map(formula.count, ")⟩"))


def latex(formula: str) -> str:
    r"""A formula in LaTeX. A Σ at the beginning of a word is a sum, and in UΣVᵀ a letter.

    >>> latex("K̃α = √(nλ) vᵢ")
    '{\\tilde K}\\alpha  = \\sqrt{n\\lambda } v_{i}'
    """
    text = re.sub(r"(?<!\w)Σ", r"\\sum ", formula)
    text = re.sub(rf"(?<!\w)({'|'.join(WORDS)})(?![a-z])", lambda found: WORDS[found[1]], text)
    text = _in_braces(_in_braces(text, "√", r"\sqrt"), "^", "^").replace("^½", r"^{\frac12}")
    text = (
        text.replace("½", r"\tfrac12 ").replace("−", "-").replace("*", "^*").replace("φ̄", "φ\u0304")
    )
    text = "".join(one if one in LETTERS else unicodedata.normalize("NFD", one) for one in text)
    accents = "".join(ACCENTS)
    text = re.sub(f"(.)([{accents}])", lambda m: rf"{{\{ACCENTS[m[2]]} {m[1]}}}", text)
    text = re.sub(r"_([a-z]{2,})", r"_{\1}", text)
    for mark, signs in (("^", RAISED), ("_", LOWERED)):
        for found in sorted({*re.findall(f"[{''.join(signs)}]+", text)}, key=len, reverse=True):
            text = text.replace(found, f"{mark}{{{''.join(signs[one] for one in found)}}}")
    return "".join(rf"\{LETTERS[one]} " if one in LETTERS else one for one in text)


def _in_braces(text: str, sign: str, command: str) -> str:
    """The text with the command for the sign, and braces for the brackets behind it.

    >>> _in_braces("2√(a(b)) + √2", "√", "root")
    '2root{a(b)} + root{2}'
    """
    made, *parts = text.split(sign)
    for part in parts:
        end = next((k for k in range(1, len(part)) if not _unclosed(part[: k + 1])), 0)
        inside, rest = (part[1:end], part[end + 1 :]) if part[0] == "(" else (part[0], part[1:])
        made += f"{command}{{{inside}}}{rest}"
    return made
