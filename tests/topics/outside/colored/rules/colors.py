"""The rule by which jobs wait for those of another color."""

from scheduler.rules import Rule

OTHER_COLOR = Rule("other_color", "rule")
RULES = (OTHER_COLOR,)
