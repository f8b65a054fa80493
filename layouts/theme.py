"""How everything drawn looks: colors, templates, ticks, and the text that goes into figures.

Colors mean who, never how much: eight hues and grey.  A user's hue is decided by the whole workload, so it is the same
on every page, in every run and at every zoom.  Runs are told apart by tint and dash and name, never by color alone.
Red is kept for violations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any

import numpy as np

from layouts.figures import Figure
from scheduler.model import user_names
from scheduler.model.workload import Workload

# Each of the hues has a contrast of 3:1 or more on both backgrounds, and they differ for color-blind people.
HUES = ("#5145fe", "#d37811", "#b287a7", "#795b95", "#76956f", "#9b531d", "#6490f5", "#486c61")
OTHERS = len(HUES)  # the color of everybody else: grey
EARLIER, LATER = OTHERS + 1, OTHERS + 2  # of campaigns complete before, after what they were promised
COLORS = OTHERS + 3
GREY = {"light": "#858d97", "dark": "#9aa3ad"}
BACKGROUND = {"light": "#ffffff", "dark": "#15181d"}
INK = {"light": "#1c2026", "dark": "#e6e8eb"}
FAINT = {"light": "#e3e6ea", "dark": "#333a43"}
APART = {EARLIER: {"light": "#1f5fbf", "dark": "#7fb0ff"}, LATER: {"light": "#c25b00", "dark": "#ff9f5a"}}
ACCENT = {"light": "#4034d8", "dark": "#a5b4ff"}  # as in assets/language.css
RED = {"light": "#c92a2a", "dark": "#ff8787"}

RUNS = {
    "light": ("#0f6b5c", "#8e2a8b", "#8b7207", "#3b073d", "#4c5726", "#012612"),
    "dark": ("#3fd0a8", "#e08be6", "#969a03", "#ccffa7", "#fde85f", "#51904c"),
}
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")

FONT = "Inter, system-ui, -apple-system, Segoe UI, Roboto, sans-serif"
UNITS = ((86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s"))
LADDER = (
    *(step * unit for unit in (1.0, 60.0) for step in (1, 2, 5, 10, 15, 30)),
    *(3_600.0 * hours for hours in (1, 2, 3, 6, 8, 12)),
    *(86_400.0 * days for days in (1, 2, 3, 7, 14, 28, 56)),
)
WEEK = 604_800.0
LOG_LADDER = (1.0, 10.0, 60.0, 600.0, 3_600.0, 21_600.0, 86_400.0, WEEK)


def user_colors(workload: Workload) -> np.ndarray:
    """[users] u1: index of a hue; OTHERS beyond the eight users with the most work (processor-seconds)."""
    jobs = workload.jobs
    area = np.bincount(jobs.user, weights=jobs.runtime * jobs.processors, minlength=workload.users)
    colors = np.full(len(area), OTHERS, np.uint8)
    ranked = np.argsort(-area, kind="stable")[:OTHERS]
    colors[ranked] = np.arange(len(ranked))
    return colors


def user_ids(workload: Workload) -> np.ndarray:
    """[users] i8: the number of each user in the file."""
    ids = np.zeros(workload.users, np.int64)
    ids[workload.jobs.user] = workload.jobs.user_id
    return ids


def user_labels(workload: Workload) -> list[str]:
    """[users] the name or number of each user as text for a figure."""
    return [safe(label) for label in user_names.user_labels(workload)]


def hue(index: int, scheme: str = "light") -> str:
    """The color of a hue's index; grey for OTHERS."""
    return HUES[index] if index < OTHERS else APART.get(index, GREY)[scheme]


def rgb(color: str) -> tuple[int, int, int]:
    """(red, green, blue) 0..255 of "#rrggbb"."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def faded(color: str, alpha: float) -> str:
    """A color with an opacity, as plotly wants it."""
    return "rgba({},{},{},{:g})".format(*rgb(color), alpha)


def outline(color: str, scheme: str = "light") -> str:
    """A stronger shade of a color: what separates touching bars and keeps narrow ones visible."""
    toward = 0 if scheme == "light" else 255
    return "#" + "".join(f"{round(0.6 * part + 0.4 * toward):02x}" for part in rgb(color))


def run_color(index: int, scheme: str = "light") -> str:
    """The tint of the run shown at that place."""
    return RUNS[scheme][index % len(DASHES)]


def run_line(index: int, scheme: str = "light") -> dict[str, Any]:
    """Color, dash and width of a run's line."""
    return {"color": run_color(index, scheme), "dash": DASHES[index % len(DASHES)], "width": 2.2}


