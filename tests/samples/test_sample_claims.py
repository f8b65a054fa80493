"""What every sample says of itself, in its lesson and in the list of samples, computed from what is simulated.

A claim is a piece of these texts with what has to hold for it; a sample has claims that hold every number in them, so
that a lesson whose numbers changed, or that has no claim, fails.  Completions and starts in the notes are held by
test_paper_samples, test_rigid_samples and test_moldable_samples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from layouts.frame.samples import is_offered
from scheduler.durations import human
from scheduler.model.schedule import KILLED, Schedule
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.replay.plan import first_starts
from scheduler.results.sources import samples, setups
from scheduler.simulate import simulate
from tests.cases.every_case import every_case
from tests.cases.small_campaigns import complete

README = Path(__file__).parents[2] / "sample_traces" / "README.md"
BLOCK, LIST = "campaign_fcfs placement=block", "faircamp placement=list"
AWAY = "best_effort away=1:1:2-6"
WHENEVER, PLANNED = (f'best_effort{how} speeds="0.4,1" transfer=1' for how in ("", " filling=fork"))
AROUND = "around_reservations reservations=2:4-8"
Claim = tuple[Sequence[str] | str, Callable[[Any], Any]]  # (pieces of the texts, what has to hold of the sample)


class Runs:
    """A sample under policies, simulated when asked for."""

    def __init__(self, name: str, **options: Any):
        self.name = name
        self.jobs = workload(sample(f"{name}.swf"), **options)
        self._known: dict[str, Schedule] = {}

    def __getitem__(self, run: str) -> Schedule:
        if run not in self._known:
            ((policy, params),) = setups(run)
            self._known[run] = simulate(self.jobs, policy, params)
        return self._known[run]

    def with_options(self, **options: Any) -> Runs:
        return Runs(self.name, **options)

    def starts(self, run: str) -> list[float]:
        return self[run].placed.start.tolist()

    def ends(self, run: str) -> list[list[float]]:
        """Completions of every campaign, by user."""
        return [[pytest.approx(end) for end in user] for user in complete(self[run])]

    def start(self, run: str, job: int) -> float:
        return float(self[run].placed.start[job - 1])

    def wait(self, run: str, job: int) -> float:
        return float(self[run].wait[job - 1])

    def last(self, run: str) -> float:
        return float(self[run].placed.end.max())

    def weighted(self, run: str) -> float:
        """Sum of weight times completion."""
        return float((self.jobs.jobs.weight * self[run].placed.end).sum())

    def completions(self, run: str) -> float:
        return float(self[run].placed.end.sum())

    def busy(self, run: str, time: float) -> int:
        placed = self[run].placed
        return int(placed.processors[(placed.start <= time) & (time < placed.end)].sum())

    def late(self, run: str) -> int:
        table = by_campaign(self[run])
        return int((table.real_end > table.deadline + 1e-6).sum())

    def stretch(self, run: str, user: int) -> float:
        """Completion of a user's last campaign over what the machine needs for all of them, one after the other."""
        jobs, m = self.jobs.jobs, self.jobs.platform.processors
        alone = sum(
            max(jobs.runtime[rows].sum() / m, jobs.runtime[rows].max())
            for rows in (jobs.campaign == c for c in np.unique(jobs.campaign[jobs.user == user - 1]))
        )
        return complete(self[run])[user - 1][-1] / alone

    def order(self, run: str) -> list[int]:
        """Campaigns in the order of their completions."""
        return np.argsort([end for user in complete(self[run]) for end in user], kind="stable").tolist()


def deadlines(r: Runs) -> list[float]:
    campaigns = r.jobs.campaigns
    rows = np.lexsort((campaigns.index, campaigns.user))
    return by_campaign(r["faircamp"]).deadline[rows].tolist()


def in_pairs(r: Runs, runs: Sequence[str]) -> set[tuple]:
    return {tuple(r.starts(run)) for run in runs}


def grows(waits: np.ndarray) -> bool:
    """Whether each quarter of the jobs waits longer than the one before."""
    means = [part.mean() for part in np.array_split(waits, 4)]
    return means == sorted(means) and means[3] > 2 * means[1]


def profile_stretch(r: Runs, run: str, group: int) -> float:
    table, first = by_campaign(r[run]), r.jobs.members[r.jobs.job_ptr[:-1]]
    bound = np.maximum(r.jobs.campaigns.work / r.jobs.platform.processors, r.jobs.campaigns.longest)
    mine = r.jobs.jobs.group[first] == group
    return float(((table.real_end - table.submit) / bound)[mine].mean())


