"""Weights of users: how many times the priority of their jobs counts, named in a text."""

from __future__ import annotations

import re

import numpy as np

from scheduler.errors import ParamError

PAIR = re.compile(r"(\d{1,9}):(\d{1,6}(?:\.\d{1,6})?)")
LEAST, MOST = 0.001, 1_000.0
EXAMPLES = ("3:4", "3:4, 7:0.5")


def read(text: str) -> dict[int, float]:
    """{number of a user in the log: weight} of "3:4, 7:0.5".  Raises ParamError, one sentence."""
    weight_of: dict[int, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        pair = PAIR.fullmatch(part)
        if pair is None or not LEAST <= float(pair[2]) <= MOST:
            raise ParamError(
                f"favored has {part[:40]!r}; wanted: USER:WEIGHT, the number of a user in the log and a "
                f"number from {LEAST:g} to {MOST:,.0f}, such as {EXAMPLES[0]}."
            )
        if int(pair[1]) in weight_of:
            raise ParamError(f"favored names user {pair[1]} twice; give each user one weight.")
        weight_of[int(pair[1])] = float(pair[2])
    return weight_of


def weights(text: str | None, user_id: np.ndarray) -> np.ndarray:
    """[n] the weight of each job's user, 1 where none is named; user_id: [n] numbers of the log."""
    weight = np.ones(len(user_id))
    for user, value in read(text or "").items():
        weight[user_id == user] = value
    return weight
