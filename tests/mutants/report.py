"""What became of the mutants, a module at a time and in total."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from create import SETTINGS, Mutant

EQUIVALENT = Path(__file__).parents[1] / "equivalent_mutants.toml"


class Count(NamedTuple):
    """Mutants of a module that were killed, that survived, and that change nothing."""

    killed: int
    survived: int
    equivalent: int

    @property
    def share(self) -> float:
        """Killed, of those that are not equivalent."""
        return self.killed / max(1, self.killed + self.survived)

    def __str__(self) -> str:
        return (
            f"{self.killed} killed, {self.survived} survived, {self.equivalent} equivalent: "
            f"{100.0 * self.share:.1f} %"
        )


def equivalent() -> dict[tuple[str, ...], str]:
    """The reason why each mutant in the tracked list changes nothing, by its key."""
    entries = tomllib.loads(EQUIVALENT.read_text()).get("mutant", [])
    return {
        (one["module"], one["function"], one["was"], one["now"]): one["reason"] for one in entries
    }


def module(name: str, found: Iterable[tuple[Mutant, str]]) -> Count:
    """The count of a module, from its mutants and their outcomes; survivors are printed at once."""
    known, numbers = equivalent(), Counter()
    for mutant, outcome in found:
        listed = mutant.key in known
        numbers["equivalent" if listed and outcome == "survived" else outcome] += 1
        if outcome == "survived" and not listed:
            print(
                f"survived  {name} {mutant.function}\n  was {mutant.was}\n  now {mutant.now}",
                flush=True,
            )
        if outcome == "killed" and listed:
            print(f"listed as equivalent, but killed  {name} {mutant.function}: {mutant.now}")
    count = Count(*(numbers[kind] for kind in ("killed", "survived", "equivalent")))
    print(f"{name:42} {count}", flush=True)
    return count


def total(counts: list[Count]) -> int:
    """Print the sum; 0 if the share that is killed reaches the goal of pyproject.toml, else 1."""
    whole = Count(*(sum(part) for part in zip(*counts, strict=True)))
    print(f"{'total':42} {whole}")
    return int(whole.share < SETTINGS["goal"])
