"""The program is killed before a call that changes a file: nothing that was stored is lost, in whatever form it is stored, a
sign-in is whole or was not, what is typed is a draft or a change, and a log-out that began comes to its end. A sample of the
calls, or with CAMEO_KILLS=all each of them in turn until a run ends by itself."""

import json
import os
import pathlib
import shutil
import signal
import sqlite3
import struct
import zlib

import screen
from kill_case import CONTACTS, KillTestCase
from rare import rare
from waiting import wait_for

_RELEASED = pathlib.Path(__file__).parent.parent / "ContactsTests/Released/contacts-0.1.0"


class KillTest(KillTestCase):
    def test_a_log_out_that_began_comes_to_its_end(self):
        self.sign_in_and_end()
        item = self.keep_state()
        was_undone = set()

        def log_out(cameo):
            cameo.find(containing=f"{CONTACTS} contacts")
            os.kill(cameo.process_id, signal.SIGUSR1)
            self.log_out(cameo)

        for at in self.points([1, 2, 8, 32, 128]):
            self.restore_state(item)
            hit = self.run_killed(at, log_out, lambda cameo: cameo.all(containing="Everything was removed"))
            cameo = self.start_cameo()
            if self.shows_contacts(cameo):
                # The note was not there yet. The program does not tell the person of a finished log-out.
                self.assertEqual(was_undone - set(range(1, at)), set(), "undone after one that was not")
                was_undone.add(at)
                self.assertEqual(len(self.keyring_items()), 1)
            else:
                wait_for("no token", lambda: not self.keyring_items())
                self.assertEqual(self.traces(), [], f"killed at {at}")
            self.end(cameo)
            if not hit:
                break
        # Before the note, the count includes calls of a running synchronisation.
        self.assertNotIn(at, was_undone, "the note comes")
        self.assertGreater(at, 4)

    def test_a_sign_in_is_whole_or_was_not(self):
        for at in self.points([1, 3, 8, 21]):
            self._empty_keyring()
            self.empty_home()
            hit = self.run_killed(at, lambda cameo: self.sign_in(cameo, self.server), self.is_full, armed=True)
            self.check_database()
            cameo = self.start_cameo()
            if self.shows_contacts(cameo):
                self.assertEqual(len(self.keyring_items()), 1)
                cameo.find(containing=f"{CONTACTS} contacts")
            else:
                wait_for("no token", lambda: not self.keyring_items())
                self.assertEqual(self.traces(), [], f"killed at {at}")
            self.end(cameo)
            if not hit:
                break

    def test_a_refresh_loses_nothing(self):
        self.sign_in_and_end()
        item = self.keep_state()
        # Another server at the same place, which knows more.
        token, port = self.server.token, self.server.port
        self.end(self.server)
        more = 2 * CONTACTS
        self.start_server(more, token=token, port=port)
        for at in self.points([1, 3, 9, 27, 81]):
            self.restore_state(item)
            hit = self.run_killed(
                at, None, lambda cameo: cameo.all(containing=f"{more} contacts"), armed=True)
            self.assertGreaterEqual(self.check_database(), CONTACTS)
            if not hit:
                break
        cameo = self.start_cameo()
        cameo.find(containing=f"{more} contacts")

    def test_what_is_typed_is_a_draft_or_a_change_and_never_both(self):
        self.sign_in_and_end()
        item = self.keep_state()
        for at in self.points([1, 3, 6, 12]):
            self.restore_state(item)
            name = f"Zaphod{at}"
            hit = self.run_killed(
                at, lambda cameo: self._make_contact(cameo, name),
                lambda cameo: not self.count("form_draft") and not self.count("pending_change"))
            self.check_database()
            drafts, changes = self.count("form_draft"), self.count("pending_change")
            if drafts:
                self.assertEqual((drafts, changes, self._made(name)), (1, 0, 0), f"killed at {at}")
            else:
                cameo = self.start_cameo()
                wait_for("the new contact", lambda: self._made(name) == 1, limit=180)
                wait_for("the end of its changes", lambda: not self.count("pending_change"), limit=180)
                self.end(cameo)
                self.assertEqual(self._made(name), 1, f"killed at {at}")
            if not hit:
                break

    @rare
    def test_a_database_of_0_1_0_is_readable_while_it_becomes_a_present_one(self):
        self.sign_in_and_end()
        [file] = self.home.rglob("contacts.sqlite")
        for each in file.parent.glob("contacts.sqlite*"):
            each.unlink()
        shutil.copy(_RELEASED.with_name("contacts-0.1.0.sqlite"), file)
        item = self.keep_state()
        # The shown contacts come from the database alone.
        self.end(self.server)
        released = {each["id"]: each["first"] for each in json.loads(_RELEASED.with_name("contacts-0.1.0.json").read_text())}
        # None is killed: how many calls there are. The last of them put the small database into its place.
        self.run_killed(0, None, lambda cameo: self._is_small(file), armed=True)
        calls = int((self.outside / "count").read_text())
        self.assertGreater(calls, 64)
        for at in self.points([1, 4, 16, 64, calls // 2, *(calls - before for before in (55, 34, 21, 13, 8, 5, 3, 1))]):
            self.restore_state(item)
            self.run_killed(at, None, lambda cameo: self._kill_when_small(cameo, file), armed=True)
            self.assertEqual(self.check_database(), len(released), f"killed at {at}")
            self.assertEqual(self._copies(), released, f"killed at {at}")
            cameo = self.start_cameo()
            cameo.find(containing=f"{len(released)} contacts")
            # Begun anew after each write, a little later each time.
            wait_for("the small database", lambda: self._is_small(file), limit=120)
            self.end(cameo)
            self.check_database()
            self.assertEqual(self._copies(), released, f"converted after a kill at {at}")
            if at >= calls:
                break

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
            # The present form is a one, the length, and zlib's output.
            text = zlib.decompress(copy[5:]) if copy[:1] == b"\x01" else copy
            copies[number] = json.loads(text)["first_name"]
        return copies

    def _make_contact(self, cameo, name):
        """Types a new contact, is killed from when it is a draft, and saves it."""
        # The server also has the contacts of the rounds before.
        cameo.find(containing=" contacts")
        screen.press("Control+n")
        cameo.find(role="push button", name="Done")
        screen.write(name)
        wait_for("the draft", lambda: self.count("form_draft") == 1)
        os.kill(cameo.process_id, signal.SIGUSR1)
        screen.press("Control+s")

    def _made(self, name):
        return sum(each["first_name"] == name for each in self.server.contacts)
