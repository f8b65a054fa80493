"""The page of papers reads any address soon."""

from __future__ import annotations

from layouts.topics.papers import address
from scheduler.topics.papers.experiments import all_experiments
from tests.state.test_hostile_links import reads_any_address_soon


def test_any_address_is_read_soon():
    assert all_experiments()  # read from their files once, by the first link
    reads_any_address_soon(address.read)