def template(scheme: str = "light") -> dict[str, Any]:
    """The look of all figures."""
    return TEMPLATES[scheme]


def _template(scheme: str) -> dict[str, Any]:
    """A transparent look, so that the page's background shows."""
    clear, ink, faint = "rgba(0,0,0,0)", INK[scheme], FAINT[scheme]
    axis = {
        "gridcolor": faint,
        "linecolor": faint,
        "zeroline": False,
        "ticks": "outside",
        "exponentformat": "none",
        "separatethousands": True,
        "tickcolor": faint,
        "ticklen": 4,
        "title": {"standoff": 8, "font": {"size": 12}},
        "automargin": True,
    }
    return {
        "layout": {
            "separators": ".\u202f",
            "paper_bgcolor": clear,
            "plot_bgcolor": clear,
            "colorway": list(HUES),
            "font": {"family": FONT, "size": 12, "color": ink},
            "title": {
                "x": 0,
                "xref": "paper",
                "xanchor": "left",
                "y": 1,
                "yref": "container",
                "yanchor": "top",
                "pad": {"t": 8},
                "font": {"size": 14},
            },
            "margin": {"l": 64, "r": 16, "t": 34, "b": 46},
            "bargap": 0.06,
            "showlegend": False,
            "hoverlabel": {
                "bgcolor": BACKGROUND[scheme],
                "bordercolor": ink,
                "align": "left",
                "font": {"family": FONT, "size": 12, "color": ink},
            },
            "modebar": {"bgcolor": clear, "color": GREY[scheme], "activecolor": ink},
            "xaxis": axis | {"showgrid": False},
            "yaxis": axis,
        }
    }


TEMPLATES = {scheme: _template(scheme) for scheme in INK}


def graph_config() -> dict[str, Any]:
    """The config of every dcc.Graph: no request leaves the machine, and only two buttons."""
    return {
        "showSendToCloud": False,
        "displaylogo": False,
        "plotlyServerURL": "",
        "displayModeBar": "hover",
        "modeBarButtons": [["toImage", "resetScale2d"]],
        "doubleClick": "autosize",
        "responsive": True,
        "toImageButtonOptions": {"scale": 2, "filename": "queuescope"},
    }


def empty(sentence: str, scheme: str = "light") -> Figure:
    """A figure that says why there is nothing to see."""
    figure = Figure(layout={"template": template(scheme), "xaxis": {"visible": False}, "yaxis": {"visible": False}})
    figure.add_annotation(text=safe(sentence), showarrow=False, x=0.5, y=0.5, xref="paper", yref="paper")
    return figure


def safe(text: Any) -> str:
    """Text from data for a figure: plotly reads a little HTML, so no sign of it gets through."""
    return escape(str(text), quote=False)


def wrapped(text: Any, width: int = 18) -> str:
    """Text from data on lines of at most `width` characters, for a narrow margin; long words part before a slash."""
    parted = str(text).replace("/", "\0 /") if any(len(word) > width for word in str(text).split()) else str(text)
    return "<br>".join(safe(line.replace("\0 ", "").replace("\0", "")) for line in wrap(parted, width))


def step_for(span: float, wanted: int = 8) -> float:
    """Seconds between ticks: the smallest rung of the ladder with at most `wanted` ticks in the span."""
    least = max(span, 1e-9) / wanted
    if least > LADDER[-1]:
        return LADDER[-1] * math.ceil(least / LADDER[-1])
    if least > 0.5:
        return next(rung for rung in LADDER if rung >= least)
    power = 10.0 ** math.floor(math.log10(least))
    return next(rung * power for rung in (1, 2, 5, 10) if rung * power >= least)


