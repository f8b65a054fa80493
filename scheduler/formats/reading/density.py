"""Whether a text is long enough to tell of as many jobs as it has lines or objects, known before any of them is read.

An empty line or object takes one or two bytes, and as much time and memory as one that tells of a job.
"""

from __future__ import annotations

from scheduler.errors import FormatError

SHORTEST = 20  # bytes on average; what Slurm and Batsim write of a job, and of each part of it, takes 30 and more
FEW = 10_000  # may be shorter


def check(count: int, parts: str, size: int, name: str, shortest: int = SHORTEST) -> None:
    """Raise FormatError where a text of `size` characters has that many parts ("lines"), which are too short."""
    if count > FEW and shortest * count > size:
        raise FormatError(
            f"{name} has {count:,} {parts} in {size:,} characters, too few to tell of jobs; wanted: at least "
            f"{shortest} for each."
        )


def check_json(text: bytes, name: str) -> None:
    """The same of the objects and lists of JSON."""
    check(text.count(b"{") + text.count(b"["), "objects and lists", len(text), name)
