"""What is said of moldable tasks: sizes and times from their table, plans as far as plain numbers tell."""

from __future__ import annotations

import math
import re
from itertools import pairwise

from tests.why.reader import Range, Told, claim, sentence

SHORT_FORM = (
    "on one processor it needs no more than half of that, so it is one of the short tasks that fill the gaps, on one."
)
BY_DEADLINE = ("bicriteria", "bicriteria_on_line")  # each batch is planned alone, of some of the tasks
LISTS = {
    "shelf_order": "the order of the shelves",
    "lptf": "the largest ratio of weight and runtime first",
    "saf_moldable": "the smallest area first",
}


def times_of(told: Told, job: int) -> dict[int, float]:
    """{processors: runtime} that a task can have."""
    jobs, shapes = told.made.workload.jobs, told.made.workload.table("shapes")
    rows = range(int(jobs.shape_ptr[job]), int(jobs.shape_ptr[job] + jobs.shapes[job]))
    return {int(shapes.processors[row]): float(shapes.runtime[row]) for row in rows}


def fewest(told: Told, job: int, height: Range) -> int | None:
    """The fewest processors on which it is done in a time."""
    return min((many for many, time in times_of(told, job).items() if time <= height.high), default=None)


@sentence("Task {N:number} (line {N:line}) of user {N:user}, weight {F:weight}, was submitted at {T:at}.")
def asked(told: Told, job: int, number, line, user, weight, at) -> None:
    claim((number, line, user) == (told.id[job], told.line[job], told.user_id[job]), "it is", told.id[job])
    claim(
        told.made.workload.jobs.weight[job] == weight and told.submit[job] in at,
        "it was submitted at",
        told.submit[job],
    )


@sentence("It is rigid: it runs on {P}, for {L:time}.")
def rigid(told: Told, job: int, p, time) -> None:
    claim(list(times_of(told, job)) == [p] and times_of(told, job)[p] in time, "it runs on", times_of(told, job))


@sentence(
    "It runs for {L:long} on {P:few} and for {L:short} on {P:many}; it was given {P:given}<, on which it is "
    "{F:speed} times as fast as on {N:again}>."
)
def given(told: Told, job: int, long, few, short, many, given, speed, again) -> None:
    known = times_of(told, job)
    claim(
        (few, many) == (min(known), max(known)) and again == (None if given == few else few), "it runs on", list(known)
    )
    claim(known[few] in long and known[many] in short, "it takes", known)
    claim(told.size[job] == given, "it was given", told.size[job])
    faster = known[few] / known[given]
    claim(speed is None if given == few else abs(faster - speed) <= 0.0051 * speed, "it is", faster, "times as fast")
    claim(
        abs(told.end[job] - told.start[job] - known[given]) <= 1e-6 * known[given],
        "it ran for",
        told.end[job] - told.start[job],
    )


@sentence(
    "It would run for {L:long} on {P:few} and for {L:short} on {P:many}; it had {P:most}, and their number {A:times} while it ran.",
    "It would run for {L:long} on {P:few} and for {L:short} on {P:many}; it had {N:least} to {P:most}, "
    "and their number {A:times} while it ran.",
)
def changing(told: Told, job: int, long, few, short, many, most, times, least=None) -> None:
    known, s = times_of(told, job), told.made.segments
    had = [size for row, size in zip(s.job.tolist(), s.processors.tolist(), strict=True) if row == job]
    claim((few, many) == (min(known), max(known)) and known[few] in long and known[many] in short, "it takes", known)
    claim((most if least is None else least, most) == (min(had), max(had)), "it had", had)
    words = {0: "did not change", 1: "changed once"}
    changes = sum(a != b for a, b in pairwise(had))
    claim(times == words.get(changes, f"changed {changes} times"), "it changed", changes, "times")


@sentence(
    "Whenever a task came or ended the processors were dealt anew: in the order of submission each task got the "
    "fewest it runs on, and what was left went one step at a time to the task with the fewest processors <for its "
    "weight >that more could make faster."
)
def dealt_anew(told: Told, job: int) -> None:
    """At its start it had at least the fewest, and whoever came before it had begun."""
    claim(told.policy == "malleable", "another algorithm")
    claim(all(told.start[row] <= told.start[job] for row in range(job)), "somebody before it begins later")


@sentence("The policy takes tasks as rigid jobs, on the fewest processors they run on.")
def as_rigid(told: Told, job: int) -> None:
    claim(told.size[job] == min(times_of(told, job)), "it has", told.size[job])