def time_ticks(t0: float, t1: float, wanted: int = 8) -> tuple[list[float], list[str]]:
    """Positions and labels for an axis of seconds; frontend/gantt/ticks.js has the rule for zooming in the browser.

    A label has the unit of the step and the one above; what is larger stands in a second line where it changes.
    Ticks reach one span beyond either side, so that panning does not run out of them.
    """
    if not (math.isfinite(t0) and math.isfinite(t1) and t1 > t0):
        return [], []
    step, span = step_for(t1 - t0, wanted), t1 - t0
    ticks = [n * step for n in range(math.ceil((t0 - span) / step - 1e-9), math.floor((t1 + span) / step + 1e-9) + 1)]
    texts, before, inside = [], "", False
    for tick in ticks:
        small, large = tick_text(tick, step)
        enters = not inside and tick >= t0 - 1e-9 * span
        inside = inside or enters
        texts.append(f"{small}<br>{large}" if large and (large != before or enters) else small)
        before = large
    return ticks, texts


def tick_text(time: float, step: float) -> tuple[str, str]:
    """(label, what stands below it): 3 d 4 h 10 min at a step of 10 min is ("4 h 10 min", "3 d")."""
    sign = "-" if time < 0 else ""
    time = abs(time)
    if step >= WEEK:
        return f"{sign}{round(time / WEEK)} wk", ""
    if step < 1:
        whole = math.floor(time / 60 + 1e-12) * 60
        decimals = max(0, -math.floor(math.log10(step) + 1e-9))
        return f"{sign}{time - whole:.{decimals}f} s", sign + parts(whole, 60.0) if whole else ""
    position = next(place for place, (unit, _) in enumerate(UNITS) if step % unit == 0)
    above = UNITS[max(position - 1, 0)][0]
    cut = UNITS[position - 2][0] if position >= 2 else math.inf
    large = math.floor(time / cut) * cut if cut < math.inf else 0.0
    small = parts(time - large, min(above, UNITS[position][0])) or f"0 {UNITS[position][1]}"
    return sign + small, sign + parts(large, cut) if large else ""


def parts(seconds: float, least: float) -> str:
    """Whole days, hours, ... down to the unit of `least` seconds, zeros left out."""
    words, left = [], round(seconds)
    for unit, name in UNITS:
        if unit < least:
            break
        count, left = divmod(left, int(unit))
        words += [f"{count} {name}"] if count else []
    return " ".join(words)


def log_ticks(low: float, high: float) -> tuple[list[float], list[str]]:
    """Positions (log10 of seconds) and labels for a logarithmic axis of durations."""
    names = ("1 s", "10 s", "1 min", "10 min", "1 h", "6 h", "1 d", "1 wk")
    kept = [
        (math.log10(rung), name)
        for rung, name in zip(LOG_LADDER, names, strict=True)
        if low * 0.999 <= rung <= high * 1.001
    ]
    return [place for place, _ in kept], [name for _, name in kept]


def ratio_ticks(high: float) -> tuple[list[float], list[str]]:
    """Positions (log10) and labels 1, 2, 5, 10, ... of a logarithmic axis of ratios; 1, 10, 100 on long ones."""
    powers = range(max(1, math.ceil(math.log10(max(high, 1.0)))) + 1)
    steps = (1, 2, 5) if len(powers) <= 4 else (1,)
    values = [step * 10.0**power for power in powers for step in steps]
    return [math.log10(value) for value in values], [number(value) for value in values]


def log_axis(title: str, values: np.ndarray) -> dict:
    """An axis of logarithms around values above 0.

    It has labels at 1, 10, 100, ...; on short axes at 2, 5, 20, ... too; on very short ones at both ends, or between.
    """
    low, high = math.log10(np.min(values)), math.log10(np.max(values))
    room = max(0.08, 0.06 * (high - low))
    steps = (1,) if high > low + 3 else (1, 2, 5)
    values_of_ticks = [
        step * 10.0**power for power in range(math.floor(low - room), math.ceil(high + room)) for step in steps
    ]
    ticks = [tick for tick in values_of_ticks if low - room <= math.log10(tick) <= high + room]
    if len(ticks) < 2:  # labels of both ends, or one between them where they would touch
        ticks = [10**low, 10**high] if high - low > room else [10 ** ((low + high) / 2)]
    return {
        "title": {"text": title},
        "type": "log",
        "tickvals": ticks,
        "ticktext": [number(tick) for tick in ticks],
        "range": [low - room, high + room],
    }


