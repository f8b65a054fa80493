"""Contents of pages are made once for everybody, and made anew when what they depend on changes."""

from __future__ import annotations

from threading import Event, Semaphore, Thread

import orjson
import pytest
from plotly.io.json import to_json_plotly

from layouts import ids, site
from layouts.frame import samples
from layouts.frame.contents import MOST, Content
from layouts.pages.workload import workload_page as workload
from layouts.server.plain_html import joined
from tests.cases.small_log import swf

HOSTS = ("localhost", "queue.example.org")


def written(content: object) -> dict:
    return orjson.loads(to_json_plotly([content]))[0]


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_HOSTS", HOSTS[1])
    return site.create_app(tmp_path / "home").server.test_client()


def asked(client, path: str, host: str) -> dict:
    """The components a browser is sent for a path."""
    listed = client.get("/_dash-dependencies", base_url=f"http://{host}").json
    known = next(one for one in listed if one["output"] == f"{ids.PAGE}.children")
    body = {
        "output": known["output"],
        "inputs": [{"id": ids.URL, "property": "pathname", "value": path}],
        "outputs": {"id": ids.PAGE, "property": "children"},
        "changedPropIds": [],
    }
    answer = client.post("/_dash-update-component", json=body, base_url=f"http://{host}")
    assert answer.status_code == 200
    return answer.json["response"][ids.PAGE]["children"]


def test_what_is_kept_of_a_page_is_the_page_by_whichever_name_it_is_asked_for(client):
    for path, page in site.PAGES.items():
        expected = {}
        for host in HOSTS:
            with client.application.test_request_context(base_url=f"http://{host}"):
                expected[host] = written(joined(page.layout()))
        for host in HOSTS * 2:
            assert asked(client, path, host) == expected[host], (path, host)
    assert asked(client, "/workload", HOSTS[0]) != asked(client, "/workload", HOSTS[1])


def test_a_log_that_is_added_while_the_server_runs_is_offered(client, tmp_path, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(tmp_path))
    for name in ("first.swf", "folder/second.swf"):
        assert name not in str(asked(client, "/workload", HOSTS[0]))
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(swf())
        assert name in str(asked(client, "/workload", HOSTS[0]))
    (tmp_path / "first.swf").unlink()
    assert "first.swf" not in str(asked(client, "/workload", HOSTS[0]))


def test_what_a_sample_tells_of_itself_is_read_again_when_its_file_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(samples, "SAMPLES", tmp_path)
    monkeypatch.setattr(workload.sources, "SAMPLES", tmp_path)
    content = Content(workload.layout, workload.depends_on)
    for lesson in ("Short jobs pass.", "Short jobs go first.", "Nobody does."):
        assert lesson not in str(written(content()))
        (tmp_path / "one.swf").write_text(f"; Lesson: {lesson}\n{swf()}")
        assert lesson in str(written(content()))


def test_a_page_is_made_once_while_many_ask_for_it():
    made, go, came = Semaphore(0), Event(), []

    def layout() -> list:
        made.release()
        assert go.wait(60)
        return ["here"]

    content = Content(layout, tuple)
    many = [Thread(target=lambda: came.append(written(content()))) for _ in range(6)]
    for thread in many:
        thread.start()
    assert made.acquire(timeout=60)
    go.set()
    for thread in many:
        thread.join(60)
    assert came == [["here"]] * 6
    assert not made.acquire(blocking=False)


def test_what_changes_while_a_page_is_made_is_not_kept():
    state = [0]

    def layout() -> list:
        before = state[0]
        state[0] = 1
        return [before]

    content = Content(layout, lambda: state[0])
    assert written(content()) == [0]
    state[0] = 0
    assert written(content()) == [0]  # made again: what was made during the change belongs to neither
    assert written(content()) == [1]


def test_of_one_page_few_contents_are_kept():
    state, made = [0], []
    content = Content(lambda: made.append(state[0]) or [state[0]], lambda: state[0])
    for state[0] in (*range(MOST + 1), *range(1, MOST + 1), 0):
        assert written(content()) == [state[0]]
    assert made == [*range(MOST + 1), 0]


def test_a_page_that_does_not_tell_what_it_depends_on_is_made_anew():
    made: list[int] = []
    content = Content(lambda: made.append(1) or len(made))
    assert [content(), content()] == [1, 2]
