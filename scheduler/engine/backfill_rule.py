"""Who may pass the first job of a queue while that does not fit: nobody, who does not delay it (EASY), or everybody."""

from __future__ import annotations

PASSING = ("none", "easy", "any")  # choices of the parameter `passing`
NONE_PASSES, EASY_PASSES, ANY_PASSES = range(len(PASSING))
WITH_RESERVATION, WITHOUT = PASSING[EASY_PASSES], PASSING[ANY_PASSES]
