"""What Slurm writes into the fields of sacct, as numbers: lengths of time, memory, resources, states, ids of jobs.

Every function takes one text and returns UNKNOWN (-1) where Slurm says that there is no value, and nan where the text
cannot be read; nothing raises.

Source: the manual pages of sacct, of Slurm 2.6 to 25.05.
"""

from __future__ import annotations

import re
from math import nan

UNKNOWN = -1.0
NOTHING = frozenset(("", "unknown", "none", "none assigned", "n/a", "(null)", "invalid", "null", "not_set"))
NO_LIMIT = frozenset(("unlimited", "infinite"))  # a job that may run as long as it wants
OF_PARTITION = "partition_limit"  # the limit of its partition, which sacct does not tell
LONGEST = 1e11  # s, far beyond any job; what is more is no length of time
MOST = 1e15  # of anything that is counted
DURATION = re.compile(r"(?:(\d{1,9})-)?(?:(\d{1,9}):)?(\d{1,9}):(\d{1,9}(?:\.\d+)?)")
SECONDS = re.compile(r"\d{1,12}(?:\.\d+)?")
COUNT = re.compile(r"(\d{1,15}(?:\.\d+)?)([KMGTP]?)", re.IGNORECASE)
MEMORY = re.compile(r"(\d{1,15}(?:\.\d+)?)([KMGTPE]?)i?B?([cn]?)", re.IGNORECASE)
EXIT = re.compile(r"(-?\d{1,9})(?::(-?\d{1,9}))?")
# 123, 123_4, 123_[5-9%2], 123+0, and a step of any of them: 123.batch, 123_4.0, 123+0.extern
JOB = re.compile(
    r"(?P<job>\d{1,15})(?:_(?:(?P<task>\d{1,15})|\[(?P<tasks>[^\[\]|]{1,1000})\]?))?"
    r"(?:\+(?P<part>\d{1,9}))?(?P<step>\.[^\s.]{1,60}(?:\+\d{1,9})?)?"
)
KIB = {"": 1024.0, "K": 1.0, "M": 1024.0, "G": 1024.0**2, "T": 1024.0**3, "P": 1024.0**4, "E": 1024.0**5}
TIMES = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}

# What a state says in SWF's field 11; nothing of a job that has not ended, or that another cluster ran.
COMPLETED, FAILED, CANCELLED = 1.0, 0.0, 5.0
STATUS = {
    "COMPLETED": COMPLETED,
    "CANCELLED": CANCELLED,
    **dict.fromkeys(
        (
            "FAILED",
            "TIMEOUT",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "BOOT_FAIL",
            "DEADLINE",
            "PREEMPTED",
            "SPECIAL_EXIT",
            "LAUNCH_FAILED",
            "RECONFIG_FAIL",
        ),
        FAILED,
    ),
}
RUNNING = frozenset(("RUNNING", "SUSPENDED", "COMPLETING", "CONFIGURING", "STOPPED", "SIGNALING", "STAGE_OUT"))
RESIZED = "RESIZING"


def is_plain(text: str) -> bool:
    """Whether a text is a whole number of digits and nothing else."""
    return text.isdecimal() and text.isascii() and len(text) <= 15


def is_whole(text: str) -> bool:
    """Whether a text is a whole number from 0 on, of at most 18 digits."""
    return text.isdecimal() and len(text) <= 18


def is_nothing(text: str) -> bool:
    """Whether Slurm says that there is no value."""
    return text.strip().lower() in NOTHING


def count(text: str) -> float:
    """A number of processors or nodes: "128", "1.5K"."""
    if is_plain(text):
        return float(text)
    if is_nothing(text):
        return UNKNOWN
    match = COUNT.fullmatch(text.strip())
    value = float(match[1]) * TIMES[match[2].upper()] if match else nan
    return value if value <= MOST else nan


def duration(text: str) -> float:
    """s, of [days-][hours:]minutes:seconds[.fraction]."""
    if is_nothing(text):
        return UNKNOWN
    match = DURATION.fullmatch(text.strip())
    if not match:
        return nan
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups())
    value = 86_400 * days + 3_600 * hours + 60 * minutes + seconds
    return value if value <= LONGEST else nan


