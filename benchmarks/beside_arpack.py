"""Each certified fit, and each ``transform``, beside scikit-learn's on the same points.

The table that ends a run, with the worst and the best fit beside ARPACK.
"""

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.methods import ARPACK, PLACED, PLACED_BY_PEER, RANDOMIZED, WITH_CERTIFICATE
from benchmarks.table import Row

PEERS_OF = {WITH_CERTIFICATE: (ARPACK, RANDOMIZED), PLACED: (PLACED_BY_PEER,)}
"""What stands beside each method of this library."""


class Pair(NamedTuple):
    """A certified fit and one of a peer, or two calls of ``transform``, in the same run."""

    own: Row
    peer: Row

    @property
    def ratio(self) -> float:
        """How many times longer the peer takes."""
        assert self.own.seconds and self.peer.seconds
        return self.peer.seconds / self.own.seconds

    @property
    def certified(self) -> bool:
        """Whether the certificate of every fit says that these are the largest eigenpairs."""
        return self.own.refused == 0

    @property
    def points(self) -> str:
        """The points in words."""
        return f"{self.own.spectrum}, {self.own.n:,} samples, {self.own.d} components"


def pairs(rows: Sequence[Row]) -> list[Pair]:
    """The pairs of a run, by points and n; a case with a fit that was left out or failed has none.

    ``rows`` are those of one run, because times of different runs are not compared.
    """
    measured = {row.name: row for row in rows if row.seconds}
    peers = [
        (row, measured.get((*row.name[:-1], peer)))
        for row in measured.values()
        for peer in PEERS_OF.get(row.method, ())
    ]
    both = [Pair(row, peer) for row, peer in peers if peer is not None]
    return sorted(both, key=lambda pair: (pair.own.case, pair.own.spectrum, pair.own.n))


def lines(rows: Sequence[Row]) -> list[str]:
    """The table of all pairs, and the worst and the best ratio of those that are certified.

    A randomized fit is in neither, because its error is much larger.
    """
    both = pairs(rows)
    if not both:
        return []
    table = [
        f"{'case':<11} {'points':<11} {'samples':>8} {'d':>3} {'kpca [s]':>9} {'peer [s]':>9} "
        f"{'times':>6} {'of 8n²':>6} fits {'error':>6} {'peer':>6}  certified  peer",
        *map(_line, both),
    ]
    table += [_wrong(pair) for pair in both if None not in (pair.own.wrong, pair.peer.wrong)]
    exact = [pair for pair in both if pair.peer.method != RANDOMIZED]
    certified = sorted((pair for pair in exact if pair.certified), key=lambda pair: pair.ratio)
    if not certified:
        are_fits = any(pair.own.refused is not None for pair in both)
        return [*table, "No fit is certified."] if are_fits else table
    ends = zip(("worst", "best"), (certified[0], certified[-1]), strict=True)
    return table + [
        f"The {name} of those that are certified: {pair.ratio:.2f} times ({pair.points})."
        for name, pair in ends
    ]


def _wrong(pair: Pair) -> str:
    """From how many random starts a fit is wrong: a member of a cluster of eigenvalues is lost."""
    own, peer = pair
    return (
        f"Wrong from {own.starts} random starts: {own.method} {own.wrong}, {peer.method} "
        f"{peer.wrong} ({pair.points})."
    )


def _error(row: Row) -> str:
    """The largest residual relative to the largest eigenvalue."""
    return f"{'' if row.residual is None else format(row.residual, '.0e'):>6}"


def _line(pair: Pair) -> str:
    own, peer = pair
    share = "" if own.memory_share is None else f"{own.memory_share:.2f}"
    return (
        f"{own.case:<11.11} {own.spectrum:<11.11} {own.n:>8,} {own.d:>3} {own.seconds:>9.3f} "
        f"{peer.seconds:>9.3f} {pair.ratio:>6.2f} {share:>6} {own.repeats:>4} "
        f"{_error(own)} {_error(peer)}  "
        f"{'' if own.refused is None else 'yes' if pair.certified else 'no':<9}  {peer.method}"
    )