def time_axis(
    t0: float, t1: float, extent: tuple[float, float], title: str = "time since the log's start", wanted: int = 8
) -> dict:
    """An axis of seconds with labels for people, held within the extent."""
    places, texts = time_ticks(t0, t1, wanted)
    return {
        "title": {"text": title},
        "range": [t0, t1],
        "tickmode": "array",
        "automargin": False,
        "tickvals": places,
        "ticktext": texts,
        "minallowed": extent[0],
        "maxallowed": extent[1],
    }


# Panels over the same time have the same margins, so that an instant is at the same place in all of them.
TIME_MARGIN = {"l": 88, "r": 18, "t": 34, "b": 64}


def group(workload: Workload) -> str:
    """What the time axes that move together have in common."""
    return workload.hash[:16]


def number(value: float, digits: int = 3) -> str:
    """A number for people: narrow spaces between thousands, at most `digits` significant digits below 1000."""
    if not math.isfinite(value):
        return "—"
    value = float(f"{value:.{digits}g}") if abs(value) < 1000 else value
    if abs(value) >= 1000 or value == int(value):
        return f"{round(value):,}".replace(",", "\u202f")
    return f"{value:.{digits}g}"


def percent(fraction: float) -> str:
    """83.1 %."""
    return f"{100 * fraction:.1f} %" if math.isfinite(fraction) else "—"


def whole_ticks(top: float, wanted: int = 4) -> dict[str, Any]:
    """Ticks of an axis of counts from 0 to `top`: whole numbers only."""
    power = 10.0 ** math.floor(math.log10(max(top / wanted, 1.0)))
    step = next(rung * power for rung in (1, 2, 5, 10) if rung * power * wanted >= top)
    return {"tick0": 0, "dtick": step}


def legend_below(entries: int, axis: int = 50) -> dict[str, Any]:
    """A legend at the bottom, one entry a line, and the margin for it and an axis of so many pixels."""
    return {
        "showlegend": entries > 0,
        "legend": {"x": 0, "y": 0, "yref": "container", "yanchor": "bottom", "tracegroupgap": 0},
        "margin": {"t": 16, "b": axis + (19 * entries + 8 if entries else 0)},
    }


def legend_on_top() -> dict[str, Any]:
    """A legend in a line above the chart, whose entries are words only: a click hides nothing."""
    return {
        "orientation": "h",
        "x": 0,
        "y": 1,
        "yref": "container",
        "yanchor": "top",
        "itemclick": False,
        "itemdoubleclick": False,
    }


def counted(count: float, noun: str) -> str:
    """1 job, 28 489 jobs; by the number as it is written, so 1.0004 is 1 job, too."""
    text = number(count)
    return f"{text} {noun}{'' if text == '1' else 's'}"


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Where to write labels that belong at `places`, in their order, `gap` apart or as far as there is room."""
    order, gap = np.argsort(places, kind="stable"), min(gap, (high - low) / max(1, len(places) - 1))
    moved = np.array(places, float)[order]
    for i in range(1, len(moved)):
        moved[i] = max(moved[i], moved[i - 1] + gap)
    if len(moved):
        moved[-1] = min(moved[-1], high)
    for i in range(len(moved) - 2, -1, -1):
        moved[i] = max(min(moved[i], moved[i + 1] - gap), low)
    result = np.empty(len(moved))
    result[order] = moved
    return result.tolist()


def rows(count: int, gap: float | None = None) -> list[tuple[float, float]]:
    """Domains of rows of panels from top to bottom; many rows lie closer, for what is between them needs no more."""
    gap = 0.0 if count < 2 else 0.28 / count if gap is None else gap
    head = 0.06  # for the name above a panel
    height = (1 - head - gap * (count - 1)) / count
    tops = [1 - head - row * (height + gap) for row in range(count)]
    return [(max(0.0, top - height), top) for top in tops]


def row_axis(row: int) -> str:
    """The y axis of a row as traces name it: y, y2, ..."""
    return "y" if row == 0 else f"y{row + 1}"


def last_row(domains: Sequence[tuple[float, float]]) -> str:
    """The y axis the shared x axis is anchored to."""
    return row_axis(len(domains) - 1)


def row_axes(domains: Sequence[tuple[float, float]], axis: dict, title: str) -> dict:
    """A y axis per row, the same for all."""
    return {
        row_axis(row).replace("y", "yaxis"): axis | {"domain": list(domain), "title": {"text": title}}
        for row, domain in enumerate(domains)
    }
