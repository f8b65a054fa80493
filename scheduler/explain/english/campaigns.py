"""Why a campaign runs when it does."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "campaign_asked": "{campaign} was submitted at {submit}: {jobs} {jobs:job|jobs}, {work} processor-seconds of work, "
    "the longest job {longest}. || {jobs} {jobs:job|jobs} at {submit}",
    "campaign_ready": "[!since:It could start at once.][since:It was not allowed to start before {since}, {later} "
    "later[virtual:: until then its user's previous campaign was not complete in the virtual schedule, where nobody "
    "gets more than a share][!virtual:, when the last of its jobs was submitted].] "
    "|| [!since:ready at once][since:ready from {since}]",
    "campaign_tag": "Its tag is {tag}: in the virtual schedule, which its users share evenly, it is complete at {end}; "
    "smaller tags go first. || tag {tag}",
    "campaign_deadline": "Its deadline is {deadline}; earlier deadlines go first. || deadline {deadline}",
    "campaign_submission": "Campaigns submitted earlier go first. || submitted at {submit}",
    "campaign_turn": "{turns} || {start}",
    "campaign_waited": "It waited {waited}[!ahead: with nobody ahead of it: jobs under way held what it "
    "needed].[ahead: Ahead of it {count:was|were} [many:{count} campaigns, first of all ]{ahead}.] "
    "|| waited {waited}[ahead:, behind {ahead}]",
    "campaign_turn_came": "Its turn came at {start}, when [free:{free} {free:was|were} free][!free:0 processors were "
    "free]. || its turn at {start}",
    "campaign_started": "Its first job started at {start}, when [free:{free} {free:was|were} free][!free:0 processors "
    "were free][blocked:: campaigns ahead of it had jobs left, but none that could start][all_started: and all jobs "
    "ahead of it had started][first: and it had {first} of the campaigns with jobs left][passed:; it went before "
    "{passed}[more: and {more} more]]. || started at {start}",
    "campaign_completed": "It was complete at {end}, {flow} after its submission[due: and [!off:exactly at][off:{off} "
    "[late:after][!late:before]] {due}]. || complete at {end}",
    # a campaign in a list, with what orders it
    "campaign_with_key": "{campaign} ([tag:tag][deadline:deadline][submission:submitted at][turn:from] {key}) "
    "|| {campaign}",
}


TERMS: dict[str, str] = {
    "first_by_tag": "the smallest tag",
    "first_by_deadline": "the earliest deadline",
    "first_by_submission": "the earliest submission",
    "due_virtual": "its virtual completion",
    "due_deadline": "its deadline",
}
