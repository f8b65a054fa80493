"""What a wait was for, part by part, and who had the processors meanwhile."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    # of one kind, and of several
    "no_room_all_the_time": "[nodes:Too little memory was free for all of its tasks][!nodes:Too few {unit}s were "
    "free][until: until {until} ended][!until: all this time][culprits: (held [mostly:mostly ]by {culprits})]. "
    "|| no room[until: until {until} ended]",
    "held_all_the_time": "All this time {cause}. || {cause}",
    "waited_in_parts": "{parts}. || {parts}",
    "wait_part": "for {length} {cause}[rest:; {rest}] || {length} {cause}[rest:; {rest}]",
    # a kind
    "no_room": "[nodes:too little memory was free for all of its tasks][!nodes:too few {unit}s were free][culprits: "
    "(held [mostly:mostly ]by {culprits})] || no room",
    "no_nodes": "it had no nodes (why was not kept) || no nodes",
    "left_out_of_placing": "it was left out when all jobs were placed anew, for jobs of higher priority "
    "|| left out for higher priority",
    "awaited_period": "it waited for the next period, for jobs are placed at periods only || awaited the next period",
    "cause_not_kept": "it was held back though enough {unit}s were free (why was not kept) || not kept",
    "cause_not_told": "it was held back though enough {unit}s were free (a log does not tell why) || not told",
    "held_by_batch": "it was held back {batch} || held back {batch}",
    "until_batch": "until its batch began at {begin}[later:, in which others go before it] "
    "|| until its batch began at {begin}",
    "held_for_reservation": "{unit}s were kept free for [culprits:[mostly:reservations, mostly of][!mostly:[culprits>1:"
    "reservations, of][!culprits>1:the reservation of]] {culprits}][!culprits:the reservation of another job] "
    "|| a reservation",
    "held_for_head": "{unit}s were kept free for the head of the queue[culprits: ([mostly:mostly ]{culprits})] "
    "|| the head of the queue",
    "held_by_rule": "a rule of the policy held it back[culprits: ([mostly:mostly ]for {culprits})] "
    "|| a rule of the policy",
    "memory": "[nodes:the memory of {nodes} nodes][!nodes:{share} of a node's memory]",
    # the others
    "went_first": "[jobs:{count} {count:job|jobs} that came later went first: {jobs}][!jobs:No job that came later "
    "went first]. || [jobs:{count}][!jobs:none] that came later went first",
    "meanwhile": "[nodes:Of the memory of all nodes, while it waited, ][!nodes:While it waited, ]{shares}. || {shares}",
    "jobs_took": "jobs {group} took {area} || {group}: {area}",
    "stayed_idle": "{area} stayed [nodes:free][!nodes:idle] || [nodes:free][!nodes:idle]: {area}",
}


TERMS = {
    "came_later": "that came later",
    "ran_then": "that ran when it was submitted",
    "came_before": "that came before it or with it and had not started",
}
