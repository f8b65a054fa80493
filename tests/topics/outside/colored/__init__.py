"""Jobs with a color, which is the queue of their log: jobs of two colors never run at once."""

from scheduler.topics import Topic

TOPIC = Topic("colored")
