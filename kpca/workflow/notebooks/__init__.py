"""Notebooks run as programs: strictly, each in its own process, stored without traces of a run."""
