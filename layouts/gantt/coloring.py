"""What the color of a job in a Gantt tells, and which query means the jobs of a color.

A color tells whose a job is, how large, how stretched, why it waited, or what changed.  A coloring gives every job the
index of a hue, at most COLORS of them, and every hue its words.  Who is told by hues that differ, how much by a scale
of one direction (more is stronger), change by blue (waits less) and orange (waits longer).  All of it is decided by
whole runs, never by the window, so that colors do not change while one moves.

Where a query can say which jobs have a color, it is given: user 37, processors>64, stretch>10.  Why a job waited
and how its wait changed have no query.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from layouts.gantt import patterns
from layouts.gantt.bands import size_class, size_words
from layouts.gantt.job_colors import in_turn, of_one_user
from layouts.kinds import look_of
from layouts.memory.cache import cached
from layouts.state.view import COLORS as KINDS
from layouts.theme import COLORS, GREY, HUES, LADDER, OTHERS, hue, parts, rgb, user_colors, user_ids
from scheduler.analysis.counterparts import changes, matching, of_workload
from scheduler.analysis.query import parse
from scheduler.analysis.wait_causes import waits_by_kind
from scheduler.durations import DAY, HOUR, number
from scheduler.errors import QueryError
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_labels, users_known
from scheduler.model.workload import Workload
from scheduler.query.conditions import Condition, leaves
from scheduler.wording import counted

PALE = 16  # of a code: the job is not among those asked for
PATTERN = 5  # bits before the pattern of a code
STRETCHES = (1.1, 2.0, 5.0, 10.0, 100.0)  # upper ends of classes, the last is open
# In the order of hold_causes.KINDS.
REASONS = (
    "too few processors free",
    "kept free for a reservation",
    "kept free for the head of the queue",
    "a rule of the policy",
    "the log does not tell",
)
NEAR = 1e-6  # s: waits that differ by less are the same
# Scales from little to much, evenly spread over as many classes as there are: away from the background, and lightness
# goes one way, so that they read without color too.
MORE = {
    "light": ("#769b33", "#2f9176", "#2a6f8e", "#3c4f8a", "#3b1450"),
    "dark": ("#7d6bc4", "#4f93c4", "#3fb08f", "#8fcf5a", "#f6ec8a"),
}
LESS = {"light": ("#123f94", "#2f6fd0", "#5b93d6"), "dark": ("#cfe2ff", "#7fb0ff", "#5784bb")}
LONGER = {"light": ("#c97420", "#a85000", "#6b2c00"), "dark": ("#b5743c", "#ff9f5a", "#ffdcbc")}
WHY = (0, 1, 4, 2, 6)  # hues of REASONS


@dataclass(frozen=True)
class Coloring:
    """Which hue each job has, and what hues look like and mean."""

    kind: str  # one of view.COLORS
    title: str  # what is told, before the words
    index: np.ndarray  # [jobs] u1, below COLORS
    hues: dict[str, tuple[str, ...]]  # of each scheme
    words: tuple[tuple[int, str], ...]  # (index, words) in the order of a legend, of those that occur

    def hue(self, index: int, scheme: str) -> str:
        """The color of an index."""
        return self.hues[scheme][index]


def coloring(kind: str, schedule: Schedule, base: Schedule | None = None) -> Coloring:
    """The coloring of a run.

    base: the run "change" compares with, which also decides who of the users has a hue; without it the run itself.
    Raises ValueError for an unknown kind, and for a base of other jobs than those of its log.
    """
    if kind not in KINDS:
        raise ValueError(f"color = {kind!r}; wanted: one of {', '.join(KINDS)}")
    of_one_log = base is None or changes(of_workload(base.workload), of_workload(schedule.workload)) is not None
    if base is not None and len(base.placed) != len(schedule.placed) and not of_one_log:
        raise ValueError(
            f"the run has {counted(len(schedule.placed), 'job')}, the one it is compared with {len(base.placed)}"
        )
    if kind in OF_BASE:
        return OF_BASE[kind](schedule, schedule if base is None else base)
    return _COLORINGS[kind](schedule)


def users(schedule: Schedule, base: Schedule) -> Coloring:
    """Eight users with the most work in the baseline, and grey for all others; in the order of their numbers.

    Where the workload knows no users, and where all tasks are one user's, hues only tell neighbors apart.
    """
    workload = schedule.workload
    if not users_known(workload) or of_one_user(workload):
        return jobs_in_turn(schedule)
    colors, ids = _colors_of(workload, base.workload), user_ids(workload)
    names = user_labels(workload)
    named = [
        (int(colors[user]), str(names[user]))
        for user in np.argsort(ids, kind="stable").tolist()
        if colors[user] < OTHERS
    ]
    named += [(OTHERS, "others")] if bool((colors == OTHERS).any()) else []
    hues = {scheme: tuple(hue(index, scheme) for index in range(COLORS)) for scheme in GREY}
    return Coloring("user", "user", colors[workload.jobs.user].astype(np.uint8), hues, tuple(named))


def _colors_of(workload: Workload, base: Workload) -> np.ndarray:
    """[users] u1: the hues that these users have in another workload of the log; grey for those who are not there."""
    if workload is base or workload.hash == base.hash:
        return user_colors(workload)
    hue_of = dict(zip(user_ids(base).tolist(), user_colors(base).tolist(), strict=True))
    return np.array([hue_of.get(user, OTHERS) for user in user_ids(workload).tolist()], np.uint8)


def jobs_in_turn(schedule: Schedule) -> Coloring:
    """The eight hues in turn, in the order of submission: jobs beside each other can be told apart."""
    jobs = schedule.workload.jobs
    hues = {scheme: tuple(hue(index, scheme) for index in range(COLORS)) for scheme in GREY}
    named = [
        ", ".join(str(number) for number in jobs.job_id[index::OTHERS][:2].tolist())
        + (", …" if len(jobs) > index + 2 * OTHERS else "")
        for index in range(min(OTHERS, len(jobs)))
    ]
    return Coloring("job", "job", in_turn(len(jobs)), hues, tuple(enumerate(named)))


def sizes(schedule: Schedule) -> Coloring:
    """Processors in classes 1, 2, 3-4, 5-8, ...; the largest classes are one."""
    power = np.minimum(size_class(schedule.placed.processors), COLORS - 1)
    top = int(power.max(initial=0))
    names = [size_words(index) for index in range(COLORS - 1)] + [f"more than {2 ** (COLORS - 2)}"]
    return _scaled("size", "processors", power, names[: top + 1])


def stretches(schedule: Schedule) -> Coloring:
    """Response / runtime in classes."""
    with np.errstate(divide="ignore", invalid="ignore"):
        stretch = schedule.response / np.maximum(schedule.shortest, np.finfo(float).tiny)
    edges = [f"{edge:g}" for edge in (1.0, *STRETCHES)]
    names = [f"{low}\u2013{high}" for low, high in pairwise(edges)] + [f"more than {edges[-1]}"]
    return _scaled("stretch", "stretch", np.searchsorted(STRETCHES, stretch, "left"), names)


def reasons(schedule: Schedule) -> Coloring:
    """What most of a job's wait was for; grey where it did not wait."""
    waits = waits_by_kind(schedule)
    index = np.where(schedule.wait > NEAR, waits.argmax(axis=1) if len(waits) else 0, len(REASONS))
    hues = {scheme: (*(HUES[at] for at in WHY), GREY[scheme]) for scheme in GREY}
    return _worded("reason", "waited for", index, hues, (*REASONS, "did not wait"))


