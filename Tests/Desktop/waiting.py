"""Waiting for what happens in another process: ask again and again, up to a limit."""

import time

LIMIT = 20.0
_INTERVAL = 0.05


def wait_for(what, condition, limit=LIMIT):
    """Returns the first true answer of `condition`; fails with `what` was awaited after `limit` seconds."""
    deadline = time.monotonic() + limit
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {limit:g} s in vain for {what}")
        time.sleep(_INTERVAL)
