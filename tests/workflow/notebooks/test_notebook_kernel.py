"""No message is lost, however slowly it is read."""

import asyncio
from pathlib import Path
from queue import Empty

import pytest
import zmq.asyncio
from jupyter_client.asynchronous import AsyncKernelClient
from traitlets import default

from kpca.workflow.notebooks import runner

LINES = 5000


class SlowClient(AsyncKernelClient):
    """Takes in one message at a time, and none before it is asked for."""

    @default("context")
    def _context_default(self):
        self._created_context = True
        context = zmq.asyncio.Context()
        context.setsockopt(zmq.RCVHWM, 1)
        return context


async def _read(launched_by):
    """What arrives of lines that were all printed before the first was read."""
    with runner.own_kernel(Path()) as manager_class:
        manager = manager_class()
        manager.client_factory = SlowClient
        if launched_by:
            place = manager.kernel_spec.argv.index(runner.KERNEL)
            manager.kernel_spec.argv[place] = launched_by
        await manager.start_kernel()
        client = manager.client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=60)
            client.execute(f"for i in range({LINES}): print(i, flush=True)")
            await client.get_shell_msg(timeout=120)
            return [text async for text in _texts(client)]
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)


async def _texts(client):
    try:
        while True:
            message = await client.get_iopub_msg(timeout=2)
            if message["msg_type"] == "stream":
                yield message["content"]["text"]
    except Empty:
        return


@pytest.mark.parametrize(
    ("launched_by", "all_arrive"), [(None, True), ("ipykernel_launcher", False)]
)
def test_every_line_arrives_and_of_a_kernel_without_patience_some_do_not(launched_by, all_arrive):
    lines = "".join(asyncio.run(_read(launched_by))).split()
    assert (lines == [str(i) for i in range(LINES)]) == all_arrive
