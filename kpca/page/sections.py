"""The parts of a page below its map: tables, figures and statements of each study."""

import base64
from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.figure import Figure

from kpca.figures import biplot, control_chart, importance, loadings, shares
from kpca.figures.display import PIXELS, Words, drawn
from kpca.kernels import Linear
from kpca.page import fitted_variables, interactive
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
        "kernel": one.kernel,
        "components": interactive.components(solution),
        "denominator": solution.denominator,
        "rank": solved.rank_in_words(solution),
        "solver": solved.sentences(one.solved),
        "scree": picture(shares.scree, solution),
        "variables": variables(one),
        "fitted": beside(one),
        "new_samples": new_samples(one),
        "statements": statements(one),
    }


def variables(one: SolvedStudy) -> list[Picture]:
    """What the components are made of: loadings where features are finite, and the importance of
    the columns where these are not the features; nothing for a given matrix."""
    study, pictures = one.study, []
    if not study.columns:
        return []
    table = one.loadings if one.has_loadings else None
    if table is not None:
        kind = "column" if study.kernel == Linear() else "feature"
        names = list(table.index)
        pictures.append(picture(loadings.draw, table.to_numpy(), names, "loading", kind))
    if study.kernel != Linear():

        def draw(figure: Figure) -> Words | str:
            return importance.draw(figure, one.importances, study.columns)

        pictures.append(picture(draw))
    return pictures


def beside(one: SolvedStudy) -> dict[str, object] | None:
    """Tables of the variables beside the data, and their arrows, if there are any."""
    if one.study.variables is None:
        return None
    fitted = one.fitted_variables
    correlations, names = fitted.numbers.correlations, fitted.names
    arrows = (biplot.of_variables, one.study, one.solution, correlations, names)
    return {
        "tables": fitted_variables.tables(fitted),
        "arrows": picture(*arrows) if names else None,
    }


def new_samples(one: SolvedStudy) -> Picture | None:
    """The control chart of new samples, if there are any."""
    if one.study.placed_again:
        return None

    def draw(figure: Figure) -> Words | str:
        study = one.study
        return control_chart.draw(figure, one.chart, study.new_names, study.columns)

    return picture(draw)


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
