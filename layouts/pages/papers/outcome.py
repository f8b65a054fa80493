"""The outcome of an experiment: our value beside each published one, the claims with their evidence, the charts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import dash_mantine_components as dmc
import orjson
from dash import dcc, html

from layouts import ids, theme
from layouts.drawing import paper_charts
from layouts.frame.controls import spoken
from layouts.pages.papers import value_tables
from layouts.pages.papers.address import named
from layouts.pages.papers.experiment_list import state
from layouts.pages.papers.states import KINDS, NOTHING, SYMBOLS, Found
from layouts.words.slice_names import thin
from scheduler.durations import human
from scheduler.papers import FAILED, UNJUDGED, UNSTATED, Experiment, Published
from scheduler.results.logs import bare
from scheduler.results.reproduce import contract

DIGITS = 4
FAR = 1e6           # an end of a range as far away as this is none
NOT_YET = "not run yet"
INFORMATION = "for information"


def result(experiment: Experiment, found: Found, scheme: str) -> list:
    """What came of it; before it has been run, the published values alone."""
    if not found.record:
        return [values_card(experiment, None)] if experiment.published else []
    record, grouped = found.record, value_tables.cells(found.record)
    return [verdict_card(found),
            *([values_card(experiment, record)] if len(grouped) < len(record.get("values") or ()) else []),
            *claims_card(record.get("claims") or ()),
            *differences_card(experiment, record),
            *charts(found, scheme),
            *value_tables.cards(grouped)]


def verdict_card(found: Found) -> html.Section:
    """The verdict, what was run for it, and the outcome as a file."""
    return html.Section([
        html.Div([html.H2(["Verdict: ", state(found)]),
                  html.P(counted(found.record or {}), style={"margin": "0 0 4px"}),
                  html.P(certificate(found), className="qs-soft qs-small", style={"margin": 0})], className="qs-grow"),
        dmc.Button("Save the outcome (JSON)", id=ids.act("paper-save", found.key), variant="default"),
    ], className="qs-card qs-row")


def counted(record: Mapping[str, Any]) -> str:
    """What the verdict rests on: how many values lie in their ranges, how many claims hold, what is left unjudged."""
    values, claims = record.get("values") or (), record.get("claims") or ()
    said = [str(value.get("verdict")) for value in values]
    judged = [one for one in said if one not in (UNSTATED, UNJUDGED)]
    parts = [f"{len(judged) - judged.count(FAILED)} of {len(judged)} judged values lie in the accepted range"] \
        if judged or not claims else []
    told = [claim for claim in claims if claim.get("judged", True)]
    if told:
        parts.append(f"{sum(bool(claim['holds']) for claim in told)} of {len(told)} claims hold")
    if len(told) < len(claims):
        parts.append(f"{theme.counted(len(claims) - len(told), 'claim')} looked at and not judged")
    named = {(value.get("published"), value.get("ours")) for value in values if not value.get("cell")}
    left = sum(one in (UNSTATED, UNJUDGED) and value.get("published") is not None
               and not (value.get("cell") and (value["published"], value.get("ours")) in named)     # told twice
               for one, value in zip(said, values, strict=True))
    return "; ".join(parts) + "." + (f" Published and not judged: {left}." if left else "")


def file(found: Found) -> dict[str, Any] | None:
    """The outcome as a file, as the command line writes it; None where there is none."""
    if not found.record:
        return None
    on = f"-{bare(named(found.log))}" if found.log else ""
    name = f"{found.experiment.replace('/', '-')}{on}-{found.scale}-seed{found.seed}.json"
    return {"content": orjson.dumps(contract(found.record), option=orjson.OPT_INDENT_2).decode() + "\n",
            "filename": name, "type": "application/json"}


def certificate(found: Found) -> str:
    """What was run, and what it cost, in a line."""
    record = found.record or {}
    seed = f", seed {found.seed}" if found.seed or record.get("seed") is not None else ""
    made = record.get("made")
    when = f", {datetime.fromtimestamp(made, UTC):%Y-%m-%d %H:%M} UTC" if made else ""
    logs = [str(log["name"]) for log in record.get("logs") or ()]
    on = f" on {', '.join(logs)}" if logs else ""
    return f"{found.scale.capitalize()} scale{on}{seed}: {human(record.get('cpu_seconds'))} of CPU{when}."


# -- values

def values_card(experiment: Experiment, record: Mapping[str, Any] | None) -> html.Section:
    """The table of values that have no table of their own; without a record only what was published."""
    published = {value.name: value for value in experiment.published}
    rows = [value_row(published.get(str(value["name"])), value) for value in record["values"]
            if not value.get("cell")] if record else [value_row(value, None) for value in experiment.published]
    head = html.Tr([html.Th(text, scope="col", className=kind) for text, kind in (
        ("value", ""), ("published", "qs-number"), ("ours", "qs-number"), ("accepted", "qs-number"), ("verdict", ""))])
    return value_tables.tabulated("Values", "paper-values", "Published values and ours", head, rows)


def value_row(published: Published | None, value: Mapping[str, Any] | None) -> html.Tr:
    """A value: what the paper says and where, ours with its interval, and what that amounts to."""
    name = published.name if published else str((value or {}).get("name"))
    unit = published.unit if published else ""
    where = html.Span(thin(published.where), className="qs-change qs-soft") if published else None
    soft = "" if stated(published) else " qs-soft"
    misprint = html.Span(f"a misprint: {thin(published.misprint)}", className="qs-change qs-soft") \
        if published and published.misprint else None
    return html.Tr([
        html.Th([thin(name), where, misprint], scope="row"),
        html.Td(published_text(published), className=f"qs-number{soft}"),
        html.Td(ours(value, unit) if value else "—", className="qs-number"),
        html.Td(accepted_text(published.accepted if published else None, unit), className="qs-number"),
        html.Td(verdict(published, value))])


def stated(published: Published | None) -> bool:
    """Whether the paper tells a number."""
    return published is not None and published.value is not None


def published_text(published: Published | None) -> str:
    """The published value; in words where there is none."""
    if published is None:
        return "—"
    return UNSTATED if published.value is None else quantity(published.value, published.unit)


def ours(value: Mapping[str, Any], unit: str) -> list:
    """Our value, and below it the interval where it is an estimate."""
    low, high = value.get("low"), value.get("high")
    interval = None if low is None or high is None or low == high else \
        html.Span(f"{quantity(low)} to {quantity(high)}", className="qs-change qs-soft")
    return [html.B(quantity(value.get("ours"), unit)), interval]


def quantity(value: float | None, unit: str = "") -> str:
    """A number with its unit; an em dash for none."""
    if value is None or not math.isfinite(value):
        return "—"
    number = theme.number(float(value), DIGITS)
    return f"{number} {unit}".strip()


def accepted_text(accepted: Sequence[float] | None, unit: str) -> str:
    """The range ours has to lie in: 36 to 45 %, exactly 7, at least 2."""
    if accepted is None:
        return "—"
    low, high = (float(end) for end in accepted)
    if quantity(low) == quantity(high):       # a range for rounding
        return f"exactly {quantity(low, unit)}"
    if high >= FAR:
        return f"at least {quantity(low, unit)}"
    return f"at most {quantity(high, unit)}" if low <= -FAR else f"{quantity(low)} to {quantity(high, unit)}"


def verdict(published: Published | None, value: Mapping[str, Any] | None) -> html.Span:
    """The verdict of a value in a sign and in words."""
    if value is None:
        return signed("○", NOT_YET, "open")
    said = str(value.get("verdict"))
    if said in (UNSTATED, UNJUDGED):
        return signed(NOTHING, UNSTATED if published and not stated(published) else INFORMATION, "none")
    return signed(SYMBOLS.get(said, NOTHING), said, KINDS.get(said, "none"))


def signed(sign: str, words: str, kind: str) -> html.Span:
    """A sign, for the eyes, and the words that say it."""
    return html.Span([html.Span(sign, className="qs-sign", **{"aria-hidden": "true"}), words],
                     className=f"qs-verdict qs-{kind}")


# -- claims and charts

def claims_card(claims: Sequence[Mapping[str, Any]]) -> list:
    """What the paper says, or we found, that can be checked, with what speaks for or against it."""
    if not claims:
        return []
    rows = [html.Li([html.P([signed(*held(claim)), " ", html.B(thin(claim["text"]))]),
                     html.P(thin(claim["evidence"]), className="qs-soft")]) for claim in claims]
    return [html.Section([html.H2("Claims, checked"), html.Ul(rows, className="qs-claims")], className="qs-card")]


def held(claim: Mapping[str, Any]) -> tuple[str, str, str]:
    """(sign, words, kind) of a claim; one that is not judged is neither good nor bad."""
    if not claim.get("judged", True):
        return NOTHING, "holds, not judged:" if claim["holds"] else "does not hold, not judged:", "none"
    return ("✓", "holds:", "good") if claim["holds"] else ("✗", "does not hold:", "bad")


def differences_card(experiment: Experiment, record: Mapping[str, Any]) -> list:
    """How what was run differs from what the paper ran, where that depends on the log."""
    told = [text for text in record.get("differences") or () if text not in experiment.differences]
    if not told:
        return []
    return [html.Section([html.H2("What was run"), html.Ul([html.Li(thin(text)) for text in told],
                                                           className="qs-lines")], className="qs-card")]


def charts(found: Found, scheme: str) -> list:
    """Every chart with its caption and its data as a table."""
    made = [chart_figure(paper_charts.of_record(chart), found.key, place, scheme)
            for place, chart in enumerate((found.record or {}).get("charts") or ())]
    return [html.Div(made, className="qs-grid")] if made else []


def chart_figure(chart: Any, key: str, place: int, scheme: str) -> html.Figure:
    """One chart."""
    graph = dcc.Graph(id=ids.graph(key, f"paper-{place}"), figure=paper_charts.figure(chart, scheme),
                      config=theme.graph_config(), style={"height": paper_charts.HEIGHT})
    return spoken(chart.title, "", thin(paper_charts.caption(chart)), graph, paper_charts.rows(chart), f"paper-{place}")
