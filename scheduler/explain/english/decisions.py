"""Why a job waits, and why it starts, by each rule of the decision log: with the culprit and the numbers.

A reason to wait follows "From 0 s to 4 s" or "job 3 waits:", one to start "It started at 4 s".  Of Slurm's rules the
names are those that squeue prints.  What many have in common is a part, written <so>.  Rules of shared nodes:
shared_nodes.py.
"""

from __future__ import annotations

PARTS: dict[str, str] = {
    "there": "[local: for local jobs][cluster: in {cluster}][emptiest: in [free:the emptiest][!free:any] cluster]",
    "count": "[!free:none was][free:{free} {free:was|were}]",
    "enough": "it needs {needed} and <count> free<there>",
    "lacks": "it needs {needed} and <count>[!after: free<there>][after: left<there>] at {time}[after:, after {after} "
    "started]",
    "taken": "[takers:; {takers} took [part:{taken} of them][!part:{free:it|them all}] [later:at "
    "{later}][!later:then]]",
    "order": "[order: ({order})]",
    "job": "[blocker:{blocker}][!blocker:another job]",
    "first": "it was first in the queue[may_start: of those that may start]",
    "its": "[blocker: (the one of {blocker})]",
    "such": "[blocker:, such as that of {blocker}]",
    "next": "[blocker: Next in order was the campaign of {blocker}.]",
    "reserved": "it held a reservation for {shadow}[pool: in {pool}]",
    "idle": "{free} {unit}{free:|s} {free:was|were} idle",
    "hole": "in {pool}, on [several:one of {free} {unit}s][!several:the one {unit}] that no local job used",
}

REASONS: dict[str, str] = {
    "head_blocked": "<first>, but <lacks>.",
    "reserved": "<first>, but <lacks>; by requested times it was promised a start at {shadow}[pool: in "
    "{pool}][blocker:, when {blocker} is due to end][extra:, leaving {extra} over].",
    "behind_head": "it stood behind <job>, which nothing may pass<order>.",
    "does_not_fit": "it did not fit: <lacks>[blocker:; {blocker} was first in the queue<order>].",
    "would_delay_head": "it would have fitted (<lacks>), but by its requested time it would have run until {until}, "
    "past {shadow}, when <job> is to start and leave [extra:only {extra}][!extra:no {unit}] over<taken>.",
    "no_free_processor": "all {unit}s were busy[blocker:; {blocker} held one of them].",
    "queued": "it was put on a {unit} where <job> went before it.",
    "earliest_gap": "<reserved>, the earliest time at which it would delay no other reservation (<lacks>).",
    "reserved_in_turn": "<reserved> in the plan that was made anew then, in the order of the formula (<lacks>).",
    "compressed": "<reserved>, moved there because a job ended early.",
    "rebuilt": "<reserved>, moved there when all reservations were made anew.",
    "searched": "<reserved>, moved there by the search for a better plan.",
    "behind_reservation": "it would have fitted (<lacks>), but it would have taken {unit}s that <job> needs[shadow:, "
    "reserved for {shadow}]<taken>.",
    "left_in_plan": "it would have fitted (<lacks>) and delayed nobody, but its reservation for {shadow} was left "
    "where it was: [clusters:reservations move in turn, once each, and only when a job ends early][!clusters:this "
    "kind of compression does not move it].",
    "waited_long": "after {length} it had waited for long enough to hold a reservation, which was for {shadow} "
    "(<lacks>).",
    "awaits_turn": "it had {unit}s in a time slot whose turn had not come yet.",
    "no_slot": "no time slot had room for it, or for a job before it, and there were as many slots as there may be.",
    "noted_by_program": "a program from outside noted that it was to start at {shadow}.",
    "awaits_condition": "it was not allowed to start yet: the condition {may_start} did not hold.",
    "behind_wide": "<job> went first and did not fit, and nothing may pass it ({free} {unit}{free:|s} free at {time}).",
    "before_virtual_start": "its campaign was not allowed to start: in the virtual schedule the user's previous "
    "campaign<its> was not complete.",
    "larger_tag": "campaigns with a smaller tag went first<such>.",
    "earlier_campaign": "[same_user:other campaigns of its user][!same_user:campaigns that were ready earlier] went "
    "first<such>.",
    "later_deadline": "campaigns with an earlier deadline went first<such>.",
    "machine_taken": "the whole machine was given to another campaign<its>.",
    "campaign_incomplete": "it waited until the last job of its campaign was submitted; a campaign is ready when all "
    "of it is there.",
    "batch_open": "the batch its campaign belongs to was still open, for campaigns yet to come.",
    "later_batch": "its campaign came after the batch of <job> was closed, and that went first.",
    "longer_campaign": "shorter campaigns of its batch went first<such>.",
    "later_user": "users whose campaigns are shorter altogether went first[blocker:, now the one of {blocker}].",
    "no_hole": "no {unit} was idle in any cluster[taken_away:, or those that were had been taken from the grid].",
    "window_short": "<idle>, but by its requested time it would not have been over by {shadow}, before which no "
    "local job was expected to start there.",
    "behind_run": "runs start in their order, and <job> went first.",
    "server_busy": "<idle>, but the server was sending [blocker:the data of {blocker}][!blocker:its data to where it "
    "had been killed] until {shadow}.",
    "beyond_depth": "it would have fitted without delaying <job>, for <lacks>, but of every queue only the first job "
    "and {depth} behind it are looked at.",
    "slurm_resources": "it went first in its partition, and the nodes of that had no room for it (<lacks>; Slurm: "
    "Resources).",
    "slurm_memory": "it went first in its partition, and of the nodes with enough free processors too little memory "
    "was free (Slurm: Resources).",
    "slurm_priority": "<job> went before it and had no room, so the main pass started nobody behind it, and the "
    "backfill pass had not started it yet (Slurm: Priority).",
    "slurm_reserved": "nodes it would have needed were reserved for jobs before it, <job> first; the backfill pass "
    "expected it to start at {shadow} (Slurm: Priority).",
    "slurm_maintenance": "it would still have run when nodes that it needed were to be kept for maintenance (Slurm: "
    "ReqNodeNotAvail, Reserved for maintenance).",
    "slurm_reservation": "it would still have run while nodes that it needed were reserved for others (Slurm: "
    "Reservation).",
    "slurm_own_reservation": "the reservation that it asks for had not begun (Slurm: Reservation).",
    "slurm_reservation_resources": "the nodes of the reservation that it asks for had no room for it (Slurm: "
    "Resources).",
    "slurm_begin": "its time to begin had not come (Slurm: BeginTime).",
    "slurm_dependency": "it depends on <job>, which had not ended (Slurm: Dependency).",
}

