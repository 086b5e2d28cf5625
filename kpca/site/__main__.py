"""``python -m kpca.site CONFIG FOLDER OUTPUT``: the site of the results beside OUTPUT.

The paths in the file CONFIG start from FOLDER.
"""

import sys
from pathlib import Path

from kpca.site import build
from kpca.studies.config.load import load
from kpca.workflow import jobs


def main(config: str, folder: str, output: str) -> int:
    """Build the site; warnings of the build go to the standard error."""
    path = Path(output).resolve()
    build.site(load(config, Path(folder)), path.parent, path)
    return 0


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
