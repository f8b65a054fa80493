"""The phrases of facts in English: of each statement a long one for panels and documents, and a short one for lists.

How a phrase is written: scheduler/explain/words.py.
"""

from __future__ import annotations

FREE = "[free:{free} {free:was|were} free][!free:0 processors were free]"
PASSED = "[passed:; it went before {passed}[more: and {more} more]]"

PHRASES: dict[str, tuple[str, str]] = {
    # why a campaign runs when it does
    "campaign_asked": (
        "{campaign} was submitted at {submit}: {jobs} {jobs:job|jobs}, {work} processor-seconds of work, the longest "
        "job {longest}.",
        "{jobs} {jobs:job|jobs} at {submit}",
    ),
    "campaign_ready": (
        "[!since:It could start at once.][since:It was not allowed to start before {since}, {later} later[virtual:: "
        "until then its user's previous campaign was not complete in the virtual schedule, where nobody gets more than "
        "a share][!virtual:, when the last of its jobs was submitted].]",
        "[!since:ready at once][since:ready from {since}]",
    ),
    "campaign_tag": (
        "Its tag is {tag}: in the virtual schedule, which its users share evenly, it is complete at {end}; smaller "
        "tags go first.",
        "tag {tag}",
    ),
    "campaign_deadline": ("Its deadline is {deadline}; earlier deadlines go first.", "deadline {deadline}"),
    "campaign_submission": ("Campaigns submitted earlier go first.", "submitted at {submit}"),
    "campaign_turn": ("{turns}", "from {start}"),
    "campaign_waited": (
        "It waited {waited}[!ahead: with nobody ahead of it: jobs under way held what it needed].[ahead: Ahead of it "
        "{count:was|were} [many:{count} campaigns, first of all ]{ahead}.]",
        "waited {waited}[ahead:, behind {ahead}]",
    ),
    "campaign_turn_came": (f"Its turn came at {{start}}, when {FREE}.", "its turn at {start}"),
    "campaign_started": (
        f"Its first job started at {{start}}, when {FREE}[blocked:: campaigns ahead of it had jobs left, but none that "
        "could start][all_started: and all jobs ahead of it had started][first: and it had {first} of the campaigns "
        f"with jobs left]{PASSED}.",
        "started at {start}",
    ),
    "campaign_completed": (
        "It was complete at {end}, {flow} after its submission[due: and [!off:exactly at][off:{off} [late:after]"
        "[!late:before]] {due}].",
        "complete at {end}",
    ),
    # a campaign in a list, with what orders it
    "campaign_with_tag": ("{campaign} (tag {key})", "{campaign}"),
    "campaign_with_deadline": ("{campaign} (deadline {key})", "{campaign}"),
    "campaign_with_submission": ("{campaign} (submitted at {key})", "{campaign}"),
    "campaign_with_turn": ("{campaign} (from {key})", "{campaign}"),
    # a job that was stopped, by another one or with its reservation, or killed for a local job of a grid
    "started_first": (
        "It [wait:waited {wait} and started first][!wait:started at once,] at {start}[ in {cluster}].",
        "started first at {start}",
    ),
    "preempted": (
        "It was preempted at {time}, after {ran}, by {by}, which started then, [!again:and cancelled (Slurm: "
        "PREEMPTED)][again:and put back into the queue (Slurm: BeginTime at first); it started again {later} later, "
        "at {again}].",
        "preempted by {by} at {time}",
    ),
    "preempted_in_all": ("It was preempted {times} times in all.", "preempted {times} times"),
    "stopped_with_reservation": (
        "It was stopped at {time}, after {ran}, as its reservation was over (Slurm: TIMEOUT).",
        "stopped at {time}",
    ),
    "never_completed": ("{lost} of work was lost, and it never ran to its end.", "{lost} lost"),
    "completed_at_last": (
        "{lost} of work was lost, as it started from nothing; it ran from {begin} to {end} in the end.",
        "{lost} lost",
    ),
    "is_stopped": (
        "{job} is stopped[!with_reservation: for {by}][with_reservation:, as its reservation is over]: {lost} of work "
        "is lost; [!requeued:it is cancelled][requeued:it waits, and starts from nothing].",
        "{job} stopped",
    ),
    "preempted_others": (
        "It preempted {jobs}: [cancelled:cancelled][!cancelled:put back into the queue].",
        "preempted {jobs}",
    ),
    "killed": (
        "It was killed at {time}, after {ran}, because [by:local {by} started and needed its processor][!by:processors "
        "of {cluster} were taken from the grid]; it started again [pause:{pause} later, at {again},][!pause:at once] "
        "in {next_cluster}.",
        "killed at {time}",
    ),
    "killed_in_all": (
        "Killed [several:{times} times, last][!several:once,] [by:for local {by}][!by:as processors were taken "
        "from the grid], it lost "
        "{lost} of work and ran from {begin} to {end} in the end.",
        "killed {times} {times:time|times}, {lost} lost",
    ),
    # jobs of a grid
    "took_in_cluster": (
        "In {cluster} it took {took}, not the {runtime} that it is given as[sent:; {sent} of that its data was sent].",
        "{took} in {cluster}",
    ),
    "moved_to_queue": (
        "At {time} it moved to the end of the queue of {cluster}: by requested times the larger of the loads of both "
        "clusters became smaller.",
        "moved to {cluster} at {time}",
    ),
    "moved_more": ("Later it moved {times} more times, left out here.", "moved {times} more times"),
    "local_job": ("It is a local job of {home} and ran [!cluster:there][cluster:in {cluster}].", "local job of {home}"),
    "spared": ("It started just as it would have started without grid runs.", "no later than without grid runs"),
    "start_killed": ("Its start killed {jobs}.", "killed {jobs}"),
}

TERMS: dict[str, str] = {
    "first_by_tag": "the smallest tag",
    "first_by_deadline": "the earliest deadline",
    "first_by_submission": "the earliest submission",
    "due_virtual": "its virtual completion",
    "due_deadline": "its deadline",
}
