"""What a long day leaves behind: scripts/bench soak.

One process, started by D-Bus and kept alive by the desktop's search, has its list scrolled, contacts looked at, news asked
for, people logged out and in, and its window closed and opened, in ten rounds. After each it stands as after the others: then
its memory, descriptors, threads and GObjects are counted. Prints a line for each figure, 'name value unit'.
"""

import pathlib
import struct
import sys
import time
import unittest

from gi.repository import GLib

import accessibility
import preloaded
import screen
from case import DesktopTestCase
from waiting import wait_for

_CONTACTS = 10_000
_ROUNDS = 10
# For each round.
_SCROLLS, _DETAILS, _REFRESHES, _SIGN_INS, _WINDOWS = 2, 50, 5, 2, 10
# Rows that Page Down goes on by in a window of the usual height.
_ROWS_OF_A_PAGE = 8
# The seconds on a contact until the program asks the server for news of the contact, and some more.
_REST = 0.4
_MOST_GROWTH = 1.1
# GLib ends a thread that had nothing to do for 15 seconds.
_SPARE_THREAD_S = 17


class Soak(DesktopTestCase):
    def setUp(self):
        super().setUp()
        self.counter = self.home / "gobjects"
        library = preloaded.build("gobjects", self.home, "gobject-2.0")
        self.server = self.start_server(_CONTACTS)
        self.cameo = self.install_service(LD_PRELOAD=library, GOBJECTS_FILE=self.counter)
        self.cameo.activate()
        self.sign_in(self.cameo, self.server)
        self._wait_for_contacts()

    def test_soak(self):
        first = None
        for number in range(1, _ROUNDS + 1):
            self._round()
            figures = self._figures()
            first = first or figures
            for name, (value, unit) in figures.items():
                print(f"soak.{name}.round{number} {value} {unit}", flush=True)
        ratios = {name: value / first[name][0] for name, (value, _) in figures.items()}
        for name, ratio in ratios.items():
            print(f"soak.{name}.vs_first_round {ratio:.3f} ratio", flush=True)
        self.assertEqual({name: ratio for name, ratio in ratios.items() if ratio > _MOST_GROWTH}, {})

    def _round(self):
        for _ in range(_SCROLLS):
            self._scroll()
        self._look_at_contacts()
        for _ in range(_REFRESHES):
            screen.press("F5")
            self.cameo.find(name="Up to date", limit=60)
            wait_for("no farewell", lambda: not self.cameo.all(name="Up to date"))
        for _ in range(_SIGN_INS):
            self.log_out(self.cameo)
            self.cameo.find(name="Server Address", limit=60)
            self.sign_in(self.cameo, self.server)
            self._wait_for_contacts()
        for _ in range(_WINDOWS):
            self._close_and_open()
        screen.press("Home")

    def _wait_for_contacts(self):
        self.cameo.find(containing=f"{_CONTACTS:,} contacts", limit=300)
        wait_for("the end of the fill", lambda: not self.cameo.all(name="Loading contacts"), limit=60)
        self.cameo.find(role="list item")

    def _scroll(self):
        """From the beginning to the end, page by page, and back."""
        self._wait_until_idle()
        self.list = self.cameo.find(role="list", name="Contacts").reference
        screen.press("Home")
        for page in range(_CONTACTS // _ROWS_OF_A_PAGE):
            screen.press("Page_Down")
            # No person's keyboard is faster than the window.
            if page % 10 == 0:
                accessibility.ask([(self.list, "Accessible.GetState", None)])
        screen.press("End")
        self._wait_until_idle()
        screen.press("Home")

    def _look_at_contacts(self):
        for _ in range(_DETAILS):
            screen.press("Down")
            time.sleep(_REST)
        screen.press("Return")
        self.cameo.find(role="heading")

    def _close_and_open(self):
        self._ask_search()
        self.cameo.find(role="push button", name="Close").click()
        wait_for("no window", lambda: not self.cameo.all(role="frame"))
        self._ask_search()
        self.cameo.activate()
        self.cameo.find(role="list item", limit=60)

    def _ask_search(self):
        """Keeps the process for some seconds more."""
        before = self.cameo.process_id
        self.cameo.call(
            "org.gnome.Shell.SearchProvider2.GetInitialResultSet", GLib.Variant("(as)", (["a"],)), "/SearchProvider")
        self.assertEqual(self.cameo.process_id, before, "the same process")

    def _wait_until_idle(self):
        def used():
            fields = pathlib.Path(f"/proc/{self.cameo.process_id}/stat").read_text().rpartition(")")[2].split()
            return int(fields[11]) + int(fields[12])

        def is_idle():
            before = used()
            time.sleep(1)
            return used() - before <= 5

        wait_for("rest", is_idle, limit=120)

    def _threads(self):
        """How many threads there are at least, for as long as it takes until spare ones have ended."""
        tasks = pathlib.Path(f"/proc/{self.cameo.process_id}/task")
        fewest, end = len(list(tasks.iterdir())), time.monotonic() + _SPARE_THREAD_S
        while time.monotonic() < end:
            time.sleep(0.25)
            fewest = min(fewest, len(list(tasks.iterdir())))
        return fewest

    def _figures(self):
        self._wait_until_idle()
        threads = self._threads()
        process = pathlib.Path(f"/proc/{self.cameo.process_id}")
        lines = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        return {
            "memory": (int(lines["VmRSS"].split()[0]) // 1024, "MiB"),
            "descriptors": (len(list((process / "fd").iterdir())), "count"),
            "threads": (threads, "count"),
            "gobjects": (struct.unpack("q", self.counter.read_bytes())[0], "count"),
        }


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
