"""`divisible`: how a divisible load is distributed to workers behind links, and when it is done."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli.files import STDOUT, check_targets, read, suffix_of, write
from scheduler.cli.output import as_json, say, table
from scheduler.command import Command
from scheduler.errors import InputError

if TYPE_CHECKING:
    from scheduler.topics.divisible.answer import Answer

WORDS = (
    "mode",
    "platform",
    "workers",
    "load",
    "order",
    "returns",
    "ratio",
    "rounds",
    "growth",
    "grain",
    "seed",
    "window",
    "degree",
    "height",
)
HELP = {
    "mode": "single, rounds, stealing, tasks or steady",
    "platform": "star, bus or tree",
    "workers": "each as speed/bandwidth[/latency], such as 4/2,2/1/0.5 (units/s, units/s, s)",
    "load": "units to compute; of tasks, how many",
    "order": "single: bandwidth, given, speed, slowest or best",
    "returns": "single: none, mirrored, same or best",
    "ratio": "units of result per unit of load",
    "rounds": "rounds: how many",
    "growth": "rounds: equal or growing",
    "grain": "stealing: who has less than two of these units is left alone",
    "seed": "stealing: of the victims drawn",
    "window": "tasks: as many as fit, s",
    "degree": "tree: nodes below each node",
    "height": "tree: levels below the root",
}


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("question", nargs="?", metavar="FILE", help="a question as TOML; - is standard input")
    parser.add_argument("--sample", metavar="NAME", help="a question that comes with the program; --samples lists them")
    parser.add_argument("--samples", action="store_true", help="list the samples, with what each shows")
    parser.add_argument("--json", action="store_true", help="with --samples: print everything, as JSON")
    for word in WORDS:
        parser.add_argument(f"--{word}", default=SUPPRESS, metavar=word.upper(), help=HELP[word])
    parser.add_argument("--out", metavar="FILE", help="the timeline: .csv, or with all numbers .json")


def run(args: Namespace) -> int:
    """Print the answer as JSON; raises InputError, or AuditFailed."""
    from scheduler.topics.divisible.answer import answer
    from scheduler.topics.divisible.question import question

    if args.samples:
        say(_samples(args.json))
        return 0
    asked = question(_words(args))
    if args.out:
        if args.out == STDOUT:
            raise InputError("The answer goes to standard output; name a file for the timeline.")
        suffix_of(args.out, (".csv", ".json"))
        if asked.asked["mode"] == "steady" and args.out.endswith(".csv"):
            raise InputError("The steady state has no timeline; name an --out that ends in .json.")
        check_targets([args.out], [args.question] if args.question else [])
    solution = answer(asked)
    if args.out:
        write({args.out: _file(solution, args.out)})
    say(as_json(described(solution, timeline=False)))
    return 0


def _words(args: Namespace) -> dict[str, Any]:
    """The question's words: those of the file or the sample, with those of the call in place of them."""
    if args.question and args.sample:
        raise InputError("A file and --sample are two questions; name one of them.")
    options = {word: getattr(args, word) for word in WORDS if hasattr(args, word)}
    if args.sample:
        from scheduler.topics.divisible.samples import sample

        return {**sample(args.sample).asked, **options}
    if args.question:
        from scheduler.topics.divisible.question import words

        return {**words(read(args.question), args.question), **options}
    return options


def _samples(json: bool) -> str:
    from scheduler.topics.divisible.samples import SAMPLES

    if json:
        return as_json(
            [
                {"key": name, "title": sample.title, "shows": sample.shows, "question": sample.asked}
                for name, sample in SAMPLES.items()
            ]
        )
    return table(("sample", "title", "shows"), [(name, sample.title, sample.shows) for name, sample in SAMPLES.items()])


def described(answer: Answer, timeline: bool) -> dict[str, Any]:
    """The answer as JSON has it; all its pieces, if wanted."""
    description: dict[str, Any] = {
        "question": dict(answer.question.asked),
        "facts": [fact._asdict() for fact in answer.facts],
        "workers": answer.shares
        or [
            {"worker": name, "rate": rate}
            for name, rate in zip(answer.question.platform.names, answer.rates, strict=False)
        ],
    }
    if timeline and answer.timeline is not None:
        description["timeline"] = answer.timeline.rows()
    return description


def _file(answer: Answer, path: str) -> bytes:
    if path.endswith(".json"):
        return (as_json(described(answer, timeline=True)) + "\n").encode()
    rows = answer.timeline.rows() if answer.timeline is not None else []
    columns = ("worker", "kind", "begin", "end", "load", "partner")
    lines = [",".join(columns), *(",".join(str(row[column]) for column in columns) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


COMMAND = Command("divisible", "distribute a divisible load to workers behind links", declare, run)
