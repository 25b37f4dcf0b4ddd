"""Edits as another process stores them: in the tables beside the contacts, while the program does not run."""

import contextlib
import fcntl
import itertools
import json
import sqlite3
import time
import uuid


class StoredEdits:
    """The edits in the database of the account that is signed in below a home folder."""

    def __init__(self, home):
        [self._file] = home.rglob("contacts.sqlite")
        # The folder has the account's name.
        self._account = self._file.parent.name
        self._numbers = itertools.count(1)

    @contextlib.contextmanager
    def _database(self):
        database = sqlite3.connect(self._file, timeout=20)
        try:
            with database:
                yield database
        finally:
            database.close()

    @contextlib.contextmanager
    def sender(self):
        """The process sends all edits meanwhile, as far as others know."""
        with open(self._file.with_name(self._file.name + "-sending"), "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def rename(self, contact, before, after):
        """A new first name of a contact."""
        delta = {"before": {"text": before}, "after": {"text": after}}
        change = {"group": "person", "reminders": {}, "values": {"first_name": delta}}
        with self._database() as database:
            self._name(database, contact)
            self._add(database, contact, str(contact), "values", change)

    def add_mail(self, contact, content):
        """A new mail address of a contact."""
        with self._database() as database:
            self._name(database, contact)
            part = database.execute(
                "INSERT INTO edit_part (kind, contact_id) VALUES ('field', ?)", (contact,)).lastrowid
            value = {"field": {"type": "1", "content": content, "labels": []}}
            change = {"kind": "field", "part": part, "after": value}
            self._add(database, contact, str(contact), "part", change)

    def add_tags(self, contact, names):
        """Tags that a contact has not."""
        with self._database() as database:
            self._name(database, contact)
            self._add(database, contact, str(contact), "add tags", names)

    def make(self, name):
        """A new contact."""
        with self._database() as database:
            contact = database.execute("INSERT INTO edit_contact (remote_id) VALUES (NULL)").lastrowid
            change = {"uuid": str(uuid.uuid4()), "reminders": [], "values": {"first_name": {"text": name}}}
            self._add(database, contact, "", "create", change)

    def _name(self, database, contact):
        database.execute(
            "INSERT OR IGNORE INTO edit_contact (id, remote_id) VALUES (?, ?)", (contact, str(contact)))

    def _add(self, database, contact, remote, kind, change):
        stored = json.dumps({"version": 1, "kind": kind, "change": change}, sort_keys=True)
        database.execute(
            "INSERT INTO edit (account, contact_id, kind, change, state, needs, not_before, made_at, names)"
            " VALUES (?, ?, ?, ?, 'waiting', '', 0, ?, ?)",
            (self._account, contact, kind, stored.encode(), time.time(), f"contact {contact} {remote}"))

    @property
    def states(self):
        """Of each edit that is left, its kind, how far it has come, and why it waits."""
        with self._database() as database:
            return database.execute("SELECT kind, state, issue FROM edit ORDER BY id").fetchall()

    @property
    def sending(self):
        """The numbers of the edits whose request may have left."""
        with self._database() as database:
            return {number for number, in database.execute("SELECT id FROM edit WHERE state = 'sending'")}

    @property
    def tries(self):
        """Of each edit that is left, how many tries have failed, and how far it has come."""
        with self._database() as database:
            return database.execute("SELECT attempts, state FROM edit ORDER BY id").fetchall()

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
