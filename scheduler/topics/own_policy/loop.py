"""The loop that plays a policy written in plain Python: docs/own-policy.md is the contract.

At an instant all jobs that end now end, then all that are submitted now join the queue, in the order of the rows, then
schedule(now, queue, running, free) says who starts.  So it goes at every submission, every end, and every time that
reserve() has named.

The program sees jobs, never how long they will run: runtimes stay in the loop.  What it returns is checked before it
counts, and a fault ends the run with a sentence that names the line of the program, the job and the instant: the line
that raises, yields or calls reserve(), and that of def schedule where a list is returned.

This file needs the standard library alone.  Times are seconds, sizes processors; a row is a place in the columns.
"""

from __future__ import annotations

import heapq
import inspect
import linecache
import math
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

NEEDED = ("number", "submit", "runtime", "requested_time", "processors")  # columns that a workload must have
OPTIONAL = ("user", "group", "queue", "partition", "campaign")  # others that jobs may have; 0 where missing
CONTRACT = "def schedule(now, queue, running, free)"
LONGEST_TRACE, LONGEST_REASON = 2_000, 200  # characters
QUOTED = 60  # characters of a wrong value
MOST_VAIN = 1_000  # passes in a row while nothing runs and nothing is to come
FRAMES = 4  # of the program, the innermost, in a traceback


class ProgramError(Exception):
    """A program cannot be read, raises, or starts what cannot start: one sentence.

    line: of the program, 0 where none is to blame; trace: the traceback in the program, "" none; now: s, the instant,
    None before the run; job: the number of the job concerned, None none.
    """

    def __init__(self, sentence: str, line: int = 0, trace: str = "", now: float | None = None, job: int | None = None):
        super().__init__(sentence)
        self.line, self.trace, self.now, self.job = line, trace, now, job


class Job:
    """What a program knows of a job: start and expected_end are None until it starts."""

    __slots__ = (
        "_clock",
        "campaign",
        "expected_end",
        "group",
        "number",
        "partition",
        "processors",
        "queue",
        "requested_time",
        "start",
        "submit",
        "user",
    )

    def __init__(self, clock: list[float], **columns: Any):
        self._clock = clock
        self.start: float | None = None
        self.expected_end: float | None = None
        for name, value in columns.items():
            setattr(self, name, value)

    @property
    def wait(self) -> float:
        """How long it has waited so far, or until it started, s."""
        return (self._clock[0] if self.start is None else self.start) - self.submit  # type: ignore[attr-defined]

    @property
    def area(self) -> float:
        """Requested time x processors, processor-s."""
        return self.requested_time * self.processors  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"job {self.number}"  # type: ignore[attr-defined]


class Start(NamedTuple):
    """A job to start, and why."""

    job: Job
    reason: str = ""


class Reserve(NamedTuple):
    """What a program has promised a job: at `now`, that it will start at `time`."""

    now: float
    row: int
    time: float
    reason: str


@dataclass
class Outcome:
    """What came of a run, by row."""

    start: list[float]  # nan where the run was stopped before
    reason: list[str]  # why it started, "" where the program does not say
    reserved: list[Reserve] = field(default_factory=list)
    passes: int = 0  # calls of schedule()


@dataclass
class Program:
    """A program that was read: its text, its name, and what it works with."""

    source: str
    name: str
    output: Callable[..., None] = print  # its print()

    def lines(self) -> list[str]:
        """The lines of its text, with their ends."""
        return self.source.splitlines(keepends=True)


def load(source: str, name: str = "policy.py", output: Callable[..., None] = print) -> Program:
    """The program, read and not yet executed; raises ProgramError with the line for what is no Python.

    output: called in place of print().
    """
    try:
        compile(source, name, "exec")
    except SyntaxError as error:
        line = error.lineno or 1
        raise ProgramError(f"Line {line} of {name} is no Python: {error.msg}.", line) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ProgramError(f"{name} cannot be read: {error or 'it is nested too deep'}.") from None
    return Program(source, name, output)


def play(
    program: Program,
    columns: Mapping[str, Sequence[Any]],
    machine: int,
    *,
    asked_to_stop: Callable[[int], bool] = lambda ended: False,
) -> Outcome:
    """Execute a program from its beginning and let it schedule these jobs.

    columns: NEEDED and any of OPTIONAL, rows in the order of submission.  machine: processors.
    asked_to_stop: called at every instant with the number of jobs that have ended; where it says so, the run ends as it
    stands.
    Raises ProgramError.
    """
    return _Run(program, columns, machine).play(asked_to_stop)


