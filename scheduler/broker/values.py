"""Values in the broker, for the registry of runs: what `diskcache.Cache` offers of which it makes use, with JSON.

A transaction holds a lock of all processes on all machines, and writes all it has to write at once when it ends; one
that has lost its lock meanwhile writes nothing.  So a process that is killed in the middle leaves nothing half done.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson

from scheduler.broker.address import client, masked
from scheduler.errors import InputError, StoreError

PREFIX = "queuescope:"
LOCK = f"{PREFIX}lock"
HOLD = 20_000  # ms a transaction may take
PATIENCE = 30.0  # s to wait for that of somebody else
PAUSE = 0.002, 0.05  # s between two tries for the lock: first, last
FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end"
GONE = object()  # a value that a transaction has deleted


@contextmanager
def reachable() -> Iterator[Any]:
    """The client of the broker; turns what goes wrong with it into StoreError, in a sentence."""
    import redis

    try:
        yield client()
    except (redis.RedisError, OSError) as error:
        raise StoreError(
            f"The broker of this server ({masked()}) cannot be reached ({type(error).__name__}); try "
            "again in a minute, or ask whoever runs it."
        ) from error


class Values:
    """{key: value} of one kind in the broker."""

    def __init__(self, kind: str):
        self.prefix = f"{PREFIX}{kind}:"
        self._here = threading.local()

    # -- reading

    def get(self, key: str, default: Any = None, retry: bool = True) -> Any:
        """A value, as it is or as this transaction has changed it."""
        return self.get_many([key], default)[0]

    def get_many(self, keys: Iterable[str], default: Any = None) -> list[Any]:
        """The values of several keys, asked for at once; as `read` has them."""
        names = list(keys)
        if not names:
            return []
        with reachable() as redis:
            values = [
                default if raw is None else read(raw) for raw in redis.mget([self.prefix + name for name in names])
            ]
        changed = self._changed or {}
        return [
            default if changed.get(name) == (GONE, None) else changed[name][0] if name in changed else value
            for name, value in zip(names, values, strict=True)
        ]

    def iterkeys(self, reverse: bool = False) -> Iterator[str]:
        """All keys, in alphabetical order."""
        with reachable() as redis:
            names = [
                raw.decode(errors="replace")[len(self.prefix) :]
                for raw in redis.scan_iter(f"{self.prefix}*", count=1_000)
            ]
        return iter(sorted(names, reverse=reverse))

    # -- writing

    @property
    def _changed(self) -> dict[str, tuple[Any, float | None]] | None:
        """What the transaction of this thread has to write; None outside of one."""
        changed: dict[str, tuple[Any, float | None]] | None = getattr(self._here, "changed", None)
        return changed

    def set(self, key: str, value: Any, expire: float | None = None, retry: bool = True) -> bool:
        """Keep a value, for so many seconds."""
        changed = self._changed
        if changed is not None:
            changed[key] = value, expire
        else:
            with reachable() as redis:
                redis.set(self.prefix + key, orjson.dumps(value), px=_milliseconds(expire))
        return True

    def add(self, key: str, value: Any, expire: float | None = None, retry: bool = True) -> bool:
        """Keep a value where there is none; whether there was none."""
        with reachable() as redis:
            return bool(redis.set(self.prefix + key, orjson.dumps(value), px=_milliseconds(expire), nx=True))

    def delete(self, key: str, retry: bool = True) -> bool:
        """Forget a value."""
        changed = self._changed
        if changed is not None:
            changed[key] = GONE, None
            return True
        with reachable() as redis:
            return bool(redis.delete(self.prefix + key))

    @contextmanager
    def transact(self, retry: bool = True) -> Iterator[None]:
        """Nobody else changes anything inside; what is written is written at its end, all of it or nothing.

        Raises StoreError where the lock cannot be had, or was lost.
        """
        if self._changed is not None:
            raise InputError("A transaction began inside another one.")
        token = secrets.token_hex(16).encode()
        self._lock(token)
        self._here.changed = {}
        try:
            yield
            self._commit(token)
        finally:
            self._here.changed = None
            with reachable() as redis:
                redis.eval(FREE, 1, LOCK, token)

    def _lock(self, token: bytes) -> None:
        until, pause = time.monotonic() + PATIENCE, PAUSE[0]
        with reachable() as redis:
            while not redis.set(LOCK, token, px=HOLD, nx=True):
                if time.monotonic() > until:
                    raise StoreError("The registry of runs is busy; try again in a minute.")
                time.sleep(pause)
                pause = min(2 * pause, PAUSE[1])

    def _commit(self, token: bytes) -> None:
        import redis as package

        changed = self._changed
        if not changed:
            return
        with reachable() as redis, redis.pipeline() as pipe:
            pipe.watch(LOCK)
            if pipe.get(LOCK) != token:
                raise StoreError("The registry of runs was too slow, so nothing was changed; try again.")
            pipe.multi()
            for key, (value, expire) in changed.items():
                if value is GONE:
                    pipe.delete(self.prefix + key)
                else:
                    pipe.set(self.prefix + key, orjson.dumps(value), px=_milliseconds(expire))
            try:
                pipe.execute()
            except package.WatchError:
                raise StoreError("The registry of runs was too slow, so nothing was changed; try again.") from None


def read(raw: bytes) -> Any:
    """A value as JSON; the bytes themselves, which no JSON is, where another program has written them."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        return raw


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(int(1_000 * seconds), 1)
