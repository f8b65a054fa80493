"""A log of four jobs and its schedules, worked out by hand, and the command line called in this process."""

from __future__ import annotations

import sys
from pathlib import Path

from scheduler.__main__ import main

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "scheduler")

# Four processors.  Job 1 takes three of them until 1010; job 2 wants all and waits for it; job 3 is short enough to
# run beside job 1 under EASY, but waits behind job 2 under FCFS.  Job 4 never ran.
HEADER = "; Version: 2.2\n; Computer: Test\n; MaxProcs: 4\n"
ROWS = {  # submit, runtime, allocated, requested processors, requested time, user
    1: (1000, 10, 3, 3, 10, 5),
    2: (1001, 10, 4, 4, 12, 6),
    3: (1002, 5, 1, 1, 5, 5),
    4: (1003, -1, -1, 2, 60, 6),
}
EASY = "job_id,user_id,submit,start,end,processors\n1,5,1000,1000,1010,3\n2,6,1001,1010,1020,4\n3,5,1002,1002,1007,1\n"
FCFS = EASY.replace("3,5,1002,1002,1007,1", "3,5,1002,1020,1025,1")


def swf(rows=ROWS, header=HEADER):
    """The text of a log; rows: {job_id: (submit, runtime, allocated, requested, requested time, user)}."""
    return header + "".join(
        f"{job} {row[0]} 7 {row[1]} {row[2]} -1 -1 {row[3]} {row[4]} -1 1 {row[5]} 2 -1 1 -1 -1 -1\n"
        for job, row in rows.items()
    )


def called(capsys, *argv):
    """Run the program in this process: (exit code, stdout, stderr)."""
    code = main([str(word) for word in argv])
    out, err = capsys.readouterr()
    return code, out, err


def is_one_sentence(text):
    line = text.strip()
    return len(line) > 15 and "\n" not in line and line[-1] in ".?" and "Traceback" not in line and "usage:" not in line
