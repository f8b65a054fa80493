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
from layouts.drawing import data_charts
from layouts.frame.controls import spoken
from layouts.topics.papers import value_tables
from layouts.topics.papers.address import named
from layouts.topics.papers.experiment_list import state
from layouts.topics.papers.states import KEPT, KINDS, NOTHING, SYMBOLS, Trial, share
from layouts.words.slice_names import thin_spaces
from scheduler.charts import Chart
from scheduler.durations import human
from scheduler.topics.papers import verdicts
from scheduler.topics.papers.experiments import Experiment, Published
from scheduler.topics.papers.results.logs import bare
from scheduler.topics.papers.tasks.reproduce import contract, items
from scheduler.topics.papers.verdicts import INFORMATION, UNJUDGED, UNSTATED
from scheduler.topics.papers.verdicts import KINDS as DECIDED

DIGITS = 4
NOT_YET = "not run yet"


def result(experiment: Experiment, trial: Trial, scheme: str) -> list:
    """What came of it; before it has been run, the published values alone."""
    if not trial.record:
        return [values_card(experiment, None)] if experiment.published else []
    record, grouped = trial.record, value_tables.cells(trial.record)
    return [
        verdict_card(trial),
        *([values_card(experiment, record)] if len(grouped) < len(record.get("values") or ()) else []),
        *claims_card(record.get("claims") or ()),
        *differences_card(experiment, record),
        *charts(trial, scheme),
        *value_tables.cards(grouped),
    ]


def verdict_card(trial: Trial) -> html.Section:
    """The verdict, what was run for it, and the outcome as a file."""
    record = trial.record or {}
    sentences = [counted(record), agreement(record)]
    return html.Section(
        [
            html.Div(
                [
                    html.H2(["Verdict: ", state(trial)]),
                    *(html.P(text, style={"margin": "0 0 4px"}) for text in sentences if text),
                    html.P(certificate(trial), className="qs-soft qs-small", style={"margin": 0}),
                    html.Details(
                        [
                            html.Summary("How verdicts are given"),
                            html.P(thin_spaces(verdicts.RULE)),
                            html.P(thin_spaces(verdicts.BANDS)),
                        ],
                        className="qs-twin",
                    ),
                ],
                className="qs-grow",
            ),
            dmc.Button("Save the outcome (JSON)", id=ids.act("paper-save", trial.key), variant="default"),
        ],
        className="qs-card qs-row",
    )


def counted(record: Mapping[str, Any]) -> str:
    """What the verdict rests on: how many numbers and sentences of the paper there are of each kind."""
    values, claims = record.get("values") or (), record.get("claims") or ()
    kinds = items(values, claims)
    judged = [one for one in kinds if one in DECIDED]
    parts = [f"{kinds.count(kind)} {kind}" for kind in DECIDED if kind in kinds]
    named = {(value.get("published"), value.get("ours")) for value in values if not value.get("cell")}
    left = sum(
        value["verdict"] in (UNJUDGED, INFORMATION)
        and not (value.get("cell") and (value.get("published"), value.get("ours")) in named)
        for value in values
    )
    left += sum(claim["verdict"] == UNJUDGED and not claim.get("finding") for claim in claims)
    sentence = f"{theme.counted(len(judged), 'item')} of the paper: {', '.join(parts)}." if judged else ""
    return f"{sentence} Shown and not judged: {left}.".strip() if left else sentence


def agreement(record: Mapping[str, Any]) -> str:
    """How many values are as an independent simulator has them; empty where there is none."""
    agreements = [value["agrees"] for value in record.get("values") or () if value.get("agrees") is not None]
    if not agreements:
        return ""
    return (
        f"Apart from this: {agreements.count(True)} of {len(agreements)} values agree with the reference, a "
        "simulator others wrote from the text of the paper."
    )


def file(trial: Trial) -> dict[str, Any] | None:
    """The outcome as a file, as the command line writes it; None where there is none."""
    if not trial.record:
        return None
    on = f"-{bare(named(trial.log))}" if trial.log else ""
    name = f"{trial.experiment.replace('/', '-')}{on}-{trial.scale}-seed{trial.seed}.json"
    return {
        "content": orjson.dumps(contract(trial.record), option=orjson.OPT_INDENT_2).decode() + "\n",
        "filename": name,
        "type": "application/json",
    }


def certificate(trial: Trial) -> str:
    """What was run, and what it cost, in a line."""
    record = trial.record or {}
    seed = f", seed {trial.seed}" if trial.seed or record.get("seed") is not None else ""
    timestamp = record.get("made")
    when = f", {datetime.fromtimestamp(timestamp, UTC):%Y-%m-%d %H:%M} UTC" if timestamp else ""
    when = f", {record['day']}, commit {record['commit']}" if trial.state == KEPT else when
    logs = [str(log["name"]) for log in record.get("logs") or ()]
    on = f" on {', '.join(logs)}" if logs else ""
    ran = (
        ""
        if share(record) is None
        else f" {record['parts']:,} of its {record['of_parts']:,} parts were run: they compare everything "
        "on fewer cases."
    )
    kept = " Kept with the program, not run on this server." if trial.state == KEPT else ""
    return f"{trial.scale.capitalize()} scale{on}{seed}: {human(record.get('cpu_seconds'))} of CPU{when}.{ran}{kept}"


