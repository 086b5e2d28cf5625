"""The answers of a queue of Slurm, for the fixture ``slurm``."""

from kpca.workflow.launch import queue


def rows(results, *ids, state="PENDING", reason="None"):
    """The lines of jobs of the run that writes to the folder ``results``."""
    return "".join(f"{id} {queue.name(results)}_0a1b {state} {reason}\n" for id in ids)
