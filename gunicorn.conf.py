"""Gunicorn's settings, which it finds here by itself: gunicorn app:server."""

bind = "127.0.0.1:8050"
workers = 1  # it listens; page processes answer
worker_class = "layouts.server.worker.Worker"
threads = 400  # requests that are under way or wait for a page process; begun as they are needed
worker_connections = 500
timeout = 60
graceful_timeout = 20
keepalive = 5
sendfile = False  # answers go through what is put aside for slow clients
limit_request_line = 8_190  # an address holds fifty jobs typed by hand
