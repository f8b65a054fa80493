"""Who held what a waiting job lacked, and who had the machine meanwhile: gap by gap, in fractions, out of plain loops."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scheduler.model.schedule import Schedule


class Piece(NamedTuple):
    """A job holds something from begin to end."""

    job: int
    begin: Fraction
    end: Fraction
    size: Fraction  # processors; memory in nodes where jobs share nodes
    cluster: int


def pieces(made: Schedule) -> list[Piece]:
    """All that jobs hold in a run."""
    jobs, placed, s = made.workload.jobs, made.placed, made.segments
    table, begin = (placed, placed.start) if s is None else (s, s.begin)
    cluster = s.cluster if s is not None and "cluster" in s else placed.cluster[table.job]
    memory = jobs.memory if made.shares_nodes and "memory" in jobs else [1] * len(jobs)
    return [
        Piece(int(job), Fraction(float(b)), Fraction(float(e)), int(size) * Fraction(float(memory[job])), int(where))
        for job, b, e, size, where in zip(table.job, begin, table.end, table.processors, cluster, strict=True)
        if e > b
    ]


def in_the_way(made: Schedule, job: int, held: list[Piece]) -> tuple[list[Piece], dict[int, int]]:
    """(pieces where this job could run, processors of each cluster where it could)."""
    jobs, sizes = made.workload.jobs, made.workload.platform.clusters or (made.workload.platform.processors,)
    others = [piece for piece in held if piece.job != job]
    if (
        made.segments is not None and "killer" in made.segments and jobs.grid[job] == 0
    ):  # grid runs make way for local jobs
        home = int(jobs.home[job])
        return [piece for piece in others if piece.cluster == home and not jobs.grid[piece.job]], {home: sizes[home]}
    if len(sizes) == 1 or made.shares_nodes:
        return others, {0: sizes[0]}
    wide = {cluster: size for cluster, size in enumerate(sizes) if size >= made.placed.processors[job]}
    return [piece for piece in others if piece.cluster in wide], wide


def no_room(made: Schedule, job: int, spans: Sequence[tuple[float, float]] | None = None) -> dict[int, Fraction]:
    """{job: s}: the time without room, divided among those that held processors then; -1 where nobody did.

    spans: when that was, where it is not a matter of free processors.
    """
    held, where = in_the_way(made, job, pieces(made))
    submit, start = (Fraction(float(column[job])) for column in (made.placed.submit, made.placed.start))
    needed, single = int(made.placed.processors[job]), len(where) == 1
    edges = {Fraction(t) for span in spans or () for t in span}
    instants = sorted(
        {submit, start, *edges, *(t for piece in held for t in (piece.begin, piece.end) if submit < t < start)}
    )
    charged: dict[int, Fraction] = {}
    for begin, end in pairwise(instants):
        now = [piece for piece in held if piece.begin <= begin < piece.end]
        free = [
            size - sum(piece.size for piece in now if single or piece.cluster == cluster)
            for cluster, size in where.items()
        ]
        if max(free) < needed if spans is None else any(b <= begin < e for b, e in spans):
            for piece in now:
                share = (end - begin) * piece.size / sum(one.size for one in now)
                charged[piece.job] = charged.get(piece.job, Fraction(0)) + share
            if not now:
                charged[-1] = charged.get(-1, Fraction(0)) + end - begin
    return charged


def overlap(made: Schedule, job: int, other: int) -> Fraction:
    """s for which the other job held something while this one waited."""
    submit, start = (Fraction(float(column[job])) for column in (made.placed.submit, made.placed.start))
    return sum(
        (
            max(Fraction(0), min(piece.end, start) - max(piece.begin, submit))
            for piece in pieces(made)
            if piece.job == other
        ),
        Fraction(0),
    )


def meanwhile(made: Schedule, job: int) -> tuple[list[dict[int, Fraction]], Fraction]:
    """([came later, ran already, came before] each {job: processor-s}, idle) while a job waited."""
    placed = made.placed
    submit, start = (Fraction(float(column[job])) for column in (placed.submit, placed.start))
    groups: list[dict[int, Fraction]] = [{}, {}, {}]
    for other in range(len(placed)):
        if other != job and submit < start and placed.start[other] < start:
            group = 0 if placed.submit[other] > submit else 1 if placed.start[other] < submit else 2
            if group != 1 or overlap(made, job, other):
                groups[group][other] = Fraction(0)
    for piece in pieces(made):
        for group in groups:
            if piece.job in group:
                group[piece.job] += piece.size * max(Fraction(0), min(piece.end, start) - max(piece.begin, submit))
    whole = made.workload.platform.processors * (start - submit)
    return groups, whole - sum((sum(group.values()) for group in groups), Fraction(0))
