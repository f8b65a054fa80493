"""Makes the process that imports it ready to work off runs: for the fork server, whose children begin where it stands.

Importing this imports the readers of traces (and pandas with them), every policy, check of the audit, kind
of workload, metric, generator and task, and has the compiler set itself up, which takes longer than most runs.
"""

from __future__ import annotations

from scheduler.audit.schedule import all_checks
from scheduler.compiled import kernel
from scheduler.generators import all_generators
from scheduler.kinds import all_kinds
from scheduler.metrics import all_metrics
from scheduler.policies import all_policies
from scheduler.results.queue import runs  # noqa: F401
from scheduler.results.queue.warm import samples
from scheduler.results.tasks import all_tasks


@kernel
def first(value):
    """The first kernel a process calls pays for all."""
    return value


# registries load when first asked
ready = (
    len(samples()),
    first(1),
    all_policies(),
    all_checks(),
    all_kinds(),
    all_metrics(),
    all_generators(),
    all_tasks(),
)
