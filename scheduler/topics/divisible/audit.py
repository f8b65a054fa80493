"""The rules of a timeline, checked anew from its table: what plans it plays no part here.

One port: nobody takes part in two communications at a time.  A worker computes one piece at a time, and only what it
has received and not passed on.  Every piece takes as long as the platform says.  All the load is computed, and where
results come back, each after it is there, all of them do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from scheduler.errors import AuditFailed
from scheduler.topics.divisible.timeline import COMPUTE, KINDS, RETURN, Piece, Timeline

SLACK = 1e-7  # of the completion and of the load: floats are rounded


def audit(timeline: Timeline) -> Timeline:
    """The timeline itself.  Raises AuditFailed, one sentence about the first rule it breaks."""
    for check in (_lengths, _ports, _processors, _received, _whole, _returned):
        check(timeline)
    return timeline


def _lengths(timeline: Timeline) -> None:
    platform, slack = timeline.platform, _slack(timeline)
    for piece in timeline.pieces:
        if piece.kind not in KINDS or piece.load < 0 or piece.begin < -slack:
            raise AuditFailed(f"{_describe(timeline, piece)} is no piece of a plan.")
        scale = timeline.ratio if piece.kind == RETURN else 1.0
        wanted = (
            platform.computing(piece.worker, piece.load)
            if piece.kind == COMPUTE
            else platform.sending(piece.worker, piece.partner, scale * piece.load)
        )
        if abs(piece.end - piece.begin - wanted) > slack:
            raise AuditFailed(f"{_describe(timeline, piece)} should take {wanted:g} s.")


def _ports(timeline: Timeline) -> None:
    transfers = defaultdict(list)
    for piece in timeline.pieces:
        if piece.kind != COMPUTE:
            for port in timeline.platform.ports(piece.worker, piece.partner):
                transfers[port].append(piece)
    for port, pieces in transfers.items():
        _apart(timeline, pieces, f"both hold the port of {timeline.named(port)}")


def _processors(timeline: Timeline) -> None:
    busy = defaultdict(list)
    for piece in timeline.pieces:
        if piece.kind == COMPUTE:
            busy[piece.worker].append(piece)
    for pieces in busy.values():
        _apart(timeline, pieces, "are computed at once")


def _apart(timeline: Timeline, pieces: Iterable[Piece], what: str) -> None:
    ordered = sorted(pieces, key=lambda piece: (piece.begin, piece.end))
    for before, after in pairwise(ordered):
        if after.begin < before.end - _slack(timeline):
            raise AuditFailed(f"{_describe(timeline, before)} and {_describe(timeline, after)} {what}.")


def _received(timeline: Timeline) -> None:
    """Nobody computes or passes on what is not there: load comes when a message ends, and leaves when one begins."""
    changes: dict[int, list[tuple[float, int, float]]] = defaultdict(list)
    for piece in timeline.pieces:
        if piece.kind == COMPUTE:
            changes[piece.worker].append((piece.begin, 1, -piece.load))
        elif piece.kind != RETURN:
            changes[piece.worker].append((piece.end, 0, piece.load))
            changes[piece.partner].append((piece.begin, 1, -piece.load))
    for holder, steps in changes.items():
        _never_below(timeline, holder, steps, timeline.load if holder in timeline.platform.sources else 0.0)


def _never_below(timeline: Timeline, holder: int, changes: Sequence[tuple[float, int, float]], there: float) -> None:
    slack = _slack(timeline)
    late = sorted((time + (slack if leaves else 0.0), leaves, change) for time, leaves, change in changes)
    for time, _, change in late:
        there += change
        if there < -SLACK * timeline.load:
            raise AuditFailed(f"At {time:g} s {timeline.named(holder)} uses {-there:g} units more than it has.")


def _whole(timeline: Timeline) -> None:
    computed = sum(timeline.computed)
    if abs(computed - timeline.load) > SLACK * timeline.load:
        raise AuditFailed(f"Of a load of {timeline.load:g} a load of {computed:g} is computed.")


def _returned(timeline: Timeline) -> None:
    """No result leaves before it is there, and in the end all of them are where the load came from."""
    back = [piece for piece in timeline.pieces if piece.kind == RETURN]
    for piece in back:
        sent_back = sum(other.load for other in back if other.worker == piece.worker and other.begin <= piece.begin)
        if sent_back > _ready(timeline, piece.worker, piece.begin + _slack(timeline)) + SLACK * timeline.load:
            raise AuditFailed(f"{_describe(timeline, piece)} begins before what it returns is computed.")
    returned = sum(_ready(timeline, source, timeline.completion) for source in timeline.platform.sources)
    if timeline.ratio and abs(returned - timeline.load) > SLACK * timeline.load:
        raise AuditFailed(f"Results of {returned:g} units come back, of {timeline.load:g}.")


def _ready(timeline: Timeline, worker: int, time: float) -> float:
    """Units whose results somebody has had by then: what it computed itself, and what was given back to it."""
    return sum(
        piece.load
        for piece in timeline.pieces
        if piece.end <= time
        and ((piece.kind == COMPUTE and piece.worker == worker) or (piece.kind == RETURN and piece.partner == worker))
    )


def _slack(timeline: Timeline) -> float:
    return SLACK * timeline.completion


def _describe(timeline: Timeline, piece: Piece) -> str:
    return (
        f"{piece.kind} of {piece.load:g} units at {timeline.named(piece.worker)} from {piece.begin:g} to "
        f"{piece.end:g} s"
    )
