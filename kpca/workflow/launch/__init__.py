"""The command: one run of the workflow, from the check of the configuration to the summary."""
