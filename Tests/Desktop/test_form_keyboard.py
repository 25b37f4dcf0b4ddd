"""Where the keyboard leads in an open form: Tab, and the letters that are underlined."""

import gettext
import shutil
import unittest

import screen
from element import Element, is_new
from form_case import CONTACTS, FormTestCase
from language import install
from rare import rare
from typing_place import TypingPlace, is_behind, name
from waiting import wait_for

# Of a new contact with an address of each kind.
_STOPS = [
    "First Name", "Last Name", "Nickname", "Job", "Company", "Email", "Email: no label", "Add Email", "Add Phone",
    "Add Other…", "Address", "Remove Address", "Label", "Choose a Label", "Street", "Postal Code", "City", "Province", "Country", "Add Address",
    "Gender", "Birthday", "Choose a Date", "Birthday: Date", "Has Died", "Has Died", "Description", "Food Preferences", "How You Met",
    "First Met", "Choose a Date", "Introduced By", "Where You Met", "Add Relationship", "Add Tag",
]
# Rows of a contact's page with an action, and their fields in the form.
_ROWS = {"Phone": "Phone", "Email": "Email"}
_IF_TRANSLATED = unittest.skipIf(
    gettext.translation("gtk40", languages=["ar"], fallback=True).gettext("default:LTR") == "default:LTR",
    "GTK's translations are not installed")


def _start_right_to_left(test):
    prefix = test.results / "prefix"
    program, variables = install(prefix, "ar", says_nothing_new=True)
    test.addCleanup(shutil.rmtree, prefix)
    test.start(f"--demo={CONTACTS}", program=program, variables=variables)


class TabTest(FormTestCase):
    @rare
    def test_tab_goes_through_all_fields_as_they_are_read_and_back(self):
        self.start(f"--demo={CONTACTS}")
        self._open_with_all_rows()
        self._expect_reading_order(self._walk("Tab", _STOPS))
        # Some fields reject the text typed on the way, and show an error below. Tab passes over the error. The typed
        # text is the name of the address.
        address = ", ".join("x" * 5)
        self._walk("Shift+Tab", [address if each == "Address" else each for each in _STOPS[::-1]], mark="y")
        for wrong, sentence in (("Email", "This address needs an @."), ("Birthday", "Enter a date such as ")):
            self._expect_error(self.field(wrong), sentence)

    @_IF_TRANSLATED
    @rare
    def test_tab_goes_from_right_to_left_where_one_reads_so(self):
        _start_right_to_left(self)
        self._open_with_all_rows()
        if not is_new(self.field("First Name")):
            return self._expect_reading_order(self._walk("Tab", _STOPS), right_to_left=True)
        # Newer versions of GTK go from left to right within one row.
        email = _STOPS.index("Email")
        self._walk("Tab", [*_STOPS[:email], _STOPS[email + 1], _STOPS[email], *_STOPS[email + 2:]])

    def _open_with_all_rows(self):
        self.open_new()
        self.field("Add Address", role="push button").click()
        self.field("Street")
        self.field("Add Email", role="push button").click()
        self.field("Email")
        screen.press("Alt+f")

    def _walk(self, key, names, mark="x"):
        place = TypingPlace(self.cameo, mark)
        visited = [place.find()]
        for _ in names[1:]:
            screen.press(key)
            visited.append(place.find(besides=visited[-1]))
        self.assertEqual([name(each) for each in visited], names)
        return visited

    def _expect_error(self, entry, sentence):
        """A screen reader says with the field what is wrong with it."""
        self.assertTrue(entry.description.startswith(sentence), entry.description)
        self.assertTrue(entry.is_wrong, entry)

    def _expect_reading_order(self, visited, right_to_left=False):
        def wrong():
            # Text typed on the way moves the elements below.
            places = [Element(each.reference) for each in visited]
            return [
                (first, second) for first, second, *pair in zip(visited, visited[1:], places, places[1:])
                if not is_behind(*pair, right_to_left)]

        try:
            wait_for("the end of moving", lambda: not wrong(), limit=5)
        except AssertionError:
            self.fail(f"out of order: {wrong()}")


