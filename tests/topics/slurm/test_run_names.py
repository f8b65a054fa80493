"""Names of runs of Slurm whose texts of records differ."""

from __future__ import annotations

from layouts.words.run_names import names

TREE = "account=bio Group=1 Shares={}; user=7:ann account=bio; account=physics Group=2 Shares=3"


def spec(**params):
    return {"policy": "slurm", "params": params}


def test_of_a_tree_of_accounts_a_name_holds_the_account_that_changed() -> None:
    before, after = names([spec(accounts=TREE.format(1)), spec(accounts=TREE.format(9))])
    assert before.endswith(", account=bio Shares=1") and after.endswith(", account=bio Shares=9")
