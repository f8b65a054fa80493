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
    "needs": "it needs {needed} and <count>[!after: free<there>][after: left<there>] at {time}",
    "lacks": "<needs>[after:, after {after} started]",
    "taken": "[takers:; {takers} took [part:{taken} of them][!part:{free:it|them all}] [later:at "
    "{later}][!later:then]]",
    "order": "[order: ({order})]",
    "alike": "[asked:both ask for {mine}][area:both count as {mine} processor-seconds][priority:both have priority "
    "{mine}][queue:both came to queue {mine}][fairness:[same_user:{blocker} and {job} are of one user][!same_user:the "
    "users of {blocker} and {job} have priority {mine}]]",
    "apart": "[asked:{blocker} asks for {other}, {job} for {mine}][area:{blocker} counts as {other} "
    "processor-seconds, {job} as {mine} processor-seconds][priority:{blocker} has priority {other}, {job} priority "
    "{mine}][queue:{blocker} came to queue {other}, {job} to queue {mine}, which goes behind that][fairness:the user "
    "of {blocker} has priority {other}, that of {job} {mine}]",
    "job": "[blocker:{blocker}][!blocker:another job]",
    "first": "it was first in the queue[may_start: of those that may start][after: once {after} had started]",
    "its": "[blocker: (the one of {blocker})]",
    "such": "[blocker:, such as that of {blocker}]",
    "next": "[blocker: Next in order was the campaign of {blocker}.]",
    "priority": "[number:; its priority was {number}]",
    "reserved": "it held a reservation for {shadow}[pool: in {pool}]",
    "idle": "{free} {unit}{free:|s} {free:was|were} idle",
    "hole": "in {pool}, on [free>1:one of {free} {unit}s][!free>1:the one {unit}] that no local job used",
}

