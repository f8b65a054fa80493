"""Names of runs where there is little room stay apart."""

from __future__ import annotations

from layouts.plots.gantts import minimap
from layouts.state.view import FinishedRun
from layouts.words.short_names import distinct, in_sentence, short
from scheduler.policies import known_policies
from tests.cases.small import schedule, workload

LONG = [
    "EASY backfilling, estimates times 2, requested by users, depth 8",
    "EASY backfilling, estimates times 9, requested by users, depth 8",
]


def test_a_long_name_keeps_its_end():
    assert short(LONG[0], 24) == "EASY ba \u2026 users, depth 8"


def test_names_that_would_read_the_same_have_their_number_in_front():
    assert len({short(name, 24) for name in LONG}) == 1
    assert distinct(["FCFS", *LONG], 24) == ["FCFS", "2 EASY backfil \u2026 depth 8", "3 EASY backfil \u2026 depth 8"]
    assert all(len(name) <= 24 for name in distinct(LONG, 24))


def test_no_two_rows_of_the_minimap_have_the_same_name():
    work = workload([(0, 10, 1), (1, 10, 1)], 2)
    runs = [FinishedRun(f"{at}" * 24, name, at, schedule(work, [0, 1]), {}) for at, name in enumerate(LONG)]
    names = [note.text for note in minimap.figure(runs, "light").checked().layout.annotations if note.x == 0]
    assert len(names) == len(set(names)) == 2


def test_in_a_sentence_policies_have_their_short_names_and_no_commas():
    policies = known_policies()
    cases = {
        ("fcfs", "First come, first served"): "FCFS",
        ("campaign_fcfs", "Campaigns, first come, first served"): "Campaigns (first come, first served)",
        (
            "campaign_fcfs",
            "Campaigns, first come, first served, order work",
        ): "Campaigns (first come, first served, order work)",
        ("easy", "EASY backfilling, seed 2"): "EASY (seed 2)",
        ("backfill", "Backfilling, no reservation"): "Backfilling (no reservation)",
        ("ostrich", "OStrich"): "OStrich",
        ("easy", "As on Monday, again"): "As on Monday, again",
    }
    assert {key: in_sentence(name, policies[key[0]]) for key in cases for name in key[1:]} == cases
