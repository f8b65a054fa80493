"""Where jobs come from: the trace a call names, and the workload options that simulate, audit and inspect share.

A trace is a path, `-` for standard input, or `--log NAME` for a file of the folder that QUEUESCOPE_TRACES names.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.cli.assignments import assigned
from scheduler.cli.files import STDIN, read
from scheduler.errors import FormatError, InputError
from scheduler.params import Param
from scheduler.program_files import folder
from scheduler.registry import find

if TYPE_CHECKING:
    from scheduler.model.trace import Trace
    from scheduler.model.workload import Workload
    from scheduler.model.workload_options import WorkloadOptions
    from scheduler.preparation.recipe import Recipe

LOGS = "QUEUESCOPE_TRACES"
SAMPLES = "sample_traces"


def options() -> dict[str, Param]:
    """The workload options by their field of WorkloadOptions, each under the name it has in a call."""
    from scheduler.model.workload_options import CALL_NAMES, OPTIONS

    return {name: replace(param, name=CALL_NAMES.get(name, name)) for name, param in OPTIONS.items()}


def declare_trace(parser: ArgumentParser) -> None:
    """Add TRACE, --log and the workload options to a command."""
    parser.add_argument(
        "trace", nargs="*", metavar="TRACE", help="a trace file, or several that are one log; - reads standard input"
    )
    declare_log(parser)
    declare_workload(parser)


def declare_log(parser: ArgumentParser) -> None:
    """Add --log and --reading to a command."""
    parser.add_argument("--log", metavar="NAME", help=f"a log of the folder {LOGS} names, in place of TRACE")
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="how the trace is read where it does not tell, such as submit=submit_time: the parameters "
        "of its format; may be repeated",
    )


def declare_workload(parser: ArgumentParser) -> None:
    """Add the workload options to a command."""
    group = parser.add_argument_group("workload options")
    group.add_argument(
        "--recipe",
        metavar="FILE",
        help="a recipe (TOML), or a table, log or figure "
        "of this program that holds one: how the log is read and which jobs are taken; options beside "
        "it replace its own",
    )
    for param in options().values():
        metavar = "|".join(param.choices) or param.name[0].upper()
        text = f"{param.default:g}" if isinstance(param.default, float) else param.default
        default = "" if param.default is None else f" (default: {text})"
        flag = "--" + param.name.replace("_", "-")
        group.add_argument(flag, metavar=metavar, help=param.help.replace("%", "%%") + default)


def trace_paths(args: Namespace) -> list[str]:
    """The files a call means, one log together; raises InputError for none, and where --log names another."""
    if len(args.trace) < 2:
        return [trace_path(args.trace[0] if args.trace else None, args.log)]
    if args.log:
        raise InputError(f"Both {len(args.trace)} traces and --log {args.log} are named; leave one out.")
    if len({Path(path).name for path in args.trace}) < len(args.trace) or STDIN in args.trace:
        raise InputError("The files of one log need different names, and none of them is standard input.")
    return list(args.trace)


def trace_path(trace: str | None, log: str | None) -> str:
    """The file a call means; raises InputError unless it names exactly one."""
    if (trace is None) == (log is None):
        raise InputError(
            "Name one trace: the path of a file, or --log NAME."
            if trace is None
            else f"Both a trace ({trace}) and --log {log} are named; leave one out."
        )
    return _here(trace) if trace is not None else _log_path(str(log))


def _here(path: str) -> str:
    """The path itself; that of a sample, sample_traces/NAME, also where the folder is not."""
    name = path.removeprefix(f"{SAMPLES}/")
    sample = folder(SAMPLES) / name
    return str(sample) if name != path and "/" not in name and not Path(path).exists() and sample.is_file() else path


def _log_path(name: str) -> str:
    from scheduler.formats import named_as_trace

    folder = os.environ.get(LOGS)
    if not folder:
        raise InputError(f"--log {name} needs a folder of logs; name one in the environment variable {LOGS}.")
    try:
        files = sorted(path for path in Path(folder).iterdir() if path.is_file())
    except OSError:
        raise InputError(f"The folder {folder!r} of {LOGS} cannot be read; name one that exists.") from None
    logs = {_short(path.name): str(path) for path in files if named_as_trace(path.name)}
    return find(logs, _short(name), "log")


def _short(name: str) -> str:
    """The name without what only says how the file is written."""
    from scheduler.formats import suffixes
    from scheduler.formats.reading.decompression import SUFFIXES

    for suffix in (*SUFFIXES.values(), *suffixes()):
        name = name.removesuffix(suffix)
    return name


def read_trace(paths: Sequence[str], reading: Iterable[str] = ()) -> Trace:
    """The trace in a file, or in several together, by what they begin with or are called; raises InputError.

    reading: texts of --reading, which say how it is read where it does not tell.
    """
    from scheduler.formats import parse
    from scheduler.formats.reading.several import archive, title

    files = {"standard input" if path == STDIN else Path(path).name: read(path) for path in paths}
    for name, content in files.items():
        if not content:
            raise FormatError(f"{name} is empty; wanted: a trace with at least one job.")
    name, content = next(iter(files.items())) if len(files) == 1 else (title(list(files)), archive(files))
    return parse(content, name, assigned(reading, "--reading"))


def workload_options(args: Namespace) -> WorkloadOptions:
    """The workload options of a call and its recipe; `args.reading` then begins with the reading of the recipe.

    Raises ParamError, with the name an option has in a call, InputError for the recipe, or WorkloadError.
    """
    from scheduler.preparation.dated_options import in_conditions
    from scheduler.preparation.recipe import Recipe

    params = options()
    call = {name: value for name, param in params.items() if (value := getattr(args, param.name)) not in (None, "")}
    recipe = Recipe() if args.recipe is None else _recipe(args.recipe)
    taken = replace(recipe.options, **{name: params[name].default for name in call})
    asked = {"where": taken.where, **recipe.dates, **call}
    checked = {name: params[name].check(value) for name, value in in_conditions(asked).items()}
    args.reading = [*(f"{name}={value}" for name, value in recipe.reading.items()), *getattr(args, "reading", ())]
    return replace(taken, **checked)


def _recipe(path: str) -> Recipe:
    """The recipe in a file, which may be a figure, a table or a log that holds one; raises InputError."""
    from scheduler.exports.reading_recipes import recovered
    from scheduler.preparation import recipe

    return recipe.read(recovered(read(path), path))


def recipe_of(args: Namespace, options: WorkloadOptions, trace: Trace) -> Recipe:
    """The recipe of a call, which the files that it writes hold."""
    from scheduler.preparation.recipe import Recipe

    return Recipe(assigned(args.reading, "--reading"), options, trace.name, trace.sha256)


def make_workload(trace: Trace, options: WorkloadOptions) -> Workload:
    """The workload of a trace with these options; raises WorkloadError."""
    from scheduler.preparation.build import workload

    return workload(trace, options)
