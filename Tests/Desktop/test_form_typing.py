"""What is typed in an open form: input methods have their keys, and undo is each field's own."""

import subprocess

import accessibility
import screen
from form_case import CONTACTS, FormTestCase
from rare import rare
from stored_changes import StoredChanges
from waiting import wait_for

_DEAD_ACUTE = 0xFE51
_NOBODY = "Choose one of your contacts."


@rare
class InputMethodTest(FormTestCase):
    def test_keys_are_its_own_while_it_composes(self):
        self.start(f"--demo={CONTACTS}")
        self.open_new()
        self._compose_a_name()
        self._save_while_composing()
        self.open_new()
        self._compose_with_dead_keys()
        age = self.choose_age()
        screen.write("10")
        self.expect(age, "10")
        self._compose("31")
        screen.press("Up")
        screen.press("Return")
        self.expect(age, "101")
        screen.press("BackSpace")
        screen.press("Up")
        self.expect(age, "11")
        screen.press("Alt+t")
        tag = self.field("Add Tag")
        screen.write("fr")
        self.expect(tag, "fr")
        wait_for("suggestions", lambda: any("Create “fr”" in each.name for each in self.cameo.everything()))
        self._compose("e9")
        screen.press("Down")
        screen.press("Return")
        self.expect(tag, "fré")
        self._compose("e9")
        screen.press("Escape")
        screen.press("Return")
        self.field("Remove Tag fré", role="push button")
        self.assertFalse(self.is_asked())

    def test_news_wait_until_it_is_done(self):
        server = self.start_server(CONTACTS)
        self.cameo = self.start_cameo()
        self.sign_in(self.cameo, server)
        self.cameo.find(containing=f"{CONTACTS} contacts")
        self.cameo.find(role="list item")
        people = {each["complete_name"]: each["contactFields"] for each in server.contacts}
        opened = self.open_first()
        self.assertTrue(people[opened])
        entry = self.field("Email")
        address = entry.text
        for _ in range(5):
            screen.press("Tab")
        screen.press("End")
        self._compose("e9")
        server.delete(f"contactfields/{people[opened][0]['id']}")
        screen.press("F5")
        self.cameo.find(containing="Changed on the server")
        screen.press("Return")
        self.expect(entry, f"{address}é")

    def _compose(self, code):
        """Begins a character by its number in Unicode."""
        screen.press("Control+Shift+u")
        screen.write(code)

    def _compose_a_name(self):
        entry = self.field("First Name")
        screen.write("Jos")
        self.expect(entry, "Jos")
        self._compose("e9")
        screen.press("Return")
        self.expect(entry, "José")
        self._compose("e8")
        screen.press("Escape")
        screen.write("y")
        self.expect(entry, "Joséy")
        self.assertFalse(self.is_asked())

    def _compose_with_dead_keys(self):
        self.addCleanup(subprocess.run, ["setxkbmap", "us"], check=True)
        subprocess.run(["setxkbmap", "us", "-variant", "intl"], check=True)
        entry = self.field("First Name")
        accessibility.press_key(_DEAD_ACUTE)
        screen.write("a")
        self.expect(entry, "á")
        accessibility.press_key(_DEAD_ACUTE)
        screen.press("Escape")
        screen.write("b")
        self.expect(entry, "áb")
        self.assertFalse(self.is_asked())


    def _save_while_composing(self):
        """Nothing of it is lost: it is done before anything is saved."""
        entry = self.field("First Name")
        self._compose("e8")
        screen.press("Control+s")
        self.expect(entry, "Joséyè")
        screen.press("Control+s")
        self.cameo.find(role="heading", name="Joséyè")


class FormUndoTestCase(FormTestCase):
    def _undo_and_redo(self, entry, before, after):
        self._undo(entry, before)
        self._undo(entry, after, keys="Control+Shift+z")

    def _undo(self, entry, text, keys="Control+z"):
        """Leads to the text: one that took the place of another goes first where GTK takes that for a step of its own."""
        screen.press(keys)
        wait_for("a change", lambda: entry.text in ("", text))
        if entry.text != text:
            screen.press(keys)
        self.expect(entry, text)

    def _complete(self, entry, typed, whole):
        screen.write(typed)
        wait_for("suggestions", lambda: any(
            each.role == "list item" and each.name == whole and each.area for each in self.cameo.everything()))
        screen.press("Down")
        screen.press("Return")
        self.expect(entry, whole)
        self._undo_and_redo(entry, typed, whole)


