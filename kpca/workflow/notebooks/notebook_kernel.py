"""The notebook kernel: that of IPython, but it keeps all output until the output is read.

python -m kpca.workflow.notebooks.notebook_kernel -f CONNECTION_FILE
"""

import os
import sys

import zmq
from ipykernel.kernelapp import IPKernelApp

# Nobody debugs a notebook that is executed as a job, and the debugger takes 0.2 s to import.
sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]


class PatientKernelApp(IPKernelApp):
    """A notebook kernel that drops no message; by default ZeroMQ keeps a thousand unread ones."""

    def init_iopub(self, context: zmq.Context) -> None:
        # This applies to sockets that are bound later.
        context.setsockopt(zmq.SNDHWM, 0)
        super().init_iopub(context)

    def init_gui_pylab(self) -> None:
        """Let figures of pyplot be shown, also if Matplotlib was imported before."""
        super().init_gui_pylab()
        if matplotlib := sys.modules.get("matplotlib"):
            matplotlib.use(os.environ["MPLBACKEND"])


if __name__ == "__main__":
    # MPLBACKEND is the user's choice for the figures of other programs.
    os.environ.pop("MPLBACKEND", None)
    # ipykernel reads this when it is imported, which may be long before.
    parent = f"--IPKernelApp.parent_handle={os.environ['JPY_PARENT_PID']}"
    PatientKernelApp.launch_instance([*sys.argv[1:], parent])
