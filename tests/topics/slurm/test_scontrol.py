"""What scontrol prints of reservations, read: every field is used, or listed with the reason why it is not."""

from __future__ import annotations

import pytest

from scheduler.errors import FormatError, ParamError
from scheduler.topics.slurm.files.configuration import configuration
from scheduler.topics.slurm.files.reservations import maintenance, reservations
from scheduler.topics.slurm.files.times import Moment

CONF = "NodeName=n[1-8] CPUs=8\nPartitionName=batch Nodes=ALL\n"
NAMES = {"user_id": ("ann", "bob"), "group": ("physics",), "partition": ("batch",)}
PRINTED = """ReservationName=course StartTime=2026-03-02T08:00:00 EndTime=2026-03-02T12:00:00 Duration=04:00:00
   Nodes=n[1-2,4] NodeCnt=3 CoreCnt=24 Features=(null) PartitionName=batch Flags=SPEC_NODES,FLEX
   TRES=cpu=24
   Users=ann,carl Groups=(null) Accounts=(null) Licenses=(null) State=INACTIVE BurstBuffer=(null) Watts=n/a
   MaxStartDelay=(null)

ReservationName=up:grade StartTime=2026-03-03T00:00:00 EndTime=2026-03-04T00:00:00 Duration=1-00:00:00
   Nodes=n[1-8] NodeCnt=8 CoreCnt=64 Features=(null) PartitionName=(null) Flags=MAINT,IGNORE_JOBS,SPEC_NODES,ALL_NODES
   TRES=cpu=64
   Users=root Groups=(null) Accounts=(null) Licenses=(null) State=INACTIVE BurstBuffer=(null) Watts=n/a
   MaxStartDelay=(null)
"""
ASKED = "JobIDRaw|JobID|Submit|Eligible|Reservation|SubmitLine\n7|7|0|0|course|sbatch x\n"


def read(text: str, jobs: str = ASKED):
    return configuration(CONF, names=NAMES, jobs=jobs, reservations=text)


def test_a_block_and_one_line_read_alike() -> None:
    found = read(PRINTED)
    assert found.params["reservations"] == (
        "course Start=2026-03-02T08:00:00 End=2026-03-02T12:00:00 Nodes=1-2,4 Users=1,-2 Flags=FLEX; "
        "up_grade Start=2026-03-03T00:00:00 End=2026-03-04T00:00:00 Nodes=ALL Users=-3 Flags=MAINT"
    )
    one_line = "\n".join(" ".join(block.split()) for block in PRINTED.split("\n\n"))
    again = read(one_line)
    assert again.params == found.params
    assert [(one.text, one.why) for one in again.ignored] == [(one.text, one.why) for one in found.ignored]


def test_all_that_is_not_read_is_listed() -> None:
    listed = {
        one.text.removeprefix("ReservationName=course "): one.why
        for one in read(
            PRINTED.replace("SPEC_NODES,FLEX", "DAILY,SPEC_NODES,ODD")
            .replace("Groups=(null)", "Groups=staff", 1)
            .replace("cpu=24", "cpu=12")
            .replace("MaxStartDelay", "Colour=red MaxStartDelay", 1)
        ).ignored
        if "course" in one.text
    }
    clear, not_simulated, unknown = "has no bearing on who starts when", "is not simulated", "is not known here"
    assert listed == {
        "Flags=DAILY": not_simulated,
        "Flags=SPEC_NODES": clear,
        "Flags=ODD": unknown,
        "groups=staff": not_simulated,
        "tres=cpu=12 (its nodes are reserved whole)": not_simulated,
        "colour=red": unknown,
        "duration=04:00:00": clear,
        "corecnt=24": clear,
        "partitionname=batch": clear,
        "state=INACTIVE": clear,
    }


def test_seconds_of_unix_accounts_and_those_who_may_not() -> None:
    text = "ReservationName=r StartTime=1772438400 EndTime=1772442000 Nodes=n3 NodeCnt=1 Users=-bob Accounts=physics,bio Flags="
    found = read(text)
    assert found.params["reservations"] == "r Start=@1772438400 End=@1772442000 Nodes=3 NotUsers=2 Accounts=1,bio"
    (one,) = reservations(found.params["reservations"])
    assert one.begin == Moment("unix", 1772438400) and one.not_users == (2,) and one.accounts == ("1", "bio")


