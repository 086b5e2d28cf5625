"""The answers of a queue of Slurm, for the fixture ``slurm``."""

from kpca.workflow.launch import queue


def rows(results, *ids):
    """The lines of jobs of the run that writes to the folder ``results``."""
    return "".join(f"{id} {queue.name(results)}_0a1b\n" for id in ids)