@rare
class NamesakeTest(FormUndoTestCase):
    def test_a_name_that_two_have_is_typed_for_neither(self):
        server = self.start_server(CONTACTS)
        self.sign_in_once(server)
        # The keyboard has no other letters.
        name = next(each["complete_name"] for each in server.contacts if each["complete_name"].isascii())
        StoredChanges(self.home).make(name)
        self.cameo = self.start_cameo()
        self.cameo.find(containing=f"{CONTACTS + 1} contacts")
        self.open_new()
        screen.press("Alt+i")
        entry = self.field("Introduced By")
        # Undo and redo restore the chosen person.
        self._complete(entry, name[:4], name)
        self.addCleanup(screen.use_letters, "us")
        screen.use_letters("us,ru", second=True)
        self._undo(entry, name[:4])
        # GTK matches letters of another layout only without Shift.
        self._undo(entry, name, keys="Control+y")
        screen.use_letters("us")
        screen.press("Tab")
        self.assertEqual(self.cameo.all(containing=_NOBODY), [])
        screen.press("Alt+i")
        screen.press("Control+a")
        screen.write(name)
        self.expect(entry, name)
        wait_for("both of them", lambda: sum(
            each.role == "list item" and each.name == name and bool(each.area) for each in self.cameo.everything()) >= 2)
        self.screenshot("namesakes")
        screen.press("Tab")
        self.cameo.find(containing=_NOBODY)


class UndoTest(FormUndoTestCase):
    @rare
    def test_each_field_has_its_own(self):
        self.start(f"--demo={CONTACTS}")
        opened = self.open_first()
        first, last = self.field("First Name"), self.field("Last Name")
        (name_before, last_before) = first.text, last.text
        # Text that no person typed stays.
        screen.press("Control+z")
        screen.press("End")
        screen.write("xyz")
        self.expect(first, f"{name_before}xyz")
        screen.press("Tab")
        screen.write("Q")
        self.expect(last, "Q")
        self._undo_and_redo(last, last_before, "Q")
        self._undo(last, last_before)
        screen.press("Alt+f")
        self._undo_and_redo(first, name_before, f"{name_before}xyz")
        self._undo(first, name_before)
        screen.press("Escape")
        self.cameo.find(role="heading", name=opened)
        self.open_new()
        self._undo_dates()
        self._undo_completion(opened)

    @rare
    def test_a_removed_row_comes_back(self):
        self.start(f"--demo={CONTACTS}")
        self.open_new()
        self.field("Add Email", role="push button").click()
        self.field("Email")
        screen.write("zoe@example.org")
        self.expect(self.field("Email"), "zoe@example.org")
        screen.press("Tab")
        screen.press("Return")
        self.cameo.find(role="menu item", name="Remove").click()
        wait_for("no row", lambda: not self.cameo.all(role="text", name="Email"))
        screen.press("Control+z")
        self.expect(self.field("Email"), "zoe@example.org")
        # Typing goes on at the end.
        screen.write("x")
        self.expect(self.field("Email"), "zoe@example.orgx")
        # The next field gets the focus. Its own typing could be undone, too.
        self.field("Add Email", role="push button").click()
        wait_for("another row", lambda: self._mails() == ["zoe@example.orgx", ""])
        screen.write("ada@example.org")
        wait_for("both mails", lambda: self._mails() == ["zoe@example.orgx", "ada@example.org"])
        screen.press("Shift+Tab")
        screen.press("Return")
        self.cameo.find(role="menu item", name="Remove").click()
        wait_for("one row", lambda: self._mails() == ["ada@example.org"])
        screen.press("Control+z")
        wait_for("both mails again", lambda: self._mails() == ["zoe@example.orgx", "ada@example.org"])

    def _mails(self):
        return [each.text for each in self.cameo.all(role="text", name="Email")]

    def _undo_dates(self):
        date = self.go_to_birthday()
        screen.write("4.5.1984")
        self.expect(date, "4.5.1984")
        # The meaning stands below.
        self.cameo.find(containing="years old)")
        self.screenshot("date")
        screen.press("Control+z")
        wait_for("less", lambda: date.text != "4.5.1984")
        screen.press("Control+Shift+z")
        self.expect(date, "4.5.1984")
        screen.press("Tab")
        screen.press("Return")
        wait_for("the calendar", lambda: any(
            each.name == "Today" and each.role == "push button" and each.area for each in self.cameo.everything()))
        self.screenshot("calendar")
        screen.press("Escape")
        # Keys that come while it closes are for the calendar.
        wait_for("no calendar", lambda: not self.cameo.all(role="push button", name="Today"))
        age = self.choose_age()
        screen.write("10")
        screen.press("Up")
        self.expect(age, "11")
        self._undo_and_redo(age, "10", "11")
        self.cameo.find(containing="About 11 years old")
        self.screenshot("age")

    def _undo_completion(self, person):
        self.field("Add Address", role="push button").click()
        country = self.field("Country")
        for _ in range(4):
            screen.press("Tab")
        self._complete(country, "Germ", "Germany")
        screen.press("Alt+i")
        self._complete(self.field("Introduced By"), person[:4], person)
        screen.press("Tab")
        self.assertEqual(self.cameo.all(containing=_NOBODY), [])


