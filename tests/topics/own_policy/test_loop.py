"""Programs in plain Python: they start jobs as the naive twins do, and every fault of theirs is one sentence."""

from __future__ import annotations

import ast
import math
import random
import sys
from pathlib import Path

import pytest

from scheduler.topics.own_policy import loop
from scheduler.topics.own_policy.loop import ProgramError
from tests.cases.every_case import every_case
from tests.naive import rigid as naive

pytestmark = pytest.mark.core

FCFS = """
def schedule(now, queue, running, free):
    for job in queue:
        if job.processors > free:
            break
        yield start(job, reason="first")
        free -= job.processors
"""
EASY = """
def schedule(now, queue, running, free):
    chosen = []
    while queue and queue[0].processors <= free:
        chosen.append(queue.pop(0))
        free -= chosen[-1].processors
    if not queue:
        return chosen
    head = queue[0]
    ends = [(job.expected_end, job.processors) for job in running]
    ends += [(now + job.requested_time, job.processors) for job in chosen]
    room, shadow = free, now
    for shadow, processors in sorted(ends):
        room += processors
        if room >= head.processors:
            break
    extra = free + sum(processors for end, processors in ends if end <= shadow) - head.processors
    reserve(head, shadow, "first in the queue")
    for job in queue[1:]:
        in_time = now + job.requested_time <= shadow
        if job.processors <= free and (in_time or job.processors <= extra):
            chosen.append(job)
            free -= job.processors
            extra -= 0 if in_time else job.processors
    return chosen
"""


def jobs_of(seed: int, count: int = 30, machine: int = 4) -> list[naive.Job]:
    """Jobs full of ties."""
    draw = random.Random(seed)
    submits = sorted(draw.randrange(12) for _ in range(count))
    return [
        naive.Job(submit, runtime := draw.randrange(1, 5), runtime + draw.randrange(3), draw.randrange(1, machine + 1))
        for submit in submits
    ]


def columns_of(jobs: list[naive.Job]) -> dict[str, list]:
    return {
        "number": [row + 1 for row in range(len(jobs))],
        **{
            name: [getattr(job, name) for job in jobs] for name in ("submit", "runtime", "requested_time", "processors")
        },
    }


def played(source: str, jobs: list[naive.Job], machine: int = 4) -> loop.Outcome:
    return loop.play(loop.load(source), columns_of(jobs), machine)


@pytest.mark.parametrize("source, twin", [(FCFS, naive.fcfs), (EASY, naive.easy)], ids=["fcfs", "easy"])
def test_programs_start_jobs_as_the_naive_twins_do(source, twin):
    for seed in range(60):
        jobs = jobs_of(seed)
        assert played(source, jobs).start == naive.run(twin, jobs, 4).starts, seed


def test_reasons_and_reservations_are_kept():
    jobs = [naive.Job(0, 5, 5, 3), naive.Job(1, 2, 2, 4), naive.Job(2, 1, 1, 1)]
    outcome = played(EASY, jobs)
    assert outcome.reserved == [(1, 1, 5.0, "first in the queue")]  # once, though it is said at every pass
    assert outcome.start == [0, 5, 2]
    assert played(FCFS, jobs).reason == ["first"] * 3


def test_a_reservation_brings_a_pass_at_its_time():
    source = """
def schedule(now, queue, running, free):
    state.setdefault("times", []).append(now)
    print(now)
    reserve(queue[0], 7)
    return queue if now >= 7 else None
"""
    printed = []
    outcome = loop.play(loop.load(source, output=printed.append), columns_of([naive.Job(0, 1, 1, 1)]), 1)
    assert outcome.start == [7] and printed == [0, 7]


def test_what_a_program_may_define_is_called_in_order():
    source = """
def on_submit(now, job): print("submit", now, job.number, job.wait, job.start)
def on_end(now, job): print("end", now, job.number, job.wait, job.start, job.expected_end)
def schedule(now, queue, running, free):
    print("pass", now, [job.number for job in queue], running, free, machine)
    return queue[:1] if free else []
"""
    lines = []
    loop.play(
        loop.load(source, output=lambda *words: lines.append(words)),
        columns_of([naive.Job(0, 3, 4, 2), naive.Job(3, 1, 1, 1)]),
        2,
    )
    assert [line[:3] for line in lines] == [
        ("submit", 0, 1),
        ("pass", 0, [1]),
        ("end", 3, 1),
        ("submit", 3, 2),
        ("pass", 3, [2]),
        ("end", 4, 2),
    ]
    assert lines[2] == ("end", 3, 1, 0, 0, 4)


def test_a_job_tells_what_the_contract_names_and_not_its_runtime():
    source = "def schedule(now, queue, running, free):\n    print(sorted(n for n in dir(queue[0]) if n[0] != '_'))\n    return queue"
    names = []
    loop.play(loop.load(source, output=names.extend), columns_of([naive.Job(0, 3, 4, 2)]), 2)
    assert names == [
        "area",
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
        "wait",
    ]


