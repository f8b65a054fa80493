"""Below a path of another server: what is asked for there, and which addresses are answered."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask, jsonify, redirect, request, session

from layouts import site as program
from layouts.server import prefix
from layouts.server.prefix import address_pattern, below, of_setting, prefixed
from scheduler.errors import InputError

pytestmark = pytest.mark.core

LAB = "/lab/queuescope"


@pytest.mark.parametrize(
    ("text", "path"), [("", ""), ("/", ""), ("/queuescope", "/queuescope"), ("/lab/queuescope/", LAB), (" /a ", "/a")]
)
def test_a_prefix_is_a_path(text, path):
    assert of_setting(text) == path


@pytest.mark.parametrize(
    "text", ["queuescope", "https://example.org/q", "/a b", "//x", '/a"b', "/a/../b", "/" + "a" * 200]
)
def test_what_is_no_path_is_a_sentence(text):
    with pytest.raises(
        InputError, match=r"QUEUESCOPE_PREFIX is .*wanted: the path before all addresses, such as /queuescope"
    ):
        of_setting(text)


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ('{"href":"/compare?w=1"}', '{"href":"/lab/queuescope/compare?w=1"}'),
        ('{"href":"\\u002fcompare"}', '{"href":"/lab/queuescope\\u002fcompare"}'),
        ('{"source":"/picture/a","src":"/x"}', '{"source":"/lab/queuescope/picture/a","src":"/lab/queuescope/x"}'),
        ("<a href='/learn'><img src=\"/x\">", "<a href='/lab/queuescope/learn'><img src=\"/lab/queuescope/x\">"),
        ("src: url(/assets/inter.woff2)", "src: url(/lab/queuescope/assets/inter.woff2)"),
        *(
            (text, text)
            for text in (
                '{"href":"/lab/queuescope/compare"}',
                '{"href":"\\u002flab\\u002fqueuescope\\u002fx"}',
                '{"href":"//example.org/"}',
                '{"href":"#page","title":"/a"}',
                '{"href":"https://example.org/"}',
                '{"text":"href=\\"/x\\""}',
                '{"src":"data:image/png;base64,/9"}',
            )
        ),
    ],
)
def test_addresses_of_this_server_get_the_prefix_once(text, sent):
    pages = Flask(__name__)
    answer = prefixed(pages.response_class(text, mimetype="application/json"), LAB, address_pattern(LAB))
    assert answer.get_data(as_text=True) == sent
    assert int(answer.headers["Content-Length"]) == len(sent.encode())


@pytest.fixture
def client():
    """A small program below the prefix."""
    pages = Flask(__name__)
    pages.secret_key = "of a test"
    pages.config["SESSION_COOKIE_PATH"] = f"{LAB}/"

    @pages.get("/where")
    def where():
        session["seen"] = True
        return jsonify({"path": request.path, "root": request.script_root})

    @pages.get("/old")
    def old():
        return redirect("/where")

    pages.after_request(lambda answer: prefixed(answer, LAB, address_pattern(LAB)))
    pages.wsgi_app = below(pages.wsgi_app, LAB)
    return pages.test_client()


@pytest.mark.parametrize("address", [f"{LAB}/where", "/where"], ids=["the proxy keeps it", "the proxy takes it off"])
def test_a_request_loses_the_prefix(client, address):
    answer = client.get(address)
    assert answer.json == {"path": "/where", "root": LAB} and f"Path={LAB}/" in answer.headers["Set-Cookie"]


def test_redirects_stay_below_the_prefix(client):
    assert client.get(f"{LAB}/old").headers["Location"] == f"{LAB}/where"
    bare = client.get(LAB)
    assert (bare.status_code, bare.headers["Location"]) == (308, f"{LAB}/")


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(prefix.SETTING, LAB)
        patch.setenv("QUEUESCOPE_HOME", str(tmp_path_factory.mktemp("home")))
        yield program.create_app(tmp_path_factory.mktemp("store")).server.test_client()


def test_the_page_and_what_it_loads_lie_below_the_prefix(dashboard):
    page = dashboard.get(f"{LAB}/")
    text = page.get_data(as_text=True)
    config = text.partition('"requests_pathname_prefix":"')[2].partition('"')[0]
    assert config.replace("\\u002f", "/") == f"{LAB}/" and f"Path={LAB}/" in page.headers["Set-Cookie"]
    scripts = [part.split('"')[0] for part in text.split('<script src="')[1:]]
    assert len(scripts) > 5 and all(one.startswith(f"{LAB}/") and status(dashboard, one) == 200 for one in scripts)
    assert status(dashboard, f"{LAB}/no-such-page") == 404


def status(client, address):
    with client.get(address) as answer:
        return answer.status_code


def test_a_callback_is_told_the_path_of_the_page(dashboard):
    body = {
        "output": "page.children",
        "changedPropIds": ["url.pathname"],
        "state": [],
        "outputs": {"id": "page", "property": "children"},
        "inputs": [{"id": "url", "property": "pathname", "value": f"{LAB}/learn"}],
    }
    answer = json.dumps(dashboard.post(f"{LAB}/_dash-update-component", json=body).get_json())
    links = re.findall(r'"href": "(/[^"]*)', answer)
    assert any("/by-hand" in link for link in links) and all(link.startswith(f"{LAB}/") for link in links)
