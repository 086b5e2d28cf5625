"""Print a document with Chromium, which the user has to install."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names of the program, in the order in which they are tried."""

OPTIONS = (
    *("--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--no-pdf-header-footer", "--generate-pdf-document-outline"),
)
LONGEST = 900
"""Seconds after which printing has failed."""


class PrintError(RuntimeError):
    """There is no Chromium, or it did not print."""


def program(given: str = "") -> str:
    """The path of Chromium: the program ``given`` by the user, or the first one that is installed.

    Raises ``PrintError`` if there is none.
    """
    tried = (given,) if given else NAMES
    path = next((path for path in map(shutil.which, tried) if path), None)
    if path is None:
        raise PrintError(
            f"no Chromium to print with: {', '.join(tried)} not found; install the package "
            "chromium (Debian, Ubuntu: apt install chromium) or Google Chrome; if its program has "
            "another name or place: make pdf CHROMIUM=/path/to/the/program"
        )
    return path


def pdf(document: str, chromium: str, beside: Path) -> bytes:
    """The document, in HTML, printed to PDF; temporary files lie in the folder ``beside``.

    Raises ``PrintError`` with the end of what Chromium said if it prints nothing.
    """
    # Not in /tmp: the Chromium of Ubuntu, a snap, sees another one.
    with tempfile.TemporaryDirectory(prefix="print-", dir=beside.resolve()) as temporary:
        folder = Path(temporary)
        source, printed = folder / "document.html", folder / "document.pdf"
        source.write_text(document, encoding="utf-8")
        command = [chromium, *OPTIONS, *_of_root(), f"--user-data-dir={folder / 'profile'}"]
        said = _run([*command, f"--print-to-pdf={printed}", source.as_uri()])
        if not printed.is_file():
            raise PrintError(
                f"{chromium} printed nothing; the end of what it said:\n{said[-2000:]}"
            )
        return printed.read_bytes()


def _of_root() -> list[str]:
    """Chromium refuses to run as root, as in most containers, unless it is asked for."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []


def _run(command: list[str]) -> str:
    """Run a program and return what it says."""
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return f"it did not end within {LONGEST} seconds"
    return ended.stderr + ended.stdout