def slurm_runs(r: Runs) -> list[str]:
    """The runs that a sample of Slurm opens with."""
    return [run.strip() for run in KNOWN[r.name].policies.split(",")]


def slurm_starts(r: Runs, run: int) -> list[float]:
    return r.starts(slurm_runs(r)[run])


# {sample: its claims}
CLAIMS: dict[str, tuple[Claim, ...]] = {
    "bad-estimates": (
        (
            ("Users ask for up to 20 times what they need", "users ask for up to 20 times what they need"),
            lambda r: 19 < (r.jobs.jobs.requested_time / r.jobs.jobs.runtime).max() <= 20,
        ),
        ("under EASY they wait 5 h 53 min on average", lambda r: human(r["easy"].wait.mean()) == "5 h 53 min"),
        (
            (
                "with exact estimates (an option of the workload) it would be 4 h 33 min",
                "under EASY they wait longer than with exact",
            ),
            lambda r: human(r.with_options(estimates="exact")["easy"].wait.mean()) == "4 h 33 min",
        ),
    ),
    "barriers-many": (
        (
            "four jobs that could run side by side take four seconds",
            lambda r: len(r.jobs) == 4 == r.jobs.platform.processors and r.last("camp") == r.last("campaign_fcfs") == 4,
        ),
        (
            ("each waits for the one before", "four campaigns of one job take four times as long as"),
            lambda r: r.ends("camp") == [[1, 2, 3, 4]] and Runs("barriers-none").last("camp") == 1,
        ),
    ),
    "barriers-none": (
        (
            (
                "all run at once and the user is done after one second instead of four",
                "the same four jobs as one campaign",
            ),
            lambda r: (
                r.ends("camp") == [[1]]
                and r.jobs.jobs.runtime.tolist() == Runs("barriers-many").jobs.jobs.runtime.tolist()
            ),
        ),
    ),
    "busy-processor": (
        ("One processor is busy until second 1", lambda r: r.ends("faircamp")[0] == [1]),
        (("ends at 5", "5 against 4"), lambda r: r.last("faircamp placement=commit order=lpt") == 5),
        ("ends at 4", lambda r: r.last("faircamp placement=commit order=mlpt") == 4),
    ),
    "campaign-deadlines": (
        (
            ("twice its length after the deadline before", "10 and 16, and 6, 12 and 32 (printed: 22)"),
            lambda r: deadlines(r) == pytest.approx([2 * 5, 10 + 2 * 3, 2 * 3, 6 + 2 * 3, 12 + 2 * 10]),
        ),
        (
            "order the same campaigns differently",
            lambda r: len({tuple(r.order(run)) for run in ("faircamp", BLOCK, "multicamp")}) == 3,
        ),
    ),
    "convoy": (
        (
            (
                "holds up sixty short ones while half of the machine is idle",
                "sixty short ones behind it, half of the machine idle",
                "holds up sixty short ones",
            ),
            lambda r: (
                len(r.jobs) == 62 and r.busy("fcfs", 43_199) == 32 and min(r.starts("fcfs")[2:]) >= r.start("fcfs", 2)
            ),
        ),
        ("FCFS keeps the order", lambda r: r.starts("fcfs") == sorted(r.starts("fcfs"))),
        (
            "EASY and backfill let the short ones pass",
            lambda r: all(max(r.starts(run)[2:]) < r.start(run, 2) for run in ("easy", "backfill")),
        ),
    ),
    "early-end": (
        (
            "Job 1 asks for 10 seconds and ends after 5",
            lambda r: (r.jobs.jobs.requested_time[0], r.jobs.jobs.runtime[0]) == (10, 5),
        ),
        (
            ("four meanings give four schedules", "four meanings of conservative backfilling, four schedules"),
            lambda r: (
                len(in_pairs(r, [f"conservative compression={way}" for way in ("start", "arrival", "rebuild", "none")]))
                == 4
            ),
        ),
        (
            "one of them breaks the promise to job 4",
            lambda r: (
                [
                    np.flatnonzero(r[run].placed.start > first_starts(r[run])).tolist()
                    for run in (f"conservative compression={way}" for way in ("start", "arrival", "rebuild", "none"))
                ]
                == [[], [], [3], []]
            ),
        ),
    ),
    "deadlines-on-line": (
        (
            ("Batches by deadline, 2, 4 and 8 s after the first submission", "batches by deadline, on line"),
            lambda r: r["bicriteria_on_line"].marks.value.tolist() == [2, 4, 8],
        ),
        (
            (
                "job 2, there from the beginning, is left out of the second one for job 3",
                "a task there from the beginning is left out for a heavier one",
            ),
            lambda r: (
                r.jobs.jobs.submit[1] == 0 and r.start("bicriteria_on_line", 3) == 4 < r.start("bicriteria_on_line", 2)
            ),
        ),
        (
            "which comes at 3 s and weighs more",
            lambda r: r.jobs.jobs.submit[2] == 3 and r.jobs.jobs.weight[2] > r.jobs.jobs.weight[1],
        ),
        (
            "at 12 and 10 s in place of 14 s",
            lambda r: [r.last(run) for run in ("demt_on_line", "batch", "bicriteria_on_line")] == [12, 10, 14],
        ),
    ),
    "equal-users": (
        (
            "one can be done at 2, one at 4 and one at 6",
            lambda r: [user[-1] for user in r.ends("multicamp")] == [2, 4, 6],
        ),
        (
            ("to take turns ends at 4, 5 and 6", "better than in turns for all but the last"),
            lambda r: sorted(user[-1].expected for user in r.ends(BLOCK)) == [4, 5, 6],
        ),
    ),
    "extra-processors": (
        (
            ("job 4 takes processors the head leaves over, and delays job 3", "a backfilled job delays the third"),
            lambda r: r.start("easy", 4) < r.start("fcfs", 4) and r.start("easy", 3) > r.start("fcfs", 3),
        ),
        ("EASY protects only the first job in the queue", lambda r: r.start("easy", 2) == r.start("fcfs", 2)),
    ),
    "five-jobs": (
        (
            ("job 4 starts five hours earlier than under FCFS", "EASY starts job 4 five hours earlier than FCFS"),
            lambda r: r.start("fcfs", 4) - r.start("easy", 4) == 5 * 3_600,
        ),
        ("nobody waits longer", lambda r: (r["easy"].wait <= r["fcfs"].wait).all()),
    ),
    "four-policies": (
        (
            ("Six jobs, four schedules", "six jobs, four schedules"),
            lambda r: len(r.jobs) == 6 and len(in_pairs(r, ("fcfs", "backfill", "easy", "conservative"))) == 4,
        ),
        (
            "the wide job 4 starts at 6 s under FCFS and under conservative",
            lambda r: r.start("fcfs", 4) == r.start("conservative", 4) == 6 and r.jobs.jobs.processors.argmax() == 3,
        ),
        (
            "at 7 s under EASY, which protects only the first job",
            lambda r: r.start("easy", 4) == 7 and r.start("easy", 2) == r.start("fcfs", 2),
        ),
        ("at 9 s without reservations", lambda r: r.start("backfill", 4) == 9),
    ),
    "greedy-deadlines": (
        (
            ("user 1 waits for a short one and is stretched to 1.98", "1.98 against 1.005"),
            lambda r: r.stretch("faircamp", 1) == pytest.approx(1.98),
        ),
        (
            "1.005 was possible",
            lambda r: max(r.stretch("multicamp", user) for user in (1, 2)) == pytest.approx(1.005, abs=5e-4),
        ),
    ),
    "growing-batches": (
        (
            ("2, 4 and 8 s long, then closes the gaps", "batches of 2, 4 and 8 s, then closed up"),
            lambda r: (
                sorted(set(r.starts("demt compaction=false"))) == [0, 2, 2 + 4]
                and r.last("demt compaction=false") <= 6 + 8
                and r.last("demt") < r.last("demt compaction=false")
            ),
        ),
        ("weighted completions are 62", lambda r: r.weighted("demt") == 62),
        ("against 92 with MRT's two shelves", lambda r: r.weighted("mrt") == 92),
    ),
    "held-back": (
        (
            ("keeps a processor idle from second 2 to 4", "while a processor is idle"),
            lambda r: all(r.busy("ostrich", time) < 2 for time in (2, 3, 3.9)) and r.start("ostrich", 4) == 4,
        ),
        (("starts it at once", "without the rule it starts at once"), lambda r: r.start("ostrich hold=false", 4) == 2),
    ),
    "idle-halves": (
        (
            (
                "though each needs half of it: twice as long as needed",
                "leaves half of the machine idle and takes twice as long as needed",
                "leaves half of the machine idle",
            ),
            lambda r: r.last("multicmax") == 2 * r.last("campaign_fcfs") and r.busy("multicmax", 1) == 2,
        ),
    ),
    "light-grid": (
        (
            (
                "killed where a local job needs the processor, so that local jobs start as if there were no grid",
                "local jobs start as if there were none",
            ),
            lambda r: (r["best_effort"].segments.kind == KILLED).sum() == 2 and alone(r),
        ),
        (
            "with work exchange nothing is killed, and two local jobs start later",
            lambda r: r["work_exchange"].segments is None and (later(r) == 2),
        ),
    ),
    "tight-stretch": (
        (
            (
                "three users, and a campaign that takes five times as long as alone, of at most six",
                "three users and a campaign that takes five times as long as alone under OStrich, of six",
            ),
            lambda r: np.diff(complete(r["ostrich"])[0]).tolist() == [5 * 2] and 3 * (2 + 2) / 2 == 6,
        ),
    ),
    "exchanged-queue": (
        (
            ("takes the first job of another queue", "the first job of another queue moves when there is room"),
            lambda r: r.start("work_exchange", 3) == 3 and r["work_exchange"].placed.cluster.tolist() == [0, 1, 1, 0],
        ),
        (
            ("by consensus the last one moves at once", "by consensus the last, at once"),
            lambda r: r["work_exchange protocol=consensus"].placed.cluster.tolist() == [0, 1, 0, 1],
        ),
    ),
    "processor-away": (
        (
            ("the run on it has lost its work and starts anew elsewhere", "the run on it starts anew elsewhere"),
            lambda r: (r[AWAY].segments.kind == KILLED).sum() == 1 and r[AWAY].placed.cluster[1] == 1,
        ),
        ("local jobs are not touched", lambda r: r.start(AWAY, 5) == r.start("best_effort", 5)),
    ),
    "slow-cluster": (
        ("a run takes 10 s there", lambda r: r.last(WHENEVER) == 1 + 10),
        (
            ("all is done 5 s earlier than where a run starts whenever a processor is idle", "all is done 5 s earlier"),
            lambda r: r.last(WHENEVER) - r.last(PLANNED) == 5 and r[PLANNED].placed.cluster.tolist() == [1, 1],
        ),
    ),
    "light-user": (
        (
            "User 2 waited two hours for six minutes of work",
            lambda r: (r.wait("backfill_fair", 3), r.jobs.jobs.runtime[2], r.jobs.jobs.user_id[2]) == (7_200, 360, 2),
        ),
        (
            ("her next job passes the two hour-long jobs of user 1", "waited most for little work"),
            lambda r: (
                r.jobs.jobs.user_id[5] == 2
                and r.jobs.jobs.runtime[3:5].tolist() == [3_600] * 2
                and (r.start("backfill_fair", 6) < min(r.starts("backfill_fair")[3:5]) <= r.start("backfill", 6))
            ),
        ),
    ),
    "long-before-short": (
        (
            ("user 2 takes 11 times as long as alone", "FCFS stretches the user with short jobs to 11"),
            lambda r: r.stretch(BLOCK, 2) == pytest.approx(11),
        ),
        (
            ("costs user 1 a tenth", "FairCamp nobody above 1.1"),
            lambda r: (r.stretch("faircamp", 1), r.stretch("faircamp", 2)) == pytest.approx((1.1, 1)),
        ),
    ),
    "next-batch": (
        (
            "job 3 comes at 1 s, from 2 s on three of four processors are idle",
            lambda r: r.jobs.jobs.submit[2] == 1 and {r.busy("batch", time) for time in (2, 4, 5.9)} == {1},
        ),
        ("it has to wait for the next batch, at 6 s", lambda r: r.start("batch", 3) >= 6 == min(r.starts("batch")[2:])),
        (
            (
                "job 5, which comes at that very instant, is in time for it",
                "no task starts in the batch during which it came",
            ),
            lambda r: r.jobs.jobs.submit[4] == 6 == r.start("batch", 5),
        ),
    ),
    "one-user": (
        (
            ("takes 7 for the first campaign where 6 is possible", "7/6 of the optimum", "7 instead of 6"),
            lambda r: (
                (r.ends("camp order=lpt")[0][0], r.ends("camp order=fifo")[0][0]) == (7, 6)
                and r.jobs.campaigns.work[0] / r.jobs.platform.processors == 6
            ),
        ),
        (
            "worst case on two processors",
            lambda r: pytest.approx(4 / 3 - 1 / (3 * r.jobs.platform.processors)) == 7 / 6,
        ),
    ),
    "ostrich-appendix": (
        (
            ("user 3 submits at second 5 and starts at 7", "the example of appendix A"),
            lambda r: (
                {(r["ostrich"].placed.submit[row], r["ostrich"].placed.start[row]) for row in range(39, 43)} == {(5, 7)}
            ),
        ),
    ),
    "pareto-two-users": (
        ("user 1 can be done at 4, user 2 at 7, but not both", lambda r: outcomes(r) == {(4, 11), (8, 10), (11, 7)}),
        (
            ("4 and 11, 8 and 10, or 11 and 7", "three outcomes that nobody can improve on"),
            lambda r: [user[-1] for user in r.ends("multicmax")] == [4, 11],
        ),
    ),
    "reserved-processors": (
        (
            (
                "Two of four processors are somebody else's from 4 to 8 s",
                "half of the machine is somebody else's for a time",
            ),
            lambda r: (
                r.jobs.platform.processors == 4
                and all(r.busy(run, time) <= 2 for run in (AROUND, f"{AROUND} way=aligned") for time in (4, 6, 7.9))
            ),
        ),
        ("done at 14 s", lambda r: r.last(AROUND) == 14),
        (("take 21 s", "a list around it, or batches aligned"), lambda r: r.last(f"{AROUND} way=aligned") == 21),
    ),
    "rigid-among-moldable": (
        (
            "Jobs 3 to 5 are rigid, and 5 needs three of four processors",
            lambda r: (
                rigid(r) == [2, 3, 4]
                and r["mixed_tasks way=apart"].placed.processors[4] == 3
                and r.jobs.platform.processors == 4
            ),
        ),
        (
            ("weighted completions are 68", "three ways to plan rigid jobs"),
            lambda r: r.weighted("mixed_tasks way=first_batch") == 68,
        ),
        ("one kind after the other they are 158", lambda r: r.weighted("mixed_tasks way=apart") == 158),
    ),
    "searched-plan": (
        (
            ("the short one waits 50 minutes less", "the other 50 less"),
            lambda r: r.start("conservative", 3) - r.start("tabu", 3) == 50 * 60,
        ),
        (
            ("the long one 5 minutes longer than promised", "one waits 5 minutes more"),
            lambda r: (
                r.start("tabu", 2) - first_starts(r["tabu"])[1] == 5 * 60
                and r.start("tabu", 2) - r.start("conservative", 2) == 300
            ),
        ),
    ),
    "shared-machine-deadlines": (
        (
            ("two long jobs take two processors for good", "misses deadlines where campaigns share the machine"),
            lambda r: r.late(LIST) > 0 == r.late("faircamp"),
        ),
        (
            "user 2's campaigns take three seconds each instead of one",
            lambda r: (
                set(np.diff([end.expected for end in r.ends(LIST)[1]])) == {3}
                and (set(np.diff([end.expected for end in r.ends("faircamp")[1]])) == {1})
            ),
        ),
    ),
    "shelves-by-weight": (
        (
            ("weighted completions come to 42", "weighted completions of 42 against 70"),
            lambda r: r.weighted("smart") == 42,
        ),
        (
            "has 70 but ends at 7 s, not 10",
            lambda r: (r.weighted("mrt"), r.last("mrt"), r.last("smart")) == (70, 7, 10),
        ),
    ),
    "short-and-long-users": (
        (
            (
                "Users with short jobs wait behind campaigns of long jobs in order of arrival",
                "short users against long users",
            ),
            lambda r: profile_stretch(r, "campaign_fcfs", 1) > 3 * profile_stretch(r, "campaign_fcfs", 2),
        ),
        (
            "gives every user the same share",
            lambda r: profile_stretch(r, "ostrich", 1) == pytest.approx(profile_stretch(r, "ostrich", 2), rel=0.25),
        ),
    ),
    "slurm-age-and-share": (
        (
            ("The better rank of a light user under Slurm is worth an hour of waiting here",),
            lambda r: slurm_starts(r, 0)[1] < slurm_starts(r, 1)[1] < slurm_starts(r, 2)[1],
        ),
        (
            (
                "the heavy user's job 2 starts after 100 minutes, with age alone after 60, with fair share alone after 120",
                "the heavy user's job starts after 60, 100 or 120 minutes",
            ),
            lambda r: [slurm_starts(r, run)[1] / 60 for run in (1, 0, 2)] == [100, 60, 120],
        ),
    ),
    "slurm-partition-limit": (
        (
            ("the mean wait falls from 29.7 to 24 minutes", "a node kept for short jobs shortens the mean wait"),
            lambda r: [round(r[run].wait.mean() / 60, 1) for run in slurm_runs(r)] == [29.7, 24],
        ),
        ("the long job 5 starts 60 minutes later", lambda r: slurm_starts(r, 1)[4] - slurm_starts(r, 0)[4] == 3600),
        (
            ("the last job ends after 160 minutes instead of 120", "the last job ends 40 minutes later"),
            lambda r: [r.last(run) / 60 for run in slurm_runs(r)] == [120, 160],
        ),
    ),
    "slurm-urgent-jobs": (
        (
            ("the urgent job 3 waits 20 minutes less", "preemption starts the urgent job at once"),
            lambda r: [r.wait(run, 3) for run in slurm_runs(r)] == [1200, 0],
        ),
        (
            ("job 1 starts from nothing and ends 45 minutes later", "the stopped one ends 45 minutes later"),
            lambda r: [r[run].placed.end[0] / 60 for run in slurm_runs(r)] == [60, 105],
        ),
        (
            "the mean wait rises from 25 to 46.7 minutes",
            lambda r: (
                [
                    round(((placed.end - placed.submit - r[run].jobs.runtime) / 60).mean(), 1)
                    for run in slurm_runs(r)
                    for placed in [r[run].placed]
                ]
                == [25, 46.7]
            ),
        ),
    ),
    "split-clusters": (
        (
            "from second 1 to 6 three processors are idle, but no cluster has three of them, and job 3 waits",
            lambda r: (
                [free(r, time) for time in (1, 3, 5.9)] == [[1, 2]] * 3
                and (r.jobs.jobs.submit[2] <= 1 and r.start("fcfs", 3) == 6 and r.jobs.jobs.processors[2] == 3)
            ),
        ),
        ("three processors idle, no cluster with three", lambda r: r.jobs.platform.clusters == (4, 4)),
    ),
    "starved-long-job": (
        (
            "the mean wait falls from 4 min 18 s to 1 min 02 s",
            lambda r: [human(r[run].wait.mean()) for run in ("fcfs", "sjf")] == ["4 min 18 s", "1 min 02 s"],
        ),
        (
            (
                "every short job passes the long one, which waits 9 min 50 s instead of 50 s",
                "the long job waits until no more short ones come",
            ),
            lambda r: (
                (r.wait("sjf", 2), r.wait("fcfs", 2)) == (590, 50) and r.start("sjf", 2) > max(r.starts("sjf")[2:])
            ),
        ),
        (
            ("under FCFS nobody waits longer than 5 min 10 s", "the longest wait grows"),
            lambda r: r["fcfs"].wait.max() == 310 < r["sjf"].wait.max(),
        ),
    ),
    "steady-load": (
        (
            ("work for 85 % of its time", "at 85 % load"),
            lambda r: (
                r.jobs.area / (r.jobs.platform.processors * np.ptp(r.jobs.jobs.submit))
                == pytest.approx(0.85, abs=0.005)
            ),
        ),
        (("falls ever further behind under FCFS", "FCFS falls ever further behind"), lambda r: grows(r["fcfs"].wait)),
        (
            ("EASY and backfill fill the gaps and keep up", "EASY keeps up"),
            lambda r: (
                not any(grows(r[run].wait) for run in ("easy", "backfill"))
                and (r.last("fcfs") > 1.5 * max(r.last("easy"), r.last("backfill")))
            ),
        ),
    ),
    "thinking-deadlines": (
        (
            ("even FairCamp misses deadlines", "FairCamp misses deadlines where users think between campaigns"),
            lambda r: r.late("faircamp") == 1,
        ),
        (
            "a long campaign starts while user 2 thinks",
            lambda r: 1 <= r.start("faircamp", 1) < 2 == r["faircamp"].placed.submit[2],
        ),
    ),
    "three-tasks": (
        (
            ("MRT saves work and ends at 6 s, within 3/2 of its guess of 4", "MRT ends within 3/2 of its guess"),
            lambda r: r.last("mrt") == pytest.approx(6, rel=0.01) and r.last("mrt") <= 1.5 * 4 * 1.01,
        ),
        (
            ("the sum of completions falls from 9 to 8", "DEMT does the short ones first"),
            lambda r: (
                (r.completions("mrt"), r.completions("demt")) == (pytest.approx(9, abs=0.05), 8)
                and r.start("demt", 1) >= max(r.starts("demt")[1:])
            ),
        ),
    ),
}


