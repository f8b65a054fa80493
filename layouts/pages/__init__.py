"""The pages: a package each, whose `page` has layout() and register(app, services).

May import everything of `layouts` but `layouts.routes` and the topics.  No page knows another; what they share is in
the room of the frame.
"""
