"""The charts of a divisible load: who receives, computes and returns when; and who is fed how fast for ever.

What is done is told by color, by pattern and by place: computing is plain and in the lower, thick lane of a worker,
messages to it are hatched and results crossed, in the upper, thin lane.  The first row is the port of the master.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from layouts import theme
from layouts.figures import Figure, Trace, bar, lay_out
from scheduler.topics.divisible.answer import Answer
from scheduler.topics.divisible.platform import MASTER, Star
from scheduler.topics.divisible.timeline import COMPUTE, RETURN, SEND, Piece, Timeline

PORT = "master's port"
MOST_ROWS = 40
MOST_PIECES = 4_000
PORT_THICK = 0.4
ROW, EDGES = 34, 140  # px


class Kind(NamedTuple):
    """How a kind of piece looks.  lane: where in its row, rows being 1 high and down being more; and how thick."""

    words: str
    tint: int
    pattern: str
    lane: float
    thick: float


KINDS = {
    SEND: Kind("receives", 1, "/", -0.26, 0.22),
    COMPUTE: Kind("computes", 0, "", 0.13, 0.48),
    RETURN: Kind("returns the result", 2, "x", -0.26, 0.22),
}


def rows(timeline: Timeline) -> list[str]:
    """The names of the rows, from the top: the master's port, where there is a master, then everybody."""
    names = [PORT] if isinstance(timeline.platform, Star) else []
    return [*names, *timeline.platform.names][:MOST_ROWS]


def timeline_figure(timeline: Timeline, scheme: str = "light", noun: str = "units") -> Figure:
    """The figure of a timeline; noun: what its load is counted in."""
    names = rows(timeline)
    first = (
        len(names) - len(timeline.platform.names)
        if len(timeline.platform.names) < MOST_ROWS
        else int(isinstance(timeline.platform, Star))
    )
    chart = Figure()
    for kind, look in KINDS.items():
        some = [piece for piece in timeline.pieces if piece.kind == kind][:MOST_PIECES]
        if some:
            chart.add_trace(_bars(timeline, some, look, first, len(names), scheme, noun))
    end = timeline.completion
    chart.add_shape(
        type="line",
        x0=end,
        x1=end,
        y0=0,
        y1=1,
        yref="paper",
        line={"color": theme.INK[scheme], "dash": "dash", "width": 1.4},
    )
    chart.add_annotation(
        x=end,
        y=1,
        yref="paper",
        yanchor="bottom",
        xanchor="right",
        showarrow=False,
        text=f"over at {theme.number(end, 4)} s",
    )
    lay_out(
        chart,
        template=theme.template(scheme),
        barmode="overlay",
        hovermode="closest",
        showlegend=True,
        margin={"l": 96, "r": 18, "t": 56, "b": 48},
        uirevision=None,
        legend={"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top"},
        xaxis={"title": {"text": "time, s"}, "range": [0, 1.02 * end or 1.0], "showgrid": True},
        yaxis={
            "tickvals": list(range(len(names))),
            "ticktext": [theme.safe(name) for name in names],
            "range": [len(names) - 0.5, -0.5],
            "showgrid": False,
        },
    )
    return chart


def _bars(
    timeline: Timeline, some: Sequence[Piece], look: Kind, first: int, count: int, scheme: str, noun: str
) -> Trace:
    """The pieces of one kind; communications of the master stand in the row of its port, too."""
    color, ink = theme.run_color(look.tint, scheme), theme.BACKGROUND[scheme]
    placed = [(first + piece.worker, piece) for piece in some]
    placed = [(row, piece) for row, piece in placed if row < count]
    ports = [(0, piece) for piece in some] if first and look != KINDS[COMPUTE] else []
    lanes = [0.0] * len(ports) + [look.lane] * len(placed)
    placed = ports + placed
    return bar(
        orientation="h",
        name=look.words,
        y=[row + lane for (row, _), lane in zip(placed, lanes, strict=True)],
        base=[piece.begin for _, piece in placed],
        x=[piece.end - piece.begin for _, piece in placed],
        width=[PORT_THICK if lane == 0 else look.thick for lane in lanes],
        customdata=[_hover_text(timeline, piece, noun) for _, piece in placed],
        hovertemplate="%{customdata}<extra></extra>",
        marker={
            "color": color,
            "line": {"color": ink, "width": 1},
            "pattern": {
                "shape": look.pattern,
                "fillmode": "overlay",
                "fgcolor": ink,
                "fgopacity": 0.8,
                "size": 6,
                "solidity": 0.25,
            },
        },
    )


