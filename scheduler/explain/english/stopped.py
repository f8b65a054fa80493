"""Jobs that were stopped: by another one or with their reservation, or killed for a local job of a grid."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "started_first": "It [wait:waited {wait} and started first][!wait:started at once,] at {start}[ in {cluster}]. "
    "|| started first at {start}",
    "preempted": "It was preempted at {time}, after {ran}, by {by}, which started then, [!again:and cancelled (Slurm: "
    "PREEMPTED)][again:and put back into the queue (Slurm: BeginTime at first); it started again [later:{later} later, "
    "at {again}][!later:at once]]. || preempted by {by} at {time}",
    "preempted_in_all": "It was preempted {times} times in all. || preempted {times} times",
    "stopped_with_reservation": "It was stopped at {time}, after {ran}, as its reservation was over (Slurm: TIMEOUT). "
    "|| stopped at {time}",
    "never_completed": "{lost} of work was lost, and it never ran to its end. || {lost} lost",
    "completed_at_last": "{lost} of work was lost, as it started from nothing; it ran from {begin} to {end} in the "
    "end. || {lost} lost",
    "is_stopped": "{job} is stopped[!with_reservation: for {by}][with_reservation:, as its reservation is over]: "
    "{lost} of work is lost; [!requeued:it is cancelled][requeued:it waits, and starts from nothing]. "
    "|| {job} is stopped[!with_reservation: for {by}]",
    "preempted_others": "It preempted {jobs}: [cancelled:cancelled][!cancelled:put back into the queue]. "
    "|| preempted {jobs}",
    "killed": "It was killed at {time}, after {ran}, because [by:local {by} started and needed its "
    "processor][!by:processors of {cluster} were taken from the grid]; it started again [later:{later} later, at "
    "{again},][!later:at once] in {next_cluster}. || killed at {time}",
    "killed_in_all": "Killed [times>1:{times} times, last][!times>1:once,] [by:for local {by}][!by:as processors were "
    "taken from the grid], it lost {lost} of work and ran from {begin} to {end} in the end. "
    "|| killed {times} {times:time|times}, {lost} lost",
}
