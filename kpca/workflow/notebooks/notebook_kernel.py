"""The kernel of a notebook: IPython's own, which keeps what it prints until it is read.

python -P notebook_kernel.py -f CONNECTION_FILE
"""

import os

import zmq
from ipykernel.kernelapp import IPKernelApp


class PatientKernelApp(IPKernelApp):
    """ZeroMQ drops what goes beyond a thousand unread messages; this one drops none."""

    def init_iopub(self, context: zmq.Context) -> None:
        # For sockets made from here on: it counts only before a socket is bound.
        context.setsockopt(zmq.SNDHWM, 0)
        super().init_iopub(context)


if __name__ == "__main__":
    # The user's own choice for the figures of other programs.
    os.environ.pop("MPLBACKEND", None)
    PatientKernelApp.launch_instance()
