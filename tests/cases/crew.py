"""Runs of a sweep in the process of the test, where processes of their own are not what is tested."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator
from pathlib import Path

import orjson

from scheduler.results.store import Store
from scheduler.results.sweeps import crew
from scheduler.results.tasks.cell import Bench, Result


class CrewHere(crew.Crew):
    """Takes one run after the other itself; requests and answers travel as between processes."""

    def __enter__(self) -> CrewHere:
        root, path, sha256 = self.of
        self.store, self.bench = Store(Path(root)), Bench(path, sha256)
        return self

    def work(self, pieces: Iterable[crew.Piece]) -> Iterator[tuple[str, Result] | None]:
        """(key, result) of every piece; raises what a piece raises."""
        ours, theirs = multiprocessing.Pipe()
        with ours, theirs:
            for key, label, spec in pieces:
                request = orjson.loads(orjson.dumps({"key": key, "spec": spec}))
                theirs.send_bytes(orjson.dumps(crew._done(self.store, self.bench, request["key"], request["spec"])))
                yield crew._answer(crew.Worker(None, ours, (key, label, spec)))
