"""What jobs with a color add to the pages: a view of Compare, in `plots`."""

from layouts.topics import Topic

TOPIC = Topic("colored")
