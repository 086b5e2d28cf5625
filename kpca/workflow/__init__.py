"""The workflow: the command, the notebook runner, the jobs, their resources and dependencies."""
