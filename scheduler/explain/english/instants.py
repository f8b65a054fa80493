"""What is done to a job at an instant, why it does not start then, and what another request would have changed."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    # without a log
    "starts_as_planned": "{job} starts on {processors}, as planned. || {job} starts",
    "planned_in_batch": "{job} is planned in {batch}. || {job} in {batch}",
    "dealt": "{job} has {processors} from now on. || {job}: {processors}",
    "turn_of_user": "{job} [first:starts][!first:goes on]: it is the turn of its user. || {job}, turn of its user",
    # why not
    "started_already": "{job} has started already, at {start}. || started at {start}",
    "not_submitted": "{job} is not submitted before {submit}. || submitted at {submit}",
    "would_delay": "by its requested time {job} would run until {until} and delay {head}, which is promised "
    "{promised}. || would delay {head}: {until} > {promised}",
    "lacks": "{job} needs {needed}, and at {time} [free:only {free} {free:is|are}][!free:none is] free.[promised: It "
    "is promised {promised}[, when {due} is due to end].] || {needed} > {free} free",
    # of a schedule that was drawn
    "drawn_early": "{job} starts at {start}, before its submission at {submit}. || {start}, before {submit}",
    "drawn_beyond_machine": "{busy} of {machine} would be busy at {start}, when {job} starts. "
    "|| {busy} of {machine} busy",
    "first_wrong_placement": "The first wrong placement is {job} at {at}: under {run} it [early:waits][!early:starts "
    "earlier].[ The log of {run} says: {log}] || {job} at {at}",
    "other_request": "with [time:a requested time of {time}[shorter: or less], not {asked},][!time:{processors}, not "
    "{asked}, and the same runtime] it would have [backfilled:been backfilled][!backfilled:started] at {start}, "
    "{earlier} earlier. || {start} with [time:{time}][!time:{processors}]",
}
