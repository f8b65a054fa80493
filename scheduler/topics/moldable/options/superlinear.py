"""What becomes of moldable tasks that would do less work on more processors."""

from __future__ import annotations

from scheduler.options import Option
from scheduler.params import Param

HELP = (
    "moldable tasks that would do less work on more processors (super-linear speed-up): raise their runtimes "
    "until they do as much, as the literature takes for granted, or keep them, and lose what is proven of "
    "plans; raise where not given"
)
OPTIONS = Option(Param("superlinear", None, kind=str, choices=("raise", "keep"), help=HELP))
