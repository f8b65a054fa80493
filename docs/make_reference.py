"""Write docs/reference/ from the registries: every policy, metric, generator, format, plot, table and command.

    python docs/make_reference.py            write the pages
    python docs/make_reference.py --check    say which pages are out of date; exit code 1 if any is

Nothing in these pages is written by hand: the text of an entry is the docstring of its module and what it declares.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "docs" / "reference"
sys.path.insert(0, str(ROOT))

HEADER = "<!-- made by docs/make_reference.py; do not edit -->\n"


def pages() -> dict[str, str]:
    """{file name: text} of all pages."""
    texts = {name: HEADER + make() for name, make in PAGES.items()}
    return {"README.md": HEADER + index(texts)} | texts


def index(texts: Mapping[str, str]) -> str:
    """Contents."""
    titles = [(name, text.split("\n# ", 1)[1].split("\n", 1)[0]) for name, text in texts.items()]
    return (
        "\n# Reference\n\n"
        + "".join(f"- [{title}]({name})\n" for name, title in titles)
        + "\nWhat the terms mean is in the [glossary](../glossary.md).\n"
    )


# -- the registries -----------------------------------------------------------------------------------------------


def policies() -> str:
    """Scheduling policies."""
    from scheduler.policies import all_policies

    facts = {"family": "listed under", "kind": "kind of schedule"}
    return title("Policies", "What decides which waiting job starts when.") + "".join(
        heading(p)
        + prose("scheduler.policies", p.key)
        + bullets(
            [
                *((words, getattr(p, name)) for name, words in facts.items()),
                ("looks at", joined(p.information)),
                ("needs", joined(p.needs)),
                ("uses random numbers", "yes" if p.random else ""),
                ("source", p.source),
            ]
        )
        + params(p.params)
        for p in all_policies().values()
    )


def formulas() -> str:
    """Names, functions and examples of formulas."""
    from scheduler.policies import all_policies
    from scheduler.topics.formula.examples import EXAMPLES
    from scheduler.topics.formula.names import FUNCTIONS, JOB, NAMES

    names = grid(
        ["name", "unit", "what it is", "changes"],
        [
            [f"`{key}`", name.unit, name.meaning, "" if name.changes == JOB else f"with {name.changes}"]
            for key, name in NAMES.items()
        ],
    )
    functions = grid(["function", "what it is"], [[f"`{key}`", one.meaning] for key, one in FUNCTIONS.items()])
    examples = grid(
        ["example", "parameters", "source", ""],
        [
            [one.title, "; ".join(f"`{key}={value}`" for key, value in one.params().items()), one.source, one.text]
            for one in EXAMPLES
        ],
    )
    same = grid(
        ["policy", "the same as"],
        [
            [p.title, "; ".join(f"`{key}={value}`" for key, value in p.as_expression.items())]
            for p in all_policies().values()
            if p.as_expression
        ],
    )
    words = "What formulas may say (see [A policy as a formula](../formulas.md))."
    return (
        title("Formulas", words)
        + "## Names\n\n"
        + names
        + "`estimate` is another word for `requested_time`.\n\n## Functions\n\n"
        + functions
        + "## Examples\n\n"
        + examples
        + "## Policies that are a formula\n\n"
        + same
    )


def generators() -> str:
    """Workload models."""
    from scheduler.generators import all_generators

    return title("Generators", "Workload models; the same parameters and seed give the same trace.") + "".join(
        heading(g)
        + prose("scheduler.generators", g.key)
        + bullets([("listed under", g.family), ("source", g.source)])
        + params(g.params)
        for g in all_generators().values()
    )


def formats() -> str:
    """Trace formats."""
    from scheduler.formats import all_formats

    return title("Formats", "Files that can be read and written.") + "".join(
        heading(f)
        + prose("scheduler.formats", f.key)
        + bullets([("files", joined(f.suffixes)), ("writes", "yes" if f.write else "no"), ("source", f.source)])
        + params(f.params)
        for f in all_formats().values()
    )


def metrics() -> str:
    """Metrics."""
    from scheduler.metrics import all_metrics

    better = {
        "lower": "lower is better",
        "higher": "higher is better",
        "": "neither: set by arrivals, not by the policy",
    }
    return (
        title("Metrics", "Numbers of a schedule, each with its formula.")
        + "".join(
            heading(m)
            + f"`{m.formula}`\n\n"
            + bullets(
                [
                    ("listed under", m.family),
                    ("unit", m.unit),
                    ("direction", better[m.better]),
                    ("needs", joined(m.needs)),
                    ("pitfall", m.pitfall),
                    ("source", m.source),
                ]
            )
            + params(m.params)
            for m in all_metrics().values()
        )
        + metrics_file()
    )


def metrics_file() -> str:
    """What the file of `simulate --metrics` holds beside the metrics."""
    from scheduler.cli.figures import EXPLAINED, key_of
    from scheduler.model.workload_options import OPTIONS

    meanings = {**{key_of(name): option.help for name, option in OPTIONS.items()}, **EXPLAINED}
    return "## The file of `simulate --metrics`\n\nOne JSON object with every metric under its key, and:\n\n" + grid(
        ["key", "meaning"], [[f"`{name}`", meaning] for name, meaning in meanings.items()]
    )


def plots() -> str:
    """Plots."""
    from layouts.plots import all_plots

    return title("Plots", "Pictures of one to six runs of the same workload.") + "".join(
        heading(p)
        + f"{p.question}\n\n"
        + prose("layouts.plots", p.key)
        + bullets([("a drag selects", p.axis), ("sends at most", f"{p.max_points:,} points")])
        + params(p.params)
        for p in all_plots().values()
    )


def workload_plots() -> str:
    """Plots of workloads."""
    from layouts.workload_plots import all_workload_plots

    return title("Plots of workloads", "Pictures of a workload before anything is simulated.") + "".join(
        heading(p)
        + f"{p.question}\n\n"
        + prose("layouts.workload_plots", p.key)
        + bullets([("sends at most", f"{p.max_points:,} points")])
        for p in all_workload_plots().values()
    )


def guarantees() -> str:
    """Guarantees."""
    from scheduler.bounds import all_guarantees

    return title("Guarantees", "What was proven of a policy, measured on every run it speaks of.") + "".join(
        heading(g)
        + f"{g.promise}\n\n"
        + prose("scheduler.bounds", g.key)
        + bullets([("unit", g.unit), ("source", g.source)])
        for g in all_guarantees().values()
    )


def findings() -> str:
    """Findings of the health card."""
    from scheduler.health import all_findings

    lines = title(
        "Findings",
        "What is looked for in a log before anything is simulated, in the order of the health "
        "card. How to read them stands in [Trusting a log](../trust.md).",
    )
    for one in all_findings().values():
        out = f"always left out; {one.left_out or 'such jobs cannot be simulated'}" if one.always else one.left_out
        key = f"the option {one.option[0]}" if one.option else "--leave-out " + one.key if one.left_out else ""
        lines += (
            heading(one)
            + prose("scheduler.health", one.key)
            + bullets([("what it does to results", one.effect), ("leaving its jobs out", out), ("left out by", key)])
        )
    return lines


def papers() -> str:
    """Papers and their experiments."""
    from scheduler.topics.papers.experiments import all_papers

    lines = title(
        "Papers",
        "Experiments that are run again beside their published numbers: on the Papers page, or "
        "`python -m scheduler reproduce PAPER/EXPERIMENT --out FILE.json`.",
    )
    for paper in all_papers().values():
        lines += f"## {paper.key}\n\n**{paper.title}**, {paper.authors}, {paper.venue} ({paper.year})\n\n"
        lines += grid(
            ["experiment", "title", "in the paper", "published numbers"],
            [[f"`{paper.key}/{e.key}`", e.title, e.where, str(len(e.published))] for e in paper.experiments],
        )
        lines += "".join(f"- {text(erratum)}\n" for erratum in paper.errata) + "\n" if paper.errata else ""
        lines += matrix(paper.key)
    return lines


SHOWN_IN = {
    "policy": "policies.md",
    "metric": "metrics.md",
    "guarantee": "guarantees.md",
    "generator": "generators.md",
    "plot": "plots.md",
    "workload_plot": "workload-plots.md",
}  # with an anchor for each key


def matrix(paper: str) -> str:
    """The items of a paper, each with what shows it or why nothing does."""
    from scheduler.topics.papers.items import items_of

    if not items_of(paper):
        return ""
    rows = [
        [text(item.name), text(item.place), item.kind, "; ".join(filter(None, (shown_by(item), text(item.reason))))]
        for item in items_of(paper)
    ]
    return f"### Item by item: {paper}\n\n" + grid(["item", "in the paper", "kind", "shown by"], rows)


def shown_by(item: Any) -> str:
    """A link to what shows an item; empty where nothing does."""
    if not item.shown_by:
        return ""
    return f"[{item.room} `{item.key}`]({place_of(item)})"


def place_of(item: Any) -> str:
    """Where in the documents it is described: an experiment by its heading, a page in the document of its name."""
    if item.room == "experiment":
        from scheduler.topics.papers.experiments import all_experiments

        return f"verdicts.md#{anchor(f'{item.key}: {all_experiments()[item.key][1].title}')}"
    if item.room == "page":
        return f"../{item.key.strip('/')}.md"
    return "command-line.md" if item.room == "option" else f"{SHOWN_IN[item.room]}#{item.key}"


def anchor(words: str) -> str:
    """The place of a heading in a page, as Markdown names it."""
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def verdicts() -> str:
    """What came of every experiment of the papers when it was run last."""
    from scheduler.topics.papers.experiments import all_papers
    from scheduler.topics.papers.results.outcomes import record_of
    from scheduler.topics.papers.verdicts import BANDS, RULE

    lines = title(
        "Verdicts",
        "What came of every experiment of the papers when it was run last. Where fewer parts "
        f"were run than there are: a part is one algorithm on a few traces or on a week. {RULE} {BANDS}",
    )
    for paper in all_papers().values():
        kept = [(e, record_of(f"{paper.key}/{e.key}")) for e in paper.experiments]
        lines += f"## {paper.key}\n\n" + grid(
            ["experiment", "in the paper", "verdict", "run"],
            [
                [f"`{e.key}`", e.where, str(one["verdict"]) if one else "not run yet", ran(one) if one else "—"]
                for e, one in kept
            ],
        )
        lines += "".join(
            f"### {paper.key}/{e.key}: {text(e.title)}\n\n" + (items(one) if one else "Not run yet.\n\n")
            for e, one in kept
        )
    return lines


def ran(record: Mapping[str, Any]) -> str:
    """How an outcome came about."""
    part = "" if record["parts"] == record["of_parts"] else f", {record['parts']:,} of {record['of_parts']:,} parts"
    return f"{record['scale']} scale{part}, {record['day']}, {record['commit']}"


def items(record: Mapping[str, Any]) -> str:
    """The numbers and sentences of an experiment, each with its verdict; of tables how many are reproduced."""
    from scheduler.topics.papers.verdicts import FAILED, KINDS, UNSTATED

    values = [one for one in record["values"] if one["verdict"] != UNSTATED and not one.get("cell")]
    cells = [one for one in record["values"] if one.get("cell") and one["verdict"] in KINDS]
    claims = [one for one in record["claims"] if not one.get("finding")]
    parts = numbers(values)
    parts += (
        grid(
            ["sentence", "verdict", "evidence"],
            [[text(one["text"]), verdict_text(one), text(one["evidence"])] for one in claims],
        )
        if claims
        else ""
    )
    if cells:
        others = ", ".join(
            f"{count} {kind}" for kind in KINDS if (count := sum(one["verdict"] == kind for one in cells))
        )
        parts += f"Other numbers of its tables: {others}.\n\n" + numbers(
            [one for one in cells if one["verdict"] == FAILED]
        )
    return parts


def numbers(values: Sequence[Mapping[str, Any]]) -> str:
    """A row for each number; nothing where there are none."""
    return (
        ""
        if not values
        else grid(
            ["number", "printed", "ours", "accepted", "reference", "verdict"],
            [
                [text(one["name"]), printed(one), ours(one), accepted(one), referred(one), verdict_text(one)]
                for one in values
            ],
        )
    )


def printed(one: Mapping[str, Any]) -> str:
    """What the paper prints, with its unit; a bound is one."""
    return f"{one.get('limit', '')} {amount(one['published'])} {one['unit']}".strip()


def accepted(one: Mapping[str, Any]) -> str:
    """Where ours has to lie; of a number from a few cases, where samples of ours lie."""
    among = one.get("samples") if one.get("sample") else None
    low, high = among or one["tolerance"] or (None, None)
    if low is None or high is None:
        return "—" if low == high else f"at most {amount(high)}" if low is None else f"at least {amount(low)}"
    ends = amount(low) if amount(low) == amount(high) else f"{amount(low)} to {amount(high)}"
    return f"{ends} (samples of {one['sample']:,})" if among else ends


def verdict_text(one: Mapping[str, Any]) -> str:
    """A verdict with what goes with it."""
    why = (
        one.get("explained") or one.get("decided_by")
        if one["verdict"] in ("not reproduced", "undecidable")
        else one.get("corrected")
    )
    return f"{one['verdict']}{f': {text(str(why))}' if why else ''}"


def ours(one: Mapping[str, Any]) -> str:
    """Our value, with its interval."""
    low, high = one["low"], one["high"]
    return amount(one["ours"]) + (
        "" if low is None or high is None or low == high else f" ({amount(low)} to {amount(high)})"
    )


def referred(one: Mapping[str, Any]) -> str:
    """What the reference has, and whether ours agrees with it."""
    agrees = one.get("agrees")
    return amount(one.get("reference")) + ("" if agrees is None else ", agrees" if agrees else ", differs")


def amount(value: float | None) -> str:
    """A number with four digits."""
    return "—" if value is None else f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"


# -- tables and commands ------------------------------------------------------------------------------------------


def tables() -> str:
    """Tables and their columns."""
    from scheduler.columns import SWF, tables
    from scheduler.engine.decision_log import KINDS, RULES

    lines = title("Tables", str(import_module("scheduler.columns").__doc__).partition("\n\nMay import")[0].strip())
    for name, terms in {"trace (the 18 fields of a file)": SWF, **tables()}.items():
        rows = [
            [f"`{t.name}`", "whole" if t.dtype.startswith("i") else "number", t.unit, t.meaning] for t in terms.values()
        ]
        lines += f"## {name}\n\n" + grid(["column", "type", "unit", "meaning"], rows)
    return (
        lines
        + "## Codes of decisions\n\n"
        + bullets(
            [
                ("kind", ", ".join(f"{i} {kind}" for i, kind in enumerate(KINDS))),
                ("rule", ", ".join(f"{i} {rule}" for i, rule in enumerate(RULES))),
            ]
        )
    )


def commands() -> str:
    """The command line."""
    from scheduler.cli import all_commands

    lines = title("Command line", str(import_module("scheduler.__main__").__doc__).strip())
    for command in all_commands().values():
        parser = argparse.ArgumentParser(add_help=False)
        command.declare(parser)
        # the parser's own list: what format_help() prints differs between versions of Python
        rows = [
            [f"`{option_name(action)}`", default(action), str(action.help or "").replace("%%", "%")]
            for action in parser._actions
        ]
        lines += f"## {command.key}\n\n{command.title[:1].upper()}{command.title[1:]}.\n\n"
        lines += grid(["option", "default", "meaning"], rows) if rows else ""
    return lines


def option_name(action: argparse.Action) -> str:
    """--size requested|allocated, TRACE, ..."""
    value = "|".join(map(str, action.choices)) if action.choices else str(action.metavar or action.dest.upper())
    if not action.option_strings:
        return value
    return action.option_strings[-1] + ("" if action.nargs == 0 else f" {value}")


def default(action: argparse.Action) -> str:
    """The default worth telling."""
    return "" if action.default in (None, False, argparse.SUPPRESS) or action.default == [] else f"`{action.default}`"


# -- Markdown -----------------------------------------------------------------------------------------------------


def title(name: str, sentence: str) -> str:
    """A page's beginning."""
    return f"\n# {name}\n\n{text(sentence)}\n\n"


