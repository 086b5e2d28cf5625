"""A cluster for tests: each job is a process of its own with nearly no environment.

It writes what a job asks for (threads, memory, minutes) into ``submitted`` among the results.
"""

import os
import subprocess

from snakemake_interface_executor_plugins.executors.base import SubmittedJobInfo
from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor
from snakemake_interface_executor_plugins.settings import CommonSettings

common_settings = CommonSettings(
    non_local_exec=True,
    implies_no_shared_fs=False,
    job_deploy_sources=False,
    auto_deploy_default_storage_provider=False,
)
PASSED = ("PATH", "PYTHONPATH", "TMPDIR")


class Executor(RemoteExecutor):
    """Submits jobs to the machine that submits them."""

    def run_job(self, job):
        with open("submitted", "a", encoding="utf-8") as file:
            asked = job.threads, job.resources.mem_mb, job.resources.runtime
            file.write(f"{' '.join(map(str, [job.name, *asked]))}\n")
        environment = {name: os.environ[name] for name in PASSED if name in os.environ}
        process = subprocess.Popen(self.format_job_exec(job), shell=True, env=environment)
        self.report_job_submission(SubmittedJobInfo(job, aux={"process": process}))

    async def check_active_jobs(self, active_jobs):
        for one in active_jobs:
            status = one.aux["process"].poll()
            if status is None:
                yield one
            elif status == 0:
                self.report_job_success(one)
            else:
                self.report_job_error(one)

    def cancel_jobs(self, active_jobs):
        for one in active_jobs:
            one.aux["process"].kill()
