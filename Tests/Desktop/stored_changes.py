"""Pending changes as the program stores them, written and read by another process."""

import contextlib
import fcntl
import json
import sqlite3
import time
import uuid

_ON = {"on": True}
_DAY = {"year": 2026, "month": 5, "day": 1}
# Of each kind of entry, the property that has its words, and the rest of a value.
_ENTRIES = {
    "note": ("body", {"is_favorite": False}),
    "call": ("content", {"day": _DAY, "contact_called": False}),
    "activity": ("summary", {"day": _DAY, "attendees": []}),
    "reminder": ("title", {"day": _DAY, "unit": "year", "every": 1}),
    "task": ("title", {"is_done": True}),
    "debt": ("reason", {"user_owes": True, "amount": "20", "is_settled": False}),
    "gift": ("name", {"status": "idea"}),
    "pet": ("name", {"animal": "dog"}),
}


def _text(text):
    return {"value": {"text": text}}


class StoredChanges:
    """The pending changes of the account that is signed in below a home folder. The program reads them at its start."""

    def __init__(self, home):
        [self._file] = home.rglob("contacts.sqlite")

    @contextlib.contextmanager
    def _database(self):
        database = sqlite3.connect(self._file, timeout=20)
        try:
            with database:
                yield database
        finally:
            database.close()

    @contextlib.contextmanager
    def editor(self):
        """Another process edits meanwhile, as far as the program knows."""
        with open(self._file.with_name(self._file.name + "-editing"), "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def rename(self, contact, before, after):
        """A new first name of a contact, or of one that has such a change."""
        self._set(contact, "value:first_name", _text(after), _text(before))

    def add_mail(self, contact, content):
        """A new mail address of a contact."""
        self._add(contact, "field", {"type": "1", "content": content, "labels": []})

    def add_entry(self, contact, kind, words, people=()):
        """A new entry of a contact, such as a note. A task is done; an activity has other people."""
        key, rest = _ENTRIES[kind]
        others = {"attendees": [{"local": other} for other in people]} if kind == "activity" else {}
        self._add(contact, kind, {key: words, **rest, **others})

    def change_entry(self, contact, kind, remote, before, after):
        """New words of an entry of the server, or its deletion for None."""
        key, rest = _ENTRIES[kind]
        rest = {**rest, **({"is_done": False} if kind == "task" else {})}
        with self._database() as database:
            name = (contact, kind, str(remote))
            database.execute("INSERT OR IGNORE INTO part (contact_id, kind, remote_id) VALUES (?, ?, ?)", name)
            [part] = database.execute(
                "SELECT id FROM part WHERE contact_id = ? AND kind = ? AND remote_id = ?", name).fetchone()
        base, wanted = ({"part": {kind: {key: words, **rest}}} if words else None for words in (before, after))
        self._set(contact, f"{kind}:{part}", wanted, base)

    def _add(self, contact, kind, value):
        with self._database() as database:
            part = database.execute("INSERT INTO part (kind, contact_id) VALUES (?, ?)", (kind, contact)).lastrowid
        self._set(contact, f"{kind}:{part}", {"part": {kind: value}})

    def add_tags(self, contact, names):
        """Tags that a contact has not."""
        for name in names:
            self._set(contact, f"tag:{name}", _ON)

    def set_photo(self, contact, name, picture, avatar):
        """A photo that the contact is to show, once. `avatar` is the server's avatar."""
        now = time.time()
        with self._database() as database:
            part = database.execute(
                "INSERT INTO part (kind, contact_id) VALUES ('photo', ?)", (contact,)).lastrowid
            database.execute(
                "INSERT INTO photo (id, contact_id, name, bytes, made_at) VALUES (?, ?, ?, ?, ?)",
                (part, contact, name, picture, now))
            base = {"avatar": {"initials": True}}
            if avatar["source"] in ("gravatar", "adorable"):
                is_gravatar = avatar["source"] == "gravatar"
                base = {"avatar": {"gravatar": True} if is_gravatar else {"other": avatar["source"]}}
            elif avatar["source"] == "photo" and "/photos/" in avatar["url"]:
                former = database.execute(
                    "INSERT INTO part (kind, contact_id, remote_id) VALUES ('photo', ?, ?)",
                    (contact, avatar["url"].split("/")[-1])).lastrowid
                base = {"avatar": {"photo": former}}
        self._set(contact, f"photo:{part}", {"part": {"photo": {"file_name": name}}})
        self._set(contact, "avatar", {"avatar": {"photo": part}}, base)

    def make(self, name):
        """A new contact."""
        with self._database() as database:
            contact = database.execute("INSERT INTO outbox_contact (uuid) VALUES (?)", (str(uuid.uuid4()),)).lastrowid
        self._set(contact, "existence", _ON)
        self._set(contact, "value:first_name", _text(name))

    def leave_typing(self, contact):
        """A new mail address on its way and a draft, in place of all other changes and drafts."""
        with self._database() as database:
            for table in ("pending_change", "attempt", "part", "form_draft"):
                database.execute(f"DELETE FROM {table}")
        self.add_mail(contact, "zoe@example.org")
        with self._database() as database:
            [slot] = database.execute("SELECT slot FROM pending_change").fetchone()
            attempt = {"version": 1, "value": {"sent": [{"slot": slot}], "kept": [], "known": []}}
            database.execute(
                "INSERT INTO attempt (contact_id, attempt) VALUES (?, ?)", (contact, json.dumps(attempt)))
            database.execute(
                "INSERT INTO form_draft (contact_id, form, saved_at) VALUES (?, '{}', ?)", (contact, time.time()))

    def _set(self, contact, slot, wanted, base=None):
        """As a form does: a former change of the slot keeps its base."""
        with self._database() as database:
            key = (contact, slot)
            former = database.execute(
                "SELECT change FROM pending_change WHERE contact_id = ? AND slot = ?", key).fetchone()
            state = {"slot": slot, **({"value": base} if base else {})}
            change = {"expected": [state], "made_at": time.time(), "not_before": 0, **({"base": base} if base else {})}
            if former:
                change = json.loads(former[0])["value"]
                change.pop("problem", None)
            change = {**change, "wanted": wanted} if wanted else {k: v for k, v in change.items() if k != "wanted"}
            stored = json.dumps({"version": 1, "value": change}, sort_keys=True)
            database.execute("REPLACE INTO pending_change (contact_id, slot, change) VALUES (?, ?, ?)", (*key, stored))

    @property
    def states(self):
        """Of each pending change its slot, and how far it is: its problem, "sending" or "waiting"."""
        with self._database() as database:
            changes = database.execute("SELECT contact_id, slot, change FROM pending_change").fetchall()
            attempts = dict(database.execute("SELECT contact_id, attempt FROM attempt").fetchall())
        states = []
        for contact, slot, change in changes:
            problem = json.loads(change)["value"].get("problem")
            sent = json.loads(attempts[contact])["value"]["sent"] if contact in attempts else []
            is_sent = any(state["slot"] == slot for state in sent)
            states.append((slot, next(iter(problem)) if problem else "sending" if is_sent else "waiting"))
        return states

    @property
    def sending(self):
        """The contacts with a request that may have left, each with that request."""
        with self._database() as database:
            return set(database.execute("SELECT contact_id, attempt FROM attempt").fetchall())

    @property
    def free(self):
        """The slots of pending changes whose contact has no request that may have left."""
        with self._database() as database:
            return [slot for slot, in database.execute(
                "SELECT slot FROM pending_change WHERE contact_id NOT IN (SELECT contact_id FROM attempt)")]

    @property
    def drafts(self):
        """How many forms were not saved."""
        with self._database() as database:
            return database.execute("SELECT count(*) FROM form_draft").fetchone()[0]

    @property
    def is_whole(self):
        """Whether the database is in order."""
        with self._database() as database:
            return database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    @property
    def names(self):
        """The names in the list, each with the server's number."""
        with self._database() as database:
            return database.execute("SELECT display_name, remote_id FROM contact WHERE NOT is_hidden").fetchall()