# -- values


def values_card(experiment: Experiment, record: Mapping[str, Any] | None) -> html.Section:
    """The table of values that have no table of their own; without a record only what was published."""
    published = {value.name: value for value in experiment.published}
    referred = any(value.reference is not None for value in experiment.published)
    rows = (
        [
            value_row(published.get(str(value["name"])), value, referred)
            for value in record["values"]
            if not value.get("cell")
        ]
        if record
        else [value_row(value, None, referred) for value in experiment.published]
    )
    names = [
        ("value", ""),
        ("published", "qs-number"),
        ("ours", "qs-number"),
        ("band", "qs-number"),
        *([("reference", "qs-number")] if referred else []),
        ("verdict", ""),
    ]
    head = html.Tr([html.Th(text, scope="col", className=kind) for text, kind in names])
    return value_tables.tabulated("Values", "paper-values", "Published values and ours", head, rows)


def value_row(published: Published | None, value: Mapping[str, Any] | None, referred: bool = False) -> html.Tr:
    """A value: what the paper says and where, ours with its interval, the reference, and what that amounts to."""
    name = published.name if published else str((value or {}).get("name"))
    unit = published.unit if published else ""
    where = html.Span(thin_spaces(published.where), className="qs-change qs-soft") if published else None
    soft = "" if stated(published) else " qs-soft"
    corrected = (
        html.Span(f"corrected: {thin_spaces(published.corrected)}", className="qs-change qs-soft qs-why")
        if published and published.corrected
        else None
    )
    reference = [html.Td(referred_text(published, value), className="qs-number")] if referred else []
    return html.Tr(
        [
            html.Th([thin_spaces(name), where], scope="row"),
            html.Td(published_text(published), className=f"qs-number{soft}"),
            html.Td(ours(value, unit) if value else "—", className="qs-number"),
            html.Td(band_text(published, value), className="qs-number"),
            *reference,
            html.Td([verdict(published, value), corrected, reason(value or {})]),
        ]
    )


def reason(value: Mapping[str, Any]) -> html.Span | None:
    """Why it is not reproduced, or what would decide it."""
    explanation = (
        value.get("explained")
        if value.get("verdict") == verdicts.FAILED
        else value.get("decided_by")
        if value.get("verdict") == verdicts.UNDECIDABLE
        else None
    )
    if not explanation:
        return None
    lead = "would be decided by" if value["verdict"] == verdicts.UNDECIDABLE else "our explanation"
    return html.Span(f"{lead}: {thin_spaces(str(explanation))}", className="qs-change qs-soft qs-why")


def referred_text(published: Published | None, value: Mapping[str, Any] | None) -> list | str:
    """What the reference has, and whether ours agrees with it."""
    if published is None or published.reference is None:
        return "—"
    agrees = (value or {}).get("agrees")
    mark = None if agrees is None else html.Span("agrees" if agrees else "differs", className="qs-change qs-soft")
    return [quantity(published.reference, published.unit), mark]


def stated(published: Published | None) -> bool:
    """Whether the paper tells a number."""
    return published is not None and published.value is not None


def published_text(published: Published | None) -> str:
    """The published value; in words where there is none."""
    if published is None:
        return "—"
    if published.value is None:
        return UNSTATED
    return f"{published.band.limit if published.band else ''} {quantity(published.value, published.unit)}".strip()


def ours(value: Mapping[str, Any], unit: str) -> list:
    """Our value, and below it the interval where it is an estimate."""
    low, high = value.get("low"), value.get("high")
    interval = (
        None
        if low is None or high is None or low == high
        else html.Span(f"{quantity(low)} to {quantity(high)}", className="qs-change qs-soft")
    )
    return [html.B(quantity(value.get("ours"), unit)), interval]


def quantity(value: float | None, unit: str = "") -> str:
    """A number with its unit; an em dash for none."""
    if value is None or not math.isfinite(value):
        return "—"
    number = theme.number(float(value), DIGITS)
    return f"{number} {unit}".strip()


def band_text(published: Published | None, value: Mapping[str, Any] | None) -> list | str:
    """The range ours has to lie in, or samples of ours and the place of the printed number among them."""
    if published is None or published.band is None:
        return "—"
    if not published.band.sample:
        return accepted_text(published.accepted, published.unit)
    drawn, percentile = (value or {}).get("samples"), (value or {}).get("percentile")
    samples = f"samples of {published.band.sample:,}"
    if not drawn:
        return samples
    place = html.Span(
        f"{samples}; {quantity(published.target)} is at {percentile:.0f} %", className="qs-change qs-soft"
    )
    return [accepted_text(drawn, published.unit), place]