REASONS: dict[str, str] = {
    "head_blocked": "<first>, but <needs>. || first, but needs {needed}, {free} free",
    "reserved": "<first>, but <needs>; by requested times it was promised a start at {shadow}[pool: in "
    "{pool}][blocker:, when {blocker} is due to end][extra:, leaving {extra} over]. || promised {shadow}",
    "behind_head": "it stood behind <job>, which nothing may pass<order>. || behind <job>",
    "does_not_fit": "it did not fit: <lacks>[blocker:; {blocker} was first in the queue]<order>. "
    "|| needs {needed}, {free} free",
    "would_delay_head": "it would have fitted (<lacks>), but by its requested time it would have run until {until}, "
    "past {shadow}, when <job> is to start and leave [extra:only {extra}][!extra:no {unit}] over<order><taken>. "
    "|| refused: {time} + {length} > {shadow}",
    "no_free_processor": "all {unit}s were busy[blocker:; {blocker} held one of them]. || all {unit}s busy",
    "queued": "it was put on a {unit} where <job> went before it. || behind <job>",
    "earliest_gap": "<reserved>, the earliest time at which it would delay no other reservation (<lacks>). "
    "|| reserved for {shadow}",
    "reserved_in_turn": "<reserved> in the plan that was made anew then, in the order of the formula (<lacks>)<taken>. "
    "|| reserved for {shadow}",
    "compressed": "<reserved>, moved there because a job ended early. || moved to {shadow}",
    "rebuilt": "<reserved>, moved there when all reservations were made anew. || moved to {shadow}",
    "searched": "<reserved>, moved there by the search for a better plan. || moved to {shadow}",
    "behind_reservation": "it would have fitted (<lacks>), but it would have taken {unit}s that <job> needs[shadow:, "
    "reserved for {shadow}]<taken>. || would take from <job>",
    "left_in_plan": "it would have fitted (<lacks><taken>) and delayed nobody, but its reservation for {shadow} was "
    "left where it was: [clusters:reservations move in turn, once each, and only when a job ends early][!clusters:this "
    "kind of compression does not move it]. || left at {shadow}",
    "waited_long": "after {length} it had waited for long enough to hold a reservation, which was for {shadow} "
    "(<lacks>)<taken>. || reserved for {shadow} after {length}",
    "awaits_turn": "it had {unit}s in a time slot whose turn had not come yet. || awaits its slot",
    "no_slot": "no time slot had room for it, or for a job before it, and there were as many slots as there may be. "
    "|| no slot",
    "noted_by_program": "a program from outside noted that it was to start at {shadow}. || noted for {shadow}",
    "awaits_condition": "it was not allowed to start yet: the condition {may_start} did not hold. "
    "|| not yet: {may_start}",
    "behind_wide": "<job> went first and did not fit, and nothing may pass it ({free} {unit}{free:|s} free at {time}). "
    "|| behind <job>",
    "before_virtual_start": "its campaign was not allowed to start: in the virtual schedule the user's previous "
    "campaign<its> was not complete. || before its virtual start",
    "larger_tag": "campaigns with a smaller tag went first<such>. || larger tag",
    "earlier_campaign": "[same_user:other campaigns of its user][!same_user:campaigns that were ready earlier] went "
    "first<such>. || later campaign",
    "later_deadline": "campaigns with an earlier deadline went first<such>. || later deadline",
    "machine_taken": "the whole machine was given to another campaign<its>. || machine taken",
    "campaign_incomplete": "it waited until the last job of its campaign was submitted; a campaign is ready when all "
    "of it is there. || campaign incomplete",
    "batch_open": "the batch its campaign belongs to was still open, for campaigns yet to come. || batch open",
    "later_batch": "its campaign came after the batch of <job> was closed, and that went first. || later batch",
    "longer_campaign": "shorter campaigns of its batch went first<such>. || longer campaign",
    "later_user": "users whose campaigns are shorter altogether went first[blocker:, now the one of {blocker}]. "
    "|| later user",
    "no_hole": "no {unit} was idle in any cluster[taken_away:, or those that were had been taken from the grid]. "
    "|| none idle",
    "window_short": "<idle>, but by its requested time it would not have been over by {shadow}, before which no local "
    "job was expected to start there. || not over by {shadow}",
    "behind_run": "runs start in their order, and <job> went first. || behind <job>",
    "server_busy": "<idle>, but the server was sending [blocker:the data of {blocker}][!blocker:its data to where it "
    "had been killed] until {shadow}. || server busy until {shadow}",
    "beyond_depth": "it would have fitted without delaying <job> (<lacks><taken>), but of every queue only the first "
    "job and {depth} behind it are looked at. || beyond depth {depth}",
    "slurm_resources": "it went first in its partition, and the nodes of that had no room for it (<lacks>; Slurm: "
    "Resources). || Resources: needs {needed}, {free} free",
    "slurm_memory": "it went first in its partition, and of the nodes with enough free processors too little memory "
    "was free (Slurm: Resources). || Resources: memory",
    "slurm_priority": "<job> went before it and had no room, so the main pass started nobody behind it, and the "
    "backfill pass had not started it yet (Slurm: Priority). || Priority: behind <job>",
    "slurm_reserved": "nodes it would have needed were reserved for jobs before it, <job> first; the backfill pass "
    "expected it to start at {shadow} (Slurm: Priority). || Priority: expected at {shadow}",
    "slurm_maintenance": "it would still have run when nodes that it needed were to be kept for maintenance (Slurm: "
    "ReqNodeNotAvail, Reserved for maintenance). || ReqNodeNotAvail",
    "slurm_reservation": "it would still have run while nodes that it needed were reserved for others (Slurm: "
    "Reservation). || Reservation",
    "slurm_own_reservation": "the reservation that it asks for had not begun (Slurm: Reservation). "
    "|| Reservation has not begun",
    "slurm_reservation_resources": "the nodes of the reservation that it asks for had no room for it (Slurm: "
    "Resources). || Resources of its reservation",
    "slurm_begin": "its time to begin had not come (Slurm: BeginTime). || BeginTime",
    "slurm_dependency": "it depends on <job>, which had not ended (Slurm: Dependency). || Dependency: <job>",
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
REASONS |= {rule: f"with it {excess} (Slurm: {name}). || {name}" for rule, (excess, name) in LIMITS.items()}

STARTS: dict[str, str] = {
    "head_fits": "as the first in the queue[may_start: of those that may start]: <enough>. || first in the queue",
    "ends_by_shadow": "ahead of <job>: <enough>, and by its requested time it is over at {until}, not after the "
    "reservation at {shadow}. || {time} + {length} ≤ {shadow}",
    "within_extra": "ahead of <job>: <enough>, and that is no more than the {over} which <job> will leave over at its "
    "reservation at {shadow}. || {needed} ≤ {over} left over",
    "fits_now": "ahead of jobs submitted earlier: <enough>, and this policy holds nothing back for others. || it fits",
    "passes_wide": "ahead of <job>, which went first but did not fit: <enough>, and this policy holds nothing back for "
    "others. || passes <job>",
    "other_cluster": "ahead of <job>, which is to start in another cluster and is not delayed: <enough>. "
    "|| in another cluster than <job>",
    "as_recorded": "because the log says so; a log does not tell why. || as recorded",
    "due": "because the time of its reservation had come: <enough>. || its reservation",
    "slots_turn": "when the turn of its time slot came. || the turn of its slot",
    "delays_none": "because <enough>, and by its requested time it delays no reservation of another job. "
    "|| delays nobody",
    "highest_priority": "because <enough>, and of the waiting jobs that fit its user had waited most for the work done "
    "so far (priority {number}). || priority {number}",
    "by_program": "as a program from outside decided[reason:: “{reason}”.][!reason:, without a reason.] "
    "|| by a program[reason:: {reason}]",
    "smallest_tag": "because <enough>, and its campaign had the smallest tag[number: ({number})] of those that may "
    "start.<next> || smallest tag",
    "first_campaign": "because <enough>, and its campaign was submitted first of those with jobs left to start.<next> "
    "|| first campaign",
    "earliest_deadline": "because <enough>, and [together:{together}, which had the earliest deadline[due: ({due})] of "
    "those ready then][!together:its campaign had the earliest deadline[due: ({due})] of those that may start].<next> "
    "|| earliest deadline",
    "first_block": "because <enough>, and the whole machine was given to its campaign, ready first of those "
    "waiting.<next> || first campaign",
    "shortest_of_batch": "because <enough>, and the whole machine was given to its campaign, the shortest[length: "
    "({length} planned)] left in its batch.<next> || shortest of its batch",
    "users_turn": "because <enough>, and the whole machine was given to its campaign: of the users left its own has "
    "the shortest campaigns altogether[length: ({length} planned, with think times)]. || turn of its user",
    "fills_hole": "<hole>. || in {pool}",
    "packed_in_fork": "<hole>, where the server sent it so that most of the runs that waited would be over in time. "
    "|| in {pool}",
    "agreed": "in {pool}, as the first in the queue that it had moved to, so that the loads of the clusters differed "
    "less: <enough>. || in {pool}, as agreed",
    "taken_over": "in {pool}, which took it out of the queue of another one: <enough>, and none of its own waiting "
    "jobs could start. || taken over by {pool}",
    "slurm_main": "by the main pass, in its turn: <enough>, and no job before it in its partition was left without "
    "room<priority>. || main pass[number:, priority {number}]",
    "slurm_backfill": "by the backfill pass[blocker:, ahead of {blocker}]: <enough>, on nodes that no job before it "
    "had reserved for the time it asks for<priority>. || backfill pass[number:, priority {number}]",
}

FRAMES: dict[str, str] = {
    "waits_by_rule": "it waited by the rule {rule}. || {rule}",
    "starts_by_rule": "by the rule {rule}. || {rule}",
    "before_in_order": "[alike:<alike>, and {blocker} was submitted first][!alike:<apart>] "
    "|| [queue:queue ]{other} [alike:=][!alike:before] {mine}",
    "waited_for": "From {begin} to {until} {reason}[moves: The reservation was moved [moves>1:{moves} "
    "times][!moves>1:once], last to {last}.] || {begin} to {until}: {reason}",
    "more_reasons": "From {begin} to {until} it had {count} more reasons, left out here. "
    "|| {begin} to {until}: {count} more",
    "not_looked_at": "From {begin} to {until} no pass of the scheduler had looked at it yet. "
    "|| {begin} to {until}: not looked at",
    "reason_not_kept": "Why it waited from {begin} to {until} was not kept. || {begin} to {until}: not kept",
    "started_for": "It [backfilled:was backfilled][!backfilled:started] at {time} {reason} "
    "|| [backfilled:backfilled][!backfilled:started][ at {time}]: {reason}",
    "start_not_kept": "The decision to start it was not kept, so the reason for it is not known. || not kept",
    "as_the_log_says": "It started then because the log says so; a log does not tell why. || as recorded",
    "no_decisions": "No decisions were logged in this run, so its reasons are not known. || not logged",
    "decision_not_kept": "No decision on this job was kept (the log covers {begin} to {until}), so its reasons are not "
    "known. || not kept",
    "job_waits": "{job} waits: {reason}",
    "job_starts": "{job} [backfilled:is backfilled][!backfilled:starts][ at {time}] {reason} "
    "|| {job} [backfilled:is backfilled][!backfilled:starts]: {reason}",
}

PHRASES = {
    **{f"waits_{rule}": reason for rule, reason in REASONS.items()},
    **{f"starts_{rule}": reason for rule, reason in STARTS.items()},
    **FRAMES,
}

TERMS = {
    "together_block": "the whole machine was given to its campaign",
    "together_commit": "all jobs of its campaign were put on processors together",
}
