"""Slurm: the scheduler of slurmctld with its backfill plugin, by the parameters of slurm.conf.

Jobs are looked at by priority: the order of submission (basic), or a weighted sum (multifactor) of how long a job has
waited, how much of its share its user has used, and its size, partition and QOS.  The main pass starts what has room
until a job has none, which stops all of its partition.  The backfill pass, every bf_interval, plans every job on nodes
that no job before it has reserved, and starts those whose time is now.

It differs from textbook backfilling in ways that show.  Starts are planned by the clock, so a job that fits waits for
the next pass.  Reservations take whole nodes, even for jobs that share one.  The start of a blocked job is predicted
in steps that double (30 s, a minute, ...), so it is often too late, which leaves room for others.  A job may end just
before a reservation, but not at its very beginning.

Of the nodes with room a job gets rows of neighbors: the tightest row that suffices, and in it the fullest node that
does.  Where memory counts a node has room for as many processors as what is free of its memory suffices for.

Reserved nodes are for jobs that ask for them, and jobs of others end before by their requested times.  Who asks for
them starts before the end, and is stopped then for good if it still runs.  Where jobs may be preempted (by QOS, or by
the tiers of partitions) a job that has no room may stop others: they start from nothing later, or are cancelled.

Not simulated: what passes take of time (bf_yield, bf_max_time), GPUs, licenses, topology, features of nodes,
weights of nodes, suspension, GraceTime.

Source: Slurm 22.05 (SchedMD), its documentation and, where that is silent, what recorded runs of it did.
"""

from __future__ import annotations

from scheduler.engine.decision_log import (
    SLURM_ACCOUNT_CPU,
    SLURM_ACCOUNT_JOBS,
    SLURM_ACCOUNT_NODES,
    SLURM_ACCOUNT_SUBMIT,
    SLURM_ARRAY,
    SLURM_ASSOCIATION_JOBS,
    SLURM_ASSOCIATION_SUBMIT,
    SLURM_BACKFILL,
    SLURM_BEGIN,
    SLURM_CANCELLED,
    SLURM_DEPENDENCY,
    SLURM_MAIN,
    SLURM_MAINTENANCE,
    SLURM_MEMORY,
    SLURM_OVER_RUN,
    SLURM_OWN_RESERVATION,
    SLURM_PRIORITY,
    SLURM_QOS_ACCOUNT_CPU,
    SLURM_QOS_ACCOUNT_JOBS,
    SLURM_QOS_ACCOUNT_NODES,
    SLURM_QOS_ACCOUNT_SUBMIT,
    SLURM_QOS_CPU,
    SLURM_QOS_JOBS,
    SLURM_QOS_NODES,
    SLURM_QOS_SUBMIT,
    SLURM_QOS_USER_CPU,
    SLURM_QOS_USER_JOBS,
    SLURM_QOS_USER_NODES,
    SLURM_QOS_USER_SUBMIT,
    SLURM_REQUEUED,
    SLURM_RESERVATION,
    SLURM_RESERVATION_RESOURCES,
    SLURM_RESERVED,
    SLURM_RESOURCES,
)
from scheduler.engine.pseudocode import Line
from scheduler.model.table import Table
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.slurm.adapters import PERIODS, check_fits, run_slurm
from scheduler.topics.slurm.files import records, reservations
from scheduler.topics.slurm.files.times import NEVER

HIGHEST = (1 << 32) - 1  # of a weight
DAY = 86_400


def run(case: PolicyInput) -> dict[str, Table]:
    """placed, and segments where jobs were stopped."""
    return run_slurm(case.workload, case.params, case.control, case.log)


def _weight(name: str, what: str) -> Param:
    return Param(f"weight_{name}", 0, 0, HIGHEST, "", f"PriorityWeight{what}")


