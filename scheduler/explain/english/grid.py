"""Jobs of a grid."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "took_in_cluster": "In {cluster} it took {took}, not the {runtime} that it is given as[sent:; {sent} of that its "
    "data was sent]. || {took} in {cluster}",
    "moved_to_queue": "At {time} it moved to the end of the queue of {cluster}: by requested times the larger of the "
    "loads of both clusters became smaller. || moved to {cluster} at {time}",
    "moved_more": "Later it moved {times} more times, left out here. || moved {times} more times",
    "local_job": "It is a local job of {home} and ran [!cluster:there][cluster:in {cluster}]. || local job of {home}",
    "spared": "It started just as it would have started without grid runs. || no later than without grid runs",
    "start_killed": "Its start killed {jobs}. || killed {jobs}",
}
