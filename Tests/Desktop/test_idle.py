"""A window that nobody uses."""

import pathlib
import re
import time

from case import DesktopTestCase
from rare import rare
from waiting import wait_for

# The seconds that the program must have slept. The watch for a new day wakes the program every quarter of an hour.
_SLEEP_S = 10
# Threads of libraries that wake by themselves, by name. libdispatch looks after its own threads once a second. Newer
# versions of GLib look at the free memory every 10 s. Newer versions of gdk-pixbuf decode with glycin, which wakes
# twice a second.
_RESTLESS = re.compile(r".*overcommit|gmain|async-io|blocking-\d+|futures-timer|gly-.*")


class IdleTest(DesktopTestCase):
    @rare
    def test_an_idle_window_is_not_woken(self):
        server = self.start_server(contacts=1)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="1 contact")
        cameo.find(role="list item")

        # The program first fetches the sections that people will likely read, with pauses of seconds.
        since, known = time.monotonic(), _wakes(cameo.process_id)

        def slept():
            nonlocal since, known
            wakes = _wakes(cameo.process_id)
            if wakes != known:
                since, known = time.monotonic(), wakes
            return time.monotonic() - since > _SLEEP_S

        wait_for("sleep", slept, limit=180)


def _wakes(pid):
    """How often each thread of a process was woken, but for those of libraries that are restless."""
    wakes = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            if _RESTLESS.fullmatch((thread / "comm").read_text().strip()):
                continue
            lines = (thread / "status").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            # It ended meanwhile.
            continue
        wakes[thread.name] = next(line for line in lines if line.startswith("voluntary_ctxt_switches"))
    return wakes
