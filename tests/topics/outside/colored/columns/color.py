"""The color of a job."""

from scheduler.columns import Columns

COLUMNS = Columns("color", (("color", "i8", "", "color of the job"),), header="Outside-Color")
