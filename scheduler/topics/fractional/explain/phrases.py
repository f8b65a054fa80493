"""The phrases of jobs on shared nodes: where they start, why they pause and move, and how fast they run."""

from __future__ import annotations

PARTS: dict[str, str] = {
    "least_loaded": "of the nodes with memory for [!tasks>1:it][tasks>1:a task of it] the least loaded[!one_node:, "
    "task by task].",
    "held_up": "[ A penalty held it up until {penalty}.]",
    "part_of_node": "{cpu} of a node's CPU and {memory} of its memory",
    "each_task": "[!more:each task][more:[tasks>1:each of the first {tasks} tasks][!tasks>1:the first task]]",
    "other_tasks": "[tasks>1:each of the other {tasks} tasks][!tasks>1:the other task]",
}

# Of a start, and of a wait, by one rule: what a list of jobs says in short.
BY_RULE = {
    "starts_placed_at_arrival": "as there was memory for all of its tasks when it came. || memory for all its tasks",
    "starts_forced_in": "as others were paused or moved for it. || others made way",
    "starts_made_way": "as it was placed anew to make way for {blocker}. || placed anew for {blocker}",
    "starts_room_left": "as there was memory for all of its tasks again. || memory for all its tasks",
    "starts_packed_at_period": "as all jobs were placed anew at the period. || all placed anew",
    "starts_packed_at_arrival": "as all jobs were placed anew when one came. || all placed anew",
    "starts_packed_at_end": "as all jobs were placed anew when one ended. || all placed anew",
    "starts_packed_for_stretch": "as all jobs were placed anew at the period. || all placed anew",
    "starts_equal_share": "as every job gets a share of the machine when it comes. || a share for every job",
    "waits_memory_short": "there was no memory for all of its tasks. || no memory for all its tasks",
    "waits_left_out": "all jobs were placed anew, and it was left out. || left out",
    "waits_awaits_period": "jobs are placed at periods only. || awaits the period",
}
PHRASES: dict[str, str] = BY_RULE | {
    "needs": "<each_task> needs <part_of_node>[more:, {more}]",
    "needs_other": "<other_tasks> {cpu} and {memory}",
    "cpu": "{cpu} of a node's CPU for <each_task>[more:, {more}]",
    "cpu_other": "{cpu} for <other_tasks>",
    "sharing_submitted": "{job} (line {line})[ of {user}] was submitted at {submit} with {tasks} "
    "{tasks:task|tasks}[needs:: {needs}][!needs:, [tasks>1:each of ]which needs <part_of_node>]; there {nodes:is|are} "
    "{nodes} {nodes:node|nodes}.",
    "sharing_pool": "It started at once: the machine is one pool of CPU here, and everybody gets a share of it.",
    "sharing_started": "It [wait:waited {wait} and started at {start}][!wait:started at once] on {nodes}: {why} "
    "|| started at {start} on {nodes}",
    "not_kept": "why was not kept.",
    "placed": "[made_way:room was made for it ({made_way}); ][room:there was memory for all of its tasks; "
    "]<least_loaded>",
    "placed_anew": "{by} came in the same instant and there was not enough memory for it, so this one was placed anew "
    "to make way.",
    "others_made_way": "[paused:{paused} {paused:was|were} paused][both: and ][moved:{moved} {moved:was|were} moved]",
    "others_stayed": "jobs it would have pushed out could stay after all",
    "packed": "all jobs were placed anew [itself:because it came][came:because {came} came][ended:because {ended} "
    "ended][period:at the period][stretch:, so that by the next one no stretch so far is above {stretch}][share:, at a "
    "yield of {share}][priority:, and it was left out, for jobs of higher priority; its own was {priority}].",
    "pushed_out": "{by} came and there was not enough memory for it; the jobs of lowest priority make way, and its own "
    "was {priority}.",
    "priority": "{value} ([weight:{weight} x ][inverse:1][!inverse:{flow}] / [square:({work} of work)²][!square:{work} "
    "of work])",
    "priority_highest": "the highest there is, for it had not made any progress",
    "room_left": "there was memory for all of its tasks[ended: when {ended} ended].",
    "starts": "{job} starts on {nodes}: {why} || {job} starts on {nodes}",
    "pauses": "{job} is paused: {why} || {job} is paused",
    "resumes": "{job} goes on, on {nodes}: {why} || {job} goes on, on {nodes}",
    "moves": "{job} is moved to {nodes}: {why} || {job} is moved to {nodes}",
    "sharing_moved": "At {time} it was moved from {before} to {nodes}: {why}<held_up> || moved to {nodes} at {time}",
    "sharing_paused": "At {time} it was paused for {length}: {why} It went on at {again} on {nodes}: "
    "{because}<held_up> || paused for {length} at {time}",
    "sharing_more": "It was paused and moved {times} more times, left out here.",
    "sharing_full_speed": "Whenever it made progress it ran at full speed.",
    "sharing_yield": "[lowest:While it made progress its yield was {mean} on average; it was lowest, {lowest}, from "
    "{begin} to {end}][!lowest:Whenever it made progress its yield was {mean}]: {reason}[work:; after {work} of work "
    "it counted {counted} of a job that has not run].",
    "sharing_response": "Its response of {whole} is [parts:{parts}][!parts:all work].",
    "part_worked": "{length} work",
    "part_waiting": "{length} waiting",
    "part_paused": "{length} paused",
    "part_slowed": "{length} lost to sharing",
    "part_penalty": "{length} in penalties",
    # what holds a job down at an instant
    "by_pool": "[jobs:it shared the whole machine with {jobs}][!jobs:its own tasks want more than the whole machine]",
    "by_algorithm": "none of its nodes was full, but this algorithm leaves some CPU over",
    "by_node": "[jobs:node {node} was full, which it shared with {jobs}; together they want {wanted} of it][!jobs:its "
    "own tasks on node {node} want {wanted} of it]",
}
