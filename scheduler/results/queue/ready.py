"""Makes the process that imports it ready to work off runs: for the fork server, whose children begin where it stands.

Importing this imports the readers of traces (and pandas with them), every policy, metric and generator, and has the
compiler set itself up, which takes longer than most runs.
"""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.generators import all_generators
from scheduler.metrics import all_metrics
from scheduler.policies import all_policies
from scheduler.results.queue import runs  # noqa: F401
from scheduler.results.queue.warm import samples


@kernel
def first(value):
    """The first kernel a process calls pays for all."""
    return value


ready = len(samples()), first(1), all_policies(), all_metrics(), all_generators()  # registries load when first asked
