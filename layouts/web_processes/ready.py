"""Makes the process that imports it ready to answer pages: the fork server, whose children begin where it stands."""

from __future__ import annotations

from layouts import site

ready = site.served()
