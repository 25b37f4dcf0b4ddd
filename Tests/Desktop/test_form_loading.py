"""A form or an entry that takes its time to open, since another process writes to the database."""

import contextlib
import sqlite3

import screen
from case import DesktopTestCase
from form_case import add_entry
from rare import rare
from waiting import wait_for

_CONTACTS = 10


class LoadingFormTest(DesktopTestCase):
    @rare
    def test_escape_ends_the_waiting_and_what_follows_is_for_the_page(self):
        cameo = self._show_contact()
        with self._busy_database():
            screen.press("Control+e")
            screen.write("77")
            screen.press("Escape")
            screen.write("zzz")
            self._expect_search(cameo)
        self._expect_form_as_it_was(cameo)

    @rare
    def test_after_a_failure_keys_are_for_the_page(self):
        cameo = self._show_contact()
        with self._busy_database():
            screen.press("Control+e")
            screen.write("77")
            # So long it is tried.
            cameo.find(containing="Can’t read the saved contacts")
            screen.write("zzz")
            self._expect_search(cameo)
        self._expect_form_as_it_was(cameo)

    @rare
    def test_what_is_typed_ahead_makes_as_many_contacts_as_it_says(self):
        cameo = self._show_contact()
        with self._busy_database():
            for name in ("Yann", "Zoe", "Bob"):
                screen.press("Control+n")
                screen.write(name)
                screen.press("Control+s")
        cameo.find(containing=f"{_CONTACTS + 3} contacts")

    @rare
    def test_what_is_typed_for_another_form_goes_where_this_one_stays(self):
        cameo = self._show_contact()
        screen.press("Control+n")
        cameo.find(role="push button", name="Add Email")
        screen.write("Yann")
        entry = cameo.find(role="text", name="First Name")
        wait_for("the name", lambda: entry.text == "Yann")
        with self._busy_database():
            screen.press("Control+s")
            screen.press("Control+n")
            screen.write("zzz")
            # So long it is tried.
            cameo.find(containing="Can’t read the saved contacts", limit=30)
        screen.write("ick")
        wait_for("the rest of the name", lambda: entry.text == "Yannick")
        screen.press("Control+s")
        cameo.find(role="heading", name="Yannick")
        cameo.find(containing=f"{_CONTACTS + 1} contacts")

    @rare
    def test_tasks_that_are_typed_ahead_are_all_there(self):
        cameo = self._show_contact()
        add_entry(cameo, "Add Task")
        cameo.find(role="text", name="Task")
        with self._busy_database():
            for title in ("Zither", "Lute"):
                screen.write(title)
                screen.press("Return")
        for title in ("Zither", "Lute"):
            wait_for(title, lambda: any(
                each.role == "check box" and each.name == title for each in cameo.everything()))

    @rare
    def test_its_window_closes_at_once(self):
        cameo = self._show_contact()
        name = cameo.find(role="heading").name
        screen.press("Control+Return")
        wait_for("its window", lambda: screen.active_title() == name)
        with self._busy_database():
            screen.press("Control+e")
            screen.write("77")
            screen.press("Control+w")
            wait_for("the other window", lambda: screen.active_title() == "Cameo")
        self._expect_form_as_it_was(cameo)

    def _show_contact(self):
        server = self.start_server(_CONTACTS)
        self.sign_in_once(server)
        cameo = self.start_cameo()
        cameo.find(containing=f"{_CONTACTS} contacts")
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(role="push button", name="Edit")
        return cameo

    @contextlib.contextmanager
    def _busy_database(self):
        [file] = self.home.rglob("contacts.sqlite")
        with contextlib.closing(sqlite3.connect(file, timeout=20, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            yield
            database.execute("ROLLBACK")

    def _expect_search(self, cameo):
        cameo.find(containing="No Results")

    def _expect_form_as_it_was(self, cameo):
        self.assertEqual(cameo.all(role="push button", name="Done"), [])
        if cameo.all(containing="No Results"):
            screen.press("Escape")
            wait_for("no search", lambda: not cameo.all(containing="No Results"))
        screen.press("Control+e")
        entry = cameo.find(role="text", name="First Name")
        cameo.find(role="push button", name="Add Email")
        self.assertFalse("7" in entry.text or "z" in entry.text, entry.text)
