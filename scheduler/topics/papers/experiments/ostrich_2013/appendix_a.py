"""The example of appendix A: three users, four campaigns, six processors, and every number its text gives.

The text tells the work of the campaigns but not their jobs; the sample's lengths are one choice that meets all of it.
A virtual completion is announced from an instant on: the remaining work at the present share, from the present on.  It
is found here from the shares the virtual schedule really gave, as they stood at that instant.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.model.schedule import Schedule
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from scheduler.topics.campaigns.metrics.campaigns import campaign_stretch
from scheduler.topics.papers.experiments import (
    CHOSEN,
    EXACTLY,
    STATED,
    Claim,
    Experiment,
    Measured,
    Opening,
    Outcome,
    Part,
    Published,
    Result,
)

SAMPLE = "ostrich-appendix.swf"
NAMES = ("user 1", "user 2", "user 3, first", "user 3, second")  # campaigns, in the order of the file
INSTANTS = (0.0, 2.0, 5.0, 7.0, 8.0, 10.0)  # s: something is submitted, or starts or is complete virtually
TEXT = "appendix A, text"
PROCESSORS = 6
FIGURE_1 = "Figure 1: the notation, with the numbers of user 3 in seconds"
COLUMNS = ("first campaign", "second campaign")
DIGITS = 6  # of a number of the example; all of them are whole, and sums of shares are rounded


def parts(_scale: str, _seed: int) -> list[Part]:
    """One: the sample, known by its content."""
    return [{"do": "appendix", "sample": SAMPLE, "sha256": sample(SAMPLE).sha256, "label": "the example"}]


def run(part: Part) -> dict[str, list]:
    """Virtual and real times of the four campaigns, and what was announced at each instant ([instants][campaigns])."""
    schedule = simulate(workload(sample(part["sample"])), "ostrich")
    virtual, campaign = schedule.table("virtual"), schedule.workload.jobs.campaign
    starts = [np.sort(schedule.placed.start[campaign == row]).tolist() for row in range(len(NAMES))]
    second_user, placed = campaign == NAMES.index("user 2"), schedule.placed
    return {
        "active": [active(schedule, at) for at in INSTANTS],
        "waited": int(np.count_nonzero(second_user & (placed.start < 2) & (placed.end == 3))),
        "announced": [[announced(schedule, row, at) for row in range(len(NAMES))] for at in INSTANTS],
        "given": [received(schedule, user, 0.0, 2.0) for user in (0, 1)],
        "begin": virtual.start.tolist(),
        "complete": virtual.end.tolist(),
        "submit": virtual.submit.tolist(),
        "end": virtual.real_end.tolist(),
        "starts": starts,
        "stretch": campaign_stretch(schedule).value.tolist(),
        "work": schedule.workload.table("campaigns").work.tolist(),
        "longest": schedule.workload.table("campaigns").longest.tolist(),
    }


def announced(schedule: Schedule, campaign: int, at: float) -> float | None:
    """The virtual completion of a campaign as known at an instant, s; None before its submission and after its end.

    One that waits for the user's previous campaign starts when that is announced to be complete (equation 4.2).
    """
    virtual, campaigns = schedule.table("virtual"), schedule.workload.table("campaigns")
    if not virtual.submit[campaign] <= at < virtual.end[campaign]:
        return None
    begin = float(virtual.start[campaign])
    left = float(campaigns.work[campaign]) - received(schedule, int(campaigns.user[campaign]), begin, at)
    previous = int(campaigns.previous[campaign])
    since = at if begin <= at else announced(schedule, previous, at)
    return None if since is None else since + active(schedule, at) * left / schedule.workload.platform.processors


def active(schedule: Schedule, at: float) -> int:
    """k: users with a campaign in the virtual schedule at an instant."""
    virtual = schedule.table("virtual")
    return int(np.count_nonzero((virtual.start <= at) & (virtual.end > at)))


def received(schedule: Schedule, user: int, begin: float, end: float) -> float:
    """Processor-seconds the virtual schedule gives a user from begin to end; 0 where end is not after begin."""
    shares = schedule.table("shares")
    own = shares.user == user
    time, share = shares.time[own], shares.share[own]
    until = np.append(time[1:], np.inf)
    return float(np.sum(share * np.maximum(np.minimum(until, end) - np.maximum(time, begin), 0)))


def exactly(name: str, value: float, unit: str = "s", printed_equation: float | None = None) -> Published:
    """A number of the text, which leaves no room; printed_equation: what (4.1) as printed gives in its place."""
    return Published(
        name,
        value,
        EXACTLY,
        TEXT,
        unit,
        corrected=""
        if printed_equation is None
        else f"equation (4.1) as printed adds the remaining work to the virtual start, which gives "
        f"{printed_equation:g} where the text has {value:g}; adding it to the present gives {value:g}",
    )


PUBLISHED = (
    exactly("User 1: virtual completion announced at 0 s", 16),
    exactly("User 2: virtual completion announced at 0 s", 6),
    exactly("User 1: virtual share received by 2 s", 6, "processor-s"),
    exactly("User 2: virtual share received by 2 s", 6, "processor-s"),
    exactly("User 1: virtual completion announced at 2 s", 23, printed_equation=21),
    exactly("User 2: virtual completion announced at 2 s", 8, printed_equation=6),
    exactly("User 3: virtual completion announced at 2 s", 7),
    exactly("Active users from 0 s to 2 s", 2, "users"),
    exactly("Active users at 2 s", 3, "users"),
    exactly("User 3: last jobs of its first campaign start", 3),
    exactly("User 3: processors it waits for until 3 s, on which jobs of user 2 run", 2, "processors"),
    exactly("User 3: second campaign submitted", 5),
    exactly("User 3: second campaign, virtual start", 7),
    exactly("User 3: second campaign, virtual completion announced at 5 s", 11),
    exactly("User 3: second campaign, first real start", 7),
)


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The numbers of the text, then those it does not tell."""
    (numbers,) = results
    completions = numbers["announced"]
    text = (
        *completions[0][:2],
        *numbers["given"],
        *completions[1][:3],
        *numbers["active"][:2],
        max(numbers["starts"][2]),
        numbers["waited"],
        numbers["submit"][3],
        numbers["begin"][3],
        completions[2][3],
        min(numbers["starts"][3]),
    )
    measured = [Measured(published.name, round(ours, DIGITS)) for published, ours in zip(PUBLISHED, text, strict=True)]
    for row, name in enumerate(NAMES):
        campaign = name[0].upper() + name[1:]
        measured += [
            Measured(f"{campaign}: final virtual completion", numbers["complete"][row]),
            Measured(f"{campaign}: real completion", numbers["end"][row]),
            Measured(f"{campaign}: stretch", numbers["stretch"][row]),
        ]
    return Outcome((*measured, *notation(numbers)), claims(numbers), charts(numbers))


