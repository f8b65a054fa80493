"""The answer to a divisible load as a table: who receives, computes and returns how much, from when to when."""

from __future__ import annotations

from typing import Any, NamedTuple

from scheduler.topics.divisible.platform import MASTER, Star, Tree

SEND, COMPUTE, RETURN = KINDS = ("send", "compute", "return")


class Piece(NamedTuple):
    """One communication or computation.  A return's load is the load its result is of."""

    worker: int  # who receives, computes, or gives back
    kind: str  # one of KINDS
    begin: float  # s
    end: float  # s
    load: float  # units
    partner: int = MASTER  # of a communication: who sends, or takes the result back


class Timeline(NamedTuple):
    """All pieces of a plan on a platform, of so much load."""

    platform: Star | Tree
    load: float  # units
    pieces: tuple[Piece, ...]
    ratio: float = 0.0  # units of result per unit of load; 0: nothing comes back

    @property
    def completion(self) -> float:
        """When the last piece ends, s."""
        return max((piece.end for piece in self.pieces), default=0.0)

    @property
    def computed(self) -> list[float]:
        """What each worker computes, units."""
        amounts = [0.0] * len(self.platform.names)
        for piece in self.pieces:
            if piece.kind == COMPUTE:
                amounts[piece.worker] += piece.load
        return amounts

    def named(self, worker: int) -> str:
        """A worker's name, or that of the master."""
        return "master" if worker == MASTER else self.platform.names[worker]

    def rows(self) -> list[dict[str, Any]]:
        """The table: by worker, then by time."""
        names = self.platform.names
        return [
            {
                "worker": names[piece.worker],
                "kind": piece.kind,
                "begin": piece.begin,
                "end": piece.end,
                "load": piece.load,
                "partner": "" if piece.kind == COMPUTE else self.named(piece.partner),
            }
            for piece in sorted(self.pieces, key=lambda piece: (piece.worker, piece.begin, piece.end))
        ]
