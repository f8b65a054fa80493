"""Verdicts: what was printed meets its own band, the four kinds, samples, references, and the rule of the headline."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.statistics.intervals import place, place_of_maximum, samples
from scheduler.topics.papers.experiments import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Band,
    Claim,
    Measured,
    Published,
    all_experiments,
)
from scheduler.topics.papers.verdicts import (
    CORRECTED,
    FAILED,
    INFORMATION,
    PARTLY,
    REPRODUCED,
    UNDECIDABLE,
    UNJUDGED,
    UNSTATED,
    agrees,
    headline,
    inside,
    of_claim,
    of_value,
)
from tests.cases.every_case import every_case

EVERY = [(key, published) for key, (_, experiment) in all_experiments().items() for published in experiment.published]


@every_case("key, published", EVERY)
def test_what_is_printed_meets_its_own_band(key, published):
    """Ours equal to the paper's number, or to the one that is meant, is reproduced; the band lies around it."""
    if published.band is None:
        return
    target = published.target
    met = of_value(published, Measured(published.name, target, sampled=(target, target)))
    assert met == (CORRECTED if published.corrected else REPRODUCED)
    if not published.band.sample and not published.band.end:
        low, high = published.accepted
        assert low <= target <= high and target - low == pytest.approx(high - target)
    far = Measured(published.name, target + 10 * abs(target) + 10, sampled=(target - 2, target - 1))
    if published.band.end != "least":
        assert of_value(published, far) in (FAILED, UNDECIDABLE), "and something is not"


@every_case("key, published", [pair for pair in EVERY if pair[1].meant is not None])
def test_a_number_that_is_meant_is_not_the_one_in_print_and_the_correction_is_named(key, published):
    assert published.meant != published.value and len(published.corrected) > 20, key


def number(**more) -> Published:
    return Published("x", 10.0, **{"band": Band(0.1), "where": "table 1"} | more)


@pytest.mark.parametrize(
    ("published", "ours", "wanted"),
    [
        (number(), 11.0, REPRODUCED),
        (number(), 11.2, FAILED),
        (number(corrected="12, not 10", meant=12.0), 11.0, CORRECTED),
        (number(corrected="12, not 10", meant=12.0), 10.0, FAILED),
        (number(decided_by="The seed."), 11.2, UNDECIDABLE),
        (number(decided_by="The seed."), 11.0, REPRODUCED),
        (number(decided_by="The seed.", band=None), 10.0, UNDECIDABLE),
        (number(band=None), 10.0, INFORMATION),
        (Published("x", None, None, "table 1"), 1.0, UNSTATED),
        (number(band=AT_MOST), 0.0, REPRODUCED),
        (number(band=AT_MOST), 10.1, FAILED),
        (number(band=AT_LEAST), 99.0, REPRODUCED),
        (number(band=AT_LEAST), 9.9, FAILED),
        (number(band=EXACTLY), 10.0, REPRODUCED),
        (number(band=EXACTLY), 10.001, FAILED),
    ],
)
def test_kinds_of_verdicts_on_numbers(published, ours, wanted):
    assert of_value(published, Measured("x", ours)) == wanted
    if published.value is not None and wanted != INFORMATION:
        assert of_value(published, Measured("x", ours, judged=False)) == UNJUDGED


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        (Claim("It is.", True, "1."), REPRODUCED),
        (Claim("It is.", False, "1."), FAILED),
        (Claim("It is.", True, "1.", corrected="is, not was"), CORRECTED),
        (Claim("It is.", False, "1.", decided_by="The seed."), UNDECIDABLE),
        (Claim("It is.", False, "1.", judged=False), UNJUDGED),
    ],
)
def test_kinds_of_verdicts_on_sentences(claim, wanted):
    assert of_claim(claim) == wanted


def test_samples_decide_where_the_paper_had_few_cases():
    by_sample = number(band=Band(sample=40, room=0.05))
    told = {
        ends: inside(by_sample, Measured("x", 50.0, sampled=ends))
        for ends in ((9.0, 60.0), (10.04, 60.0), (10.06, 60.0), (2.0, 9.9))
    }
    assert list(told.values()) == [True, True, False, False], "within rounding of the central 95 %"
    assert not inside(by_sample, Measured("x", 10.0)), "no samples, no verdict for it"