def test_a_program_that_changes_its_jobs_changes_nothing():
    source = """
def schedule(now, queue, running, free):
    for job in queue:
        job.processors, job.submit = 1, 0
    return queue[:free]
"""
    with pytest.raises(ProgramError, match=r"at 0 s schedule\(\) starts job 1 on 4 processors, and 2 are free"):
        loop.play(loop.load(source), columns_of([naive.Job(0, 1, 1, 4)]), 2)


def test_it_stops_when_asked():
    outcome = loop.play(
        loop.load(FCFS),
        columns_of([naive.Job(at, 1, 1, 1) for at in range(9)]),
        1,
        asked_to_stop=lambda ended: ended == 3,
    )
    assert sum(map(math.isfinite, outcome.start)) == 4


SCHEDULE = "def schedule(now, queue, running, free):\n    "


@every_case(
    "source, words, line",
    [
        ("def schedule(", "Line 1 of policy.py is no Python", 1),
        ("x = 1", "defines no function schedule; write: def schedule(now, queue, running, free)", 0),
        ("schedule = 3", "defines no function schedule", 0),
        (
            "\ndef schedule(now): pass",
            "Line 2 of policy.py: schedule() does not take 4 values; write: def schedule(now, queue, running, free)",
            2,
        ),
        (
            SCHEDULE + "return queue\ndef on_end(job): pass",
            "Line 3 of policy.py: on_end() does not take 2 values; write: def on_end(now, job)",
            3,
        ),
        ("import nothing_of_this_name", "Line 1 of policy.py raises ModuleNotFoundError", 1),
        (SCHEDULE + "return 1 / 0", "Line 2 of policy.py raises at 0 s ZeroDivisionError", 2),
        (SCHEDULE + "raise SystemExit", "Line 2 of policy.py raises at 0 s SystemExit", 2),
        (SCHEDULE + "yield queue[0]\n    yield queue[9]", "Line 3 of policy.py raises at 0 s IndexError", 3),
        (SCHEDULE + "return 7", "Line 1 of policy.py: at 0 s schedule() returns 7 (int); return a list of jobs", 1),
        (SCHEDULE + "return queue[0]", "at 0 s schedule() returns job 1; return a list of jobs", 1),
        (SCHEDULE + "return [1]", "returns 1 (int) among the jobs to start; return jobs of queue", 1),
        (SCHEDULE + "return [queue[0]] * 2", "starts job 1, which runs already; return each job of queue once", 1),
        (SCHEDULE + "return queue", "at 0 s schedule() starts job 2 on 2 processors, and 1 is free", 1),
        (
            SCHEDULE + "return state.setdefault(0, queue[:1]) if now != 1 else []",
            "at 2 s schedule() starts job 1, which has started already",
            1,
        ),
        (SCHEDULE + "pass", "Line 1 of policy.py: at 1 s nothing runs, 3 wait, and schedule() starts none", 1),
        (SCHEDULE + "reserve(queue[0], now + 1)", "nothing runs, 3 wait", 1),
        (
            SCHEDULE + "reserve(queue[0], -1)",
            "Line 2 of policy.py: at 0 s reserve(job 1, -1 (int)) names no time from now on",
            2,
        ),
        (SCHEDULE + "reserve(queue[0], float('nan'))", "names no time from now on", 2),
        (SCHEDULE + "reserve(4, 9)", "reserve() is called with 4 (int), which does not wait", 2),
        (
            SCHEDULE + "while True: yield queue[0]",
            "Line 2 of policy.py: at 0 s schedule() starts job 1, which runs already",
            2,
        ),
        (
            SCHEDULE + "yield queue[0]\n    yield from []\n    yield 5",
            "Line 4 of policy.py: at 0 s schedule() returns 5 (int) among the jobs",
            4,
        ),
        (
            "def later(job):\n    reserve(job, -1)\n" + SCHEDULE + "later(queue[0])",
            "Line 2 of policy.py: at 0 s reserve(job 1, -1",
            2,
        ),
        (SCHEDULE + "return schedule(now, queue, running, free)", "raises at 0 s RecursionError", 2),
        ("(" * 5000, "no Python", 1),
    ],
)
def test_every_fault_is_a_sentence(source, words, line):
    jobs = [naive.Job(0, 2, 2, 1), naive.Job(0, 3, 3, 2), naive.Job(1, 1, 1, 2)]
    with pytest.raises(ProgramError) as error:
        played(source, jobs, 2)
    assert words in str(error.value)
    assert error.value.line == line
    assert len(str(error.value)) < 400 and "\n" not in str(error.value)


def test_the_traceback_shows_the_lines_of_the_program_alone():
    with pytest.raises(ProgramError) as error:
        played("def helper(job):\n    return job.runtime\n" + SCHEDULE + "return [helper(queue[0])]", jobs_of(1))
    assert "return job.runtime" in error.value.trace and "return [helper(queue[0])]" in error.value.trace
    assert "loop.py" not in error.value.trace


def test_the_loop_needs_the_standard_library_alone():
    tree = ast.parse(Path(loop.__file__).read_text())
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in modules} <= set(sys.stdlib_module_names)
