"""Policies that the owner keeps as files: they run as they are written, are named as foreign, and are refused where others may write."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from scheduler import policies
from scheduler.__main__ import main
from scheduler.engine.decision_log import RESERVE, START
from scheduler.errors import InputError, ParamError, Unsupported
from scheduler.policies import all_policies
from scheduler.replay.plan import plan as plan_of
from scheduler.results.specs import key
from scheduler.simulate import simulate
from scheduler.topics.own_policy import policy_files
from tests.cases import strategies
from tests.cases.small import workload as small
from tests.topics.own_policy.test_loop import EASY, FCFS

pytestmark = pytest.mark.core
ROOT = Path(__file__).parents[3]

KERNEL = '''
"""Whoever came last starts first, one job at a time."""
from scheduler.adapters.rigid import placed, rigid
from scheduler.compiled import kernel
from scheduler.engine.rigid.space import advance, start
from scheduler.policies import Policy

@kernel
def run_last(jobs, s, sessions, log):
    while advance(jobs, s, sessions, log):
        job = s.new[1] - 1
        while s.ends.count[0] == 0 and job >= 0:
            if s.start[job] != s.start[job]:
                start(jobs, s, job)
            job -= 1

def run(case):
    jobs, s, sessions = rigid(case.workload, case.control)
    run_last(jobs, s, sessions, None)
    return {"placed": placed(case.workload, s.submit, s.start)}

POLICY = Policy("last", "Last come", "own", run, "ours", logs=False)
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of the owner's; what is offered from it is forgotten afterwards."""
    monkeypatch.setattr(policies, "ADDED", {})
    tmp_path.chmod(0o700)
    monkeypatch.setenv("QUEUESCOPE_POLICIES", str(tmp_path))
    return tmp_path


def test_a_file_schedules_as_the_policy_it_is(folder):
    (folder / "mine.py").write_text(EASY)
    policy_files.offer_folder()
    policy = all_policies()["file_mine"]
    assert policy.title == "mine.py (a file of the owner)" and policy.family == "own"
    for seed in range(15):
        jobs = strategies.rigid(seed).workload
        made = simulate(jobs, "file_mine", decisions="all")
        assert np.array_equal(made.placed.start, simulate(jobs, "easy").placed.start)
        assert made.certificate.passed and (made.table("decisions").kind == START).sum() == len(jobs)


def test_the_text_of_the_file_is_part_of_the_key(folder):
    keys = []
    for source in (FCFS, FCFS + "\n"):
        (folder / "mine.py").write_text(source)
        policy_files.offer_folder()
        params = {param.name: param.default for param in all_policies()["file_mine"].params}
        keys.append(
            key(
                {
                    "do": "simulate",
                    "workload": "w",
                    "policy": "file_mine",
                    "params": params,
                    "seed": None,
                    "decisions": None,
                }
            )
        )
    assert keys[0] != keys[1]
    with pytest.raises(ParamError, match="file ="):
        simulate(strategies.rigid(1).workload, "file_mine", {"file": "0" * 12})


def test_a_file_may_have_a_kernel(folder):
    (folder / "last.py").write_text(KERNEL)
    policy_files.offer_folder()
    made = simulate(strategies.rigid(2).workload, "file_last")
    assert made.certificate.passed
    assert np.all(np.sort(made.placed.start)[1:] >= np.sort(made.placed.end)[:-1])  # one at a time


@pytest.mark.parametrize("where, mode", [("file", 0o666), ("file", 0o620), ("folder", 0o777), ("folder", 0o770)])
def test_what_others_may_write_is_refused(folder, where, mode):
    path = folder / "mine.py"
    path.write_text(FCFS)
    (path if where == "file" else folder).chmod(mode)
    with pytest.raises(InputError, match="Others may write to"):
        policy_files.offer_folder()
    assert "file_mine" not in all_policies()


@pytest.mark.parametrize(
    "name, text, words",
    [
        ("Mine.py", FCFS, "cannot be a policy's name"),
        ("mine.py", "def schedule(", "Line 1 of mine.py is no Python"),
        ("mine.py", "POLICY = 3", "is no scheduler.policies.Policy"),
        ("mine.py", "import nothing_at_all\nPOLICY = 3", "cannot be imported"),
        ("mine.py", "#" * 1_000_001, "bytes"),
    ],
)
def test_what_is_no_policy_is_a_sentence(folder, name, text, words):
    (folder / name).write_text(text)
    with pytest.raises(InputError, match=re.escape(words)):
        policy_files.offer_folder()


