"""A study on its way from a table: the steps, and what a reader has to know about the data."""

from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path

import numpy as np

from kpca.arrays import Array
from kpca.choosing.automatic import AUTO, LEADING, with_all_pairs
from kpca.data import Data
from kpca.formulations import corrections
from kpca.solvers.dense import Pairs
from kpca.studies import automatic, checking, memory, solving, variables_table
from kpca.studies.automatic import Automatic
from kpca.studies.config.study import StudyConfig
from kpca.studies.matching import Rows
from kpca.studies.origin import Origin
from kpca.studies.study import Study
from kpca.studies.variables import Variables
from kpca.tables import metadata
from kpca.tables.messages import in_yaml, joined, named, setting
from kpca.tables.once import Once
from kpca.tables.readers.registry import HINTS
from kpca.tables.samples import Samples
from kpca.tables.table import InputError, Table


class Draft(ABC):
    """What is known about the study called ``name``; the paths in ``config`` start from ``folder``.

    The steps are taken once each, in the order in which they stand here. Each adds to ``remarks``
    and raises ``InputError`` for data that cannot be used. ``samples`` are all that are not ``new``
    in another file, with no columns for a given matrix; ``training`` and ``new`` are those after
    the last step. ``raw_names`` are those of the new samples in their file. ``rows`` are those of
    the file that ``read`` has read. ``pairs`` are all eigenpairs, where the number of components
    was chosen by them, so that the study is solved once. ``files`` may be those of several studies.
    ``read_as`` says what the rows and columns of a table of points were taken for.
    """

    data: Data
    samples: Samples
    training: Samples
    new: Samples | None = None
    raw_names: list[str]
    statements: str | int
    rows: Rows
    variables: Variables | None = None
    pairs: Pairs | None = None
    read_as: str = ""

    def __init__(
        self, name: str, config: StudyConfig, folder: Path, files: Once | None = None
    ) -> None:
        self.name, self.config, self.folder = name, config, folder
        self.files = files or Once()
        self._used: set[str] = set()
        self._usable: set[str] = set()
        self.remarks: list[str] = []
        self.components = config.components
        self.origin, self.automatic = Origin(), Automatic()

    @abstractmethod
    def read(self) -> None:
        """Read the files, and choose their columns."""

    @abstractmethod
    def split(self) -> None:
        """Separate the training samples from new ones."""

    def decide(self) -> None:
        """Decide on which samples the statements are executed, and refuse what cannot be done so.

        Raises ``InputError`` where the study does not fit into the memory, and for pre-images of a
        study that has no matrices of all samples.
        """
        (n, q), m = self.training.X.shape, len(self.new.names) if self.config.has_new else 0
        self.statements = checking.decided(self.config.statements, n)
        # Before the kernel, because the median distance needs all pairs of samples, and squares.
        memory.require(memory.of_study(self.config, self.statements, n, m, q))
        if self.config.denoise and self.statements != checking.ALL:
            raise InputError(
                f"denoise: the pre-images of {n} samples need matrices of all pairs of samples; "
                "allowed: "
                + setting(statements="all")
                + f", which is the default up to {checking.MOST} training samples"
            )

    def read_variables(self) -> None:
        """Read the table of variables, if there is one, and match it to the training samples."""
        config = self.config
        if config.variables is not None:
            path = self.folder / config.variables
            old = self.training
            loaded = variables_table.load(path, config.data, old.names, self.rows, self.read_file)
            self.variables, texts, remarks = loaded
            self.training = replace(old, metadata=texts | old.metadata)
            self.remarks += remarks

    def read_file(self, path: Path, **hints: object) -> Table:
        """The table in a file, as ``Once.read`` returns it; the draft notes which hints it uses."""
        table = self.files.read(path, **hints)
        self._usable |= {*table.uses}
        self._used |= {key for key in table.uses if hints.get(key) is not None}
        return table

    def require_used(self) -> None:
        """Raises ``InputError`` for a hint in the configuration that no file has a use for.

        The hints on the file of the data hold for new samples and variables, too, which may be
        files of another kind. So this is known when all have been read.
        """
        given = {key: getattr(self.config.data, key, None) for key in HINTS}
        unused = {
            key: value
            for key, value in given.items()
            if value is not None and key not in self._used
        }
        if unused:
            path, *others = self.config.files.values()
            shown = [named(key) + f" ({in_yaml(value)})" for key, value in unused.items()]
            allowed = [key for key in HINTS if key in self._usable and key not in unused]
            raise InputError(
                f"{self.folder / path}: "
                + joined(shown, " and ")
                + (" has" if len(unused) == 1 else " have")
                + " no effect on how this file "
                + ("and the others of the study are" if others else "is")
                + " read; allowed: "
                + (named(*allowed, between=", ") or "no such key")
                + ("; remove it" if len(unused) == 1 else "; remove them")
            )

    @abstractmethod
    def compare(self) -> None:
        """Prepare and compare the samples, which makes ``data`` of them."""

    def corrected(self, blocks: list[Array]) -> list[Array]:
        """The blocks of distances with the constant of the training samples, if they have one.

        The blocks are those between the training samples (n, n), from new ones to them (m, n), and
        between the new ones (m, m).
        """
        if self.config.correction == "none":
            return blocks
        D, D_new, D_pairs = blocks
        if self.config.correction == "lingoes":
            c, D2 = corrections.lingoes(D**2)
            D, constant = np.sqrt(D2), corrections.Constant(to_squares=2.0 * c)
            remark = f"Lingoes' correction: 2 x {c + 0.0:.6g} added to every squared distance"
            numbers = {"added_to_squares": constant.to_squares}
        else:
            c, D, _ = corrections.cailliez(D)
            constant = corrections.Constant(to_distances=float(c))
            remark = f"Cailliez' correction: {c:.6g} added to every distance"
            numbers = {"added_to_distances": constant.to_distances}
        self.remarks.append(remark)
        self.origin = self.origin.then(remark, **numbers)
        if not self.config.has_new:
            return [D] * 3
        same = constant.same_samples(D_new, D, self.raw_names, self.training.names)
        return [D, constant.added_to_new(D_new, same), constant.added_to_pairs(D_pairs, same)]

    def choose_components(self, of_pairs: Array | None = None) -> None:
        """Decide the number of components where the configuration leaves it to the program.

        Which number reaches a share is known only when the study is solved.
        Groups of equal eigenvalues are those of the points ``of_pairs`` (p, q), by default of all.
        """
        if isinstance(self.components, int | float):
            return
        weights = self.training.weights
        if of_pairs is None or len(of_pairs) == len(self.training.names):
            memory, statements = self.config.max_memory, self.statements
            self.pairs = solving.all_pairs(self.data, statements, LEADING, memory, weights)
        elif weights is not None:
            weights = with_all_pairs(weights)
        curve = None
        if self.components == AUTO:
            found = automatic.choose_components(self.data, of_pairs, self.pairs)
            self.components, curve, remark = found
        else:
            found = automatic.leading_components(self.data, of_pairs, self.pairs, weights)
            self.components, remark = found
        self.automatic = replace(self.automatic, components=curve)
        self.remarks += [remark] if remark else []

    def study(self) -> Study:
        """The study, of which all steps have been taken."""
        old, new = self.training, self.new
        beside, m = ({}, 0) if new.names == old.names else (new.metadata, len(new.names))
        columns = metadata.joined(old.metadata, beside, m)
        return Study(
            name=self.name,
            title=self.config.title or self.name,
            data=self.data,
            components=self.components,
            names=old.names,
            labels=old.labels,
            new_names=new.names,
            new_labels=new.labels,
            unit=self.config.unit,
            named_columns=tuple(old.columns),
            remarks=tuple(self.remarks),
            origin=self.origin,
            automatic=self.automatic,
            statements=self.statements,
            other_variables=self.variables,
            metadata=Variables.of_columns(columns) if columns else None,
            weights=old.weights,
            blocks=old.blocks,
        )
