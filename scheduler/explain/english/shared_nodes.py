"""Jobs on shared nodes: where they start, why they pause and move, and how fast they run."""

from __future__ import annotations

LEAST = "of the nodes with memory for [single:it][!single:a task of it] the least loaded[!one_node:, task by task]."
PENALTY = "[ A penalty held it up until {penalty}.]"
NEEDS = "{cpu} of a node's CPU and {memory} of its memory"
FIRST = "[!more:each task][more:[several:each of the first {tasks} tasks][!several:the first task]]"
OTHER = "[several:each of the other {tasks} tasks][!several:the other task]"

LONG: dict[str, str] = {
    "needs": f"{FIRST} needs {NEEDS}[more:, {{more}}]",
    "needs_other": f"{OTHER} {{cpu}} and {{memory}}",
    "cpu": f"{{cpu}} of a node's CPU for {FIRST}[more:, {{more}}]",
    "cpu_other": f"{{cpu}} for {OTHER}",
    "sharing_submitted": "job {number} (line {line})[ of {user}] was submitted at {submit} with {tasks} "
    f"{{tasks:task|tasks}}[needs:: {{needs}}][!needs:, [!single:each of ]which needs {NEEDS}]; there {{nodes:is|are}} "
    "{nodes} {nodes:node|nodes}.",
    "sharing_pool": "It started at once: the machine is one pool of CPU here, and everybody gets a share of it.",
    "sharing_started": "It [wait:waited {wait} and started at {start}][!wait:started at once] on {nodes}: {why}",
    "sharing_made_room": "It could start when {jobs} [ended:ended][!ended:made way], which left {memory} and made room "
    "for it.",
    "sharing_left": "At its start {jobs} ended and left {memory}.",
    "memory": "[nodes:the memory of {nodes} nodes][!nodes:{share} of a node's memory]",
    "not_kept": "why was not kept.",
    "placed": f"[made_way:room was made for it ({{made_way}}); ][room:there was memory for all of its tasks; ]{LEAST}",
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
    "room_left": "there was memory for all of its tasks[ when {ended} ended].",
    "starts": "{job} starts on {nodes}: {why}",
    "pauses": "{job} is paused: {why}",
    "resumes": "{job} goes on, on {nodes}: {why}",
    "moves": "{job} is moved to {nodes}: {why}",
    "sharing_moved": f"At {{time}} it was moved from {{before}} to {{nodes}}: {{why}}{PENALTY}",
    "sharing_paused": "At {time} it was paused for {length}: {why} It went on at {again} on {nodes}: "
    f"{{because}}{PENALTY}",
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
    "by_node": "[jobs:node {node} was full, which it shared with {jobs}; together they want {wanted} of it]"
    "[!jobs:its own tasks on node {node} want {wanted} of it]",
}
SHORT: dict[str, str] = {
    "sharing_started": "started at {start} on {nodes}",
    "sharing_moved": "moved to {nodes} at {time}",
    "sharing_paused": "paused for {length} at {time}",
    "starts": "starts on {nodes}",
    "pauses": "paused",
    "resumes": "goes on, on {nodes}",
    "moves": "moved to {nodes}",
}