def test_a_reservation_that_nobody_asks_for_is_named() -> None:
    for jobs, named in ((ASKED, False), ("", True), (ASKED.replace("|course|", "||"), True)):
        listed = [
            one.text for one in read(PRINTED, jobs).ignored if one.why == "is kept free: no job is known to ask for it"
        ]
        assert listed == ["ReservationName=course"] * named


def test_who_asks_stands_in_the_column_or_in_the_line_of_submission() -> None:
    table = (
        "JobIDRaw|JobID|Submit|Eligible|SubmitLine\n1|1|0|500|sbatch --reservation=course x\n"
        "2|2|0|500|sbatch --reservation course,other x\n3|3|0|500|sbatch x --reservation=course\n"
    )
    found = configuration(jobs=table)
    assert found.params["jobs"] == "1 Reservation=course; 2 Reservation=course; 3 Delay=500"
    assert [one.text for one in found.ignored] == ["job 2: --reservation=other as another one"]
    assert (
        configuration(jobs=ASKED.replace("sbatch x", "sbatch --reservation=other x")).params["jobs"]
        == "7 Reservation=course"
    )


def test_no_reservations_and_one_without_nodes() -> None:
    assert read("No reservations in the system\n").params["reservations"] == ""
    found = read("ReservationName=lic StartTime=0 EndTime=9 Nodes=(null) NodeCnt=0 Licenses=a:3\n")
    assert found.params["reservations"] == "" and found.ignored[-1].text == "ReservationName=lic without nodes"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "n[1-2,4]",
            "n[1-2,9]",
            "Line 1 of the file of reservations: course has the node n9; wanted: nodes that a NodeName",
        ),
        ("n[1-2,4]", "n[1-", r"Nodes=n\[1-; wanted: names of nodes"),
        ("NodeCnt=3", "NodeCnt=4", "NodeCnt=4, and Nodes names 3"),
        ("StartTime=2026-03-02T08:00:00", "StartTime=soon", "StartTime=soon; wanted: a time such as"),
        ("TRES=cpu=24", "TRES", "Line 3 of the file of reservations has 'TRES'"),
        ("ReservationName=course", "Name=course", "Line 1 "),
        ("Users=ann,carl", "Users=ann Users=bob", "has 'Users=bob'"),
        ("=course ", "=(null) ", "without a name"),
        ("EndTime=2026-03-02T12:00:00", "EndTime=2026-03-02T08:00:00", "wanted: an End later than Start"),
    ],
)
def test_what_does_not_read_ends_in_a_sentence(old: str, new: str, says: str) -> None:
    with pytest.raises((FormatError, ParamError), match=says):
        read(PRINTED.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a/b Start=0 End=1", "begins with 'a/b'"),
        ("r Start=x End=1", "Start=x"),
        ("r End=1", "Start="),
        ("r Start=5 End=5", "later"),
        ("r Start=0 End=1; r Start=2 End=3", "r is there twice"),
        ("r Start=0 End=1 Users=ann", "numbers of users"),
        ("r Start=0 End=1 Accounts=a/b", "wanted: accounts"),
        ("r Start=0 End=1 Flags=DAILY", "wanted: MAINT or FLEX"),
        ("r Start=0 End=1 Node=3", "did you mean Nodes"),
        ("r Start=2026-02-30T00:00:00 End=1", "Start=2026-02-30"),
    ],
)
def test_a_text_of_reservations_that_does_not_read(text: str, says: str) -> None:
    with pytest.raises(ParamError, match=says):
        reservations(text)


def test_of_maintenance_only_seconds_of_the_log_are_read() -> None:
    assert maintenance("up Start=5 End=9 Nodes=1-2")[0][:3] == ("up", 5, 9)
    with pytest.raises(ParamError, match="wanted: a number from 0 on"):
        maintenance("up Start=2026-03-02T08:00:00 End=9")
