"""`sweep PLAN.toml --out FILE`: policies x loads x slices x seeds, one row per run; what is done is kept."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from scheduler.cli.files import STDOUT, check_targets, read, suffix_of, write
from scheduler.cli.output import note
from scheduler.cli.source import trace_path
from scheduler.command import Command
from scheduler.wording import counted

SUFFIXES = (".csv", ".parquet")


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("plan", metavar="PLAN.toml", help="what to run: log, loads, seeds, slices, policies")
    parser.add_argument(
        "--out", required=True, metavar="FILE", help="the table: .parquet or .csv; - is standard output, as CSV"
    )


def run(args: Namespace) -> int:
    """Run what is not kept yet and write the table; raises InputError, AuditFailed."""
    from scheduler.exports.sweep_table import content
    from scheduler.formats import parse
    from scheduler.results.store import Store
    from scheduler.results.sweeps.plan import read as read_plan
    from scheduler.results.sweeps.sweep import sweep

    suffix = suffix_of(args.out, SUFFIXES)
    plan = read_plan(read(args.plan), Path(args.plan).stem)
    path = trace_path(None, plan.log) if plan.log else str(Path(args.plan).parent / str(plan.trace))
    check_targets([args.out], sources=[args.plan, path])
    trace, progress = parse(read(path), Path(path).name), ProgressLine()
    try:
        record = sweep(Store(), plan, path, trace, progress)
    except KeyboardInterrupt:
        progress.end(f"{progress.done} of {_runs_are(progress.total)} kept; the same call goes on with the rest.")
        raise
    except BaseException:
        progress.end()
        raise
    write({args.out: content(record, suffix)})
    place = "on standard output" if args.out == STDOUT else f"in {args.out}"
    progress.end(f"{_runs_are(progress.total)} {place}; the dashboard shows them at /compare?sweep={record['key']}")
    return 0


class ProgressLine:
    """What is said on stderr: what was kept, and on a terminal how far it is."""

    def __init__(self) -> None:
        self.began: float | None = None
        self.done = self.total = 0
        self.on_terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, reused: int, total: int) -> None:
        """So many runs are done, so many of them reused from before, of so many in all."""
        if self.began is None:
            self.began = time.monotonic()
            if reused:
                note(kept(reused, total))
        self.done, self.total = done, total
        if self.on_terminal:
            print(
                f"\r\x1b[K{line(done, reused, total, time.monotonic() - self.began)}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def end(self, text: str = "") -> None:
        """Clear the line, say a last word."""
        if self.on_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if text:
            note(text)


def kept(reused: int, total: int) -> str:
    """What a second call says.

    >>> kept(18, 24), kept(24, 24)
    ('18 of 24 runs are kept from before, 6 are left.', 'All 24 runs are kept from before, none is left.')
    """
    if reused == total:
        return f"{'All ' * (total > 1)}{_runs_are(total)} kept from before, none is left."
    left = total - reused
    return f"{reused} of {_runs_are(total)} kept from before, {left} {'is' if left == 1 else 'are'} left."


def line(done: int, reused: int, total: int, elapsed: float) -> str:
    """How far it is, and how long the rest takes at the pace of what was not reused.

    >>> line(60, 20, 100, 40.0)
    '60 of 100 runs (60 %), about 40 s left'
    """
    from scheduler.durations import human

    left = f", about {human(round(elapsed * (total - done) / (done - reused)))} left" if done > reused else ""
    return f"{done} of {counted(total, 'run')} ({100 * done // max(total, 1)} %){left}"


COMMAND = Command("sweep", "run policies x loads x slices x seeds of a plan and write a table", declare, run)


def _runs_are(count: int) -> str:
    return f"{counted(count, 'run')} {'is' if count == 1 else 'are'}"
