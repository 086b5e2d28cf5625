"""Executed notebooks can be run again where they are stored, and nowhere else by mistake.

The paths in a stored notebook start from its own folder. Its cell of parameters calls ``enter``.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

DEEPEST = 3
"""How many folders below the current one the folder of a notebook is looked for."""


class FolderError(FileNotFoundError):
    """The folder of a stored notebook cannot be found from the current folder."""


def enter(folder: str, *files: str) -> None:
    """Make the folder of a stored notebook the current one: that which holds all its ``files``.

    ``folder`` is the name of the folder, "" for any name. It may be the current folder or lie up
    to three levels below it. Raises ``FolderError`` if there is none or more than one: the notebook
    would then read or overwrite results that are not its own.
    """
    here = Path.cwd()
    if _is_home(here, folder, files):
        return
    homes = sorted(path for path in _below(here, folder, files[0]) if _is_home(path, folder, files))
    if len(homes) != 1:
        listed = ", ".join(path.relative_to(here).as_posix() for path in homes)
        raise FolderError(
            f"the folder {folder or 'of the results'!r} with {', '.join(files)} is not the current "
            f"folder, and {f'there are several below it: {listed}' if homes else 'not below it'}; "
            "run this notebook in the folder that it is stored in: JupyterLab does so, and "
            "papermill with its option --cwd"
        )
    os.chdir(homes[0])


def _below(here: Path, folder: str, notebook: str) -> set[Path]:
    """Folders below ``here``, up to ``DEEPEST`` levels, that hold the notebook."""
    end = f"{folder}/{notebook}" if folder else f"*/{notebook}"
    patterns = ("*/" * depth + end for depth in range(DEEPEST))
    return {path.parent for pattern in patterns for path in here.glob(pattern)}


def _is_home(path: Path, folder: str, files: tuple[str, ...]) -> bool:
    named = not folder or path.resolve().name == folder
    return named and all((path / file).exists() for file in files)


def paths(parameters: Mapping[str, object], folder: Path) -> dict[str, object]:
    """Parameters with the paths among them (``_file``, ``_folder``) as seen from ``folder``."""
    return {
        name: Path(os.path.relpath(value, folder)).as_posix() if _is_path(name, value) else value
        for name, value in parameters.items()
    }


def _is_path(name: str, value: object) -> bool:
    return name.endswith(("_file", "_folder")) and bool(value)


def guard(notebook: str, folder: str, parameters: Mapping[str, object]) -> str:
    """The lines that take a stored notebook to its folder; none for one without paths.

    ``folder`` is the name of the folder of a study, "" for that of all results, whose name is the
    user's choice and must not be part of the notebook.
    """
    own = [str(value) for name, value in parameters.items() if _is_path(name, value)]
    if not own:
        return ""
    arguments = ", ".join(json.dumps(text, ensure_ascii=False) for text in (folder, notebook, *own))
    return f"from {__package__} import stored\n\nstored.enter({arguments})\n"
