"""From a table to its page in one process: ``kpca map``."""

import os
import shutil
import sys
import time
import warnings
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import xarray as xr
from threadpoolctl import threadpool_limits

from kpca.page import (
    annotated_copy,
    as_shown,
    chosen,
    following,
    options,
    page,
    sections,
    tables,
    verdict,
)
from kpca.page.chosen import Choice
from kpca.page.drafted import drafted, of_other_scale, read_as
from kpca.page.meaning import title
from kpca.page.options import Asked, as_option
from kpca.page.verdict import Seen
from kpca.results import checks, files, solved, studies
from kpca.results.files import replacing
from kpca.results.opened import OF_MAP
from kpca.statements.executed import Checks
from kpca.studies.build import finish
from kpca.studies.config.faults import ConfigError
from kpca.studies.draft import Draft
from kpca.studies.study import Study
from kpca.tables.messages import Front, Part, Setting, written
from kpca.tables.once import Once
from kpca.tables.readers import annotated
from kpca.tables.table import InputError

PAGE, CONFIGURATION = "map.html", "study.yaml"

OPTIONAL = {*tables.FILES, annotated_copy.FILE}
"""The files that depend on the table and the options."""


def main(
    arguments: Sequence[str],
    started: float | None = None,
    later: Callable[..., Callable[[], Any]] = partial,
) -> int:
    """Write the folder of a table and open its page; 0, 1 if a statement fails, 2 if refused.

    BLAS has one thread, as in the jobs of ``kpca run``, so that both have the same numbers to the
    last bit. The seconds that it prints count from ``started``, by default from here. A part of the
    page is made by ``later``: by default in this process, or as
    ``kpca.page.second_process.SecondProcess.later`` does.
    """
    asked, started = options.parse(arguments), started or time.monotonic()
    warnings.simplefilter("ignore")
    try:
        with threadpool_limits(1):
            return _run(asked, started, later)
    except (ConfigError, InputError) as error:
        # Two studies of one table have the same faults.
        lines = dict.fromkeys(written(error.message, as_option).splitlines())
        print("\n".join(lines), file=sys.stderr)
        with threadpool_limits(1):
            print(following.text(asked, error.message), end="", file=sys.stderr)
    except MemoryError as error:
        print(f"{asked.table}: out of memory: {error}", file=sys.stderr)
    except OSError as error:
        print(f"{error.filename or asked.table}: {error.strerror or error}", file=sys.stderr)
    return 2


def _run(asked: Asked, started: float, later: Callable[..., Callable[[], Any]]) -> int:
    folder = asked.folder or asked.table.with_name(f"{asked.table.name.split('.')[0]}-kpca")
    _require_apart(asked.table, folder)
    read = Once()
    choice, drafts = drafted(asked, read)
    other = of_other_scale(asked, choice, drafts, read)
    read.forget()
    first = next(iter(drafts.values()))
    _say("read", f"{asked.table}: {written(read_as(first), as_option)}")
    built = {name: finish(draft) for name, draft in drafts.items()}
    choice = chosen.decided(choice, built, folder)
    folder.mkdir(parents=True, exist_ok=True)
    done = {
        name: studies.with_inputs(study, choice.studies[name].files, folder, read)
        for name, study in built.items()
    }
    promised = later(_checks, done)
    shown = as_shown.as_shown(done)
    said = verdict.seen(shown, chosen.before_reading(choice))
    lines = [written(line, as_option) for line in said.verdict]
    remarks = [written(remark, as_option) for remark in chosen.remarks(choice) + _remarks(done)]
    remarks = [remark for remark in remarks if f"{remark}." not in lines]
    in_other_scale = _in_other_scale(*other) if other else None
    seen = _as_written(said, _on_page if in_other_scale else as_option)
    pictures = sections.pictures([*shown.values()], not said.has_no_structure)
    for name, checks_of_one in promised().items():
        done[name].keep(checks_of_one)
    numbers = tables.numbers(done)
    content = page.html(shown, numbers, remarks, seen, pictures, in_other_scale)
    _write(folder, asked, chosen.text(choice, done), done, {**numbers, PAGE: content})
    for line in lines:
        _say("verdict", line)
    for remark in remarks:
        if remark != written(first.read_as, as_option):
            _say("remark", remark)
    checked = [f"{title(one)}: {one.checks}" for one in done.values() if one.checks is not None]
    _say("statements", "; ".join(checked) or "none executed")
    target = (folder / PAGE).resolve()
    _say("seconds", f"{time.monotonic() - started:.1f}")
    _say("page", str(target))
    if asked.open:
        _open(target)
    return 0 if all(map(_agrees, done.values())) else 1


