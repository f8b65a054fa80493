"""slurm.conf, sshare, sacctmgr: what is read, and that nothing is left out in silence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scheduler.errors import FormatError, ParamError
from scheduler.formats.reading.account_tree import DEEPEST, tree_rows
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.topics.slurm.files import records, reservations
from scheduler.topics.slurm.files.configuration import CLEAR, NOT_SIMULATED, UNKNOWN, configuration
from scheduler.topics.slurm.files.hosts import Lists, expanded, ranges
from scheduler.topics.slurm.files.times import minutes, seconds
from tests.cases.every_case import every_case

CONF = """\ufeff# a comment
ClusterName=toy   # another
PriorityType=priority/multifactor
PriorityDecayHalfLife=14-0
PriorityCalcPeriod=5
PriorityFlags=SMALL_RELATIVE_TO_TIME,MAX_TRES
SchedulerParameters=bf_interval=60,bf_window=2880,\\
bf_continue,bf_licenses
Include /etc/slurm/more.conf
Licenses=matlab:10
Frobnicate=7
NodeName=DEFAULT CPUs=16 RealMemory=64000
NodeName=n[01-03]
NodeName=fat1 Sockets=2 CoresPerSocket=8 ThreadsPerCore=2 Gres=gpu:2
PartitionName=batch Nodes=ALL Default=YES MaxTime=2-00:00:00
PartitionName=debug Nodes=n[01,03] MaxTime=30 PriorityTier=10 OverSubscribe=FORCE MaxNodes=2
"""
NAMES = {"partition": ("debug", "batch"), "user_id": ("ann", "bob"), "group": ("bio", "physics"), "queue": ("normal",)}


def test_a_configuration_by_hand() -> None:
    found = configuration(CONF, names=NAMES)
    assert found.params == {
        "priority": "multifactor",
        "half_life": 14 * 86_400,
        "calc_period": 300,
        "size_by_time": True,
        "bf_interval": 60,
        "bf_window": 2880,
        "nodes": "3x16,1x32",
        "partitions": "2:batch MaxTime=172800; 1:debug Nodes=1,3 MaxTime=1800 MaxNodes=2 PriorityTier=10",
    }
    assert checked(all_policies()["slurm"].params, found.params)["nodes"] == "3x16,1x32"


MEMORY = """SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=500
DefMemPerNode=UNLIMITED
NodeName=n[1-2] CPUs=8 RealMemory=8000
NodeName=n3 CPUs=8 RealMemory=16000 MemSpecLimit=1000
"""
ASKED = """JobIDRaw|JobID|ReqMem|ReqCPUS|AllocTRES|SubmitLine
1|1|4000M|4|billing=4,cpu=4,mem=4000M,node=2|sbatch -n 4 a.sh
2|2|2Gn|4||sbatch a.sh
3|3|1.5Gc|4||sbatch a.sh
4|4|8000M|4||sbatch --mem-per-cpu=1G a.sh
5|5|8000M|4||sbatch --mem 3000 a.sh
6|6|0|4||sbatch a.sh
7|7|16G|4||sbatch --mem=0 a.sh
8|8|4000M|||sbatch a.sh
9|9|8000M|4||sbatch --mem=much a.sh
10|10|4000M|16|cpu=16,mem=8000M,node=2|sbatch -n 16 a.sh
11|11|4000M|2|cpu=2,mem=4000M,node=1|sbatch a.sh
"""


def test_memory_of_nodes_and_jobs() -> None:
    both = configuration(MEMORY, jobs=ASKED)
    assert both.params == {
        "memory_per_processor": 500,
        "memory_per_node": None,
        "nodes": "3x8",
        "node_memory": "2x8000,1x15000",
        "jobs": "1 Memory=1000; 2 NodeMemory=2048; 3 Memory=1536; 4 Memory=1024; 5 NodeMemory=3000; 7 NodeMemory=0; "
        "9 Memory=2000; 10 NodeMemory=4000; 11 Memory=2000",
    }
    assert [(one.text, one.why) for one in both.ignored if one.file == "jobs"] == [("job 9: --mem=much", NOT_SIMULATED)]
    assert not [one for one in both.ignored if one.why == NOT_SIMULATED and one.file != "jobs"]


def test_without_a_default_the_memory_of_the_smallest_node_is_that_of_who_asks_for_none() -> None:
    conf = MEMORY.replace("DefMemPerCPU=500\n", "")
    jobs = "JobIDRaw|JobID|ReqMem|ReqCPUS|SubmitLine\n1|1|8000M|4|sbatch a\n2|2|8000M|4|sbatch --mem=8000 a\n3|3|4000M|4|sbatch a\n"
    assert configuration(conf, jobs=jobs).params["jobs"] == "1 NodeMemory=0; 2 NodeMemory=8000; 3 Memory=1000"


def test_memory_does_not_count_without_what_jobs_ask_for() -> None:
    alone = configuration(MEMORY)
    assert "node_memory" not in alone.params
    assert [(one.line, one.text) for one in alone.ignored if one.why == NOT_SIMULATED] == [
        (2, "SelectTypeParameters=CR_Core_Memory without a table of jobs that has ReqMem")
    ]
    assert [one.text for one in alone.ignored if one.why == "counts only with what jobs ask for"] == [
        "NodeName=n[1-2] realmemory=8000",
        "NodeName=n3 realmemory=16000",
        "NodeName=n3 memspeclimit=1000",
    ]


@pytest.mark.parametrize(
    ("text", "enforced"),
    [
        ("associations", False),
        ("associations,limits", True),
        ("safe", True),
        ("qos", False),
        ("all", True),
        ("none", False),
    ],
)
def test_limits_are_enforced_as_accounting_says(text: str, enforced: bool) -> None:
    assert configuration(f"AccountingStorageEnforce={text}").params == {
        "enforce_limits": enforced,
        "usage_at_end": enforced,
    }


def test_the_default_time_is_in_the_limits_of_the_jobs() -> None:
    read = configuration("PartitionName=p Nodes=ALL DefaultTime=60")
    assert [(one.text, one.why) for one in read.ignored] == [("PartitionName=p defaulttime=60", CLEAR)]


def test_weights_of_resources_and_resets_of_usage() -> None:
    read = configuration(
        "PriorityWeightTRES=CPU=1000,Mem=2000,GRES/gpu=3\nPriorityWeightAssoc=5\nPriorityUsageResetPeriod=WEEKLY"
    )
    assert read.params == {
        "weight_tres_cpu": 1000,
        "weight_tres_memory": 2000,
        "weight_association": 5,
        "usage_reset": "weekly",
    }
    assert [(one.text, one.why) for one in read.ignored] == [("PriorityWeightTRES=GRES/gpu=3", NOT_SIMULATED)]
    once = configuration("PriorityUsageResetPeriod=NOW")
    assert not once.params and "once" in once.ignored[0].why
    with pytest.raises(FormatError, match="CPU=much"):
        configuration("PriorityWeightTRES=CPU=much")


def test_a_long_limit_keeps_its_seconds() -> None:
    text = "PartitionName=long Nodes=ALL MaxTime=200-00:00:01"
    assert configuration(text, names=NAMES).params["partitions"].endswith(":long MaxTime=17280001")


def test_every_line_that_is_not_read_is_listed_with_its_reason() -> None:
    found = configuration(CONF, names=NAMES)
    reasons = {(one.line, one.text): one.why for one in found.ignored}
    assert reasons == {
        (2, "ClusterName=toy"): CLEAR,
        (6, "PriorityFlags=MAX_TRES"): NOT_SIMULATED,
        (8, "SchedulerParameters=bf_continue"): CLEAR,
        (8, "SchedulerParameters=bf_licenses"): NOT_SIMULATED,
        (9, "Include /etc/slurm/more.conf"): "is never followed",
        (10, "Licenses=matlab:10"): NOT_SIMULATED,
        (11, "Frobnicate=7"): UNKNOWN,
        (13, "NodeName=n[01-03] realmemory=64000"): CLEAR,
        (14, "NodeName=fat1 realmemory=64000"): CLEAR,
        (14, "NodeName=fat1 gres=gpu:2"): NOT_SIMULATED,
        (16, "PartitionName=debug oversubscribe=FORCE"): NOT_SIMULATED,
    }
    assert "1 setting that is not known here" in found.summary()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("PriorityWeightAge=much", "Line 1 .*PriorityWeightAge=much"),
        ("PriorityType=priority/fancy", "PriorityType"),
        ("\nSchedulerParameters=bf_interval=soon", "Line 2 .*bf_interval=soon"),
        ("NodeName=n[1-", "names of nodes"),
        ("NodeName=n[1-99999999]", "names of nodes"),
        ("NodeName=a\nNodeName=a", "each node once"),
        ("NodeName=a CPUs=0", "above 0"),
        ("NodeName=a CPUs=9999999999", "Line 1 .*cpus=9999999999"),
        ("NodeName=a RealMemory=x", "realmemory=x"),
        ("NodeName=a\nPartitionName=p Nodes=b", "partition p has another"),
        ("PartitionName=p MaxTime=soon", "MaxTime=soon"),
        ("Frobnicate", "NAME=VALUE"),
        ("a=\0", "not text"),
        ("PriorityMaxAge=UNLIMITED", "PriorityMaxAge"),
    ],
)
def test_a_value_that_does_not_read_names_its_line(text: str, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        configuration(text)


SSHARE = """Account|User|RawShares|NormShares|RawUsage|EffectvUsage|FairShare
root|||0.000000|100|1.000000|
 root|root|1|0.25|0|0|1
 physics||3|0.75|90|0.9|
  optics||2|0.5|40|0.4|
   optics|bob|parent|0|40|0.4|0.5
  physics|ann|1|0.5|50.5|0.5|0.25
