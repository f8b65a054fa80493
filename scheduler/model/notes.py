"""Notes: what was noticed or repaired, as data, and the sentences that are made of them.

A note is a rule, how often it applied, the first lines, and the values that its phrase names.  PHRASES has the phrase
of every rule, as scheduler/phrase.py reads it, and STYLES how values are written; nobody reads a sentence back.  What
its value `way` says is a condition of clauses, `[clusters: ...]`; a way keeps its name, as stored notes have it.

>>> Note("wide_dropped", 2, (7, 9), "repair", {"way": "machine", "most": 128, "unit": "processors"}).text
'2 jobs wider than the machine of 128 processors left out.'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from scheduler.durations import duration, human
from scheduler.model.number_text import number
from scheduler.phrase import phrase
from scheduler.wording import counted


@dataclass(frozen=True)
class Note:
    """Something noticed or repaired: which rule, how often, the first lines it touched, and what its phrase names."""

    rule: str  # short key, e.g. "overrun_cut"
    count: int = 0
    lines: tuple[int, ...] = ()  # at most the first three, from 1
    level: str = "info"  # info | repair | warning
    values: Mapping[str, Any] = field(default_factory=dict)  # numbers and names, as JSON has them
    file: str = ""  # it is of, where a log is of several
    sentence: str = ""  # the whole of it, of a rule that has no phrase here, or was kept without its values

    @property
    def text(self) -> str:
        """One sentence for people, numbers included."""
        return self.sentence or f"{self.clause}."

    @property
    def clause(self) -> str:
        """The sentence without its full stop."""
        family = next((key for key in FAMILIES if self.rule.startswith(key)), self.rule)
        values = {self.values.get("way", ""): True, "count": self.count, **self.values}
        return (f"{self.file}: " if self.file else "") + phrase(PHRASES[family])(values, written)

    def describe(self) -> dict[str, Any]:
        """As JSON."""
        record = {
            "rule": self.rule,
            "text": self.text,
            "count": self.count,
            "lines": list(self.lines),
            "level": self.level,
        }
        data = {"values": dict(self.values)} if not self.sentence else {}
        return record | data | ({"file": self.file} if self.file else {})

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Note:
        """The note of such JSON; one without values, or whose phrase names others by now, keeps its sentence."""
        plain = cls(record["rule"], record["count"], tuple(record["lines"]), record["level"])
        note = replace(plain, values=record.get("values", {}), file=record.get("file", ""))
        with suppress(LookupError, ValueError, TypeError):
            if "values" in record and note.text:
                return note
        return replace(plain, sentence=record["text"])


# ---- how values are written -----------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """'24.7 %', '0.30 %', '0.0042 %': never rounded to nothing."""
    for digits, least in ((1, 0.1), (2, 0.0005)):
        if share >= least:
            return f"{100 * share:.{digits}f} %"
    return f"{100 * share:.2g} %"


def silent_fields(counts: Mapping[str, int]) -> str:
    """'3 jobs do not tell their queue, 1 job its requested time'."""
    parts: list[str] = []
    for name, count in counts.items():
        verb = "" if parts else "does not tell " if count == 1 else "do not tell "
        parts.append(f"{counted(count, 'job')} {verb}{'its' if count == 1 else 'their'} {name.replace('_', ' ')}")
    return ", ".join(parts)


def popular_times(times: Sequence[float]) -> str:
    """The values to which runtimes are rounded up: '2 h, the longest,', 'one of 2 values (1 h or 2 h)'."""
    *others, last = map(human, times)
    if not others:
        return f"{last}, the longest,"
    if len(others) >= MOST_NAMED:
        return f"one of {len(times):,} values from {others[0]} to {last}"
    return f"one of {len(times)} values ({', '.join(others)} or {last})"


def pools(sizes: Sequence[int]) -> str:
    """Of a machine of several clusters, which; '' of one without."""
    each = ", ".join(f"{size:,}" for size in sizes)
    return f" in {len(sizes)} clusters of {each}, no job spanning two of them" if sizes else ""


MOST_LISTED = 40  # columns named in a note
MOST_NAMED = 6  # popular values named in a note
STYLES: Mapping[str, Callable[[Any], str]] = {
    "percent": percent,
    "tenths": lambda share: f"{100 * share:.1f} %",
    "two_digits": lambda share: f"{100 * share:.2g} %",
    "hours": lambda seconds: f"{seconds / 3_600:,.0f}" if seconds >= 3_600_000 else f"{seconds / 3_600:.3g}",
    "time": human,
    "length": duration,
    "number": number,
    "quoted": repr,
    "listed": lambda names: ", ".join(names[:MOST_LISTED]) + " …" * (len(names) > MOST_LISTED),
    "pools": pools,
    "files": lambda files: ", ".join(f"{name} ({jobs:,})" for name, jobs in files[:20]) + " …" * (len(files) > 20),
    "others": lambda sizes: "".join(f"; {key} is {size:,}" for key, size in sizes.items()),
    "columns": lambda columns: ", ".join(f"{name} from {of}" + f" ({unit})" * bool(unit) for name, of, unit in columns),
    "silent": silent_fields,
    "popular": popular_times,
}


def written(value: Any, style: str = "") -> str:
    """A value in a style: one of STYLES, the noun of a count, or a format."""
    if style in STYLES:
        return STYLES[style](value)
    return counted(value, style) if len(style) > 1 and style.replace(" ", "").isalpha() else format(value, style)


def left_out_for(rule: str, title: str) -> str:
    """Why jobs were left out by a rule, behind their number; title: of the finding it is about."""
    return phrase(LEFT_OUT.get(rule, LEFT_OUT[OF_FINDING]))({"title": title}, str)


# ---- the phrases ----------------------------------------------------------------------------------------------------

NEVER = "cancelled without ever having processors (status 5, none allocated)"
BEGAN = (
    "{overlapping:,} of the {following:campaign} that follow another one ({share:tenths}) began before the user's "
    "previous one had ended"
)
OF_FINDING, OF_FIELD = "left_out_", "unreadable_"
LEFT_OUT = {  # why jobs are left out, by rule, as a clause behind their number
    "unusable_runtime": "without a runtime above 0",
    "unusable_processors": "without a processor count above 0",
    "unusable_submit": "without a submit time of at least 0",
    "unusable_unallocated": NEVER,
    OF_FINDING: "of the finding '{title}'",
}
FAMILIES = (OF_FINDING, OF_FIELD)  # how rules begin of which there is one for each finding, or field
FIELDS = " (line {line} has {fields:field}, the names are {names}: {first})"
MACHINE = "The machine has {processors:processor}{clusters:pools}"

OF_READERS: Mapping[str, str] = {
    "not_utf8": "The text is not UTF-8 (line {line}) and is read as Latin-1",
    "lines_quoted": "{count:line break} inside quoted cells: these lines are no records of their own",
    "rows_blank": "{count:line} without a value left out",
    "row_width": "{count:line} with more or fewer cells than there are columns skipped (line {line} is {first:quoted})",
    "columns_read": "Columns are read as: {columns:columns}",
    "columns_left": "{count:column} not read: {columns:listed}",
    "cells_unread": "{count:cell} of column {column} cannot be read ({first:quoted} in line {line}) and count as "
    "missing",
    "jobs_numbered": "Jobs are named by texts; they are numbered in the order of the file",
    "zone_given": "Dates [asked:are read in the time zone {zone}, as asked for]"
    "[usual:do not tell their time zone and are read as {zone}]",
    "hour_twice": "[table:{count:time} {count:lies|lie} in the hour that the clock shows twice when summer time ends, "
    "and {count:is|are} taken as the first][slurm:{count:line} with a time in the hour that the clock showed twice, as "
    "it was set back; for {open:,} of them nothing tells which of the two it is, and the first is taken]",
    "hour_skipped": "{count:line} with a time that the clock of {zone} never showed, as it was set forward: the time "
    "zone may be another one",
    "short_line": "{count:line} with fewer [numbers:than 18 fields skipped ({first})][names:fields than names skipped"
    + FIELDS
    + "]",
    "long_line": "{count:line} with more fields than names skipped" + FIELDS,
    "not_a_number": "{count:line} with something that is not a number skipped ({first})",
    "surplus_fields": "{count:line} with more than 18 fields: those after the 18th dropped",
    "comment_inside": "{count:line} of comment after the first job left out",
    "alea": "Field 19 tells the nodes of a job and field 20 its queue, which field 15 does not tell; both are read",
    "values_unread": "{count:job} {count:has|have} something else than a number as {key}, which counts as missing",
    "profile_unknown": "{count:job} {count:names|name} a profile that the file does not have; {count:its|their} "
    "runtime is missing",
    "profile_no_delay": "{count:job} {count:has|have} a profile that is no delay; how long {count:it runs|they run} "
    "depends on the platform Batsim simulates, so {count:its|their} runtime is missing",
    "account_tree": "{file_of} tells the tree of {accounts:,} accounts and {users:,} users of them[lost:; {lost:,} "
    "accounts of jobs are not in it and stand at its top]",
    "copies_dropped": "{count:job} {count:stands|stand} in two files with the same number, submit time, runtime and "
    "processors; each is taken once",
    "numbers_again": "{count:job number} {count:belongs|belong} to several jobs, the first of them {first}; these are "
    "kept as jobs of their own",
    "files_joined": "{count} files are one log, with their jobs: {files:files}; lines are counted on from one "
    "file to the next",
    "time_zone": "Times do not tell their [asked:zone and are read as those of {zone}, as asked for][usual:time zone "
    "and are read as {zone}: dates may be wrong by hours, and lengths of time by one hour where the clocks were "
    "changed; tell the time zone of the cluster, or write the file with SLURM_TIME_FORMAT=%s]",
    OF_FIELD: "{count:line} where {field} is {what} ({first} first): taken as unknown",
    "no_limit": "{count:record} with the time limit UNLIMITED or Partition_Limit: no requested time is known",
    "array_rest": "{count:line} for several tasks of an array, {tasks:,} tasks in all: each line is one job here",
    "numbers_made": "{count:job} of arrays without a number of their own, as there is no JobIDRaw: numbered from "
    "{first:number} on",
    "started_before_submit": "{count:job} with a start before the submit time: no wait is known",
    "not_ended": "{count:job} not ended yet when the file was written: no runtime is known",
    "pending": "{count:job} still waiting when the file was written",
    "steps": "[lines:{count:line}][records:{count:record}] of job steps left out: [lines:the line of ]the job itself "
    "counts",
    "not_a_job": "{count:line} skipped: {first} is no number of a job",
    "not_an_object": "{count:element} of the list skipped: no job",
    "delimiter_inside": "{count:line} with {sign} inside a field put together",
    "line_end_inside": "{count:line} put together with the line before, which ends inside a field",
    "repeated_records": "{count:line} with a record that stands in the file already: one of them is kept",
    "requeued": "{count:job} requeued: submit time of the first record, runtime of the last; the pieces before it held "
    "processors for {lost:hours} processor-hours, which are in no runtime",
    "resized": "{count:job} of another size in the end than in the beginning: the last size stands for the whole "
    "runtime",
    "het_jobs": "{count:job} of several parts (heterogeneous): one job with the processors of all of them",
}
OF_PREPARATION: Mapping[str, str] = {
    **{rule: f"{{count:job}} of the {{where}} {why} left out" for rule, why in LEFT_OUT.items()},
    "processors": MACHINE + ", [asked:as asked for][header:from {key} of the header]{others:others}",
    "filtered": "{count:job} of {total:,} {count:does|do} not meet the filter {where} and {count:is|are} left out",
    "filter_unknown": "{silent:silent}; they meet no condition on it",
    "size_substituted": "{count:job} without {size} processors took the {other} ones",
    "size_rounded": "{count:job} had their processors rounded up to a whole number",
    "number_cut": "{count:job} had fractions cut off the number of job, user, group, queue or partition",
    "unallocated_kept": "{count:job} " + NEVER + " {count:runs|run} on those {count:it|they} asked for, as asked",
    "slice": "{count:,} of {total:,} usable jobs are taken",
    "wide_dropped": "{count:job} wider than the [machine:machine][clusters:largest of the clusters,] of {most:,} "
    "{unit} left out",
    "overrun_cut": "{count:job} ran longer than requested and {count:ends|end} at the requested time: {share:percent} "
    "of the work removed by cutting",
    "overrun_extended": "{count:job} ran longer than requested; the requested time is raised to the runtime (cutting "
    "would remove {share:percent} of the work)",
    "estimate_exact": "{count:job} {count:has its|have their} runtime as requested time, as asked for",
    "estimate_modeled": "{count:job} {count:has|have} [uniform:from 1 to ][!popular:{factor:g} times "
    "]{count:its|their} runtime [popular:rounded up to {times:popular} ]as requested time, [uniform:drawn with seed "
    "{seed}, ]as asked for",
    "estimate_missing": "{count:job} without a requested time {count:has|have} [usual:{times:.3g} times "
    "{count:its|their} runtime as such, the median of the others][runtime:{count:its|their} runtime as "
    "such][longest:{most:time}, the longest of the others, as such, or {count:its|their} runtime where that is "
    "longer][longest_runtime:{most:time}, the longest runtime, as such, or {count:its|their} runtime where that is "
    "longer]",
    "request_capped": "{count:job} asked for more than {cap:time} and {count:asks|ask} for {cap:time} now",
    "runtime_capped": "{count:job} ran longer than {cap:time} and {count:ends|end} there: {share:percent} of the work "
    "removed. Under a real cap their users might have split them",
    "load_scaled": "{count:job} {count:is|are} submitted at scaled times: times between submissions x {factor:.6g} for "
    "a load of {load:g} (it was {before:.4g}); not rounded to whole seconds",
    "week": "Times are counted from the beginning of week {week:,}, second {begin:number} of the log",
    "user_unknown": "{count:job} without a user number {count:counts|count} as one user",
    "wait_unknown": "{count:job} without a recorded wait[replayed: {count:is|are} shown as starting at once]",
    "duplicate_ids": "{count:job} {count:shares its|share their} job number with another one",
    "max_records": "The header tells of {header:,} records, the file has {jobs:,} jobs",
    "grid": "{count:,} of {total:,} jobs are runs of grid jobs, the others are local jobs of {clusters:cluster}",
    "preceding_unknown": "{count:job} {count:names|name} a preceding job that is not in the file; submitted as "
    "recorded",
    "preceding_later": "{count:job} {count:names|name} a preceding job that is submitted later; submitted as recorded",
    "preceding_other": "{count:job} {count:names|name} a preceding job of another user; submitted as recorded",
    "preceding_unusable": "{count:job} {count:names|name} an unusable preceding job; submitted as recorded",
    "preceding_left_out": "{count:job} {count:names|name} a preceding job that is left out here; submitted as recorded",
    "allotment_slower": "{count:job} had runtimes that are longer on more processors than on fewer, which became those "
    "on the fewer",
    "work_raised": "{count:job} had runtimes by which they would do less work on more processors than on fewer; these "
    "were raised until they do as much, by {most:two_digits} at most",
    "superlinear_kept": "{count:job} {count:does|do} less work on more processors than on fewer, and {count:was|were} "
    "kept so, as asked; what is proven of plans does not hold for such tasks",
    "nodes": "[given:Each of the machine's processors is taken as a node that jobs share: {nodes:node}][made:The "
    "machine is taken as {nodes:node} of {cores:processor} and {memory:g} GB that jobs share]",
    "needs_declared": "CPU need and memory of tasks are as the file declares",
    "needs_modeled": "{count:job} {count:has|have} [whole:tasks that need the CPU and the memory of a whole node each, "
    "as asked for][drawn:needs by a model, as asked for: {single:,} of a single task need {part:.3g} of a node's CPU, "
    "the tasks of the others all of it; memory, drawn with seed {seed}, is 10 % of a node for the tasks of "
    "{small:job}, and 20 % to 100 % for the others]",
    "need_unknown": "{count:job} without a CPU need {count:has|have} that of a whole node for each task",
    "memory_unknown": "{count:job} without a memory[recorded:, asked for or used,] {count:has|have} [declared:that of "
    "a whole node for each task][recorded:the least: {least:.3g} of a node for each processor]",
    "memory_least": "{count:job} with less memory than {least:.3g} of a node for each processor {count:has|have} that",
    "memory_cut": "{count:job} with more memory for a processor than a node has: all of the node's",
    "tasks_made": "{count:job} {count:asks|ask} for a multiple of {cores} processors and less memory for each than "
    "{part:.3g} of a node: {count:it runs|they run} as tasks of {cores} processors that need a whole node's CPU",
    "tasks_single": "{count:job} {count:runs|run} as tasks of one processor that need {part:.3g} of a node's CPU",
    "least_memory": "No job runs as tasks of {cores} processors, because the least memory of one processor, "
    "{least:.3g} of a node, times {cores} fills a node; give a smaller least_memory",
    "first_tasks": "[some:{count:job} {count:has|have} a first task that needs {cpu:g} times the CPU and {memory:g} "
    "times the memory of each of the others, a whole node at most, as asked for][none:No job has a first task that "
    "differs from its others: that takes several tasks, and needs that are below a whole node where they are to be "
    "raised]",
    "first_cut": "{count:job} would have a first task that needs more than a node: a whole node is taken",
    "campaigns_inferred": "{count:campaign} inferred: a job belongs to the latest campaign of its user if submitted "
    "within {gap:length} of the first job of it[merge:, or before the work in it has ended]. Jobs per campaign: "
    "median {median:number}, largest {largest:,}; {single:campaign} of a single job",
    "campaigns_overlap": "[merge:By the gap alone there would be {alone:campaign}, and ]"
    + BEGAN
    + "; [merge:such jobs are part of that previous one here][independent:they wait for nobody and are submitted as "
    "recorded][zero:they wait for its end all the same]",
    "campaigns_nobody": "{count:job} without a user number taken for those of one user; their campaigns mean little",
    "campaigns_end_unknown": "{count:job} without a recorded wait: taken to have ended as early as possible (submit "
    "time + runtime) where campaigns are inferred",
    "think_drawn": "The think times of {count:campaign} are [constant:{time:length}, as asked for][exponential:drawn, "
    "exponential with a mean of {time:length} and seed {seed}]",
    "think_unknown": "The think times of {count:campaign} count from such an earliest end; the true ones are unknown "
    "and not longer",
    "think_zero": "The think times of {count:campaign} would be negative and are set to 0",
}
OF_POLICIES: Mapping[str, str] = {
    "knows_users": "FairCamp reckons with {count:user}, the number of those who have campaigns here; it is taken as "
    "known beforehand",
    "knows_future": "{policy} knows all campaigns before they are submitted, which no real scheduler does: it is there "
    "to compare others with",
    "search": "The search tried {moves:,} moves in {searches:,} searches and took {taken:,}[some:. Of the searches "
    "every {stride}th is kept]",
    "formula_behind_unused": "behind changes nothing with passing {passing}; choose passing {others}, or leave it "
    "empty",
    "formula_half_life_unused": "half_life changes nothing, for no formula names user_used; leave it empty",
    "formula_no_number": "The priority of {count:job} was no number (0 / 0, or the root or logarithm of a negative "
    "number), the first of them job {job}; while it is none, a job goes last",
    "formula_divided_by_zero": "A formula divided by zero {count:time}, first for job {job}; that is infinite, with "
    "the sign of what is divided",
    "formula_hour": "The log does not tell at what time of day it starts, so hour counts from its second 0",
}
PHRASES: Mapping[str, str] = {**OF_READERS, **OF_PREPARATION, **OF_POLICIES}
