"""What a replay cannot know, and times without a start against a twin that looks at every second."""

from __future__ import annotations

from scheduler.topics.slurm.calibration.evidence import NEVER_KNOWN, missing_files, not_simulated, standstills
from scheduler.topics.slurm.files.configuration import configuration
from tests.cases.every_case import every_case
from tests.topics.slurm.calibration.cases import by_chance, workload


def by_seconds(work, least: int) -> list[tuple[float, float]]:
    """Runs of seconds in which jobs wait and the widest fits, cut where a job starts."""
    jobs = [
        (int(submit), int(submit + wait), int(submit + wait + runtime), int(size))
        for submit, wait, runtime, size in zip(
            work.jobs.submit, work.jobs.recorded_wait, work.jobs.runtime, work.jobs.processors, strict=True
        )
        if wait >= 0
    ]
    result, begin = [], None
    for now in range(max((job[2] for job in jobs), default=0) + 2):
        waiting = [size for submit, start, _, size in jobs if submit <= now < start]
        busy = sum(size for _, start, end, size in jobs if start <= now < end)
        fits = bool(waiting) and max(waiting) <= work.platform.processors - busy
        if begin is not None and (not fits or any(start == now for _, start, _, _ in jobs)):
            result += [(begin, now)] if now - begin >= least else []
            begin = None
        if fits and begin is None:
            begin = now
    return result


@every_case("seed", range(150))
def test_times_without_a_start_are_those_of_the_twin(seed: int) -> None:
    work = by_chance(seed)
    for least in (1, 4):
        assert [(one.begin, one.end) for one in standstills(work, least)] == by_seconds(work, least)


def test_a_time_without_a_start_by_hand() -> None:
    # job 2 has room from 100 s on and starts at 1,000 s; job 3 comes meanwhile, and starts with it
    work = workload([(0, 100, 8), (10, 50, 4), (20, 50, 4)], 8, waits=[0, 990, 980])
    assert [tuple(one) for one in standstills(work)] == [(100.0, 1_000.0, 2)]
    assert standstills(work, 901) == []


CONF = """SelectTypeParameters=CR_CPU_Memory
NodeName=n[1-2] CPUs=4
PartitionName=batch Nodes=ALL
Licenses=matlab:10
"""


def test_what_is_missing_is_named() -> None:
    work = workload([(0, 100, 8), (10, 50, 4), (20, 50, 4)], 8, waits=[0, 990, -1], partition=[1, 2, 2])
    read = configuration(CONF, names={"partition": ("batch", "other")})
    files, *texts = not_simulated(work, read.params, read.ignored)
    assert files.startswith("Not given, and what was taken instead: the tree of accounts")
    assert texts[0] == (
        "Settings that are not simulated: Licenses=matlab:10, SelectTypeParameters=CR_CPU_Memory without a table of "
        "jobs that has ReqMem."
    )
    assert (
        texts[1].startswith("Partitions of the log that the configuration does not name") and "2 (2 jobs)" in texts[1]
    )
    assert texts[2].startswith("1 of 3 jobs has no recorded wait")
    assert texts[3].startswith("1 time, 15 min") and texts[4] == NEVER_KNOWN and len(texts) == 5


def test_files_that_are_missing_are_named_first() -> None:
    work = workload([(0, 100, 8), (10, 50, 4)], 8, waits=[0, 990])
    conf, others = not_simulated(work, {})[:2]
    assert (
        conf.startswith("No slurm.conf was given") and "order of submission" in conf and "processors of the log" in conf
    )
    assert "equal shares for everybody" in others and "QOS (sacctmgr show qos)" in others and "SubmitLine" in others
    tree = {"accounts": "account=physics Shares=3"}
    assert missing_files(tree)[0] == conf and "tree of accounts" not in missing_files(tree)[1]
    full = {"nodes": "8x8", "qos": "1:normal", "reservations": "r Start=0 End=9 Nodes=1-1", "jobs": "1 Nice=5"}
    assert missing_files(tree | full) == []
    assert missing_files({"weight_age": 5})[0].startswith("Not given")
