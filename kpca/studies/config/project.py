"""The folder of the project, in which Snakefile, notebooks and configurations lie."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
