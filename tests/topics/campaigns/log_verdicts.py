"""What a row of the log may say of a job in a campaign at its moment: whose campaign goes first, and who fits.

A portion, the jobs of a campaign that are submitted together, is what goes first or not; here both are called campaigns.
"""

from __future__ import annotations

from tests.topics.campaigns.sentences import NEAR, portion
from tests.why.reader import Row, Told, claim
from tests.why.replay import Machine
from tests.why.ruling import Rules, too_large, verdict

LISTED = {"ostrich": "tag", "faircamp": "deadline", "campaign_fcfs": ""}  # what orders campaigns where jobs are listed


def is_listed(machine: Machine) -> bool:
    """Whether jobs start from a list of all campaigns; else the machine, or processors, are given to one campaign."""
    params, policy = machine.told.params, machine.told.policy
    return policy in LISTED and params.get("placement", "list") == "list"


def mates(machine: Machine, job: int) -> list[int]:
    """The jobs of its campaign that are submitted; with deadlines campaigns are whole."""
    told = machine.told
    if LISTED[told.policy] == "deadline":
        return [other for other in machine.came if told.campaign[other] == told.campaign[job]]
    return [other for other in machine.came if portion(told, other) is portion(told, job)]


def campaign_place(machine: Machine, job: int) -> tuple[float, float, int]:
    """Where its campaign stands: by tag or deadline, then by submission; a deadline holds once all of it is there."""
    told, mine = machine.told, portion(machine.told, job)
    if LISTED[told.policy] == "deadline":
        return (round(mine.deadline, 6), round(complete(machine, job), 6), told.campaign[job])
    tag = round(mine.tag, 6) if LISTED[told.policy] else 0.0
    return (tag, round(mine.submit, 6), min(machine.came[one] for one in mates(machine, job)))


def complete(machine: Machine, job: int) -> float:
    """When the last of its campaign is submitted."""
    told = machine.told
    return max(told.submit[one] for one, number in enumerate(told.campaign) if number == told.campaign[job])


def place(machine: Machine, job: int) -> tuple:
    """Where a job stands; of modified LPT only where its campaign does."""
    told = machine.told
    inside = {"lpt": -told.requested[job], "spt": told.requested[job], "mlpt": 0.0}.get(told.params["order"], 0.0)
    last = 0 if told.params["order"] == "mlpt" else job
    return (*campaign_place(machine, job), inside, last)


def is_ready(machine: Machine, job: int) -> bool:
    if LISTED[machine.told.policy] == "deadline":
        return complete(machine, job) <= machine.now + NEAR
    return portion(machine.told, job).eligible <= machine.now + NEAR


def ahead(machine: Machine, job: int) -> list[int]:
    """Those whose campaigns go before its own and who wait."""
    mine = campaign_place(machine, job)
    return [one for one in machine.waiting if is_ready(machine, one) and campaign_place(machine, one) < mine]


@verdict("smallest_tag", "first_campaign", "earliest_deadline")
def goes_first(rules: Rules, machine: Machine, row: Row) -> None:
    if is_listed(machine):
        claim(is_ready(machine, row.job), "its campaign may not start")
        claim(not ahead(machine, row.job), "before it go", ahead(machine, row.job))


@verdict("no_free_processor")
def no_free_processor(rules: Rules, machine: Machine, row: Row) -> None:
    claim(machine.free == 0, machine.free, "are free")
    in_turn(machine, row)


def does_not_fit(rules: Rules, machine: Machine, row: Row) -> None:
    too_large(machine, row)
    claim(machine.free > 0, "no processor is free")
    in_turn(machine, row)


def in_turn(machine: Machine, row: Row) -> None:
    """Nobody has started in this pass who comes after it."""
    if is_listed(machine):
        late = [one.job for one in machine.begun if place(machine, one.job) > place(machine, row.job)]
        claim(not late, "looked at later, and started:", late)
    elif machine.told.params["order"] != "mlpt":
        mine = [one.job for one in machine.begun if machine.told.campaign[one.job] == machine.told.campaign[row.job]]
        late = [job for job in mine if inside(machine, job) > inside(machine, row.job)]
        claim(not late, "later in its campaign, and started:", late)


