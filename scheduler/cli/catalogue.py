"""`catalogue`: public logs with what is known of them and where they are; `catalogue LOG` tells all of one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from textwrap import fill
from typing import TYPE_CHECKING

from scheduler.cli.output import WIDTH, as_json, declare_json, say, table
from scheduler.command import Command

if TYPE_CHECKING:
    from scheduler.catalogue import PublicLog


def run(args: Namespace) -> int:
    """Print a table of logs, or all facts of one; raises UnknownKey, InputError."""
    from scheduler.catalogue import all_logs, chosen
    from scheduler.registry import find

    if args.log:
        log = find(all_logs(), args.log.lower(), "log in the catalogue")
        say(as_json(log.describe()) if args.json else facts(log))
        return 0
    logs = chosen(args.good_for, args.era, args.size)
    say(as_json([log.describe() for log in logs]) if args.json else rows(logs))
    return 0


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("log", nargs="?", default="", help="key of a log, to be told everything of it")
    parser.add_argument(
        "--good-for",
        default="",
        metavar="USE",
        help="only logs for this: teaching, backfilling, waits, fairness, throughput, large, memory, gpus or energy",
    )
    parser.add_argument("--era", default="", help="only logs that begin in the 1990s, 2000s, 2010s or 2020s")
    parser.add_argument(
        "--size", default="", help="only small logs (below 50,000 jobs), medium ones, or large ones (from 1,000,000 on)"
    )
    declare_json(parser)


def rows(logs: list[PublicLog]) -> str:
    """A line for each log, and how to go on."""
    if not logs:
        return "No log of the catalogue is so; leave an option out."
    signs = {"about": "~", "more than": ">", "": ""}
    lines = [
        [
            log.key,
            signs[log.about_jobs] + count(log.jobs),
            count(log.processors),
            log.years,
            log.format or "other",
            ", ".join(log.good_for),
        ]
        for log in logs
    ]
    return table(("log", "jobs", "processors", "years", "format", "good for"), lines, numbers=[1, 2]) + (
        "\n\nNothing is downloaded: catalogue LOG says where a log is and what to do with the file."
    )


def count(number: int, about: str = "") -> str:
    """'about 24,000,000'; 'unknown' for 0."""
    return f"{about} {number:,}".strip() if number else "unknown"


def facts(log: PublicLog) -> str:
    """All facts of a log as paragraphs."""
    from scheduler.catalogue import USES

    pairs = [
        ("machine", log.machine),
        ("processors", count(log.processors)),
        ("jobs", count(log.jobs, log.about_jobs)),
        ("time", log.span),
        ("format", log.format or "none that is read here"),
        ("terms", log.terms),
        ("get", log.get or "not published"),
        ("files", ", ".join(log.files)),
        ("next", log.next),
        ("command", log.command),
    ]
    lines = [f"{log.name} ({log.archive.title})", paragraph(log.why), ""]
    lines += [paragraph(text, f"{name:<12}") for name, text in pairs if text]
    for title, texts in (
        ("Good for", [USES[use] for use in log.good_for]),
        ("Known faults", log.faults),
        ("Read in", log.sources),
    ):
        lines += ["", f"{title}:", *(paragraph(text, "  - ") for text in texts)] if texts else []
    return "\n".join(lines)


def paragraph(text: str, head: str = "") -> str:
    """A text of lines of at most WIDTH characters under its head; addresses and calls stay whole."""
    return fill(
        text,
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )


COMMAND = Command("catalogue", "list public logs: size, machine, known faults, where they are", declare, run)
