"""The program is killed at any instant while it sends edits, entries and photos: none is lost, and none is carried out twice.
Entries are added, changed and deleted. Ten kills, or with CAMEO_KILLS=all three hundred; CAMEO_KILLS may be a number, too."""

import base64
import os
import random
import time
import urllib.error
import uuid

from case import DesktopTestCase
from program import Cameo
from set_clock import SetClock
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 40
_KILLS = int(os.environ.get("CAMEO_KILLS", "10").replace("all", "300"))
# Of each kind of entry, its list in the API and the property that has its words. One kind is added before each kill.
_ENTRIES = {
    "note": ("notes", "body"),
    "call": ("calls", "content"),
    "activity": ("activities", "summary"),
    "reminder": ("reminders", "title"),
    "task": ("tasks", "title"),
    "debt": ("debts", "reason"),
    "gift": ("gifts", "name"),
    "pet": ("pets", "name"),
}
# In seconds after the start of the process. The first request goes after a second or two, and all of them soon after.
_LIFE = (0.2, 4.0)
# Every second time, in seconds after another write was seen to begin; it takes about as long.
_WRITING = (0.0, 0.2)
_LOOK = 0.005
_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
# A request that may have left holds its contact for two minutes.
_HOLD = 130
_SETTLED = 400


class EditKillTest(DesktopTestCase):
    def test_no_edit_is_lost_and_none_doubled(self):
        seed = os.environ.get("CAMEO_KILLS_SEED") or str(random.randrange(1 << 32))
        dice = random.Random(seed)
        # Each answer takes its time, so that many kills come while one is on its way.
        server = self.start_server(_CONTACTS, trouble=["--latency", "60"])
        notes, tasks = (self._post(server, kind) for kind in ("note", "task"))
        self.sign_in_once(server)
        edits = StoredChanges(self.home)
        names = {each["id"]: each["first_name"] for each in server.contacts}
        avatars = {each["id"]: each["information"]["avatar"] for each in server.contacts}
        mails, made, photos, entries, kills_while_sending = [], [], {}, [], 0
        for number in range(_KILLS):
            contact = number % _CONTACTS + 1
            after = f"Name{number}"
            edits.rename(contact, names[contact], after)
            names[contact] = after
            mails.append((contact, f"mail{number}@example.org"))
            edits.add_mail(*mails[-1])
            kind = list(_ENTRIES)[number % len(_ENTRIES)]
            people = (contact, contact % _CONTACTS + 1) if kind == "activity" else (contact,)
            entries.append((kind, f"Entry {number}.", people))
            edits.add_entry(contact, kind, f"Entry {number}.", people[1:])
            note, words = notes[contact]
            notes[contact] = (note, f"Words {number}.")
            edits.change_entry(contact, "note", note, words, notes[contact][1])
            if contact not in photos:
                edits.change_entry(contact, "task", *tasks[contact], None)
                photos[contact] = f"{uuid.uuid4()}.png"
                edits.set_photo(contact, photos[contact], _PNG, avatars[contact])
            if number % 2 == 0:
                made.append(f"Made{number}")
                edits.make(made[-1])
            before = edits.sending
            if number % 2:
                self._run_and_kill(lambda: time.sleep(dice.uniform(*_LIFE)))
            else:
                self._run_and_kill(lambda: self._live_until_a_write(edits, before, dice.uniform(*_WRITING)))
            kills_while_sending += bool(edits.sending - before)
        self.assertTrue(edits.is_whole)
        left = len(edits.states)

        clock = SetClock(self.home)
        cameo = self.start_cameo(variables=clock.variables)
        try:
            wait_for("no edit but of held contacts", lambda: not edits.free, limit=_SETTLED)
            clock.sleep(cameo, _HOLD)
            wait_for("all edits to be carried out", lambda: not edits.states, limit=_SETTLED)
        except AssertionError:
            self.fail(f"seed {seed}: {edits.states}")
        print(
            f"{self.id()}: seed {seed}, {_KILLS} kills, {kills_while_sending} of them with a request that may have left; "
            f"{len(mails) * 4 + len(made) + len(photos) * 2} changes, {left} of them left for the last start")

        there = {each["id"]: each for each in server.contacts}
        for contact, name in names.items():
            self.assertEqual(there[contact]["first_name"], name, f"seed {seed}")
        for contact, mail in mails:
            found = [field for field in there[contact]["contactFields"] if field["content"] == mail]
            self.assertEqual(len(found), 1, f"seed {seed}: {mail}")
        for contact, name in photos.items():
            found = [photo for photo in self._photos(server, contact) if photo["original_filename"] == name]
            self.assertEqual(len(found), 1, f"seed {seed}: photo of {contact}: {[photo['id'] for photo in found]}")
            shown = there[contact]["information"]["avatar"]["url"]
            self.assertEqual(shown, found[0]["link"], f"seed {seed}: avatar of {contact}")
        for kind, words, people in entries:
            for contact in people:
                found = self._entries(server, contact, kind, words)
                self.assertEqual(len(found), 1, f"seed {seed}: {kind} {words} of {contact}: {found}")
                self.assertTrue(found[0].get("completed", True), f"seed {seed}: {words} is not ticked")
        for contact in photos:
            found = [each for each in self._entries(server, contact, "note") if each["id"] == notes[contact][0]]
            self.assertEqual([each["body"] for each in found], [notes[contact][1]], f"seed {seed}: note of {contact}")
            found = [each for each in self._entries(server, contact, "task") if each["id"] == tasks[contact][0]]
            self.assertEqual(found, [], f"seed {seed}: task of {contact}")
        self.assertEqual(
            sorted(each["first_name"] for number, each in there.items() if number > _CONTACTS), sorted(made),
            f"seed {seed}")
        # The window shows the server's contacts, each contact once.
        cameo.find(containing=f"{_CONTACTS + len(made)} contacts")
        self.assertEqual(
            sorted(int(remote) for _, remote in edits.names), sorted(there), f"seed {seed}")

    @staticmethod
    def _entries(server, contact, kind, words=None):
        """The entries of a contact, or those with these words."""
        path, key = _ENTRIES[kind]
        found = server.get(f"contacts/{contact}/{path}?limit=100")
        return [entry for entry in found if words in (None, entry[key])]

    def _post(self, server, kind):
        """An entry of each contact, as another client adds it: its number and its words."""
        posted = {}
        path, key = _ENTRIES[kind]
        for contact in range(1, _CONTACTS + 1):
            words = f"The first {kind} of {contact}."
            server.post(path, contact_id=contact, **{key: words, "completed": False, "is_favorited": False})
            posted[contact] = (self._entries(server, contact, kind, words)[0]["id"], words)
        return posted

    @staticmethod
    def _photos(server, contact):
        """The photos of a contact that can be read, the newest first."""
        photos = []
        for page in range(1, 20):
            try:
                found = server.get(f"contacts/{contact}/photos?limit=1&page={page}&sort=-created_at")
            except urllib.error.HTTPError:
                continue
            if not found:
                break
            photos += found
        return photos

    def _live_until_a_write(self, edits, before, seconds):
        deadline = time.monotonic() + _LIFE[1]
        while not edits.sending - before and time.monotonic() < deadline:
            time.sleep(_LOOK)
        time.sleep(seconds)

    def _run_and_kill(self, live):
        cameo = Cameo((), self.home, self.results)
        self.addCleanup(self._finish, cameo)
        live()
        self.assertTrue(cameo.is_running, cameo.errors)
        self.kill(cameo)