def accepted_text(accepted: Sequence[float | None] | None, unit: str) -> str:
    """The range ours has to lie in: 36 to 45 %, exactly 7, at least 2."""
    if accepted is None:
        return "—"
    low, high = accepted
    if high is None:
        return f"at least {quantity(low, unit)}"
    if low is None:
        return f"at most {quantity(high, unit)}"
    if quantity(low) == quantity(high):  # a range for rounding
        return f"exactly {quantity(low, unit)}"
    return f"{quantity(low)} to {quantity(high, unit)}"


def verdict(published: Published | None, value: Mapping[str, Any] | None) -> html.Span:
    """The verdict of a value in a sign and in words."""
    if value is None:
        return signed("○", NOT_YET, "open")
    judgement = str(value.get("verdict"))
    if judgement == UNSTATED and not published:
        judgement = INFORMATION
    return signed(SYMBOLS.get(judgement, NOTHING), judgement, KINDS.get(judgement, "none"))


def signed(sign: str, words: str, kind: str) -> html.Span:
    """A sign, for the eyes, and the words that say it."""
    return html.Span(
        [html.Span(sign, className="qs-sign", **{"aria-hidden": "true"}), words], className=f"qs-judged qs-{kind}"
    )


# -- claims and charts


def claims_card(claims: Sequence[Mapping[str, Any]]) -> list:
    """What the paper says that can be checked, with what speaks for or against it; apart from it what we found."""
    parts = (
        ("Claims, checked", [claim for claim in claims if not claim.get("finding")]),
        ("Our findings", [claim for claim in claims if claim.get("finding")]),
    )
    return [
        html.Section(
            [html.H2(title), html.Ul([claim_entry(one) for one in group], className="qs-claims")], className="qs-card"
        )
        for title, group in parts
        if group
    ]


def claim_entry(claim: Mapping[str, Any]) -> html.Li:
    """A claim, its evidence, what was corrected, and why it does not hold."""
    more = (
        [html.P(f"Corrected: {thin_spaces(claim['corrected'])}.", className="qs-soft")]
        if claim.get("corrected")
        else []
    )
    more += [html.P(why)] if (why := reason(claim)) else []
    return html.Li(
        [
            html.P([signed(*verdict_words(claim)), " ", html.B(thin_spaces(claim["text"]))]),
            html.P(thin_spaces(claim["evidence"]), className="qs-soft"),
            *more,
        ]
    )


def verdict_words(claim: Mapping[str, Any]) -> tuple[str, str, str]:
    """(sign, words, kind) of a claim; one that is not judged is neither good nor bad."""
    if not claim.get("judged", True):
        return NOTHING, "holds, not judged:" if claim["holds"] else "does not hold, not judged:", "none"
    kind = str(claim.get("verdict") or (verdicts.REPRODUCED if claim["holds"] else verdicts.FAILED))
    words = {verdicts.CORRECTED: "holds where the paper is corrected:", verdicts.UNDECIDABLE: "undecidable:"}
    return SYMBOLS[kind], words.get(kind, "holds:" if claim["holds"] else "does not hold:"), KINDS[kind]


def differences_card(experiment: Experiment, record: Mapping[str, Any]) -> list:
    """How what was run differs from what the paper ran, where that depends on the log."""
    differences = [text for text in record.get("differences") or () if text not in experiment.differences]
    if not differences:
        return []
    return [
        html.Section(
            [
                html.H2("What was run"),
                html.Ul([html.Li(thin_spaces(text)) for text in differences], className="qs-lines"),
            ],
            className="qs-card",
        )
    ]


def charts(trial: Trial, scheme: str) -> list:
    """Every chart with its caption and its data as a table."""
    figures = [
        chart_figure(data_charts.of_record(chart), trial.key, place, scheme)
        for place, chart in enumerate((trial.record or {}).get("charts") or ())
    ]
    return [html.Div(figures, className="qs-grid")] if figures else []


def chart_figure(chart: Chart, key: str, place: int, scheme: str) -> html.Figure:
    """One chart."""
    graph = dcc.Graph(
        id=ids.graph(key, f"paper-{place}"),
        figure=data_charts.figure(chart, scheme),
        config=theme.graph_config(),
        style={"height": data_charts.HEIGHT},
    )
    sentences = list(map(thin_spaces, caption(chart)))
    return spoken(chart.title, "", sentences, graph, data_charts.rows(chart), f"paper-{place}")


def caption(chart: Chart) -> list[str]:
    """What the chart shows, and how to read it where both ours and the published values are in it."""
    published = any(series.published for series in chart.series)
    reading = ("Filled: ours.", "Hollow and hatched: the paper's.") if published else ("All values drawn are ours.",)
    return [*chart.caption, *reading]
