"""One HTML file with everything that it shows: it opens from disk and makes no request."""

import base64
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from kpca.figures.shown import BESIDE, FOLDS, SHARES
from kpca.page import interactive, scripts, sections
from kpca.page.as_shown import Turned
from kpca.page.sections import Pictures
from kpca.page.verdict import NOTHING, Seen
from kpca.studies.solved_study import SolvedStudy

MOST_BYTES = 2_000_000
"""A longer table of numbers is not repeated inside the page, which links to the file instead."""


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
    drawn = sections.pictures(solved) if pictures is None else pictures
    described = [sections.of_study(one) for one in solved]
    tables = {SHARES: True, BESIDE: any(one["fitted"] for one in described)}
    return _template().render(
        title=title,
        seen=seen,
        verdict=[_begin_and_rest(line) for line in seen.verdict],
        remarks=list(remarks),
        folds=[one.name for one in FOLDS if one.name in drawn or tables.get(one.name)],
        pictures=drawn,
        studies=described,
        turned=[one.study.name for one in solved if isinstance(one, Turned)],
        numbers={name: _address(name, text) for name, text in numbers.items()},
        map=scripts.as_json(interactive.described(solved, list(studies))),
        style=Markup("").join(map(_inside_of, (scripts.STYLE, scripts.STYLE_OF_PAGE))),
        scripts=list(map(_inside_of, scripts.files())),
    )


def _begin_and_rest(line: str) -> tuple[str, str]:
    """The first clause of a line, and what follows; a name may have a point as well."""
    begin = re.match(r".*?(?=\. ['A-Z]|; )", line)
    at = begin.end() if begin else len(line)
    return line[:at], line[at:]


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(scripts.TEMPLATES),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("map.html.j2")


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
