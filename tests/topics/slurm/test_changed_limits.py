"""Changed limits and shares: in the texts of the policy, and as commands of sacctmgr."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from scheduler.errors import ParamError
from scheduler.topics.slurm.files import changed_limits
from scheduler.topics.slurm.files.changed_limits import ACCOUNT_OPTIONS, QOS_OPTIONS, commands, with_field
from scheduler.topics.slurm.files.changed_lines import changed_lines
from scheduler.topics.slurm.files.records import accounts, qos

QOS = "1:normal; 3:urgent Priority=100 MaxCPUsPerUser=64 GrpNodes=3; 7 MaxJobsPerUser=4"
ACCOUNTS = (
    "account=physics Shares=3; account=optics Parent=physics Shares=2 GrpCPUs=64; user=7:ann account=optics Shares=2"
)


def test_the_examples_hold() -> None:
    assert doctest.testmod(changed_limits).failed == 0


@pytest.mark.parametrize(
    ("key", "name", "value", "command"),
    [
        (3, "MaxCPUsPerUser", 32, "urgent set MaxTRESPerUser=cpu=32"),
        (3, "MaxCPUsPerUser", None, "urgent set MaxTRESPerUser=cpu=-1"),
        (3, "Priority", 7, "urgent set Priority=7"),
        (7, "maxjobsperuser", 5, "7 set MaxJobsPerUser=5"),
        (1, "MaxWall", 5_430, "normal set MaxWall=0-01:30:30"),
        (1, "Preempt", "3,7", "normal set Preempt=urgent,7"),
        (1, "PreemptMode", "cancel", "normal set PreemptMode=cancel"),
    ],
)
def test_a_field_of_a_qos(key: int, name: str, value: Any, command: str) -> None:
    after = with_field("qos", QOS, key, name, value)
    assert commands({"qos": QOS}, {"qos": after}) == (f"sacctmgr -i modify qos {command}",)
    others = [[one for one in qos(text) if one.number != key] for text in (QOS, after)]
    assert others[0] == others[1] and len(others[0]) == 2


def test_resources_of_one_option_stand_together() -> None:
    after = with_field("qos", with_field("qos", QOS, 3, "GrpCPUs", 9), 3, "GrpNodes", 1)
    assert commands({"qos": QOS}, {"qos": after}) == ("sacctmgr -i modify qos urgent set GrpTRES=cpu=9,node=1",)


def test_shares_and_limits_of_an_account_but_not_of_its_users() -> None:
    after = with_field("accounts", with_field("accounts", ACCOUNTS, "optics", "Shares", 5), "optics", "GrpCPUs", None)
    assert commands({"accounts": ACCOUNTS}, {"accounts": after}) == (
        "sacctmgr -i modify account optics set Fairshare=5 GrpTRES=cpu=-1",
    )
    physics, optics, ann = accounts(after)
    assert (physics.shares, optics.shares, optics.parent, optics.group_processors, ann.shares) == (
        3,
        5,
        "physics",
        None,
        2,
    )
    assert with_field("accounts", ACCOUNTS, "biology", "Shares", 5) == ACCOUNTS


def test_whoever_comes_or_goes_and_users_have_no_command() -> None:
    before = {"qos": QOS, "accounts": ACCOUNTS}
    after = {
        "qos": "1:normal; 9:new Priority=3",
        "accounts": ACCOUNTS.replace("account=optics Shares=2", "account=optics Shares=9"),
    }
    assert accounts(after["accounts"])[2].shares == 9
    assert commands(before, after) == ()
    assert commands({}, before) == commands(before, {}) == ()


def test_every_field_that_reads_has_an_option() -> None:
    """A field that is new in a record and that no command sets would be lost without a word."""
    without = {"number", "name", "preempts", "preempt_mode", "account", "parent", "is_user", "usage"}
    for options, one in ((QOS_OPTIONS, qos("1")[0]), (ACCOUNT_OPTIONS, accounts("account=a")[0])):
        assert {option.field for option in options} == set(one._fields) - without


def test_the_lines_of_a_change_come_with_its_commands() -> None:
    after = {"qos": with_field("qos", QOS, 3, "MaxCPUsPerUser", 32), "weight_age": 5}
    written = changed_lines("", {"qos": QOS, "weight_age": 4}, after)
    assert written.lines == ("PriorityWeightAge=5",) and written.commands == commands({"qos": QOS}, after) != ()
    assert written.elsewhere == ("QOS are changed by sacctmgr, not in slurm.conf.",)


def test_a_text_that_does_not_read_ends_in_a_sentence() -> None:
    with pytest.raises(ParamError, match="no field"):
        commands({"qos": QOS}, {"qos": "3 NoSuch=4"})
