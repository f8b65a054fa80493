"""Which jobs are campaigns, and how these are inferred."""

from __future__ import annotations

from scheduler.errors import Remedy
from scheduler.options import Option
from scheduler.params import Param

WHOLE = 2.0**53  # s; beyond it float64 does not hold every whole number
LONGEST = 1e10  # s, of a think time
INFER_CAMPAIGNS = Remedy("campaigns", "inferred")

OPTIONS = (
    Option(
        Param(
            "campaigns",
            None,
            choices=("declared", "inferred"),
            kind=str,
            help="campaigns as the file declares them (none where it does not), or inferred from who submitted when",
        ),
        always=True,
        implied="declared",
        closed_with="inferred",
    ),
    Option(
        Param(
            "gap",
            1_800.0,
            low=0,
            high=WHOLE,
            unit="s",
            help=(
                "inferred campaigns: a job belongs to the latest campaign of its user if submitted within this time of "
                "the first job of it"
            ),
        ),
        always=True,
    ),
    Option(
        Param(
            "overlap",
            "merge",
            choices=("merge", "independent", "zero"),
            help=(
                "inferred campaigns that begin before the previous one ended: a campaign goes on until the work in it "
                "has ended, or they are submitted as recorded, or follow the previous one with no think time"
            ),
        ),
        always=True,
    ),
    Option(
        Param(
            "think",
            "log",
            choices=("log", "constant", "exponential"),
            help="think times between inferred campaigns: as the log has them, all the same, or drawn",
        ),
        always=True,
    ),
    Option(
        Param(
            "think_time", 1_200.0, low=0, high=LONGEST, unit="s", help="the think time, or the mean of the drawn ones"
        ),
        always=True,
    ),
    Option(Param("think_seed", 0, low=0, high=2**53 - 1, help="seed of the drawn think times"), always=True),
)