CPUS, JOBS = "would have had more processors than", "would have run more jobs than"
NODES, SYSTEM = "would have been on more nodes than", "would have had more jobs waiting and running than"
LIMITS = {  # what would have been too much with the job, by what squeue calls it
    "slurm_qos_user_cpu": (f"its user {CPUS} its QOS gives a user", "QOSMaxCpuPerUserLimit"),
    "slurm_qos_user_jobs": (f"its user {JOBS} its QOS lets a user run", "QOSMaxJobsPerUserLimit"),
    "slurm_qos_account_cpu": (f"its account {CPUS} its QOS gives an account", "MaxCpuPerAccount"),
    "slurm_qos_account_jobs": (f"its account {JOBS} its QOS lets an account run", "MaxJobsPerAccount"),
    "slurm_qos_cpu": (f"the jobs of its QOS {CPUS} it has", "QOSGrpCpuLimit"),
    "slurm_qos_jobs": ("more jobs of its QOS would have run than may", "QOSGrpJobsLimit"),
    "slurm_account_cpu": (f"the jobs of its account {CPUS} that has", "AssocGrpCpuLimit"),
    "slurm_account_jobs": ("more jobs of its account would have run than may", "AssocGrpJobsLimit"),
    "slurm_qos_nodes": (f"the jobs of its QOS {NODES} it has", "QOSGrpNodeLimit"),
    "slurm_qos_user_nodes": (f"its user {NODES} its QOS gives a user", "QOSMaxNodePerUserLimit"),
    "slurm_qos_account_nodes": (f"its account {NODES} its QOS gives an account", "MaxNodePerAccount"),
    "slurm_account_nodes": (f"the jobs of its account {NODES} that has", "AssocGrpNodeLimit"),
    "slurm_association_jobs": (f"its user {JOBS} a user of its account may", "AssocMaxJobsLimit"),
    "slurm_array": ("more jobs of its array would have run than may at a time", "JobArrayTaskLimit"),
    "slurm_qos_submit": (f"its QOS {SYSTEM} it may", "QOSGrpSubmitJobsLimit"),
    "slurm_qos_user_submit": (f"its user {SYSTEM} its QOS lets a user have", "QOSMaxSubmitJobPerUserLimit"),
    "slurm_qos_account_submit": (f"its account {SYSTEM} its QOS lets an account have", "MaxSubmitJobsPerAccount"),
    "slurm_account_submit": (f"its account {SYSTEM} that may", "AssocGrpSubmitJobsLimit"),
    "slurm_association_submit": (f"its user {SYSTEM} a user of its account may", "AssocMaxSubmitJobLimit"),
}
REASONS |= {rule: f"with it {excess} (Slurm: {name})." for rule, (excess, name) in LIMITS.items()}