def seconds(text: str) -> float:
    """s, of a number of seconds."""
    value = count(text) if is_plain(text) or is_nothing(text) or SECONDS.fullmatch(text.strip()) else nan
    return value if value <= LONGEST else nan


def time_limit(text: str) -> float:
    """s, of a time limit; UNKNOWN for UNLIMITED and Partition_Limit, too, which is_open_ended() tells apart."""
    return UNKNOWN if open_limit(text) else duration(text)


def time_limit_in_minutes(text: str) -> float:
    """s, of a time limit that is written as minutes."""
    value = UNKNOWN if open_limit(text) else count(text)
    return 60 * value if value > 0 else value


def open_limit(text: str) -> bool:
    """Whether a time limit is written, but as a word: UNLIMITED or Partition_Limit."""
    word = text.strip().lower()
    return word in NO_LIMIT or word == OF_PARTITION


def memory(text: str) -> tuple[float, str]:
    """(KiB, "c" per processor, "n" per node or "" in all) of 4Gc, 4000Mn, 16G; 0 asks for nothing and is UNKNOWN."""
    if is_nothing(text) or text.strip() == "?":
        return UNKNOWN, ""
    match = MEMORY.fullmatch(text.strip())
    if not match:
        return nan, ""
    value = float(match[1]) * KIB[match[2].upper()]
    return (value if 0 < value <= MOST else UNKNOWN), match[3].lower()


def resources(text: str) -> dict[str, str]:
    """{name: amount} of "billing=4,cpu=4,gres/gpu:a100=2,mem=16G,node=1"; parts without a sign of equality left out."""
    return dict(part.split("=", 1) for part in text.split(",") if "=" in part)


def amount(text: str, name: str) -> float:
    """How many of a resource a list tells: cpu, node, or UNKNOWN where it does not stand there."""
    return count(resources(text).get(name, ""))


def memory_of(text: str) -> float:
    """KiB in all that a list of resources tells; UNKNOWN without it."""
    return memory(resources(text).get("mem", ""))[0]


def gpus(text: str) -> float:
    """GPUs of a list of resources: gres/gpu, or the sum of its types; 0 in a list without, UNKNOWN without a list."""
    named = resources(text)
    if not named:
        return UNKNOWN
    if "gres/gpu" in named:
        return count(named["gres/gpu"])
    return float(sum(count(value) for name, value in named.items() if name.startswith("gres/gpu:")))


def state(text: str) -> str:
    """The state without who cancelled: "CANCELLED by 1001" is CANCELLED; "" where there is none."""
    word = text.strip().split(" ")[0].rstrip("+").upper()
    return "" if is_nothing(word) else word


def exit_code(text: str) -> float:
    """The number a job ended with, before the colon."""
    if is_nothing(text):
        return UNKNOWN
    match = EXIT.fullmatch(text.strip())
    return float(match[1]) if match else nan


def job_number(text: str) -> tuple[float, float, float, float]:
    """(job, array, task, tasks) of 123, 123_4, 123_[5-9] or 123+0: numbers, -1 none; tasks of a list, else 0."""
    if is_plain(text):
        return float(text), UNKNOWN, UNKNOWN, 0.0
    match = JOB.fullmatch(text.strip())
    if match is None:
        return UNKNOWN, UNKNOWN, UNKNOWN, 0.0
    job, task, several = match["job"], match["task"], match["tasks"]
    return (
        float(job),
        float(job) if task or several else UNKNOWN,
        float(task) if task else UNKNOWN,
        float(tasks(several)) if several else 0.0,
    )


def tasks(text: str) -> int:
    """How many tasks of an array a list names: "5-9,12" are 6, "0-8:4%2" are 3; of a cut list those it still names."""
    total = 0
    for part in text.partition("%")[0].split(","):
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9})(?::(\d{1,9}))?)?", part.strip())
        if match:
            first, last, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
            total += max(0, last - first) // max(step, 1) + 1
    return total