def _hover_text(timeline: Timeline, piece: Piece, noun: str) -> str:
    """What a piece is, for its hover text."""
    load = f"{theme.number(piece.load, 4)} {noun[:-1] if piece.load == 1 else noun}"
    what = {
        SEND: f"receives {load} from the {timeline.named(piece.partner)}",
        COMPUTE: f"computes {load}",
        RETURN: f"returns the result of {load}",
    }[piece.kind].replace("the worker", "worker")
    times = f"{theme.number(piece.begin, 4)} to {theme.number(piece.end, 4)} s"
    return f"{timeline.named(piece.worker)} {what}<br>{times}"


def rates_figure(solution: Answer, scheme: str = "light") -> Figure:
    """What each worker is fed in the steady state, and what it could compute more."""
    platform = solution.question.platform
    assert isinstance(platform, Star)
    names, color, clear = list(platform.names)[:MOST_ROWS], theme.run_color(0, scheme), "rgba(0,0,0,0)"
    fed, speed = solution.rates, [worker.speed for worker in platform.workers]
    chart = Figure(
        [
            bar(
                orientation="h",
                name="is fed",
                y=names,
                x=list(fed),
                marker={"color": color},
                hovertemplate="%{y} is fed %{x:,.4~r} units/s<extra></extra>",
            ),
            bar(
                orientation="h",
                name="could compute more",
                y=names,
                x=[most - rate for most, rate in zip(speed, fed, strict=True)],
                hovertemplate="%{y} could compute %{x:,.4~r} units/s more<extra></extra>",
                marker={
                    "color": clear,
                    "line": {"color": color, "width": 1.4},
                    "pattern": {"shape": "/", "fgcolor": color, "bgcolor": clear, "solidity": 0.18, "size": 7},
                },
            ),
        ]
    )
    lay_out(
        chart,
        template=theme.template(scheme),
        barmode="stack",
        bargap=0.4,
        showlegend=True,
        margin={"l": 96, "r": 18, "t": 34, "b": 48},
        legend={"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom", "traceorder": "normal"},
        xaxis={"title": {"text": "units per second"}, "showgrid": True, "rangemode": "tozero"},
        yaxis={"autorange": "reversed", "showgrid": False},
    )
    return chart


def height(count: int) -> int:
    """Pixels of a chart with so many rows."""
    return EDGES + ROW * max(count, 2)


def caption(timeline: Timeline, noun: str = "units") -> list[str]:
    """What the chart shows, in words, of this timeline."""
    taking = [load for load in timeline.computed if load > 0]
    messages = sum(piece.kind == SEND for piece in timeline.pieces)
    amount = f"{noun[:-1]} is" if timeline.load == 1 else f"{noun} are"
    sentences = [
        f"{theme.number(timeline.load, 4)} {amount} computed by {theme.counted(len(taking), 'worker')} after "
        f"{theme.counted(messages, 'message')}; all is over at {theme.number(timeline.completion, 4)} s."
    ]
    idle = len(timeline.computed) - len(taking)
    sentences += [f"{theme.counted(idle, 'worker')} {'gets' if idle == 1 else 'get'} nothing."] if idle else []
    sentences += [_busy(timeline)] if isinstance(timeline.platform, Star) else []
    if len(timeline.platform.names) + 1 > MOST_ROWS:
        sentences.append(f"Drawn are the first {MOST_ROWS} rows; the table has all.")
    return sentences


def _busy(timeline: Timeline) -> str:
    """How much of the time the port of the master is held."""
    busy = sum(piece.end - piece.begin for piece in timeline.pieces if piece.kind != COMPUTE)
    share = busy / timeline.completion if timeline.completion else 0.0
    stolen = sum(piece.kind == SEND and piece.partner != MASTER for piece in timeline.pieces)
    thefts = f"; {theme.counted(stolen, 'message')} carried what was stolen from workers" if stolen else ""
    return f"The port of the master is busy {theme.percent(share)} of the time{thefts}."


def steady_rows(solution: Answer) -> list[dict[str, Any]]:
    """The table of the steady state."""
    platform = solution.question.platform
    assert isinstance(platform, Star)
    return [
        {
            "worker": name,
            "fed (units/s)": rate,
            "speed (units/s)": worker.speed,
            "port of the master (%)": 100 * rate / worker.bandwidth,
        }
        for name, rate, worker in zip(platform.names, solution.rates, platform.workers, strict=True)
    ]
