"""What a request may bring: as many bytes as its route takes, and JSON that is not nested for ever."""

from __future__ import annotations

import io
import json

import pytest
from flask import Flask, jsonify, request
from hypothesis import given
from hypothesis import strategies as st

from layouts.routes import checked_svg
from layouts.server import bodies
from scheduler.errors import InputError, WorkloadError
from scheduler.formats import all_formats
from scheduler.preparation.build import workload
from scheduler.results import specs
from scheduler.results.store import Store
from scheduler.results.sweeps import plan
from tests.cases.small_log import is_one_sentence
from tests.cases.small_log import swf as small_swf

JSON = "application/json"
DEEP = 100_000


@pytest.fixture(scope="module")
def client():
    server = Flask("bodies")
    bodies.register(server, {"more": 64 << 20, "all": None})
    server.add_url_rule("/usual", "usual", lambda: jsonify(size=len(json.dumps(request.get_json()))), methods=["POST"])
    server.add_url_rule("/more", "more", lambda: jsonify(size=len(request.get_json())), methods=["POST"])
    server.add_url_rule("/all", "all", lambda: jsonify(size=len(request.stream.read())), methods=["POST"])
    return server.test_client()


def chunked(client, path: str, body: bytes, kind: str = JSON):
    """A request without Content-Length, as a server hands over chunks."""
    return client.post(
        path,
        input_stream=io.BytesIO(body),
        content_type=kind,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )


def test_a_large_request_is_refused_with_and_without_its_length(client):
    body = b"[" + b"0," * (bodies.MOST // 2) + b"0]"
    for answer in (client.post("/usual", data=body, content_type=JSON), chunked(client, "/usual", body)):
        assert answer.status_code == 413
        assert is_one_sentence(answer.text)
    text = json.dumps(["x" * (bodies.MOST + 1)])
    assert client.post("/more", data=text, content_type=JSON).json["size"] == 1
    assert client.post("/usual", data=text, content_type=JSON).status_code == 413
    assert chunked(client, "/all", body, "application/octet-stream").json["size"] == len(body)


@pytest.mark.parametrize(
    "body",
    [
        b"[" * DEEP,
        b"[" * DEEP + b"]" * DEEP,
        b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        b'"[[[[",' + b"[" * DEEP,
        '[1, "\u2200"]'.encode("utf-16"),
    ],
)
def test_nested_json_is_refused_before_it_is_parsed(client, body):
    answer = client.post("/usual", data=body, content_type=JSON)
    assert (answer.status_code, answer.mimetype) == (400, "text/plain")
    assert is_one_sentence(answer.text)


def test_what_pages_send_passes(client):
    said = {"inputs": [{"id": "a", "value": {"rows": [["[" * 500, '"\\"[[', "\\"]]}}]}
    assert client.post("/usual", json=said).json["size"] == len(json.dumps(said))
    assert client.post("/usual", data=b"9" * 5000, content_type=JSON).status_code == 400


@given(
    st.recursive(
        st.none() | st.text() | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=40,
    )
)
def test_depth_is_counted_outside_of_texts(value):
    def deep(one) -> int:
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        return isinstance(one, dict | list) + max(map(deep, inner), default=0)

    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    assert bodies.depth(bodies.TEXTS.sub(b"", text)) == deep(value)


def test_any_number_of_quotes_is_read_once():
    for text in (b'"' + b'\\"' * 2_000_000, b'"\\' * 2_000_000, b'"' * 4_000_001, b"\\" * 4_000_000):
        assert bodies.TEXTS.sub(b"", text) in (b"", b"\\" * len(text))


@pytest.mark.parametrize("part", [b"[],", b"{},", b"0,", b"null,", b'{"":0},'])
def test_small_parts_that_take_much_memory_are_counted(client, part):
    body = b"[" + part * 600_000 + b"0]"
    assert len(body) < bodies.MOST
    for path in ("/usual", "/more"):
        answer = client.post(path, data=body, content_type=JSON)
        assert answer.status_code == 413
        assert is_one_sentence(answer.text)


# ---- what is asked for ----------------------------------------------------------------------------------------------


def nested(kind: str):
    made = 0
    for _ in range(DEEP):
        made = [made] if kind == "list" else {"a": made}
    return made


@pytest.mark.parametrize("kind", ["list", "mapping"])
def test_a_specification_as_deep_as_it_likes_is_refused(tmp_path, kind):
    store, deep = Store(tmp_path), nested(kind)
    for spec in (
        deep,
        {"do": deep},
        {"do": "load", "source": {"kind": "generate", "generator": "poisson", "params": {"jobs": deep}}},
        {"do": "simulate", "workload": deep, "policy": deep},
        {"do": "replicas", "runs": [deep]},
    ):
        with pytest.raises(InputError, match=r"nested more than|nothing else can be asked") as refused:
            specs.check(spec, store)
        assert is_one_sentence(str(refused.value))


@pytest.mark.parametrize("value", ["[" * DEEP, "9" * 5_000, '{"a" = ' * 5_000])
def test_toml_that_does_not_end_is_refused(value):
    content = f"log = {value}\n".encode()
    with pytest.raises(InputError, match="no TOML file") as refused:
        plan.read(content, "plan")
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("key", ["MaxProcs", "MaxNodes", "UnixStartTime", "MaxRecords", "Queuescope-Campaigns"])
@pytest.mark.parametrize("value", ["9" * 5_000, "-" + "9" * 5_000, "9" * 19])
def test_a_header_number_of_thousands_of_digits_is_none(key, value):
    trace = all_formats()["swf"].read(f"; {key}: {value}\n{small_swf()}".encode(), "x.swf")
    assert trace.number(key) is None
    assert workload(trace, processors=64).platform.processors == 64


def test_a_size_of_the_machine_that_does_not_read_is_shown():
    line = "1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n"
    trace = all_formats()["swf"].read(f"; MaxProcs: {'9' * 5_000}\n{line}".encode(), "x.swf")
    with pytest.raises(WorkloadError, match=r"its header has MaxProcs '9{20}'; wanted: 1 to 10,000,000"):
        workload(trace)


# ---- drawings -------------------------------------------------------------------------------------------------------

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3in" height="2in">{}</svg>'


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("<g>" * 5_000 + "</g>" * 5_000, "lie more than 100 deep"),
        ("<g>" * DEEP, "lie more than 100 deep"),
        ("<g/>" * (checked_svg.MOST_ELEMENTS + 1), "more than 200,000 parts"),
        (f'<pattern id="a">{"<rect/>" * 200}</pattern>', "more than 100 parts"),
        (
            "".join(
                f'<pattern id="p{at}" width="1" height="1">{f"""<rect fill="url(#p{at + 1})"/>""" * 9}</pattern>'
                for at in range(30)
            ),
            "refers to another part",
        ),
        ('<pattern id="a" href="#b"/>', "refers to another part"),
        ('<mask id="a"><g style="mask: url(#b)"/></mask>', "refers to another part"),
        ('<clipPath id="a" clip-path="url(#b)"/>', "refers to another part"),
    ],
)
def test_a_drawing_that_grows_without_end_is_refused(inside, said):
    with pytest.raises(InputError, match=said):
        checked_svg.checked(SVG.format(inside).encode())
