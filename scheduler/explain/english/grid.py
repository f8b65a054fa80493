"""Jobs of a grid."""

from __future__ import annotations

LONG: dict[str, str] = {
    "took_in_cluster": "In {cluster} it took {took}, not the {runtime} that it is given as[sent:; {sent} of that its "
    "data was sent].",
    "moved_to_queue": "At {time} it moved to the end of the queue of {cluster}: by requested times the larger of the "
    "loads of both clusters became smaller.",
    "moved_more": "Later it moved {times} more times, left out here.",
    "local_job": "It is a local job of {home} and ran [!cluster:there][cluster:in {cluster}].",
    "spared": "It started just as it would have started without grid runs.",
    "start_killed": "Its start killed {jobs}.",
}

SHORT: dict[str, str] = {
    "took_in_cluster": "{took} in {cluster}",
    "moved_to_queue": "moved to {cluster} at {time}",
    "moved_more": "moved {times} more times",
    "local_job": "local job of {home}",
    "spared": "no later than without grid runs",
    "start_killed": "killed {jobs}",
}
