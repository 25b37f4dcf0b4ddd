"""The program is killed before a call that changes a file: nothing that was stored is lost, in whatever form it is stored, a sign-in is whole or was not,
what is typed is a draft or a change, and a log-out that began comes to its end. A sample of the calls, or with
CAMEO_KILLS=all each of them in turn until a run ends by itself."""

import itertools
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import struct
import tempfile
import zlib

import preloaded
import screen
from case import DesktopTestCase
from keyring import Keyring
from program import Cameo
from waiting import wait_for

_CONTACTS = 20
_ALL = os.environ.get("CAMEO_KILLS") == "all"
# Which of how many processes this is, each of which takes its part of all calls.
_SHARE, _SHARES = map(int, os.environ.get("CAMEO_SHARE", "1of1").split("of"))
# How often it is asked whether a process lives for each look at what it shows.
_LOOK = 10
_RELEASED = pathlib.Path(__file__).parent.parent / "ContactsTests/Released/contacts-0.1.0"


class KillTest(DesktopTestCase):
    @classmethod
    def setUpClass(cls):
        cls.outside = pathlib.Path(tempfile.mkdtemp(prefix="cameo-kills."))
        cls.addClassCleanup(shutil.rmtree, cls.outside)
        cls.killer = preloaded.build("killer", cls.outside)

    def setUp(self):
        super().setUp()
        self.server = self.start_server(_CONTACTS)
        self.names = [f"{each['first_name']} {each['last_name']}" for each in self.server.contacts]
        self.template = self.outside / self.id()

    # What is killed

    def test_a_log_out_that_began_comes_to_its_end(self):
        self._sign_in_once()
        item = self._keep_state()
        was_undone = set()

        def log_out(cameo):
            cameo.find(containing=f"{_CONTACTS} contacts")
            os.kill(cameo.process_id, signal.SIGUSR1)
            self.log_out(cameo)

        for at in self._points([1, 2, 4, 8, 16, 32, 64]):
            self._restore_state(item)
            hit = self._run_killed(at, log_out, lambda cameo: cameo.all(containing="Everything was removed"))
            cameo = self.start_cameo()
            if self._shows_contacts(cameo):
                # The note was not there yet: whoever is asked to log out is not told that it happened.
                self.assertEqual(was_undone - set(range(1, at)), set(), "undone after one that was not")
                was_undone.add(at)
                self.assertEqual(len(self.keyring_items()), 1)
            else:
                wait_for("no token", lambda: not self.keyring_items())
                self.assertEqual(self._traces(), [], f"killed at {at}")
            self.end(cameo)
            if not hit:
                break
        # Before the note, what a synchronisation still stores is counted too.
        self.assertNotIn(at, was_undone, "the note comes")
        self.assertGreater(at, 4)

    def test_a_sign_in_is_whole_or_was_not(self):
        for at in self._points([1, 2, 3, 5, 8, 13, 21, 34]):
            self._empty_keyring()
            self._empty_home()
            hit = self._run_killed(at, lambda cameo: self.sign_in(cameo, self.server), self._is_full, armed=True)
            self._check_database()
            cameo = self.start_cameo()
            if self._shows_contacts(cameo):
                self.assertEqual(len(self.keyring_items()), 1)
                cameo.find(containing=f"{_CONTACTS} contacts")
            else:
                wait_for("no token", lambda: not self.keyring_items())
                self.assertEqual(self._traces(), [], f"killed at {at}")
            self.end(cameo)
            if not hit:
                break

    def test_a_refresh_loses_nothing(self):
        self._sign_in_once()
        item = self._keep_state()
        # Another server at the same place, which knows more.
        token, port = self.server.token, self.server.port
        self.end(self.server)
        more = 2 * _CONTACTS
        self.start_server(more, token=token, port=port)
        for at in self._points([1, 3, 9, 27, 81]):
            self._restore_state(item)
            hit = self._run_killed(
                at, None, lambda cameo: cameo.all(containing=f"{more} contacts"), armed=True)
            self.assertGreaterEqual(self._check_database(), _CONTACTS)
            if not hit:
                break
        cameo = self.start_cameo()
        cameo.find(containing=f"{more} contacts")

    def test_what_is_typed_is_a_draft_or_a_change_and_never_both(self):
        self._sign_in_once()
        item = self._keep_state()
        for at in self._points([1, 2, 3, 4, 6, 8, 12, 16]):
            self._restore_state(item)
            name = f"Zaphod{at}"
            hit = self._run_killed(
                at, lambda cameo: self._make_contact(cameo, name),
                lambda cameo: not self._count("draft") and not self._count("edit"))
            self._check_database()
            drafts, edits = self._count("draft"), self._count("edit")
            if drafts:
                self.assertEqual((drafts, edits, self._made(name)), (1, 0, 0), f"killed at {at}")
            else:
                cameo = self.start_cameo()
                wait_for("the new contact", lambda: self._made(name) == 1, limit=180)
                wait_for("the end of its edit", lambda: not self._count("edit"), limit=180)
                self.end(cameo)
                self.assertEqual(self._made(name), 1, f"killed at {at}")
            if not hit:
                break

    def test_a_database_of_0_1_0_is_readable_while_it_becomes_a_present_one(self):
        self._sign_in_once()
        [file] = self.home.rglob("contacts.sqlite")
        for each in file.parent.glob("contacts.sqlite*"):
            each.unlink()
        shutil.copy(_RELEASED.with_name("contacts-0.1.0.sqlite"), file)
        item = self._keep_state()
        # What is shown comes from the database alone.
        self.end(self.server)
        released = {each["id"]: each["first"] for each in json.loads(_RELEASED.with_name("contacts-0.1.0.json").read_text())}
        # None is killed: how many calls there are. The last of them put the small database into its place.
        self._run_killed(0, None, lambda cameo: self._is_small(file), armed=True)
        calls = int((self.outside / "count").read_text())
        self.assertGreater(calls, 64)
        for at in self._points([1, 4, 16, 64, calls // 2, *(calls - before for before in (55, 34, 21, 13, 8, 5, 3, 1))]):
            self._restore_state(item)
            self._run_killed(at, None, lambda cameo: self._kill_when_small(cameo, file), armed=True)
            self.assertEqual(self._check_database(), len(released), f"killed at {at}")
            self.assertEqual(self._copies(), released, f"killed at {at}")
            cameo = self.start_cameo()
            cameo.find(containing=f"{len(released)} contacts")
            # Begun anew after each write, a little later each time.
            wait_for("the small database", lambda: self._is_small(file), limit=120)
            self.end(cameo)
            self._check_database()
            self.assertEqual(self._copies(), released, f"converted after a kill at {at}")
            if at >= calls:
                break

    # How

    def _is_small(self, file):
        """Whether the database has taken the form of a new one. Read without SQLite: who has it open keeps it from doing so."""
        with open(file, "rb") as opened:
            return struct.unpack(">I", opened.read(68)[64:])[0] == 1

    def _kill_when_small(self, cameo, file):
        """No run has quite as many calls as another; what follows when the work is done is no part of it."""
        if self._is_small(file):
            os.kill(cameo.process_id, signal.SIGKILL)
        return False

    def _copies(self):
        """The first names by the numbers of the contacts, as the copies of the server's answers in the copied database have them."""
        database = sqlite3.connect(self.outside / "copy/contacts.sqlite")
        self.addCleanup(database.close)
        copies = {}
        for number, copy in database.execute("SELECT id, json FROM contact_json"):
            # The present form: a one, the length, and what zlib made of it.
            text = zlib.decompress(copy[5:]) if copy[:1] == b"\x01" else copy
            copies[number] = json.loads(text)["first_name"]
        return copies

    def _make_contact(self, cameo, name):
        """Types a new contact, is killed from when it is a draft, and saves it."""
        # The server has those of the rounds before, too.
        cameo.find(containing=" contacts")
        screen.press("Control+n")
        cameo.find(role="push button", name="Done")
        screen.write(name)
        wait_for("the draft", lambda: self._count("draft") == 1)
        os.kill(cameo.process_id, signal.SIGUSR1)
        screen.press("Control+s")

    def _made(self, name):
        return sum(each["first_name"] == name for each in self.server.contacts)

    def _count(self, table):
        """The rows of a table, as another process sees them."""
        [file] = self.home.rglob("contacts.sqlite")
        database = sqlite3.connect(file, timeout=20)
        try:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        finally:
            database.close()

    def _points(self, sample):
        return itertools.count(_SHARE, _SHARES) if _ALL else sample

    def _run_killed(self, at, act, is_done, armed=False):
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
        hit = not cameo.is_running
        if hit:
            self.assertEqual(cameo.stop(), -signal.SIGKILL, cameo.errors)
            self._ended.append(cameo)
        else:
            self.end(cameo)
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

    def _is_full(self, cameo):
        return cameo.all(containing=f"{_CONTACTS} contacts")

    def _shows_contacts(self, cameo):
        shown = wait_for(
            "a page", lambda: cameo.all(name="Server Address") or cameo.all(role="list", name="Contacts"))
        return shown[0].role == "list"

    def _sign_in_once(self):
        cameo = self.start_cameo()
        self.sign_in(cameo, self.server)
        wait_for("the contacts", lambda: self._is_full(cameo))
        wait_for("the token", self.keyring_items)
        self.end(cameo)

    def _traces(self):
        found = self.files_with([self.server.token, self.server.address.removeprefix("http://"), *self.names])
        return [path for path in found if "/keyrings/" not in path and str(self.outside) not in path]

    def _check_database(self):
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

    def _empty_home(self):
        for kind in ("data", "cache"):
            shutil.rmtree(self.home / kind / "cameo", ignore_errors=True)

    def _keep_state(self):
        """Copies the files; returns what makes the token once more."""
        for kind in ("data", "cache"):
            if (self.home / kind / "cameo").exists():
                shutil.copytree(self.home / kind / "cameo", self.template / kind)
        [item] = Keyring().items
        return *Keyring().describe(item), Keyring().secret(item)

    def _restore_state(self, item):
        self._empty_home()
        for kind in self.template.iterdir():
            shutil.copytree(kind, self.home / kind.name / "cameo")
        self._empty_keyring()
        Keyring().add(*item)
