"""A divisible load in an address, and in the fields of a form - read with suspicion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode

from flask import Flask, Response, redirect, request

from scheduler.errors import ParamError
from scheduler.exports.python_lines import IMPORT, call_arguments
from scheduler.topics.divisible.question import PARAMS, USED, Question, describe, question
from scheduler.topics.divisible.workers import LONGEST, PARTS, read, write

PATH = "/divisible"
FORMER = "/lessons"  # where this page was; links to it go on working
MOST_ROWS = 20  # workers on the page
MOST = LONGEST + 2_000  # characters of an address that are read
PARAM_OF = {param.name: param for param in PARAMS}
USUAL = question()


def register(server: Flask) -> None:
    """Lead former links to this page, and those without a load to the lessons."""

    @server.get(FORMER)
    def former() -> Response:
        load = request.query_string.decode("utf-8", "replace")
        return redirect(f"{PATH}?{load}" if load else "/learn")  # type: ignore[return-value]


def asked(search: str | None) -> tuple[Question, str]:
    """(question, what could not be read) of "?workers=1/4,2/2&load=6"; what is unknown is passed over."""
    problems, words = [], {}
    for name, values in parse_qs((search or "").lstrip("?")[:MOST], max_num_fields=None).items():
        if name in PARAM_OF:
            try:
                words[name] = PARAM_OF[name].check(values[0])
            except ParamError as error:
                problems.append(str(error))
    try:
        load_question = few(question(words))
    except ParamError as error:
        return USUAL, " ".join([*problems, str(error), "Here is an example instead."])
    return load_question, " ".join([*problems, "What is usual stands in its place."] if problems else [])


def python(search: str) -> list[str]:
    """The lines of Python that distribute the load of an address and draw its chart; only what is not usual is said."""
    return [IMPORT, f"load = qs.divisible({call_arguments(describe(asked(search)[0].asked))})", "load.figure().show()"]


def few(load_question: Question) -> Question:
    """The question itself.  Raises ParamError where it has more workers than the page has rows for."""
    count = len(read(load_question.asked["workers"]))
    if count > MOST_ROWS:
        raise ParamError(f"workers names {count} workers; this page shows at most {MOST_ROWS}, the command line more.")
    return load_question


def address(asked: Mapping[str, Any]) -> str:
    """The address of a question's words; nothing behind it where all are the defaults."""
    words = short(describe(asked))
    return PATH + ("?" + urlencode(words, safe="/,") if words else "")


def short(words: Mapping[str, Any]) -> dict[str, str]:
    """The words as text without anything that is not needed."""
    return {
        name: f"{value:.12g}" if isinstance(value, float) else str(value).replace(" ", "")
        for name, value in words.items()
    }


def of_form(fields: Mapping[str, Any], cells: Sequence[tuple[Any, Any, Any]]) -> Question:
    """The question of a form: its fields by name, and of each worker (row, part, value).  Raises ParamError."""
    words = {
        name: value
        for name, value in fields.items()
        if name in PARAM_OF and name != "workers" and (value not in (None, "") or wanted(name, fields))
    }
    shared = words.get("platform") in ("bus", "tree")
    return few(question(words | {"workers": workers(cells, shared)}))


def wanted(name: str, fields: Mapping[str, Any]) -> bool:
    """Whether a field must not be empty: it is asked, and nothing is not an answer."""
    if name in ("degree", "height"):
        return fields.get("platform") == "tree"
    others = {word for mode, words in USED.items() if mode != fields.get("mode") for word in words}
    return name not in others and PARAM_OF[name].default is not None


def workers(cells: Sequence[tuple[Any, Any, Any]], shared: bool = False) -> str:
    """The workers of a form as text; shared: all have the link of the first."""
    texts: dict[int, dict[str, str]] = {}
    for row, part, value in cells:
        if isinstance(row, int) and part in PARTS:
            text = "" if value is None else str(value)[:40]
            texts.setdefault(row, {})[part] = text.replace(",", " ").replace("/", " ")
    lines = [
        "/".join(texts[row].get(part, "") or ("0" if part == "latency" else "?") for part in PARTS)
        for row in sorted(texts)
    ]
    if shared:
        lines = lines[:1] + [line.split("/")[0] for line in lines[1:]]
    return clean(", ".join(lines))


def clean(text: str) -> str:
    """The same workers as short as they are written everywhere; as it is, where they do not read."""
    try:
        return write(read(text))
    except ParamError:
        return text
