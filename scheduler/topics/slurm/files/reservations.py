"""The texts by which reservations are given to the policy: records with a name and fields.

    maintenance   upgrade Start=86400 End=172800 Nodes=1-16
    reservations  course Start=2026-03-02T08:00:00 End=2026-03-02T12:00:00 Nodes=1-4 Users=7,8 Accounts=physics

Of the first only seconds of the log are read, and nodes are for nobody.  Of the second a time is also one of Unix
(@1772438400) or on the clock of the machine; with Flags=MAINT its nodes are for nobody, else for jobs that ask for it
of those users and accounts, each of which is a number of the log or the name of an account.

>>> reservations("course Start=0 End=60 Nodes=1-4 Users=7 Flags=FLEX")[0].is_for_nobody
False
"""

from __future__ import annotations

import re
from typing import NamedTuple

from scheduler.errors import ParamError
from scheduler.topics.slurm.files.records import NAME, Fields, nodes_of, records_of
from scheduler.topics.slurm.files.times import Moment, moment

MOST = 200  # reservations of a text
USERS = re.compile(r"-?\d{1,15}(,-?\d{1,15})*")
NOBODY, FLEXIBLE = "MAINT", "FLEX"  # flags that are simulated


class Maintenance(NamedTuple):
    """Nodes kept for maintenance; begin, end: s of the log; nodes as of a partition."""

    name: str
    begin: float
    end: float
    nodes: tuple[tuple[int, int], ...]


class Reservation(NamedTuple):
    """Nodes kept for some users and accounts, who may be both at once; () of each: for all.

    users, not_users: numbers of the log; accounts, not_accounts: numbers, or names.
    """

    name: str
    begin: Moment
    end: Moment
    nodes: tuple[tuple[int, int], ...]
    users: tuple[int, ...] = ()
    accounts: tuple[str, ...] = ()
    not_users: tuple[int, ...] = ()
    not_accounts: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def is_for_nobody(self) -> bool:
        """Whether it is for maintenance."""
        return NOBODY in self.flags

    @property
    def is_flexible(self) -> bool:
        """Whether jobs that ask for it may also run before and after it, and elsewhere."""
        return FLEXIBLE in self.flags


def maintenance(text: str) -> tuple[Maintenance, ...]:
    """Reservations for maintenance; raises ParamError, one sentence."""
    result: list[Maintenance] = []
    for record, words in records_of("maintenance", text, MOST):
        fields = _named("maintenance", record, words)
        begin, end = fields.amount("Start", None), fields.amount("End", None)
        one = Maintenance(words[0], begin or 0.0, end or 0.0, nodes_of("maintenance", fields.word("Nodes")))
        fields.end()
        if begin is None or end is None or end <= begin:
            raise ParamError(f"maintenance: {record[:60]!r}; wanted: Start and a later End, in seconds of the log.")
        for other in result:
            if one.begin < other.end and other.begin < one.end and _share(one.nodes, other.nodes):
                raise ParamError(f"maintenance: {one.name} and {other.name} overlap on a node; part them.")
        result.append(one)
    return tuple(result)


def reservations(text: str) -> tuple[Reservation, ...]:
    """Reservations of users and accounts; raises ParamError, one sentence."""
    result: list[Reservation] = []
    for record, words in records_of("reservations", text, MOST):
        fields = _named("reservations", record, words)
        begin, end = _moment(fields, "Start"), _moment(fields, "End")
        nodes = nodes_of("reservations", fields.word("Nodes"))
        users, not_users = _users(fields, "Users"), _users(fields, "NotUsers")
        accounts, not_accounts = _accounts(fields, "Accounts"), _accounts(fields, "NotAccounts")
        flags = tuple(filter(None, fields.word("Flags").upper().split(",")))
        fields.end()
        if set(flags) - {NOBODY, FLEXIBLE}:
            raise ParamError(
                f"reservations: Flags={','.join(flags)[:40]} in {record[:60]!r}; wanted: {NOBODY} or {FLEXIBLE}."
            )
        if begin.clock == end.clock and end.seconds <= begin.seconds:
            raise ParamError(f"reservations: {record[:60]!r}; wanted: an End later than Start.")
        if any(words[0] == other.name for other in result):
            raise ParamError(f"reservations: {words[0]} is there twice; give each one record.")
        result.append(Reservation(words[0], begin, end, nodes, users, accounts, not_users, not_accounts, flags))
    return tuple(result)


def _named(what: str, record: str, words: list[str]) -> Fields:
    if not NAME.fullmatch(words[0]):
        raise ParamError(f"{what}: {record[:60]!r} begins with {words[0][:40]!r}; wanted: a name.")
    return Fields(what, record, words[1:])


def _moment(fields: Fields, name: str) -> Moment:
    text = fields.word(name)
    try:
        return moment(text)
    except ValueError:
        raise ParamError(
            f"{fields.what}: {name}={text[:40]} in {fields.text[:60]!r}; wanted: seconds of the log, @ "
            "and seconds of Unix, or a time such as 2026-03-02T08:00:00."
        ) from None


def _users(fields: Fields, name: str) -> tuple[int, ...]:
    text = fields.word(name)
    if text and not USERS.fullmatch(text):
        raise ParamError(
            f"{fields.what}: {name}={text[:40]} in {fields.text[:60]!r}; wanted: numbers of users, such as 12,17."
        )
    return tuple(map(int, text.split(","))) if text else ()


def _accounts(fields: Fields, name: str) -> tuple[str, ...]:
    text = fields.word(name)
    names = tuple(text.split(",")) if text else ()
    if not all(NAME.fullmatch(one) for one in names):
        raise ParamError(
            f"{fields.what}: {name}={text[:40]} in {fields.text[:60]!r}; wanted: accounts, such as physics,bio."
        )
    return names


def _share(ranges: tuple[tuple[int, int], ...], others: tuple[tuple[int, int], ...]) -> bool:
    """Whether two lists of nodes have one in common; () is all."""
    pairs = ((one, other) for one in ranges for other in others)
    return not ranges or not others or any(one[0] <= other[1] and other[0] <= one[1] for one, other in pairs)
