"""Which column of a log is the color of its jobs."""

from scheduler.options import Option
from scheduler.params import Param

FIELDS = ("queue", "partition")
HELP = "which column is the color of a job; as the file declares (none where it does not) where not given"
OPTIONS = (Option(Param("color", None, choices=FIELDS, kind=str, help=HELP)),)