"""


def test_the_tree_of_sshare() -> None:
    found = configuration(shares=SSHARE, names=NAMES)
    assert found.params["accounts"] == (
        "user=-2:root account=root Shares=1; account=physics Group=2 Shares=3 Usage=90; "
        "account=optics Parent=physics Shares=2 Usage=40; user=2:bob account=optics Shares=parent Usage=40; "
        "user=1:ann account=physics Shares=1 Usage=50.5"
    )
    assert [one.account for one in records.accounts(found.params["accounts"])] == [
        "root",
        "physics",
        "optics",
        "optics",
        "physics",
    ]


def test_the_tree_of_a_dump() -> None:
    dump = """# a comment
Cluster - 'toy':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'physics':Description='a:b':Organization='x':Fairshare=3:GrpTRES=cpu=64,node=4,gres/gpu=2:MaxJobs=4:MaxTRESMinsPerJob=cpu=1:MaxSubmitJobs=9:MaxWallDurationPerJob=60
Parent - 'physics'
User - 'ann':DefaultAccount='physics':Fairshare=2
"""
    found = configuration(shares=dump, names=NAMES)
    assert found.params["accounts"] == (
        "user=-2:root account=root Shares=1; account=physics Group=2 Shares=3 GrpCPUs=64 GrpNodes=4 "
        "MaxJobs=4 MaxSubmitJobs=9 MaxWall=3600; "
        "user=1:ann account=physics Shares=2"
    )
    assert [one.text for one in found.ignored] == ["physics: gres/gpu=2", "physics: maxtresminsperjob"]


def test_the_limits_of_qos() -> None:
    table = (
        "Name|Priority|GraceTime|UsageFactor|GrpTRES|MaxTRESPU|MaxJobsPU|MaxSubmitPU|MaxTRESPA|MaxWall|Preempt\n"
        "normal|0|00:00:00|1.000000|||||||\nurgent|100|00:00:00|2.000000|cpu=32,mem=1G,node=3|cpu=16|4|20|node=2|1-00:00:00|normal\n"
    )
    found = configuration(qos=table, names=NAMES)
    assert found.params["qos"] == (
        "1:normal Priority=0 UsageFactor=1.000000; -2:urgent Priority=100 UsageFactor=2.000000 "
        "GrpCPUs=32 GrpNodes=3 MaxCPUsPerUser=16 MaxJobsPerUser=4 MaxSubmitJobsPerUser=20 "
        "MaxNodesPerAccount=2 MaxWall=86400 Preempt=1"
    )
    assert [one.text for one in found.ignored] == ["urgent: grptres=mem=1G"]


SACCT = """JobIDRaw|JobID|Submit|Eligible|SubmitLine
10|10|2026-01-31T12:00:00|2026-01-31T12:00:00|sbatch -n4 job.sh --nice=7
11|11|2026-01-31T12:00:00|2026-01-31T13:00:00|sbatch --nice --mem 4G job.sh
12|20_1|2026-01-31T12:00:00|2026-01-31T12:00:00|sbatch --array=1-9%2 job.sh
13|20_2|2026-01-31T12:00:00|Unknown|sbatch --array=1-9%2 job.sh
14|20_[3-9]|2026-01-31T12:00:00|Unknown|sbatch --array=1-9%2 job.sh
15|15|2026-01-31T12:00:00|2026-01-31T14:00:00|sbatch -d afterok:10:20_*,singleton --nice=-3 "a|b.sh"
_|20_[7-9]|2026-01-31T12:00:00|Unknown|sbatch x
16|20_3|2026-01-31T12:00:00|2026-01-31T15:00:00|sbatch --array=1-9%2 job.sh
"""


def test_what_jobs_were_submitted_with() -> None:
    found = configuration(jobs=SACCT)
    assert found.params["jobs"] == (
        "11 Nice=100 Delay=3600; 12 Array=20 AtOnce=2; 13 Array=20 AtOnce=2; "
        "15 Nice=-3 After=10,12,13,16; 16 Array=20 AtOnce=2"
    )
    assert [(one.line, one.text) for one in found.ignored] == [(8, "20_[7-9]"), (7, "job 15: --dependency=singleton")]
    assert [one.after for one in records.jobs(found.params["jobs"])][-2] == (10, 12, 13, 16)


@pytest.mark.parametrize(
    "text", ["", "JobID|User\n1|ann\n", "SubmitLine|JobIDRaw|JobID\n", SACCT.replace("2026-01-31T13:00:00", "soon")]
)
def test_a_table_of_jobs_that_does_not_read_says_what_is_wanted(text: str) -> None:
    with pytest.raises(FormatError, match=r"sacct -a -X -P|such as 2026"):
        configuration(jobs=text or " ")


@pytest.mark.parametrize(
    "text",
    ["", "Account|Shares\nx|1\n", "Account|User|RawShares\nx||many\n", "hello\n", "Account|User|RawShares\nx|1\n"],
)
def test_what_is_no_tree_is_refused_with_the_line_to_run(text: str) -> None:
    with pytest.raises(FormatError, match=r"sshare -a -P|whole number or parent"):
        configuration(shares=text or " ")


def test_the_lists_of_a_file_name_so_many_hosts_together() -> None:
    lists = Lists(5)
    assert lists.names("a[1-3]", 9) == ["a1", "a2", "a3"] and lists.names("b[1-2]", 2) == ["b1", "b2"]
    with pytest.raises(ValueError):
        lists.names("c", 9)


def test_the_nodes_of_a_record_are_ranges_that_do_not_overlap() -> None:
    assert records.nodes_of("partitions", "7,2-3,1-4,4-5,8") == ((1, 5), (7, 7), (8, 8))
    assert records.nodes_of("partitions", ",".join(["1-65536"] * 9_000)) == ((1, 65_536),)


def dump(accounts: Sequence[tuple[str, str]]) -> str:
    """What sacctmgr dumps of accounts: (the one above, its name)."""
    return "Cluster - 'c'\n" + "".join(f"Parent - '{above}'\nAccount - '{name}'\n" for above, name in accounts)


def test_a_tree_of_accounts_is_as_deep_as_trees_are() -> None:
    chain = [("root", "a0"), *((f"a{number}", f"a{number + 1}") for number in range(DEEPEST))]
    assert len(tree_rows(dump(chain[:-1]))) == DEEPEST
    for accounts in (chain, chain[::-1], [("b", "a"), ("a", "b")], [("a", "a")], [("root", "")]):
        with pytest.raises(FormatError, match="below itself or more than 50 accounts"):
            tree_rows(dump(accounts))


def test_times_and_lists_of_hosts() -> None:
    assert [minutes(text) for text in ("60", "90:30", "1:30:00", "2-0", "1-2:30", "1-0:0:30", "infinite")] == [
        60,
        90.5,
        90,
        2880,
        1590,
        1440.5,
        None,
    ]
    assert seconds("0-00:05") == 300
    assert expanded("a[1-2]b[08-10],c", 99) == ["a1b08", "a1b09", "a1b10", "a2b08", "a2b09", "a2b10", "c"]
    assert expanded("[1-2]x,a.b_c", 3) == ["1x", "2x", "a.b_c"] and expanded("a[1][2]", 1) == ["a12"]
    assert ranges([1, 2, 3, 5, 7, 8]) == "1-3,5,7-8"
    for text in (
        "a[1-5]",
        "a[1-2]b[1-2],c",
        "a[2-1]",
        "a[",
        "a[x]",
        "a]",
        "a[[1]]",
        "a[]",
        "a,",
        ",a",
        "a,,b",
        "a b",
        "",
    ):
        with pytest.raises(ValueError):
            expanded(text, 4)


@every_case(
    "read, text, says",
    [
        (records.partitions, "batch Nodes=1", "number that the log has"),
        (records.partitions, "1 Node=1", "did you mean Nodes"),
        (records.partitions, "1; 1", "twice"),
        (records.partitions, "1 Nodes=5-2", "from 1 on"),
        (records.partitions, "1 State=ODD", "UP, DOWN"),
        (records.partitions, "1 MaxTime=nan", "number from 0 on"),
        (records.qos, "1 Priority=-1", "whole number"),
        (records.qos, "1 Priority", "NAME=VALUE"),
        (records.accounts, "account=a Parent=b", "not there before it"),
        (records.accounts, "Shares=1", "neither account nor user"),
        (records.accounts, "account=a; account=a", "twice"),
        (records.accounts, "account=a/b", "no name of an account"),
        (records.node_sizes, "64", "64x128"),
        (records.node_sizes, "99999x1", "65,536"),
        (reservations.maintenance, "r Start=5 End=5", "later End"),
        (reservations.maintenance, "a/b Start=1 End=2", "a name"),
        (reservations.maintenance, "r Start=1 End=5 Nodes=1-3; s Start=4 End=9 Nodes=3", "overlap"),
        (records.jobs, "1 Nice=much", "10 digits"),
        (records.jobs, "1 After=2,x", "numbers of jobs"),
        (records.jobs, "1 Array=1 AtOnce=0", "1 or more"),
        (records.partitions, ";".join(map(str, range(5_001))), "at most 5,000"),
    ],
)
def test_a_record_that_does_not_read_says_what_is_wanted(read, text: str, says: str) -> None:
    with pytest.raises(ParamError, match=says):
        read(text)


@pytest.mark.parametrize(("text", "seconds"), [("0", 0), ("10", 600), ("UNLIMITED", 10**9), ("infinite", 10**9)])
def test_how_long_jobs_run_on_when_their_reservation_is_over(text: str, seconds: int) -> None:
    assert configuration(f"ResvOverRun={text}") == ({"resv_over_run": seconds}, ())


@pytest.mark.parametrize("text", ["-1", "1:00", "NONE", "99999999999"])
def test_such_a_time_is_a_number_of_minutes(text: str) -> None:
    with pytest.raises(FormatError, match="a value that ResvOverRun may have"):
        configuration(f"ResvOverRun={text}")


def test_how_jobs_are_preempted() -> None:
    conf = """PreemptType=preempt/qos PreemptMode=SUSPEND,REQUEUE PreemptExemptTime=-1 JobRequeue=0
