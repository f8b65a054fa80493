"""What a schedule suggests to change."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "behind_reservations": "{part} of what was idle while jobs waited was kept for reservations, most of them of "
    "{wide}. Shorter requested times would let more jobs run before these. || {part} of idle: reservations of {wide}",
    "few_wide_jobs": "{wide} ({of_all} of all) {jobs:holds|hold} up other jobs in {part} of the time in which these "
    "would have fitted. Times of their own for wide jobs would free the others. || {wide} hold up others",
    "one_user": "{user} has {part} of all waiting and {of_work} of the work. A mean over jobs is mostly this user's; "
    "compare policies without these jobs, too. || {user}: {part} of all waiting",
    "long_requests": "Jobs ask for {times} times the processor time that they use; half of the surplus or more is of "
    "{long}. Shorter requests leave backfilling more holes that it can fill. || asked for {times} times what is used",
    # jobs that can be shown
    "wide_jobs": "{jobs} {jobs:job|jobs} of {least} {least:processor|processors} or more",
    "jobs_of_user": "User {user}",
    "jobs_that_ask": "{jobs} {jobs:job|jobs} that {jobs:asks|ask} for {least} or more",
    "about": "{percent} %",
    "next_to_none": "less than 1 %",
}
