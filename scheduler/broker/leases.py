"""Leases: who works on a run shows again and again that it lives; whose lease has run out is taken for gone.

Of a process on another machine nobody can ask the system.  A worker that is silent for longer than its lease, under
load or without a network, is not believed dead for good: another begins its run again, and whoever ends first keeps the
result, which is the same.
"""

from __future__ import annotations

import os
import platform
from functools import cache
from uuid import uuid4

import orjson

from scheduler.broker.values import PREFIX, reachable, read
from scheduler.shapes import has_shape

SIGN = "lease-"  # how the handle of a worker of a broker begins
SETTING = "QUEUESCOPE_LEASE"
USUAL = 30.0  # s
WORKER = f"{PREFIX}worker:"
ANNOUNCED = {"name": str, "host": str, "processes": int, "version": str}


def seconds() -> float:
    """How long a lease lasts, s."""
    try:
        return max(float(os.environ.get(SETTING) or USUAL), 1.0)
    except ValueError:
        return USUAL


def handle() -> str:
    """What this process is called as a worker: unlike any other, on any machine, at any time."""
    return _handle(os.getpid())


@cache
def _handle(process: int) -> str:
    return f"{SIGN}{platform.node()[:40].replace('.', '-')}-{process}-{uuid4().hex[:12]}"


def is_lease(process_handle: object) -> bool:
    """Whether a handle is that of a worker of a broker."""
    return str(process_handle).startswith(SIGN)


def hold(owner: str) -> None:
    """The owner of a run shows that it lives."""
    with reachable() as redis:
        redis.set(f"{PREFIX}{owner}", b"1", px=int(1_000 * seconds()))


def drop(owner: str) -> None:
    """The owner of a run has ended with it."""
    with reachable() as redis:
        redis.delete(f"{PREFIX}{owner}")


def alive(owner: object) -> bool:
    """Whether the lease of an owner of a run has not run out."""
    with reachable() as redis:
        return bool(redis.exists(f"{PREFIX}{owner}"))


# -- the workers there are


def announce(name: str, processes: int, version: str) -> None:
    """A worker shows that it waits for runs, with how many processes."""
    facts = {"name": name, "host": platform.node(), "processes": processes, "version": version}
    with reachable() as redis:
        redis.set(WORKER + name, orjson.dumps(facts), px=int(1_000 * seconds()))


def leave(name: str) -> None:
    """A worker ends."""
    with reachable() as redis:
        redis.delete(WORKER + name)


def workers() -> list[dict[str, object]]:
    """The workers there are: {name, host, processes, version}; what says anything else is none."""
    with reachable() as redis:
        names = sorted(redis.scan_iter(f"{WORKER}*", count=1_000))
        announced = [read(raw) for raw in (redis.mget(names) if names else []) if raw is not None]
    return [one for one in announced if has_shape(one, ANNOUNCED)]


def places() -> int:
    """How many runs all workers together can have under way."""
    return sum(int(str(one["processes"])) for one in workers())
