"""The events of a run, as Snakemake's process tells them to the command that started it.

Each event is a line of the output: the character ``MARK`` (RFC 7464) and a record in JSON. The
records are::

    {"event": "planned", "rules": {RULE: number of jobs}}
    {"event": "started", "id": ID, "rule": RULE, "benchmark": PATH or null}
    {"event": "done", "id": ID}
    {"event": "failed", "id": ID}
"""

import json
import os
import select
from collections.abc import Iterator
from typing import Any, BinaryIO

MARK = "\x1e"


def write(record: dict[str, Any], descriptor: int = 1) -> None:
    """Write a record. A pipe takes a short line whole, so that the output of jobs does not mix."""
    os.write(descriptor, f"{MARK}{json.dumps(record)}\n".encode())


def read(pipe: BinaryIO, pause: float) -> Iterator[tuple[str | None, dict[str, Any] | None]]:
    """The text and the record of each line, as soon as it is complete; either may be ``None``.

    Both are ``None`` whenever ``pause`` seconds pass without a line.
    """
    rest = b""
    while True:
        if not select.select([pipe], [], [], pause)[0]:
            yield None, None
            continue
        block = os.read(pipe.fileno(), 2**16)
        if not block:
            break
        *complete, rest = (rest + block).split(b"\n")
        yield from map(_separated, complete)
    if rest:
        yield _separated(rest)


def _separated(line: bytes) -> tuple[str | None, dict[str, Any] | None]:
    """A record may come after a text that did not end its line."""
    text, mark, record = line.decode(errors="replace").partition(MARK)
    try:
        return (text or None, json.loads(record)) if mark else (text, None)
    except ValueError:
        return text + record, None
