"""What the parts of the editor of formulas are called."""

EDITOR, EXAMPLE = "formula-editor", "formula-example"
CHECK = "formula-check"  # what is wrong with a formula, or what comes of it
JOB, WHY = "formula-job", "formula-why"  # the job whose place is explained; where that and the picture stand
AGAIN = "formula-again"  # interval: asks again while code is compiled
