"""A policy that somebody wrote as a program of their own and ran in their browser: the page Own policy.

The program is never here.  What comes from it is a schedule, which is audited like any other before it is kept; that it
looked at no runtime, and at no job to come, cannot be checked.
"""

from __future__ import annotations

import re
from typing import NoReturn

from scheduler.errors import ParamError, Unsupported
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

NAME = re.compile(r"[\w][\w .,:;+*/()=-]{0,39}")
DIGEST = re.compile(r"[0-9a-f]{12}|")


def checked_name(text: str) -> None:
    """Raise ParamError for what is no name of a run."""
    if not NAME.fullmatch(text):
        raise ParamError(
            f"The name of the policy is {text[:60]!r}; wanted: 1 to 40 letters, digits, blanks and "
            ". , : ; + * / ( ) = -, the first of them a letter or a digit."
        )


def checked_digest(text: str) -> None:
    """Raise ParamError for what does not begin a SHA-256."""
    if not DIGEST.fullmatch(text):
        raise ParamError(f"The hash of the program is {text[:60]!r}; wanted: the first 12 hex digits of its SHA-256.")


def run(case: PolicyInput) -> NoReturn:
    """Raise Unsupported: the program is not here."""
    raise Unsupported(
        "An own policy runs in the browser of whoever wrote it; open the page Own policy to run it again."
    )


OUTSIDE = Policy(
    "own",
    "Own policy, from outside",
    "own",
    run,
    "whoever wrote it",
    params=(
        Param("name", "own policy", help="what its author calls it", test=checked_name),
        Param("program", "", help="how the SHA-256 of its text begins", test=checked_digest, kind=str),
    ),
    information=frozenset({"submit", "requested_time", "processors", "user"}),
    logs=False,
    wait_cause="unknown",
    short="own policy",
    outside=True,
    named_by="name",
)
