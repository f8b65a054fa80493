"""Runs that were killed in a schedule's CSV: every piece is told, comes back, and is checked like the run itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from scheduler.audit.schedule import audit_rows
from scheduler.errors import FormatError
from scheduler.exports import jobs_csv
from scheduler.formats import schedule_csv
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import promise_of, simulate
from tests.cases.small_log import ROOT, is_one_sentence
from tests.cases.strategies import Case, count
from tests.naive.rigid import Job

LOG = ROOT / "sample_traces" / "light-grid.swf"
SAMPLE = """job_id,user_id,submit,start,end,processors,cluster,piece,outcome,killed_for
1,1,0,0,6,2,1,1,run,-1
2,2,0,0,2,2,2,1,run,-1
3,3,0,0,4,1,1,1,run,-1
4,3,0,2,6,1,2,1,run,-1
5,3,0,2,5,1,2,1,killed,10
5,3,0,6,10,1,2,2,run,-1
6,3,0,4,6,1,1,1,killed,9
6,3,0,9,13,1,1,2,run,-1
7,3,0,9,13,1,1,1,run,-1
8,3,0,9,13,1,1,1,run,-1
9,1,1,6,9,3,1,1,run,-1
10,2,5,5,9,1,2,1,run,-1
"""

Rows = dict[str, np.ndarray]


def made(work: Workload, **params: str) -> Schedule:
    return simulate(work, "best_effort", params, decisions=None)


def rows_of(schedule: Schedule) -> Rows:
    return schedule_csv.read_schedule(schedule_csv.write(schedule).decode())


def fault(work: Workload, rows: Rows) -> str | None:
    return audit_rows(work, rows).first_violation


# ---- the sample, by hand --------------------------------------------------------------------------------------------


def test_every_piece_of_the_sample_is_told(run: Callable, tmp_path: Path) -> None:
    out = tmp_path / "grid.csv"
    assert run("simulate", LOG, "--policy", "best_effort", "--out", out)[0] == 0
    assert out.read_text() == SAMPLE
    assert run("audit", LOG, out) == (0, "Passed: 10 jobs, 16 checks.\n", "")
    assert run("audit", LOG, out, "--policy", "best_effort") == (0, "Passed: 10 jobs, 17 checks.\n", "")


FAULTS = {
    "piece into the local job": (
        ("6,3,0,4,6,", "6,3,0,4,7,"),
        "Job 6 (line 19) is killed at 7 s in cluster 1 for job 9 "
        "(line 22); wanted: a local job that starts then and there.",
    ),
    "run into the local job": (
        ("7,3,0,9,13,1,1,1", "7,3,0,8,12,1,1,1"),
        "6 of 5 processors busy at 8 s, when job 7 (line 20) starts; most: 6 at 8 s.",
    ),
    "piece missing": (
        ("5,3,0,2,5,1,2,1,killed,10\n", ""),
        "Job 5 (line 18) has a piece 2 where piece 1 is wanted: its pieces are numbered from 1, each once.",
    ),
    "last piece missing": (
        ("5,3,0,6,10,1,2,2,run,-1\n", ""),
        "Job 5 (line 18) is killed once and never runs to its end.",
    ),
    "job missing": (("7,3,0,9,13,1,1,1,run,-1\n", ""), "Job 7 (line 20) is missing (1 missing in all)."),
    "two runs": (
        ("5,3,0,2,5,1,2,1,killed,10", "5,3,0,2,5,1,2,1,run,-1"),
        "Job 5 (line 18) runs to its end 2 times; wanted: once.",
    ),
    "killed while over": (
        ("5,3,0,2,5,", "5,3,0,0,5,"),
        "Job 5 (line 18) is killed at 5 s, having begun at 0 s; it runs for 4 s, so it was over.",
    ),
    "for a job of another cluster": (
        ("6,3,0,4,6,1,1,1,killed,9", "6,3,0,4,5,1,1,1,killed,10"),
        "Job 6 (line 19) is killed at 5 s in cluster 1 for job 10 "
        "(line 23); wanted: a local job that starts then and there.",
    ),
    "for nobody": (
        ("killed,10", "killed,-1"),
        "Job 5 (line 18) is killed at 5 s in cluster 2, and it is not told for "
        "which local job; where processors were taken from the grid, name the policy and its parameter away.",
    ),
    "for a stranger": (
        ("killed,10", "killed,77"),
        "Job 5 (line 18) is killed for job 77; the workload has no such job.",
    ),
    "run for somebody": (
        ("6,10,1,2,2,run,-1", "6,10,1,2,2,run,10"),
        "Job 5 (line 18) runs to its end in piece 2, which says it was killed for job 10; wanted: -1.",
    ),
    "two submissions": (
        ("5,3,0,2,5,", "5,3,1,2,5,"),
        "Job 5 (line 18) is submitted at 0 s by one of its pieces and at 1 s by another.",
    ),
    "another's piece": (("5,3,0,2,5,", "5,2,0,2,5,"), "Job 5 (line 18) belongs to user 3, not to 2."),
    "wide": (("5,3,0,2,5,1,", "5,3,0,2,5,2,"), "Job 5 (line 18) holds 2 processors in a segment; wanted: 1."),
    "unknown": (("5,3,0,2,5,1,2,1", "77,3,0,2,5,1,2,1"), "Row 5 names job 77; the workload has no such job."),
    "before it came": (
        ("8,3,0,9,13,1,1,1", "8,3,-4,-4,0,1,1,1"),
        "Job 8 (line 21) is submitted at -4 s; wanted: 0 s, as in the workload.",
    ),
    "early in time, late in number": (
        ("5,3,0,6,10,1,2,2", "5,3,0,-2,2,1,2,2"),
        "Job 5 (line 18) has a segment that begins at -2 s, before the one before it ends at 5 s.",
    ),
    "no cluster": (
        ("cluster,", "color,"),
        "The schedule does not tell which of the 2 clusters each job ran in; wanted: a column cluster, from 1.",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_falsified_file_is_refused_in_a_sentence(run: Callable, tmp_path: Path, name: str) -> None:
    (old, new), words = FAULTS[name]
    assert SAMPLE.count(old) == 1
    (tmp_path / "false.csv").write_text(SAMPLE.replace(old, new))
    code, out, err = run("audit", LOG, tmp_path / "false.csv")
    assert (code, err) == (1, "") and is_one_sentence(out)
    assert out.strip() == words


@pytest.mark.parametrize("param", ["away=1:2:3-6", "speeds=1,0.5", "transfer=1,2"])
def test_a_file_is_audited_with_the_parameters_of_its_machine(run: Callable, tmp_path: Path, param: str) -> None:
    out, named = tmp_path / "other.csv", ("--policy", "best_effort", "--param", param)
    assert run("simulate", LOG, *named, "--out", out)[0] == 0
    code, text, err = run("audit", LOG, out, *named)
    assert (code, err) == (0, "") and text.startswith("Passed: 10 jobs")
    if param.startswith("away"):
        code, text, err = run("audit", LOG, out)
        assert (code, err) == (1, "") and text.endswith(
            "where processors were taken from the grid, name the policy and its parameter away.\n"
        )
        code, text, err = run("audit", LOG, out, "--policy", "best_effort", "--param", "away=1:2:4-6")
        assert code == 1 and "it is not told for which local job" in text
    if param.startswith("speeds"):
        code, text, err = run("audit", LOG, out, "--policy", "best_effort", "--param", "speeds=1,0.25")
        assert code == 1 and "wanted: 0.25" in text


def test_local_jobs_that_wait_for_runs_are_found_where_the_policy_is_named(run: Callable, tmp_path: Path) -> None:
    """Local job 10 kills and starts 1 s late, which only the policy's promise forbids."""
    text = SAMPLE.replace("5,3,0,2,5,1,2,1", "5,3,0,3,6,1,2,1").replace("10,2,5,5,9,", "10,2,5,6,10,")
    text = text.replace("5,3,0,6,10,1,2,2", "5,3,0,10,14,1,2,2")
    (tmp_path / "late.csv").write_text(text)
    assert run("audit", LOG, tmp_path / "late.csv")[0] == 0
    code, out, _ = run("audit", LOG, tmp_path / "late.csv", "--policy", "best_effort", "--param", "local=fcfs")
    assert (code, out) == (
        1,
        "Job 10 (line 23) is a local job and starts at 6 s; without grid runs it starts at 5 s.\n",
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--param", "local=fcfs"), "name the policy with --policy"),
        (("--policy", "best_effort", "--param", "local=none"), "local"),
    ],
)
def test_parameters_are_those_of_a_policy(run: Callable, tmp_path: Path, options: tuple, words: str) -> None:
    (tmp_path / "s.csv").write_text(SAMPLE)
    code, out, err = run("audit", LOG, tmp_path / "s.csv", *options)
    assert (code, out) == (2, "") and words in err


