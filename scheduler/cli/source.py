"""Where jobs come from: the trace a call names, and the workload options that simulate, audit and inspect share.

A trace is a path, `-` for standard input, or `--log NAME` for a file of the folder that QUEUESCOPE_TRACES names.
"""

from __future__ import annotations

import os
import zlib
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.cli.files import STDIN, read
from scheduler.errors import FormatError, InputError
from scheduler.params import Param
from scheduler.registry import find

if TYPE_CHECKING:
    from scheduler.model.trace import Trace
    from scheduler.model.workload import Workload
    from scheduler.model.workload_options import WorkloadOptions

LOGS = "QUEUESCOPE_TRACES"
HEAD = 65_536   # bytes of a file that a format looks at to know its own


def options() -> dict[str, Param]:
    """The workload options by their field of WorkloadOptions, each under the name it has in a call."""
    from scheduler.model.workload_options import CALL_NAMES, OPTIONS
    return {name: replace(param, name=CALL_NAMES.get(name, name)) for name, param in OPTIONS.items()}


def declare_trace(parser: ArgumentParser) -> None:
    """Add TRACE, --log and the workload options to a command."""
    parser.add_argument("trace", nargs="?", metavar="TRACE", help="a trace file; - reads standard input")
    declare_log(parser)
    declare_workload(parser)


def declare_log(parser: ArgumentParser) -> None:
    """Add --log to a command."""
    parser.add_argument("--log", metavar="NAME", help=f"a log of the folder {LOGS} names, in place of TRACE")


def declare_workload(parser: ArgumentParser) -> None:
    """Add the workload options to a command."""
    group = parser.add_argument_group("workload options")
    for param in options().values():
        metavar = "|".join(param.choices) or param.name[0].upper()
        shown = f"{param.default:g}" if isinstance(param.default, float) else param.default
        default = "" if param.default is None else f" (default: {shown})"
        flag = "--" + param.name.replace("_", "-")
        group.add_argument(flag, metavar=metavar, help=param.help.replace("%", "%%") + default)


def trace_path(trace: str | None, log: str | None) -> str:
    """The file a call means; raises InputError unless it names exactly one."""
    if (trace is None) == (log is None):
        raise InputError("Name one trace: the path of a file, or --log NAME." if trace is None else
                         f"Both a trace ({trace}) and --log {log} are named; leave one out.")
    return trace if trace is not None else _log_path(str(log))


def _log_path(name: str) -> str:
    folder = os.environ.get(LOGS)
    if not folder:
        raise InputError(f"--log {name} needs a folder of logs; name one in the environment variable {LOGS}.")
    try:
        files = sorted(path for path in Path(folder).iterdir() if path.is_file())
    except OSError:
        raise InputError(f"The folder {folder!r} of {LOGS} cannot be read; name one that exists.") from None
    logs = {_bare(path.name): str(path) for path in files if _known(path.name)}
    return find(logs, _bare(name), "log")


def _bare(name: str) -> str:
    """The name without what only says how the file is written."""
    for suffix in (".gz", *_suffixes()):
        name = name.removesuffix(suffix)
    return name


def _known(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(_suffixes())


def _suffixes() -> tuple[str, ...]:
    from scheduler.formats import all_formats
    return tuple(suffix for form in all_formats().values() for suffix in form.suffixes if suffix != ".gz")


def read_trace(path: str) -> Trace:
    """The trace in a file, by the format its name or its first bytes tell; raises InputError, FormatError."""
    from scheduler.formats import all_formats
    name, content = "standard input" if path == STDIN else Path(path).name, read(path)
    if not content:
        raise FormatError(f"{name} is empty; wanted: a trace with at least one job.")
    head, formats = _head(content), all_formats()
    bare = name.lower().removesuffix(".gz")
    for form in formats.values():
        if bare.endswith(form.suffixes):
            return form.read(content, name)
    for form in formats.values():
        if form.sniff(head):
            return form.read(content, name)
    raise FormatError(f"{name} reads as none of the formats known ({', '.join(formats)}); convert it to one of them.")


def _head(content: bytes) -> bytes:
    if not content.startswith(b"\x1f\x8b"):
        return content[:HEAD]
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(content[:HEAD], HEAD)
    except zlib.error:
        return b""


def workload_options(args: Namespace) -> WorkloadOptions:
    """The workload options of a call; raises ParamError, with the name an option has in a call, or WorkloadError."""
    from scheduler.model.workload_options import WorkloadOptions
    return WorkloadOptions(**{name: param.check(value) for name, param in options().items()
                              if (value := getattr(args, param.name)) is not None})


def make_workload(trace: Trace, options: WorkloadOptions) -> Workload:
    """The workload of a trace with these options; raises WorkloadError."""
    from scheduler.preparation.build import workload
    return workload(trace, options)