def groups(schedule: Schedule) -> Coloring:
    """Which of the groups of its kind of workload a job belongs to; one hue where the workload has no kind."""
    of_kind, jobs = look_of(schedule.workload, lambda look: look.groups), len(schedule.workload)
    hues = {scheme: tuple(hue(index, scheme) for index in range(COLORS)) for scheme in GREY}
    index, names = of_kind(schedule, OTHERS) if of_kind else (np.zeros(jobs, np.int64), ("local",))
    return _worded("grid", "job", index, hues, names)


def change(schedule: Schedule, base: Schedule) -> Coloring:
    """The wait against that of the same job in another run: three classes of less, the same, three of more."""
    small, large = steps(base)
    here, there = matching(schedule.workload, base.workload)
    off = np.zeros(len(schedule.placed))  # of a job that the other run does not have, too
    off[here] = schedule.wait[here] - base.wait[there]
    index = np.searchsorted([-large, -small, -NEAR], off, "right") + np.searchsorted([NEAR, small, large], off, "left")
    hues: dict[str, tuple[str, ...]] = {scheme: (*LESS[scheme], GREY[scheme], *LONGER[scheme]) for scheme in GREY}
    near, far = parts(small, 1.0), parts(large, 1.0)
    names = (
        f"over {far} less",
        f"to {far} less",
        f"to {near} less",
        "same",
        f"to {near} more",
        f"to {far} more",
        f"over {far} more",
    )
    return _worded("change", "waits", index, hues, names)


def steps(base: Schedule) -> tuple[float, float]:
    """What counts as a small and as a large change of a wait, s: 10 min and 3 h; less where all is shorter."""
    span = float(base.placed.end.max(initial=0.0) - base.placed.submit.min(initial=0.0)) if len(base.placed) else 0.0
    rungs = [rung for rung in LADDER if rung <= DAY]
    small = max([rung for rung in rungs if rung <= min(600.0, span / 60)], default=rungs[0])
    large = max([rung for rung in rungs if small < rung <= min(3.0 * HOUR, span / 8)], default=rungs[1] * small)
    return small, large


