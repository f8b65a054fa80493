"""Jobs with a color: jobs of two colors never run at once."""

from scheduler.topics import Topic

TOPIC = Topic("colored")