PARAMS = (
    Param(
        "priority",
        "basic",
        choices=("basic", "multifactor"),
        help="PriorityType: order of submission, or a weighted sum of factors",
    ),
    Param("scheduler", "backfill", choices=("backfill", "builtin"), help="SchedulerType: with or without backfill"),
    _weight("age", "Age: of how long a job has waited"),
    _weight("fairshare", "Fairshare: of how little of its share a user has used"),
    _weight("job_size", "JobSize: of how large a job is"),
    _weight("partition", "Partition: of PriorityJobFactor"),
    _weight("qos", "QOS: of the priority of the QOS"),
    _weight("association", "Assoc: of the priority of the user or account"),
    _weight("tres_cpu", "TRES, CPU: of the part of its partition's processors that a job asks for"),
    _weight("tres_memory", "TRES, Mem: of the part of its partition's memory, where memory counts"),
    _weight("tres_node", "TRES, Node: of one node of its partition's"),
    Param("max_age", 7 * DAY, 1, 10**9, "s", "PriorityMaxAge: from when on a job gets no older"),
    Param("half_life", 7 * DAY, 0, 10**9, "s", "PriorityDecayHalfLife: after which usage counts half; 0: always whole"),
    Param("calc_period", 300, 1, 10**7, "s", "PriorityCalcPeriod: how often priorities are made anew"),
    Param(
        "calc_offset",
        0,
        0,
        10**7,
        "s",
        "how long after the first submission that happens for the first time; Slurm "
        "counts from its own start, which no file tells",
    ),
    Param(
        "usage_reset",
        "none",
        choices=PERIODS,
        help="PriorityUsageResetPeriod: usage becomes 0 at a midnight; weekly: on Sunday",
    ),
    Param(
        "usage_at_end",
        True,
        help="what a job has used since the last tick counts when it ends, as where "
        "AccountingStorageEnforce enforces limits; otherwise it is lost",
    ),
    Param(
        "enforce_limits",
        True,
        help="limits of QOS, accounts and users are enforced, as where "
        "AccountingStorageEnforce names limits, safe or all",
    ),
    Param(
        "fair_share",
        "fair_tree",
        choices=("fair_tree", "classic"),
        help="Fair Tree ranks users by account after account; the classic factor (NO_FAIR_TREE) is a power of 2",
    ),
    Param("damping", 1, 1, 65_533, "", "FairShareDampeningFactor: of the classic factor"),
    Param("favor_small", False, help="PriorityFavorSmall: small jobs have the larger size factor"),
    Param("size_by_time", False, help="SMALL_RELATIVE_TO_TIME: size counts relative to the time asked for"),
    Param("sched_interval", 60, 1, 10**6, "s", "how often the main pass looks at the whole queue"),
    Param("default_queue_depth", 100, 0, 10**6, "jobs", "how far down the queue other main passes look"),
    Param("batch_sched_delay", 3, 0, 10**6, "s", "least time between main passes because of submissions"),
    Param("bf_interval", 30, 1, 10**6, "s", "time between backfill passes"),
    Param("bf_resolution", 60, 1, 86_400, "s", "begins and ends of reservations are rounded down to multiples of it"),
    Param("bf_window", 1_440, 1, 525_600, "min", "how far ahead the backfill pass plans"),
    Param("bf_max_job_test", 500, 1, 20_000, "jobs", "jobs that a backfill pass tries"),
    Param("bf_max_job_start", 0, 0, 20_000, "jobs", "jobs that a backfill pass starts; 0: any number"),
    Param("bf_max_job_part", 0, 0, 20_000, "jobs", "jobs of a partition that a backfill pass tries; 0: any number"),
    Param("bf_max_job_user", 0, 0, 20_000, "jobs", "jobs of a user that a backfill pass tries; 0: any number"),
    Param("bf_max_job_assoc", 0, 0, 20_000, "jobs", "jobs of a user in an account that a backfill pass tries; 0: any"),
    Param("bf_min_prio_reserve", 0, 0, HIGHEST, "", "jobs of a lower priority reserve nothing and hold up nobody"),
    Param("bf_min_age_reserve", 0, 0, 10**9, "s", "jobs that have waited for less reserve nothing and hold up nobody"),
    Param(
        "preempt",
        "none",
        choices=("none", "qos", "partition_prio"),
        help="PreemptType: nobody, jobs of the QOS that a QOS names, or those of partitions of a lower PriorityTier",
    ),
    Param(
        "preempt_mode",
        "off",
        choices=records.MODES,
        help="PreemptMode of who says nothing else: jobs are put back into the queue, or are cancelled",
    ),
    Param("preempt_exempt", 0, 0, 10**9, "s", "PreemptExemptTime: how long a job runs before it may be preempted"),
    Param("preempt_youngest_first", False, help="preempt_youngest_first: who started last is preempted first"),
    Param("job_requeue", True, help="JobRequeue: jobs may be put back into the queue; where not, they are cancelled"),
    Param(
        "requeue_wait",
        121,
        1,
        10**6,
        "s",
        "how long a job that was put back into the queue waits before it may "
        "start again: 1 s more than cred_expire of AuthInfo",
    ),
    Param(
        "release_window",
        30,
        0,
        10**6,
        "s",
        "ends of running jobs within this time count as one in a prediction, "
        "then within twice as long and so on; 0: one by one. Slurm has 30 s, with select/linear 0, and no parameter",
    ),
    Param(
        "nodes",
        None,
        kind=str,
        test=records.node_sizes,
        examples=("64x128", "60x128,4x48"),
        help="nodes of the machine, how many of how many processors; empty: each processor is a node, or a part of "
        "one of 4,096 equal ones where there are more",
    ),
    Param("whole_nodes", False, help="jobs get whole nodes (select/linear, OverSubscribe=EXCLUSIVE)"),
    Param(
        "node_memory",
        None,
        kind=str,
        test=records.node_memory,
        examples=("60x256000,4x1024000",),
        help="MB of the nodes, in their order (SelectTypeParameters=CR_CPU_Memory); empty: memory does not count",
    ),
    Param(
        "memory_per_processor",
        None,
        0,
        records.MOST_MEMORY,
        "MB",
        "DefMemPerCPU: for each processor of jobs that do not say; 0: all that a node has",
        kind=int,
    ),
    Param(
        "memory_per_node",
        None,
        0,
        records.MOST_MEMORY,
        "MB",
        "DefMemPerNode: on each node of jobs that do not say; empty, as the one above, or 0: all that a node has",
        kind=int,
    ),
    Param(
        "partitions",
        None,
        kind=str,
        test=records.partitions,
        examples=("1:batch; 2:debug Nodes=1-4 PriorityTier=10",),
        help="records NUMBER:NAME with Nodes, MaxTime (s), MaxNodes, PriorityTier, PriorityJobFactor, State, "
        "PreemptMode; numbers are those of field 16 of the log",
    ),
    Param(
        "qos",
        None,
        kind=str,
        test=records.qos,
        examples=("1:normal; 2:urgent Priority=100 MaxCPUsPerUser=64",),
        help="records NUMBER:NAME with Priority, UsageFactor, MaxWall (s), MaxCPUsPerJob, Preempt (numbers of QOS), "
        "PreemptMode, PreemptExemptTime (s), and of the group, each "
        "user and each account GrpCPUs, GrpNodes, GrpJobs, GrpSubmitJobs, MaxCPUsPerUser, MaxNodesPerUser, "
        "MaxJobsPerUser, MaxSubmitJobsPerUser, MaxCPUsPerAccount, ...; numbers are those of field 15",
    ),
    Param(
        "accounts",
        None,
        kind=str,
        test=records.accounts,
        examples=("account=physics Shares=3 Group=1; user=7 account=physics Shares=2",),
        help="the tree: records account=NAME with Parent, Shares, Group (field 13), Usage (processor-seconds), "
        "GrpCPUs, GrpNodes, GrpJobs, GrpSubmitJobs, and user=NUMBER (field 12) with account, Shares, Usage; "
        "of each user, or for all below an account, Priority, MaxJobs, MaxSubmitJobs, MaxWall (s), "
        "MaxCPUsPerJob; empty: every account and user of the log has one share",
    ),
    Param(
        "maintenance",
        None,
        kind=str,
        test=reservations.maintenance,
        examples=("upgrade Start=86400 End=172800 Nodes=1-16",),
        help="nodes kept for maintenance: records of a name with Start, End (s of the log) and Nodes (empty: all)",
    ),
    Param(
        "reservations",
        None,
        kind=str,
        test=reservations.reservations,
        examples=("course Start=86400 End=100800 Nodes=1-4 Users=7,8 Accounts=physics",),
        help="nodes kept for jobs that ask for them: records of a name with Start, End (s of the log, @ and Unix "
        "time, or a date and time on the clock of the machine), Nodes (empty: all), Users, NotUsers (field 12), "
        "Accounts and NotAccounts (names, or field 13), Flags (MAINT: for nobody; FLEX: who asks for it may run "
        "before, after and elsewhere, too)",
    ),
    Param(
        "resv_over_run",
        0,
        0,
        NEVER,
        "s",
        "ResvOverRun: how long after the end of their reservation jobs that are "
        f"bound to it are stopped; {NEVER:,}: never (UNLIMITED)",
    ),
    Param(
        "jobs",
        None,
        kind=str,
        test=records.jobs,
        examples=("17 Nice=100; 18 After=17; 30 Array=30 AtOnce=2",),
        help="what single jobs were submitted with: records of the number of a job with Nice, Delay (s from "
        "submission until it may start), After (jobs that end before), Array (a number that its jobs share) and "
        "AtOnce (how many of the array run at a time), Requeue (1 or 0: whether it may be put back into the "
        "queue), Reservation (the name of one of `reservations`), Memory (MB for each processor) or NodeMemory "
        "(MB on each node); 0: all that a node has",
    ),
)

