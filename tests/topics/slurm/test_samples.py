"""What the samples about Slurm tell is so."""

from __future__ import annotations

import re

import pytest

from scheduler.results.sources import setups
from tests.samples.test_rigid_samples import STARTS, minutes, simulated, text


@pytest.mark.parametrize("name", ["slurm-age-and-share", "slurm-partition-limit"])
def test_the_minutes_in_the_note_are_these_starts(name):
    words = re.search(r"^; Note: Starts in minutes: (.*)[.]$", text(name), re.MULTILINE)[1].split(", ")
    assert [
        minutes(*(int(word) for word in part.split() if word.isdigit()))[-len(starts) :]
        for part, starts in zip(words, STARTS[name].values(), strict=True)
    ] == list(STARTS[name].values())


def test_a_job_that_was_preempted_starts_again_as_its_note_tells():
    pieces = simulated("slurm-urgent-jobs", list(STARTS["slurm-urgent-jobs"])[1]).table("segments")
    assert "job 1 again after 45, job 2 after 105" in text("slurm-urgent-jobs")
    assert [
        (job + 1, begin / 60, end / 60) for job, begin, end in zip(pieces.job, pieces.begin, pieces.end, strict=True)
    ] == [(1, 0, 40), (1, 45, 105), (2, 105, 195), (3, 40, 45)]


def test_an_hour_of_age_is_worth_the_better_rank():
    params = setups(list(STARTS["slurm-age-and-share"])[1])[0][1]
    per_second = int(params["weight_age"]) / int(params["max_age"])
    assert "500 points more by rank, as much as 60 minutes of age" in text("slurm-age-and-share")
    assert int(params["weight_fairshare"]) * (1 - 1 / 2) == 500 == pytest.approx(3600 * per_second)
