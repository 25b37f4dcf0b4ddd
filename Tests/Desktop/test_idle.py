"""A window that nobody uses."""

import pathlib
import time

from case import DesktopTestCase
from waiting import wait_for

# How long the program must have slept. What looks after the day wakes it every quarter of an hour.
_SLEEP_S = 10


class IdleTest(DesktopTestCase):
    def test_an_idle_window_is_not_woken(self):
        server = self.start_server(contacts=1)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="1 contact")
        cameo.find(role="list item")

        # What people will likely read is fetched first, with pauses of seconds.
        since, known = time.monotonic(), _wakes(cameo.process_id)

        def slept():
            nonlocal since, known
            wakes = _wakes(cameo.process_id)
            if wakes != known:
                since, known = time.monotonic(), wakes
            return time.monotonic() - since > _SLEEP_S

        wait_for("sleep", slept, limit=180)


def _wakes(pid):
    """How often each thread of a process was woken, but for those on which libdispatch looks after its own once a second."""
    wakes = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            if (thread / "comm").read_text().strip().endswith("overcommit"):
                continue
            lines = (thread / "status").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            # It ended meanwhile.
            continue
        wakes[thread.name] = next(line for line in lines if line.startswith("voluntary_ctxt_switches"))
    return wakes