LIMITS = (
    SLURM_QOS_CPU,
    SLURM_QOS_JOBS,
    SLURM_QOS_USER_CPU,
    SLURM_QOS_USER_JOBS,
    SLURM_QOS_ACCOUNT_CPU,
    SLURM_QOS_ACCOUNT_JOBS,
    SLURM_ACCOUNT_CPU,
    SLURM_ACCOUNT_JOBS,
    SLURM_QOS_NODES,
    SLURM_QOS_USER_NODES,
    SLURM_QOS_ACCOUNT_NODES,
    SLURM_ACCOUNT_NODES,
    SLURM_ASSOCIATION_JOBS,
    SLURM_ARRAY,
)
SUBMIT_LIMITS = (
    SLURM_QOS_SUBMIT,
    SLURM_QOS_USER_SUBMIT,
    SLURM_QOS_ACCOUNT_SUBMIT,
    SLURM_ACCOUNT_SUBMIT,
    SLURM_ASSOCIATION_SUBMIT,
)
LINES = (
    Line("a submission beyond MaxSubmitJobs is repeated until there is room", SUBMIT_LIMITS),
    Line(
        "a job joins at its time, after those it depends on, and in its reservation",
        (SLURM_BEGIN, SLURM_DEPENDENCY, SLURM_OWN_RESERVATION),
    ),
    Line("keep the queue in order of tier of the partition, then of priority"),
    Line("resv_over_run after the end of a reservation: stop the jobs bound to it", (SLURM_OVER_RUN,)),
    Line("main pass, when jobs end and soon after submissions:"),
    Line("    for every job of the queue:"),
    Line("        if its partition is closed: it waits (Priority)", (SLURM_PRIORITY,)),
    Line("        if it would break a limit: it waits, and holds up nobody", LIMITS),
    Line("        if it has room, or has when jobs that it may preempt are stopped: start it", (SLURM_MAIN,)),
    Line(
        "            a job that is stopped is cancelled, or waits to start from nothing",
        (SLURM_REQUEUED, SLURM_CANCELLED),
    ),
    Line(
        "        else it waits (Resources, Reservation); its partition or reservation closes",
        (SLURM_RESOURCES, SLURM_MEMORY, SLURM_MAINTENANCE, SLURM_RESERVATION, SLURM_RESERVATION_RESOURCES),
    ),
    Line("backfill pass, every bf_interval:"),
    Line("    for every job of the queue, find the earliest time on nodes not reserved:"),
    Line("        if that is now: start it", (SLURM_BACKFILL,)),
    Line("        else reserve whole nodes for it from then on", (SLURM_RESERVED,)),
)
POLICY = Policy(
    "slurm",
    "Slurm: priorities, main pass and backfill",
    "backfilling",
    run,
    "Slurm 22.05, slurm.conf and its plugins backfill and priority/multifactor",
    params=PARAMS,
    information=frozenset(
        {"submit", "requested_time", "processors", "user", "users", "group", "queue", "partition", "wait"}
    ),
    short="Slurm",
    check=check_fits,
    pseudocode=LINES,
    at_passes=True,
)
