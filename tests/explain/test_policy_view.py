"""What a policy goes by, beside its queue: worked examples, and nothing before the policy knows it."""

from __future__ import annotations

from scheduler.explain.policy_view import policy_view
from scheduler.model.schedule import Schedule
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate


def run(name: str, policy: str, **params) -> Schedule:
    return simulate(workload(sample(name)), policy, params)


def there(view: dict, time: float) -> list:
    """The cells at an instant, in their order."""
    rows = [row for row in view["rows"] if row[0] <= time < row[1]]
    return [row[3] for row in sorted(rows, key=lambda row: row[2])]


def test_ostrich_goes_by_who_is_complete_first_in_the_virtual_schedule():
    view = policy_view(run("held-back.swf", "ostrich"))
    assert view is not None and view["title"] == "Virtual schedule"
    assert there(view, 0) == [["campaign 1 of user 1", {"number": 4}], ["campaign 1 of user 2", {"number": 6}]]
    # campaign 2 of user 1 is submitted at 2; the one before it is complete there at 4 only
    assert there(view, 2)[1] == ["campaign 2 of user 1", "its user's campaign before is not complete there yet"]
    assert there(view, 4) == [["campaign 1 of user 2", {"number": 6}], ["campaign 2 of user 1", {"number": 6}]]


def test_faircamp_goes_by_deadlines():
    view = policy_view(run("campaign-deadlines.swf", "faircamp"))
    assert view is not None and view["title"] == "Deadlines"
    assert [cells[1]["time"] for cells in there(view, 0)] == [6, 10]
    assert [cells[1]["time"] for cells in there(view, 3)] == [10, 12]


def test_demt_and_mrt_go_by_batches_and_shelves():
    demt, mrt = (policy_view(run("growing-batches.swf", policy)) for policy in ("demt", "mrt"))
    assert demt is not None and mrt is not None
    assert [(cells[0], cells[2]) for cells in there(demt, 0)] == [
        *((str(task), "batch 1") for task in (3, 4, 5, 6)),
        ("2", "batch 2"),
        ("1", "batch 3"),
    ]
    assert [cells[2] for cells in there(mrt, 0)] == ["first shelf"] * 5 + ["second shelf"]


def test_a_policy_that_has_only_its_queue_has_no_view():
    assert policy_view(run("five-jobs.swf", "easy")) is None
