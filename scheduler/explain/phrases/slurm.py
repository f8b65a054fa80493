"""The words of the rules of the policy `slurm`, with the reasons as squeue prints them."""

from __future__ import annotations

from collections.abc import Callable

from scheduler.durations import instant
from scheduler.explain.phrases.decision import Decision, enough, job_name, short
from scheduler.model.schedule import Schedule


def _resources(schedule: Schedule, job: int, d: Decision) -> str:
    return f"it went first in its partition, and the nodes of that had no room for it ({short(d)}; Slurm: Resources)."


def _priority(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"{job_name(schedule, d.blocker)} went before it and had no room, so the main pass started nobody behind "
        "it, and the backfill pass had not started it yet (Slurm: Priority)."
    )


def _reserved(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"nodes it would have needed were reserved for jobs before it, {job_name(schedule, d.blocker)} first; the "
        f"backfill pass expected it to start at {instant(d.shadow)} (Slurm: Priority)."
    )


def _limit(what: str, name: str) -> Callable[[Schedule, int, Decision], str]:
    def phrase(schedule: Schedule, job: int, d: Decision) -> str:
        return f"with it {what} (Slurm: {name})."

    return phrase


_CPUS, _JOBS = "would have had more processors than", "would have run more jobs than"
_NODES, _SYSTEM = "would have been on more nodes than", "would have had more jobs waiting and running than"
LIMITS = {
    "slurm_qos_user_cpu": _limit(f"its user {_CPUS} its QOS gives a user", "QOSMaxCpuPerUserLimit"),
    "slurm_qos_user_jobs": _limit(f"its user {_JOBS} its QOS lets a user run", "QOSMaxJobsPerUserLimit"),
    "slurm_qos_account_cpu": _limit(f"its account {_CPUS} its QOS gives an account", "MaxCpuPerAccount"),
    "slurm_qos_account_jobs": _limit(f"its account {_JOBS} its QOS lets an account run", "MaxJobsPerAccount"),
    "slurm_qos_cpu": _limit(f"the jobs of its QOS {_CPUS} it has", "QOSGrpCpuLimit"),
    "slurm_qos_jobs": _limit("more jobs of its QOS would have run than may", "QOSGrpJobsLimit"),
    "slurm_account_cpu": _limit(f"the jobs of its account {_CPUS} that has", "AssocGrpCpuLimit"),
    "slurm_account_jobs": _limit("more jobs of its account would have run than may", "AssocGrpJobsLimit"),
    "slurm_qos_nodes": _limit(f"the jobs of its QOS {_NODES} it has", "QOSGrpNodeLimit"),
    "slurm_qos_user_nodes": _limit(f"its user {_NODES} its QOS gives a user", "QOSMaxNodePerUserLimit"),
    "slurm_qos_account_nodes": _limit(f"its account {_NODES} its QOS gives an account", "MaxNodePerAccount"),
    "slurm_account_nodes": _limit(f"the jobs of its account {_NODES} that has", "AssocGrpNodeLimit"),
    "slurm_association_jobs": _limit(f"its user {_JOBS} a user of its account may", "AssocMaxJobsLimit"),
    "slurm_array": _limit("more jobs of its array would have run than may at a time", "JobArrayTaskLimit"),
    "slurm_qos_submit": _limit(f"its QOS {_SYSTEM} it may", "QOSGrpSubmitJobsLimit"),
    "slurm_qos_user_submit": _limit(f"its user {_SYSTEM} its QOS lets a user have", "QOSMaxSubmitJobPerUserLimit"),
    "slurm_qos_account_submit": _limit(
        f"its account {_SYSTEM} its QOS lets an account have", "MaxSubmitJobsPerAccount"
    ),
    "slurm_account_submit": _limit(f"its account {_SYSTEM} that may", "AssocGrpSubmitJobsLimit"),
    "slurm_association_submit": _limit(f"its user {_SYSTEM} a user of its account may", "AssocMaxSubmitJobLimit"),
}


def _dependency(schedule: Schedule, job: int, d: Decision) -> str:
    return f"it depends on {job_name(schedule, d.blocker)}, which had not ended (Slurm: Dependency)."


REASONS: dict[str, Callable[[Schedule, int, Decision], str]] = {
    "slurm_resources": _resources,
    "slurm_memory": lambda schedule, job, d: (
        "it went first in its partition, and of the nodes with enough free processors too little memory was free "
        "(Slurm: Resources)."
    ),
    "slurm_priority": _priority,
    "slurm_reserved": _reserved,
    **LIMITS,
    "slurm_maintenance": lambda schedule, job, d: (
        "it would still have run when nodes that it needed were to be kept for maintenance (Slurm: ReqNodeNotAvail, "
        "Reserved for maintenance)."
    ),
    "slurm_reservation": lambda schedule, job, d: (
        "it would still have run while nodes that it needed were reserved for others (Slurm: Reservation)."
    ),
    "slurm_own_reservation": lambda schedule, job, d: (
        "the reservation that it asks for had not begun (Slurm: Reservation)."
    ),
    "slurm_reservation_resources": lambda schedule, job, d: (
        "the nodes of the reservation that it asks for had no room for it (Slurm: Resources)."
    ),
    "slurm_begin": lambda schedule, job, d: "its time to begin had not come (Slurm: BeginTime).",
    "slurm_dependency": _dependency,
}


def _main(schedule: Schedule, job: int, d: Decision) -> str:
    return f"by the main pass, in its turn: {enough(d)}, and no job before it in its partition was left without room."


def _backfill(schedule: Schedule, job: int, d: Decision) -> str:
    ahead = f", ahead of {job_name(schedule, d.blocker)}" if d.blocker >= 0 else ""
    return (
        f"by the backfill pass{ahead}: {enough(d)}, on nodes that no job before it had reserved for the time it "
        "asks for."
    )


STARTS: dict[str, Callable[[Schedule, int, Decision], str]] = {"slurm_main": _main, "slurm_backfill": _backfill}
