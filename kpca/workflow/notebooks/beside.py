"""The modules of the gallery lie beside its notebooks, and notebook kernels have to find them.

JupyterLab runs a notebook in its own folder, where Python finds them. An executed copy lies among
the results: the runner and `make lab` start notebook kernels with this PYTHONPATH.

python -m kpca.workflow.notebooks.beside
"""

import os
from pathlib import Path

from kpca.studies.config.notebooks import GALLERY
from kpca.studies.config.project import PROJECT


def python_path(folder: Path = PROJECT / GALLERY) -> str:
    """The PYTHONPATH with which a process imports the modules in ``folder``, too."""
    earlier = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(folder.absolute()), *([earlier] if earlier else [])])


if __name__ == "__main__":
    print(python_path())
