"""Challenges: the jobs of a generator, a metric, and a policy to beat; challenges.toml beside this file lists them.

Who has a program tries it on the jobs of one seed, and then on jobs of seeds that were not known before.  All runs in
the browser, runtimes included, so that nobody can exclude foresight.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Challenge:
    """What is to be done, and the jobs it is to be done with."""

    key: str
    title: str
    goal: str  # a sentence
    generator: str
    params: Mapping[str, Any]
    options: Mapping[str, Any]  # of the workload
    seed: int  # of the jobs one practises on
    hidden: int  # how many hidden seeds there are
    metric: str
    beat: str  # a policy

    def source(self, seed: int) -> dict[str, Any]:
        """The jobs of a seed, as the task of loading names them."""
        return {"kind": "generate", "generator": self.generator, "params": dict(self.params), "seed": seed}


@cache
def challenges() -> Mapping[str, Challenge]:
    """{key: Challenge}, in the order of the file."""
    return {key: Challenge(key, **fields) for key, fields in tomllib.loads(FILE.read_text("utf-8")).items()}


def hidden_seeds(challenge: Challenge, secret: bytes) -> tuple[int, ...]:
    """The seeds that are not known before; they follow from the secret of a server, so that each has others."""
    texts = (b"%s\0%s\0%d" % (secret, challenge.key.encode(), at) for at in range(challenge.hidden))
    return tuple(int.from_bytes(hashlib.sha256(text).digest()[:6], "big") for text in texts)
