"""The jobs that a program schedules: those that are open, those of a challenge, or a sample.

A choice is a text that stands in the address: open:KEY of a workload, challenge:NAME, or sample:NAME.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote

from dash import html

from layouts import theme
from layouts.frame.callbacks import Services, load_spec
from layouts.frame.openings import at_once, load_now
from layouts.words import slice_names
from scheduler.errors import InputError, QueuescopeError
from scheduler.results import sources, specs
from scheduler.topics.own_policy import foreign_run
from scheduler.topics.own_policy.challenges import Challenge, challenges

OPEN, CHALLENGE, SAMPLE = "open", "challenge", "sample"
LONGEST = 4_000  # characters of an address that are read


class Chosen(NamedTuple):
    """A workload that a program can schedule."""

    key: str
    name: str
    jobs: int
    processors: int


def groups(open_work: tuple[str, str] | None) -> list[dict[str, Any]]:
    """The list to choose from; open_work: (key, name) of the workload that is open."""
    opened = [{"value": f"{OPEN}:{key}", "label": name} for key, name in ([open_work] if open_work else [])]
    now = [{"group": "Open now", "items": opened}] if opened else []
    tasks = [{"value": f"{CHALLENGE}:{one.key}", "label": one.title} for one in challenges().values()]
    samples = [{"value": f"{SAMPLE}:{one.name}", "label": one.title} for one in sources.samples() if not one.shows]
    return [*now, {"group": "Challenges", "items": tasks}, {"group": "Samples", "items": samples}]


def first() -> str:
    """What is chosen where nothing else says so."""
    return f"{CHALLENGE}:{next(iter(challenges()))}"


def of_address(search: Any) -> str:
    """The choice that an address names; "" none."""
    fields = parse_qs((search if isinstance(search, str) else "").lstrip("?")[:LONGEST])
    if "w" in fields:
        return f"{OPEN}:{fields['w'][0]}"
    return fields.get("jobs", [""])[0][:120]


def address(choice: str) -> str:
    """The query of an address that names a choice."""
    kind, _, name = choice.partition(":")
    return f"?w={name}" if kind == OPEN else f"?jobs={quote(choice, safe=':')}"


def challenge_of(choice: Any) -> Challenge | None:
    """The challenge that is chosen; None where none is."""
    kind, _, name = str(choice).partition(":")
    return challenges().get(name) if kind == CHALLENGE else None


def workload_of(services: Services, choice: Any) -> Chosen:
    """The workload of a choice, made where it is not there yet.  Raises InputError, Refused, StoreError."""
    kind, _, name = str(choice)[:120].partition(":")
    if kind == OPEN:
        return described(services, name)
    challenge = challenge_of(choice)
    if challenge is not None:
        return of_seed(services, challenge, challenge.seed)
    if kind == SAMPLE:
        return of_source(services, {"kind": SAMPLE, "name": name}, {})
    raise InputError("There are no such jobs; choose some of the list.")


def of_seed(services: Services, challenge: Challenge, seed: int) -> Chosen:
    """The jobs of a challenge for a seed; raises as workload_of()."""
    return of_source(services, challenge.source(seed), challenge.options)


def of_source(services: Services, source: Mapping[str, Any], options: Mapping[str, Any]) -> Chosen:
    """The workload of a small source; raises as workload_of()."""
    spec = specs.check(load_spec(source, options), services.store)
    kept = services.store.loaded(specs.key(spec))
    if kept is None and not at_once(spec["source"]):
        raise InputError("These jobs take a while to read; open them on the Workload page first.")
    return described(services, kept or load_now(services, spec))


def described(services: Services, key: str) -> Chosen:
    """The workload of that key, where a program can schedule it; raises as workload_of()."""
    record = services.store.workload_record(key)
    foreign_run.check_supported(services.store.workload(key))
    return Chosen(key, slice_names.of_record(record), int(record["jobs"]), int(record["processors"]))


def state(services: Services, choice: Any) -> html.Div:
    """What was chosen, for readers and for frontend/own_policy/page.js; a sentence where it cannot be."""
    try:
        chosen = workload_of(services, choice)
    except QueuescopeError as error:
        return html.Div(str(error), className="qs-program-problem")
    challenge = challenge_of(choice)
    words = (
        challenge.goal
        if challenge
        else (f"{theme.counted(chosen.jobs, 'job')} on {theme.counted(chosen.processors, 'processor')}")
    )
    return html.Div(
        words,
        id="program-workload",
        **{"data-key": chosen.key, "data-jobs": str(chosen.jobs), "data-challenge": challenge.key if challenge else ""},
    )


def open_choice(services: Services, key: str) -> tuple[str, str] | None:
    """(key, name) of a workload that is open, where a program can schedule it."""
    try:
        chosen = described(services, key) if key else None
    except QueuescopeError:
        return None
    return (chosen.key, chosen.name) if chosen else None
