"""Nodes that disappear and come back: processors of a cluster that are taken from the grid for a time.

Written 2:1:3600-7200, two processors of cluster 1 from 3,600 to 7,200 s; several are set apart by commas.  Nobody knows
of it before.  Local jobs are not touched: they keep to the processors that stay as long as there are enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scheduler.errors import ParamError, Unsupported
from scheduler.model.table import Table
from scheduler.model.time_range import LONGEST
from scheduler.params import Param
from scheduler.wording import counted

MOST = 100
TAKEN_AWAY = 4  # of marks.kind
WANTED = "wanted: processors:cluster:from-to in seconds, such as 2:1:3600-7200, several set apart by commas"
WRITTEN = re.compile(r"(\d{1,9}):(\d{1,9}):(\d{1,15}(?:\.\d{1,9})?)-(\d{1,15}(?:\.\d{1,9})?)", re.ASCII)


class Away(NamedTuple):
    """Processors that are not there for a time."""

    processors: int
    cluster: int  # from 0
    begin: float  # s
    end: float  # s


def read(text: str) -> tuple[Away, ...]:
    """As they are written; raises ParamError for what is none.

    >>> read("2:1:3600-7200, 5:3:0-60")[1]
    Away(processors=5, cluster=2, begin=0.0, end=60.0)
    """
    away = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        match = WRITTEN.fullmatch(word)
        if match is None:
            raise ParamError(f"away: {word[:40]!r} is none; {WANTED}.")
        size, cluster, begin, end = int(match[1]), int(match[2]), float(match[3]), float(match[4])
        if size < 1 or cluster < 1 or not begin < end <= LONGEST:
            raise ParamError(
                f"away: {word[:40]!r} has no processors or no cluster, ends before it begins, or ends "
                f"after {LONGEST:,.0f} s; {WANTED}."
            )
        away.append(Away(size, cluster - 1, begin, end))
        if len(away) > MOST:
            raise ParamError(f"away: there are more than {MOST}; {WANTED}, at most so many.")
    return tuple(away)


def check_room(away: Sequence[Away], sizes: np.ndarray) -> None:
    """Raise Unsupported where more is taken away than there is; sizes: [clusters]."""
    for one in away:
        if one.cluster >= len(sizes):
            raise Unsupported(
                f"Processors of cluster {one.cluster + 1} are taken away, and there are {len(sizes)} "
                "clusters; name one of them."
            )
        many = sum(
            other.processors for other in away if other.cluster == one.cluster and other.begin <= one.begin < other.end
        )
        if many > sizes[one.cluster]:
            raise Unsupported(
                f"At {one.begin:g} s {counted(many, 'processor')} of cluster {one.cluster + 1} "
                f"{'is' if many == 1 else 'are'} taken away, and "
                f"it has {sizes[one.cluster]}; take no more than there are."
            )


def marks(away: Sequence[Away]) -> Table:
    """What is written over the charts."""
    labels = [f"{one.processors} of cluster {one.cluster + 1} away" for one in away]
    return Table.of(
        "marks",
        begin=[one.begin for one in away],
        end=[one.end for one in away],
        kind=np.full(len(away), TAKEN_AWAY),
        label=labels,
        value=[one.processors for one in away],
        cluster=[one.cluster for one in away],
    )


AWAY = Param(
    "away",
    None,
    kind=str,
    test=read,
    examples=("2:1:3600-7200", "4:1:0-600, 1:2:100-900"),
    help="processors:cluster:from-to in s that are taken from the grid without notice and come back, several "
    "set apart by commas; empty: none",
)
