"""Odd workloads with odd options and parameters have an audited schedule, or a sentence says why there is none."""

from __future__ import annotations

import pytest

from tests.cases.width import width
from tests.hostile.odd_runs import POLICIES, run

RUNS = width(6, 60)  # of each policy


@pytest.mark.parametrize("policy", POLICIES, ids=[policy.key for policy in POLICIES])
def test_an_odd_run_is_audited_or_refused(policy) -> None:
    counts, faults = run(policy, RUNS)
    assert not faults
    assert not counts["stopped"] and counts["scheduled"] + counts["refused"] == RUNS
