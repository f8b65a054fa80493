"""Slurm, what if, without a browser: the form of changes, what a browser may send, and what the tables say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dash import no_update
from flask import Flask

from layouts import ids
from layouts import site as entry
from layouts.frame.callbacks import Services, load_spec, start
from layouts.pages.workload import body
from layouts.state.link import Link
from layouts.topics.slurm import asked, changes, sliders, slurm_ids, slurm_page, spelling, tables, trade_off
from scheduler.errors import FormatError, InputError, ParamError
from scheduler.params import Param, checked
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.topics.slurm.calibration.agreement import Row, Verdict
from scheduler.topics.slurm.calibration.gains import Gain
from scheduler.topics.slurm.files.changed_lines import changed_lines
from scheduler.topics.slurm.files.configuration import configuration
from scheduler.topics.slurm.files.records import accounts, partitions, qos
from scheduler.topics.slurm.policies.slurm import POLICY
from tests.cases import small
from tests.cases.callbacks import answer
from tests.topics.slurm.calibration.cases import workload

CONF = """PriorityType=priority/multifactor
PriorityWeightFairshare=10000
NodeName=n[1-8] CPUs=8
PartitionName=batch Nodes=ALL MaxTime=2-00:00:00
PartitionName=debug Nodes=n[1-2] PriorityTier=5
"""


@pytest.fixture
def services(tmp_path: Path) -> Services:
    store = Store(tmp_path)
    return Services(store.root, store, Runs(store))


@pytest.fixture(autouse=True)
def request_of_a_visitor() -> Any:
    server = Flask(__name__)
    server.secret_key = b"tests"
    with server.test_request_context("/"):
        yield


def params() -> dict[str, Any]:
    return checked(POLICY.params, configuration(CONF, names={"partition": ("batch", "debug")}).params)


def sent(base: dict[str, Any], **new: Any) -> tuple[list[dict], list, list]:
    """What the form sends: names, values and switches."""
    values = {param.name: param.default for param in (*changes.fields(base), *changes.limits(base))} | new
    return (
        [ids.param(changes.FORM, name) for name in values],
        ["" if value is None else None if isinstance(value, bool) else value for value in values.values()],
        [value if isinstance(value, bool) else None for value in values.values()],
    )


def test_a_form_that_is_left_alone_changes_nothing() -> None:
    assert changes.changed(params(), *sent(params())) == params()


def test_settings_limits_and_nodes_can_be_changed() -> None:
    base = params()
    after = changes.changed(
        base,
        *sent(
            base, weight_fairshare=0, favor_small=True, nodes=10, **{"MaxTime of batch": 3, "PriorityTier of debug": 7}
        ),
    )
    assert {name for name in after if after[name] != base[name]} == {
        "weight_fairshare",
        "favor_small",
        "nodes",
        "partitions",
    }
    batch, debug = partitions(after["partitions"])
    assert batch.max_time == 3 * 3_600 and debug.tier == 7 and after["nodes"] == "10x8"
    assert debug.nodes == ((1, 2),) and batch.nodes == ()
    unlimited = changes.changed(base, *sent(base, **{"MaxTime of batch": None}))
    assert partitions(unlimited["partitions"])[0].max_time is None


def test_weights_that_few_clusters_have_are_asked_for_where_they_are_set() -> None:
    names = {param.name for param in changes.fields(params())}
    assert "weight_qos" in names and not {"weight_association", "weight_tres_cpu", "weight_tres_memory"} & names
    weighed = params() | {"weight_tres_cpu": 1_000, "weight_association": 5}
    assert {param.name for param in changes.fields(weighed)} - names == {"weight_association", "weight_tres_cpu"}
    after = changes.changed(weighed, *sent(weighed, weight_tres_cpu=300))
    assert {name for name in after if after[name] != weighed[name]} == {"weight_tres_cpu"}
    assert changed_lines(CONF, weighed, after).lines == ("PriorityWeightTRES=cpu=300",)


@pytest.mark.parametrize(
    ("param", "heaviest", "reach", "step"),
    [
        (Param("weight_age", 1_000, 0, 1 << 31), 10_000, 20_000, 100),  # weights reach as far as one another
        (Param("weight_qos", 0, 0, 1 << 31), 0, 10_000, 100),
        (Param("bf_interval", 30, 1, 86_400, "s"), 0, 200, 1),
        (Param("nodes", 3, 1, 10_000), 0, 20, 1),
        (Param("tier", 1, 0, 8), 0, 8, 1),  # not further than the field
        (Param("half_life", 604_800, 0, 1 << 31, "s"), 0, 3_000_000, 3_600),
    ],
)
def test_a_slider_reaches_some_times_the_present_value_in_round_steps(
    param: Param, heaviest: int, reach: int, step: int
) -> None:
    assert sliders.reach(param, heaviest) == reach
    assert sliders.step(int(param.low or 0), reach, param.unit) == step


def test_limits_of_qos_and_shares_of_accounts_can_be_changed() -> None:
    base = checked(
        POLICY.params,
        params()
        | {
            "qos": "1:normal; 3:urgent Priority=100 MaxCPUsPerUser=64",
            "accounts": "account=physics Shares=3; account=bio GrpCPUs=32; user=7 account=bio",
        },
    )
    assert changes.changed(base, *sent(base)) == base
    after = changes.changed(
        base,
        *sent(
            base,
            **{"MaxTRESPerUser of CPUs of QOS urgent": None, "MaxJobsPerUser of QOS normal": 2, "Shares of bio": 4},
        ),
    )
    assert {name for name in after if after[name] != base[name]} == {"qos", "accounts"}
    normal, urgent = qos(after["qos"])
    assert (normal.user_jobs, urgent.user_processors, urgent.priority) == (2, None, 100)
    assert [one.shares for one in accounts(after["accounts"])] == [3, 4, 1]
    assert accounts(after["accounts"])[1].group_processors == 32
    written = changed_lines(CONF, base, after)
    text = str(tables.gains([Gain("all", "all jobs", 9, 5.0, 5.0, 0.0, None, None, 0, 0.0)], *written))
    assert "sacctmgr -i modify account bio set Fairshare=4" in text and "modify qos normal set MaxJobsPerUser=2" in text


def test_of_more_qos_than_fields_the_page_says_so() -> None:
    few = checked(POLICY.params, params() | {"qos": "1:normal", "accounts": "account=a"})
    many = checked(
        POLICY.params, params() | {"qos": "; ".join(map(str, range(1, 13))), "accounts": "account=a; user=7 account=a"}
    )
    assert "are here" not in str(changes.card(few, few))
    assert "Of 12 QOS the first 10 are here, and of 1 account the first 1" in str(changes.card(many, many))
    assert len(changes.limits(many)) == 4 * changes.MOST_QOS + 2


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("weight_age", -1, "weight_age"),
        ("nodes", 0, "nodes"),
        ("bf_interval", "x", "bf_interval"),
        ("MaxTime of batch", -2, "MaxTime of batch"),
        ("no such", 3, "no such"),
    ],
)
def test_what_a_form_may_not_say_is_refused(name: str, value: Any, says: str) -> None:
    names, values, switches = sent(params())
    if name == "no such":
        names, values, switches = [*names, ids.param(changes.FORM, name)], [*values, value], [*switches, None]
    else:
        values[[one["name"] for one in names].index(name)] = value
    with pytest.raises(ParamError, match=says):
        changes.changed(params(), names, values, switches)


@pytest.mark.parametrize(
    "thing",
    [
        None,
        7,
        [],
        {"w": "0" * 24},
        {"w": "../x", "runs": [{}]},
        {"w": "0" * 24, "runs": [{}] * 7},
        {"w": "0" * 24, "runs": ["x"]},
        {"w": "0" * 24, "runs": [{"no_such": 1}]},
        {"w": "0" * 24, "runs": [{"nodes": "4"}]},
    ],
)
def test_a_store_that_does_not_read_ends_in_a_sentence(thing: Any, services: Services) -> None:
    step = asked.step(services, thing)
    assert step.is_complete and "qs-error" in str(step.message) and not isinstance(step.address, str)


def test_texts_are_bounded_and_include_is_not_followed(services: Services) -> None:
    with pytest.raises(InputError, match="more than 2,000,000"):
        asked._outcome(["x" * 2_000_001, "", "", "", ""], {})
    outcome = asked._outcome(["Include /etc/passwd\nPriorityWeightAge=5", None, 7, "", None], {})
    assert outcome.params == {"weight_age": 5} and outcome.ignored[0].why == "is never followed"
    assert "qs-error" in str(
        asked.load(services, {"kind": "upload", "key": "0" * 64, "name": "x"}, ["A", "", "", "", ""]).message
    )


def test_a_link_names_runs_of_this_policy_only(services: Services) -> None:
    with pytest.raises(InputError, match="no replay yet"):
        slurm_page.replay_of(services, Link("0" * 24))
    assert "Open a log first" in str(slurm_page.log_line(services, ""))


def test_the_tables_say_what_came_of_it() -> None:
    row = Row("all", "all jobs", 90, 254.0, 232.0, 32.0, 0.99, None)
    text = str(tables.agreement([row], Verdict(False, ("The mean is off.",)), ["Licenses."]))
    assert "No advice is given" in text and "The mean is off." in text and "Licenses." in text
    assert "near enough to the record to advise" in str(tables.agreement([row], Verdict(True, ()), []))
    lost = Gain("user", "ann", 9, 10.0, 70.0, 60.0, 40.0, 80.0, 12, 1.0)
    whole = Gain("all", "all jobs", 90, 100.0, 50.0, -50.0, None, None, 3, 0.1)
    words = tables._finding([whole, lost])
    assert words == "The mean wait falls from 1 min 40 s to 50 s. Most pay: user ann (+1 min 00 s)."
    others = [
        lost._replace(name=name, difference=seconds) for name, seconds in (("bo", 5.0), ("cy", 90.0), ("di", 9.0))
    ]
    assert "Most pay: user cy (+1 min 30 s), user ann (+1 min 00 s), user di (+9 s)." in tables._finding(
        [whole, lost, *others]
    )
    assert "PriorityWeightAge=7" in str(tables.gains([whole, lost], ("PriorityWeightAge=7",), ("QOS elsewhere.",)))


def tried(*runs: tuple[float, float], **settings: Any) -> list:
    """Runs (weight of fair share, start of a job of physics, which has 3 of 4 shares and waits from 0 on)."""
    tree = "account=physics Group=1 Shares=3; account=biology Group=2 Shares=1"
    work, alone = workload([(0, 600, 4), (0, 400, 2)], 4, group=[2, 1]), {"nodes": None, "partitions": None}
    return [
        replace(
            small.schedule(work, [0, start]),
            params=params() | {"accounts": tree, "weight_fairshare": weight, **alone} | settings,
        )
        for weight, start in runs
    ]


def test_values_that_give_the_same_are_one_point() -> None:
    runs = tried((1000, 600), (0, 800), (5000, 600))
    points = trade_off.trade_off("weight_fairshare", runs)
    (line,) = trade_off.figure(points, trade_off.setting_of(runs), "light").data
    assert list(line["x"]) == [400 / 60, 300 / 60] and list(line["customdata"]) == [0, 1000]
    assert list(line["y"]) == [50, 50]
    assert list(line["text"]) == ["PriorityWeightFairshare 0", "1\u202f000, 5\u202f000"]  # all values of a dot
    text = " ".join(trade_off.caption(points, "weight_fairshare"))
    assert text.startswith(
        "From PriorityWeightFairshare 0 to 5000 the mean wait goes from 6 min 40 s to 5 min 00 s. The largest gap "
        "between an account's share and its usage goes from 50.0 % (physics) to 50.0 % (physics) of the machine."
    )


def test_without_a_tree_the_mean_wait_is_drawn_by_the_values() -> None:
    runs = tried((1000, 600), (0, 800), (5000, 600), accounts=None)
    points = trade_off.trade_off("weight_fairshare", runs)
    (line,) = trade_off.figure(points, "weight_fairshare", "dark").data
    assert (list(line["x"]), list(line["y"])) == ([0, 1000, 5000], [400 / 60, 300 / 60, 300 / 60])
    assert "cannot be told" in " ".join(trade_off.caption(points, "weight_fairshare"))


def test_values_are_read_with_suspicion() -> None:
    base = params()
    assert [run["weight_fairshare"] for run in trade_off.read(base, "weight_fairshare", "0; 5, 5,10000,")] == [
        10000,
        0,
        5,
    ]
    assert trade_off.proposed("weight_fairshare", base) == "0, 1000, 100000"
    assert trade_off.proposed("bf_interval", base) == "7, 15, 60, 120"
    assert trade_off.proposed("half_life", base) == "151200, 302400, 1209600, 2419200"  # of a week; none is rounded


def test_runs_that_cannot_be_set_against_each_other_are_told_beside_the_form() -> None:
    differ = [*tried((1000, 600)), *tried((0, 800), weight_age=7), *tried((5, 600))]
    other = [*tried((1000, 600), (0, 800)), replace(tried((5, 600))[0], workload=workload([(0, 6, 4)], 4))]
    for runs, says in ((differ, "differ in weight_fairshare, too"), (other, "")):
        card, words = slurm_page.tried(runs, "light")
        assert "Try several values" in str(card) and "qs-warning" in str(words) and says in str(words)
    assert "qs-warning" not in str(slurm_page.tried(tried((1000, 600), (0, 800), (7_654_321, 600)), "light"))
    assert "0, 7654321" in str(slurm_page.tried(tried((1000, 600), (0, 800), (7_654_321, 600)), "light")[0])


def test_what_no_form_may_ask_for_is_refused() -> None:
    base = params()
    for setting, text, says in [
        ("accounts", "1,2", "cannot be tried"),
        ("weight_age", "", "0 values of PriorityWeightAge"),
        ("weight_age", "1,2,3,4,5,6", "6 values"),
        (None, "1", "cannot be tried"),
    ]:
        with pytest.raises(InputError, match=says):
            trade_off.read(base, setting, text)
    with pytest.raises(ParamError, match="weight_age"):
        trade_off.read(base, "weight_age", "many")


def test_what_a_tab_remembers_gives_way_to_an_address_that_names_a_log() -> None:
    here = f"?w={'a' * 24}"
    pressed = asked.wanted(here, [{}])
    assert asked.is_meant(pressed, here) and asked.is_meant(pressed, "") and asked.is_meant(pressed, None)
    others = (f"{here}&runs={'c' * 24}", f"?w={'b' * 24}", f"{here}&changed={'d' * 24}")
    assert not any(asked.is_meant(pressed, other) for other in others)
    ended = {**pressed, "done": True}
    assert asked.is_meant(ended, "") and not asked.is_meant(ended, here)


def test_a_replay_asked_for_while_the_log_is_read_begins_when_it_is_there(services: Services) -> None:
    key = services.store.put_workload(workload([(0, 600, 4), (0, 400, 2)]))
    texts = (CONF, "", "", "", "")
    read = asked.Step(address=f"{asked.PATH}?w={key}")
    pressed = {"load": "c" * 24, "again": 3}
    replay = asked.after_loading(services, pressed, "c" * 24, read, texts)
    assert (replay["w"], replay["again"], replay["part"]) == (key, 3, "replay")
    assert replay["runs"][0]["weight_fairshare"] == 10_000 and asked.is_meant(replay, f"?w={key}")
    assert not asked.is_loaded_first(replay)
    nothing = [({"load": "d" * 24}, read), (None, read), (pressed, asked.Step(is_complete=False))]
    assert all(asked.after_loading(services, sent, "c" * 24, now, texts) is no_update for sent, now in nothing)
    with pytest.raises(FormatError, match="PriorityWeightFairshare"):
        asked.after_loading(services, pressed, "c" * 24, read, ("PriorityWeightFairshare=many", "", "", "", ""))


def test_a_replay_goes_on_though_the_address_still_names_the_reading(services: Services) -> None:
    spec = load_spec({"kind": "sample", "name": "five-jobs.swf"}, {})
    (key,) = start(services, [spec]).keys
    services.runs.work([key])
    search, changed = f"?w={services.store.loaded(key)}", f"{slurm_ids.ASKED}.data"
    values = {f"{ids.URL}.search": f"?load={key}", f"{ids.URL}.pathname": asked.PATH}
    for stored, is_over in ((None, True), ({**asked.wanted(search, [{}]), "again": 1}, False)):
        said = answer(entry.create_app(services.home), changed, {**values, changed: stored})
        assert said[ids.URL]["href"] == asked.PATH + search and said[slurm_ids.TICK]["disabled"] is is_over


def test_a_workload_leads_to_its_replay() -> None:
    links = [part.href for part in body.beside("a" * 24)._traverse() if hasattr(part, "href")]
    assert f"{asked.PATH}?w={'a' * 24}" in links


def test_cancel_ends_the_reading_of_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = []
    monkeypatch.setattr(Runs, "cancel", lambda self, key, visitor: cancelled.append(key))
    pressed = {f"{slurm_ids.CANCEL}.n_clicks": 1, f"{ids.URL}.search": f"?load={'c' * 24}"}
    answer(entry.create_app(tmp_path), f"{slurm_ids.CANCEL}.n_clicks", pressed)
    assert cancelled == ["c" * 24]


def test_an_address_names_the_changed_settings_beside_several_values() -> None:
    replay, second, third, changed = (letter * 24 for letter in "abcd")
    assert asked.changed_run(f"?w={replay}&runs={replay},{second}") == second
    both = f"?w={replay}&runs={replay},{second},{third}&changed={changed}"
    assert asked.changed_run(both) == changed and asked.address(both) == asked.PATH + both
    assert asked.changed_run(both.replace(changed, "../x")) == "" and asked.changed_run(None) == ""
    stored = asked.wanted(both, [{}, {"weight_age": 1}], {"weight_age": 2})
    _, runs, has_extra = asked._read(stored)
    assert [run["weight_age"] for run in runs] == [0, 1, 2] and has_extra


def test_beside_each_box_stands_whether_it_is_needed() -> None:
    assert [label.partition(" (")[2] for label, _ in slurm_page.LABELS] == [
        "needed)",
        "needed for fair share)",
        *["optional)"] * 3,
    ]


def test_points_too_near_for_two_labels_share_one() -> None:
    texts = trade_off.labels(
        "W", (0.0, 99.0, 50.0, 52.0, 100.0), (9.0, 0.0, 5.0, 5.0, 0.0), ((0,), (7,), (2, 1), (3,), (10_000, 6))
    )
    assert texts == ["W 0", "", "1, 2, 3", "", "6, 7, 10\u202f000"]


def test_settings_are_called_as_slurm_conf_spells_them() -> None:
    policy = {param.name: param for param in POLICY.params}
    assert [
        spelling.title_of(policy[name]) for name in ("weight_fairshare", "half_life", "bf_interval", "weight_tres_cpu")
    ] == ["PriorityWeightFairshare", "PriorityDecayHalfLife (s)", "bf_interval (s)", "PriorityWeightTRES cpu"]
    assert spelling.with_plain_words(policy["weight_fairshare"]) == "PriorityWeightFairshare (weight fairshare)"
    form = str(changes.card(params(), params()))
    assert "label='PriorityWeightFairshare'" in form and "weight fairshare: of how little" in form
    assert "label='weight fairshare'" not in form and "label='MaxTime of batch (h)'" in form
