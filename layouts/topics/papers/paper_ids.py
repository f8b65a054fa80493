"""Names of the elements of the page Papers."""

from __future__ import annotations

GRID = "papers"  # the whole page; its class says whether an experiment is open
ASKED = "paper-asked"  # store: {experiment, scale, seed} of the address
HEAD = "paper-head"
FORM = "paper-form"
SCALE = "paper-scale"
SEED = "paper-seed"
SEED_BOX = "paper-seed-box"
LOG = "paper-log"
LOG_BOX = "paper-log-box"
STATE = "paper-state"
SHAPE = "paper-shape"  # store: {experiment: state} of those under way
TICK = "paper-tick"
DONE = "paper-done"  # store: key of the outcome shown
RESULT = "paper-result"
FOOT = "paper-foot"
COMMAND = "paper-command"
MESSAGE = "paper-message"
SAVED = "paper-saved"  # download