# ---- the file -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "job_id,start,killed_for\n",
            "names the column killed_for, but not piece; wanted: piece, outcome, killed_for, end",
        ),
        ("job_id,start,end,piece,outcome,killed_for,piece\n", "column piece twice"),
        (
            "job_id,start,end,piece,outcome,killed_for\n1,0,1,1,done,-1\n",
            "Line 2 of s.csv: outcome is 'done'; wanted: run or",
        ),
        (
            "job_id,start,end,piece,outcome,killed_for\n1,0,1,1.5,run,-1\n",
            "Line 2 of s.csv: piece is '1.5'; wanted: a whole",
        ),
        (
            "job_id,start,end,piece,outcome,killed_for\n1,0,1,1,run,\n",
            "Line 2 of s.csv: killed_for is ''; wanted: a whole",
        ),
    ],
)
def test_pieces_that_cannot_be_read_are_refused(text: str, words: str) -> None:
    with pytest.raises(FormatError) as error:
        schedule_csv.read_schedule(text, "s.csv")
    assert words in str(error.value)


def test_piece_and_outcome_of_other_programs_mean_nothing() -> None:
    found = schedule_csv.read_schedule("job_id,start,outcome,piece\n1,0,done,a\n")
    assert set(found) == {"job_id", "start", "line"}


