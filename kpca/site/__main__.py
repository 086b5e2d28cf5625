"""``python -m kpca.site CONFIG OUTPUT [--book]``: the site of the results beside OUTPUT."""

import sys
from pathlib import Path

from kpca.site import build
from kpca.studies.config.load import load
from kpca.workflow import jobs


def main(config: str, output: str, *book: str) -> int:
    """Build the site; warnings of the build go to the standard error."""
    path = Path(output).resolve()
    build.site(load(config), path.parent, path, bool(book))
    return 0


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
