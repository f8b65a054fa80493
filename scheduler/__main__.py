"""The command line: python -m scheduler COMMAND ...

Exit codes: 0 done; 1 a schedule failed its audit; 2 something is wrong with the call or the input, told in one
sentence on stderr; 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from scheduler import __version__
from scheduler.cli import all_commands
from scheduler.cli.output import say
from scheduler.command import Command
from scheduler.errors import AuditFailed, InputError, QueuescopeError
from scheduler.registry import find

PROGRAM = "python -m scheduler"
DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence and leaves it to main() how to end."""

    def error(self, message: str) -> NoReturn:
        """Raise InputError with argparse's own finding."""
        raise InputError(f"{message[:1].upper()}{message[1:]}; {self.prog} --help lists the options.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except AuditFailed as error:
        return _fail(f"The schedule failed its audit, so nothing was written: {error}", FAILED)
    except QueuescopeError as error:
        return _fail(str(error), WRONG)
    except MemoryError:
        return _fail(
            "This workload does not fit into the memory of this machine; take a part of it with --first.", WRONG
        )
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        return _fail(f"Cannot go on: {error.strerror or error}{where}.", WRONG)
    except BaseException as error:
        if not _is_interrupt(error):
            raise
        return _fail("Interrupted; nothing was written.", INTERRUPTED)


def _run(argv: list[str]) -> int:
    if not argv:
        raise InputError(f"Say what to do: {PROGRAM} {' | '.join(all_commands())}.")
    if argv[0] == "--version":
        say(f"Queuescope {__version__}")
        return DONE
    if argv[0] in ("-h", "--help"):
        say(overview())
        return DONE
    command = find(all_commands(), argv[0], "command")
    try:
        args = _parser(command).parse_intermixed_args(argv[1:])
    except SystemExit as end:  # --help has been printed
        return int(end.code or DONE)
    return command.run(args)


def _parser(command: Command) -> Parser:
    parser = Parser(
        prog=f"{PROGRAM} {command.key}",
        description=f"{command.title[:1].upper()}{command.title[1:]}.",
        allow_abbrev=False,
    )
    command.declare(parser)
    return parser


def overview() -> str:
    """The commands, one per line."""
    rows = [f"  {command.key:<12}{command.title}" for command in all_commands().values()]
    return "\n".join((f"usage: {PROGRAM} --version | COMMAND ... ; COMMAND --help lists its options", *rows))


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: one that comes while a class is made, as imports do, is wrapped in another."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _fail(sentence: str, code: int) -> int:
    """Tell it in one line, whatever the sentence quotes."""
    print(" ".join(sentence.split()), file=sys.stderr)
    return code


def begin(argv: Sequence[str] | None = None) -> int:
    """Run one command as a program; its exit code, unless it was interrupted: then the process ends here."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    code = main(argv)
    if code == INTERRUPTED:
        # sys.exit would let Python kill itself with SIGINT where the interrupt came through code of exec().
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(begin())
