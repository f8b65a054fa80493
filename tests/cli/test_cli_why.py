"""`why` on the command line: the same facts as sentences, in a few words each, and as data."""

from __future__ import annotations

import json

import pytest

from scheduler.explain.job import explain
from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases.small_log import ROOT, is_one_sentence

LOG = ROOT / "sample_traces" / "five-jobs.swf"


@pytest.mark.parametrize("policy", ["easy", "fcfs"])
def test_every_job_is_explained_as_the_library_does(policy, run):
    schedule = simulate(workload(swf.read(LOG.read_bytes(), LOG.name)), policy)
    for row, number in enumerate(schedule.workload.jobs.job_id.tolist()):
        asked = ("why", LOG, "--policy", policy, "--job", number)
        code, out, err = run(*asked)
        assert (code, out.strip(), err) == (0, " ".join(explain(schedule, row)), "")
        facts, lines = json.loads(run(*asked, "--json")[1]), run(*asked, "--short")[1].splitlines()
        assert [fact["text"][:1].upper() + fact["text"][1:] for fact in facts] == explain(schedule, row)
        assert len(lines) == len(facts) and all(
            len(line) < len(fact["text"]) for line, fact in zip(lines, facts, strict=True)
        )
        assert facts[0]["what"] == "job_asked" and facts[0]["job"] == number
        assert facts[-1]["what"] == "started_for" and facts[-1]["time"] == schedule.placed.start[row]


def test_a_backfilled_job_names_the_job_it_passed_and_the_arithmetic(run):
    decision = json.loads(run("why", LOG, "--policy", "easy", "--job", 4, "--json")[1])[-1]
    reason = decision["reason"]
    assert (decision["backfilled"], reason["what"], reason["blocker"]) == (True, "starts_ends_by_shadow", 3)
    assert reason["until"] == decision["time"] + reason["length"] <= reason["shadow"]
    assert run("why", LOG, "--policy", "easy", "--job", 4, "--short")[1].splitlines()[-1] == (
        "backfilled at 06:00:00: 06:00:00 + 1 h 00 min ≤ 08:00:00"
    )


def test_a_job_that_is_not_there_is_a_sentence(run):
    code, out, err = run("why", LOG, "--policy", "easy", "--job", 99)
    assert (code, out) == (2, "") and "99" in err and is_one_sentence(err)