def heading(entry: Any) -> str:
    """The key first: it is what links, URLs and the command line use."""
    return f"## {entry.key}\n\n**{entry.title}**\n\n"


def prose(package: str, key: str) -> str:
    """The docstring of the entry's module."""
    from scheduler.registry import modules

    module = next(module for name, module in modules(package) if name == key)
    return text(str(import_module(module).__doc__).strip()) + "\n\n"


def text(words: str) -> str:
    """Prose whose signs Markdown must not take for its own."""
    return words.replace("<", "&lt;").replace("*", "\\*")


def bullets(facts: Iterable[tuple[str, Any]]) -> str:
    """One line per fact that is not empty."""
    lines = [f"- {name}: {text(str(value))}\n" for name, value in facts if value not in ("", None)]
    return "".join(lines) + "\n"


def params(declared: Iterable[Any]) -> str:
    """The parameters of an entry."""
    rows = [
        [f"`{p.name}`", "not set" if p.default is None else f"`{p.default}`", p.requirement(), p.help] for p in declared
    ]
    return grid(["parameter", "default", "wanted", "meaning"], rows) if rows else ""


def grid(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    cells = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "".join("| " + " | ".join(cell or " " for cell in row) + " |\n" for row in cells) + "\n"


def joined(words: Iterable[str]) -> str:
    """Words in a fixed order."""
    return ", ".join(sorted(words))


PAGES: dict[str, Callable[[], str]] = {
    "policies.md": policies,
    "formulas.md": formulas,
    "metrics.md": metrics,
    "generators.md": generators,
    "formats.md": formats,
    "plots.md": plots,
    "workload-plots.md": workload_plots,
    "guarantees.md": guarantees,
    "papers.md": papers,
    "verdicts.md": verdicts,
    "findings.md": findings,
    "tables.md": tables,
    "command-line.md": commands,
}


def main() -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is out of date")
    check = parser.parse_args().check
    texts = pages()
    stale = [
        name
        for name, page in texts.items()
        if not (REFERENCE / name).exists() or (REFERENCE / name).read_text() != page
    ]
    for name in stale:
        print(f"{'out of date' if check else 'written'}: docs/reference/{name}")
        if not check:
            (REFERENCE / name).write_text(texts[name])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
