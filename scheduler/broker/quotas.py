"""What was kept lately for visitors and addresses, in the broker: as `limits.Quota` has it in files, for several
machines.  A number for each hour, which the broker forgets after a day.
"""

from __future__ import annotations

from scheduler.broker.values import PREFIX, reachable

HOUR, DAY = 3_600, 86_400  # s


def used(name: str, now: float) -> int:
    """Bytes kept under this name within a day; now: s since 1970."""
    hour = int(now // HOUR)
    with reachable() as redis:
        counts = redis.mget([_key(name, hour - back) for back in range(DAY // HOUR)])
    return sum(int(count) for count in counts if count is not None and count[:20].isdigit())


def add(name: str, count: int, now: float) -> None:
    """So many bytes more were kept under this name; now: s since 1970."""
    key = _key(name, int(now // HOUR))
    with reachable() as redis, redis.pipeline() as pipe:
        pipe.incrby(key, count)
        pipe.expire(key, DAY)
        pipe.execute()


def _key(name: str, hour: int) -> str:
    return f"{PREFIX}kept:{name}:{hour}"
