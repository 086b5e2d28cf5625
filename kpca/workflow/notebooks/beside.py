"""The modules of the gallery lie beside its notebooks, and notebook kernels have to find them.

JupyterLab runs a notebook in its own folder, where Python finds them. An executed copy lies among
the results: the runner and `kpca lab` start notebook kernels with this PYTHONPATH.
"""

import os
from pathlib import Path


def python_path(folder: Path) -> str:
    """The PYTHONPATH with which a process imports the modules in ``folder``, too."""
    earlier = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(folder.absolute()), *([earlier] if earlier else [])])
