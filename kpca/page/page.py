"""One HTML file with everything that it shows: it opens from disk and makes no request."""

import base64
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import jinja2
import xarray as xr
from markupsafe import Markup

from kpca.figures.shown import BESIDE, DENOISED, FOLDS, SHARES
from kpca.page import interactive, scripts, sections, verdict
from kpca.page.as_shown import Turned
from kpca.page.sections import Picture, Pictures
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
    pictures: Pictures | None = None,
) -> str:
    """The page of studies of the same samples, by name; ``numbers`` are CSV files, by name.

    ``seen`` is said above the map (``kpca.page.verdict``). ``pictures`` are those of
    ``kpca.page.sections``; without them they are drawn.
    """
    solved = list(studies.values())
    return _rendered(
        "document.html.j2",
        studies,
        sections.pictures(solved) if pictures is None else pictures,
        [sections.of_study(one, sections.executed(one)) for one in solved],
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
    denoised: list[Picture],
    files: Mapping[str, str],
    figures: Mapping[str, str],
) -> str:
    """The same page of a study of a run, as a part of a page of the site.

    Its jobs have stored ``checks`` (with the attribute ``executed_on``; None where no statement is
    executed), and pictures of ``denoised`` samples, if there are any. ``files`` are addresses of
    its results by name, ``figures`` those of all figures, without their endings. The scripts are
    files of the site, which all its pages share.
    """
    studies = {one.study.name: one}
    return _rendered(
        "map.html.j2",
        studies,
        sections.pictures([one]) | ({DENOISED: denoised} if denoised else {}),
        [sections.of_study(one, checks)],
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
    pictures: Pictures,
    described: Sequence[Mapping[str, object]],
    remarks: Sequence[str],
    seen: Seen,
    **more: object,
) -> str:
    solved = list(studies.values())
    tables = {SHARES: True, BESIDE: any(one["fitted"] for one in described)}
    return _template(template).render(
        seen=seen,
        verdict=[_begin_and_rest(line) for line in seen.verdict],
        remarks=list(remarks),
        folds=[one.name for one in FOLDS if one.name in pictures or tables.get(one.name)],
        pictures=pictures,
        studies=described,
        turned=[one.study.name for one in solved if isinstance(one, Turned)],
        map=scripts.as_json(interactive.described(solved, list(studies))),
        **more,
    )


def _begin_and_rest(line: str) -> tuple[str, str]:
    """The first clause of a line, and what follows; a name may have a point as well."""
    begin = re.match(r".*?(?=\. ['A-Z]|; )", line)
    at = begin.end() if begin else len(line)
    return line[:at], line[at:]


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