def test_the_export_has_the_same_pieces_with_users_anew(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_csv, "ROWS", 5)
    schedule = made(workload(sample("light-grid.swf")))
    assert b"".join(jobs_csv.pieces(schedule, users=True)).decode() == SAMPLE
    hidden = b"".join(jobs_csv.pieces(schedule))
    assert b"job_id,user,submit" in hidden and b"5,u3,0,2,5,1,2,1,killed,10" in hidden
    (tmp_path / "hidden.csv").write_bytes(hidden)
    assert run("audit", LOG, tmp_path / "hidden.csv")[0] == 0


def test_work_exchange_kills_nothing_and_has_a_row_per_job() -> None:
    work = workload(sample("light-grid.swf"))
    exchanged = simulate(work, "work_exchange")
    assert schedule_csv.write(exchanged).decode().splitlines()[0].endswith(",cluster")
    assert fault(work, rows_of(exchanged)) is None


# ---- any small grid -------------------------------------------------------------------------------------------------


def drawn(seed: int) -> Case:
    """Clusters too small for what comes within a few seconds: many kills, some of one run again and again."""
    draw = Random(f"killed pieces {seed}")
    sizes = tuple(draw.randint(1, 3) for _ in range(draw.randint(1, 3)))
    jobs = []
    for _ in range(draw.randint(3, 9)):
        home, runtime = draw.randrange(len(sizes)), draw.randint(1, 4)
        jobs.append(
            (Job(draw.randrange(15), runtime, runtime + draw.choice((0, 3)), draw.randint(1, sizes[home])), home)
        )
    for _ in range(draw.randint(2, 8)):
        runtime = draw.randint(2, 6)
        jobs.append((Job(draw.randrange(5), runtime, runtime), -1))
    jobs.sort(key=lambda entry: entry[0].submit)
    return Case(
        sum(sizes),
        tuple(job for job, _ in jobs),
        clusters=sizes if len(sizes) > 1 else (),
        homes=tuple(home for _, home in jobs),
    )


@cache
def schedules() -> list[Schedule]:
    return [made(drawn(seed).workload, filling="window" if seed % 4 == 0 else "now") for seed in range(count(120))]


