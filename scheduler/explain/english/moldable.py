"""Moldable tasks: what they may have and got, and why they have so many processors."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "task_submitted": "task {number} (line {line})[ of {user}], weight {weight}, was submitted at {submit}. "
    "|| task {number}, weight {weight}",
    "task_rigid": "It is rigid: it runs on {few}, for {long}. || rigid, {few}",
    "task_allotted": "It runs for {long} on {few} and for {short} on {many}; it was given {size}[, on which it is "
    "{speed} times as fast as on {least}]. || {size}[, {speed} times as fast]",
    "task_changing": "It would run for {long} on {few} and for {short} on {many}; it had [{least} to ]{most}, and "
    "their number [!changes:did not change][changes:changed [changes>1:{changes} times][!changes>1:once]] while it "
    "ran. || [{least} to ]{most}",
    "task_as_rigid": "The policy takes tasks as rigid jobs, on the fewest processors they run on.",
    "task_planned_on_line": "When the machine was empty it was planned together with {others} other "
    "{others:task|tasks} that had been submitted by then.",
    "task_taken": "Batch {batch}, [by_deadline:with the deadline][!by_deadline:of at most] {length}, took [others:it "
    "and {others} other {others:task|tasks}][!others:it alone] at {begin}. || in batch {batch}",
    "task_passed_over": "[able>1:{able}][!able>1:one] {able:batch|batches} before it could have taken it, and took "
    "others that weigh more for what they need. || passed over by {able} {able:batch|batches}",
    # why so many processors
    "task_fills_gap": "MRT's guess of the makespan is {guess}; on one processor it needs no more than half of that, so "
    "it is one of the short tasks that fill the gaps, on one. || short: on 1 processor",
    "task_on_shelf": "MRT's guess of the makespan is {guess}, and it is on the [first:first][!first:second] shelf, "
    "{height} high: it takes {size} to be done in that time. The knapsack chose shelves so that all tasks together are "
    "as little work as possible. || [first:first][!first:second] shelf: {size} for {height}",
    "task_made_room": "To make room for the second shelf it was given {size} in place of {before}. "
    "|| {size} in place of {before}",
    "task_on_list": "It started when it was the first on the list, {order}, of those that fitted.",
    "task_in_class": "Its runtime is between {least} and {most}, like that of all tasks of its shelf; shelves come in "
    "the order of their height over the weight of their tasks.",
    "task_in_batch": "Batch {batch}, {length} long, took it: [piled:it needs no more than half of that on one "
    "processor, so it was piled up with others of its kind][!piled:it takes {size} to be done in that time]. "
    "|| in batch {batch}",
    "task_outweighed": "It would have fitted from batch {batch} on, {length} long, which took {lighter} tasks that "
    "weigh more together for the processors they take.",
    "batches_closed_up": "Batches are then closed up: its tasks start as soon as they fit, in the order of their "
    "batches.",
    "batch_by_deadline": "Of what can be done by a deadline a batch takes what weighs most (a knapsack over processors "
    "and work), and MRT plans that on two shelves:",
    "batch_by_length": "A batch takes what weighs most of what fits side by side within its length, every task on as "
    "few processors as that takes; tasks that need no more than half of it on one are piled up.",
    "batches_aligned": "Batches end where reservations begin and end; it was taken by the first batch in which it "
    "weighed more than others for the processors it takes, of those left beside the reservations.",
    "task_beside_reservations": "It started when it was the first on the list of those that could run to their end "
    "beside the reservations.",
    "processors_dealt": "Whenever a task came or ended the processors were dealt anew: in the order of submission each "
    "task got the fewest it runs on, and what was left went one step at a time to the task with the fewest processors "
    "[by_weight:for its weight ]that more could make faster.",
    "tasks_made_rigid": "With these processors all tasks are rigid jobs, and planned as a list.",
    "kinds_apart": "[rigid:Rigid jobs][!rigid:Moldable tasks] were planned [before:before][!before:after] the others.",
    "rigid_in_batch": "As a rigid job it is in the first batch that is as long as it and had processors left.",
    "moldable_in_batch": "A batch took it for the processors that rigid jobs left there, as DEMT chooses.",
}

TERMS: dict[str, str] = {
    "order_of_shelves": "the order of the shelves",
    "largest_ratio": "the largest ratio of weight and runtime first",
    "smallest_area": "the smallest area first",
}
