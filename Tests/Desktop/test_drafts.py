"""What was typed and not saved is there after a crash."""

import contextlib
import sqlite3

import screen
from form_case import FormTestCase
from rare import rare
from waiting import wait_for


class DraftTest(FormTestCase):
    def test_typing_outlives_a_crash(self):
        cameo = self._start_with_draft()
        self.screenshot("draft")
        cameo.find(role="push button", name="Continue").click()
        wait_for("what was typed", lambda: cameo.find(role="text", name="First Name").text == "Zenobia")
        screen.press("Control+s")
        wait_for("the new name", lambda: "Zenobia" in cameo.find(role="heading").name)
        self.assertEqual(cameo.all(containing="Unsaved changes from"), [])

    @rare
    def test_typing_in_the_log_outlives_a_crash(self):
        _, name = self.start_signed_in()
        screen.press("Control+l")
        self.cameo.find(containing="What about?")
        screen.write("Zenobia")
        [database] = self.home.rglob("contacts.sqlite")
        wait_for("the draft", lambda: self._is_kept("Zenobia", database))
        self.kill(self.cameo)
        cameo = self.start_cameo()
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(role="heading", name=name)
        cameo.find(role="push button", name="Continue").click()
        cameo.find(role="push button", name="Called").click()
        cameo.find(containing=f"{name}: Called")
        wait_for("no draft", lambda: not cameo.all(containing="Unsaved changes from"))
        wait_for("the call", lambda: any("Zenobia" in each.name for each in cameo.everything()))

    @rare
    def test_a_new_contact_outlives_a_crash(self):
        server, _ = self.start_signed_in()
        cameo = self.cameo
        screen.press("Control+n")
        cameo.find(role="text", name="First Name").enter("Zenobia")
        [database] = self.home.rglob("contacts.sqlite")
        wait_for("the draft", lambda: self._is_kept("Zenobia", database))
        self.kill(cameo)
        cameo = self.start_cameo()
        # The draft belongs to no contact yet, so the draft stands below the list.
        cameo.find(role="push button", containing=", not saved, from").click()
        wait_for("what was typed", lambda: cameo.find(role="text", name="First Name").text == "Zenobia")
        self.assertEqual(cameo.all(role="push button", containing=", not saved, from"), [])
        screen.press("Control+s")
        cameo.find(role="heading", name="Zenobia")
        wait_for("the contact there", lambda: "Zenobia" in [each["first_name"] for each in server.contacts])

    @rare
    def test_typing_outlives_the_end_of_the_session(self):
        _, name = self.start_signed_in()
        screen.press("Control+e")
        entry = self.cameo.find(role="text", name="First Name")
        [database] = self.home.rglob("contacts.sqlite")
        # Typed just now: on a slow day it may have been kept meanwhile, as after a pause.
        for typed in ("Zenobia", "Xanthippe", "Theophania"):
            entry.enter(typed)
            if not self._is_kept(typed, database):
                break
        else:
            self.skipTest("this machine is too slow to end the session before a pause in typing is over")
        self.end(self.cameo)
        self.assertTrue(self._is_kept(typed, database))
        cameo = self.start_cameo()
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(role="heading", name=name)
        cameo.find(containing="Unsaved changes from")
        cameo.find(role="push button", name="Continue").click()
        wait_for("what was typed", lambda: cameo.find(role="text", name="First Name").text == typed)

    @rare
    def test_after_discard_the_other_draft_is_offered(self):
        cameo = self._start_with_draft(copied=True)
        discard = cameo.find(role="push button", name="Discard")
        self.go_to(discard)
        screen.press(" ")
        # Of another day, with its date.
        cameo.find(containing=" at ", role="label")
        wait_for("the focus on the name", lambda: cameo.find(role="heading").has_focus)
        cameo.find(role="push button", name="Discard").click()
        wait_for("no offer", lambda: not cameo.all(containing="Unsaved changes from"))

    def _start_with_draft(self, copied=False):
        """Types in a form, kills the program, and starts it with the contact; its draft may have an older copy."""
        _, name = self.start_signed_in()
        screen.press("Control+e")
        self.cameo.find(role="text", name="First Name").enter("Zenobia")
        [database] = self.home.rglob("contacts.sqlite")
        wait_for("the draft", lambda: self._is_kept("Zenobia", database))
        self.kill(self.cameo)
        if copied:
            self._copy_draft(database)
        cameo = self.start_cameo()
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(role="heading", name=name)
        cameo.find(containing="Unsaved changes from")
        return cameo

    @staticmethod
    def _is_kept(text, database):
        return any(text.encode() in file.read_bytes() for file in database.parent.glob("contacts.sqlite*"))

    def _copy_draft(self, file):
        with contextlib.closing(sqlite3.connect(file, timeout=20)) as database, database:
            database.execute(
                "INSERT INTO form_draft (contact_id, form, saved_at)"
                " SELECT contact_id, form, saved_at - 3 * 86400 FROM form_draft")
