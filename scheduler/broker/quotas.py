"""What visitors had kept lately, in the broker: as `limits.Quota` tells it from files, for several machines."""

from __future__ import annotations

import hashlib
import time
from uuid import uuid4

from scheduler.broker.values import PREFIX, reachable

DAY = 86_400


def used(visitor: str) -> int:
    """Bytes kept for this visitor within a day."""
    with reachable() as redis:
        entries = redis.zrangebyscore(_key(visitor), time.time() - DAY, "+inf")
    return sum(int(count) for count, _, _ in (entry[:40].partition(b" ") for entry in entries) if count.isdigit())


def add(visitor: str, count: int) -> None:
    """So many bytes more were kept for this visitor."""
    with reachable() as redis, redis.pipeline() as pipe:
        now = time.time()
        pipe.zremrangebyscore(_key(visitor), "-inf", now - DAY)
        pipe.zadd(_key(visitor), {f"{count} {uuid4().hex}": now})
        pipe.expire(_key(visitor), DAY)
        pipe.execute()


def _key(visitor: str) -> str:
    return f"{PREFIX}quota:{hashlib.sha256(visitor.encode()).hexdigest()[:24]}"
