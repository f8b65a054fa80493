"""What is said of jobs that share nodes: from the segments, the nodes of each, and the log."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

from tests.why.reader import Row, Told, claim, instant, sentence

NODES = r"nodes? \d+[\d, a-z]*"
FULL = 1 - 1e-6


class Segment:
    """A piece of a job: from when to when, how fast, on which nodes with how many tasks of it."""

    def __init__(self, made, row: int, places: list[tuple[int, int, int]]):
        s = made.segments
        self.job, self.begin, self.end, self.speed, self.kind = (
            s.columns[name][row].item() for name in ("job", "begin", "end", "yield_", "kind")
        )
        self.nodes: dict[int, int] = defaultdict(int)
        for first, count, tasks in places:
            for node in range(first, first + count):
                self.nodes[node] += tasks


def segments(told: Told) -> list[Segment]:
    if not hasattr(told, "cut"):
        places: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        p = told.made.places
        if p is not None:
            for of, *place in zip(
                *(p.columns[name].tolist() for name in ("segment", "first", "count", "tasks")), strict=True
            ):
                places[of].append(tuple(place))
        told.cut = [Segment(told.made, row, places[row]) for row in range(len(told.made.segments))]
        told.mine = defaultdict(list)
        for one in sorted(told.cut, key=lambda one: one.begin):
            told.mine[one.job].append(one)
    return told.cut


def of(told: Told, job: int) -> list[Segment]:
    segments(told)
    return told.mine[job]


def near(text: str, truth: float) -> bool:
    """12.5 %, to three digits."""
    said = float(text.removesuffix(" %"))
    return abs(said - 100 * truth) <= 0.0051 * max(abs(said), 1e-9) + 1e-9


def column(told: Told, name: str, job: int) -> float:
    columns = told.made.workload.jobs.columns
    return float(columns[name][job]) if name in columns else 1.0


@sentence(
    "Job {N:number} (line {N:line})< of {U:user}> was submitted at {T:at} with {N:tasks} tasks, each of "
    "which needs {W:cpu} of a node's CPU and {W:memory} of its memory; there {A:nodes}.",
    "Job {N:number} (line {N:line})< of {U:user}> was submitted at {T:at} with {N:tasks} task, which needs "
    "{W:cpu} of a node's CPU and {W:memory} of its memory; there {A:nodes}.",
)
def asked(told: Told, job: int, number, line, user, at, tasks, cpu, memory, nodes) -> None:
    claim(
        (number, line, tasks) == (told.id[job], told.line[job], told.needed[job]), "it has", told.needed[job], "tasks"
    )
    claim(user == (f"user {told.user_id[job]}" if told.user_id[job] >= 0 else None), "its user is", told.user_id[job])
    claim(told.submit[job] in at, "it was submitted at", told.submit[job])
    claim(
        near(cpu, column(told, "cpu_need", job)) and near(memory, column(told, "memory", job)),
        "its tasks need other shares",
    )
    claim(nodes == (f"are {told.machine} nodes" if told.machine > 1 else "is 1 node"), "there are", told.machine)


@sentence("It started at once: the machine is one pool of CPU here, and everybody gets a share of it.")
def pool(told: Told, job: int) -> None:
    claim(told.made.places is None and told.start[job] == told.submit[job], "it waited, or had nodes")


@sentence("It started at once on {A:where}: {A:why}", "It waited {L:wait} and started at {T:at} on {A:where}: {A:why}")
def begins(told: Told, job: int, where, why, wait=None, at=None) -> None:
    first = of(told, job)[0]
    claim(first.begin == told.start[job] and (at is None or first.begin in at), "it started at", first.begin)
    late = first.begin - told.submit[job]
    claim(late == 0 if wait is None else late > 0 and late in wait, "it waited", late)
    on(first, where)
    row = act(told, job, "start", first.begin)
    claim(row is not None or why == "why was not kept.", "no decision")
    if row is None or row.rule == "none":
        return
    other = re.fullmatch(
        r"job (\d+) came in the same instant and there was not enough memory for it, so this one was placed anew to "
        r"make way\.",
        why,
    )
    if other is not None:
        claim(row.rule == "made_way" and told.id[row.blocker] == int(other[1]), "it was by", row)
        claim(told.submit[row.blocker] == first.begin, "that came at", told.submit[row.blocker])
        return
    least = re.fullmatch(
        r"(?:room was made for it \((?P<made>.*)\); |there was memory for all of its tasks; )?of the nodes with memory for "
        r"(?:it|a task of it) the least loaded(?:, task by task)?\.",
        why,
    )
    if least is None:
        packing(told, job, row, why)
        return
    claim(
        row.rule
        in {"forced_in": ("forced_in",), None: ("placed_at_arrival", "room_left")}.get(
            "forced_in" if least["made"] else None, ()
        ),
        "it was by",
        row.rule,
    )
    if least["made"]:
        made_way(told, job, row, least["made"])
    least_loaded(told, job, first)


def least_loaded(told: Told, job: int, first: Segment) -> None:
    """Every node it got has memory for its tasks beside what stays there."""
    used: dict[int, float] = defaultdict(float)
    for one in segments(told):
        if one.begin <= first.begin < one.end:
            for node, tasks in one.nodes.items():
                used[node] += tasks * column(told, "memory", one.job)
    claim(all(used[node] <= 1 + 1e-9 for node in first.nodes), "there is no memory on them")


def made_way(told: Told, job: int, row: Row, words: str) -> None:
    if words == "jobs it would have pushed out could stay after all":
        return
    for part in (
        words.split(" and ") if " were " not in words and " was " in words and words.count(" was ") > 1 else [words]
    ):
        for who, what in re.findall(r"((?:job \d+(?:, | and )?|\d+ more)+) (?:was|were) (paused|moved)", part):
            kind = {"paused": "pause", "moved": "migrate"}[what]
            rows = [r.job for r in told.log if r.time == row.time and r.blocker == job and r.kind == kind]
            named = [told.row_of[int(number)] for number in re.findall(r"job (\d+)", who)]
            more = re.search(r"(\d+) more", who)
            claim(set(named) <= set(rows) and len(named) + int(more[1] if more else 0) == len(rows), "those are", rows)
            for other in named:
                pieces_of = of(told, other)
                claim(any(one.end == row.time for one in pieces_of) or kind == "migrate", "job", other, "ran on")


def on(segment: Segment, words: str) -> None:
    """node 3; nodes 3, 5 to 7 and 12 more."""
    found = re.fullmatch(r"nodes? (.*)", words)
    claim(found, "unknown words", words)
    more = re.search(r"(?: and|,) (\d+) more$", found[1])
    text, named = found[1][: more.start()] if more else found[1], set()
    for part in re.split(r", | and ", text):
        ends = [int(number) for number in part.split(" to ")]
        named |= set(range(ends[0] - 1, ends[-1]))
    claim(
        named <= set(segment.nodes) and len(named) + int(more[1] if more else 0) == len(segment.nodes),
        "it has nodes",
        sorted(node + 1 for node in segment.nodes),
    )


def act(told: Told, job: int, kind: str, time: float) -> Row | None:
    return next((row for row in told.rows(job, kind) if row.time == time), None)


def packing(told: Told, job: int, row: Row, words: str) -> None:
    """All jobs were placed anew ..., with the end of the sentence."""
    found = re.fullmatch(
        r"all jobs were placed anew (?:at the period|because (?P<who>it|job \d+) (?P<what>came|ended))(?:, at a yield of "
        r"(?P<speed>[\d.e+-]+ %)|, so that by the next one no stretch so far is above (?P<stretch>[\d.e+]+))?\.",
        words,
    )
    claim(found, "unknown words", words)
    rules = {"came": "packed_at_arrival", "ended": "packed_at_end"}
    claim(
        row.rule == rules.get(found["what"], row.rule)
        and (found["what"] or row.rule in ("packed_at_period", "packed_for_stretch", "left_out", "none")),
        "it was by",
        row.rule,
    )
    if found["what"]:
        who = job if found["who"] == "it" else told.row_of[int(found["who"].removeprefix("job "))]
        times = told.submit if found["what"] == "came" else told.end
        claim(times[who] == row.time, "that was at", times[who])
    if found["speed"]:
        claim(near(found["speed"], row.value), "it was", row.value)
    if found["stretch"]:
        claim(abs(float(found["stretch"]) - 1 / row.value) <= 0.0051 * float(found["stretch"]), "it was", 1 / row.value)


@sentence(
    "At its start {Js:others} ended and freed {A:memory}.",
    "It could start when {Js:others} {W:act} and left {A:memory}.",
    "It could start when {Js:others} {A:act}, which freed {A:memory} and made room for it.",
)
def left(told: Told, job: int, others, memory, act="ended") -> None:
    start = told.start[job]
    ended = {row for row in range(len(told.id)) if told.end[row] == start}
    if act == "made way":
        ended |= {
            one.job
            for one in segments(told)
            if one.end == start and not any(other.job == one.job and other.begin == start for other in segments(told))
        }
    named, more = others
    claim(
        set(named) <= ended and len(named) + more <= len(ended),
        "those that left then are",
        [told.id[row] for row in ended],
    )
    if not more:
        nodes = sum(told.needed[row] * column(told, "memory", row) for row in named)
        said = re.fullmatch(r"the memory of ([\d.e+]+) nodes|(.*) of a node's memory", memory)
        claim(
            said and (abs(float(said[1]) - nodes) <= 1e-5 * nodes if said[1] else near(said[2], nodes)),
            "they had",
            nodes,
        )


# ---- pauses and moves -----------------------------------------------------------------------------------------------


@sentence("It was paused and moved {N:count} more times, left out here.")
def left_out(told: Told, job: int, count) -> None:
    mine = of(told, job)
    changes = sum(b.begin > a.end or b.nodes != a.nodes for a, b in pairwise(mine))
    claim(0 < count <= changes, "there are", changes)


@sentence("At {T:at} it was moved from {K:one} to {K:other}: {A:why}")
def moved(told: Told, job: int, at, one, other, why) -> None:
    mine = of(told, job)
    number = next(
        (
            i
            for i in range(1, len(mine))
            if mine[i].begin in at and mine[i - 1].end == mine[i].begin and mine[i].nodes != mine[i - 1].nodes
        ),
        None,
    )
    claim(number is not None, "it was not moved then")
    on(mine[number - 1], one)
    on(mine[number], other)
    why = held_up(mine[number:], why)
    why_moved(told, job, "migrate", mine[number].begin, why)


def held_up(mine: list[Segment], words: str) -> str:
    """What is left of a sentence without its penalty, which is checked."""
    found = re.fullmatch(r"(.*) A penalty held it up until (.*)\.", words)
    penalty = mine[0].kind == 1
    claim(bool(found) == penalty, "a penalty held it up:", penalty)
    if found is None:
        return words
    until = mine[0].end
    for one in mine[1:]:
        if one.kind != 1 or one.begin != until or one.nodes != mine[0].nodes:
            break
        until = one.end
    claim(until in instant(found[2]), "it was held up until", until)
    return found[1]


def why_moved(told: Told, job: int, kind: str, time: float, why: str) -> None:
    row = act(told, job, kind, time)
    if row is None or row.rule == "none":
        claim(why == "why was not kept.", "no decision")
        return
    came = re.fullmatch(
        r"(job \d+) came and there was not enough memory for it; the jobs of lowest priority make way, and its own was (.*)\.",
        why,
    )
    if came:
        other = told.row_of[int(came[1].removeprefix("job "))]
        claim(row.rule == "made_way" and row.blocker == other and told.submit[other] == time, "that was", row)
        priority(told, job, time, came[2])
        return
    out = re.fullmatch(r"(.*), and it was left out, for jobs of higher priority; its own was (.*)\.", why)
    if out:
        packing(told, job, row, out[1] + ".")
        priority(told, job, time, out[2])
        return
    packing(told, job, row, why)


def priority(told: Told, job: int, time: float, words: str) -> None:
    done = sum(
        (min(one.end, time) - one.begin) * one.speed for one in of(told, job) if one.begin < time and one.kind == 0
    )
    if words == "the highest there is, for it had not made any progress":
        claim(done <= 0, "it had made progress:", done)
        return
    number, work = r"([\d.e+-]+)", r"([\d.e+-]+) s of work"
    since = r"([\d.e+-]+) s"
    form, rule = {
        "1/vt": (rf"{number} \((1) / {work}\)", lambda flow: 1 / done),
        "ft/vt": (rf"{number} \({since} / {work}\)", lambda flow: flow / done),
    }.get(told.params["priority"], (rf"{number} \({since} / \({work}\)²\)", lambda flow: flow / done**2))
    found = re.fullmatch(form, words)
    claim(found, "unknown words", words)
    flow = time - told.submit[job]
    claim(told.params["priority"] == "1/vt" or abs(float(found[2]) - flow) <= 0.051, "it is", flow)
    claim(abs(float(found[3]) - done) <= 0.051, "it is", done)
    claim(abs(float(found[1]) - rule(flow)) <= 0.0051 * rule(flow), "it is", rule(flow))


@sentence("At {T:at} it was paused for {L:pause}: {A:why} It went on at {T:again} on {A:where}: {A:because}")
def paused(told: Told, job: int, at, pause, why, again, where, because) -> None:
    mine = of(told, job)
    number = next((i for i in range(1, len(mine)) if mine[i - 1].end in at and mine[i].begin in again), None)
    claim(number is not None and mine[number].begin > mine[number - 1].end, "it was not paused then")
    claim(
        mine[number].begin - mine[number - 1].end in pause, "it paused for", mine[number].begin - mine[number - 1].end
    )
    on(mine[number], where)
    why_moved(told, job, "pause", mine[number - 1].end, why)
    because = held_up(mine[number:], because)
    row = act(told, job, "resume", mine[number].begin)
    if row is None or row.rule == "none":
        claim(because == "why was not kept.", "no decision")
        return
    room = re.fullmatch(r"there was memory for all of its tasks(?: when (.*) ended)?\.", because)
    if room is None:
        packing(told, job, row, because)
        return
    claim(row.rule == "room_left", "it was by", row.rule)
    ended = [one for one in range(len(told.id)) if told.end[one] == row.time]
    named = [told.row_of[int(number_)] for number_ in re.findall(r"job (\d+)", room[1] or "")]
    more = re.search(r"(\d+) more", room[1] or "")
    claim(set(named) <= set(ended) and len(named) + int(more[1] if more else 0) == len(ended), "those are", ended)


# ---- how fast -------------------------------------------------------------------------------------------------------


@sentence(
    "Whenever it made progress it ran at full speed.",
    "Whenever it made progress its yield was {W:mean}: {A:why}.",
    "While it made progress its yield was {W:mean} on average; it was lowest, {W:low}, from {T:begin} to {T:end}: {A:why}.",
)
def speed(told: Told, job: int, mean=None, why=None, low=None, begin=None, end=None) -> None:
    runs = [one for one in of(told, job) if one.kind == 0]
    least = min((one.speed for one in runs), default=1.0)
    if mean is None:
        claim(least >= FULL, "its yield was", least)
        return
    time = sum(one.end - one.begin for one in runs)
    claim(near(mean, sum((one.end - one.begin) * one.speed for one in runs) / time), "it is another")
    if low is None:
        claim(max(one.speed for one in runs) - least <= 1e-6, "it was not even")
        slowest = runs[[one.speed for one in runs].index(least)]
    else:
        slowest = next((one for one in runs if one.begin in begin and one.end in end), None)
        claim(
            slowest is not None and near(low, slowest.speed) and slowest.speed <= least + 1e-9,
            "it was lowest elsewhere:",
            least,
        )
    limit(told, job, slowest, why)


def limit(told: Told, job: int, now: Segment, why: str) -> None:
    """Whether a node of it is full then, and who shares it."""
    there = [one for one in segments(told) if one.begin <= now.begin < one.end]
    shared = re.fullmatch(r"it shared the whole machine with (.*)", why)
    if shared or why == "its own tasks want more than the whole machine":
        others = [one.job for one in there if one.job != job]
        named = [told.row_of[int(number)] for number in re.findall(r"job (\d+)", why)]
        more = re.search(r"(\d+) more", why)
        claim(
            told.made.places is None
            and set(named) <= set(others)
            and len(named) + int(more[1] if more else 0) == len(others),
            "they are",
            others,
        )
        return
    wanted, given, tasks = (
        {node: sum(one.nodes[node] * part(one) for one in there if node in one.nodes) for node in now.nodes}
        for part in (
            lambda one: column(told, "cpu_need", one.job),
            lambda one: column(told, "cpu_need", one.job) * one.speed,
            lambda one: 1,
        )
    )
    full = [
        node for node in now.nodes if given[node] >= (1 - 0.01 * tasks[node] if told.params.get("quantized") else FULL)
    ]
    if why == "none of its nodes was full, but this algorithm leaves some CPU over":
        claim(not full, "full were", full)
        return
    own = re.fullmatch(r"its own tasks on node (\d+) want (.*) of it", why)
    found = own or re.fullmatch(
        r"node (\d+) was full, which it shared with (?P<who>.*); together they want (.*) of it", why
    )
    claim(found, "unknown words", why)
    node = int(found[1]) - 1
    claim(
        node in full and near(found.groups()[-1], wanted[node]), "wanted of it is", wanted.get(node), "full are", full
    )
    others = [one.job for one in there if one.job != job and node in one.nodes]
    named = [] if own else [told.row_of[int(number)] for number in re.findall(r"job (\d+)", found["who"])]
    more = None if own else re.search(r"(\d+) more", found["who"])
    claim(set(named) <= set(others) and len(named) + int(more[1] if more else 0) == len(others), "they are", others)


@sentence("Its response of {F:whole} s is all work.", "Its response of {F:whole} s is {A:parts}.")
def response(told: Told, job: int, whole, parts="") -> None:
    mine, flow = of(told, job), told.end[job] - told.submit[job]
    step = 1.0 if flow >= 1_000 else 0.01
    truth = {
        "waiting": told.start[job] - told.submit[job],
        "paused": sum(b.begin - a.end for a, b in pairwise(mine)),
        "in penalties": sum(one.end - one.begin for one in mine if one.kind == 1),
        "work": sum((one.end - one.begin) * one.speed for one in mine if one.kind == 0),
        "lost to sharing": sum((one.end - one.begin) * (1 - one.speed) for one in mine if one.kind == 0),
    }
    claim(abs(whole - flow) <= step, "it is", flow)
    said = {words: float(number) for number, words in re.findall(r"([\d.e+]+) s ([a-z ]+?)(?=, | and |$)", parts)}
    if not parts:
        said = {"work": whole}
    claim(set(said) <= set(truth), "unknown parts", parts)
    claim(all(abs(said.get(name, 0.0) - size) <= 1.01 * step for name, size in truth.items()), "it is", truth)