STARTS: dict[str, str] = {
    "head_fits": "as the first in the queue[may_start: of those that may start]: <enough>.",
    "ends_by_shadow": "ahead of <job>: <enough>, and by its requested time it is over at {until}, not after the "
    "reservation at {shadow}.",
    "within_extra": "ahead of <job>: <enough>, and that is no more than the {over} which <job> will leave over at "
    "its reservation at {shadow}.",
    "fits_now": "ahead of jobs submitted earlier: <enough>, and this policy holds nothing back for others.",
    "passes_wide": "ahead of <job>, which went first but did not fit: <enough>, and this policy holds nothing back "
    "for others.",
    "other_cluster": "ahead of <job>, which is to start in another cluster and is not delayed: <enough>.",
    "as_recorded": "because the log says so; a log does not tell why.",
    "due": "because the time of its reservation had come: <enough>.",
    "slots_turn": "when the turn of its time slot came.",
    "delays_none": "because <enough>, and by its requested time it delays no reservation of another job.",
    "highest_priority": "because <enough>, and of the waiting jobs that fit its user had waited most for the work "
    "done so far (priority {number}).",
    "by_program": "as a program from outside decided[reason:: “{reason}”.][!reason:, without a reason.]",
    "smallest_tag": "because <enough>, and its campaign had the smallest tag[number: ({number})] of those that may "
    "start.<next>",
    "first_campaign": "because <enough>, and its campaign was submitted first of those with jobs left to start.<next>",
    "earliest_deadline": "because <enough>, and [together:{together}, which had the earliest deadline[due: ({due})] "
    "of those ready then][!together:its campaign had the earliest deadline[due: ({due})] of those that may "
    "start].<next>",
    "first_block": "because <enough>, and the whole machine was given to its campaign, ready first of those "
    "waiting.<next>",
    "shortest_of_batch": "because <enough>, and the whole machine was given to its campaign, the shortest[length: "
    "({length} planned)] left in its batch.<next>",
    "users_turn": "because <enough>, and the whole machine was given to its campaign: of the users left its own has "
    "the shortest campaigns altogether[length: ({length} planned, with think times)].",
    "fills_hole": "<hole>.",
    "packed_in_fork": "<hole>, where the server sent it so that most of the runs that waited would be over in time.",
    "agreed": "in {pool}, as the first in the queue that it had moved to, so that the loads of the clusters differed "
    "less: <enough>.",
    "taken_over": "in {pool}, which took it out of the queue of another one: <enough>, and none of its own waiting "
    "jobs could start.",
    "slurm_main": "by the main pass, in its turn: <enough>, and no job before it in its partition was left without "
    "room.",
    "slurm_backfill": "by the backfill pass[blocker:, ahead of {blocker}]: <enough>, on nodes that no job before it "
    "had reserved for the time it asks for.",
}

FRAMES: dict[str, str] = {
    "waits_by_rule": "it waited by the rule {rule}.",
    "starts_by_rule": "by the rule {rule}.",
    "before_in_order": "[alike:both [asked:ask for {mine}][area:count as {mine} processor-seconds][priority:have "
    "priority {mine}], and {blocker} was submitted first][!alike:{blocker} [asked:asks for {other}, {job} for "
    "{mine}][area:counts as {other} processor-seconds, {job} as {mine} processor-seconds][priority:has priority "
    "{other}, {job} priority {mine}]]",
    "waited_for": "From {begin} to {until} {reason}[moves: The reservation was moved [several:{moves} "
    "times][!several:once], last to {last}.]",
    "more_reasons": "From {begin} to {until} it had {count} more reasons, left out here.",
    "not_looked_at": "From {begin} to {until} no pass of the scheduler had looked at it yet.",
    "reason_not_kept": "Why it waited from {begin} to {until} was not kept.",
    "started_for": "It [backfilled:was backfilled][!backfilled:started] at {time} {reason}",
    "start_not_kept": "The decision to start it was not kept, so the reason for it is not known.",
    "as_the_log_says": "It started then because the log says so; a log does not tell why.",
    "no_decisions": "No decisions were logged in this run, so its reasons are not known.",
    "decision_not_kept": "No decision on this job was kept (the log covers {begin} to {until}), so its reasons are "
    "not known.",
    "job_waits": "{job} waits: {reason}",
    "job_starts": "{job} [backfilled:is backfilled][!backfilled:starts][ at {time}] {reason}",
}

