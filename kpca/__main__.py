"""``python -m kpca`` is the command ``kpca``."""

import sys

from kpca.command import main

if __name__ == "__main__":
    sys.exit(main())
