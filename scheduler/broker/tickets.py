"""Celery tasks as tickets: each says that there is something to do, none says what.

Whoever gets a ticket takes the run whose turn it is from the registry.  So visitors take turns, whatever order the
tickets come in; a ticket that comes twice finds nothing left to do; and nothing in a message decides what a worker
runs.  Messages are JSON, confirmed when the work is done, and come again where a worker is lost.
"""

from __future__ import annotations

import ssl
from functools import cache
from typing import Any

from scheduler.broker.address import address, is_encrypted, masked
from scheduler.errors import StoreError

TASK = "queuescope.work"
QUEUE = "queuescope"
LATE = 600.0  # s beyond the limit of a run until a ticket that nobody confirmed comes again


def settings(seconds: float, process_runs: int | None = None) -> dict[str, Any]:
    """What Celery is told.  seconds: the limit of a run; process_runs: after how many a new process follows."""
    facts: dict[str, Any] = {
        "broker_url": address(),
        "result_backend": None,
        "task_ignore_result": True,
        "task_default_queue": QUEUE,
        "task_serializer": "json",
        "result_serializer": "json",
        "accept_content": ["json"],
        "event_serializer": "json",
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_prefetch_multiplier": 1,
        "task_time_limit": seconds + LATE / 2,
        "worker_max_tasks_per_child": process_runs,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "broker_transport_options": {"visibility_timeout": seconds + LATE, "global_keyprefix": "queuescope:celery:"},
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "worker_hijack_root_logger": False,
        "task_publish_retry": True,
        "task_publish_retry_policy": {"max_retries": 2, "interval_start": 0.1, "interval_step": 0.3},
    }
    if is_encrypted(facts["broker_url"]):
        facts["broker_use_ssl"] = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True}
    return facts


@cache
def _sender(text: str) -> Any:
    from celery import Celery  # type: ignore[import-untyped]

    app = Celery("queuescope")
    app.conf.update(settings(3_600.0))
    return app


def send(count: int = 1) -> None:
    """So many runs wait; raises StoreError where the broker cannot be reached."""
    from kombu.exceptions import KombuError

    try:
        for _ in range(count):
            _sender(address()).send_task(TASK, queue=QUEUE)
    except (KombuError, OSError, AttributeError) as error:  # the last: kombu goes on with a channel it has closed
        raise StoreError(
            f"The broker of this server ({masked()}) cannot be reached ({type(error).__name__}); try again in a minute."
        ) from error


def waiting(redis: Any) -> int:
    """How many tickets no worker has taken yet."""
    return int(redis.llen(f"queuescope:celery:{QUEUE}"))
