"""What a comparison finds, how sure it is, and what it leaves out."""

from __future__ import annotations

PARTS: dict[str, str] = {
    "cuts": "[cuts:cuts][!cuts:raises]",
    "move": "from {reference} to {value}",
    "longer": "[less:{less}][!less:longer]",
}

PHRASES: dict[str, str] = {
    "nothing_to_compare": "There is nothing to compare: no job of {run} has a number that decides.",
    "nobody": "Under {run} no {noun} {does}.",
    "alone": "Under {run} the {metric} is {value}[median:; half of the {noun}s [do:{do}][!do:have] at most {median}, "
    "{longest} {does} longest]. || {run}: {metric} {value}",
    "same_starts_and_ends": "{runs} make the same schedule: every job starts and ends at the same time. "
    "|| same schedule",
    "same_but_single_jobs": "{runs} have the same {metric}, {value}, though single jobs differ. || same {metric}",
    "same_schedules": "{runs} make the same schedule.",
    "same_number": "{runs} have the same {metric}.",
    "unclear": "{runs} cannot be told apart by the {metric}: [alike:it is {value} under both][!alike:{value} and "
    "{reference}]. || cannot be told apart by the {metric}",
    "compared": "[none_better:No run has a better {metric} than {base}: {best}, the nearest, <cuts> it "
    "<move>][!none_better:[of:Of {of} runs, ]{best} <cuts> the {metric} of {base}[of: most,] <move>][payers:; "
    "{payers}][rivals:; {rivals} cannot be told apart from it][others:; {others}]. || {best}: {metric} <move>",
    "no_payer": "no {noun} {does} <longer>",
    "one_payer": "only {job} {does} <longer>",
    "payers": "{share} {do} <longer>, {job} most",
    "some_of": "{some} of the {count} {noun}s",
    "share_of": "{share} of the {noun}s",
    "other_metric": "the {metric} [stays:stays at {reference}][!stays:[falls:falls][!falls:rises] <move>][rest:; "
    "{rest}]",
    "next_best": "Next to {best} is {second}: {reference} and {value}[more:; {more} {do} longer under {second} than "
    "under {best}, {fewer} {less}]. || next: {second}, {value}",
    "runs_left_out": "{runs} [several:are][!several:is] not compared: [several:these logs hold][!several:the log "
    "holds] more processors there than the machine has.",
    "over_replicas": "Over {replicas} replicas the difference is {mean} ± {half}[same:, an interval that holds "
    "0][!same:; it is [lower:lower][!lower:higher] in {most} of them]. || {mean} ± {half} over {replicas} replicas",
    "order_of_events": "Another order of simultaneous events[moved:, which moves these runs by up to {moved} %,] could "
    "turn so small a difference round; replicas tell whether it lasts. || may be the order of events",
    "no_interval": "No interval: it takes jobs of {fewest} weeks, and these are of at most {weeks} {weeks:week|weeks}. "
    "Replicas (the jobs changed a little, run again) tell whether the difference remains. || no interval",
    "interval": "95 % interval of the difference: {low} to {high}, from {weeks} weeks resampled. "
    "|| 95 %: {low} to {high}",
}
