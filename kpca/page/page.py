"""One HTML file with everything that it shows: it opens from disk and makes no request."""

import base64
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import jinja2
import xarray as xr
from markupsafe import Markup

from kpca.figures.shown import BESIDE, SECTIONS, SHARES
from kpca.interpretation.two_maps import Likeness, compare, mirrored
from kpca.page import interactive, scripts, sections, verdict
from kpca.page.sections import Pictures
from kpca.page.verdict import NOTHING, Seen
from kpca.studies.solved_study import SolvedStudy

MOST_BYTES = 2_000_000
"""A longer table of numbers is not repeated inside the page, which links to the file instead."""

STATIC = "../../_static"
"""The folder of the scripts of the site, as seen from the page of a study."""


def html(
    title: str,
    studies: Mapping[str, SolvedStudy],
    numbers: Mapping[str, str],
    remarks: Sequence[str] = (),
    seen: Seen = NOTHING,
    pictures: Mapping[str, Pictures] | None = None,
) -> str:
    """The page of studies of the same samples, by name; ``numbers`` are CSV files, by name.

    ``seen`` is said above the map (``kpca.page.verdict``). ``pictures`` are those of
    ``kpca.page.sections``, by study; without them they are drawn.
    """
    drawn = pictures or {name: sections.pictures(one) for name, one in studies.items()}
    return _rendered(
        "document.html.j2",
        studies,
        [
            sections.of_study(one, drawn[name], sections.executed(one))
            for name, one in studies.items()
        ],
        remarks,
        seen,
        title=title,
        style=Markup("").join(map(_inside_of, (*scripts.STYLES, scripts.STYLE_OF_DOCUMENT))),
        numbers={name: _address(name, text) for name, text in numbers.items()},
        scripts=[Markup(f"<script>{_inside_of(path)}</script>") for path in scripts.files()],
        figures=None,
    )


def of_run(
    one: SolvedStudy,
    checks: xr.Dataset | None,
    pictures: Pictures,
    files: Mapping[str, str],
    figures: Mapping[str, str],
) -> str:
    """The same page of a study of a run, as a part of a page of the site.

    Its jobs have stored what takes the time of ``html``: ``checks`` (with the attribute
    ``executed_on``; None where no statement is executed), and ``pictures`` by the fold. ``files``
    are addresses of its results by name, ``figures`` those of all figures, without their endings.
    The scripts are files of the site, which all its pages share.
    """
    studies = {one.study.name: one}
    return _rendered(
        "map.html.j2",
        studies,
        [sections.of_study(one, pictures, checks)],
        one.study.remarks,
        verdict.seen(studies),
        numbers=files,
        scripts=[
            Markup(f'<script src="{STATIC}/{path.name}"></script>') for path in scripts.files()
        ],
        figures=figures,
    )


def _rendered(
    template: str,
    studies: Mapping[str, SolvedStudy],
    described: Sequence[Mapping[str, object]],
    remarks: Sequence[str],
    seen: Seen,
    **more: object,
) -> str:
    solved = list(studies.values())
    several = len(solved) > 1
    return _template(template).render(
        seen=seen,
        verdict=[_begin_and_rest(line) for line in seen.verdict],
        remarks=list(remarks),
        folds=[fold for fold in SECTIONS if any(_has(one, fold) for one in described)],
        studies=described,
        likeness=_likeness(*solved[:2]) if several else None,
        mirrored=_mirrored(*solved[:2]) if several else "",
        map=scripts.as_json(interactive.described(solved, list(studies))),
        **more,
    )


def _begin_and_rest(line: str) -> tuple[str, str]:
    """The first clause of a line, and what follows; a name may have a point as well."""
    begin = re.match(r".*?(?=\. ['A-Z]|; )", line)
    at = begin.end() if begin else len(line)
    return line[:at], line[at:]


def _has(one: Mapping[str, object], fold: str) -> bool:
    """Whether there is something of a study in a fold: a picture or a table."""
    tables = {SHARES: one["components"], BESIDE: one["fitted"]}
    return fold in one["pictures"] or bool(tables.get(fold))


def _likeness(one: SolvedStudy, other: SolvedStudy) -> Likeness:
    return compare(one.solution.scores, other.solution.scores)


def _mirrored(one: SolvedStudy, other: SolvedStudy) -> str:
    return mirrored(one.solution.scores, other.solution.scores)


def _template(name: str) -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(scripts.TEMPLATES),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)


def _inside_of(path: Path) -> Markup:
    return _inside(path.read_text(encoding="utf-8"))


def _inside(text: str) -> Markup:
    """A script or a style as it may stand inside an element of a page."""
    return Markup(text.replace("</script", r"<\/script").replace("<!--", r"<\!--"))


def _address(name: str, text: str) -> str:
    """The address of a table: the table itself, or if it is long the file beside the page."""
    if is_long(text):
        return name
    encoded = base64.b64encode(text.encode()).decode("ascii")
    return f"data:text/csv;charset=utf-8;base64,{encoded}"


def is_long(text: str) -> bool:
    """Whether a table is not repeated inside the page, but a file beside it."""
    return len(text.encode()) > MOST_BYTES
