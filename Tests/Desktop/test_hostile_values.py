"""A stored value of a wrong type, as a broken disk or another program leaves it, in the real program."""

import re
import sqlite3

from case import DesktopTestCase
from hostile_case import ALL
from rare import rare
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 6
_VALUES = ["'text'", "x'c328ff00'", "9e999", "NULL", "9223372036854775807"]
# Columns that each start reads.
_PLACES = [
    ("sync_state", "last_full_pass"), ("sync_state", "unlisted"), ("contact", "display_name"), ("contact", "is_starred"),
    ("contact", "created_at"), ("contact_json", "json"), ("birthday", "year"), ("reminder", "initial_date"),
    ("reminder", "frequency_number"), ("form_choices", "choices"), ("user_contact", "contact_id"),
    ("projection_state", "version"),
]
# Columns of typed changes and drafts. The program removes their rows once they are sent.
_TYPED_PLACES = [
    ("pending_change", "slot"), ("pending_change", "change"), ("attempt", "attempt"), ("part", "kind"),
    ("part", "remote_id"), ("form_draft", "form"), ("form_draft", "saved_at"),
]
# As many as `desktop` tries with everything. `scripts/test hostile` tries all.
_SAMPLE = 2


class HostileValueTest(DesktopTestCase):
    @rare
    def test_the_program_starts_whatever_is_in_a_column(self):
        server = self.start_server(_CONTACTS)
        self.sign_in_once(server)
        pairs = [(place, value) for place in _PLACES + _TYPED_PLACES for value in _VALUES]
        for place, value in pairs if ALL else pairs[:: len(pairs) // _SAMPLE]:
            with self.subTest(f"{value} in {place}"):
                if place in _TYPED_PLACES:
                    StoredChanges(self.home).leave_typing(server.contacts[0]["id"])
                self._put(value, *place)
                # The window tells damaged contacts, and the next start downloads them again.
                for _ in range(2):
                    cameo = self.start_cameo()
                    found = wait_for("contacts, or why there are none", lambda: cameo.all(
                        containing=f"{_CONTACTS} contacts") or cameo.all(containing="damaged"))
                    self.end(cameo)
                    if f"{_CONTACTS} contacts" in found[0].name:
                        break
                cameo = self.start_cameo()
                cameo.find(containing=f"{_CONTACTS} contacts", limit=60)
                self.end(cameo)

    def _put(self, value, table, column):
        """Without the rules of the table, which hold for whoever writes to it as SQLite does."""
        [file] = (self.home / "data" / "cameo").rglob("contacts.sqlite")
        database = sqlite3.connect(file)
        database.execute("PRAGMA ignore_check_constraints = ON")
        [[schema]] = database.execute("SELECT sql FROM sqlite_schema WHERE name = ?", [table]).fetchall()
        loose = re.sub(r"\b(INTEGER(?! PRIMARY KEY)|REAL|TEXT|BLOB|BOOLEAN|NOT NULL|STRICT)\b", "", schema)
        for sql, change in ((loose, f"UPDATE {table} SET {column} = {value}"), (schema, None)):
            database.execute("PRAGMA writable_schema = ON")
            database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [sql, table])
            database.commit()
            database.execute("PRAGMA writable_schema = RESET")
            if change:
                database.execute(change)
                database.commit()
        database.close()
