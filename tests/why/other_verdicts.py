"""What a row of the log may say at its moment where jobs take turns in slots or are passed on."""

from __future__ import annotations

from tests.why.reader import Row, Told, Wrong, claim
from tests.why.replay import STARTS
from tests.why.rigid import asks

# ---- gang scheduling -------------------------------------------------------------------------------------------------


class Slots:
    """The time slots: jobs go into the first that has room, in the order in which slots are made."""

    def __init__(self, told: Told):
        self.told, self.most = told, int(told.params["slots"])
        self.slots: list[list[int]] = []
        self.waiting: list[int] = []

    def place(self) -> None:
        while self.waiting:
            size = self.told.needed[self.waiting[0]]
            slot = next((one for one in self.slots if self.left(one) >= size), None)
            if slot is None:
                if len(self.slots) == self.most:
                    return
                slot = []
                self.slots.append(slot)
            slot.append(self.waiting.pop(0))

    def left(self, slot: list[int]) -> int:
        return self.told.machine - sum(self.told.needed[job] for job in slot)

    def leave(self, job: int) -> None:
        for slot in self.slots:
            if job in slot:
                slot.remove(job)
        self.slots = [slot for slot in self.slots if slot]


def contradictions_of_gang(told: Told) -> list[str]:
    """What is wrong with the rows of a log of gang scheduling."""
    slots, wrong, now = Slots(told), [], 0.0
    for row in told.log:
        if row.time > now or row.kind in ("skip", "start"):
            slots.place()
        now = row.time
        if row.kind == "arrive":
            slots.waiting.append(row.job)
        elif row.kind == "end":
            slots.leave(row.job)
        else:
            try:
                of_slots(slots, row)
            except Wrong as why:
                wrong.append(f"{told.policy} {told.params} {row}: {why!r}")
    return wrong


def of_slots(slots: Slots, row: Row) -> None:
    """The jobs of the slot whose turn it is run, those of others do not, and the rest has none."""
    mine = next((slot for slot in slots.slots if row.job in slot), [])
    claim(bool(mine) == (row.rule != "no_slot"), "it is in a slot with", mine)
    running = {held.job for held in slots.told.held if held.begin <= row.time < held.end}
    turn = any(job in running for job in mine)
    claim(not mine or turn == (row.kind == "start"), "of its slot run", running & set(mine))


# ---- queues of clusters that exchange work ---------------------------------------------------------------------------


def contradictions_of_exchange(told: Told) -> list[str]:
    """The same of the queues of clusters, in each of which a pass of its own is made."""
    free, where, wrong = list(told.clusters) or [told.machine], {}, []
    place: dict[int, int] = {}  # of each job in the queue it is in: who moves goes to the end
    begun: list[Row] = []
    due: list[dict[int, float]] = [
        {} for _ in free
    ]  # of each job that runs in a cluster: its end by the time it asks for
    for row in told.log:
        if row.kind in ("arrive", "end"):
            begun = []
        if row.kind in ("arrive", "migrate"):
            place[row.job] = row.seq
        cluster = int(row.value) if row.value == row.value else -1
        if row.kind == "end":
            free[where[row.job]] += row.needed
            del due[where[row.job]][row.job]
        elif row.kind in (*STARTS, "skip"):
            try:
                of_queue(told, row, free[cluster], begun, place)
                of_reservation(told, row, free[cluster], due[cluster])
            except Wrong as why:
                wrong.append(f"{told.policy} {told.params} {row}: {why!r}")
        if row.kind in STARTS:
            where[row.job] = cluster
            free[cluster] -= row.needed
            due[cluster][row.job] = row.time + asks(told, row.job, cluster)
            begun.append(row)
    return wrong


def of_queue(told: Told, row: Row, free: int, begun: list[Row], place: dict[int, int]) -> None:
    claim(row.free == free, free, "were free")
    claim((row.needed <= free) or row.kind == "skip", "it does not fit")
    if row.rule in ("does_not_fit", "head_blocked"):
        claim(row.needed > free, "it fits")
    if row.rule in ("would_delay_head", "beyond_depth"):
        claim(row.needed <= free, "it does not fit")
    if row.rule == "would_delay_head":
        until = row.time + asks(told, row.job, int(row.value))
        claim(until > row.shadow and row.needed > row.extra, "it does not delay the first")
    if row.rule in ("does_not_fit", "would_delay_head", "beyond_depth"):
        here = [one.job for one in begun if one.kind == "backfill" and one.value == row.value]
        late = [job for job in here if place[job] > place[row.job]]
        claim(not late, "looked at later, and started:", late)
        claim(place[row.blocker] < place[row.job], "the first is not before it")


def of_reservation(told: Told, row: Row, free: int, due: dict[int, float]) -> None:
    """When the first of the queue can start by requested times, and what it leaves over then."""
    if row.rule not in ("would_delay_head", "ends_by_shadow", "within_extra"):
        return
    for time in sorted({row.time, *due.values()}):
        left = free + sum(told.needed[job] for job, end in due.items() if end <= time) - told.needed[row.blocker]
        if time >= row.time and left >= 0:
            claim((row.shadow, row.extra) == (time, left), "the reservation is", time, left)
            return
