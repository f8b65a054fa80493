"""A kill storm: processes of a deployment are killed while it is used; what is lost, doubled or left over, as Markdown.

    python benchmarks/load/kills.py [--kills 200] [--seed 0] [--mode local|broker] [--minutes 30] [--logs FOLDER]

The program is started on this machine as docs/server.md (local) or docs/cluster.md (broker: with two workers and a
Redis of its own, which has to be installed) says.  Visitors send logs, open them and run policies on them, classes
vote, and the command of a sweep is called again and again.  Meanwhile a process of a kind drawn by lot gets SIGKILL,
and whatever was a program of its own is started again (deployment.py).  The next kill comes when the pages answer and
up to PAUSE seconds more have passed.  At the end visitors finish what they have begun; then everything that was
acknowledged is looked for (aftermath.py).

Redis keeps nothing on disk, as docs/cluster.md has it: what waits in it is told as unknown and asked for again.  A
lease is 10 s in place of 30 s.  The compiled simulator is that of your own home.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the benchmarks that are used here, too

import _path
import aftermath
import numpy as np
import psutil
from acknowledged import Ledger, Visits
from deployment import Deployment, deployed
from visitors import Visitor, new_home

from scheduler.results.store import Store

PAUSE = 2.0  # s, the most, before the next kill
BACK = 90.0  # s after which the next kill comes all the same
LOOKED_FOR = 15.0  # s a process of the kind is looked for
EVERY = 0.1  # s between two looks at the pages, and at what was worked out
SLOW = 10.0  # s until a page that does not answer counts as away
WEB = ("page", "page", "page", "fork server", "listener", "master")  # what takes long to begin again comes less often
KINDS = {"local": ("run", "run", "run", *WEB), "broker": (*("run", "worker", "redis") * 3, *WEB)}
RESULTS = ("runs", "loads", "parts")
COMPARERS, CLASSES, SWEEPS = 3, 1, 1


class Kill(NamedTuple):
    """A kill: of what, and when, s of the monotonic clock."""

    kind: str
    when: float


class Probe:
    """Looks whether pages answer, all the time."""

    def __init__(self, deployment: Deployment, ended: threading.Event):
        self.deployment, self.ended = deployment, ended
        self.looks: list[tuple[float, float, bool]] = []  # begin, end, whether there was an answer

    def run(self) -> None:
        """Look until the end."""
        visitor = Visitor(self.deployment.port)
        while not self.ended.wait(EVERY):
            began = time.monotonic()
            try:
                is_there = visitor.ask("GET", "/runs.json")[0] == 200
            except (OSError, http.client.HTTPException):
                is_there = False
            now = time.monotonic()
            self.looks.append((began, now, is_there and now - began < SLOW))

    def back(self, when: float) -> float | None:
        """s from a kill until the first answer after the last failure; 0 where none failed; None: not yet."""
        later = [look for look in list(self.looks) if look[0] >= when]
        return away(later, when) if later and later[-1][2] else None


def away(looks: list[tuple[float, float, bool]], when: float) -> float:
    """s from a kill until the first answer after the last failure among looks; 0 where none failed."""
    failures = [end for _, end, is_there in looks if not is_there]
    if not failures:
        return 0.0
    return next((end for _, end, is_there in looks if is_there and end > failures[-1]), failures[-1]) - when


class Watch:
    """Looks at what was worked out, all the time: a file that is another one now was worked out once more."""

    def __init__(self, home: Path, ended: threading.Event):
        self.home, self.ended = home, ended
        self.files: dict[tuple[str, str], list[tuple[int, float, float]]] = defaultdict(list)  # inode, made, noticed
        self.moments: list[float] = []  # at which something new was there

    def run(self) -> None:
        """Look until the end."""
        while not self.ended.wait(EVERY):
            for kind in RESULTS:
                with os.scandir(self.home / kind) as entries:
                    for entry in entries:
                        if not entry.name.startswith("."):
                            self._note((kind, entry.name), entry.inode())

    def _note(self, name: tuple[str, str], inode: int) -> None:
        versions = self.files[name]
        if not versions or versions[-1][0] != inode:
            versions.append((inode, time.time(), time.monotonic()))
            self.moments.append(versions[-1][2])

    def doubled(self, store: Store) -> list[str]:
        """Results that were worked out again though they had been there when that began."""
        return [
            f"{kind} {key}: {len(versions)} times, {versions[-1][1] - versions[-2][1]:.1f} s apart"
            for (kind, key), versions in self.files.items()
            if len(versions) > 1 and versions[-1][1] - seconds_of(store, kind, key) > versions[-2][1]
        ]


def seconds_of(store: Store, kind: str, key: str) -> float:
    """How long a result took to be worked out; of a cell, which does not say it, next to nothing."""
    if kind == "parts":
        return 0.1
    return float((store.result(kind, key) or {}).get("seconds") or 0.0)


class Storm:
    """Visitors at work, and a process killed now and then."""

    def __init__(self, deployment: Deployment, seed: int, folder: Path):
        self.deployment, self.lots = deployment, random.Random(seed)
        self.ledger, self.ended, self.finished = Ledger(), threading.Event(), threading.Event()
        self.probe, self.watch = Probe(deployment, self.finished), Watch(deployment.home, self.finished)
        self.visits = Visits(deployment, self.ledger, folder)
        self.kills: list[Kill] = []
        self.over = float("inf")  # when the visitors had finished, s of the monotonic clock
        self.processes: list[int] = []  # how many there were before the first kill and after the last one
        self.half_written = 0  # temporary files and folders after the last kill
        self.missed: Counter[str] = Counter()  # kinds of which no process was there in time

    def work(self, visit: Callable[[random.Random], None], seed: str) -> None:
        """One visit after the other until the end; the last one is finished."""
        lots = random.Random(seed)
        while not self.ended.is_set():
            try:
                visit(lots)
            except Exception as error:
                traceback.print_exc()
                self.ledger.faults[f"a visit failed: {type(error).__name__}"] += 1
                time.sleep(EVERY)

    def run(self, count: int, seconds: float) -> None:
        """Let visitors in, kill so often or for so long, and wait until they have finished."""
        seed = self.lots.random()
        kinds = [self.visits.compare] * COMPARERS + [self.visits.teach] * CLASSES + [self.visits.sweep] * SWEEPS
        for visit in (self.visits.compare, self.visits.teach, self.visits.sweep):
            visit(random.Random(f"{seed} first"))  # nothing that is compiled in it counts
        visitors = [
            threading.Thread(target=self.work, args=(visit, f"{seed} {number}")) for number, visit in enumerate(kinds)
        ]
        lookers = [threading.Thread(target=look.run, daemon=True) for look in (self.probe, self.watch)]
        for thread in (*lookers, *visitors):
            thread.start()
        self.processes.append(len(self.deployment.all_processes()))
        try:
            self._kill_all(count, time.monotonic() + seconds)
        finally:
            self.ended.set()
        for thread in visitors:
            thread.join()
        self.over = time.monotonic()
        self.processes.append(len(self.deployment.all_processes()))
        self.finished.set()
        for thread in lookers:
            thread.join()

    def _kill_all(self, count: int, until: float) -> None:
        while len(self.kills) < count and time.monotonic() < until:
            time.sleep(self.lots.uniform(0, PAUSE))
            kind = self.lots.choice(KINDS[self.deployment.mode])
            if (when := self._kill(kind)) is None:
                self.missed[kind] += 1
                continue
            self.kills.append(Kill(kind, when))
            self._wait_for_pages(when)
            print(f"{len(self.kills)} {kind}: {time.monotonic() - when:.1f} s", file=sys.stderr, flush=True)

    def _kill(self, kind: str) -> float | None:
        """Kill one process of a kind; when that was, None: there is none."""
        end = time.monotonic() + LOOKED_FOR
        while time.monotonic() < end:
            if processes := self.deployment.processes(kind):
                with suppress(psutil.Error):  # it has just ended: another one
                    self.lots.choice(processes).kill()
                    return time.monotonic()
            time.sleep(EVERY / 10)
        return None

    def _wait_for_pages(self, when: float) -> None:
        while self.probe.back(when) is None and time.monotonic() < when + BACK:
            time.sleep(EVERY)

    def seconds_away(self) -> dict[str, list[tuple[float, float]]]:
        """{kind: (s until pages answered, s until a result was kept again) of each kill}."""
        seconds: dict[str, list[tuple[float, float]]] = defaultdict(list)
        ends = [*(kill.when for kill in self.kills[1:]), float("inf")]
        for kill, end in zip(self.kills, ends, strict=True):
            looks = [look for look in self.probe.looks if kill.when <= look[0] < end]
            result = next((moment for moment in self.watch.moments if moment > kill.when), self.over) - kill.when
            seconds[kill.kind].append((away(looks, kill.when), result))
        return seconds


def print_away(seconds: dict[str, list[tuple[float, float]]]) -> None:
    """How long pages did not answer and nothing was worked out, by what was killed."""
    print("| killed | times | pages away, median | most | until a result is kept, median | most |")
    print("|---|---:|---:|---:|---:|---:|")
    for kind, pairs in sorted(seconds.items()):
        columns = [
            f"{value:.1f} s" for column in zip(*pairs, strict=True) for value in (np.median(column), max(column))
        ]
        print(f"| {kind} | {len(pairs)} | {' | '.join(columns)} |")


def print_findings(findings: dict[str, list[str]]) -> None:
    """How many there are of each kind, then each in a line."""
    print("| what | count |\n|---|---:|")
    for what, those in findings.items():
        print(f"| {what} | {len(those)} |")
    for what, those in findings.items():
        for one in those:
            print(f"\n{what}: {one}")


def main() -> None:
    """Kill, look, and print the tables."""
    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--mode", choices=("local", "broker"), default="broker")
    asked.add_argument("--minutes", type=float, default=30.0, help="end the kills after so long at the latest")
    asked.add_argument("--logs", type=Path, help="folder for what the programs write (default: a temporary one)")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="queuescope-kills-") as folder, new_home() as home:
        logs = options.logs or Path(folder) / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        files = Path(folder) / "files"
        files.mkdir()
        with deployed(options.mode, Path(home), logs) as deployment:
            storm = Storm(deployment, options.seed, files)
            began = time.monotonic()
            storm.run(options.kills, 60 * options.minutes)
            seconds = time.monotonic() - began
            findings = looked_for(storm, Path(home))
    print(_path.machine())
    print(described(options.mode, storm, seconds) + "\n")
    print_away(storm.seconds_away())
    print()
    print_findings(findings)


def looked_for(storm: Storm, home: Path) -> dict[str, list[str]]:
    """Everything that is wrong after the storm; stops the deployment on the way."""
    ledger, store = storm.ledger, Store(home)
    findings = {
        "answers doubled": list(aftermath.doubled_answers(ledger, storm.visits)),
        "lost": list(aftermath.lost(ledger, store, storm.visits)),
        "runs and cells doubled": storm.watch.doubled(store),
        "entries of the registry that wait for ever": list(aftermath.waiting_for_ever(home)),
        "programs that did not end when they were told to": storm.deployment.stop(),
        "processes left over": aftermath.left_processes(storm.deployment),
        "told as done without the right result": list(aftermath.false_done(ledger, store)),
        "answers of the server that are none": [f"{what} ({count})" for what, count in ledger.faults.items()],
    }
    half = aftermath.half_written(home)
    print(f"temporary files: {[str(path.relative_to(home)) for path in half][:20]}", file=sys.stderr)
    storm.half_written = len(half)
    findings["temporary files and folders that stay"] = aftermath.left_after_an_hour(home)
    return findings


def described(mode: str, storm: Storm, seconds: float) -> str:
    """What was killed and what was acknowledged, in words."""
    ledger = storm.ledger
    endings = Counter(state for one in ledger.promises.values() for state, _ in one.endings if state != "done")
    loads = sum(not one.policy for one in ledger.promises.values())
    stopped = sum(code != 0 for one in ledger.sweeps for code in one.exit_codes)
    again = ", ".join(f"{count} {state}" for state, count in endings.items()) or "no run"
    answers = sum(len(one.answers) for one in ledger.rooms)
    return (
        f"{mode}: {len(storm.kills)} kills in {seconds / 60:.0f} min.  Acknowledged: {len(ledger.uploads)} uploads, "
        f"{loads} loads, {len(ledger.promises) - loads} runs, {len(ledger.sweeps)} sweeps, {len(ledger.rooms)} rooms "
        f"with {answers} answers.  Told and asked for again: {again}; {stopped} sweeps ended early.  Temporary files "
        f"after the last kill: {storm.half_written}.  Processes before and after: {storm.processes}."
    )


if __name__ == "__main__":
    main()
