"""What reading a log takes, told from the size of its file and its first bytes before anything is read.

A format says what marks a job in its text, and what its reader takes at most at once for each byte of text and for each
job; the figures were measured on files of 1 to 20 MB.  How dense the marks are in the first bytes tells how many jobs
there are, and how much these bytes grow when unpacked how long the text is.  Logs that are not alike from their
beginning to their end have another number of jobs; the memory goes by the bytes as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from scheduler.formats.reading.decompression import LONGEST_MAGIC, Damaged, Unpacker, packing
from scheduler.wording import counted

BASE = 8 << 20  # bytes that any reader takes for itself
TASTED = 1 << 16  # packed bytes that tell how much a file grows
MOST_TASTED = 1 << 20  # plain bytes, after which these are enough
BITE = 1 << 12  # packed bytes unpacked at once
LINE = re.compile(rb"(?m)^[^#;\s]")  # that is no comment
SHORT = 2.0  # s of reading that nobody has to be told of


@dataclass(frozen=True)
class Estimate:
    """What reading a log takes, about."""

    jobs: int
    text: int  # plain bytes
    memory: int  # bytes, at most at once
    seconds: float  # of the processor; on a machine as slow as that of docs/performance.md

    def __str__(self) -> str:
        """About how many jobs, and how long it takes to read them."""
        jobs, seconds = counted(rounded(self.jobs), "job"), counted(max(rounded(self.seconds), 1), "second")
        return f"about {jobs}, which takes about {seconds}"


@dataclass(frozen=True)
class Cost:
    """What the reader of a format takes; where it has no figures, as much as one in Python."""

    job: re.Pattern[bytes] = LINE  # stands once in the text of each job
    job_bytes: int = 80  # of a usual job, where the first bytes of a file hold none
    memory_of_byte: float = 10.0  # bytes, for each of the text
    memory_of_job: float = 1_000.0  # bytes
    seconds_of_byte: float = 1e-7
    seconds_of_job: float = 0.0
    rows: Callable[[bytes, str], int] | None = None  # (content, name): how many jobs a file tells of itself

    def of(self, text: int, jobs: int) -> Estimate:
        """What so many bytes of text with so many jobs take."""
        memory = BASE + self.memory_of_byte * text + self.memory_of_job * jobs
        return Estimate(jobs, text, int(memory), self.seconds_of_byte * text + self.seconds_of_job * jobs)

    def jobs(self, begin: bytes, text: int) -> int:
        """How many jobs are in so many bytes of text that begin like this."""
        marks = [match.start() for match in self.job.finditer(begin)]
        if text <= len(begin):
            return len(marks)
        if len(marks) < 2:
            return text // self.job_bytes
        return 1 + (text - marks[0]) * (len(marks) - 1) // (marks[-1] - marks[0])


USUAL = Cost()


def growth(content: bytes) -> float:
    """How many plain bytes come out of each packed one at the beginning of a content; 1 where it is plain."""
    packed = packing(content[:LONGEST_MAGIC])
    if not packed:
        return 1.0
    unpacker, sent, plain = Unpacker(packed), 0, 0
    with suppress(Damaged):  # the reader says so; until there it is told how much came out
        while sent < min(len(content), TASTED) and plain < MOST_TASTED:
            bite = bytes(content[sent : sent + BITE])
            sent += len(bite)
            plain += sum(map(len, unpacker.pieces(bite)))
    return plain / sent


def rounded(number: float) -> int:
    """A number with two digits that count."""
    return int(float(f"{number:.2g}"))