def test_samples_are_as_wide_as_two_sets_of_cases_differ():
    """Of 400 cases with deviation 1: means of 25 others deviate by the root of 1/25 + 1/400."""
    values = np.sin(np.arange(400.0)) * 2**0.5
    means = values[samples(400, 25, 4_000)].mean(axis=1)
    assert means.std() == pytest.approx((1 / 25 + 1 / 400) ** 0.5 * values.std(), rel=0.04)
    assert samples(400, 25).shape == (1_000, 25) and samples(3, 9).max() == 2


def test_the_place_of_a_number_among_samples():
    ends, percentile = place(np.arange(1_001.0), 250.0)
    assert ends == pytest.approx((25, 975)) and percentile == pytest.approx(25, abs=0.1)
    assert place(np.zeros(10), 0.0) == ((0, 0), 50), "ties count half"


def test_the_largest_of_others_may_be_beyond_ours_but_rarely_below_many():
    """As many cases of theirs as of ours: each of the k largest of all is ours with probability a half, nearly."""
    values = np.arange(100.0)
    (low, high), percentile = place_of_maximum(values, 100, 98.5)
    assert high is None and percentile == pytest.approx(100 * (0.5 + 0.5 * 99 / 199) / 2)
    assert low == 94, "with six of ours beyond it the chance is 1 in 70, with five 1 in 34"
    assert (
        place_of_maximum(values, 100, 500.0)[1] == pytest.approx(75) and place_of_maximum(values, 100, -1.0)[1] < 1e-9
    )
    (_, high), _ = place_of_maximum(values, 2, 50.0)
    assert high == 99, "of two others the larger is beyond all of ours in 2 of 102 cases"
    assert place_of_maximum(np.zeros(20), 300, 0.0) == ((0.0, None), pytest.approx(50 * (1 + 20 / 320)))
    random = np.random.default_rng(1)
    drawn = [(random.random(30), random.random(90).max()) for _ in range(2_000)]
    assert np.mean([most >= place_of_maximum(own, 90, most)[0][0] for own, most in drawn]) > 0.975


@pytest.mark.parametrize(
    ("reference", "ours", "wanted"),
    [
        (None, Measured("x", 10.0), None),
        (10.0, Measured("x", None), None),
        (10.0, Measured("x", 12.5), True),
        (10.0, Measured("x", 12.6), False),
        (10.0, Measured("x", 14.0, 9.0, 19.0), True),
        (10.0, Measured("x", 14.0, 12.0, 19.0), False),
    ],
)
def test_agreement_with_the_reference(reference, ours, wanted):
    assert agrees(number(reference=reference), ours) is wanted


@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [
        ([], UNJUDGED),
        ([UNSTATED, INFORMATION], UNJUDGED),
        ([REPRODUCED, UNSTATED, INFORMATION], REPRODUCED),
        ([REPRODUCED, CORRECTED], CORRECTED),
        ([REPRODUCED, UNDECIDABLE], REPRODUCED),
        ([UNDECIDABLE], UNDECIDABLE),
        ([REPRODUCED, FAILED], PARTLY),
        ([REPRODUCED, FAILED, FAILED], FAILED),
        ([CORRECTED, FAILED, UNDECIDABLE], PARTLY),
        ([FAILED], FAILED),
        ([REPRODUCED, UNJUDGED], REPRODUCED),
        ([REPRODUCED, UNJUDGED, UNJUDGED], UNJUDGED),
    ],
)
def test_the_headline_follows_from_the_items(kinds, wanted):
    assert headline(kinds) == wanted


def test_only_a_bound_is_printed_as_one():
    assert [band.limit for band in (AT_LEAST, AT_MOST, EXACTLY, Band(0.25, end="most"), Band(0.1))] == [
        "at least",
        "at most",
        "",
        "",
        "",
    ]
