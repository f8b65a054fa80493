"""The finding of a comparison in words: one sentence, how sure it is, and which runs it leaves out."""

from __future__ import annotations

from typing import NamedTuple

from scheduler.durations import human
from scheduler.explain.finding import Change, Finding, of_campaigns
from scheduler.explain.words import Names
from scheduler.metrics import THRESHOLD, Metric, all_metrics, titled
from scheduler.statistics import intervals, week_blocks
from scheduler.wording import counted, enumerated

LEAST_SHARE = 0.001  # of the jobs: below it they are counted
FEW = 100  # jobs that are counted, for a percentage of them says less


class Part(NamedTuple):
    """A piece of a sentence; job: the row of the job it names."""

    text: str
    job: int | None = None


def sentence(finding: Finding) -> str:
    """The finding as one sentence."""
    return "".join(part.text for part in parts(finding))


def parts(finding: Finding) -> list[Part]:
    """The sentence in pieces, those that name a job with its row."""
    best = finding.best
    if finding.metric is None:
        return [Part(f"There is nothing to compare: no job of {finding.reference.name} has a number that decides.")]
    if best is None:
        return _alone(finding)
    if best.verdict == "same":
        return [Part(_equal(finding, best) + ".")]
    if best.verdict == "unclear":
        return [
            Part(
                f"{enumerated([best.name, finding.reference.name])} cannot be told apart by the {_noun(finding)}: "
                f"{_both(finding, best)}."
            )
        ]
    pieces = [Part(_compared(finding, best)), *_who(finding, best), Part(_rivals(finding)), Part(_others(finding))]
    return [*(part for part in pieces if part.text), Part(".")]


def certainty(finding: Finding) -> str:
    """How sure the sentence is, as a sentence of its own; empty where nothing is compared."""
    best = finding.best
    if finding.metric is None or best is None or best.same:
        return ""
    if best.replicas is not None and best.replicas.verdict != "unknown":
        return _over_replicas(finding, best, best.replicas)
    if best.verdict == "unclear" and best.within_noise:
        moved = f", which moves these runs by up to {100 * best.noise.share:.2g} %," * best.noise.measured
        return (
            f"Another order of simultaneous events{moved} could turn so small a difference round; replicas tell "
            "whether it lasts."
        )
    if best.weeks is None:
        return ""
    if best.weeks.low is None or best.weeks.high is None:
        return (
            f"No interval: it takes jobs of {week_blocks.FEWEST} weeks, and these are of at most "
            f"{counted(best.weeks.weeks, 'week')}. Replicas (the jobs changed a little, run again) "
            "tell whether the difference remains."
        )
    low, high = (_signed(finding.metric, bound) for bound in (best.weeks.low, best.weeks.high))
    return f"95 % interval of the difference: {low} to {high}, from {best.weeks.weeks} weeks resampled."


def following(finding: Finding) -> str:
    """How the best run and the next best one differ, as a sentence of its own; empty where there are no two of them."""
    best, second = finding.best, finding.following
    if best is None or second is None or second.name in finding.rivals:
        return ""
    pair = enumerated([best.name, second.name])
    if second.same:
        return f"{pair} make the same schedule."
    if second.verdict == "same":
        return f"{pair} have the same {_noun(finding)}."
    if second.verdict == "unclear":
        return f"{pair} cannot be told apart by the {_noun(finding)}: {_both(finding, second)}."
    text = (
        f"Next to {best.name} is {second.name}: {_text(finding, second.reference)} and {_text(finding, second.value)}"
    )
    if finding.kind is None or not second.count:
        return f"{text}."
    more, fewer = (_share(some, second.count, finding.kind.noun) for some in (second.more, second.fewer))
    do, less = finding.kind.verbs[second.more != 1], finding.kind.less
    return f"{text}; {more} {do} longer under {second.name} than under {best.name}, {fewer} {less}."


def left_out(finding: Finding) -> str:
    """Which runs the sentence leaves out, and why; empty where it leaves out none."""
    names = finding.left_out
    if not names:
        return ""
    verb = "holds" if len(names) == 1 else "hold"
    return (
        f"{enumerated(names)} {'is' if len(names) == 1 else 'are'} not compared: the log {verb} more processors there "
        "than the machine has."
    )


def text_of(metric: Metric, value: float) -> str:
    """A value of a metric for a sentence."""
    if metric.unit == "s":
        return human(value)
    size = abs(value)
    digits = f"{value:,.0f}" if size >= 1_000 else f"{float(f'{value:.3g}'):.3g}"
    return f"{digits} {metric.unit}".rstrip()


