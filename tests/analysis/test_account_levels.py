"""The tree of accounts: parents of sshare and sacctmgr, sums of levels, and every number against pandas."""

from __future__ import annotations

import pandas as pd
import pytest

from scheduler.analysis.workloads import account_levels
from scheduler.errors import FormatError, InputError
from scheduler.formats import parse
from scheduler.formats.reading.several import archive
from scheduler.model import account_tree
from scheduler.model.account_tree import Account
from scheduler.preparation.build import workload
from scheduler.results.store import Store
from tests.cases.small_log import is_one_sentence

SSHARE = """Account|User|RawShares|NormShares|RawUsage|EffectvUsage|FairShare
root|||0.0|0||1
 science||3|0.7|0|0|
  physics||1|0.5|0|0|
   optics||1|0.5|0|0|
    optics|ann|1|0.5|0|0|0.3
    optics|bo|3|0.5|0|0|0.3
   physics|eve|1|0.5|0|0|0.3
 idle||1|0.3|0|0|
"""
DUMP = """# To edit this file start with a cluster line for the new cluster
Cluster - 'c':DefaultQOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':Fairshare=1
Account - 'science':Description='science':Fairshare=3
Account - 'idle':Fairshare=1
Parent - 'science'
Account - 'physics':Fairshare=1
Parent - 'physics'
Account - 'optics':Fairshare=1
User - 'eve':Fairshare=1
Parent - 'optics'
User - 'ann':Fairshare=1
User - 'bo':Fairshare=3
"""
USERS = (("ann", "optics"), ("bo", "optics"), ("eve", "physics"), ("fay", "lone"), ("ann", "science"), ("zoe", ""))
HEAD = "JobID|User|Account|Submit|Start|End|AllocCPUS|ReqCPUS|State\n"
T0 = 1_735_689_600


def jobs(count: int = 60) -> list[tuple]:
    """Jobs of all users in turn, of different sizes and waits."""
    return [
        (
            n,
            *USERS[n % len(USERS)],
            T0 + 1000 * n,
            T0 + 1000 * n + 7 * (n % 5),
            T0 + 1000 * n + 7 * (n % 5) + 100 + n,
            1 + n % 4,
        )
        for n in range(1, count + 1)
    ]


def sacct(count: int = 60) -> bytes:
    return (
        HEAD
        + "".join(
            f"{n}|{user}|{account}|{submit}|{start}|{end}|{size}|{size}|COMPLETED\n"
            for n, user, account, submit, start, end, size in jobs(count)
        )
    ).encode()


def opened(tree: str | None = SSHARE):
    files = {"jobs.txt": sacct(), **({"tree.txt": tree.encode()} if tree else {})}
    return workload(parse(archive(files), "both.tar"), processors=64)


@pytest.fixture(scope="module")
def log():
    return opened()


@pytest.mark.parametrize("tree", [SSHARE, DUMP])
def test_the_levels_are_those_of_the_tree(tree):
    work = opened(tree)
    names = lambda *at: [(row.name, row.user is not None) for row in account_levels.level(work, at)]  # noqa: E731
    assert sorted(names()) == [("idle", False), ("lone", False), ("science", False), ("unknown", False)]
    assert names("science") == [("physics", False), ("ann", True)]
    assert names("science", "physics") == [("optics", False), ("eve", True)]
    assert sorted(names("science", "physics", "optics")) == [("ann", True), ("bo", True)]
    promised = {row.name: row.promised for row in account_levels.level(work, ("science", "physics", "optics"))}
    assert promised == {"ann": 0.25, "bo": 0.75}
    assert {row.name: row.promised for row in account_levels.level(work)} == {
        "idle": 0.25,
        "science": 0.75,
        "lone": None,
        "unknown": None,
    }
    for at in (("physics",), ("science", "optics"), ("science", "physics", "optics", "ann")):
        with pytest.raises(InputError, match=r"There is no account") as caught:
            account_levels.level(work, at)
        assert is_one_sentence(str(caught.value))


