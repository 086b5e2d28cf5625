"""The peak memory of a notebook on one study: python notebook_peak.py NOTEBOOK STUDY."""

import json
import re
import sys
from pathlib import Path

import matplotlib

from kpca.studies.config.notebooks import NOTEBOOKS, PROJECT


def run(name, study):
    """Execute the code of a notebook with its parameters; nothing is kept but the figures."""
    matplotlib.use("agg")
    cells = json.loads((PROJECT / NOTEBOOKS[name].path).read_text(encoding="utf-8"))["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
            if "parameters" in cell["metadata"].get("tags", ()):
                names["study_file"] = study


if __name__ == "__main__":
    run(*sys.argv[1:])
    # Not ru_maxrss: that begins with the memory of the process which started this one.
    status = Path("/proc/self/status").read_text()
    print(int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024 / 1e6)
