"""The parts of a page below its map: tables, figures and statements of each study."""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from kpca.figures.display import PIXELS, Words, drawn_in_parts
from kpca.figures.metadata import INSTEAD_OF, of_outputs
from kpca.figures.shown import FOLDS
from kpca.figures.texts import in_symbols
from kpca.page import fitted_variables, interactive, meaning
from kpca.page.as_shown import are_alike
from kpca.results import checks, solved
from kpca.statements.executed import in_words
from kpca.statements.ledger import LEDGER
from kpca.studies.study import Study


@dataclass(frozen=True)
class Picture:
    """A figure on a page: its words, and of each part the address, which holds it, and the width.

    Widths are in pixels. A narrow screen shows the parts one below the other.
    """

    caption: str
    alt: str = ""
    parts: tuple[tuple[str, int], ...] = ()


Pictures = dict[str, list[Picture]]
"""The pictures of a page, by the fold in which they are shown."""


def picture(draw: Callable[..., Words | str], *data: object) -> Picture:
    """A figure as it is on a page; without parts if a sentence stands instead of it.

    An exception costs this figure only, and its message stands instead.
    """
    try:
        words, parts = drawn_in_parts(draw, *data)
    except Exception as error:
        return Picture(f"This figure could not be drawn: {type(error).__name__}: {error}")
    if isinstance(words, str):
        return Picture(words)
    shown = ((inside(svg), round(PIXELS * inches)) for svg, inches in parts)
    return Picture(words.caption, words.alt, tuple(shown))


def inside(svg: bytes) -> str:
    """The address of a picture that holds it."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode("ascii")


def of_study(one: Study, executed: xr.Dataset | None) -> dict[str, object]:
    """What the template shows of one study; ``executed`` are the outcomes of the statements."""
    solution = one.solution
    return {
        "study": one,
        "title": meaning.title(one),
        "kernel": in_symbols(one.formula),
        "denominator": solution.denominator,
        "rank": solved.rank_in_words(solution),
        "solver": solved.sentences(one.solved),
        "fitted": fitted_variables.tables(one.fitted_variables) if one.other_variables else [],
        "statements": statements(executed),
    }


def pictures(studies: Sequence[Study], has_structure: bool = True) -> Pictures:
    """The picture of each fold that has one, drawn for all maps together and colored as these.

    Of a map that is hidden at first, only what the first one has not.
    """
    shown, hidden = {}, len(studies) > 1 and are_alike(studies)
    for fold in FOLDS:
        some = [one for one in studies if fold.applies(one)][: 1 if hidden else None]
        having = {meaning.title(one): one for one in some}
        if fold.draw is not None and having:
            colors = interactive.colors(studies[0], has_structure) if fold.is_colored else ()
            shown[fold.name] = [picture(fold.draw, having, *colors)]
    return shown


def of_notebook(notebook: Mapping[str, Any], folder: Path) -> dict[str, Picture]:
    """Each figure of an executed notebook by its name, or the sentence that stands instead.

    The figures lie in ``folder`` as SVG.
    """
    found = {}
    for about, output in of_outputs(notebook):
        if INSTEAD_OF in about:
            found[about[INSTEAD_OF]] = Picture("".join(output["data"]["text/plain"]))
        elif "figure" in about:
            name, width = about["figure"], output["metadata"]["image/png"]["width"]
            address = inside((folder / f"{name}.svg").read_bytes())
            found[name] = Picture(about["caption"], about["alt"], ((address, width),))
    return found


def executed(one: Study) -> xr.Dataset | None:
    """The outcomes of the statements as a run stores them; None where none is executed."""
    if one.checks is None:
        return None
    on = "a random subset of the samples" * (one.statements != "all")
    found = checks.to_dataset(one.checks.executed, one.checks.failures)
    return found.assign_attrs(executed_on=on)


def statements(executed: xr.Dataset | None) -> dict[str, object] | None:
    """The statements in one line, and a row for each; None where none is executed."""
    if executed is None:
        return None
    rows = [
        {
            "id": id,
            "text": LEDGER[id].text,
            **{name: str(executed[name].values[k]) for name in ("verdict", "report")},
            **{
                name: f"{float(executed[name].values[k]):.1e}"
                for name in ("discrepancy", "tolerance", "control")
            },
        }
        for k, id in enumerate(map(str, executed["statement"].values))
    ]
    failures = checks.not_executed(executed)
    return {
        "line": in_words([row["verdict"] for row in rows], len(failures)),
        "on": executed.attrs["executed_on"],
        "rows": rows,
        "failures": failures,
        "unavailable": checks.not_available(executed),
    }