def inside(machine: Machine, job: int) -> tuple[float, int]:
    """Its place in its campaign."""
    asked = machine.told.requested[job]
    return ({"lpt": -asked, "spt": asked}.get(machine.told.params["order"], 0.0), job)


@verdict("behind_wide")
def behind_wide(rules: Rules, machine: Machine, row: Row) -> None:
    claim(row.blocker in machine.waiting and not machine.fits(row.blocker), "that job fits, or does not wait")
    if is_listed(machine):
        claim(campaign_place(machine, row.blocker) <= campaign_place(machine, row.job), "it is not before it")
    claim(row.kind == "backfill" or machine.free > 0, "no processor is free")


@verdict("larger_tag", "earlier_campaign", "later_deadline")
def others_first(rules: Rules, machine: Machine, row: Row) -> None:
    if not is_listed(machine):
        has_machine(rules, machine, row)
        return
    claim(machine.free == 0, machine.free, "are free")
    in_turn(machine, row)
    claim(campaign_place(machine, row.blocker) < campaign_place(machine, row.job), "it is not before it")
    claim(any(one in machine.waiting for one in mates(machine, row.blocker)), "all of that campaign have started")


@verdict("machine_taken", "later_batch", "longer_campaign", "later_user")
def has_machine(rules: Rules, machine: Machine, row: Row) -> None:
    """The campaign of the blocker has the machine, or its jobs are put on processors first."""
    told = machine.told
    if row.blocker < 0 or told.params.get("placement") == "commit":
        return
    others = {told.campaign[job] for job in machine.due} - {told.campaign[row.blocker]}
    claim(told.campaign[row.blocker] != told.campaign[row.job], "that is its own campaign")
    claim(not others, "others run, too:", others)
    left = [job for job in (*machine.waiting, *machine.due) if told.campaign[job] == told.campaign[row.blocker]]
    claim(left, "that campaign is over")


@verdict("before_virtual_start")
def before_virtual_start(rules: Rules, machine: Machine, row: Row) -> None:
    claim(portion(machine.told, row.job).start > machine.now - NEAR, "its campaign has started virtually")
    claim(machine.told.user_id[row.blocker] == machine.told.user_id[row.job], "another user")
    claim(portion(machine.told, row.blocker).end > machine.now - NEAR, "that campaign is complete virtually")


@verdict("campaign_incomplete")
def campaign_incomplete(rules: Rules, machine: Machine, row: Row) -> None:
    told = machine.told
    missing = [job for job, number in enumerate(told.campaign) if number == told.campaign[row.job]]
    claim(any(job not in machine.came for job in missing), "all of its campaign are there")


@verdict("queued")
def queued(rules: Rules, machine: Machine, row: Row) -> None:
    claim(row.blocker in machine.due, "that job does not run")


@verdict("first_block", "shortest_of_batch", "users_turn")
def gets_machine(rules: Rules, machine: Machine, row: Row) -> None:
    told = machine.told
    others = {told.campaign[job] for job in machine.due} - {told.campaign[row.job]}
    claim(not others, "others run, too:", others)


@verdict("batch_open")
def batch_open(rules: Rules, machine: Machine, row: Row) -> None:
    claim(not machine.due, "jobs run, so that no batch is open")


@verdict("virtual_start")
def virtual_start(rules: Rules, machine: Machine, row: Row) -> None:
    claim(
        abs(portion(machine.told, row.job).start - machine.now) <= NEAR, "its campaign starts virtually at another time"
    )


def is_of_campaigns(told: Told) -> bool:
    return told.made.virtual is not None


VERDICTS = (is_of_campaigns, {"does_not_fit": does_not_fit, "passes_wide": behind_wide})
