"""``make pdf``: print the site that ``make report`` built, as one PDF beside the results."""

import argparse
import sys
from pathlib import Path

from kpca.site.printed import book, chromium
from kpca.site.printed.article import PageError
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.workflow import catalog
from kpca.workflow.dependencies import PROJECT
from kpca.workflow.launch import exclusive


def main() -> int:
    """0: the PDF is written. 2: there is no site, there is no Chromium, or it did not print."""
    parser = argparse.ArgumentParser(prog="python -m kpca.site.printed", description=__doc__)
    parser.add_argument("--config", default=str(PROJECT / "config" / "config.yaml"))
    parser.add_argument("--chromium", default="", help="the program, if its name is not found")
    arguments = parser.parse_args()
    try:
        config = load(arguments.config)
        program, results = chromium.program(arguments.chromium), Path(config.results)
        if not (results / catalog.START).is_file():
            raise chromium.PrintError(
                f"{results / catalog.START} does not exist: there is no site to print; run "
                "`make report` with this configuration first"
            )
        with exclusive.turn(results):
            print(f"to print      {book.write(config, results, program)}")
    except (ConfigError, PageError, chromium.PrintError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or 'the PDF'}: {error.strerror or error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
