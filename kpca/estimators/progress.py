"""Progress of a long fit: one bar in a notebook or a terminal, a few lines in a log.

The bar is that of tqdm, which belongs to the extra ``studies``. Without it there are lines.
"""

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from kpca.solvers.krylov import Progress

SECONDS = 10.0
"""A log gets a line at most that often."""


@contextmanager
def shown(
    tolerance: float, what: str = "kernel PCA", stream: TextIO | None = None
) -> Iterator[Progress]:
    """A function to call after each pass, which shows passes, residual and the time left.

    The digits that the residual has gained are the progress, up to those of ``tolerance``.
    """
    stream = sys.stderr if stream is None else stream
    digits = max(1.0, -math.log10(tolerance))
    if _has_bar(stream) and (tqdm := _bar_of(stream)):
        form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"
        with tqdm(
            total=digits, desc=what, bar_format=form, file=stream, leave=False, mininterval=0
        ) as bar:

            def update(passes: int, residual: float) -> None:
                bar.set_postfix_str(f"pass {passes}, residual {residual:.0e}", refresh=False)
                bar.update(_gained(residual, digits) - bar.n)

            yield update
    else:
        yield _lines(digits, what, stream, time.monotonic)


def _lines(digits: float, what: str, stream: TextIO, clock: Callable[[], float]) -> Progress:
    """A function that writes a line when ``SECONDS`` have passed since the last one."""
    start = clock()
    last = [start]

    def write(passes: int, residual: float) -> None:
        now, gained = clock(), _gained(residual, digits)
        if now - last[0] < SECONDS:
            return
        last[0] = now
        left = f", about {(now - start) * (digits / gained - 1.0):.0f} s left" if gained else ""
        print(f"{what}: pass {passes}, residual {residual:.0e}{left}", file=stream, flush=True)

    return write


def _gained(residual: float, digits: float) -> float:
    """Digits that the relative residual has gained, from 0 to ``digits``."""
    return min(digits, max(0.0, -math.log10(residual))) if residual > 0.0 else digits


def _bar_of(stream: TextIO) -> Any:
    """The bar for a terminal, or the one for a notebook; ``None`` if tqdm is not installed."""
    try:
        if stream.isatty():
            from tqdm import tqdm
        else:
            from tqdm.auto import tqdm
    except ModuleNotFoundError:
        return None
    return tqdm


def _has_bar(stream: TextIO) -> bool:
    return stream.isatty() or in_notebook()


def in_notebook() -> bool:
    """Whether this process is a notebook kernel, or a terminal of IPython."""
    shell = sys.modules.get("IPython")
    return shell is not None and shell.get_ipython() is not None
