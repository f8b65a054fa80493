"""slurm.conf, sshare, sacctmgr: what is read, and that nothing is left out in silence."""

from __future__ import annotations

import pytest

from scheduler.errors import FormatError, ParamError
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.slurm import records
from scheduler.slurm.configuration import CLEAR, NOT_SIMULATED, UNKNOWN, configuration
from scheduler.slurm.hosts import expanded, ranges
from scheduler.slurm.times import minutes, seconds

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
PartitionName=debug Nodes=n[01,03] MaxTime=30 PriorityTier=10 OverSubscribe=FORCE
"""
NAMES = {"partition": ("debug", "batch"), "user_id": ("ann", "bob"), "group": ("bio", "physics"), "queue": ("normal",)}


def test_a_configuration_by_hand() -> None:
    found = configuration(CONF, names=NAMES)
    assert found.params == {
        "priority": "multifactor", "half_life": 14 * 86_400, "calc_period": 300, "size_by_time": True, "bf_interval": 60,
        "bf_window": 2880, "nodes": "3x16,1x32",
        "partitions": "2:batch MaxTime=172800; 1:debug Nodes=1,3 MaxTime=1800 PriorityTier=10"}
    assert checked(all_policies()["slurm"].params, found.params)["nodes"] == "3x16,1x32"


def test_every_line_that_is_not_read_is_listed_with_its_reason() -> None:
    found = configuration(CONF, names=NAMES)
    reasons = {(one.line, one.text): one.why for one in found.ignored}
    assert reasons == {
        (2, "ClusterName=toy"): CLEAR, (6, "PriorityFlags=MAX_TRES"): NOT_SIMULATED,
        (8, "SchedulerParameters=bf_continue"): CLEAR, (8, "SchedulerParameters=bf_licenses"): NOT_SIMULATED,
        (9, "Include /etc/slurm/more.conf"): "is never followed", (10, "Licenses=matlab:10"): NOT_SIMULATED,
        (11, "Frobnicate=7"): UNKNOWN, (13, "NodeName=n[01-03] realmemory=64000"): NOT_SIMULATED,
        (14, "NodeName=fat1 realmemory=64000"): NOT_SIMULATED, (14, "NodeName=fat1 gres=gpu:2"): NOT_SIMULATED,
        (16, "PartitionName=debug oversubscribe=FORCE"): NOT_SIMULATED}
    assert "1 setting that is not known here" in found.summary()


@pytest.mark.parametrize(("text", "says"), [
    ("PriorityWeightAge=much", "Line 1 .*PriorityWeightAge=much"), ("PriorityType=priority/fancy", "PriorityType"),
    ("\nSchedulerParameters=bf_interval=soon", "Line 2 .*bf_interval=soon"), ("NodeName=n[1-", "names of nodes"),
    ("NodeName=n[1-99999999]", "names of nodes"), ("NodeName=a\nNodeName=a", "each node once"),
    ("NodeName=a CPUs=0", "above 0"), ("NodeName=a\nPartitionName=p Nodes=b", "partition p has another"),
    ("PartitionName=p MaxTime=soon", "MaxTime=soon"), ("Frobnicate", "NAME=VALUE"), ("a=\0", "not text"),
    ("PriorityMaxAge=UNLIMITED", "PriorityMaxAge")])
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
        "user=1:ann account=physics Shares=1 Usage=50.5")
    assert [one.account for one in records.accounts(found.params["accounts"])] == ["root", "physics", "optics", "optics",
                                                                                   "physics"]


def test_the_tree_of_a_dump() -> None:
    dump = """# a comment
Cluster - 'toy':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'physics':Description='a:b':Organization='x':Fairshare=3:GrpTRES=cpu=64,gres/gpu=2:MaxJobs=4
Parent - 'physics'
User - 'ann':DefaultAccount='physics':Fairshare=2
"""
    found = configuration(shares=dump, names=NAMES)
    assert found.params["accounts"] == ("user=-2:root account=root Shares=1; account=physics Group=2 Shares=3 GrpCPUs=64; "
                                        "user=1:ann account=physics Shares=2")
    assert [one.text for one in found.ignored] == ["physics: gres/gpu=2", "physics: maxjobs"]


def test_the_limits_of_qos() -> None:
    table = ("Name|Priority|GraceTime|UsageFactor|GrpTRES|MaxTRESPU|MaxJobsPU|MaxWall|Preempt\n"
             "normal|0|00:00:00|1.000000|||||\nurgent|100|00:00:00|2.000000|cpu=32,mem=1G|cpu=16|4|1-00:00:00|normal\n")
    found = configuration(qos=table, names=NAMES)
    assert found.params["qos"] == ("1:normal Priority=0 UsageFactor=1.000000; -2:urgent Priority=100 UsageFactor=2.000000 "
                                   "GrpCPUs=32 MaxCPUsPerUser=16 MaxJobsPerUser=4 MaxWall=86400")
    assert [one.text for one in found.ignored] == ["urgent: grptres=mem=1G", "urgent: preempt=normal"]


@pytest.mark.parametrize("text", ["", "Account|Shares\nx|1\n", "Account|User|RawShares\nx||many\n", "hello\n"])
def test_what_is_no_tree_is_refused_with_the_line_to_run(text: str) -> None:
    with pytest.raises(FormatError, match=r"sshare -a -P|whole number or parent"):
        configuration(shares=text or " ")


def test_times_and_lists_of_hosts() -> None:
    assert [minutes(text) for text in ("60", "90:30", "1:30:00", "2-0", "1-2:30", "1-0:0:30", "infinite")] == [
        60, 90.5, 90, 2880, 1590, 1440.5, None]
    assert seconds("0-00:05") == 300
    assert expanded("a[1-2]b[08-10],c", 99) == ["a1b08", "a1b09", "a1b10", "a2b08", "a2b09", "a2b10", "c"]
    assert ranges([1, 2, 3, 5, 7, 8]) == "1-3,5,7-8"
    for text in ("a[1-5]", "a[", "a[x]", "a b", ""):
        with pytest.raises(ValueError):
            expanded(text, 4)


@pytest.mark.parametrize(("read", "text", "says"), [
    (records.partitions, "batch Nodes=1", "number that the log has"), (records.partitions, "1 Node=1", "did you mean Nodes"),
    (records.partitions, "1; 1", "twice"), (records.partitions, "1 Nodes=5-2", "from 1 on"),
    (records.partitions, "1 State=ODD", "UP, DOWN"), (records.partitions, "1 MaxTime=nan", "number from 0 on"),
    (records.qos, "1 Priority=-1", "whole number"), (records.qos, "1 Priority", "NAME=VALUE"),
    (records.accounts, "account=a Parent=b", "not there before it"), (records.accounts, "Shares=1", "neither account nor user"),
    (records.accounts, "account=a; account=a", "twice"), (records.accounts, "account=a/b", "no name of an account"),
    (records.node_sizes, "64", "64x128"), (records.node_sizes, "99999x1", "65,536"),
    (records.partitions, ";".join(map(str, range(5_001))), "at most 5,000")])
def test_a_record_that_does_not_read_says_what_is_wanted(read, text: str, says: str) -> None:
    with pytest.raises(ParamError, match=says):
        read(text)