def test_every_number_is_that_of_pandas(log):
    frame = pd.DataFrame(jobs(), columns=["job", "user", "account", "submit", "start", "end", "size"])
    frame["hours"] = (frame.end - frame.start) * frame["size"] / 3600
    frame["wait"] = frame.start - frame.submit
    above = {
        "optics": "science/physics/optics",
        "physics": "science/physics",
        "science": "science",
        "lone": "lone",
        "": "unknown",
    }
    frame["path"] = frame.account.map(above)
    rows = account_levels.whole(log)
    for row in rows:
        inside = (frame.path + "/").str.startswith(row["path"] + "/")
        if row["user"]:
            inside = (frame.path == row["path"]) & (frame.user == row["user"])
        part = frame[inside]
        assert row["jobs"] == len(part) and row["users"] == part.user.nunique(), row
        assert row["processor_hours"] == pytest.approx(part.hours.sum())
        assert row["share_of_work"] == pytest.approx(part.hours.sum() / frame.hours.sum())
        if len(part):
            assert row["mean_wait"] == pytest.approx(part.wait.mean()) and row["median_wait"] == part.wait.median()
            assert row["wait_90"] == pytest.approx(part.wait.quantile(0.9))
            span = frame.end.max() - frame.submit.min()
            assert row["utilization"] == pytest.approx(part.hours.sum() * 3600 / 64 / span)
    assert [row["account"] for row in rows if row["depth"] == 1 and not row["user"]][-1] == "idle"
    assert sum(row["jobs"] for row in rows if row["user"]) == len(frame)


def test_rows_of_a_level_add_up_and_are_those_of_the_whole(log):
    table = {(row["path"], row["user"]): row for row in account_levels.whole(log)}
    at = ("science", "physics")
    level = account_levels.level(log, at)
    assert sum(row.cells["jobs"] for row in level) == table["science/physics", ""]["jobs"]
    assert sum(row.cells["share_of_work"] for row in level) == pytest.approx(1)
    for row in level:
        same = table["/".join(at), row.name] if row.user is not None else table["/".join((*at, row.name)), ""]
        assert {name: row.cells[name] for name in ("jobs", "users", "median_wait", "processor_hours")} == {
            name: same[name] for name in ("jobs", "users", "median_wait", "processor_hours")
        }


def test_without_a_tree_all_accounts_are_at_the_top():
    work = opened(None)
    assert work.accounts == () and account_levels.applies(work)
    assert {row.name for row in account_levels.level(work)} == {"optics", "physics", "lone", "science", "unknown"}
    assert {row.name for row in account_levels.level(work, ("optics",))} == {"ann", "bo"}


def test_the_tree_is_kept_with_the_workload_and_is_no_part_of_its_hash(log, tmp_path):
    store = Store(tmp_path)
    key = store.put_workload(log)
    assert Store(tmp_path).workload(key).accounts == log.accounts and len(log.accounts) > 5
    assert opened(None).hash == log.hash
    assert any(note.rule == "account_tree" and "4 accounts and 3 users" in note.text for note in log.notes)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"tree.txt": SSHARE.encode()}, "which is no log"),
        ({"a.txt": SSHARE.encode(), "b.txt": DUMP.encode(), "jobs.txt": sacct()}, "2 trees of accounts"),
        ({"jobs.txt": sacct(), "tree.txt": SSHARE.replace("|3|", "|x|").encode()}, "tree.txt: Line 3 of the tree"),
    ],
)
def test_a_tree_that_cannot_be_used_is_refused_in_a_sentence(files, words):
    with pytest.raises(FormatError, match=words) as caught:
        parse(archive(files), "both.tar")
    assert is_one_sentence(str(caught.value))
    with pytest.raises(FormatError, match="is a tree of accounts, which is no log"):
        parse(SSHARE.encode(), "tree.txt")


def test_a_tree_in_a_circle_has_an_end():
    above = account_tree.parents([Account("a", "b"), Account("b", "a"), Account("c", "c")])
    assert account_tree.path("a", above) == ("b", "a") and account_tree.path("c", above) == ("c",)