def test_what_is_written_comes_back_and_passes_in_any_order() -> None:
    most = 0
    for seed, schedule in enumerate(schedules()):
        rows, s = rows_of(schedule), schedule.segments
        assert (rows["start"].tolist(), rows["end"].tolist()) == (s.begin.tolist(), s.end.tolist())
        assert (rows["outcome"].tolist(), rows["piece"].max()) == (
            s.kind.tolist(),
            schedule.placed.preemptions.max() + 1,
        )
        order = np.array(Random(seed).sample(range(len(s)), len(s)))
        promise = promise_of(all_policies()["best_effort"], schedule.workload, schedule.params)
        found = audit_rows(schedule.workload, {name: column[order] for name, column in rows.items()}, promise=promise)
        assert found.passed, found.first_violation
        assert set(schedule.certificate.checks) <= set(found.checks)
        most = max(most, rows["piece"].max())
    assert most > 2


def test_runs_that_share_a_job_number_are_told_apart() -> None:
    for schedule in schedules():
        jobs = schedule.workload.jobs
        same = Table("jobs", jobs.columns | {"job_id": np.where(jobs.grid == 1, 99, jobs.job_id // 2)})
        work = replace(schedule.workload, jobs=same)
        assert fault(work, rows_of(replace(schedule, workload=work))) is None


def allowed(work: Workload, rows: Rows) -> bool:
    """The rules, second by second, for files of whole seconds."""
    jobs, sizes = work.jobs, work.platform.clusters or (work.platform.processors,)
    table = [dict(zip(rows, values, strict=True)) for values in zip(*rows.values(), strict=True)]
    local = {int(row): bool(grid == 0) for row, grid in zip(jobs.job_id, jobs.grid, strict=True)}
    began = {(row["job_id"], row["start"], row.get("cluster", 1)) for row in table if row["piece"] == 1}
    for row, job_id in enumerate(jobs.job_id.tolist()):
        mine = sorted((part for part in table if part["job_id"] == job_id), key=lambda part: part["piece"])
        ends = [part["outcome"] == 0 for part in mine]
        good = (
            mine
            and [part["piece"] for part in mine] == list(range(1, len(mine) + 1))
            and ends == [False] * (len(mine) - 1) + [True]
            and mine[-1]["end"] - mine[-1]["start"] == jobs.runtime[row]
            and all(part["submit"] == jobs.submit[row] <= part["start"] < part["end"] for part in mine)
            and all(one["end"] <= other["start"] for one, other in pairwise(mine))
            and mine[-1]["killed_for"] == -1
            and not (local[job_id] and len(mine) > 1)
        )
        if not good:
            return False
        for part in mine[:-1]:
            short = part["end"] - part["start"] < jobs.runtime[row]
            key = part["killed_for"], part["end"], part.get("cluster", 1)
            if not short or not local.get(int(part["killed_for"]), False) or key not in began:
                return False
    width = dict(zip(jobs.job_id.tolist(), jobs.processors.tolist(), strict=True))
    return all(
        sum(
            width[row["job_id"]]
            for row in table
            if row["start"] <= second < row["end"] and row.get("cluster", 1) == cluster
        )
        <= size
        for second in range(60)
        for cluster, size in enumerate(sizes, 1)
    ) and all(1 <= row.get("cluster", 1) <= len(sizes) for row in table)


def falsified(rows: Rows, draw: Random) -> Rows:
    """One cell moved by one, a row left out, or a row there twice."""
    name = draw.choice([name for name in rows if name not in ("line", "user_id", "processors")] + ["left out", "twice"])
    row, n = draw.randrange(len(rows["start"])), len(rows["start"])
    if name == "left out":
        return {key: np.delete(column, row) for key, column in rows.items()}
    if name == "twice":
        return {key: column[[*range(n), row]] for key, column in rows.items()}
    column = rows[name].copy()
    column[row] = {"outcome": 2 - column[row]}.get(name, column[row] + draw.choice((-1, 1)))
    return rows | {name: column}


def test_any_falsified_file_is_refused_unless_it_is_as_good_as_the_run() -> None:
    verdicts = []
    for seed, schedule in enumerate(schedules()):
        draw, rows = Random(f"falsified {seed}"), rows_of(schedule)
        assert allowed(schedule.workload, rows)
        for _ in range(12):
            changed = falsified(rows, draw)
            good, found = allowed(schedule.workload, changed), fault(schedule.workload, changed)
            assert (found is None) == good, (seed, found)
            verdicts.append(good)
    assert True in verdicts and verdicts.count(False) > 9 * verdicts.count(True)
