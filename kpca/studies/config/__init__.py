"""The configuration: what the YAML may say, and what is wrong with one that says something else."""
