"""A real Slurm of two nodes on this machine, for tests and for trying things out.

    python tests/slurm_cluster.py COMMAND ARGUMENTS ...

starts it, runs the command, for example ``bash`` or ``kpca run my.yaml --profile slurm``, and stops
it. The packages slurmctld, slurmd and munge of Debian are needed, and root. There is no accounting:
``squeue`` says how a job ended.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kpca.workflow.warm.client import end_with_parent

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scancel", "scontrol")
CORES, MEMORY_MB = 2, 8000
"""Of each node."""

NODES = tuple(f"node{os.getpid()}{letter}" for letter in "ab")
"""Slurm names cgroups after the node, and two clusters on one machine must not share them."""

SOON = 30
"""Seconds in which the node has to be there."""

CONF = """
ClusterName=kpca
SlurmctldHost=localhost
SlurmUser=root
SlurmctldPort={port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/spool/%n.pid
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
{memory}
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
ReturnToService=2
KillWait=2
MinJobAge=3600
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=5
{nodes}
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE
"""
NODE = (
    "NodeName={name} Port={port} NodeHostname=localhost NodeAddr=localhost CPUs={cores} "
    "RealMemory={mb}"
)
CGROUPS = "/sys/fs/cgroup/memory"
"""Where the kernel limits the memory of processes: a job above its limit is killed at once."""

BY_CGROUPS = "ProctrackType=proctrack/cgroup\nTaskPlugin=task/cgroup"
BY_SLURM = (
    "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherParams=OverMemoryKill"
)
"""Else Slurm looks each second, and kills the job."""

CGROUP_CONF = """
CgroupPlugin=cgroup/v1
CgroupMountpoint=/sys/fs/cgroup
ConstrainCores=yes
ConstrainRAMSpace=yes
"""


def missing():
    """What this machine lacks to start Slurm, in words; "" if it lacks nothing."""
    programs = [name for name in PROGRAMS if shutil.which(name, path=_path()) is None]
    if programs:
        return f"no {', '.join(programs)}: apt-get install slurmctld slurmd slurm-client munge"
    return "" if os.getuid() == 0 else "Slurm starts jobs of a user only as root"


def _path():
    # The daemons lie where only root looks.
    return f"{os.environ['PATH']}:/usr/sbin"


class Cluster:
    """Slurm in a folder of its own; each of its processes has a group of its own."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.processes = []
        self.environment = os.environ | {
            "SLURM_CONF": str(self.folder / "slurm.conf"),
            "PATH": f"{self.folder / 'bin'}:{_path()}",
        }

    def __enter__(self):
        for name in ("state", "spool", "munge", "bin", *(f"spool/{node}" for node in NODES)):
            (self.folder / name).mkdir(mode=0o700)
        self._configure()
        munge = {name: f"{self.folder}/munge/{name}" for name in ("socket", "pid", "log", "seed")}
        options = [f"--{name.replace('pid', 'pid-file')}={path}" for name, path in munge.items()]
        options = [
            o.replace("--log=", "--log-file=").replace("--seed=", "--seed-file=") for o in options
        ]
        self._start("munged", "--foreground", "--force", f"--key-file={self.key}", *options)
        self._until((self.folder / "munge/socket").exists)
        self._start("slurmctld", "-D")
        for node in NODES:
            self._start("slurmd", "-D", "-N", node, log=node)
        states = ["sinfo", "--noheader", "--Node", "--format=%t"]
        self._until(lambda: self.ask(*states).split() == ["idle"] * len(NODES))
        return self

    def __exit__(self, *_):
        for id in self.ask("squeue", "--noheader", "--format=%i").split():
            self.ask("scancel", "--signal=KILL", id)
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(SOON)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)

    def ask(self, *command):
        """What a command of Slurm prints; "" if it fails."""
        ended = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        return ended.stdout

    def jobs(self, *columns):
        """A row for every job since the start, in the order of their submission."""
        form = "|".join(columns)
        rows = self.ask("squeue", "--states=all", "--noheader", "--sort=i", f"--format={form}")
        return [row.split("|") for row in rows.splitlines()]

    def waiting_or_running(self):
        return self.ask("squeue", "--noheader", "--format=%i").split()

    def _configure(self):
        self.key = self.folder / "munge/key"
        self.key.write_bytes(secrets.token_bytes(128))
        self.key.chmod(0o400)
        by_cgroups = os.access(CGROUPS, os.W_OK)
        port, *ports = _free_ports(1 + len(NODES))
        nodes = [
            NODE.format(name=name, port=own, cores=CORES, mb=MEMORY_MB)
            for name, own in zip(NODES, ports, strict=True)
        ]
        text = CONF.format(
            folder=self.folder,
            port=port,
            nodes="\n".join(nodes),
            memory=BY_CGROUPS if by_cgroups else BY_SLURM,
        )
        (self.folder / "slurm.conf").write_text(text)
        if by_cgroups:
            (self.folder / "cgroup.conf").write_text(CGROUP_CONF)
        # Snakemake starts srun without SLURM_CONF, as for a cluster whose file lies in /etc/slurm.
        srun = self.folder / "bin/srun"
        conf, program = self.environment["SLURM_CONF"], shutil.which("srun")
        srun.write_text(f'#!/bin/sh\nSLURM_CONF={conf} exec {program} "$@"\n')
        srun.chmod(0o755)

    def _start(self, *command, log=None):
        with (self.folder / f"{log or command[0]}.log").open("w") as file:
            process = subprocess.Popen(
                command,
                env=self.environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )
        self.processes.append(process)

    def _until(self, ready):
        end = time.monotonic() + SOON
        while not ready():
            if time.monotonic() > end:
                logs = sorted(self.folder.glob("*.log"))
                raise RuntimeError("\n".join(f"{log.name}:\n{log.read_text()}" for log in logs))
            time.sleep(0.1)


def _die_with_parent():
    """Let the kernel end this process if the tests are killed."""
    end_with_parent(signal.SIGKILL)


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("localhost", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


if __name__ == "__main__":
    if reason := missing():
        sys.exit(reason)
    with tempfile.TemporaryDirectory(prefix="slurm-") as folder, Cluster(folder) as cluster:
        sys.exit(subprocess.run(sys.argv[1:], env=cluster.environment, check=False).returncode)