def notation(numbers: Result) -> list[Measured]:
    """The symbols of figure 1, which draws two submissions of one user, for the two of user 3."""
    first, second = 2, 3  # rows of NAMES
    work, longest, end, submit = (numbers[name] for name in ("work", "longest", "end", "submit"))
    symbols = {
        "t: submission": [submit[row] for row in (first, second)],
        "s: start of the first job": [min(numbers["starts"][row]) for row in (first, second)],
        "C: completion of the last job": [end[row] for row in (first, second)],
        "Δ = C - t: flow time": [end[row] - submit[row] for row in (first, second)],
        "W: work, all jobs together": [work[row] for row in (first, second)],
        "l = max(W / m, longest job): lower bound of Δ": [
            max(work[row] / PROCESSORS, longest[row]) for row in (first, second)
        ],
        "D = Δ / l: stretch": [numbers["stretch"][row] for row in (first, second)],
        "tt: think time, from the completion before to t": [None, submit[second] - end[first]],
        "s̃: virtual start": [numbers["begin"][row] for row in (first, second)],
        "C̃: virtual completion": [numbers["complete"][row] for row in (first, second)],
    }
    return [
        Measured(f"{FIGURE_1}, {symbol}: {column}", value, cell=(FIGURE_1, symbol, column), rows="symbol")
        for symbol, values in symbols.items()
        for column, value in zip(COLUMNS, values, strict=True)
    ]


