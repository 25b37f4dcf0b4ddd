"""The program is killed at any instant while it sends edits, entries and photos: none is lost, and none is carried out twice.
Entries of each kind are added, changed and deleted. Ten kills, or with CAMEO_KILLS=all three hundred; CAMEO_KILLS may be
a number, too."""

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
_DAY = "2026-05-01"
# Of each kind of entry, its list in the API, the property that has its words, and the rest of a new entry.
_ENTRIES = {
    "note": ("notes", "body", {"is_favorited": False}),
    "call": ("calls", "content", {"called_at": _DAY}),
    "activity": ("activities", "summary", {"happened_at": _DAY}),
    "reminder": ("reminders", "title", {"initial_date": _DAY, "frequency_type": "year", "frequency_number": 1}),
    "task": ("tasks", "title", {}),
    "debt": ("debts", "reason", {"in_debt": "yes", "status": "inprogress", "amount": "20"}),
    "gift": ("gifts", "name", {"status": "idea"}),
    "pet": ("pets", "name", {"pet_category_id": 4}),
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
        # The kinds of a contact's entries are the same as that of its new entry, or others.
        edited = range(1, min(_KILLS, _CONTACTS) + 1)
        kept = {each: self._post(server, each, self._kind(1 - each), "Kept") for each in edited}
        gone = {each: self._post(server, each, self._kind(each + 3), "Gone") for each in edited}
        self.sign_in_once(server)
        edits = StoredChanges(self.home)
        names = {each["id"]: each["first_name"] for each in server.contacts}
        avatars = {each["id"]: each["information"]["avatar"] for each in server.contacts}
        visits, made, photos, entries, kills_while_sending = [], [], {}, [], 0
        for number in range(_KILLS):
            contact = number % _CONTACTS + 1
            after = f"Name{number}"
            edits.rename(contact, names[contact], after)
            names[contact] = after
            visits.append(contact)
            edits.add_mail(contact, f"mail{number}@example.org")
            edits.add_tags(contact, [f"tag{number}"])
            kind = self._kind(number)
            people = (contact, contact % _CONTACTS + 1) if kind == "activity" else (contact,)
            entries.append((kind, f"Entry {number}.", people))
            edits.add_entry(contact, kind, f"Entry {number}.", people[1:])
            *entry, words = kept[contact]
            kept[contact] = (*entry, f"Kept {number}.")
            edits.change_entry(contact, *entry, words, kept[contact][-1])
            if contact not in photos:
                edits.change_entry(contact, *gone[contact], None)
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
            f"{len(visits) * 5 + len(made) + len(photos) * 2} changes, {left} of them left for the last start")

        there = {each["id"]: each for each in server.contacts}
        for contact, name in names.items():
            self.assertEqual(there[contact]["first_name"], name, f"seed {seed}")
        for number, contact in enumerate(visits):
            found = [field["content"] for field in there[contact]["contactFields"]]
            self.assertEqual(found.count(f"mail{number}@example.org"), 1, f"seed {seed}: mail {number}: {found}")
            found = [tag["name"] for tag in there[contact]["tags"]]
            self.assertEqual(found.count(f"tag{number}"), 1, f"seed {seed}: tag {number}: {found}")
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
            kind, entry, words = kept[contact]
            found = [each["id"] for each in self._entries(server, contact, kind, words)]
            self.assertEqual(found, [entry], f"seed {seed}: {kind} of {contact}")
            kind, entry, _ = gone[contact]
            found = [each["id"] for each in self._entries(server, contact, kind)]
            self.assertNotIn(entry, found, f"seed {seed}: {kind} of {contact}")
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
        path, key, _ = _ENTRIES[kind]
        found = server.get(f"contacts/{contact}/{path}?limit=100")
        return [entry for entry in found if words in (None, entry[key])]

    def _post(self, server, contact, kind, word):
        """An entry as another client adds it: its kind, its number and its words."""
        path, key, rest = _ENTRIES[kind]
        words = f"{word} {kind}."
        server.post(path, contact_id=contact, contacts=[contact], **{key: words, **rest})
        return kind, self._entries(server, contact, kind, words)[0]["id"], words

    @staticmethod
    def _kind(number):
        return list(_ENTRIES)[number % len(_ENTRIES)]

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