AuthInfo=socket=/run/munge,cred_expire=300 SchedulerParameters=preempt_youngest_first,preempt_strict_order
PreemptParameters=reorder_count=3
PartitionName=batch PreemptMode=OFF GraceTime=9
"""
    table = "Name|Priority|Preempt|PreemptMode|PreemptExemptTime\nlow|0||cancel|00:10:00\nurgent|9|low,normal|cluster|\nslow|0||suspend,gang|\n"
    found = configuration(conf, qos=table, names={"queue": ("low", "urgent"), "partition": ("batch",)})
    assert found.params == {
        "preempt": "qos",
        "preempt_mode": "requeue",
        "preempt_exempt": 0,
        "job_requeue": False,
        "requeue_wait": 301,
        "preempt_youngest_first": True,
        "partitions": "1:batch PreemptMode=off",
        "qos": "1:low Priority=0 PreemptMode=cancel PreemptExemptTime=600; 2:urgent Priority=9 Preempt=1; "
        "-3:slow Priority=0 PreemptMode=off",
    }
    assert [one.text for one in found.ignored] == [
        "PreemptMode=suspend",
        "SchedulerParameters=preempt_strict_order",
        "SchedulerParameters=preempt_reorder_count=3",
        "PartitionName=batch gracetime=9",
        "slow: preemptmode=suspend",
        "slow: preemptmode=gang",
    ]
    assert records.qos(found.params["qos"])[1].preempts == (1,)


def test_a_preemption_that_does_not_read_says_what_is_wanted() -> None:
    for read, text, says in (
        (records.qos, "1 PreemptMode=pause", "off, requeue or cancel"),
        (records.qos, "1 Preempt=low", "numbers of qos"),
        (records.partitions, "1 PreemptMode=x", "off, requeue"),
        (records.jobs, "1 Requeue=2", "whole number from 0 to 1"),
    ):
        with pytest.raises(ParamError, match=says):
            read(text)
    with pytest.raises(FormatError, match="PreemptExemptTime 'soon'"):
        configuration(qos="Name|PreemptExemptTime\nlow|soon\n")
    with pytest.raises(FormatError, match="PreemptType"):
        configuration("PreemptType=preempt/job_prio")