def alone(r: Runs) -> bool:
    """Whether local jobs start as they do without the runs of the grid job."""
    rows = np.flatnonzero(r.jobs.jobs.grid == 0)
    without = simulate(replace(r.jobs, jobs=r.jobs.jobs.take(rows)), "best_effort", r["best_effort"].params)
    return r["best_effort"].placed.start[rows].tolist() == without.placed.start.tolist()


def later(r: Runs) -> int:
    """How many local jobs start later with work exchange than with best effort."""
    local = r.jobs.jobs.grid == 0
    return int((r["work_exchange"].placed.start > r["best_effort"].placed.start)[local].sum())


def free(r: Runs, time: float) -> list[int]:
    """Idle processors of each cluster under FCFS, fewest first."""
    placed = r["fcfs"].placed
    there = (placed.start <= time) & (time < placed.end)
    return sorted(
        size - int(placed.processors[there & (placed.cluster == c)].sum())
        for c, size in enumerate(r.jobs.platform.clusters)
    )


def rigid(r: Runs) -> list[int]:
    """Rows of jobs that more processors do not make faster."""
    first, runtime = r.jobs.jobs.shape_ptr, r.jobs.table("shapes").runtime
    return np.flatnonzero(np.minimum.reduceat(runtime, first) == runtime[first]).tolist()


