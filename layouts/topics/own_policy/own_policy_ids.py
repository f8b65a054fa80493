"""What the parts of this page are called; its texts and buttons are those of frontend/own_policy/page.js."""

PROGRAM_TEMPLATE, PROGRAM_FROM, PROGRAM_NAME = "program-template", "program-from", "program-name"
PROGRAM_JOBS, PROGRAM_JOBS_STATE = "program-jobs", "program-jobs-state"
PROGRAM_RUN = "program-run"  # store: {run, workload, challenge, seed, at} of a schedule that was kept
PROGRAM_RESULT, PROGRAM_TICK = "program-result", "program-tick"
PROGRAM_HIDDEN = "program-hidden"  # store: {challenge, runs: [{run, workload}], at} of the hidden seeds
PROGRAM_HIDDEN_RESULT, PROGRAM_HIDDEN_TICK = "program-hidden-result", "program-hidden-tick"
