"""What the page says of a divisible load: the numbers, the chart with its table, and the command for a terminal."""

from __future__ import annotations

import shlex
from typing import Any

from dash import dcc, html

from layouts import ids, theme
from layouts.frame.controls import spoken, table
from layouts.topics.divisible import load_charts
from layouts.topics.divisible.load_address import short
from layouts.topics.divisible.load_form import sample_of
from layouts.words.slice_names import thin_spaces
from scheduler.topics.divisible.answer import Answer, Fact
from scheduler.topics.divisible.platform import Star
from scheduler.topics.divisible.question import counted_in, describe
from scheduler.topics.divisible.samples import SAMPLES

TIMELINE = ("Timeline", "Who receives, computes and returns when?")
RATES = ("Steady state", "How fast is each worker fed?")
GRAPH = "divisible-load"


def body(solution: Answer, scheme: str) -> list:
    """Numbers, chart, shares, and the command."""
    return [lesson(solution), numbers(solution), chart(solution, scheme), *shares(solution), command(solution)]


def lesson(solution: Answer) -> html.P | None:
    """What the example shows, where this is one."""
    name = sample_of(solution.question)
    return (
        html.P([html.B(f"{SAMPLES[name].title}. "), thin_spaces(SAMPLES[name].shows)], className="qs-why")
        if name
        else None
    )


def numbers(solution: Answer) -> html.Section:
    """The facts; read out when they change."""
    cells = [html.Div([html.Dt(fact.name), html.Dd(told_fact(fact))]) for fact in solution.facts]
    return html.Section(
        html.Dl(cells, className="qs-figures"), **{"aria-label": "Numbers of the load", "aria-live": "polite"}
    )


def told_fact(fact: Fact) -> str:
    """A number with its unit."""
    return f"{theme.number(fact.value, 4)} {fact.unit}".strip()


def chart(solution: Answer, scheme: str) -> Any:
    """The chart of the answer; of the steady state of a tree there is none."""
    if solution.timeline is not None:
        noun = counted_in(solution.question.asked)
        figure = load_charts.timeline_figure(solution.timeline, scheme, noun)
        words = load_charts.caption(solution.timeline, noun)
        return drawn(TIMELINE, figure, words, solution.timeline.rows(), len(load_charts.rows(solution.timeline)))
    if not isinstance(solution.question.platform, Star):
        return html.P("A tree is told by the numbers above.", className="qs-soft")
    words = [
        "Filled: what each worker is fed; hatched: what it could compute more.",
        "The fastest link comes first, until the port of the master is always busy.",
    ]
    figure = load_charts.rates_figure(solution, scheme)
    return drawn(RATES, figure, words, load_charts.steady_rows(solution), len(solution.rates))


def drawn(title: tuple[str, str], figure: Any, words: list[str], rows: list[dict[str, Any]], count: int) -> html.Figure:
    """A chart with its caption and table."""
    tall = {"height": load_charts.height(min(count, load_charts.MOST_ROWS))}
    graph = dcc.Graph(id=ids.graph("all", GRAPH), figure=figure, config=theme.graph_config(), style=tall)
    return spoken(*title, list(map(thin_spaces, words)), graph, rows, GRAPH, wide=True)


def shares(solution: Answer) -> list:
    """What each worker gets, as a table."""
    noun = counted_in(solution.question.asked)
    rows = [
        {
            "worker": row["worker"],
            f"load ({noun})": row["load"],
            "share (%)": 100 * row["share"],
            "computing (%)": 100 * row["busy"],
        }
        for row in solution.shares[: load_charts.MOST_ROWS]
    ]
    return (
        [
            html.Div(
                table(rows, "What each worker gets"),
                className="qs-card qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "What each worker gets"},
            )
        ]
        if rows
        else []
    )


def command(solution: Answer) -> html.P:
    """The call that gives the same answer in a terminal."""
    words = [f"--{name}={value}" for name, value in short(describe(solution.question.asked)).items()]
    parts = [shlex.quote(word) for word in ("python", "-m", "scheduler", "divisible", *words)]
    line = [piece for part in parts for piece in (html.Span(part, className="qs-word"), " ")][:-1]
    return html.P(["The same in a terminal: ", html.Code(line)], className="qs-soft qs-small")