@sentence(
    "When the machine was empty it was planned together with {N:others} other task that had been submitted by then.",
    "When the machine was empty it was planned together with {N:others} other tasks that had been submitted by then.",
)
def together(told: Told, job: int, others) -> None:
    marks = told.made.marks
    begins = sorted(
        {
            begin
            for begin, kind, label in zip(marks.begin.tolist(), marks.kind.tolist(), marks.label.tolist(), strict=True)
            if kind == 0 and "," not in label
        }
    )
    begin = max(one for one in begins if one <= told.start[job])
    after = min((one for one in begins if one > begin), default=math.inf)
    mine = [row for row in range(len(told.id)) if told.submit[row] <= begin <= told.start[row] < after]
    claim(others == len(mine) - 1, "there were", len(mine) - 1)
    claim(
        not any(start < begin < end for start, end in zip(told.start, told.end, strict=True)),
        "the machine was not empty",
    )


@sentence(
    "MRT's guess of the makespan is {L:guess}; on one processor it needs no more than half of that, so it is one "
    "of the short tasks that fill the gaps, on one."
)
def short(told: Told, job: int, guess) -> None:
    claim(times_of(told, job)[1] <= guess.high / 2, "on one processor it takes", times_of(told, job)[1])
    possible(told, guess)


@sentence(
    "MRT's guess of the makespan is {L:guess}, and it is on the {W:which} shelf, {L:height} high: it takes "
    "{P} to be done in that time. The knapsack chose shelves so that all tasks together are as little work as "
    "possible."
)
def shelf(told: Told, job: int, guess, which, height, p) -> None:
    ratio = {"first": 1, "second": 2}[which]
    claim(
        abs(height.middle - guess.middle / ratio) <= (height.high - height.low) + (guess.high - guess.low),
        "a shelf is not that high",
    )
    claim(
        p in {fewest(told, job, height), fewest(told, job, Range(height.low, height.low))},
        "it takes",
        fewest(told, job, height),
    )
    possible(told, guess)


def possible(told: Told, guess: Range) -> None:
    """A guess is no less than any task takes at its fastest, and than the least work over the machine."""
    if told.policy not in ("batch", "reservations_on_line", *BY_DEADLINE):
        rows = range(len(told.id))
        claim(guess.high >= max(min(times_of(told, row).values()) for row in rows), "a task takes longer")
        least = sum(min(many * time for many, time in times_of(told, row).items()) for row in rows)
        claim(guess.high * told.machine >= least - 1e-6, "there is more work than that")


@sentence("To make room for the second shelf it was given {P:given} in place of {N:before}.")
def made_room(told: Told, job: int, given, before) -> None:
    claim(told.size[job] == given != before, "it was given", told.size[job])


@sentence(
    *(f"It started when it was the first on the list, {words}, of those that fitted." for words in LISTS.values())
)
def of_list(told: Told, job: int) -> None:
    """Nothing that starts later would have fitted in its place alone: it had room when it started."""
    claim(told.policy in (*LISTS, "batch"), "no list")
    claim(told.free(told.start[job]) >= 0, "there was no room")


@sentence(
    "Its runtime is between {L:low} and {L:high}, like that of all tasks of its shelf; shelves come in the order "
    "of their height over the weight of their tasks."
)
def of_smart(told: Told, job: int, low, high) -> None:
    """On the processors of its shelf of MRT, which are those it was given."""
    time = times_of(told, job)[told.size[job]]
    claim(
        low.low <= time <= high.high and abs(high.middle - 2 * low.middle) <= high.high - high.low + low.high,
        "it takes",
        time,
    )


@sentence("Batch {N:number}, {L:long} long, took it: {A:size}.")
def of_demt(told: Told, job: int, number, long, size) -> None:
    takes = re.fullmatch(r"it takes (\d+) processors? to be done in that time", size)
    if takes is None:
        claim(
            size == "it needs no more than half of that on one processor, so it was piled up with others of its kind",
            "unknown words",
            size,
        )
        claim(times_of(told, job)[1] <= long.high / 2, "it takes", times_of(told, job)[1])
        return
    claim(
        int(takes[1]) in {fewest(told, job, long), fewest(told, job, Range(long.low, long.low))},
        "it takes",
        fewest(told, job, long),
    )


def batches(told: Told) -> list[tuple[float, float]]:
    """(begin, length or deadline) of batches that follow each other, s."""
    marks = told.made.marks
    return [
        (begin, value)
        for begin, kind, value in zip(marks.begin.tolist(), marks.kind.tolist(), marks.value.tolist(), strict=True)
        if kind == 0
    ]


