"""One HTML file with everything that it shows: it opens from disk and makes no request."""

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import jinja2
import xarray as xr
from markupsafe import Markup

from kpca.figures.shown import BESIDE, DENOISED, FOLDS
from kpca.page import interactive, meaning, scripts, sections, verdict
from kpca.page.as_shown import Turned
from kpca.page.map_data import MapData
from kpca.page.sections import Picture, Pictures
from kpca.page.verdict import Seen
from kpca.studies import odd
from kpca.studies.study import Study

MOST_BYTES = 2_000_000
"""A longer table of numbers is not repeated inside the page, which links to the file instead."""

STATIC = "../../_static"
"""The folder of the scripts of the site, as seen from the page of a study."""


def html(
    studies: Mapping[str, Study],
    numbers: Mapping[str, str],
    remarks: Sequence[str],
    seen: Seen,
    pictures: Pictures | None = None,
    other: tuple[Mapping[str, Study], Seen] | None = None,
) -> str:
    """The page of studies of the same samples, by name; ``numbers`` are CSV files, by name.

    ``seen`` is said above the map (``kpca.page.verdict``). ``pictures`` are those of
    ``kpca.page.sections``; without them they are drawn.
    ``other`` are the same studies of columns in the other scale, and what is said of these.
    """
    solved = list(studies.values())
    return _rendered(
        "document.html.j2",
        [(studies, seen), *([other] if other else [])],
        sections.pictures(solved, not seen.has_no_structure) if pictures is None else pictures,
        [sections.of_study(one, sections.executed(one)) for one in solved],
        remarks,
        title=solved[0].title,
        style=Markup("").join(map(_inside, (*scripts.STYLES, scripts.STYLE_OF_DOCUMENT))),
        numbers={name: _address(name, text) for name, text in numbers.items()},
        scripts=[Markup(f"<script>{_inside(path)}</script>") for path in scripts.files()],
        folder="",
    )


def of_run(
    one: Study,
    checks: xr.Dataset | None,
    denoised: list[Picture],
    files: Sequence[str],
    folder: str,
) -> str:
    """The same page of a study of a run, as a part of a page of the site.

    Its jobs have stored ``checks`` (with the attribute ``executed_on``; None where no statement is
    executed), and pictures of ``denoised`` samples, if there are any. ``files`` are its
    results in the ``folder`` with this address. The scripts are files of the site, which all its
    pages share.
    """
    studies = {one.name: one}
    seen = verdict.seen(studies)
    return _rendered(
        "map.html.j2",
        [(studies, seen)],
        sections.pictures([one], not seen.has_no_structure)
        | ({DENOISED: denoised} if denoised else {}),
        [sections.of_study(one, checks)],
        one.remarks,
        numbers={name: f"{folder}/{name}" for name in files},
        scripts=[
            Markup(f'<script src="{STATIC}/{path.name}"></script>') for path in scripts.files()
        ],
        folder=folder,
    )


def _rendered(
    template: str,
    scales: Sequence[tuple[Mapping[str, Study], Seen]],
    pictures: Pictures,
    described: Sequence[Mapping[str, object]],
    remarks: Sequence[str],
    **more: object,
) -> str:
    studies, seen = scales[0]
    solved = list(studies.values())
    is_standardized = solved[0].origin.standardized
    names = SCALES[:: 1 if is_standardized else -1] if len(scales) > 1 else ("",)
    has_tables = any(one["fitted"] for one in described)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(scripts.TEMPLATES),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(
        seen=seen,
        verdicts={
            name: [_begin_and_rest(line, next(iter(of.values()))) for line in said.verdict]
            for name, (of, said) in zip(names, scales, strict=True)
        },
        remarks=list(remarks),
        folds=[f.name for f in FOLDS if f.name in pictures or (f.name == BESIDE and has_tables)],
        pictures=pictures,
        studies=described,
        turned=[meaning.title(one) for one in solved if isinstance(one, Turned)],
        map=scripts.as_json(_maps(scales, names)),
        **more,
    )


SCALES = ("standardized", "as measured")


def _maps(
    scales: Sequence[tuple[Mapping[str, Study], Seen]], names: Sequence[str]
) -> list[MapData]:
    """The maps in each scale; the columns of the table stand in the first ones only."""
    every = [
        interactive.described([*of.values()], name, not said.has_no_structure)
        for name, (of, said) in zip(names, scales, strict=True)
    ]
    return [every[0], *(replace(one, columns=[]) for one in every[1:])]


def _begin_and_rest(line: str, one: Study) -> tuple[str, list[tuple[str, list[int]]]]:
    """The first clause of a line, and what follows; a name may have a point as well.

    That is in parts, each with the odd samples that it selects: the one that it names, or all.
    """
    begin = re.match(r".*?(?=\. ['A-Z]|; )", line)
    at = begin.end() if begin else len(line)
    of_odd = {verdict.quoted(name): [one.names.index(name)] for name in odd.named([one])}
    # These are odd in the last sentence only, which may be missing.
    cut = line.rfind(next(iter(of_odd))) if of_odd and line.endswith(" far out.") else len(line)
    parts = re.split(rf"({'|'.join(map(re.escape, of_odd)) or '$'}|\b\d+ more\b)", line[cut:])
    of_odd |= {part: sum(of_odd.values(), []) for part in parts if part.endswith(" more")}
    return line[:at], [(line[at:cut], []), *((part, of_odd.get(part, [])) for part in parts)]


def _inside(path: Path) -> Markup:
    """A script or a style as it may stand inside an element of a page."""
    text = path.read_text(encoding="utf-8")
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
