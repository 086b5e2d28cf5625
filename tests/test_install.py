"""The installed library is found from every folder."""

import os
import subprocess
import sys
from pathlib import Path

import kpca

LIBRARY = Path(kpca.__file__).parent


def test_import_finds_the_library_beside_a_folder_of_its_name(tmp_path):
    """As in the folder above a clone: Python must not take the clone for an empty package."""
    (tmp_path / "kpca").mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    found = subprocess.run(
        [sys.executable, "-c", "import kpca; print(kpca.__file__)"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.strip() == str(LIBRARY / "__init__.py"), found.stdout + found.stderr
