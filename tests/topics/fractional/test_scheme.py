"""The names of fractional scheduling: read, printed, refused in words."""

from __future__ import annotations

from collections import Counter

import pytest

from scheduler.errors import ParamError
from scheduler.topics.fractional.adapters.dfrs_scheme import Scheme, parse, published


def test_a_name_is_read() -> None:
    assert parse("GreedyPM */per/opt=min/minvt=600") == Scheme("GreedyPM", True, "per", "min", "minvt", 600.0)
    assert parse("MCB8 *") == Scheme("MCB8", True, "none", "min")
    assert parse("/per/opt=none") == Scheme("none", False, "per", "none")
    assert parse("/stretch-per") == Scheme("none", False, "stretch-per", "max")


@pytest.mark.parametrize(
    "name",
    ["greedyp*/PER/opt=avg/minft=300", " GreedyP * / per / minft = 300 / opt = avg ", "GreedyP*/minft=3e2/opt=avg/per"],
)
def test_spaces_capitals_and_order_do_not_matter(name: str) -> None:
    assert str(parse(name)) == "GreedyP */per/opt=avg/minft=300"


def test_every_published_name_is_read_back() -> None:
    names = [str(scheme) for scheme in published()]
    assert len(set(names)) == 116
    assert [str(parse(name)) for name in names] == names
    assert [parse(name) for name in names] == list(published())


def test_the_published_ones_are_those_of_table_1() -> None:
    heads = Counter(str(scheme).split("/opt=")[0] for scheme in published())
    greedy = ("Greedy *", "GreedyP *", "GreedyPM *")
    assert heads == {
        name: 2 if name in greedy else 10
        for name in (
            *greedy,
            "Greedy/per",
            "GreedyP/per",
            "GreedyPM/per",
            "Greedy */per",
            "GreedyP */per",
            "GreedyPM */per",
            "MCB8 *",
            "MCB8/per",
            "MCB8 */per",
            "/per",
            "/stretch-per",
        )
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "no job would ever start"),
        ("/opt=min", "no job would ever start"),
        ("Greedy", "a job that Greedy cannot place would wait forever; wanted: Greedy * or Greedy/per or both"),
        ("MCB8/opt=avg", "wanted: MCB8 * or MCB8/per or both"),
        ("*/per", "a * follows one of Greedy, GreedyP, GreedyPM, MCB8"),
        ("GreedyP/stretch-per", "nothing stands before /stretch-per"),
        ("GreedyQ */per", "it begins with 'GreedyQ*', wanted: nothing or one of Greedy, GreedyP, GreedyPM, MCB8"),
        ("Greedy */daily", "it has a part 'daily', wanted: per, stretch-per, opt=..., minft=... or minvt=..."),
        ("/per/opt=max", "opt=max is not known, wanted: one of min, avg, none"),
        ("/stretch-per/opt=min", "opt=min is not known with stretch-per, wanted: one of max, avg, none"),
        ("/per/minvt=soon", "minvt=soon is no time"),
        ("/per/minvt=-5", "minvt=-5 is no time"),
        ("/per/minft=inf", "minft=inf is no time"),
        ("/per/minvt=3/minft=3", "it has both minft and minvt"),
        ("/per/per", "periodic is set twice"),
        ("Greedy */minvt=600", "minvt limits what MCB8 may move, and Greedy * never uses MCB8"),
    ],
)
def test_a_wrong_name_is_refused_in_words(name: str, said: str) -> None:
    with pytest.raises(ParamError) as refused:
        parse(name)
    assert said in str(refused.value)
    assert "an example is 'GreedyPM */per/opt=min/minvt=600'." in str(refused.value)
