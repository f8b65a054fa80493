"""DEMT for tasks that come over time: each batch chooses among all that have come by its beginning.

    when nothing is left over and tasks come: lengths L as DEMT has them for these
    while something is left over:
        the batch takes what weighs most of what fits side by side in L, of all tasks that have come
        it begins when the batch before it is over, and the next one is alpha times as long

Tasks that come while a batch runs wait for the next one, and a short, heavy one may go before those left over.
Nothing is known of tasks that have not come; nothing is proven of how far from the best it is.

Source: Dutot, Eyraud, Mounié and Trystram 2005: the batches of section 6, with tasks chosen at each step among those
available (section 5.4).  Where the paper is silent: lengths begin anew when nothing is left over; batches are not mixed
with each other, for which later ones would have to be known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.engine.pseudocode import PLANNED, STARTED, Line
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.moldable.adapters.batches_over_time import GROWING, growing_batches
from scheduler.topics.moldable.adapters.moldable import check, tables, tasks_of
from scheduler.topics.moldable.adapters.moldable_reasons import of_growing
from scheduler.topics.moldable.planning import TAKE_SOME, Planning


def check_tasks(workload: Workload, params: Mapping[str, Any]) -> None:
    """As check(), whatever the parameters are."""
    check(workload)


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, marks (the batches; their value is how long they may be, s)."""
    return tables(case.workload, growing_batches(tasks_of(case.workload), case.workload.jobs.submit, case.params), 0.0)


PSEUDOCODE = (
    Line("while a task has come and is left:"),
    Line("    L is alpha times as long as in the batch before"),
    Line("    of the tasks that have come: most weight side by side in L", event=PLANNED),
    Line("    the batch begins when the one before is over"),
    Line("    start its tasks as planned", event=STARTED),
    Line("when nothing is left: lengths begin anew"),
)

POLICY = Policy(
    "demt_on_line",
    "DEMT, on line",
    "moldable",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, sections 5.4 and 6",
    params=GROWING,
    information=frozenset({"submit", "runtime", "weight"}),
    needs=frozenset({"moldable"}),
    kind="moldable",
    logs=False,
    wait_cause="rule",
    check=check_tasks,
    of_kind=Planning(batches=TAKE_SOME, allotment=of_growing),
    pseudocode=PSEUDOCODE,
)
