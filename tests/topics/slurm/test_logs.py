"""Every row of a log of Slurm is true at its moment."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler.simulate import simulate
from tests.cases import strategies
from tests.why.reader import Row, Told
from tests.why.replay import STARTS, Machine, moments
from tests.why.test_replay_of_log import WORKLOADS


def contradictions(told: Told) -> list[str]:
    """What its rows count, and that the job in the way waits."""
    return [f"{told.params} {row}: {why}" for row, machine in moments(told) for why in of_slurm(machine, row)]


def of_slurm(machine: Machine, row: Row) -> Iterator[str]:
    if row.kind in ("arrive", "end"):
        return
    if row.free != machine.free:
        yield f"{machine.free} were free"
    if row.kind in STARTS and not machine.fits(row.job):
        yield "it does not fit"
    if row.rule == "slurm_reserved" and not machine.fits(row.job):
        yield "it does not fit"
    if row.rule in ("slurm_reserved", "slurm_priority") and row.blocker not in machine.waiting:
        yield "that job does not wait"
    if row.rule == "slurm_resources" and machine.fits(row.job) and not machine.told.params.get("nodes"):
        yield "it fits"


def test_no_row_of_slurm_is_contradicted() -> None:
    wrong: list[str] = []
    for number in range(WORKLOADS):
        chosen = {"scheduler": ("backfill", "builtin")[number % 2], "bf_interval": 5.0}
        wrong += contradictions(Told(simulate(strategies.rigid(number).workload, "slurm", chosen, decisions="all")))
    assert wrong == []
