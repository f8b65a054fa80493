"""What happens to the server when files change, with one that only notes what is done to it; and a real process."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from developing import bundle, server_process, serving
from developing.serving import Session


class Noted:
    """Stands for a ServerProcess."""

    address = "http://127.0.0.1:1"

    def __init__(self):
        self.done: list[str] = []
        self.code: int | None = None
        self.ready = False
        self.questions = 0

    def start(self):
        self.done.append("start")

    def stop(self):
        self.done.append("stop")
        self.code = None

    def answers(self):
        self.questions += 1
        return self.ready

    def exit_code(self):
        return self.code


@pytest.fixture
def session(tmp_path) -> Session:
    """Of a program of two modules, a script and a style; the server runs."""
    for path in ("app.py", "layouts/theme.py", "layouts/frontend/main.js", "assets/language.css"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    mark = tmp_path / "mark"
    mark.touch()
    os.utime(mark, (0, 0))
    return Session(Noted(), mark, opens=False, root=tmp_path)


def save(session: Session, path: str, text: str) -> None:
    """Save a file, so that its time is another one, and let the session look."""
    file = session.root / path
    changed = file.stat().st_mtime_ns
    file.write_text(text)
    os.utime(file, ns=(0, changed + 1_000_000))
    session.look()


def is_told(session: Session) -> bool:
    """Whether pages are told to load themselves again; asked once."""
    if touched := session.mark.stat().st_mtime > 0:
        os.utime(session.mark, (0, 0))
    return touched


def test_nothing_happens_without_a_change(session):
    session.look()
    assert session.server.done == [] and not is_told(session)


def test_python_needs_a_new_server(session):
    save(session, "app.py", "x = 1")
    assert session.server.done == ["stop", "start"] and is_told(session)


def test_a_style_is_only_loaded_again(session):
    save(session, "assets/language.css", "p {}")
    assert session.server.done == [] and is_told(session)


def test_with_a_syntax_error_the_old_server_goes_on_until_all_is_python_again(session, capsys):
    save(session, "app.py", "x = = 1")
    assert "SyntaxError" in capsys.readouterr().out
    save(session, "layouts/theme.py", "y = 1")
    assert session.server.done == [] and not is_told(session)
    save(session, "app.py", "x = 1")
    assert session.server.done == ["stop", "start"] and is_told(session)


def test_a_script_is_built_and_the_page_loads_what_was_built(session, monkeypatch):
    def build(root: Path) -> str:
        (root / "assets" / "queuescope.js").write_text("built")
        return ""

    monkeypatch.setattr(bundle, "build", build)
    save(session, "layouts/frontend/main.js", "1")
    session.look()
    assert session.server.done == [] and is_told(session)


def test_without_node_a_script_that_changes_is_told_and_all_goes_on(session, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    save(session, "layouts/frontend/main.js", "1")
    assert "there is no Node" in capsys.readouterr().out
    assert session.server.done == [] and not is_told(session)


def test_a_server_that_ends_by_itself_is_started_by_the_next_change(session, capsys):
    session.server.code = 1
    session.look()
    assert "ended with code 1" in capsys.readouterr().out
    save(session, "app.py", "x = 1")
    assert session.server.done[-1] == "start"


def test_the_browser_is_opened_once_when_the_server_answers(session, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr(serving.webbrowser, "open", opened.append)
    session.opens = True
    session.look()
    assert opened == []
    session.server.ready = True
    session.look()
    session.look()
    assert opened == [session.server.address]


def test_without_a_browser_the_server_is_asked_all_the_same(session):
    session.look()
    assert session.server.questions == 1


def test_a_server_that_answers_is_interrupted_so_that_it_gives_back_what_it_has_in_hand(tmp_path):
    program = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *words): pass
try:
    HTTPServer(("127.0.0.1", int(sys.argv[2])), Answer).serve_forever()
except KeyboardInterrupt:
    open("given back", "w").close()
"""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = server_process.ServerProcess([sys.executable, "-c", program], tmp_path, port, {})
    server.start()
    while not server.answers():
        assert server.exit_code() is None
    server.stop()
    assert (tmp_path / "given back").exists()


def test_nothing_that_the_server_has_started_outlives_it(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    program = f"""
import subprocess
with open({str(pipe)!r}, "w") as file:
    subprocess.Popen(["sh", "-c", "trap '' INT TERM; echo started; while :; do sleep 9; done"], stdout=file)
subprocess.run(["sleep", "600"])
"""
    server = server_process.ServerProcess([sys.executable, "-c", program], tmp_path, 1, {})
    server.start()
    with pipe.open() as lines:
        assert lines.readline() == "started\n"
        server.stop()
        assert lines.read() == ""  # which ends when nobody is left who could write


def test_a_port_that_somebody_listens_on_is_taken():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        listening.listen()
        assert not server_process.is_free(port)
    assert server_process.is_free(port)


def test_the_settings_are_those_that_the_program_reads():
    from layouts.server import reload

    assert serving.SETTING == reload.SETTING