def outcomes(r: Runs) -> set[tuple[float, float]]:
    """What two users can get and nobody can improve on, by trying every order of their jobs."""
    runtimes, user = r.jobs.jobs.runtime.tolist(), r.jobs.jobs.user.tolist()
    campaign, ends = r.jobs.jobs.campaign.tolist(), set()
    for order in permutations(range(len(runtimes))):
        ready, done, free_at = [0.0, 0.0], {}, [0.0] * r.jobs.platform.processors
        for job in order:
            before = [
                other for other in range(len(runtimes)) if user[other] == user[job] and campaign[other] < campaign[job]
            ]
            if any(other not in done for other in before):
                break
            at = int(np.argmin(free_at))
            begin = max(free_at[at], *(done[other] for other in before), 0.0)
            done[job] = free_at[at] = begin + runtimes[job]
            ready[user[job]] = max(ready[user[job]], done[job])
        else:
            ends.add(tuple(ready))
    return {one for one in ends if not any(a <= one[0] and b <= one[1] and (a, b) != one for a, b in ends)}


KNOWN = {path.name.removesuffix(".swf"): path for path in samples()}
ROWS = dict(re.findall(r"^\| `([\w-]+)\.swf` \|.*\| ([^|]*) \|$", README.read_text(), re.MULTILINE))
NUMBER = re.compile(r"(?<!user )(?<!user)\b\d[\d,.]*(?<![.,])|\b(?:sixty|twice|half|tenth)\b")  # but of whom is told


def test_every_sample_has_claims():
    assert set(CLAIMS) == set(KNOWN) == set(ROWS)


@pytest.mark.parametrize("name", [name for name in CLAIMS if is_offered(KNOWN[name])])
def test_what_it_claims_holds(name):
    runs = Runs(name)
    for words, holds in CLAIMS[name]:
        assert holds(runs), words


@every_case("name", CLAIMS)
def test_its_texts_say_what_is_claimed_and_no_number_more(name):
    texts = [KNOWN[name].lesson, ROWS[name], KNOWN[name].title]
    pieces = [piece for words, _ in CLAIMS[name] for piece in ([words] if isinstance(words, str) else words)]
    for piece in pieces:
        assert any(piece in text for text in texts), piece
        texts = [text.replace(piece, "~") for text in texts]
    left = [NUMBER.findall(text) for text in texts]
    assert not any(left), texts
