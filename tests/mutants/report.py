"""What became of the mutants, a module at a time and in total."""

import tomllib
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


def module(name: str, found: list[tuple[Mutant, str]]) -> Count:
    """Print the survivors of a module and its count."""
    known = equivalent()
    alive = [mutant for mutant, outcome in found if outcome == "survived"]
    killed = sum(outcome == "killed" for _, outcome in found)
    survivors = [mutant for mutant in alive if mutant.key not in known]
    count = Count(killed, len(survivors), len(alive) - len(survivors))
    for mutant in survivors:
        print(f"survived  {name} {mutant.function}\n  was {mutant.was}\n  now {mutant.now}")
    for mutant, outcome in found:
        if outcome == "killed" and mutant.key in known:
            print(f"listed as equivalent, but killed  {name} {mutant.function}: {mutant.now}")
    print(f"{name:42} {count}", flush=True)
    return count


def total(counts: list[Count]) -> int:
    """Print the sum; 0 if the share that is killed reaches the goal of pyproject.toml, else 1."""
    whole = Count(*(sum(part) for part in zip(*counts, strict=True)))
    print(f"{'total':42} {whole}")
    return int(whole.share < SETTINGS["goal"])