def test_faults_of_a_run_are_sentences(folder):
    (folder / "mine.py").write_text("def schedule(now, queue, running, free):\n    return queue[0].runtime\n")
    policy_files.offer_folder()
    with pytest.raises(InputError, match=r"Line 2 of mine\.py raises at"):
        simulate(strategies.rigid(1).workload, "file_mine")
    with pytest.raises(Unsupported, match="submissions follow completions"):
        simulate(strategies.closed(1).workload, "file_mine")


def test_the_command_line_runs_a_file(folder, capsys):
    (folder / "mine.py").write_text("print('seen')\n" + FCFS)
    out, why = folder / "out.csv", folder / "why.csv"
    call = [
        "simulate",
        str(ROOT / "sample_traces" / "five-jobs.swf"),
        "--policy-file",
        str(folder / "mine.py"),
        "--out",
        str(out),
        "--decisions",
        str(why),
    ]
    assert main(call) == 0
    assert "seen" in capsys.readouterr().err
    assert [row["rule"] for row in csv.DictReader(why.read_text().splitlines())] == ["by_program"] * 5
    assert main([*call[:2], "--policy-file", str(folder / "none.py"), "--out", str(out)]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_reservations_are_decisions_and_drawn_in_the_plan_of_a_moment(folder):
    (folder / "easy_like.py").write_text("""
def schedule(now, queue, running, free):
    for job in queue:
        if job.processors > free:
            if running:
                reserve(job, max(one.expected_end for one in running), "first in the queue")
            break
        yield start(job, reason="fits")
        free -= job.processors
""")
    policy_files.offer_folder()
    jobs = small([(0, 5, 3), (2, 2, 4), (2, 1, 1), (3, 1, 1)], 4)
    schedule = simulate(jobs, "file_easy_like", decisions="all")
    rows = [(row.time, row.kind, row.job, row.shadow, row.free) for row in rows_of(schedule.table("decisions"))]
    assert rows[:2] == [(0, START, 0, None, 4), (2, RESERVE, 1, 5, 1)]
    assert [row[:3] for row in rows[2:]] == [(5, START, 1), (7, START, 2), (7, START, 3)]
    assert [row[4] for row in rows[2:]] == [4, 4, 3]
    plan = plan_of(schedule, 3.0)
    assert (plan.job.tolist(), plan.start.tolist(), plan.end.tolist()) == ([1], [5.0], [7.0])
    assert plan_of(schedule, 6.0).job.tolist() == []


def rows_of(table):
    for at in range(len(table)):
        shadow = float(table.shadow[at])
        yield SimpleNamespace(
            time=table.time[at],
            kind=table.kind[at],
            job=table.job[at],
            free=table.free[at],
            shadow=None if shadow != shadow else shadow,
        )


def test_the_listing_names_the_folder(folder, capsys):
    (folder / "mine.py").write_text(FCFS)
    assert main(["policies"]) == 0
    listed = capsys.readouterr().out
    assert "file_mine" in listed and f"are files of the folder {folder} (QUEUESCOPE_POLICIES)." in listed
    assert main(["policies", "--json"]) == 0
    assert any(entry["key"] == "file_mine" for entry in json.loads(capsys.readouterr().out))


def test_the_tutorial_does_what_it_says(folder, monkeypatch):
    """Its files are written as it says, its test passes, and fails where the policy is another one."""
    text = (ROOT / "docs" / "own-policy.md").read_text()
    policy, test = re.findall(r"```python\n(.*?)```", text[text.index("## From nothing") :], re.DOTALL)
    mine = folder / "my_policies"
    mine.mkdir(mode=0o700)
    (mine / "aging.py").write_text(policy)
    monkeypatch.chdir(folder)
    names: dict = {}
    exec(compile(test, "test_aging.py", "exec"), names)
    names["test_it_starts_jobs_as_its_twin_does"]()
    for other in ("1 * job.wait", "1000 * job.submit"):
        (mine / "aging.py").write_text(policy.replace("1000 * job.wait", other))
        with pytest.raises(AssertionError):
            names["test_it_starts_jobs_as_its_twin_does"]()
    (mine / "aging.py").write_text(policy)
    monkeypatch.setenv("QUEUESCOPE_POLICIES", str(mine))
    policy_files.offer_folder()
    assert (
        all_policies()["file_aging"].title == "aging.py (a file of the owner)"
        and "aging.py (a file of the owner)" in text
    )
    for seed in range(10):
        jobs = strategies.rigid(seed).workload
        built_in = simulate(jobs, "saf", {"aging": 1000.0, "passing": "none"}).placed.start
        assert np.array_equal(simulate(jobs, "file_aging").placed.start, built_in)
