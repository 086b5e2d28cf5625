"""The line with the progress: one line that is rewritten in a terminal, a few lines in a log."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from tqdm import tqdm

from kpca.workflow.launch.progress import Progress

SECONDS, SHARE = 30.0, 10
"""A log gets a line after this time and this share of the jobs, whichever comes later."""

COLUMNS = 80
"""The width of a terminal that does not know it."""

Show = Callable[[], None]


@contextmanager
def shown(progress: Progress, stream: TextIO | None) -> Iterator[Show]:
    """A function that shows the progress as it is now; call it often.

    An interrupt leaves the last state in the terminal and ends the line.
    """
    if not is_terminal(stream):
        yield _in_a_log(progress, stream)
        return
    with tqdm(
        total=1,
        desc=progress.text,
        bar_format="|{bar:12}| {desc}",
        file=stream,
        leave=False,
        ncols=_columns(stream),
        nrows=20,
        mininterval=0,
    ) as bar:
        try:
            yield _in_a_terminal(progress, bar, stream)
        except KeyboardInterrupt:
            bar.leave = True
            raise


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a line can be rewritten there. A CI service may have a terminal and keep a log."""
    terminal = stream is not None and stream.isatty()
    return terminal and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")


def above(text: str) -> None:
    """Print a line that stays, above the progress if it is shown in a terminal."""
    with tqdm.external_write_mode():
        print(text, flush=True)


def _columns(stream: TextIO) -> int:
    """The width of a line, without the last column, where some terminals begin the next line.

    tqdm would do this itself, but it shows nothing in a terminal that does not know its size.
    """
    return (os.get_terminal_size(stream.fileno()).columns or COLUMNS) - 1


def _in_a_terminal(progress: Progress, bar: tqdm, stream: TextIO) -> Show:
    def show() -> None:
        text = progress.text
        if text != bar.desc:
            bar.ncols, bar.total, bar.n = _columns(stream), progress.total or 1, progress.done
            bar.set_description_str(text)

    return show


def _in_a_log(
    progress: Progress, stream: TextIO | None, clock: Callable[[], float] = time.monotonic
) -> Show:
    due = [0, 0.0]
    """The number of jobs and the second from which on the next line is due."""

    def show() -> None:
        if not progress.total or progress.done < due[0] or clock() < due[1]:
            return
        due[:] = progress.done + progress.total / SHARE, clock() + SECONDS
        # Whoever reads the output may have gone; the next result that is printed will say so.
        with suppress(OSError):
            print(progress.text, file=stream, flush=True)

    return show