def in_batch(told: Told, number: int) -> list[int]:
    """Rows of the tasks that start in it: after its begin, and before that of the next."""
    begins = [begin for begin, _ in batches(told)] + [math.inf]
    return [row for row in range(len(told.id)) if begins[number - 1] <= told.start[row] < begins[number]]


@sentence(
    "Batch {N:number}, with the deadline {L:value}, took it alone at {T:at}.",
    "Batch {N:number}, of at most {L:value}, took it alone at {T:at}.",
)
def took_alone(told: Told, job: int, number, value, at) -> None:
    took_some(told, job, number, value, 0, at)


@sentence(
    "Batch {N:number}, with the deadline {L:value}, took it and {N:others} other task at {T:at}.",
    "Batch {N:number}, with the deadline {L:value}, took it and {N:others} other tasks at {T:at}.",
    "Batch {N:number}, of at most {L:value}, took it and {N:others} other task at {T:at}.",
    "Batch {N:number}, of at most {L:value}, took it and {N:others} other tasks at {T:at}.",
)
def took(told: Told, job: int, number, value, others, at) -> None:
    took_some(told, job, number, value, others, at)


def took_some(told: Told, job: int, number: int, value: Range, others: int, at: Range) -> None:
    """The batch is that old and long; on line nobody is in it who was not there, and each could be done in that time."""
    begin, length = batches(told)[number - 1]
    rows = in_batch(told, number)
    claim(begin in at and length in value, "it begins at", begin, "and is of", length)
    claim(job in rows and len(rows) == others + 1, "it took", rows)
    claim(told.policy == "bicriteria" or all(told.submit[row] <= begin for row in rows), "somebody was not there")
    claim(
        all(min(times_of(told, row).values()) <= length * (1 + 1e-9) for row in rows), "somebody takes longer than that"
    )


@sentence("One batch before it could have taken it, and took others that weigh more for what they need.")
def one_before(told: Told, job: int) -> None:
    some_before(told, job, 1)


@sentence("{N:number} batches before it could have taken it, and took others that weigh more for what they need.")
def some_before(told: Told, job: int, number) -> None:
    mine = next(at for at in range(1, len(batches(told)) + 1) if job in in_batch(told, at))
    first, shortest = min(told.submit), min(times_of(told, job).values())
    able = [
        at
        for at, (begin, length) in enumerate(batches(told)[: mine - 1], 1)
        if shortest <= length and told.submit[job] <= (first + length if told.policy in BY_DEADLINE else begin)
    ]
    claim(len(able) == number, "it could have been in", able)
    claim(all(in_batch(told, at) for at in able), "a batch took nobody")


@sentence(
    "It would have fitted from batch {N:number} on, {L:long} long, which took {N:others} tasks that weigh more "
    "together for the processors they take."
)
def batch_before(told: Told, job: int, number, long, others) -> None:
    claim(min(times_of(told, job).values()) <= long.high, "it takes", min(times_of(told, job).values()))
    claim(0 <= others < len(told.id), "there are not so many")


@sentence(
    "Batches are then closed up: its tasks start as soon as they fit, in the order of their batches.",
    "It started when it was the first on the list of those that could run to their end beside the reservations.",
    "Batches end where reservations begin and end; it was taken by the first batch in which it weighed more than "
    "others for the processors it takes, of those left beside the reservations.",
    "With these processors all tasks are rigid jobs, and planned as a list.",
    "Rigid jobs were planned before the others.",
    "Rigid jobs were planned after the others.",
    "Moldable tasks were planned before the others.",
    "Moldable tasks were planned after the others.",
    "As a rigid job it is in the first batch that is as long as it and had processors left.",
    "A batch took it for the processors that rigid jobs left there, as DEMT chooses.",
    "Of what can be done by a deadline a batch takes what weighs most (a knapsack over processors and work), and MRT "
    "plans that on two shelves:",
    "A batch takes what weighs most of what fits side by side within its length, every task on as few processors as "
    "that takes; tasks that need no more than half of it on one are piled up.",
)
def how(told: Told, job: int) -> None:
    """Tells the way of the algorithm, which is a parameter of the run, and no numbers."""
    claim(
        told.policy
        in (
            "demt",
            "demt_on_line",
            "batch",
            "around_reservations",
            "reservations_on_line",
            "mixed_tasks",
            *BY_DEADLINE,
        ),
        "another algorithm",
    )
