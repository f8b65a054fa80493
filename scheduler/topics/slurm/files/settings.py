"""Which settings of slurm.conf are read, as which parameters of the policy, and which are not, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from scheduler.topics.slurm.files.times import ENDLESS, exempt_seconds, over_run, seconds


def yes(text: str) -> bool:
    """Whether a setting is on."""
    return {"yes": True, "1": True, "true": True, "no": False, "0": False, "false": False}[text.lower()]


def whole(text: str) -> int | None:
    """A whole number; None without a limit."""
    return None if text.upper() in ENDLESS else int(text)


def plugin(*kinds: str) -> Callable[[str], str]:
    """How the name of a plugin reads, of these kinds: with its type before it or not."""

    def kind_of(text: str) -> str:
        kind = text.rpartition("/")[2].lower()
        if kind not in kinds:
            raise ValueError
        return kind

    return kind_of


def enforces_limits(text: str) -> bool:
    """Whether AccountingStorageEnforce has limits enforced."""
    return bool({"limits", "safe", "all", "2"}.intersection(text.lower().replace(" ", "").split(",")))


# {setting: (parameter, how its value reads)}
SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "prioritytype": ("priority", plugin("basic", "multifactor")),
    "schedulertype": ("scheduler", plugin("backfill", "builtin")),
    "priorityweightage": ("weight_age", int),
    "priorityweightfairshare": ("weight_fairshare", int),
    "priorityweightjobsize": ("weight_job_size", int),
    "priorityweightpartition": ("weight_partition", int),
    "priorityweightqos": ("weight_qos", int),
    "priorityweightassoc": ("weight_association", int),
    "prioritymaxage": ("max_age", seconds),
    "prioritydecayhalflife": ("half_life", seconds),
    "prioritycalcperiod": ("calc_period", seconds),
    "priorityusageresetperiod": ("usage_reset", plugin("none", "daily", "weekly", "monthly", "quarterly", "yearly")),
    "priorityfavorsmall": ("favor_small", yes),
    "fairsharedampeningfactor": ("damping", int),
    "preempttype": ("preempt", plugin("none", "qos", "partition_prio")),
    "jobrequeue": ("job_requeue", yes),
    "preemptexempttime": ("preempt_exempt", exempt_seconds),
    "defmempercpu": ("memory_per_processor", whole),
    "defmempernode": ("memory_per_node", whole),
    "resvoverrun": ("resv_over_run", over_run),
}
BY_SCHEDULER = {
    "sched_interval": int,
    "default_queue_depth": int,
    "batch_sched_delay": int,
    "bf_interval": int,
    "bf_resolution": int,
    "bf_window": int,
    "bf_max_job_test": int,
    "bf_max_job_start": int,
    "bf_max_job_part": int,
    "bf_max_job_user": int,
    "bf_max_job_assoc": int,
    "bf_min_prio_reserve": int,
    "bf_min_age_reserve": int,
}
# Of PriorityWeightTRES
BY_RESOURCE = {"cpu": "weight_tres_cpu", "mem": "weight_tres_memory", "node": "weight_tres_node"}
# Of the scheduler: passes take no time here, so what says how they may take it has no bearing.
OF_TIME = (
    "bf_continue",
    "bf_yield_interval",
    "bf_yield_sleep",
    "bf_max_time",
    "sched_min_interval",
    "max_rpc_cnt",
    "build_queue_timeout",
    "max_sched_time",
    "bf_yield_rpc_cnt",
)
# Settings, by how they begin, that do have a bearing, and are not simulated.
LEFT_OUT = (
    "priority",
    "preempt",
    "licenses",
    "gres",
    "topology",
    "overtime",
    "federation",
    "complete",
    "enforce",
    "def",
    "maxmem",
    "burst",
    "scheduler",
    "suspender",
)
# Of SelectTypeParameters
OF_PROCESSORS = ("CR_CPU", "CR_CORE", "CR_ONE_TASK_PER_CORE")
OF_MEMORY = ("CR_CPU_MEMORY", "CR_CORE_MEMORY", "CR_MEMORY")
OF_NODES = ("gres", "feature", "features", "weight", "corespeccount")
COUNTED = ("boards", "socketsperboard", "sockets", "corespersocket", "threadspercore")
OF_PARTITIONS = (
    "partitionname",
    "nodes",
    "maxtime",
    "maxnodes",
    "prioritytier",
    "priorityjobfactor",
    "state",
    "priority",
    "preemptmode",
)
OF_USERS = (
    "default",
    "hidden",
    "allowgroups",
    "allowaccounts",
    "allowqos",
    "denyaccounts",
    "denyqos",
    "rootonly",
    "reqresv",
    "disablerootjobs",
    "allocnodes",
)
NO_BEARING = re.compile(
    r"slurm|state|auth|crypto|mpi|proctrack|task|jobacct|jobcomp|log|debug|pid|port|timeout|kill|message|plugin|return|health"
    r"|clustername|accountingstorage(?!enforce)|prolog|epilog|mail|tmpfs|srun|tree|unkillable|controlmachine|control"
    r"|backup|switch|launch|inactive|wait|minjobage|firstjob|maxjobcount|maxjobid|private|propagate|group|power|acct|cred"
    r"|communication|dependency|extsensors|getenv|keepalive|job_?submit|checkpoint|core|cli|site|ext|node_?feature|user"
    r"|usepam|x11|vsize|resv|reboot|resume|suspend(?!er)|fast|scron|gpu_?freq|cpufreq|allow|disable|track|route|max(tasks|steps|"
    r"array|dbd|batch)|topologyparam"
)