class RelativeTest(FormTestCase):
    @rare
    def test_a_relationship_to_somebody_new_is_made_by_keyboard(self):
        self.start(f"--demo={CONTACTS}")
        opened = self.open_first().split()[0]
        self.field("Add Relationship", role="push button").click()
        self.field("Person")
        screen.write("Archie")
        wait_for("suggestions", lambda: any("Create “Archie”" in each.name for each in self.cameo.everything()))
        self.screenshot("create")
        screen.press("Up")
        screen.press("Return")
        screen.press("Tab")
        # The list of kinds finds by typed letters.
        screen.press(" ")
        wait_for("the kinds", lambda: self._shows("Partner"))
        screen.write("grandc")
        wait_for("fewer kinds", lambda: self._shows("Grandchild") and not self._shows("Partner"))
        self.screenshot("kinds")
        screen.press("Down")
        screen.press("Return")
        sentence = f"Archie is a grandchild of {opened}"
        wait_for("the sentence", lambda: any(sentence in each.name for each in self.cameo.everything()))
        self.screenshot("sentence")
        screen.press("Control+s")
        wait_for("the relative", lambda: any(
            each.role == "list item" and each.name.startswith("Archie") for each in self.cameo.everything()))
        self.screenshot("saved")

    def _shows(self, text):
        return any(each.name == text and each.area for each in self.cameo.everything())


class TagTest(FormTestCase):
    @rare
    def test_what_becomes_of_a_tag_is_in_sight(self):
        self.start(f"--demo={CONTACTS}")
        self.open_new()
        screen.press("Alt+t")
        entry = self.field("Add Tag")
        screen.write("12")
        self.expect(entry, "12")
        screen.press("Return")
        self.cameo.find(containing="A tag needs a letter.")
        # It would only lead to the same complaint.
        self.assertFalse(any("Create “12”" in each.name for each in self.cameo.everything()))
        screen.write("a")
        wait_for("suggestions", lambda: any("Create “12a”" in each.name for each in self.cameo.everything()))
        screen.press("Return")
        self.field("Remove Tag 12a", role="push button")
        self.expect(entry, "")
        wait_for("the entry in sight", lambda: self._is_whole(self.field("Add Tag")))
        self.screenshot("tags")

    def _is_whole(self, entry):
        pane = next(each for each in entry.ancestors if each.role == "scroll pane")
        return pane.area[1] <= entry.area[1] and entry.area[1] + entry.area[3] <= pane.area[1] + pane.area[3]
