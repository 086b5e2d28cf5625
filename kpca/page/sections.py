"""The parts of a page below its map: tables, figures and statements of each study."""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kpca.figures.display import PIXELS, Words, drawn
from kpca.figures.shown import FOLDS
from kpca.figures.texts import in_symbols
from kpca.page import fitted_variables, interactive, meaning
from kpca.results import solved
from kpca.statements.ledger import LEDGER
from kpca.studies.solved_study import SolvedStudy


@dataclass(frozen=True)
class Picture:
    """A figure on a page: its words, and the address of the picture, which holds it."""

    caption: str
    alt: str = ""
    address: str = ""
    width: int = 0


Pictures = dict[str, Picture]
"""The pictures of a page, by the folds in which they are shown."""


def picture(draw: Callable[..., Words | str], *data: object, **options: object) -> Picture:
    """A figure as it is on a page; without an address if a sentence stands instead of it.

    An exception costs this figure only, and its message stands instead.
    """
    try:
        words, files, inches = drawn(("svg",), draw, *data, **options)
    except Exception as error:
        return Picture(f"This figure could not be drawn: {type(error).__name__}: {error}")
    if isinstance(words, str):
        return Picture(words)
    address = "data:image/svg+xml;base64," + base64.b64encode(files["svg"]).decode("ascii")
    return Picture(words.caption, words.alt, address, round(PIXELS * inches[0]))


def of_study(one: SolvedStudy) -> dict[str, object]:
    """What the template shows of one study."""
    study, solution = one.study, one.solution
    return {
        "study": study,
        "kernel": in_symbols(one.kernel),
        "components": interactive.components(solution, one.standard_errors[1]),
        "denominator": solution.denominator,
        "rank": solved.rank_in_words(solution),
        "solver": solved.sentences(one.solved),
        "fitted": beside(one),
        "statements": statements(one),
    }


def pictures(studies: Sequence[SolvedStudy]) -> Pictures:
    """The picture of each fold that has one, drawn for all maps together."""
    shown = {}
    for fold in FOLDS:
        having = {meaning.title(one.study): one for one in studies if fold.applies(one)}
        if fold.draw is not None and having:
            shown[fold.name] = picture(fold.draw, having)
    return shown


def beside(one: SolvedStudy) -> list[fitted_variables.Table]:
    """Tables of the variables beside the data, if there are any."""
    return [] if one.study.variables is None else fitted_variables.tables(one.fitted_variables)


def statements(one: SolvedStudy) -> dict[str, object] | None:
    """The statements in one line, and a row for each; None where none is executed."""
    if one.checks is None:
        return None
    executed = one.checks.executed
    return {
        "line": str(one.checks),
        "subset": one.study.statements != "all",
        "rows": [
            {
                "id": check.id,
                "text": LEDGER[check.id].text,
                "verdict": check.verdict,
                "report": check.report,
                **{
                    name: f"{getattr(check, name):.1e}"
                    for name in ("discrepancy", "tolerance", "control")
                },
            }
            for check in executed
        ],
        "failures": [(failure.id, failure.message) for failure in one.checks.failures],
    }
