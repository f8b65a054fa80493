"""Why a campaign runs when it does."""

from __future__ import annotations

LONG: dict[str, str] = {
    "campaign_asked": "{campaign} was submitted at {submit}: {jobs} {jobs:job|jobs}, {work} processor-seconds of "
    "work, the longest job {longest}.",
    "campaign_ready": "[!since:It could start at once.][since:It was not allowed to start before {since}, {later} "
    "later[virtual:: until then its user's previous campaign was not complete in the virtual schedule, where nobody "
    "gets more than a share][!virtual:, when the last of its jobs was submitted].]",
    "campaign_tag": "Its tag is {tag}: in the virtual schedule, which its users share evenly, it is complete at "
    "{end}; smaller tags go first.",
    "campaign_deadline": "Its deadline is {deadline}; earlier deadlines go first.",
    "campaign_submission": "Campaigns submitted earlier go first.",
    "campaign_turn": "{turns}",
    "campaign_waited": "It waited {waited}[!ahead: with nobody ahead of it: jobs under way held what it "
    "needed].[ahead: Ahead of it {count:was|were} [many:{count} campaigns, first of all ]{ahead}.]",
    "campaign_turn_came": "Its turn came at {start}, when [free:{free} {free:was|were} free][!free:0 processors were "
    "free].",
    "campaign_started": "Its first job started at {start}, when [free:{free} {free:was|were} free][!free:0 "
    "processors were free][blocked:: campaigns ahead of it had jobs left, but none that could start][all_started: and "
    "all jobs ahead of it had started][first: and it had {first} of the campaigns with jobs left][passed:; it went "
    "before {passed}[more: and {more} more]].",
    "campaign_completed": "It was complete at {end}, {flow} after its submission[due: and [!off:exactly "
    "at][off:{off} [late:after][!late:before]] {due}].",
    # a campaign in a list, with what orders it
    "campaign_with_tag": "{campaign} (tag {key})",
    "campaign_with_deadline": "{campaign} (deadline {key})",
    "campaign_with_submission": "{campaign} (submitted at {key})",
    "campaign_with_turn": "{campaign} (from {key})",
}

SHORT: dict[str, str] = {
    "campaign_asked": "{jobs} {jobs:job|jobs} at {submit}",
    "campaign_ready": "[!since:ready at once][since:ready from {since}]",
    "campaign_tag": "tag {tag}",
    "campaign_deadline": "deadline {deadline}",
    "campaign_submission": "submitted at {submit}",
    "campaign_turn": "{start}",
    "campaign_waited": "waited {waited}[ahead:, behind {ahead}]",
    "campaign_turn_came": "its turn at {start}",
    "campaign_started": "started at {start}",
    "campaign_completed": "complete at {end}",
    "campaign_with_tag": "{campaign}",
    "campaign_with_deadline": "{campaign}",
    "campaign_with_submission": "{campaign}",
    "campaign_with_turn": "{campaign}",
}

TERMS: dict[str, str] = {
    "first_by_tag": "the smallest tag",
    "first_by_deadline": "the earliest deadline",
    "first_by_submission": "the earliest submission",
    "due_virtual": "its virtual completion",
    "due_deadline": "its deadline",
}
