"""The lines of Python that the page offers reproduce its experiment."""

from __future__ import annotations

import pytest

from layouts.site import create_app
from tests.cases.small_log import is_one_sentence


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return create_app(tmp_path_factory.mktemp("home")).server.test_client()


def test_the_lines_of_a_paper_reproduce_it(client):
    text = client.get("/export/python.txt?page=/papers&e=ostrich-2013/fig3&scale=full").text
    assert "qs.reproduce('ostrich-2013/fig3', scale='full')" in text and text.startswith("# Queuescope")
    text = client.get("/export/python.txt?page=/papers&e=ostrich-2013/fig3&seed=4").text
    assert "qs.reproduce('ostrich-2013/fig3', scale='quick', seed=4)" in text


def test_an_address_without_an_experiment_has_none(client):
    answer = client.get("/export/python.txt?page=/papers")
    assert answer.status_code in (400, 404) and is_one_sentence(answer.text.strip())
