"""What a job waited for, and who had the processors meanwhile."""

from __future__ import annotations

MOSTLY = "[mostly:mostly ]"

PHRASES: dict[str, tuple[str, str]] = {
    "waited": ("[throughout:all this time ]{reasons}.", "{reasons}"),
    "wait_part": ("for {time} {reason}[; {then}]", "{time} {reason}[; {then}]"),
    "no_room": (
        "[memory:too little memory was free for all of its tasks][!memory:too few processors were free]"
        f"[until: until {{until}} ended][whole: all this time][jobs: (held {MOSTLY}by {{jobs}})]",
        f"no room[jobs: (held {MOSTLY}by {{jobs}})]",
    ),
    "held_reservation": (
        "processors were kept free for [!jobs:the reservation of another job][jobs:[several:reservations, "
        f"{MOSTLY}of][!several:the reservation of] {{jobs}}]",
        "kept free for a reservation[jobs: ({jobs})]",
    ),
    "held_order": (
        f"processors were kept free for the head of the queue[jobs: ({MOSTLY}{{jobs}})]",
        "kept free for the head of the queue[jobs: ({jobs})]",
    ),
    "held_rule": (f"a rule of the policy held it back[jobs: ({MOSTLY}for {{jobs}})]", "held back by a rule"),
    "held_unknown": (
        "it was held back though enough processors were free (a log does not tell why)",
        "held back, the log does not tell why",
    ),
    "held_untold": (
        "it was held back though enough processors were free (why was not kept)",
        "held back, the reason was not kept",
    ),
    "held_back": ("it was held back {until}", "held back {until}"),
    "until_batch": (
        "until its batch began at {begin}[later:, in which others go before it]",
        "until its batch began at {begin}",
    ),
    "on_nodes_order": (
        "it was left out when all jobs were placed anew, for jobs of higher priority",
        "left out for jobs of higher priority",
    ),
    "on_nodes_rule": ("it waited for the next period, for jobs are placed at periods only", "until the next period"),
    "on_nodes_untold": ("it had no nodes (why was not kept)", "no nodes"),
    "went_first": (
        "[jobs:{count} {count:job|jobs}][!jobs:no job] that came later went first[jobs:: {jobs}].",
        "{count} went first",
    ),
    "had_meanwhile": ("[memory:of the memory of all nodes, ]while it waited, {shares}.", "{shares}"),
    "took_meanwhile": ("jobs {group} took {area}", "jobs {group}: {area}"),
    "idle_meanwhile": ("{area} stayed [memory:free][!memory:idle]", "[memory:free][!memory:idle]: {area}"),
}

TERMS: dict[str, str] = {
    "came_later": "that came later",
    "ran_at_submission": "that ran when it was submitted",
    "came_before": "that came before it or with it and had not started",
}
