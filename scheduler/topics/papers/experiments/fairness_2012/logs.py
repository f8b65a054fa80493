"""The six logs of the paper (section 5.1), all from the Parallel Workloads Archive, and how copies of them differ."""

from __future__ import annotations

from scheduler.topics.papers.experiments import PaperLog

SPLIT = (
    "MetaCentrum is run as the 14 clusters it had, of 806 processors in all, and no job is spread over two of "
    "them; jobs wider than the largest, of 152, are left out (the archive's file has none). The paper does not "
    "tell how a job chooses among clusters: here it is the one that can start it earliest, the first in the list "
    "of several."
)
REBUILT = (
    "{} is a copy rebuilt from what another simulator printed of it: run times are cut at the requested time, "
    "and jobs it did not run are missing; the recorded waits are lost, too, but nothing here needs them."
)

LOGS = (
    PaperLog("MetaCentrum", ("METACENTRUM-2009-2",), 806, 103_656, {"METACENTRUM-2009-2": SPLIT}, "metacentrum-2009"),
    PaperLog("SDSC BLUE", ("SDSC-BLUE-2000-4.2-cln", "SDSC-BLUE-2000-4.1-cln"), 1_152, 243_314),
    PaperLog(
        "CTC SP2",
        ("CTC-SP2-1996-3.1-cln", "CTC-SP2-1996-rebuilt"),
        338,
        77_222,
        {"CTC-SP2-1996-rebuilt": REBUILT.format("CTC SP2")},
    ),
    PaperLog("HPC2N", ("HPC2N-2002-2.1-cln", "HPC2N-2002-2.2-cln"), 240, 202_876),
    PaperLog(
        "SDSC SP2",
        ("SDSC-SP2-1998-4.2-cln", "SDSC-SP2-1998-4.1-cln", "SDSC-SP2-1998-rebuilt"),
        128,
        59_725,
        {"SDSC-SP2-1998-rebuilt": REBUILT.format("SDSC SP2")},
    ),
    PaperLog("KTH SP2", ("KTH-SP2-1996-2", "KTH-SP2-1996-2.1-cln"), 100, 28_489),
)


def paper_log(name: str) -> PaperLog | None:
    """Which of the six a file of that name is."""
    return next((log for log in LOGS if name in log.names), None)