@rare
class RingTest(FormTestCase):
    def test_a_ring_shows_which_part_of_an_address_has_the_focus(self):
        self.start(f"--demo={CONTACTS}")
        self.open_new()
        self.field("Add Address", role="push button").click()
        street = self.field("Street")
        wait_for("a ring around the street", lambda: self._has_ring(street))
        self.assertFalse(self._has_ring(self.field("Label")))
        # Between the two is the button that offers labels.
        screen.press("Shift+Tab")
        screen.press("Shift+Tab")
        wait_for("a ring around the label", lambda: self._has_ring(self.field("Label")))
        wait_for("none around the street", lambda: not self._has_ring(self.field("Street")))

    def _has_ring(self, entry):
        """Whether there is something blue where the row of an entry begins."""
        x, y, _, height = Element(entry.reference, entry.parent).area
        window_x, window_y, window_width, _ = entry.window.area
        width, left, top, pixels = screen.pixels(window_width)
        line = (top + y - window_y + height // 2) * width + left + x - window_x
        # Newer versions of GTK begin the entry inside of its row.
        return any(pixel >> 16 & 255 > (pixel & 255) + 40 for pixel in pixels[line - 24:line + 6])


class MnemonicTest(FormTestCase):
    @rare
    def test_each_underlined_letter_leads_to_what_it_labels(self):
        self.start(f"--demo={CONTACTS}")
        opened = self.open_first()
        place = TypingPlace(self.cameo)
        labels = {
            "f": "First Name", "g": "Gender", "l": "Last Name", "r": "Description", "n": "Nickname", "b": "Birthday", "j": "Job",
            "o": "Food Preferences", "y": "Company", "h": "How You Met", "i": "Introduced By", "m": "First Met", "t": "Add Tag",
        }
        last = None
        for letter in labels:
            screen.press(f"Alt+{letter}")
            last = place.find(besides=last)
            self.assertEqual(name(last), labels[letter])
        screen.press("Alt+c")
        self.cameo.find(containing=f"Save Changes to {opened}?")
        screen.press("Escape")
        wait_for("no question", lambda: not self.is_asked())
        screen.press("Alt+e")
        # The program asks about typed text first.
        self.cameo.find(containing=f"Save Changes to {opened}?")
        screen.press("Alt+d")
        self.cameo.find(containing=f"{opened} deleted")
        screen.press("Control+z")
        self.cameo.find(role="heading", name=opened)
        screen.press("Control+e")
        entry = self.field("First Name")
        screen.write("Zoe")
        wait_for("the name", lambda: entry.text.endswith("Zoe"))
        screen.press("Alt+d")
        wait_for("the new name", lambda: "Zoe" in self.cameo.find(role="heading").name)


class HasteTest(FormTestCase):
    """Nobody waits for a form before they type."""

    @rare
    def test_what_is_typed_before_the_form_of_a_new_contact_is_there_is_its_name(self):
        self.start(f"--demo={CONTACTS}")
        screen.press("Control+n")
        screen.write("Zenobia")
        screen.press("Return")
        screen.write("Zeppelin")
        self.expect(self.field("First Name"), "Zenobia")
        self.expect(self.field("Last Name"), "Zeppelin")
        # A search would have taken the place of the contacts.
        self.cameo.find(role="list", name="Contacts")

    @rare
    def test_what_is_typed_before_the_form_of_a_contact_is_there_goes_into_its_first_field(self):
        self.start(f"--demo={CONTACTS}")
        before = self.show_first().split()[0]
        screen.press("Control+e")
        screen.write("xyz")
        self.expect(self.field("First Name"), before + "xyz")
        screen.press("Control+z")
        self.expect(self.field("First Name"), before)
        screen.press("Escape")
        # Any key may end the form. The next key is for the contact's page.
        screen.press("Control+e")
        screen.press("Escape")
        screen.write("x")
        self.cameo.find(containing="No Results")
        self.cameo.find(role="push button", name="Edit")


class RowTest(FormTestCase):
    """F2 on a row of a contact opens the form where one types what it shows, and whoever types at once types there."""

    @rare
    def test_beside_the_list(self):
        self.start(f"--demo={CONTACTS}")
        self._show_one_with_all_rows()
        screen.press("Return")
        self._expect_typing_in_rows("Cameo")

    @_IF_TRANSLATED
    @rare
    def test_where_one_reads_from_right_to_left(self):
        _start_right_to_left(self)
        self._show_one_with_all_rows()
        screen.press("Return")
        self._expect_typing_in_rows("Cameo")

    @rare
    def test_in_a_window_of_its_own(self):
        self.start(f"--demo={CONTACTS}")
        name = self._show_one_with_all_rows()
        screen.press("Control+Return")
        wait_for("its window", lambda: screen.active_title() == name)
        self._expect_typing_in_rows(name)

    @rare
    def test_the_row_has_the_focus_again_once_it_is_changed(self):
        self.start(f"--demo={CONTACTS}")
        self._show_one_with_all_rows()
        screen.press("Return")
        self.go_to(wait_for("the number", lambda: self._rows("Phone"))[0])
        screen.press("F2")
        screen.write("77")
        entry = self.field("Phone")
        wait_for("what was typed", lambda: "77" in entry.text)
        typed = entry.text
        screen.press("Control+s")
        wait_for("the focus on the changed row", lambda: any(
            each.has_focus and typed in each.name for each in self._rows("Phone")))

    def _show_one_with_all_rows(self):
        """Which contact is the first one with the keyboard depends on GTK."""
        for _ in range(CONTACTS):
            name = self.show_first()
            if all(self._rows(label) for label in _ROWS):
                return name
        self.fail("nobody has all rows")

    def _rows(self, label):
        return [
            each for each in self.cameo.everything() if each.role == "list item" and each.name.endswith(f", {label}")]

    def _expect_typing_in_rows(self, window):
        for label, title in _ROWS.items():
            row = wait_for(f"the row {label}", lambda: next((
                each for each in self._rows(label) if each.window.name == window), None))
            self.go_to(row)
            screen.press("F2")
            screen.write("77")
            entry = self.field(title)
            wait_for("what was typed", lambda: "77" in entry.text)
            self.screenshot(title)
            screen.press("Escape")
            self.cameo.find(role="push button", name="Discard").click()
            self.cameo.find(role="push button", name="Edit")
            wait_for(f"the focus back on {label}", lambda: any(
                each.has_focus for each in self._rows(label) if each.window.name == window))
