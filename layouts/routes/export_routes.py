"""The addresses of what can be taken away: plain downloads of a run or of several, and figures turned into PDF.

    GET  /export/<keys>/<what>      keys: of up to six runs of one workload, with commas; what: one of KINDS
         ?users=yes                 with the users' numbers of the log; left out: numbered anew
         ?state=<address>           where they are shown (for the bundle)
    POST /export/<keys>/bundle.zip  the same bundle with figures: {"figures": {name: SVG}}
    GET  /export/workload/<key>/<what>  the jobs of a workload as a log: workload.swf, .csv, ...; ?users=yes
    GET  /export/workload/<key>/usage.csv   the usage report, whole; ?per=week,queue
    GET  /export/workload/<key>/accounts.csv    the tree of accounts with the users of each
    GET  /export/workload/<key>/beside.csv  how much another workload differs; ?other=<key>
    GET  /export/command.txt        the commands for the runs, or the workload, of an address: ?runs=... or ?w=...
    GET  /export/python.txt         the lines of Python for a figure of an address: ?page=/compare&figure=waits&runs=...
    GET  /export/recipe.toml        the recipes of the workloads of an address: ?w=..., ?w=...&other=... or ?runs=...
    GET  /export/colors.json        which light color stands for which dark one
    GET  /export/light/<figure>     the charts of a figure of Compare in light colors: ?runs=... as in its address
    POST /export/figure.pdf         an SVG figure as PDF

Everything is refused in one sentence before the first byte is sent.  What is sent is made in pieces and put into a file
first, so that whoever takes it slowly keeps nobody else from his export.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO

from flask import Flask, Response, jsonify, request

from layouts.frame.callbacks import Services
from layouts.pages.compare.runs.run_list import names
from layouts.routes import checked_svg, figure_pdf, light_figures, python_figure
from layouts.routes import light_figures as light_colors
from layouts.server.hosts import from_our_pages
from layouts.state import link
from layouts.state.link import MOST_RUNS
from scheduler.analysis.counterparts import apart, of_record
from scheduler.analysis.machine_over_time import steps_of
from scheduler.analysis.placement import place
from scheduler.analysis.workloads import two_workloads
from scheduler.errors import InputError, Refused, StoreError
from scheduler.exports import (
    chrome_trace,
    citation,
    command_line,
    evalys_csv,
    jobs_csv,
    recipe_text,
    rows_csv,
    swf_log,
    usage_csv,
    workload_log,
)
from scheduler.exports.bundle import Taken, files
from scheduler.exports.names import file_name
from scheduler.exports.packing import gzipped, zipped
from scheduler.model.workload import Workload
from scheduler.preparation import recipe
from scheduler.program_files import made_by
from scheduler.results.folders import room
from scheduler.results.keys import is_key

MEMORY, PIECE = 4 << 20, 1 << 18  # bytes of an export kept in memory, and sent at a time
MOST_FIGURES = 60
USAGE, ACCOUNTS, BESIDE = "usage.csv", "accounts.csv", "beside.csv"
ONE = ("jobs.csv", "evalys.csv", "log.swf.gz")  # of a single run
TYPES = {
    "gz": "application/gzip",
    "zip": "application/zip",
    "csv": "text/csv",
    "txt": "text/plain",
    "bib": "text/plain",
    "pdf": "application/pdf",
}
OTHER = "application/octet-stream"
LARGER: dict[str, int | None] = {"export": 3 * checked_svg.LARGEST, "export-pdf": checked_svg.LARGEST + 1}
NAMED = re.compile(r"[a-z0-9][a-z0-9._-]{0,80}\.svg")


def register(server: Flask, services: Services) -> None:
    """Add the routes to a server."""
    server.add_url_rule(
        "/export/<keys>/<what>",
        "export",
        lambda keys, what: _answered(lambda: _run(services, keys, what)),
        methods=["GET", "POST"],
    )
    server.add_url_rule(
        "/export/workload/<key>/<what>",
        "export-workload",
        lambda key, what: _answered(lambda: _workload(services, key, what)),
    )
    server.add_url_rule("/export/command.txt", "export-command", lambda: _answered(lambda: _command(services)))
    server.add_url_rule(
        "/export/python.txt",
        "export-python",
        lambda: _answered(
            lambda: _sentence(200, "\n".join([f"# {made_by()}", *python_figure.lines(services, request.args)]))
        ),
    )
    server.add_url_rule("/export/recipe.toml", "export-recipe", lambda: _answered(lambda: _recipe(services)))
    server.add_url_rule("/export/colors.json", "export-colors", lambda: jsonify(light_colors.palette()))
    server.add_url_rule(
        "/export/light/<figure>", "export-light", lambda figure: _answered(lambda: _light(services, figure))
    )
    server.add_url_rule("/export/figure.pdf", "export-pdf", lambda: _answered(lambda: _pdf(services)), methods=["POST"])


def _answered(answer: Callable[[], Response]) -> Response:
    """The answer, or in one sentence why there is none."""
    try:
        return answer()
    except Refused as error:
        busy = _sentence(503, str(error))
        busy.headers["Retry-After"] = "60"
        return busy
    except StoreError as error:
        return _sentence(404, str(error))
    except InputError as error:
        return _sentence(400, str(error))


def _sentence(status: int, text: str) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")


def _run(services: Services, keys: str, what: str) -> Response:
    if what not in KINDS:
        raise StoreError(f"There is no export {what[:40]!r}; there are {', '.join(KINDS)}.")
    taken = _taken(services, keys)
    if what in ONE and len(taken) > 1:
        raise InputError(f"{what} is of one run; {len(taken)} are named.")
    if request.method == "POST" and what != "bundle.zip":
        raise InputError("Figures go into bundle.zip only.")
    return _spooled(services, lambda: KINDS[what](services, taken, keys.split(",")), _called(taken, what))


def _workload(services: Services, key: str, what: str) -> Response:
    """The jobs of a workload as a log of another format, who used the machine, or how another workload differs."""
    names = (*workload_log.formats_written(), USAGE, ACCOUNTS, BESIDE)
    if what not in names:
        raise StoreError(f"There is no file {what[:40]!r} of a workload; there are {', '.join(names)}.")
    workload, users = _kept(services, key), _users()
    if what == BESIDE:
        second = request.args.get("other", "")
        other = _kept(services, second)
        both = recipe_text.pair_lines(_its_recipe(services, one) for one in (key, second))
        return _spooled(
            services,
            lambda: [(both + rows_csv.written(two_workloads.rows(workload, other))).encode()],
            f"{file_name(workload.name)}-{file_name(other.name)}-{what}",
        )
    if what == ACCOUNTS:
        lines = recipe_text.table_lines(_its_recipe(services, key))
        return _spooled(
            services, lambda: [usage_csv.accounts(workload, lines).encode()], f"{file_name(workload.name)}-{what}"
        )
    if what == USAGE:
        per = request.args.get("per", "").split(",")
        lines = recipe_text.table_lines(_its_recipe(services, key))
        return _spooled(
            services,
            lambda: [usage_csv.written(workload, per, lines).encode()],
            f"{file_name(workload.name)}-{file_name('-'.join(per))}-{what}",
        )
    its_recipe = recipe.of_record(services.store.workload_record(key))

    def content() -> list[bytes]:
        return [workload_log.written(workload, services.runs.trace(key), what, users, its_recipe)]

    return _spooled(services, content, f"{file_name(workload.name)}.{what}")


def _its_recipe(services: Services, key: str) -> str:
    """The whole text of the recipe of a workload; raises StoreError."""
    return recipe_text.of_record(services.store.workload_record(key))


def _kept(services: Services, key: str) -> Workload:
    """The workload of a key; raises StoreError."""
    if not is_key(key):
        raise StoreError(f"{key[:40]!r} is no key of a workload; open the log again.")
    return services.store.workload(key)


def _taken(services: Services, keys: str) -> list[Taken]:
    """The runs of these keys; raises StoreError, InputError."""
    asked = keys.split(",")
    if len(asked) > MOST_RUNS or len(set(asked)) < len(asked) or not all(map(is_key, asked)):
        raise StoreError(f"{keys[:40]!r} is no key of a run; wanted: up to {MOST_RUNS} different keys, with commas.")
    records = [services.store.record(key) for key in asked]
    workloads = [services.store.workload_record(record["workload"]) for record in records]
    for other in workloads[1:]:
        if (other["name"], other["jobs"]) != (workloads[0]["name"], workloads[0]["jobs"]):
            raise InputError(
                f"These runs are of {apart(of_record(workloads[0]), of_record(other))}; export each on its own."
            )
    return [
        Taken(name, record, workload, services.store.schedule(key))
        for name, record, workload, key in zip(names(records), records, workloads, asked, strict=True)
    ]


def _called(taken: list[Taken], what: str) -> str:
    """kth-sp2-1996-2.1-cln-easy-backfilling.trace.json.gz"""
    run = f"-{file_name(taken[0].name)}" if len(taken) == 1 else f"-{len(taken)}-runs"
    return f"{file_name(str(taken[0].workload['name']))}{run}.{what}"


def _spooled(services: Services, make: Callable[[], Iterable[bytes]], name: str) -> Response:
    """A download, made whole before it is sent, so that one that fails is answered by a sentence."""
    file = tempfile.SpooledTemporaryFile(MEMORY, dir=str(services.home))  # noqa: SIM115 - closed with the response
    try:
        with room():
            for piece in make():
                file.write(piece)
    except BaseException:
        file.close()
        raise
    length = file.tell()
    file.seek(0)
    response = Response(_read(file), mimetype=TYPES.get(name.rsplit(".", 1)[-1], OTHER))
    response.call_on_close(file.close)
    response.content_length = length
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Made-By"] = made_by()  # a table of CSV has no place for it
    return response


def _read(file: IO[bytes]) -> Iterator[bytes]:
    """The pieces of a file, which is closed with the last one."""
    with file:
        while piece := file.read(PIECE):
            yield piece


def _users() -> bool:
    return request.args.get("users") == "yes"


def _trace(services: Services, taken: list[Taken], keys: list[str]) -> Iterator[bytes]:
    def tables(run: Taken, key: str) -> chrome_trace.Traced:
        schedule = run.schedule
        return chrome_trace.Traced(
            run.name,
            schedule,
            services.store.derived(key, "places", place, schedule),
            services.store.derived(key, "steps", steps_of, schedule),
        )

    its_recipe = recipe_text.several(recipe_text.text(recipe.of_record(run.workload), _users()) for run in taken)
    return gzipped(
        chrome_trace.pieces([tables(run, key) for run, key in zip(taken, keys, strict=True)], _users(), its_recipe)
    )


def _log(services: Services, taken: list[Taken], keys: list[str]) -> Iterator[bytes]:
    trace = services.runs.trace(str(taken[0].record["workload"]))
    its_recipe = recipe_text.comment(recipe.of_record(taken[0].workload), _users())
    return gzipped(swf_log.pieces(trace, taken[0].schedule, _users(), its_recipe))


def _evalys(services: Services, taken: list[Taken], keys: list[str]) -> Iterator[bytes]:
    schedule = taken[0].schedule
    its_recipe = recipe_text.run_text(recipe.of_record(taken[0].workload), users=False)
    return evalys_csv.pieces(schedule, services.store.derived(keys[0], "places", place, schedule), its_recipe)


def _jobs(services: Services, taken: list[Taken], keys: list[str]) -> Iterator[bytes]:
    lines = recipe_text.run_lines(recipe.of_record(taken[0].workload), _users())
    return jobs_csv.pieces(taken[0].schedule, _users(), lines)


def _bundle(services: Services, taken: list[Taken], keys: list[str]) -> Iterator[bytes]:
    figures = _figures() if request.method == "POST" else {}
    return zipped(files(taken, _users(), _shown_at(), figures))


def _shown_at() -> str:
    """The address of the comparison, of what of it makes sense; empty where none was told."""
    state = link.read(request.args.get("state", "")[:2_000])
    return f"{request.url_root}compare{link.write(state)}" if state.runs else ""


def _figures() -> dict[str, bytes]:
    """The figures sent along, checked; raises InputError."""
    _of_our_pages()
    sent = request.get_json(silent=True)
    sent = sent.get("figures") if isinstance(sent, dict) else None
    if not isinstance(sent, dict) or len(sent) > MOST_FIGURES:
        raise InputError(f'Wanted: {{"figures": {{"name.svg": SVG}}}}, at most {MOST_FIGURES}.')
    if not all(NAMED.fullmatch(name) and isinstance(svg, str) for name, svg in sent.items()):
        raise InputError("A figure is named in small letters, digits, dots and dashes, and ends in .svg.")
    return {name: checked_svg.written(checked_svg.checked(svg.encode())) for name, svg in sent.items()}


def _of_our_pages() -> None:
    """Raise InputError for what another site sent."""
    if not from_our_pages():
        raise InputError("This address takes figures from the pages of this dashboard only.")


def _lines(services: Services, taken: list[Taken], keys: list[str]) -> Iterator[bytes]:
    yield "".join(f"{line}\n" for line in commands(taken)).encode()


def commands(taken: list[Taken]) -> list[str]:
    """The lines that make these runs again, each once."""
    lines = [
        line for run in taken for line in command_line.commands(run.record, run.workload, f"{file_name(run.name)}.csv")
    ]
    return list(dict.fromkeys(lines))


def _cited(services: Services, taken: list[Taken], keys: list[str]) -> Iterator[bytes]:
    yield citation.bibtex([str(run.record["policy"]) for run in taken]).encode()


KINDS: dict[str, Callable[[Services, list[Taken], list[str]], Iterator[bytes]]] = {
    "trace.json.gz": _trace,
    "jobs.csv": _jobs,
    "evalys.csv": _evalys,
    "log.swf.gz": _log,
    "bundle.zip": _bundle,
    "command.txt": _lines,
    "citation.bib": _cited,
}


def _command(services: Services) -> Response:
    """The commands of what an address shows: its runs, else its workload."""
    asked = link.read(request.query_string.decode(errors="replace"))
    if asked.runs:
        lines = commands(_taken(services, ",".join(asked.runs)))
    elif asked.workload:
        lines = list(command_line.looked_at(services.store.workload_record(asked.workload)))
    else:
        raise InputError("That address names no run and no workload.")
    return Response("".join(f"{line}\n" for line in lines), mimetype="text/plain")


def _recipe(services: Services) -> Response:
    """How the jobs of the workloads of an address are taken, as a file."""
    asked = link.read(request.query_string.decode(errors="replace"))
    other = request.args.get("other", "")
    keys = [str(services.store.record(key)["workload"]) for key in asked.runs] or [
        key for key in (asked.workload, other) if is_key(key)
    ]
    if not keys:
        raise InputError("That address names no workload.")
    records = [services.store.workload_record(key) for key in dict.fromkeys(keys)]
    response = Response(recipe_text.of_records(records), mimetype="application/toml")
    name = f"{file_name(str(records[0]['name']))}.recipe.toml"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _light(services: Services, figure: str) -> Response:
    """The charts of a figure of the runs of an address."""
    asked = link.read(request.query_string.decode(errors="replace"))
    return Response(light_figures.figures(services, figure, asked), mimetype="application/json")


def _pdf(services: Services) -> Response:
    _of_our_pages()
    svg = request.stream.read(checked_svg.LARGEST + 1)
    return _spooled(services, lambda: [figure_pdf.pdf(svg)], "figure.pdf")
