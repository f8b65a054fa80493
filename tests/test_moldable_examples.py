"""Three small cases, worked out by hand, for rules of the moldable kernels that drawn cases hardly ever decide on."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler import offline
from scheduler.simulate import simulate
from tests import moldable


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
    found = {packing: offline.shelved(time, q, weight, 4, {"packing": packing, "heights": "powers"})
             for packing in ("nfiw", "ffia")}
    assert found["nfiw"].start.tolist() == [2, 0, 4]
    assert found["ffia"].start.tolist() == [2, 0, 2]
