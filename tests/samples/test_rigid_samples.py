"""The samples of rigid jobs: every start they tell, under every policy they name, and what their lessons claim.

Starts are worked out by hand: the rules are applied to the few jobs there are, as the notes of the files have it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layouts.frame.samples import is_offered
from scheduler.formats import swf
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.publications import PUBLICATIONS
from scheduler.replay.plan import first_starts
from scheduler.results.sources import sample, setups
from scheduler.simulate import simulate
from tests.cases.every_case import every_case

FOLDER = Path(__file__).parents[2] / "sample_traces"

WEIGHTED = "slurm priority=multifactor calc_period=60 batch_sched_delay=0"
AGE, SHARE = "weight_age=1000 max_age=7200", "weight_fairshare=1000"
PARTITIONS = 'slurm batch_sched_delay=0 partitions="1:long{}; 2:short{}"'
URGENT = (
    'slurm priority=multifactor weight_qos=1000 batch_sched_delay=0 qos="1:normal; 2:urgent Priority=100 Preempt=1"'
)


def minutes(*starts):
    return [60 * start for start in starts]


# {sample: {run: start of every job}}
STARTS = {
    "early-end": {
        "conservative compression=start": [0, 8, 2, 5],
        "conservative compression=arrival": [0, 9, 2, 5],
        "conservative compression=rebuild": [0, 6, 2, 9],
        "conservative compression=none": [0, 10, 2, 6],
    },
    "extra-processors": {
        "fcfs": [0, 4, 7, 12],
        "backfill": [0, 4, 9, 1],
        "easy": [0, 4, 9, 1],
        "conservative": [0, 4, 7, 12],
    },
    "exchanged-queue": {"work_exchange": [0, 0, 3, 10], "work_exchange protocol=consensus": [0, 0, 10, 3]},
    "four-policies": {
        "fcfs": [0, 4, 4, 6, 7, 7],
        "backfill": [0, 4, 1, 9, 6, 3],
        "easy": [0, 4, 1, 7, 8, 3],
        "conservative": [0, 4, 1, 6, 7, 7],
    },
    "light-grid": {
        "best_effort": [0, 0, 0, 2, 2, 4, 9, 9, 6, 5],
        "best_effort filling=window": [0, 0, 0, 2, 2, 9, 9, 9, 6, 5],
        "work_exchange": [0, 0, 0, 4, 6, 2, 2, 6, 10, 6],
    },
    "light-user": {
        "backfill": [0, 3600, 7200, 7560, 11160, 14760],
        "backfill_fair": [0, 3600, 7200, 7920, 11520, 7560],
    },
    "processor-away": {"best_effort": [0, 0, 0, 4, 4], "best_effort away=1:1:2-6": [0, 0, 0, 6, 4]},
    "searched-plan": {"conservative": [0, 600, 3600], "tabu": [0, 900, 600]},
    # one hour more of age weighs as much as the better one of two ranks
    "slurm-age-and-share": {
        f"{WEIGHTED} {AGE}": minutes(0, *range(60, 131, 10)),
        f"{WEIGHTED} {AGE} {SHARE}": minutes(0, 100, 60, 70, 80, 90, 110, 120, 130),
        f"{WEIGHTED} {SHARE}": minutes(0, 120, 60, 70, 80, 90, 100, 110, 130),
    },
    "slurm-partition-limit": {
        PARTITIONS.format("", ""): minutes(0, 0, 50, 10, 60, 100, 100),
        PARTITIONS.format(" Nodes=1-3", " Nodes=4 MaxTime=1800"): minutes(0, 0, 60, 10, 120, 40, 50),
    },
    "slurm-urgent-jobs": {
        URGENT: minutes(0, 65, 60),
        f"{URGENT} preempt=qos preempt_mode=requeue": minutes(0, 105, 40),
    },
    "slow-cluster": {
        'best_effort speeds="0.4,1" transfer=1': [0, 1],
        'best_effort filling=fork speeds="0.4,1" transfer=1': [0, 1],
    },
    "split-clusters": {"fcfs": [0, 0, 6, 6, 10], "easy": [0, 0, 6, 1, 10], "backfill": [0, 0, 10, 1, 2]},
    "starved-long-job": {
        "fcfs": [0, 60, 360, 420, 480, 540, 600, 660, 720, 780, 840],
        "sjf": [0, 600, 60, 120, 180, 240, 300, 360, 420, 480, 540],
    },
}
HERE = [name for name in STARTS if is_offered(sample(f"{name}.swf"))]  # those whose policies are here
RUNS = [(name, run) for name in HERE for run in STARTS[name]]


def text(name):
    return (FOLDER / f"{name}.swf").read_text()


def made(name):
    return workload(swf.read(text(name).encode(), name))


def simulated(name, run):
    ((policy, params),) = setups(run)
    return simulate(made(name), policy, params)


def promised(name, run):
    return first_starts(simulated(name, run)).tolist()


@pytest.mark.parametrize(("name", "run"), RUNS)
def test_jobs_start_when_they_should(name, run):
    assert simulated(name, run).placed.start.tolist() == STARTS[name][run]


@every_case("name", HERE)
def test_it_opens_with_these_runs_and_needs_no_repair(name):
    assert re.search(r"^; Policies: (.*)$", text(name), re.MULTILINE)[1].split(", ") == list(STARTS[name])
    assert {run.split()[0] for run in STARTS[name]} <= set(all_policies())
    assert [note.text for note in made(name).notes if note.level != "info"] == []


@every_case("name", STARTS)
def test_what_it_shows_is_said_and_the_paper_is_there(name):
    shows = re.search(r"^; Shows: (.*)$", text(name), re.MULTILINE)[1]
    key = shows.partition(",")[0]
    assert key in PUBLICATIONS or not re.search(r"-\d{4}$", key)
    assert re.search(r"^; Lesson: .*\.$", text(name), re.MULTILINE)


@pytest.mark.parametrize(
    "name",
    [
        "early-end",
        "four-policies",
        "searched-plan",
        "light-user",
        "light-grid",
        "split-clusters",
        "exchanged-queue",
        "processor-away",
    ],
)
def test_the_starts_in_the_note_are_these(name):
    told = re.search(r"^; Note: Starts: (.*)\.$", text(name), re.MULTILINE)[1]
    said = [[int(word) for word in part.split() if word.isdigit()] for part in told.split(", ")]
    assert said == list(STARTS[name].values())


def test_runs_end_as_the_note_tells():
    ends = [simulated("slow-cluster", run).placed.end.tolist() for run in STARTS["slow-cluster"]]
    told = re.search(
        r"^; Note: Ends: whenever a processor is idle (.*), planned (.*?)\. The", text("slow-cluster"), re.MULTILINE
    ).groups()
    assert ends == [[float(word) for word in part.split()] for part in told] == [[11, 6], [5, 6]]


def test_loads_and_lost_work_are_as_the_notes_tell():
    asks = made("exchanged-queue").jobs.requested_time
    assert "has 28 s to do and the second 3 s" in text("exchanged-queue") and "20 s and 11 s" in text("exchanged-queue")
    assert [asks[rows].sum() for rows in ([0, 2, 3], [1], [0, 2], [1, 3])] == [28, 3, 20, 11]
    pieces = simulated("processor-away", "best_effort away=1:1:2-6").table("segments")
    assert "killed at 2, loses 2 s of work and starts again at 4" in text("processor-away")
    assert [(begin, end) for job, begin, end in zip(pieces.job, pieces.begin, pieces.end, strict=True) if job == 1] == [
        (0, 2),
        (4, 8),
    ]


# -- what the lessons say -----------------------------------------------------------------------------------------


def test_one_meaning_of_conservative_breaks_a_promise():
    late = {
        run: [start > first for start, first in zip(STARTS["early-end"][run], promised("early-end", run), strict=True)]
        for run in STARTS["early-end"]
    }
    broken = {run.partition("=")[2]: jobs.index(True) + 1 if any(jobs) else None for run, jobs in late.items()}
    assert broken == {"start": None, "arrival": None, "rebuild": 4, "none": None}
    assert len({tuple(starts) for starts in STARTS["early-end"].values()}) == 4


def test_the_search_as_its_note_tells_it():
    table = simulated("searched-plan", "tabu").search
    tick = table.take(table.time == 300)
    accepted = tick.take(tick.accepted == 1)
    assert accepted.job.tolist() == [1]
    # (6.55 - 1.6) / 6.55 + (1800 - 450) / 1800 + (3450 - 2100) / 3450 + (79.94 - 0.56) / 79.94
    assert accepted.weight[0] == pytest.approx(0.755725 + 0.75 + 0.391304 + 0.992995, abs=1e-5)
    last = [float(tick.columns[name][-1]) for name in ("bounded_stretch", "wait", "response", "unfairness")]
    assert last == pytest.approx([1.6, 450, 2100, 0.56])


def test_the_search_gives_50_minutes_for_5():
    assert promised("searched-plan", "tabu") == promised("searched-plan", "conservative") == [0, 600, 3600]
    before, after = STARTS["searched-plan"].values()
    assert [new - old for old, new in zip(before, after, strict=True)] == [0, 5 * 60, -50 * 60]


@pytest.mark.parametrize("seed", range(5))
def test_the_swap_does_not_depend_on_the_seed(seed):
    assert simulate(made("searched-plan"), "tabu", seed=seed).placed.start.tolist() == [0, 900, 600]


def test_the_long_job_waits_for_all_short_ones():
    waits = {run: simulated("starved-long-job", run).wait for run in STARTS["starved-long-job"]}
    assert {run: wait[1] for run, wait in waits.items()} == {"fcfs": 50, "sjf": 590}
    assert waits["sjf"][2:].tolist() == [10] * 9  # each short one for the end of the one before


def test_fairness_remembers_the_light_user():
    waits = {run: simulated("light-user", run).wait for run in STARTS["light-user"]}
    assert {run: wait[5] for run, wait in waits.items()} == {"backfill": 7260, "backfill_fair": 60}
    assert (waits["backfill_fair"] - waits["backfill"])[3:5].tolist() == [360, 360]
