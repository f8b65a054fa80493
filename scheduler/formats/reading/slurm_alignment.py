"""Which fields of a line belong to which names, where a line has more fields than there are names.

sacct does not mark the sign between fields where it stands inside a job name, a comment or the line of submission.
Fields of times, numbers, states and resources have a form of their own, so most often there is one way only to share
out the fields; where there is none, or several, nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from scheduler.formats.reading import slurm_values as values
from scheduler.formats.reading.local_times import ISO, UNIX

FREE = frozenset(
    (
        "jobname",
        "comment",
        "admincomment",
        "systemcomment",
        "submitline",
        "workdir",
        "constraints",
        "extra",
        "stdin",
        "stdout",
        "stderr",
        "container",
        "reservation",
        "wckey",
        "failednode",
    )
)
LISTS = frozenset(("alloctres", "reqtres", "flags", "nodelist", "partition", "reason"))  # hold commas
MOST = 40  # fields too many; a line with more is no line of sacct
STEPS, STEPS_EACH = 1_000_000, 4  # that a file may take, and more for each of its characters


def _is(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: values.is_nothing(text) or pattern.fullmatch(text.strip()) is not None


TIME = re.compile(f"(?:{ISO.pattern})|(?:{UNIX.pattern})", re.IGNORECASE)
WORD = re.compile(r"[A-Z_]+(?: by [\w.@-]+)?\+?")
RESOURCES = re.compile(r"[\w/:.-]+=[\w.:%-]*(?:,[\w/:.-]+=[\w.:%-]*)*")
LIMIT = re.compile(r"(?:\d+-)?(?:\d+:)?\d+:\d+|\d+|UNLIMITED|Partition_Limit", re.IGNORECASE)
CHECKS: dict[str, Callable[[str], bool]] = {
    "jobid": lambda text: values.JOB.fullmatch(text.strip()) is not None,
    "jobidraw": lambda text: values.JOB.fullmatch(text.strip()) is not None,
    **dict.fromkeys(("submit", "eligible", "start", "end"), _is(TIME)),
    **dict.fromkeys(
        ("elapsed", "suspended", "totalcpu", "usercpu", "systemcpu", "cputime", "reserved", "planned"),
        _is(values.DURATION),
    ),
    **dict.fromkeys(
        (
            "alloccpus",
            "ncpus",
            "reqcpus",
            "allocnodes",
            "nnodes",
            "reqnodes",
            "elapsedraw",
            "uid",
            "gid",
            "dbindex",
            "associd",
            "qosraw",
            "cputimeraw",
            "priority",
        ),
        _is(values.COUNT),
    ),
    "state": _is(WORD),
    "exitcode": _is(values.EXIT),
    "derivedexitcode": _is(values.EXIT),
    "reqmem": _is(values.MEMORY),
    "timelimit": _is(LIMIT),
    "timelimitraw": _is(LIMIT),
    "alloctres": _is(RESOURCES),
    "reqtres": _is(RESOURCES),
}


class Alignment:
    """Shares out the fields of lines over the names of a file; what that may take goes by its number of characters."""

    def __init__(self, names: Sequence[str], delimiter: str, characters: int):
        self.names, self.delimiter = names, delimiter
        self.left = STEPS + STEPS_EACH * characters
        self.wide = FREE | (LISTS if delimiter == "," else frozenset())

    def fields(self, parts: Sequence[str]) -> list[str] | None:
        """A text for each name; None where they fit in no way or in several, or it took too much."""
        spare = len(parts) - len(self.names)
        steps = len(self.names) * (spare + 1) ** 2
        if not 0 <= spare <= MOST or steps > self.left:
            return None
        self.left -= steps
        # By the number of names passed: {spare parts used so far: (in how many ways, how many by the last name)}.
        ways: list[dict[int, tuple[int, int]]] = [{0: (1, 0)}]
        for place, name in enumerate(self.names):
            passed: dict[int, tuple[int, int]] = {}
            for used, (count, _) in ways[-1].items():
                for width in range(spare - used + 1 if name in self.wide else 1):
                    if self._fits(name, parts[place + used : place + used + width + 1]):
                        before = passed.get(used + width, (0, 0))[0]
                        passed[used + width] = (before + count, width)
            ways.append(passed)
        if ways[-1].get(spare, (0, 0))[0] != 1:
            return None
        return self._shared(parts, ways, spare)

    def _fits(self, name: str, parts: Sequence[str]) -> bool:
        check = CHECKS.get(name)
        return check is None or check(self.delimiter.join(parts))

    def _shared(self, parts: Sequence[str], ways: list[dict[int, tuple[int, int]]], spare: int) -> list[str]:
        """The one way, followed from the end."""
        texts, used = [], spare
        for place in range(len(self.names) - 1, -1, -1):
            width = ways[place + 1][used][1]
            used -= width
            texts.append(self.delimiter.join(parts[place + used : place + used + width + 1]))
        return texts[::-1]
