"""What a job asked for, what became of it, and where two schedules first part."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "job_asked": "{job} (line {line})[user: of {user}] was submitted at {submit} and asked for {size} of {machine} "
    "{unit}s[clusters: in one of {clusters} clusters with up to {largest}][requested: for {requested}][!requested:; "
    "the log does not tell for how long]. || {size} {unit}{size:|s}[requested: for {requested}]",
    "ran": "It [wait:waited {wait}, started at {start}][!wait:started at once][ in {cluster}] and ran for {length}, "
    "until {end}. || [wait:waited {wait}, ]ran {length}",
    "room_made": "It could start when {jobs} [ended:ended][!ended:made way][ in {cluster}], which freed {freed} and "
    "made room for it. || {jobs} made room",
    "ended_at_start": "At its start {jobs} ended[ in {cluster}] and freed {freed}. || {jobs} ended",
    "promise": "At its submission it was promised a start at {promised}, [!off:and that was kept][off:and started "
    "{off} [early:earlier][!early:later]][moves:; its reservation was moved [moves>1:{moves} times][!moves>1:once]]. "
    "|| promised {promised}",
    "first_differ": "The schedules first differ at {time}: {first}, {second}. || {time}: {first}, {second}",
    "run_starts": "{run} [backfills:backfills][!backfills:starts] {job}[later: at {later}] "
    "|| {run} starts {job}[later: at {later}]",
}


TERMS = {"first_run": "the first run", "second_run": "the second run"}