def _alone(finding: Finding) -> list[Part]:
    assert finding.metric is not None and finding.value is not None
    if finding.value == 0 and finding.kind is not None and finding.metric.unit == "s":
        return [Part(f"Under {finding.reference.name} no {finding.kind.noun} {finding.kind.verbs[0]}.")]
    head = f"Under {finding.reference.name} the {_noun(finding)} is {text_of(finding.metric, finding.value)}"
    if finding.kind is None or finding.median is None or finding.longest is None:
        return [Part(f"{head}.")]
    verb = finding.kind.verbs[1] if finding.metric.unit == "s" else "have"
    half = f"; half of the {finding.kind.noun}s {verb} at most {text_of(finding.metric, finding.median)}, "
    return [Part(head + half), _named(finding, finding.longest), Part(f" {finding.kind.verbs[0]} longest.")]


def _equal(finding: Finding, best: Change) -> str:
    names = [finding.reference.name, *(one.name for one in finding.changes if one.verdict == "same")]
    if all(one.same for one in finding.changes if one.verdict == "same"):
        return f"{enumerated(names)} make the same schedule: every job starts and ends at the same time"
    return (
        f"{enumerated(names)} have the same {_noun(finding)}, {_text(finding, best.value)}, though single jobs differ"
    )


def _compared(finding: Finding, best: Change) -> str:
    base, count = finding.reference.name, len(finding.changes)
    move = f"from {_text(finding, best.reference)} to {_text(finding, best.value)}"
    verb = "cuts" if best.value < best.reference else "raises"
    if best.verdict == finding.wanted:
        several = f"Of {count + 1} runs, ", " most,"
        before, after = several if count > 1 else ("", "")
        return f"{before}{best.name} {verb} the {_noun(finding)} of {base}{after} {move}"
    if count == 1:
        return f"{best.name} {verb} the {_noun(finding)} of {base} {move}"
    return f"No run has a better {_noun(finding)} than {base}: {best.name}, the nearest, {verb} it {move}"


def _who(finding: Finding, best: Change) -> list[Part]:
    """How many of the jobs fare otherwise than the mean, and which one most."""
    kind = finding.kind
    if kind is None or not best.count:
        return []
    cut = best.value < best.reference
    some, how = (best.more, "longer") if cut else (best.fewer, kind.less)
    if not some or best.most is None:
        return [Part(f"; no {kind.noun} {kind.verbs[0]} {how}")]
    if some == 1:
        return [Part("; only "), _named(finding, best.most), Part(f" {kind.verbs[0]} {how}")]
    return [
        Part(f"; {_share(some, best.count, kind.noun)} {kind.verbs[1]} {how}, "),
        _named(finding, best.most),
        Part(" most"),
    ]


def _named(finding: Finding, row: int) -> Part:
    schedule = finding.reference.schedule
    if finding.kind is not None and of_campaigns(finding.kind):
        return Part(Names(schedule.workload).campaign(row))
    return Part(f"job {schedule.workload.jobs.job_id[row]}", row)


def _rivals(finding: Finding) -> str:
    return f"; {enumerated(finding.rivals)} cannot be told apart from it" if finding.rivals else ""


def _others(finding: Finding) -> str:
    clauses = []
    for metric, reference, value in finding.others:
        noun, before = _lower(metric.title), text_of(metric, reference)
        now = text_of(metric, value)
        clauses.append(
            f"; the {noun} stays at {before}"
            if now == before
            else f"; the {noun} {'falls' if value < reference else 'rises'} from {before} to {now}"
        )
    return "".join(clauses)


def _over_replicas(finding: Finding, best: Change, difference: intervals.Difference) -> str:
    assert finding.metric is not None and difference.half is not None
    size = f"{_signed(finding.metric, difference.mean)} ± {text_of(finding.metric, difference.half)}"
    if difference.verdict == "same":
        return f"Over {difference.replicas} replicas the difference is {size}, an interval that holds 0."
    most = difference.lower if difference.verdict == "lower" else difference.higher
    where = f"{difference.verdict} in {most} of them"
    return f"Over {difference.replicas} replicas the difference is {size}; it is {where}."


def _noun(finding: Finding) -> str:
    """mean wait; mean bounded stretch (10 s); mean stretch where it is plain."""
    metric = finding.metric
    assert metric is not None
    plain = all_metrics().get(metric.unbounded) if finding.threshold == 0 and THRESHOLD in metric.params else None
    return _lower((plain or metric).title if plain else titled(metric, finding.threshold))


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def _text(finding: Finding, value: float) -> str:
    assert finding.metric is not None
    return text_of(finding.metric, value)


def _both(finding: Finding, best: Change) -> str:
    """1 h 02 min and 1 h 03 min."""
    one, other = _text(finding, best.value), _text(finding, best.reference)
    return f"it is {one} under both" if one == other else f"{one} and {other}"


def _signed(metric: Metric, value: float) -> str:
    return f"{'-' if value < 0 else '+'}{text_of(metric, abs(value))}" if value else text_of(metric, value)


def _share(some: int, count: int, noun: str) -> str:
    """0.8 % of the jobs; 2 of the 5 jobs; 3 of the 28,489 jobs where that is next to none."""
    if count < FEW or some / count < LEAST_SHARE:
        return f"{some:,} of the {count:,} {noun}s"
    return f"{100 * some / count:.1f} % of the {noun}s"
