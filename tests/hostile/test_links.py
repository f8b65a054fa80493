"""Links and headers that a stranger makes: every page and route answers or refuses them, cheaply, and none fails.

The names of parameters are those that the program reads anywhere, so a new one is among them by itself.
"""

from __future__ import annotations

import itertools
import logging
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from dash import Dash
from werkzeug.test import TestResponse

import queuescope
from layouts import site
from scheduler.results.store import Store
from tests.cases import callbacks
from tests.cases.callbacks import flat
from tests.cases.small_log import is_one_sentence
from tests.cases.width import width
from tests.conftest import REPOSITORY

SEARCH = "url.search"
READ = re.compile(r'(?:args\.get|fields\.get|\bget)\("([a-z][a-z0-9_]{0,12})"')
LONG = 3_000  # characters of a value
VALUES = (
    "9" * LONG,
    "-1",
    "1e999",
    "nan",
    "9" * 300 + "wk",
    "9999-99-99T99:99",
    "[" * LONG,
    "(" * 190,
    "not " * 45 + "user=1",
    "," * LONG,
    "1:" * (LONG // 2),
    "a-" * (LONG // 2),
    "0," * (LONG // 2),
    "/../" * 50,
    "\x00",
    "\ud800",
    "é" * 900,
    "=1+1",
    "<script>",
)
HEADERS = (
    {"Accept-Encoding": "gzip;q=0.1," * 400},
    {"Accept-Language": "a-b;q=0.1," * 400},
    {"Range": "bytes=" + "0-," * 1_500},
    {"If-None-Match": '"a",' * 1_500},
    {"If-Modified-Since": "9" * LONG},
    {"Cookie": "a=b;" * 1_000},
    {"Cookie": "session=" + ".eJ" + "A" * LONG},
    {"X-Forwarded-For": "1," * 1_500},
    {"X-Forwarded-Prefix": "/" * LONG},
    {"X-Class-Key": "x" * LONG, "X-Class-Token": "é" * 900},
    {"X-Numbers": "yes"},
    {"Content-Type": "multipart/form-data; boundary=" + "-" * LONG},
    {"Content-Type": "application/json; charset=" + "u" * 300},
    {"Content-Length": "9" * 18},
    {"User-Agent": "[" * LONG},
)
SECONDS = 2.0  # of the processor, for one answer
MOST_TIMES, USUAL = 100, 400_000  # bytes answered for a byte sent; bytes of what a page has anyway


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tmp_path_factory.mktemp("links"))


@pytest.fixture(scope="module")
def app(home: Path) -> Dash:
    made = site.create_app(home)
    made._setup_server()
    return made


@pytest.fixture(scope="module")
def compared(home: Path) -> str:
    """The link of a comparison that is there, which bad parameters are added to."""
    trace = queuescope.load(REPOSITORY / "sample_traces" / "five-jobs.swf", store=Store(home))
    return queuescope.compare(trace, ["fcfs", "easy"]).address


def parameters() -> list[str]:
    """The names of all parameters that the program reads."""
    sources = sorted((REPOSITORY / "layouts").rglob("*.py"))
    return sorted({name for source in sources for name in READ.findall(source.read_text("utf-8"))})


def problem(answer: TestResponse, sent: int, seconds: float, caplog: pytest.LogCaptureFixture) -> str:
    """What is wrong with an answer; empty where nothing is.  sent: bytes of the request."""
    faults, refused = caplog.text[-300:] if caplog.records else "", answer.status_code >= 400
    caplog.clear()
    if faults or answer.status_code >= 500:
        return f"{answer.status_code} {faults}"
    if refused and answer.mimetype == "text/plain" and not is_one_sentence(answer.text):
        return f"refused without a sentence: {answer.text[:100]!r}"
    if seconds > SECONDS:
        return f"{seconds:.1f} s"
    return f"{len(answer.data):,} bytes" if len(answer.data) > USUAL + MOST_TIMES * sent else ""


def links(compared: str) -> Iterator[tuple[str, str]]:
    """Addresses: each page with all parameters of one value, and a comparison with one bad parameter."""
    names = parameters()
    for value in VALUES:
        sent = quote(value.encode("utf-8", "surrogatepass"))
        link = "?" + "&".join(f"{name}={sent[: 7_500 // len(names)]}" for name in names)
        yield from ((path, link) for path in random.Random(sent).sample(list(site.PAGES), width(6, len(site.PAGES))))
    single = [
        f"{compared.partition('?')[2]}&{name}={quote(value.encode('utf-8', 'surrogatepass'))}"
        for name, value in itertools.product(names, VALUES)
    ]
    yield from (("/compare", "?" + link) for link in random.Random(5).sample(single, width(20, len(single))))


def test_no_link_is_a_fault_of_a_page(app: Dash, compared: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    client, wrong = app.server.test_client(), list[str]()
    reading = {
        output: of(flat(callback["inputs"])[0])
        for output, callback in app.callback_map.items()
        if SEARCH in map(of, flat([*callback["inputs"], *callback["state"]]))
    }
    assert len(reading) > 20 and len(parameters()) > 40
    for path, link in links(compared):
        for output, changed in reading.items():
            values = {SEARCH: link, "url.pathname": path, "url.href": f"http://localhost{path}{link}"}
            call = callbacks.body(app, output, changed, values)
            began = time.process_time()
            answer = client.post(callbacks.URL, json=call)
            if message := problem(answer, len(link), time.process_time() - began, caplog):
                wrong.append(f"{path}{link[:60]} {output[:60]}: {message}")
    assert not wrong, "\n".join(wrong[:20])


def of(part: dict[str, str]) -> str:
    """An input as it is named."""
    return f"{part['id']}.{part['property']}"


@pytest.mark.parametrize("headers", HEADERS, ids=lambda headers: next(iter(headers)))
def test_no_header_is_a_fault_of_a_route(app: Dash, headers: dict[str, str], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    client, wrong = app.server.test_client(), list[str]()
    sent = {name: value.encode().decode("latin-1") for name, value in headers.items()}
    for rule in app.server.url_map.iter_rules():
        path = re.sub(r"<[^>]*>", "x", rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            began = time.process_time()
            answer = client.open(path, method=method, headers=sent)
            if message := problem(answer, sum(map(len, sent.values())), time.process_time() - began, caplog):
                wrong.append(f"{method} {path}: {message}")
    assert not wrong, "\n".join(wrong)
