"""The printed book of a run: its site as one PDF beside the results."""

from pathlib import Path

from kpca.results.files import replacing
from kpca.site.printed import chromium, document, pdf
from kpca.studies.config.study import Config
from kpca.workflow import catalog


def write(config: Config, results: Path, program: str) -> Path:
    """Print the site in ``results`` with the Chromium ``program``; returns the file.

    It is printed twice, because the numbers in the table of contents are known after the first
    time. Equal sites have equal bytes on the same machine.
    """
    path, site = results / catalog.PDF, results / catalog.SITE["site"]
    beside = results / catalog.LOGS
    beside.mkdir(exist_ok=True)
    first = chromium.pdf(document.html(config, site), program, beside)
    again = chromium.pdf(document.html(config, site, pdf.sheets(first)), program, beside)
    with replacing(path) as temporary:
        temporary.write_bytes(pdf.reproducible(again))
    return path
