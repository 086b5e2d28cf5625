"""The notebook kernel: that of IPython, but it keeps all output until the output is read.

python -P notebook_kernel.py -f CONNECTION_FILE
"""

import os

import zmq
from ipykernel.kernelapp import IPKernelApp


class PatientKernelApp(IPKernelApp):
    """A notebook kernel that drops no message; by default ZeroMQ keeps a thousand unread ones."""

    def init_iopub(self, context: zmq.Context) -> None:
        # This applies to sockets that are bound later.
        context.setsockopt(zmq.SNDHWM, 0)
        super().init_iopub(context)


if __name__ == "__main__":
    # MPLBACKEND is the user's choice for the figures of other programs.
    os.environ.pop("MPLBACKEND", None)
    PatientKernelApp.launch_instance()