class _Run:
    """One run: the clock, the jobs, and the program at work."""

    def __init__(self, program: Program, columns: Mapping[str, Sequence[Any]], machine: int):
        self.program, self.machine, self.free = program, machine, machine
        self.clock = [0.0]
        self.submit, self.runtime = list(columns["submit"]), list(columns["runtime"])
        self.requested, self.size = list(columns["requested_time"]), list(columns["processors"])
        self.number = list(columns["number"])
        visible = {name: columns[name] for name in (*NEEDED, *OPTIONAL) if name in columns and name != "runtime"}
        visible |= {name: [0] * len(self.submit) for name in OPTIONAL if name not in columns}
        self.jobs = [
            Job(self.clock, **dict(zip(visible, row, strict=True))) for row in zip(*visible.values(), strict=True)
        ]
        self.row_of = {job: row for row, job in enumerate(self.jobs)}
        self.queue: dict[int, Job] = {}
        self.running: dict[int, Job] = {}
        self.ends: list[tuple[float, int]] = []
        self.due: list[float] = []  # times that reserve() has named, a heap
        self.promise: dict[int, float] = {}
        self.came = self.ended = self.vain = 0
        self.line = 0  # of the program, to blame for what is wrong with its answer
        n = len(self.jobs)
        self.outcome = Outcome([math.nan] * n, [""] * n)
        self.functions = self._execute()

    # -- the program ---------------------------------------------------------------------------------------------------

    def _execute(self) -> dict[str, Any]:
        """Its names after its text was executed; raises ProgramError where it defines no schedule()."""
        name = self.program.name
        linecache.cache[name] = (len(self.program.source), None, self.program.lines(), name)
        names: dict[str, Any] = {
            "__name__": "own_policy",
            "print": self.program.output,
            "machine": self.machine,
            "state": {},
            "start": Start,
            "reserve": self._reserve,
        }
        self._call(lambda: exec(compile(self.program.source, name, "exec"), names))
        schedule = names.get("schedule")
        if not callable(schedule):
            raise ProgramError(f"{name} defines no function schedule; write: {CONTRACT}.")
        for function, arguments in (("schedule", 4), ("on_submit", 2), ("on_end", 2)):
            self._check_arguments(names.get(function), function, arguments)
        return names

    def _check_arguments(self, function: Any, name: str, arguments: int) -> None:
        if function is None:
            return
        try:
            inspect.signature(function).bind(*range(arguments))
        except (TypeError, ValueError):
            wanted = CONTRACT if name == "schedule" else f"def {name}(now, job)"
            line = _line_of(function)
            where = f"Line {line} of {self.program.name}: " if line else ""
            raise ProgramError(f"{where}{name}() does not take {arguments} values; write: {wanted}.", line) from None

    def _call(self, function: Callable[..., Any], *values: Any) -> Any:
        """What a function of the program returns; raises ProgramError with the line where it raises."""
        try:
            return function(*values)
        except ProgramError:
            raise
        except (Exception, SystemExit) as error:
            raise self._wrong(error) from None

    def _wrong(self, error: BaseException) -> ProgramError:
        """What an exception of the program says, with its lines of the program alone."""
        name = self.program.name
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        line = frames[-1].lineno or 0 if frames else 0
        words = f"{type(error).__name__}: {error}".strip(": ")[:LONGEST_REASON]
        trace = "".join(traceback.format_list(frames[-FRAMES:])) + words
        when = f" at {_seconds(self.clock[0])}" if self.came else ""
        where = f"Line {line} of {name}" if line else name
        return ProgramError(f"{where} raises{when} {words}", line, trace[-LONGEST_TRACE:], self.clock[0])

    def _reserve(self, job: Any, time: float, reason: str = "") -> None:
        """reserve() of the program: note a promise, and make a pass at that time."""
        self.line = self._line_here()
        row = self.row_of.get(job) if isinstance(job, Job) else None
        if row is None or row not in self.queue:
            raise self._refused(
                f"reserve() is called with {_quoted(job)}, which does not wait; give a job of queue", job
            )
        if not isinstance(time, int | float) or not self.clock[0] <= time < math.inf:
            raise self._refused(f"reserve({job!r}, {_quoted(time)}) names no time from now on; give seconds", job)
        if self.promise.get(row) != time:
            self.promise[row] = float(time)
            self.outcome.reserved.append(Reserve(self.clock[0], row, float(time), str(reason)[:LONGEST_REASON]))
        if time > self.clock[0] and time not in self.due[:1]:
            heapq.heappush(self.due, float(time))

    def _line_here(self) -> int:
        """The line of the program that is being executed."""
        frame = sys._getframe()
        while frame is not None and frame.f_code.co_filename != self.program.name:
            frame = frame.f_back  # type: ignore[assignment]
        return frame.f_lineno if frame is not None else 0

    # -- the loop ------------------------------------------------------------------------------------------------------

    def play(self, asked_to_stop: Callable[[int], bool]) -> Outcome:
        """Go from event to event until all jobs have ended."""
        while self.ended < len(self.jobs) and not asked_to_stop(self.ended):
            self._go_on()
            self._end_jobs()
            self._submit_jobs()
            if self.queue:
                self._pass()
        return self.outcome

    def _go_on(self) -> None:
        """To the next event; raises ProgramError where nothing is left to happen."""
        times = [self.ends[0][0]] if self.ends else []
        times += [self.submit[self.came]] if self.came < len(self.jobs) else []
        times += [self.due[0]] if self.due else []
        self.vain = self.vain + 1 if times == self.due[:1] else 0
        if not times or self.vain > MOST_VAIN:
            job = self.jobs[next(iter(self.queue))]
            raise self._refused(
                f"nothing runs, {len(self.queue)} wait, and schedule() starts none, so that none would "
                f"ever start; {job!r} needs {self.size[self.row_of[job]]} of {_processors(self.machine)}"
                ": return a job that fits",
                job,
            )
        self.clock[0] = min(times)
        while self.due and self.due[0] <= self.clock[0]:
            heapq.heappop(self.due)

    def _end_jobs(self) -> None:
        now = self.clock[0]
        while self.ends and self.ends[0][0] <= now:
            row = heapq.heappop(self.ends)[1]
            job = self.running.pop(row)
            self.free += self.size[row]
            self.ended += 1
            if "on_end" in self.functions:
                self._call(self.functions["on_end"], now, job)

    def _submit_jobs(self) -> None:
        now = self.clock[0]
        while self.came < len(self.jobs) and self.submit[self.came] <= now:
            row, self.came = self.came, self.came + 1
            self.queue[row] = self.jobs[row]
            if "on_submit" in self.functions:
                self._call(self.functions["on_submit"], now, self.jobs[row])

    def _pass(self) -> None:
        """Ask the program who starts, and start them."""
        self.outcome.passes += 1
        self.line = _line_of(self.functions["schedule"])
        answer = self._call(
            self.functions["schedule"], self.clock[0], list(self.queue.values()), list(self.running.values()), self.free
        )
        self.line = _line_of(self.functions["schedule"])
        for chosen, line in self._listed(answer):
            self.line = line
            self._start(chosen)

    def _listed(self, answer: Any) -> list[tuple[Any, int]]:
        """What schedule() returns, with the lines to blame; a generator is run to its end."""
        if answer is None:
            return []
        if isinstance(answer, Job | Start) or not isinstance(answer, Iterable):
            raise self._refused(f"schedule() returns {_quoted(answer)}; return a list of jobs", answer)
        return self._call(list, self._bounded(iter(answer)))

    def _bounded(self, answer: Iterator[Any]) -> Iterator[tuple[Any, int]]:
        """Its items with their lines, no more than one beyond the jobs that wait."""
        for _, item in zip(range(len(self.queue) + 1), answer, strict=False):
            frame = getattr(answer, "gi_frame", None)
            if frame is not None and frame.f_code.co_filename == self.program.name:
                yield item, frame.f_lineno
            else:
                yield item, self.line

    def _start(self, chosen: Any) -> None:
        """Start a job of the answer now; raises ProgramError where it cannot."""
        job, reason = chosen if isinstance(chosen, Start) else (chosen, "")
        row = self.row_of.get(job) if isinstance(job, Job) else None
        if row is None:
            raise self._refused(f"schedule() returns {_quoted(job)} among the jobs to start; return jobs of queue", job)
        if row not in self.queue:
            state = (
                "runs already"
                if row in self.running
                else "has started already"
                if row < self.came
                else "is not submitted yet"
            )
            raise self._refused(f"schedule() starts {job!r}, which {state}; return each job of queue once", job)
        if self.size[row] > self.free:
            raise self._refused(
                f"schedule() starts {job!r} on {_processors(self.size[row])}, and "
                f"{self.free} {'is' if self.free == 1 else 'are'} free; "
                "compare job.processors with what is free, less what you have started already",
                job,
            )
        now = self.clock[0]
        self.running[row] = self.queue.pop(row)
        self.free -= self.size[row]
        job.start, job.expected_end = now, now + self.requested[row]
        self.outcome.start[row], self.outcome.reason[row] = now, str(reason)[:LONGEST_REASON]
        heapq.heappush(self.ends, (now + self.runtime[row], row))

    def _refused(self, words: str, job: Any) -> ProgramError:
        number = job.number if isinstance(job, Job) else None  # type: ignore[attr-defined]
        when = f"t {_seconds(self.clock[0])} {words}."
        where = f"Line {self.line} of {self.program.name}: a{when}" if self.line else f"A{when}"
        return ProgramError(where, self.line, now=self.clock[0], job=number)


def _line_of(function: Any) -> int:
    """Where a function of the program is defined, 0 where that is not known."""
    return int(getattr(getattr(function, "__code__", None), "co_firstlineno", 0))


def _seconds(time: float) -> str:
    """120 s, 0.5 s."""
    return f"{int(time) if time == int(time) else time:,} s"


def _quoted(value: Any) -> str:
    """A value in a few words, whatever it is."""
    if value is None:
        return "None"
    try:
        text = repr(value)
    except Exception:
        text = "a value"
    kind = type(value).__name__
    short = text if len(text) <= QUOTED else text[:QUOTED] + " ..."
    return short if kind in ("Job", "Start") else f"{short} ({kind})"


def _processors(count: int) -> str:
    return f"{count} processor{'s' * (count != 1)}"