SHORT: dict[str, str] = {
    "waits_head_blocked": "first, but {needed} > {free}",
    "waits_reserved": "promised {shadow}",
    "waits_behind_head": "behind <job>",
    "waits_does_not_fit": "did not fit: {needed} > {free}",
    "waits_would_delay_head": "refused: {time} + {length} > {shadow}",
    "waits_no_free_processor": "all {unit}s busy",
    "waits_queued": "behind <job>",
    "waits_earliest_gap": "reserved for {shadow}",
    "waits_reserved_in_turn": "reserved for {shadow}",
    "waits_compressed": "moved to {shadow}",
    "waits_rebuilt": "moved to {shadow}",
    "waits_searched": "moved to {shadow}",
    "waits_behind_reservation": "would take from <job>",
    "waits_left_in_plan": "left at {shadow}",
    "waits_waited_long": "reserved for {shadow} after {length}",
    "waits_awaits_turn": "awaits its slot",
    "waits_no_slot": "no slot",
    "waits_noted_by_program": "noted for {shadow}",
    "waits_awaits_condition": "not yet: {may_start}",
    "waits_behind_wide": "behind <job>",
    "waits_before_virtual_start": "before its virtual start",
    "waits_larger_tag": "larger tag",
    "waits_earlier_campaign": "later campaign",
    "waits_later_deadline": "later deadline",
    "waits_machine_taken": "machine taken",
    "waits_campaign_incomplete": "campaign incomplete",
    "waits_batch_open": "batch open",
    "waits_later_batch": "later batch",
    "waits_longer_campaign": "longer campaign",
    "waits_later_user": "later user",
    "waits_no_hole": "none idle",
    "waits_window_short": "not over by {shadow}",
    "waits_behind_run": "behind <job>",
    "waits_server_busy": "server busy until {shadow}",
    "waits_beyond_depth": "beyond depth {depth}",
    "waits_slurm_resources": "Resources: {needed} > {free}",
    "waits_slurm_memory": "Resources: memory",
    "waits_slurm_priority": "Priority: behind <job>",
    "waits_slurm_reserved": "Priority: expected at {shadow}",
    "waits_slurm_maintenance": "ReqNodeNotAvail",
    "waits_slurm_reservation": "Reservation",
    "waits_slurm_own_reservation": "Reservation has not begun",
    "waits_slurm_reservation_resources": "Resources of its reservation",
    "waits_slurm_begin": "BeginTime",
    "waits_slurm_dependency": "Dependency: <job>",
    "starts_head_fits": "first in the queue",
    "starts_ends_by_shadow": "{time} + {length} ≤ {shadow}",
    "starts_within_extra": "{needed} ≤ {over} left over",
    "starts_fits_now": "it fits",
    "starts_passes_wide": "passes <job>",
    "starts_other_cluster": "in another cluster than <job>",
    "starts_as_recorded": "as recorded",
    "starts_due": "its reservation",
    "starts_slots_turn": "the turn of its slot",
    "starts_delays_none": "delays nobody",
    "starts_highest_priority": "priority {number}",
    "starts_by_program": "by a program[reason:: {reason}]",
    "starts_smallest_tag": "smallest tag",
    "starts_first_campaign": "first campaign",
    "starts_earliest_deadline": "earliest deadline",
    "starts_first_block": "first campaign",
    "starts_shortest_of_batch": "shortest of its batch",
    "starts_users_turn": "turn of its user",
    "starts_fills_hole": "in {pool}",
    "starts_packed_in_fork": "in {pool}",
    "starts_agreed": "in {pool}, as agreed",
    "starts_taken_over": "taken over by {pool}",
    "starts_slurm_main": "main pass",
    "starts_slurm_backfill": "backfill pass",
    "waits_by_rule": "{rule}",
    "starts_by_rule": "{rule}",
    "before_in_order": "{other} [alike:=][!alike:before] {mine}",
    "waited_for": "{begin} to {until}: {reason}",
    "more_reasons": "{begin} to {until}: {count} more",
    "not_looked_at": "{begin} to {until}: not looked at",
    "reason_not_kept": "{begin} to {until}: not kept",
    "started_for": "[backfilled:backfilled][!backfilled:started] at {time}: {reason}",
    "start_not_kept": "not kept",
    "as_the_log_says": "as recorded",
    "no_decisions": "not logged",
    "decision_not_kept": "not kept",
    "job_waits": "{job} waits: {reason}",
    "job_starts": "{job} starts: {reason}",
}
SHORT |= {f"waits_{rule}": name for rule, (_, name) in LIMITS.items()}
LONG = {
    **{f"waits_{rule}": reason for rule, reason in REASONS.items()},
    **{f"starts_{rule}": reason for rule, reason in STARTS.items()},
    **FRAMES,
}

TERMS = {
    "together_block": "the whole machine was given to its campaign",
    "together_commit": "all jobs of its campaign were put on processors together",
}
