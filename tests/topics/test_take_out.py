"""Every topic can be taken out: the program goes on without it, and offers nothing of it."""

from __future__ import annotations

import pytest

from layouts import site
from tests.cases.small_log import is_one_sentence
from tests.topics import take_out, without

KEYS = take_out.keys()


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The site with all topics."""
    return site.create_app(tmp_path_factory.mktemp("site"))


@pytest.mark.parametrize("key", KEYS)
def test_the_program_works_without_a_topic_and_offers_nothing_of_it(key):
    assert take_out.faults(key) == []


@pytest.mark.parametrize("key", KEYS)
def test_a_topic_is_left_out_of_the_copy_with_its_tests(key, tmp_path):
    take_out.copy_without(take_out.with_those_that_need(key), tmp_path / "copy")
    own = [path.relative_to(take_out.ROOT) for path in take_out.ROOT.glob("*/topics/*") if path.name == key]
    assert {"layouts", "tests"} <= {path.parts[0] for path in own}
    assert [path for path in own if (tmp_path / "copy" / path).exists()] == []
    assert [path for path in own if not (tmp_path / "copy" / path.parent / "__init__.py").is_file()] == []
    assert not list((tmp_path / "copy" / "tests").rglob(f"topics/test_{key}*.py"))


@pytest.mark.parametrize("key", [key for key in KEYS if len(take_out.with_those_that_need(key)) > 1])
def test_a_topic_without_one_that_it_needs_ends_commands_and_the_server_in_a_sentence(key, tmp_path):
    take_out.copy_without({key}, tmp_path / "copy")
    for words, code in ((("-m", "scheduler", "policies"), 2), (("app.py", "--port", "0"), 3)):
        started = take_out.begin(tmp_path / "copy", tmp_path, *words)
        output = started.communicate()[0].strip()
        assert (started.returncode, is_one_sentence(output)) == (code, True), output
        assert f"needs the topic '{key}', which is not there" in output


@pytest.mark.parametrize("key", KEYS)
def test_where_it_is_there_all_it_offers_is_found(key, app, tmp_path):
    offers = take_out.offers(key, tmp_path / "kept")
    found = " ".join(without.faults(offers, tmp_path, app))
    assert [command for command in offers["commands"] if f"The command {command} is offered." not in found] == []
    assert [task for task in offers["tasks"] if f"The task {task} is offered." not in found] == []
    assert [path for path in offers["paths"] if f"the frame links to {path}." not in found] == []
    assert [path for path in offers["paths"] if f"{path} is answered as if it were there." not in found] == []
    assert [name for name in offers["options"] if f"The option {name} is offered." not in found] == []
    assert [store for store in offers["stores"] if f"the frame has the store {store}." not in found] == []
    assert [lead for lead in offers["sections"] if f"/learn says: {lead}." not in found] == []
    assert [form for path, form in offers["forms"] if f"{path} has the form {form}." not in found] == []
    assert [policy for policy in offers["policies"] if f"/compare offers {policy}." not in found] == []
    assert [policy for policy in offers["policies"] if f"The policy {policy} is there." not in found] == []
    assert [rule for rule in offers["routes"] if f"{rule} is routed." not in found] == []
    assert [name for name in offers["names"] if f"queuescope.{name} is there." not in found] == []
    options = offers["policy_options"]
    assert [option for option in options if f"The option {option} of simulate is offered." not in found] == []
    assert [run for run in offers["runs"] if f"The run {run} is shown." not in found] == []
    assert [entry for entry in offers["entries"] if f"The {entry[0]} {entry[1]} is offered." not in found] == []


def test_an_import_of_what_is_gone_is_found(tmp_path):
    take_out.copy_without({"divisible"}, tmp_path)
    assert list(take_out.imports_of_what_is_gone(tmp_path)) == []
    module = tmp_path / "scheduler" / "simulate.py"
    module.unlink()  # another name of the file of the program
    module.write_text("from scheduler.topics import divisible\n")
    assert list(take_out.imports_of_what_is_gone(tmp_path)) == [
        "scheduler/simulate.py imports scheduler.topics.divisible."
    ]
