"""The program `queuescope`: without a command the dashboard, with one the command line of `python -m scheduler`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from queuescope import place


def main(argv: Sequence[str] | None = None) -> int:
    """Run the dashboard (no words, or options of it alone) or one command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        place.check("app", *place.PARTS)
    except ImportError as error:
        print(error, file=sys.stderr)
        return 2
    if is_dashboard(words):
        sys.argv = ["queuescope", *words]
        from app import main as serve

        serve()
        return 0
    from scheduler.__main__ import begin

    return begin(words)


def is_dashboard(words: Sequence[str]) -> bool:
    """Whether these words of a call mean the dashboard: none, or its options.

    >>> is_dashboard([]), is_dashboard(["--port", "8060"]), is_dashboard(["policies"]), is_dashboard(["--version"])
    (True, True, False, False)
    """
    return not words or (words[0].startswith("--") and words[0] not in ("--version", "--help"))


if __name__ == "__main__":
    sys.exit(main())