def claims(numbers: Result) -> tuple[Claim, ...]:
    """What the text says without a number."""
    starts, end = numbers["starts"], numbers["end"]
    first = [min(rows) for rows in starts]
    cut = any(t < first[2] for t in starts[1]) and any(t > first[2] for t in starts[1])
    return (
        Claim(
            "Until 2 s only jobs of user 2 run, who is to be complete first.",
            first[1] == 0 and first[0] >= 2,
            f"First starts: user 2 at {first[1]:g} s, user 3 at {first[2]:g} s, user 1 at {first[0]:g} s.",
        ),
        Claim(
            "The campaign of user 2 is interrupted by that of user 3.",
            cut,
            f"User 2 starts jobs at {listed(starts[1])} s, user 3 its first campaign at {listed(starts[2])} s.",
        ),
        Claim(
            "By 5 s the first campaigns of users 2 and 3 are complete, and jobs of user 1 have started.",
            max(end[1], end[2]) <= 5 and first[0] < 5,
            f"Complete at {end[1]:g} s and {end[2]:g} s; user 1 starts at {first[0]:g} s.",
        ),
        Claim(
            "The second campaign of user 3 waits for its virtual start, though the first is complete before.",
            end[2] < numbers["begin"][3] and first[3] >= numbers["begin"][3],
            f"First campaign complete at {end[2]:g} s, virtual start of the second at {numbers['begin'][3]:g} s, "
            f"first job at {first[3]:g} s.",
        ),
    )


def listed(times: Sequence[float]) -> str:
    """Distinct times: 0, 3, 4."""
    return ", ".join(f"{time:g}" for time in sorted(set(times)))


def charts(numbers: Result) -> tuple[Chart, ...]:
    """What was announced over time, and when campaigns really were complete."""
    rows = range(len(NAMES))
    series = [
        Series(NAMES[row], INSTANTS, tuple(completions[row] for completions in numbers["announced"]), kind="steps")
        for row in rows
    ]
    series.append(Series("completions", (0, 0, 2, 2, 2, 5), (16, 6, 23, 8, 7, 11), published=True, kind="points"))
    complete = (
        Series("virtual", NAMES, tuple(numbers["complete"]), kind="bars"),
        Series("real", NAMES, tuple(numbers["end"]), kind="bars"),
    )
    return (
        Chart(
            "Virtual completion of each campaign, as announced",
            "time, s",
            "virtual completion, s",
            tuple(series),
            caption=(
                "A submission puts off the completions of all others.",
                "User 1's goes from 16 s to 23 s when user 3 comes at 2 s.",
                "Completions bring them forward again.",
            ),
        ),
        Chart(
            "Figure 4: completion in the virtual and in the real schedule",
            "campaign",
            "completion, s",
            complete,
            caption=(
                f"User 1 is complete at {numbers['complete'][0]:g} s virtually and at {numbers['end'][0]:g} s really.",
            ),
        ),
    )


EXPERIMENT = Experiment(
    "appendix-a",
    "The example, number by number",
    "appendix A, figure 4",
    "Does the virtual schedule give the completions that the text announces, and does the real one follow?",
    (
        ("processors", str(PROCESSORS), STATED),
        ("work of the campaigns", "48, 18, 10 and 8 processor-seconds", STATED),
        ("jobs of the campaigns", "43 jobs of 1 to 3 s", CHOSEN),
        ("order inside a campaign", "longest first", CHOSEN),
    ),
    PUBLISHED,
    parts,
    run,
    outcome,
    {"quick": 0.1, "full": 0.1},
    (
        "Equation (4.1) as printed adds the remaining work to the virtual start, which at second 2 gives user 1 a "
        "completion of 21 s and user 2 one of 6 s; the text has 23 s and 8 s, as the present in its place gives.",
        "The text announces 11 s for the second campaign of user 3 and says no more; it is complete virtually at 10 s, "
        "because user 2 is complete at 8 s and leaves a larger share to the others.",
        "The work of the campaigns follows from the text, the lengths of their jobs do not: other lengths may give "
        "other real completions with the same virtual ones.",
    ),
    (
        Opening("the example", {"kind": "sample", "name": SAMPLE}, (("ostrich", {}),)),
        Opening(
            "the example under both policies",
            {"kind": "sample", "name": SAMPLE},
            (("ostrich", {}), ("campaign_fcfs", {})),
        ),
        Opening(
            "without the wait for the virtual start",
            {"kind": "sample", "name": SAMPLE},
            (("ostrich", {}), ("ostrich", {"hold": False})),
        ),
    ),
    random=False,
)
