"""Three small cases, worked out by hand, for rules of the moldable kernels that drawn cases hardly ever decide on."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.pages.compare.job_panel import reasons
from scheduler.explain.job import explain
from scheduler.explain.wait_parts import parts_of
from scheduler.simulate import simulate
from scheduler.topics.moldable.adapters import offline_moldable
from tests.cases import moldable
from tests.cases.told import wait_sentence


def test_a_task_longer_than_three_quarters_of_the_guess_gets_no_thinner():
    """MRT's guess is 56 s, and the second shelf does not fit: 2 + 2 processors of 3.

    Task 2 runs 48 s on two processors, more than 3/4 of 56; on one it would take 96, more than 3/2 of it.  So it is
    task 1 that lies down on one processor for 36 s, with the third, which ends at 84 s, above.
    """
    schedule = simulate(moldable.workload([[36, 18, 15], [96, 48, 32], [36, 18, 12]], 3), "mrt")
    assert schedule.marks.value.tolist() == [56, 28]
    assert schedule.placed.processors.tolist() == [1, 2, 2]
    assert schedule.placed.start.tolist() == [0, 0, 66]
    assert schedule.placed.end.max() == 1.5 * 56


def test_of_equal_weights_a_batch_takes_what_needs_fewer_processors():
    """The guess is 4 s, so the first batch is 2 s long: there task 1 needs both processors, task 2 one.

    Both weigh the same, so task 2 is taken; task 1 finds its place in the second batch, on one processor.
    """
    schedule = simulate(moldable.workload([[4, 2], [2, 2]], 2), "demt", {"compaction": False})
    assert schedule.placed.processors.tolist() == [1, 1]
    assert schedule.marks.label.tolist() == ["batch 1", "batch 2"]
    assert schedule.placed.start.tolist() == [pytest.approx(2, rel=0.01), 0]


def test_next_fit_never_goes_back_to_an_earlier_shelf():
    """Three tasks of 2 s on 4 processors, in the order of processors over weight: 1/10, 4/20 and 2/4.

    The second fills a shelf.  The third would fit beside the first, but only the last shelf is looked at; first fit,
    where the smallest area comes first, puts it there.  Shelves come by height over weight: 20, 10 and 4.
    """
    time, q, weight = np.array([2.0, 2, 2]), np.array([1, 4, 2]), np.array([10.0, 20, 4])
    found = {
        packing: offline_moldable.shelved(time, q, weight, 4, {"packing": packing, "heights": "powers"})
        for packing in ("nfiw", "ffia")
    }
    assert found["nfiw"].start.tolist() == [2, 0, 4]
    assert found["ffia"].start.tolist() == [2, 0, 2]


def test_a_task_that_waits_for_its_batch_says_when_that_begins():
    """Batches are 1.5 and 3 s long: task 2 would fit beside the two of 1 s, and starts with the second batch."""
    work = moldable.workload([[4, 2], [2, 2], [1, 1], [1, 1], [8, 5]], 3)
    apart, closed = (simulate(work, "demt", {"compaction": compaction}) for compaction in (False, True))
    assert "All this time it was held back until its batch began at 1.5 s." in explain(apart, 1)
    assert wait_sentence(apart, 0).startswith("For 1 s too few processors were free")
    assert wait_sentence(apart, 0).endswith("; for 0.5 s it was held back until its batch began at 1.5 s.")
    assert "batch began" not in " ".join(explain(closed, 0) + explain(closed, 4))


def test_of_batches_on_line_those_to_come_hold_the_tasks_that_come_meanwhile():
    """The second task comes while the first batch runs on one of two processors, and waits for it to end."""
    run = simulate(moldable.workload([[8, 8], [2, 2]], 2, submits=[0, 1]), "batch")
    assert wait_sentence(run, 1) == "All this time it was held back until its batch began at 8 s."
    assert "held back until its batch began at 8 s" in [reasons.name_of(part) for part in parts_of(run, 1)]
