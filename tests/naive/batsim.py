"""A Batsim workload read from its definition, with the standard library alone."""

from __future__ import annotations

import json


def delay(profiles: dict, key: str) -> float | None:
    """Seconds of a profile that is a delay or a sequence of delays."""
    profile = profiles[key]
    if profile["type"] in ("delay", "DelayProfile"):
        return profile["delay"]
    if profile["type"] in ("composed", "SequentialCompositionProfile"):
        parts = [delay(profiles, part) for part in profile["seq"]]
        return None if None in parts else profile.get("repeat", 1) * sum(parts)
    return None


def jobs(text: str) -> list[tuple[float, float | None, int, float]]:
    """(submit, runtime, resources, walltime) of each job."""
    told = json.loads(text)
    return [
        (job["subtime"], delay(told["profiles"], job["profile"]), job["res"], job.get("walltime", -1))
        for job in told["jobs"]
    ]
