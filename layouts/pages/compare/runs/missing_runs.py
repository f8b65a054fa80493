"""A link to what this server does not have: which file it needs, where to drop it, and the same comparison of it.

The file that arrives is held against the hash in the link, loaded with the options of the link, and the runs are
simulated again.  A generated log and a sample are on every server: their comparison is made again without asking.  A
link that does not say where its runs come from is told so in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, dcc, html, no_update, set_props

from layouts import ids, theme
from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.frame.controls import sentence
from layouts.pages.compare.runs import changed_workload, run_list
from layouts.state import link, origin
from layouts.state.link import Link
from layouts.state.missing_file import short_hash, wanted
from layouts.state.origin import Origin
from scheduler.errors import QueuescopeError
from scheduler.fingerprint import fingerprint
from scheduler.program_files import made_by
from scheduler.results import sources
from scheduler.results.queue.runs import Status

TICK = 300  # ms
DECIDES = "scheduler.simulate"  # whose sources decide a run
EXCERPT = 40  # characters of a run that does not read


class Went(NamedTuple):
    """What came of it: work to be done, where to go, what to say."""

    request: Any = no_update
    href: Any = no_update
    message: Any = None


def origin_fields(services: Services, asked: Link, workload: str) -> dict[str, str]:
    """The parts of the address that say where the runs come from; those of the link where the workload is not here."""
    if not workload:
        return origin.fields(asked.origin)
    states = [services.runs.status(key) for key in asked.runs]
    specs = [run_list.spec_of(services, key, status) for key, status in zip(asked.runs, states, strict=True)]
    try:
        recorded_origin = origin.of_records(services.store.workload_record(workload), specs)
    except QueuescopeError:
        return origin.fields(asked.origin)
    if recorded_origin and asked.origin and not recorded_origin.runs:  # nobody here knows the runs, the link does
        recorded_origin = replace(recorded_origin, runs=asked.origin.runs)
    return origin.fields(recorded_origin)


def head(services: Services, asked: Link, workload: str) -> Any:
    """What stands below the heading: the workload, or what of the link is missing and what to do about it."""
    if workload or asked.bad or not (asked.workload or asked.runs):
        line = run_list.head(services, asked)
        return html.Div([line, *beside]) if (beside := of_the_runs(services, asked, workload)) else line
    if asked.origin is None:
        return sentence(
            f"{nameless(asked)} Open the log again on the Workload page and simulate the policies there, "
            "or ask for the file whoever sent the link.",
            "warning",
        )
    if asked.origin.unread:
        return unread(asked.origin)
    if source_here(asked.origin) is not None:
        return remade(asked.origin, bool(asked.load))
    return panel(asked.origin, bool(asked.load))


def unread(needed: Origin) -> Any:
    """Why no run of a link can be made again: one of them does not read."""
    return sentence(
        f"The link asks for a run {needed.unread[:EXCERPT]!r}, which does not read; wanted: a policy and "
        "its parameters, such as easy*order:sjf. Open the log on the Workload page and add the run there.",
        "warning",
    )


def of_the_runs(services: Services, asked: Link, workload: str) -> list[Any]:
    """What is to be said of runs whose workload is here: that some are gone, or of another version of the program."""
    gone = [key for key in asked.runs if services.runs.status(key).state == "unknown"]
    if gone and workload and asked.origin and (asked.origin.unread or asked.origin.runs):
        return [unread(asked.origin) if asked.origin.unread else again(len(gone))]
    others = list(filter(None, (other_version(services, key) for key in asked.runs if key not in gone)))
    return [older(others[0], len(others), bool(asked.origin and asked.origin.runs))] if others else []


def other_version(services: Services, key: str) -> str:
    """Which version of the program computed a run, where its sources decided otherwise than those of this one."""
    if not services.store.has_run(key):
        return ""
    record = services.store.record(key)
    ours = (record.get("spec") or {}).get("do") == "simulate" and record.get("fingerprint") != fingerprint(DECIDES)
    return str(record.get("made_by") or "a version that did not say its name") if ours else ""


def older(version: str, count: int, can_be_made: bool) -> html.Div:
    """That runs of a link were computed by another version, and a way to compute them by this one."""
    button = dmc.Button("Simulate them by this version", id=ids.MISSING_RUNS, size="compact-md", variant="default")
    return html.Div(
        [
            dcc.Interval(id=ids.MISSING_TICK, interval=TICK, disabled=True),
            html.P(
                f"{theme.counted(count, 'run')} of this link {'was' if count == 1 else 'were'} computed by another "
                f"version ({version}) than this server has ({made_by()}); by this one the numbers may differ."
            ),
            button if can_be_made else None,
            html.Div(id=ids.MISSING_MESSAGE, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-card",
    )


def source_here(needed: Origin) -> dict[str, Any] | None:
    """The source of a log that every server has: a generator with its parameters and seed, or a sample."""
    if needed.model is not None:
        return {
            "kind": "generate",
            "generator": needed.model.policy,
            "params": dict(needed.model.params),
            "seed": needed.model.seed or 0,
        }
    if needed.name not in {one.name for one in sources.samples()}:
        return None
    digest = sha256(sources.path_of("sample", needed.name).read_bytes()).hexdigest()
    return {"kind": "sample", "name": needed.name} if needed.matches(digest) else None


def remade(needed: Origin, loading: bool) -> html.Section:
    """What is made again on the spot, and how far that is."""
    of = (
        f"the model {needed.model.policy.replace('_', ' ')} with seed {needed.model.seed or 0}"
        if needed.model
        else f"the sample {needed.name}"
    )
    runs = theme.counted(len(needed.runs), "run")
    clock = (
        dcc.Interval(id=ids.MISSING_TICK, interval=TICK)
        if loading
        else dcc.Interval(id=ids.MISSING_MAKE, interval=1, max_intervals=1)
    )
    return html.Section(
        [
            html.H2("This comparison is made again here"),
            html.P(
                f"It compares {runs} of {theme.counted(needed.jobs, 'job')} of {of}. This server makes them from what "
                "the link says."
            ),
            html.Div(id=ids.MISSING_MESSAGE, role="status", **{"aria-live": "polite"}),
            clock,
        ],
        className="qs-card",
        **{"aria-label": "A comparison that is made again"},
    )


def nameless(asked: Link) -> str:
    """What an old link is missing."""
    which = f"workload {asked.workload[:8]}…" if asked.workload else f"run {asked.runs[0][:8]}…"
    return f"The {which} of this link is not kept on this server, and the link does not say which file it was made of."


def panel(needed: Origin, loading: bool) -> html.Section:
    """Which file it is, and a place to drop it; while it is read how far that is."""
    runs = f" and simulates its {theme.counted(len(needed.runs), 'run')} again" if needed.runs else ""
    here = on_server(needed)
    place = [
        html.Label(
            [
                html.B(f"Drop {needed.name} anywhere on the page, or choose it"),
                html.Span("plain, or packed with gzip, xz or zstd", className="qs-soft"),
            ],
            htmlFor="file",
        ),
        html.Span(id="file-place"),
        dmc.Button(f"Take {here[1]} of this server", id=ids.MISSING_HERE, variant="default") if here else None,
    ]
    return html.Section(
        [
            html.H2(f"This link needs the file {needed.name}"),
            html.P(
                f"It compares {theme.counted(needed.jobs, 'job')} of that log (sha256 {short_hash(needed.sha256)}), "
                f"and their workload is not kept on this server. With the file it opens the same comparison{runs}."
            ),
            html.Div(place, className="qs-drop", hidden=loading),
            html.Div(id=ids.MISSING_MESSAGE, role="status", **{"aria-live": "polite"}),
            *([dcc.Interval(id=ids.MISSING_TICK, interval=TICK)] if loading else []),
        ],
        className="qs-card",
        **{"aria-label": "A file that is missing"},
    )


def on_server(needed: Origin) -> tuple[str, str] | None:
    """(kind, name) of a sample or log of this server that is called like the file; its hash is checked later."""
    files = [("sample", one.name) for one in sources.samples()] + [("log", name) for name in sources.logs()]
    return next(((kind, name) for kind, name in files if name.rsplit("/", 1)[-1] == needed.name), None)


def again(count: int) -> html.Div:
    """Runs that are gone while their workload is here."""
    clock = dcc.Interval(id=ids.MISSING_TICK, interval=TICK, disabled=True)  # until workloads are made for them
    return html.Div(
        [
            clock,
            html.P(
                f"{theme.counted(count, 'run')} of this link {'is' if count == 1 else 'are'} not kept on "
                "this server (any more); the link says how to make them again."
            ),
            dmc.Button("Simulate them again", id=ids.MISSING_RUNS, size="compact-md"),
            html.Div(id=ids.MISSING_MESSAGE, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-card",
    )


def register(app: Dash, services: Services) -> None:
    """Follow the load of the file, then open the comparison."""
    outputs = [
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.MISSING_MESSAGE, "children", allow_duplicate=True),
    ]

    @app.callback(*outputs, Input(ids.MISSING_TICK, "n_intervals"), State(ids.URL, "search"), prevent_initial_call=True)
    def follow(_ticks: Any, search: Any) -> tuple:
        asked = link.read(search)
        return tuple(followed(services, asked) if asked.load else opened(services, asked, asked.workload))

    @app.callback(*outputs, Input(ids.MISSING_HERE, "n_clicks"), State(ids.URL, "search"), prevent_initial_call=True)
    def take(clicks: Any, search: Any) -> tuple:
        asked = wanted(services, "/compare", search)
        here = on_server(asked.origin) if clicks and asked and asked.origin else None
        return tuple(
            loaded(services, asked, {"kind": here[0], "name": here[1]}) if asked and here else Went(message=no_update)
        )

    @app.callback(*outputs, Input(ids.MISSING_MAKE, "n_intervals"), State(ids.URL, "search"), prevent_initial_call=True)
    def make(_ticks: Any, search: Any) -> tuple:
        asked = wanted(services, "/compare", search)
        source = source_here(asked.origin) if asked and asked.origin and not asked.load else None
        return tuple(loaded(services, asked, source) if asked and source else Went(message=no_update))

    @app.callback(*outputs, Input(ids.MISSING_RUNS, "n_clicks"), State(ids.URL, "search"), prevent_initial_call=True)
    def simulate(clicks: Any, search: Any) -> tuple:
        asked = link.read(search)
        if not clicks:
            return tuple(Went(message=no_update))
        set_props(ids.MISSING_TICK, {"disabled": False})
        return tuple(opened(services, asked, asked.workload, again=True))


def loaded(services: Services, asked: Link, source: Mapping[str, Any]) -> Went:
    """Load a log that this server has in the place of the file."""
    assert asked.origin is not None
    if asked.origin.unread:
        return Went(message=unread(asked.origin))
    reading = {"reading": dict(asked.origin.reading)} if asked.origin.reading else {}
    started = start(services, [load_spec({**source, **reading}, asked.origin.options)])
    if started.problem:
        return Went(message=sentence(started.problem, "error"))
    return Went(started.request, "/compare" + link.write(replace(asked, load=started.keys[0])))


def followed(services: Services, asked: Link) -> Went:
    """How far the load is; when it is over, the comparison."""
    status = services.runs.status(asked.load)
    if run_list.active(status):
        return Went(message=run_list.progress(status))
    if status.state != "done":
        return Went(message=sentence(f"{status.message} Drop the file again.", "error"))
    try:
        return opened(services, asked, services.runs.result(asked.load))
    except QueuescopeError as error:
        return Went(message=sentence(str(error), "error"))


def opened(services: Services, asked: Link, workload: str, again: bool = False) -> Went:
    """Start the runs of the link on that workload and go there, once their own workloads are made.

    The rest of the link stays.  again: whether what failed before is tried once more.
    """
    needed = asked.origin
    if needed is None:
        return Went(message=sentence("The link does not say how its runs were made.", "warning"))
    if needed.unread:
        return Went(message=unread(needed))
    try:
        record = services.store.workload_record(workload)
        if not needed.matches(str(record["trace_sha256"])):
            return Went(
                message=sentence(
                    f"The file {record['name']} (sha256 {short_hash(record['trace_sha256'])}) is not the one this link "
                    f"needs, {needed.name} (sha256 {short_hash(needed.sha256)}).",
                    "error",
                )
            )
        changes = [
            spec for one in needed.runs if (spec := changed_workload.change_spec(services, workload, one.changes))
        ]
        states = [services.runs.status(services.runs.key(spec)) for spec in changes]
        if any(status.state != "done" for status in states):
            return changing(services, changes, states, again)
        wanted_runs = [
            run_spec(changed_workload.workload_with(services, workload, one.changes), one.policy, one.params, one.seed)
            for one in needed.runs
        ]
    except QueuescopeError as error:
        return Went(message=sentence(str(error), "error"))
    started = start(services, wanted_runs)
    if started.problem:
        return Went(message=sentence(started.problem, "error"))
    base = asked.baseline if asked.baseline < len(started.keys) else 0
    new_link = replace(asked, load="", workload=workload, runs=started.keys, baseline=base)
    return Went(started.request, "/compare" + link.write(new_link))


def changing(services: Services, changes: Sequence[Mapping[str, Any]], states: Sequence[Status], again: bool) -> Went:
    """How far the workloads are that runs of the link are on; those that nobody has asked for are asked for.

    states: of each change; at least one is not done.
    """
    left = [(spec, status) for spec, status in zip(changes, states, strict=True) if status.state != "done"]
    fresh = [spec for spec, status in left if not run_list.active(status) and (again or status.state == "unknown")]
    if fresh:
        started = start(services, fresh)
        return Went(started.request, message=sentence(started.problem, "error") if started.problem else no_update)
    status = next((status for _, status in left if not run_list.active(status)), left[0][1])
    return Went(
        message=run_list.progress(status, "Progress of the changed workload")
        if run_list.active(status)
        else sentence(f"{status.message} Ask for the runs again.", "error")
    )
