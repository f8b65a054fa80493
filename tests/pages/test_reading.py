"""How a file is read, on the Workload page: its first rows, what is guessed, what is missing, and what the form says."""

from __future__ import annotations

from pathlib import Path

import pytest

from layouts import ids
from layouts.frame.callbacks import Services, load_spec
from layouts.pages.workload import downloads, reading, workload_page
from layouts.state.link import Link
from scheduler.formats.reading.several import archive
from scheduler.results import sources
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.pages.test_pages import texts

TABLE = b"# MaxProcs: 16\nwhen,end,took,n,who\n" + b"".join(
    b"%d,9,3600,4,u%d\n" % (60 * at, at % 3) for at in range(12)
)
SAID = {"submit": "when", "runtime": "took", "requested_processors": "n", "user_id": "who"}
USUAL = b"# MaxProcs: 16\nid,submit_time,run_time,cores,user\n1,2019-01-01 08:00:00,60,4,anna\n"


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Services:
    home = tmp_path_factory.mktemp("home")
    store = Store(home)
    return Services(Path(home), store, Runs(store))


def source(services: Services, content: bytes, name: str = "jobs.csv", **said: str) -> dict:
    return {"kind": "upload", "key": services.store.save_upload([content], name).key, "name": name, "reading": said}


def selects(card) -> dict[str, object]:
    """{name: component} of the inputs of the form."""
    return {
        part.id["name"]: part
        for part in card._traverse()
        if isinstance(getattr(part, "id", None), dict) and part.id.get("form") == reading.FORM
    }


def test_a_table_whose_columns_have_usual_names_shows_what_they_are_read_as(services):
    card = reading.card(services, source(services, USUAL))
    assert card.open is False and "columns by their names" in texts(card)
    inputs = selects(card)
    assert (inputs["submit"].value, inputs["runtime"].value, inputs["wait"].value) == ("submit_time", "run_time", "-")
    assert inputs["submit_unit"].value == "" and inputs["submit_unit"].data[0]["label"] == "as it looks (date)"
    table = next(part for part in card._traverse() if type(part).__name__ == "Table")
    assert table.data["head"][1] == "submit_time → submit" and table.data["body"] == [
        ["1", "2019-01-01 08:00:00", "60", "4", "anna"]
    ]


def test_what_is_missing_is_said_in_red_and_the_form_is_open(services):
    card = reading.card(services, source(services, TABLE))
    missing = [part for part in card._traverse() if getattr(part, "className", "") == "qs-missing"]
    assert card.open is True and len(missing) == 3 and "Choose it (submit)" in missing[0].children
    table = next(part for part in card._traverse() if type(part).__name__ == "Table")
    assert len(table.data["body"]) == 10


def test_a_reading_that_does_not_go_with_the_file_leaves_the_form(services):
    assert selects(reading.card(services, source(services, TABLE, submit="gone")))["submit"].value == "-"


def test_the_form_says_only_what_is_not_guessed_anyway(services):
    entry, guessed = sources.preview(source(services, USUAL), services.store)
    card = reading.card(services, source(services, USUAL))
    found, values = zip(*((part.id, part.value) for part in selects(card).values()), strict=True)
    assert reading.read_form(entry.params, guessed.reading, found, values) == {}
    changed = [
        {"user_id": "-", "runtime_unit": "h", "group_id": "user"}.get(which["name"], value)
        for which, value in zip(found, values, strict=True)
    ]
    assert reading.read_form(entry.params, guessed.reading, found, changed) == {
        "user_id": "-",
        "runtime_unit": "h",
        "group_id": "user",
    }
    assert (
        reading.read_form(entry.params, guessed.reading, [{"name": "no"}, {}, {"name": "submit"}], ["x", "y", ["z"]])
        == {}
    )


def test_files_without_columns_and_generated_ones_have_no_form(services):
    assert reading.card(services, {"kind": "generate"}) is None and reading.card(services, None) is None
    assert reading.card(services, source(services, b"1 0 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1\n", "a.swf")) is None
    assert reading.card(services, {"kind": "upload", "key": "0" * 64, "name": "gone.csv"}) is None


def test_of_several_files_the_first_one_is_shown(services):
    both = archive({"b.csv": TABLE, "a.csv": USUAL})
    assert (
        selects(reading.card(services, source(services, both, "a.csv and 1 more.tar")))["submit"].value == "submit_time"
    )


def loaded(services: Services, asked: dict) -> str:
    """The key of a load that has been worked off."""
    (key,) = (ticket.key for ticket in services.runs.submit([load_spec(asked, {})], "visitor"))
    services.runs.work([key])
    return key


def test_a_load_that_fails_for_what_is_missing_shows_the_form_and_one_that_is_told_is_loaded(services):
    asked = loaded(services, source(services, TABLE))
    said, key, _ = workload_page.followed(services, Link(load=asked))
    assert key is None and any(getattr(part, "className", "") == "qs-missing" for part in said._traverse())
    _, key, _ = workload_page.followed(services, Link(load=loaded(services, source(services, TABLE, **SAID))))
    workload = services.store.workload(key)
    assert len(workload) == 12 and workload.platform.processors == 16
    names = {
        part.href.rsplit("/", 1)[-1] for part in downloads.card(workload, key)._traverse() if hasattr(part, "href")
    }
    assert {"workload.swf", "workload.json", "workload.csv", "workload.parquet"} <= names
    assert ids.EXPORT_USERS in {getattr(part, "id", None) for part in downloads.card(workload, key)._traverse()}


def test_a_load_that_ends_while_the_page_asks_is_shown_or_asked_for_again(services, monkeypatch):
    """The page asks the store and the registry: the load may end after any of these questions."""
    for question in range(4):
        (key,) = (
            ticket.key
            for ticket in services.runs.submit(
                [load_spec(source(services, USUAL.replace(b"anna", b"user%d" % question)), {})], "visitor"
            )
        )
        with monkeypatch.context() as patch:
            ends_after(services, patch, key, question)
            _, workload, pause = workload_page.followed(services, Link(load=key))
        assert workload is not None or pause is not None
        services.runs.work([key])
        assert workload_page.followed(services, Link(load=key))[1] is not None


def ends_after(services: Services, patch: pytest.MonkeyPatch, key: str, question: int) -> None:
    """Let a worker finish a load just after the answer to one of the questions about it."""
    asked = iter(range(100))

    def answered(ask):
        def answer(*given):
            kept = ask(*given)
            if next(asked) == question:
                services.runs.work([key])
            return kept

        return answer

    patch.setattr(services.store, "loaded", answered(services.store.loaded))
    patch.setattr(services.runs.jobs, "get", answered(services.runs.jobs.get))
    patch.setattr(services.runs, "status", answered(services.runs.status))
