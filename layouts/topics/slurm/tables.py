"""What came of it, as tables: how far the replay agrees with the record, and who gains and who pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html

from layouts import theme
from layouts.frame.controls import sentence, table
from scheduler.durations import human
from scheduler.statistics.week_blocks import FEWEST
from scheduler.topics.slurm.calibration.agreement import MEAN_ERROR, RANK, WITHIN, Row, Verdict
from scheduler.topics.slurm.calibration.gains import MOST, Gain

MOST_ROWS = 60
WORDS = {"gains": "gains", "pays": "pays", "unclear": "unclear", "same": "the same"}


def agreement(rows: Sequence[Row], judgement: Verdict, missing: Sequence[str]) -> html.Section:
    """The verdict first, then the table, then what is missing."""
    whole = rows[0] if rows else None
    head = (
        sentence("The replay is near enough to the record to advise.")
        if judgement.advises
        else sentence(
            " ".join(("No advice is given: the replay is not near enough to the record.", *judgement.reasons)),
            "warning",
        )
    )
    figures = (
        []
        if whole is None
        else [
            html.P(
                f"Mean wait {human(whole.simulated_mean)}, recorded {human(whole.recorded_mean)}; half of the jobs "
                f"are off by at most {human(whole.median_error)}. Advice needs a mean within {MEAN_ERROR:.0%} and a "
                f"rank correlation of {RANK} at least."
            )
        ]
    )
    return html.Section(
        [
            html.H2("The replay against the record"),
            head,
            *figures,
            _scrolled(
                [_row(row) for row in rows[:MOST_ROWS]],
                f"Simulated and recorded waits; within: share of the jobs that are off by at most "
                f"{human(WITHIN.default)}",
            ),
            html.H3("What keeps the two apart"),
            html.Ul([html.Li(text) for text in missing], className="qs-small"),
        ],
        className="qs-card qs-stack",
    )


def _row(row: Row) -> dict[str, Any]:
    return {
        "of": row.part,
        "": row.name,
        "jobs": row.jobs,
        "recorded mean": human(row.recorded_mean),
        "simulated mean": human(row.simulated_mean),
        "median error": human(row.median_error),
        "within": theme.percent(row.within),
        "rank correlation": "—" if row.rank is None else f"{row.rank:.2f}",
    }


def gains(
    effect: Sequence[Gain], lines: Sequence[str], elsewhere: Sequence[str], commands: Sequence[str] = ()
) -> html.Section:
    """In a sentence, as a table, and the lines and commands to copy."""
    return html.Section(
        [
            html.H2("The changed settings against the replay"),
            html.P(_finding(effect)),
            _scrolled(
                [_gain(one) for one in effect[:MOST_ROWS]],
                f"Mean waits of the same jobs; intervals of 95 % over weeks ({FEWEST} at least), the {MOST} largest "
                "groups of each kind",
            ),
            html.H3("The changed settings as lines of slurm.conf"),
            _to_copy(lines or ("Nothing in slurm.conf changes.",), "Lines of slurm.conf"),
            html.P(
                "Each takes the place of the line of the same setting or partition; where nodes change, the lines of "
                "NodeName take the place of all.",
                className="qs-soft qs-small",
            )
            if lines
            else None,
            *(html.P(one, className="qs-small") for one in elsewhere),
            *(
                [html.H3("The changed limits and shares as commands"), _to_copy(commands, "Commands of sacctmgr")]
                if commands
                else []
            ),
        ],
        className="qs-card qs-stack",
    )


def _to_copy(lines: Sequence[str], name: str) -> html.Pre:
    return html.Pre("\n".join(lines), className="qs-code", tabIndex="0", role="region", **{"aria-label": name})


def _finding(effect: Sequence[Gain]) -> str:
    whole = effect[0]
    verb = "rises" if whole.difference > 0 else "falls" if whole.difference < 0 else "stays"
    words = [f"The mean wait {verb} from {human(whole.before)} to {human(whole.after)}."]
    for outcome, verb in (("gains", "gain"), ("pays", "pay")):
        listed = sorted((one for one in effect[1:] if one.outcome == outcome), key=lambda one: -abs(one.difference))[:3]
        if listed:
            words.append(
                f"Most {verb}: "
                + ", ".join(f"{one.part} {one.name} ({signed(one.difference)})" for one in listed)
                + "."
            )
    if len(words) == 1:
        words.append("For no group does the interval over weeks leave out zero, or the log has too few weeks.")
    return " ".join(words)


def _gain(one: Gain) -> dict[str, Any]:
    has_interval = one.low is not None and one.high is not None
    return {
        "of": one.part,
        "": one.name,
        "jobs": one.jobs,
        "before": human(one.before),
        "after": human(one.after),
        "difference": signed(one.difference),
        "95 % over weeks": f"{signed(one.low or 0)} to {signed(one.high or 0)}" if has_interval else "—",
        "outcome": WORDS[one.outcome],
        "wait longer": theme.percent(one.longer),
    }


def signed(seconds: float) -> str:
    """+2 h, −5 min."""
    return ("\u2212" if seconds < 0 else "+" if seconds > 0 else "") + human(abs(seconds))


def _scrolled(rows: list[dict[str, Any]], caption: str) -> html.Div:
    return html.Div(table(rows, caption), className="qs-scroll", tabIndex="0", role="region", **{"aria-label": caption})
