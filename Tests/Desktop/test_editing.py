"""Contacts are made and changed on their page, with the keyboard alone unless a test says otherwise."""

import screen
import settings
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

_CONTACTS = 30


class EditingTest(DesktopTestCase):
    def test_a_change_shows_at_once_and_is_undone(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        self._edit(cameo)
        entry = self._entry(cameo, "First Name")
        # GTK does not report the focused entry. Text that arrives in the entry reveals the focus.
        before = entry.text
        screen.write("x")
        wait_for("the focus in the first field", lambda: entry.text == before + "x")
        entry.enter("Zenobia")
        screen.press("Control+s")
        wait_for("the new name", lambda: "Zenobia" in cameo.find(role="heading").name)
        cameo.find(containing="Saved")
        self.screenshot("saved")
        screen.press("Control+z")
        cameo.find(role="heading", name=name)

    @rare
    def test_nothing_is_asked_where_nothing_was_changed(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        self._edit(cameo)
        screen.press("Escape")
        cameo.find(role="heading", name=name)
        self._edit(cameo)
        screen.press("Control+s")
        cameo.find(role="heading", name=name)
        self.assertEqual(cameo.all(containing="Saved"), [])

    def test_leaving_asks_what_becomes_of_what_was_typed(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        self._edit(cameo)
        self._entry(cameo, "First Name").enter("Zenobia")
        screen.press("Escape")
        cameo.find(containing=f"Save Changes to {name}?")
        screen.press("Escape")
        wait_for("no question", lambda: not cameo.all(containing="Save Changes to"))
        self.assertEqual(self._entry(cameo, "First Name").text, "Zenobia")
        screen.press("Alt+Left")
        cameo.find(role="push button", name="Discard").click()
        cameo.find(role="heading", name=name)

    @rare
    def test_typing_beside_a_field_begins_no_search(self):
        cameo = self._open_demo()
        self._open_first(cameo)
        self._edit(cameo)
        screen.press("Shift+Tab")
        screen.write("x")
        self.assertEqual(cameo.all(role="list", name="Search Results"), [])
        screen.press("Escape")
        wait_for("the contact", lambda: cameo.all(role="push button", name="Edit"))

    def test_a_new_contact_is_in_the_list_at_once(self):
        cameo = self._open_demo()
        screen.press("Control+n")
        entry = self._entry(cameo, "First Name")
        screen.write("Aaron")
        wait_for("the first name", lambda: entry.text == "Aaron")
        screen.press("Return")
        screen.write("Aardvark")
        wait_for("the last name", lambda: self._entry(cameo, "Last Name").text == "Aardvark")
        screen.press("Control+s")
        cameo.find(role="heading", name="Aaron Aardvark")
        cameo.find(containing=f"{_CONTACTS + 1} contacts")
        cameo.find(role="list item", containing="Aaron Aardvark")
        screen.press("Control+z")
        cameo.find(containing=f"{_CONTACTS} contacts")

    @rare
    def test_the_list_goes_to_a_new_contact(self):
        cameo = self._open_demo()
        self._open_first(cameo)
        screen.press("Control+n")
        entry = self._entry(cameo, "First Name")
        screen.write("Zzyzx")
        wait_for("the first name", lambda: entry.text == "Zzyzx")
        screen.press("Control+s")
        cameo.find(role="heading", name="Zzyzx")
        row = cameo.find(role="list item", containing="Zzyzx")
        pane = next(each for each in row.ancestors if each.role == "scroll pane")
        self.assertLessEqual(row.area[1] + row.area[3], pane.area[1] + pane.area[3], "all of it shows")

    @rare
    def test_a_form_that_is_left_gives_the_focus_back(self):
        cameo = self._open_demo()
        # The focus is not on the page yet.
        row = wait_for("the focus in the list", lambda: self._focused_row(cameo))
        for keys in ("Control+n", "Down", "Control+e", "Control+n"):
            if keys == "Down":
                screen.press(keys)
                cameo.find(role="push button", name="Edit")
                row = wait_for("its row", lambda: self._focused_row(cameo))
                continue
            screen.press(keys)
            self._entry(cameo, "First Name")
            screen.press("Escape")
            wait_for(f"the focus back after {keys}", lambda: self._focused_row(cameo) == row)
        screen.press("F6")
        wait_for("the focus on the name", lambda: cameo.find(role="heading").has_focus)
        screen.press("Control+e")
        self._entry(cameo, "First Name")
        screen.press("Escape")
        wait_for("the focus back on the name", lambda: cameo.find(role="heading").has_focus)

    def test_what_is_wrong_is_said_below_its_field(self):
        cameo = self._open_demo()
        screen.press("Control+n")
        self._entry(cameo, "First Name")
        screen.press("Control+s")
        cameo.find(containing="No name")
        self._entry(cameo, "Company").enter("Babbage & Co.")
        screen.press("Control+s")
        offer = cameo.find(role="push button", containing="Use “Babbage & Co.” as the first name")
        # Where a sentence would begin.
        self.assertLess(offer.area[0], self._entry(cameo, "First Name").area[0] + 60)
        offer.click()
        wait_for("the name", lambda: self._entry(cameo, "First Name").text == "Babbage & Co.")
        cameo.find(role="push button", name="Add Email").click()
        entry = self._entry(cameo, "Email")
        screen.write("ada.example.org")
        wait_for("what was typed", lambda: entry.text == "ada.example.org")
        screen.press("Return")
        cameo.find(containing="This address needs an @.")
        self.screenshot("issue")
        # To a screen reader the field says so itself.
        wait_for("the reason at the field", lambda: entry.description == "This address needs an @." and entry.is_wrong)
        screen.press("Control+s")
        # The focus is where it is wrong.
        screen.write("@")
        wait_for("no complaint", lambda: not cameo.all(containing="needs an @"))
        wait_for("no reason", lambda: not entry.description and not entry.is_wrong)
        self.assertEqual(entry.text, "ada.example.org@")
        screen.press("Control+s")
        cameo.find(role="heading", name="Babbage & Co.")

    @rare
    def test_a_contact_that_is_there_already_is_offered(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        screen.press("Control+n")
        first, _, last = name.partition(" ")
        self._entry(cameo, "First Name").enter(first)
        self._entry(cameo, "Last Name").enter(last)
        cameo.find(containing="Possible Duplicates")
        cameo.find(containing=f"{name}, Same name")
        self.screenshot("duplicates")

    def test_a_deleted_contact_comes_back_with_undo(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        screen.press("F6")
        wait_for("the focus on the name", lambda: cameo.find(role="heading", name=name).has_focus)
        screen.press("Control+Delete")
        cameo.find(containing=f"{name} deleted")
        cameo.find(containing=f"{_CONTACTS - 1} contacts")
        self.screenshot("deleted")
        screen.press("Control+z")
        cameo.find(containing=f"{_CONTACTS} contacts")
        cameo.find(role="heading", name=name)

    @rare
    def test_keys_of_a_text_field_do_nothing_to_the_contact(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        screen.press("Control+f")
        screen.write("x")
        screen.press("Control+Delete")
        screen.press("BackSpace")
        screen.press("Control+Delete")
        screen.press("F2")
        screen.write("qqqq")
        # All keys before it have come.
        cameo.find(containing="No Results")
        screen.press("Escape")
        cameo.find(role="heading", name=name)
        self.assertEqual(cameo.all(containing=" deleted"), [])
        self.assertEqual(cameo.all(role="push button", name="Done"), [])

    @rare
    def test_undo_has_its_key_in_the_toast_too(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        screen.press("Control+Delete")
        undo = cameo.find(role="push button", name="Undo")
        # Back from the list, the toast is the first.
        screen.press("Shift+F6")
        wait_for("the focus in the toast", lambda: undo.has_focus)
        screen.press("Control+z")
        cameo.find(containing=f"{_CONTACTS} contacts")
        cameo.find(role="heading", name=name)

    @rare
    def test_undo_has_its_key_on_a_keyboard_of_other_letters_too(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        self.addCleanup(screen.use_letters, "us")
        screen.use_letters("us,ru", second=True)
        screen.press("Control+Delete")
        cameo.find(containing=f"{_CONTACTS - 1} contacts")
        screen.press("Control+z")
        cameo.find(containing=f"{_CONTACTS} contacts")
        cameo.find(role="heading", name=name)

    @rare
    def test_undo_in_the_toast_leads_to_the_contact(self):
        cameo = self._open_demo()
        name = self._open_first(cameo)
        screen.press("Control+Delete")
        self._undo_in_toast(cameo, "Shift+F6")
        self._expect_focus_on_name(cameo, name)
        self._edit(cameo)
        self._entry(cameo, "First Name").enter("Zenobia")
        screen.press("Control+s")
        self._undo_in_toast(cameo, "F6")
        self._expect_focus_on_name(cameo, name)

    def _undo_in_toast(self, cameo, key):
        undo = cameo.find(role="push button", name="Undo")
        screen.press(key)
        wait_for("the focus in the toast", lambda: undo.has_focus)
        screen.press(" ")

    def _expect_focus_on_name(self, cameo, name):
        wait_for("the focus on the name", lambda: any(
            each.has_focus for each in cameo.all(role="heading", name=name)))

    @rare
    def test_read_only_offers_no_changes(self):
        cameo = self._open_demo()
        self._open_first(cameo)
        cameo.find(role="push button", name="Edit")
        screen.press("Control+,")
        cameo.find(containing="Starred First")
        screen.turn_wheel(steps=12)
        wait_for("the end of scrolling", lambda: len({
            cameo.find(role="check box", name="Read-Only").area for _ in range(3)}) == 1)
        cameo.find(role="check box", name="Read-Only").click_with_mouse()
        wait_for("the switch", lambda: cameo.find(role="check box", name="Read-Only").is_checked)
        screen.press("Escape")
        wait_for("no button to edit", lambda: not cameo.all(role="push button", name="Edit"))
        self.assertEqual(cameo.all(name="New Contact"), [])
        cameo.find(containing="Read-Only is on")
        self.assertEqual(len(cameo.all(role="label", containing="Read-Only is on")), 1)
        screen.press("Control+n")
        screen.press("Control+e")
        self.assertEqual(cameo.all(role="push button", name="Done"), [])

    def _open_demo(self):
        cameo = self.start_cameo(f"--demo={_CONTACTS}")
        cameo.find(containing=f"{_CONTACTS} contacts", limit=60)
        cameo.find(role="list item")
        return cameo

    def _focused_row(self, cameo):
        """The name of the contact in the focused row. The rest of the row may become known later, such as "Me"."""
        return next((each.name.split(", ")[0] for each in cameo.all(role="list item") if each.has_focus), None)

    def _open_first(self, cameo):
        """Opens some contact and says how it is called."""
        screen.press("Down")
        cameo.find(role="push button", name="Edit")
        return cameo.find(role="heading").name

    def _edit(self, cameo):
        cameo.find(role="push button", name="Edit")
        screen.press("Control+e")
        cameo.find(role="push button", name="Done")

    def _entry(self, cameo, name):
        return cameo.find(role="text", name=name)