OF_BASE: dict[str, Callable[[Schedule, Schedule], Coloring]] = {"change": change, "user": users}
_COLORINGS: dict[str, Callable[[Schedule], Coloring]] = {
    "job": jobs_in_turn,
    "size": sizes,
    "stretch": stretches,
    "reason": reasons,
    "grid": groups,
}


def _scaled(kind: str, title: str, index: np.ndarray, names: list[str]) -> Coloring:
    hues = {scheme: scale(MORE[scheme], len(names)) for scheme in MORE}
    return _worded(kind, title, index, hues, tuple(names))


def _worded(
    kind: str, title: str, index: np.ndarray, hues: dict[str, tuple[str, ...]], names: tuple[str, ...]
) -> Coloring:
    there = np.flatnonzero(np.bincount(index, minlength=len(names))).tolist()
    return Coloring(kind, title, index.astype(np.uint8), hues, tuple((at, names[at]) for at in there))


def scale(anchors: tuple[str, ...], count: int) -> tuple[str, ...]:
    """So many colors evenly along a line through these, the first and the last among them."""
    points = np.array([rgb(color) for color in anchors], float)
    at = np.linspace(0, len(anchors) - 1, count) if count > 1 else np.zeros(1)
    mixed = [np.interp(at, np.arange(len(anchors)), points[:, part]) for part in range(3)]
    return tuple("#" + "".join(f"{round(float(part)):02x}" for part in color) for color in zip(*mixed, strict=True))


# ---- as pictures and bars take it -----------------------------------------------------------------------------------


def codes(colors: Coloring, schedule: Schedule, lit: np.ndarray | None) -> np.ndarray:
    """[jobs] u1: hue, + PALE where the job is not lit, + its pattern << PATTERN.

    lit: [jobs] bool; None where all are.
    """
    code = colors.index | (patterns.of_jobs(schedule) << PATTERN)
    return code if lit is None else np.where(lit, code, code | PALE).astype(np.uint8)


def of_run(kind: str, schedule: Schedule, base: Schedule | None = None) -> Coloring:
    """The coloring of a run, made once per process; base: as coloring() has it."""
    if base is None or base is schedule or not needs_base(kind, schedule, base):
        return cached(("coloring", kind), lambda: coloring(kind, schedule), schedule)
    return cached(("coloring", kind), lambda: coloring(kind, schedule, base), schedule, base)


def needs_base(kind: str, schedule: Schedule, base: Schedule) -> bool:
    """Whether the coloring of a run depends on the baseline."""
    return kind == "change" or (kind == "user" and schedule.workload.hash != base.workload.hash)


FIELDS = {"user": "user", "size": "processors", "stretch": "stretch"}  # of view.COLORS those that are a field
OF_RUN = ("stretch", "reason", "change")  # colors that differ between runs


def queries(colors: Coloring, schedule: Schedule) -> dict[int, str]:
    """{index of a hue: the query of its jobs}; "" where none says it."""
    query_of = {"user": _user, "size": _size, "stretch": _stretch}.get(colors.kind)
    return {index: "" if query_of is None else query_of(colors, schedule, index) for index, _ in colors.words}


def _user(hues: Coloring, schedule: Schedule, index: int) -> str:
    """The user of that hue; of grey everybody but those who have one, where all others are known."""
    jobs = schedule.workload.jobs
    there, first = np.unique(hues.index, return_index=True)
    number = dict(zip(there.tolist(), jobs.user_id[first].astype(float).tolist(), strict=True))
    if index == OTHERS:
        named = [number[hue] for hue, _ in hues.words if hue != OTHERS]
        nameless = -1.0 not in named and bool((jobs.user_id < 0).any())
        return "" if nameless else " ".join(str(Condition("user", "!=", user)) for user in named)
    return str(Condition("user", "=", number[index]))


def _size(_colors: Coloring, schedule: Schedule, index: int) -> str:
    """Processors in powers of two; a query asks for what a job wants, so none where policies give other sizes."""
    if not np.array_equal(schedule.placed.processors, schedule.jobs.processors):
        return ""
    high, last = 2**index, index == COLORS - 1
    if index <= 1:
        return f"processors={high}"
    return f"processors>{high // 2}" if last else f"processors>={high // 2 + 1} processors<={high}"


def _stretch(_colors: Coloring, _schedule: Schedule, index: int) -> str:
    edges = list(pairwise((0.0, *STRETCHES, np.inf)))[index]
    parts = (
        f"stretch>{number(edges[0])}" if edges[0] > 0 else "",
        f"stretch<={number(edges[1])}" if np.isfinite(edges[1]) else "",
    )
    return " ".join(filter(None, parts))


def holds(text: str, only: str) -> bool:
    """Whether the query of a color is what `only` asks of that field, whatever else it asks."""
    try:
        wanted, asked = leaves(parse(text).conditions), parse(only)
    except QueryError:
        return False
    return set(asked.of_field(wanted[0].field)) == set(wanted)