def _checks(studies: Mapping[str, Study]) -> dict[str, Checks | None]:
    """The outcomes of the statements of all studies."""
    return {name: one.checks for name, one in studies.items()}


def _in_other_scale(
    choice: Choice, drafts: Mapping[str, Draft]
) -> tuple[dict[str, Study], Seen] | None:
    """The studies of columns in the other scale, for their maps, and the verdict on these.

    None where they are refused, as for a number of components that cuts equal eigenvalues.
    """
    try:
        solved = {name: finish(draft) for name, draft in drafts.items()}
    except (ConfigError, InputError):
        return None
    shown = as_shown.as_shown(solved)
    said = verdict.seen(shown, chosen.before_reading(choice), with_more=False)
    return shown, _as_written(said, _on_page)


def _as_written(said: Seen, front: Front) -> Seen:
    return Seen(*([written(one, front) for one in of] for of in (said.verdict, said.more)))


def _on_page(part: Part) -> str:
    """A part of a message on a page that has both scales of the columns."""
    is_scale = isinstance(part, Setting) and part.key == "standardize"
    return "the switch" if is_scale else as_option(part)


def _require_apart(table: Path, folder: Path) -> None:
    """Raises ``InputError`` for a table in the folder that has the name of a file to write.

    The same holds for a folder to write inside of one that is the table, and for one that is a
    file.
    """
    if table.is_dir() and table.resolve() in (folder.resolve(), *folder.resolve().parents):
        raise InputError(
            f"{table}: {folder} lies in it, and would belong to the table of another call; "
            "allowed: another folder, with --folder"
        )
    if folder.exists() and not folder.is_dir():
        raise InputError(
            f"{folder}: is a file, and the map is written into a folder; allowed: another folder, "
            "with --folder"
        )
    files_of_map = {PAGE, CONFIGURATION, OF_MAP, *OPTIONAL}
    if table.resolve() in {(folder / name).resolve() for name in files_of_map}:
        raise InputError(
            f"{table}: has the name of a file that is written into {folder}, and would be "
            "replaced; allowed: another folder, with --folder, or another name of the table"
        )


def _agrees(one: Study) -> bool:
    """Whether no statement fails, or raised an exception, which fails a run of `kpca run`, too."""
    return one.checks is None or (one.checks.none_fails and not one.checks.failures)


def _write(
    folder: Path,
    asked: Asked,
    configuration: str,
    done: Mapping[str, Study],
    texts: Mapping[str, str],
) -> None:
    """Write everything; each file is replaced when its new content is complete.

    ``texts`` are the page and the numbers, by the names of their files.
    """
    of_table = next(iter(done.values())).title
    trees = {name: _tree(one) for name, one in done.items()}
    files.write(studies.of_several(of_table, trees), folder / OF_MAP)
    _keep_edited(folder / CONFIGURATION, configuration)
    for name, content in {**texts, CONFIGURATION: configuration}.items():
        with replacing(folder / name) as temporary:
            temporary.write_text(content, encoding="utf-8")
    left_out = OPTIONAL - {*texts}
    if asked.table.suffix.lower() == annotated.ENDING:
        if annotated_copy.write(folder, asked, configuration, done):
            left_out.remove(annotated_copy.FILE)
        else:
            _say("remark", annotated_copy.NOT_WRITTEN)
    for name in left_out:
        # Of an earlier call with other options: it would be taken for a part of this one.
        (folder / name).unlink(missing_ok=True)


def _keep_edited(path: Path, content: str) -> None:
    """Keep a configuration that has been edited, under another name."""
    if path.is_file() and path.read_text(encoding="utf-8") != content:
        kept = path.with_name(f"{path.stem}.earlier{path.suffix}")
        shutil.copy2(path, kept)
        _say("kept", f"the earlier {path.name} as {kept.name}")


def _tree(one: Study) -> xr.DataTree:
    """The study with its solution and its checks, in the variables of `kpca run`."""
    placed = None if one.placed_again else one.placed[0]
    nodes = solved.nodes(one, placed)
    if one.checks is not None:
        nodes["checks"] = checks.to_dataset(one.checks.executed, one.checks.failures)
    return studies.to_tree(one, **nodes)


def _open(target: Path) -> None:
    """Open the page in a browser with windows; one in a terminal would take the terminal."""
    has_windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_windows:
        webbrowser.open(target.as_uri())


def _say(what: str, text: str) -> None:
    print(f"{what:<14}{text}", flush=True)


def _remarks(done: Mapping[str, Study]) -> list[str]:
    """The remarks on all studies; one that several have stands once."""
    of_all = set.intersection(*({*one.remarks} for one in done.values()))
    every = ((title(one), remark) for one in done.values() for remark in one.remarks)
    return [*dict.fromkeys(text if text in of_all else f"{of}: " + text for of, text in every)]
