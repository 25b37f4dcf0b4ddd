"""What tests have that kill the program: the kill itself, the state that it is started with, and what it left."""

import itertools
import os
import pathlib
import shutil
import signal
import sqlite3
import tempfile

import preloaded
from case import DesktopTestCase
from keyring import Keyring
from program import Cameo
from waiting import wait_for

CONTACTS = 20
_ALL = os.environ.get("CAMEO_KILLS") == "all"
# The number of this process, and the number of processes. Each process takes its part of all calls.
_SHARE, _SHARES = map(int, os.environ.get("CAMEO_SHARE", "1of1").split("of"))
# The number of checks for a live process, for each look at its window.
_LOOK = 10


class KillTestCase(DesktopTestCase):
    @classmethod
    def setUpClass(cls):
        cls.outside = pathlib.Path(tempfile.mkdtemp(prefix="cameo-kills."))
        cls.addClassCleanup(shutil.rmtree, cls.outside)
        cls.killer = preloaded.build("killer", cls.outside)

    def setUp(self):
        super().setUp()
        self.server = self.start_server(CONTACTS)
        self.names = [f"{each['first_name']} {each['last_name']}" for each in self.server.contacts]
        self.template = self.outside / self.id()

    def count(self, table):
        """The rows of a table, as another process sees them."""
        [file] = self.home.rglob("contacts.sqlite")
        database = sqlite3.connect(file, timeout=20)
        try:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        finally:
            database.close()

    def points(self, sample):
        return itertools.count(_SHARE, _SHARES) if _ALL else sample

    def run_killed(self, at, act, is_done, armed=False):
        """Starts the program, has it act, and waits for its end before the call of that number; whether that came."""
        count = self.outside / "count"
        count.unlink(missing_ok=True)
        variables = {
            "LD_PRELOAD": str(self.killer), "KILLER_FOLDER": str(self.home), "KILLER_AT": str(at),
            "KILLER_COUNT": str(count), **({"KILLER_ARMED": "1"} if armed else {}),
        }
        cameo = self._start_without_window(variables)
        try:
            if act:
                cameo.find(role="frame")
                act(cameo)
            self._wait_for_end(cameo, is_done)
        except AssertionError:
            if cameo.is_running:
                raise
        # The end of the program changes files, too.
        status = cameo.stop()
        self._ended.append(cameo)
        hit = status == -signal.SIGKILL
        if not hit:
            self.assertEqual((status, cameo.complaints), (0, []), cameo.errors)
            print(f"{self.id()}: {count.read_text().strip()} calls that change a file")
        return hit

    def _wait_for_end(self, cameo, is_done):
        looks = itertools.count(1)

        def is_over():
            # Most runs are killed, and looking at all elements takes longer than all the rest.
            return not cameo.is_running or (next(looks) % _LOOK == 0 and is_done(cameo))

        wait_for("the kill or the end", is_over)

    def _start_without_window(self, variables):
        cameo = Cameo((), self.home, self.results, variables=variables)
        self.addCleanup(self._finish, cameo)
        return cameo

    def is_full(self, cameo):
        return cameo.all(containing=f"{CONTACTS} contacts")

    def shows_contacts(self, cameo):
        shown = wait_for(
            "a page", lambda: cameo.all(name="Server Address") or cameo.all(role="list", name="Contacts"))
        return shown[0].role == "list"

    def sign_in_and_end(self):
        cameo = self.start_cameo()
        self.sign_in(cameo, self.server)
        wait_for("the contacts", lambda: self.is_full(cameo))
        wait_for("the token", self.keyring_items)
        self.end(cameo)

    def traces(self):
        found = self.files_with([self.server.token, self.server.address.removeprefix("http://"), *self.names])
        return [path for path in found if "/keyrings/" not in path and str(self.outside) not in path]

    def check_database(self):
        """Looks into a copy, as it was left; returns the number of contacts."""
        copy = self.outside / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        databases = list(self.home.rglob("contacts.sqlite"))
        if not databases:
            return 0
        shutil.copytree(databases[0].parent, copy)
        database = sqlite3.connect(copy / "contacts.sqlite")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return database.execute("SELECT count(*) FROM contact").fetchone()[0] if "contact" in tables else 0

    def empty_home(self):
        for kind in ("data", "cache"):
            shutil.rmtree(self.home / kind / "cameo", ignore_errors=True)

    def keep_state(self):
        """Copies the files; returns what makes the token once more."""
        for kind in ("data", "cache"):
            if (self.home / kind / "cameo").exists():
                shutil.copytree(self.home / kind / "cameo", self.template / kind)
        [item] = Keyring().items
        return *Keyring().describe(item), Keyring().secret(item)

    def restore_state(self, item):
        self.empty_home()
        for kind in self.template.iterdir():
            shutil.copytree(kind, self.home / kind.name / "cameo")
        self._empty_keyring()
        Keyring().add(*item)
