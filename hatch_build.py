"""Puts the files of the project that lie beside the package into a wheel.

They keep their names, below ``kpca/_project``. An editable install needs no copy of them: there
they are read from the checkout (``kpca.studies.config.project``).
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProjectFiles(BuildHookInterface):
    """The hook that pyproject.toml names, with its list ``files``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel with a copy of the package, which is the version "standard"."""
        if version == "standard":
            files = {name: f"kpca/_project/{name}" for name in self.config["files"]}
            build_data["force_include"].update(files)
