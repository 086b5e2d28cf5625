"""Tables of what is written down: the statements, the errata, and other people's conventions."""

from collections.abc import Mapping

import pandas as pd

from kpca.figures import tables
from kpca.formulations.conventions import CONVENTIONS, QUANTITIES, Convention
from kpca.statements.errata import ERRATA, SLIPS
from kpca.statements.ledger import LEDGER


def statements(studies: Mapping[str, int]) -> None:
    """The statements of the ledger with the notes, the status, and on how many studies each ran."""
    rows = [
        [id, LEDGER[id].text, LEDGER[id].notes, LEDGER[id].status, n] for id, n in studies.items()
    ]
    columns = ["id", "statement", "notes", "status", "studies"]
    caption = (
        "Every statement, the notes it comes from, and the number of studies it is executed on."
    )
    tables.show("ledger", caption, pd.DataFrame(rows, columns=columns), {"studies": "{}"})


def errata(executed: Mapping[str, str], study: str) -> None:
    """The misprints of the notes: what is printed, what is meant, and what came out on a study."""
    rows = [
        [id, one.place, one.printed, one.corrected, executed.get(id, "not on this study"), one.why]
        for id, one in ERRATA.items()
    ]
    columns = ["id", "place", "printed", "corrected", "executed", "why"]
    caption = f"Misprints and mistakes of the notes. Executed: on the study {study}."
    tables.show("errata", caption, pd.DataFrame(rows, columns=columns))


def slips() -> None:
    """Slips of notation in the notes, to which no number belongs."""
    frame = pd.DataFrame(SLIPS, columns=["note", "printed", "meant"])
    tables.show("slips", "Slips of notation.", frame)


def conventions() -> None:
    """What others print, as multiples of what is printed here."""
    rows = [
        [name, one.source, *(_factor(one, quantity) for quantity in QUANTITIES)]
        for name, one in CONVENTIONS.items()
    ]
    frame = pd.DataFrame(rows, columns=["who", "says", *QUANTITIES])
    caption = (
        "What others print, as multiples of what is printed here: eigenvalue μ of K̃, coefficients "
        "v/√μ, scores √μ v. An empty cell: they do not print it."
    )
    tables.show("conventions", caption, frame)


def _factor(convention: Convention, quantity: str) -> str:
    """n^a (n-1)^b μ^c in words; empty if a convention does not give the quantity."""
    powers = getattr(convention, quantity)
    named = zip(("n", "(n−1)", "μ"), powers or (), strict=False)
    parts = [name if p == 1 else f"{name}^{p:g}" for name, p in named if p]
    return "" if powers is None else " · ".join(parts) or "1"
