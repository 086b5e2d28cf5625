"""Read a configuration, or refuse it before anything starts."""

import os
import re
import tempfile
from collections.abc import Hashable
from pathlib import Path

import yaml
from pydantic import ValidationError

from kpca.studies.config import project
from kpca.studies.config.faults import ConfigError, messages_of
from kpca.studies.config.study import Config, StudyConfig
from kpca.tables.messages import in_file, joined
from kpca.tables.readers import spectra
from kpca.tables.readers.registry import READERS

SOURCES = ("config", "data", "docs", "kpca", "notebooks", "tests", ".git", ".venv")
"""Folders of this project that no results may be written to."""

MOST = 20
"""The largest number of faults of one configuration that are reported."""


def load(path: str | Path) -> Config:
    """The configuration in a YAML file; the paths in it start from the folder of that file.

    Raises ``ConfigError`` for a file that is missing, not YAML, or not of this shape, for a data
    file that does not exist, and for results that would land where they must not.
    """
    config = parsed(_text(path), str(path))
    base = Path(path).parent
    _require_a_folder_of_its_own(path, base, config)
    for name, study in config.studies.items():
        for key, file in study.files.items():
            where = key if key in StudyConfig.model_fields else f"data.{key}"
            _require_file(f"{path}: studies.{name}.{where}", base, file)
    return config


def parsed(text: str, name: str) -> Config:
    """The configuration in a YAML text, whose files are not looked at; ``name`` is for messages.

    Raises ``ConfigError`` for a text that is not YAML or not of this shape.
    """
    try:
        loader = _Loader(text)
        loader.name = name
        content = loader.get_single_data()
    except ConfigError:
        raise
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigError(f"{name}: not YAML: {error}") from None
    return validated(content, name)


def validated(content: object, name: str) -> Config:
    """The configuration with this content; raises ``ConfigError`` if it has not this shape."""
    try:
        return Config.model_validate(content)
    except ValidationError as error:
        faults = messages_of(error.errors())
        lines = [in_file(name) + fault for fault in faults[:MOST]]
        more = f"and {len(faults) - MOST} more faults"
        lines += [in_file(name) + more] if faults[MOST:] else []
        raise ConfigError(joined(lines, "\n")) from None


def stored_name(file: str, folder: str | Path) -> str:
    """The path of a data file as results name it: from ``folder``, that of the YAML file.

    Results are the same on every machine, so an absolute path is not stored.

    >>> stored_name("./inner/my.csv", "/a/b"), stored_name("/a/my.csv", "/a/b")
    ('inner/my.csv', '../my.csv')
    """
    if not Path(file).is_absolute():
        return Path(file).as_posix()
    return Path(os.path.relpath(file, folder)).as_posix()


class _Loader(yaml.SafeLoader):
    """Safe YAML in which a repeated key is an error; otherwise the first value would be lost.

    1e-3 and 1.0e30 are numbers, as in YAML 1.2 and in every program that writes them.
    """

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        seen: dict[Hashable, int] = {}
        for key, _ in node.value:
            if key.tag == "tag:yaml.org,2002:merge":
                continue
            name = self.construct_object(key, deep=True)
            if not isinstance(name, Hashable):
                continue
            line = key.start_mark.line + 1
            if name in seen:
                raise ConfigError(
                    f"{self.name}: the key {name!r} stands in line {seen[name]} and again in line "
                    f"{line}; allowed: once; rename or remove one"
                )
            seen[name] = line
        return super().construct_mapping(node, deep)


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)[eE][-+]?[0-9]+\Z"),
    list("-+.0123456789"),
)


def _text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error


def _require_file(key: str, base: Path, file: str) -> None:
    path, hint = base / file, ""
    try:
        if path.is_dir() and (_is_read_as_folder(path) or spectra.visible(path)):
            return
        if path.is_file():
            path.open("rb").close()
            return
        other = Path.cwd() / file
        hint = f"; there is {other}: write that path" if other.is_file() else ""
    except PermissionError as error:
        raise ConfigError(f"{key}: {file!r} cannot be read: {error.strerror}") from error
    except (OSError, ValueError):
        pass
    raise ConfigError(
        f"{key}: {file!r} is not a file; allowed: a path from the folder of the YAML file, "
        f"{base.absolute()}, or an absolute one{hint}"
    )


def _is_read_as_folder(path: Path) -> bool:
    reader = READERS.get(path.suffix.lower())
    return reader is not None and reader.in_folder


def _require_a_folder_of_its_own(path: str | Path, base: Path, config: Config) -> None:
    """Raises ``ConfigError`` unless the results have a folder of their own."""
    key, root = f"{path}: results: {config.results!r}", project.PROJECT
    try:
        target = (base / config.results).resolve()
        links = [target / name for name in config.studies]
        outside = [link for link in links if target not in link.resolve().parents]
        strange = _not_of_this_workflow(target)
    except (OSError, RuntimeError, ValueError) as error:
        raise ConfigError(f"{key} is no folder: {error}") from error
    if target in (root, *root.parents) or any(
        target == root / name or root / name in target.parents for name in SOURCES
    ):
        raise ConfigError(
            f"{key} is a folder of the project itself or above it; allowed: one of its own, such "
            "as results/mine"
        )
    if strange:
        raise ConfigError(
            f"{key} has files in it that no run has written, such as {strange!r}; allowed: a new "
            "folder, an empty one, or one of an earlier run"
        )
    if outside:
        raise ConfigError(
            f"{key}: {outside[0]} is a link that leaves this folder; remove it or rename the study"
        )


MARKS, ABOUT = (".lock", ".snakemake"), "README.md"
"""What a run leaves in the folder of its results, and the page that says what it writes there."""


def _not_of_this_workflow(target: Path) -> str | None:
    """A file in the folder of the results that no run has written, which a run could overwrite."""
    if not target.exists() or any((target / mark).exists() for mark in MARKS):
        return None
    if not target.is_dir():
        raise OSError("it is a file")
    for path in sorted(path for path in target.iterdir() if path.name != ABOUT):
        if not path.is_dir() or _not_of_this_workflow(path) or not any(path.iterdir()):
            return path.name
    return None


def require_writable(path: str | Path, folder: Path) -> None:
    """Raises ``ConfigError`` if a file cannot be written into the folder of the results."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".writable-") as probe:
            probe.write(b"\0" * 4096)
            probe.flush()
    except OSError as error:
        raise ConfigError(
            f"{path}: results: nothing can be written to {folder}: {error.strerror}; make room, "
            "allow writing, or name another folder"
        ) from error
