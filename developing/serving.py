"""./dev without a command: the program runs, and after each change of a file the page in the browser shows it.

Python, and what Python reads, needs a new server; while a changed file is no Python the old one goes on.  Scripts are
built, and the page loads what was built.  The page is told by the time of a file (layouts/server/reload.py).
"""

from __future__ import annotations

import argparse
import signal
import time
import traceback
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from developing import bundle, hook, watching
from developing.environment import ROOT, python, say
from developing.server_process import ServerProcess, is_free

SETTING = "QUEUESCOPE_RELOAD"
PAUSE = 0.4  # s between two looks at the files


def serve(words: Sequence[str]) -> int:
    """Run the program and open it in the browser; pages show each change by themselves.  --port N, --no-open"""
    parser = argparse.ArgumentParser(prog="./dev", description=serve.__doc__, allow_abbrev=False)
    parser.add_argument("--port", type=int, default=8050)
    parser.add_argument("--no-open", action="store_true", help="open no browser")
    options = parser.parse_args(words)
    end_by_interrupt()
    command = [python(), "app.py"]
    hook.install()
    if not is_free(options.port):
        raise SystemExit(f"dev: port {options.port} is taken; another one: ./dev --port {options.port + 1}")
    with TemporaryDirectory(prefix="queuescope-dev-") as folder:
        mark = Path(folder) / "mark"
        server = ServerProcess(command, ROOT, options.port, {SETTING: str(mark)})
        Session(server, mark, opens=not options.no_open).run()
    return 0


def end_by_interrupt() -> None:
    """Closing the terminal, and kill, end ./dev as Ctrl-C does."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


class Session:
    """A server, and what is to be done with it when files change."""

    def __init__(self, server: ServerProcess, mark: Path, opens: bool, root: Path = ROOT):
        self.server, self.mark, self.opens, self.root = server, mark, opens, root
        self.files = watching.snapshot(root)
        self.unread: set[str] = set()  # changed, and not in the server that runs

    def run(self) -> None:
        """Serve until interrupted."""
        try:
            self.restart()
            while True:
                time.sleep(PAUSE)
                self.look()
        except KeyboardInterrupt:
            say("ending")
        finally:
            self.server.stop()

    def look(self) -> None:
        """See what has changed, and how the server is."""
        files = watching.snapshot(self.root)
        if paths := watching.changed(self.files, files):
            self.files = files
            self.follow(paths)
        if self.server.answers() and self.opens:  # asked in any case: how it is ended depends on it
            self.opens = False
            webbrowser.open(self.server.address)
        if (code := self.server.exit_code()) is not None:
            self.server.stop()
            say(f"the server has ended with code {code}; the next change starts it again")

    def follow(self, paths: set[str]) -> None:
        """Do what these changes need."""
        needed = watching.actions(paths)
        self.unread |= {path for path in paths if watching.action(path) == "restart"}
        if "build" in needed and (reason := bundle.build(self.root)):
            say(reason)
        if "restart" in needed:
            self.restart_unless_broken()
        elif "reload" in needed:
            self.mark.touch()
            say(f"{listed(paths)}: pages load themselves again")

    def restart_unless_broken(self) -> None:
        """Start the server again; not while a changed file is no Python."""
        if errors := watching.broken(self.root, self.unread):
            for error in errors.values():
                print("".join(traceback.format_exception_only(error)), end="", flush=True)
            say(f"{listed(errors)}: no new server before that is Python again")
            return
        say(f"{listed(self.unread)}: starting the server again")
        self.restart()

    def restart(self) -> None:
        """End the server, and start it with the sources as they are."""
        self.server.stop()
        self.unread.clear()
        self.mark.touch()  # pages ask again once the new server answers
        self.server.start()


def listed(paths: Sequence[str] | set[str] | dict[str, Exception]) -> str:
    """A file, or the first of several and how many there are more."""
    first, *more = sorted(paths)
    return f"{first} and {len(more)} more" if more else first
