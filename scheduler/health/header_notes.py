"""What the header remarks: read it before anything is concluded from the log."""

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log

LONGEST = 600  # signs of all remarks that are shown


def look(log: Log) -> Evidence | None:
    """The texts of the notes."""
    if not log.remarks:
        return None
    text = " · ".join(log.remarks)
    excerpt = text if len(text) <= LONGEST else text[:LONGEST].rstrip() + " …"
    return Evidence(f"The header notes: {excerpt}")


FINDING = Finding(
    "header_notes", "Notes of the header", 42, "Who made the log knows best what is wrong with it.", look, level="info"
)
