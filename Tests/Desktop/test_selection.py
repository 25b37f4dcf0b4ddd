"""The list, its selection and the page say the same, and no row moves that a person did not move."""

import element
import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

_CONTACTS = 60


class SelectionTestCase(DesktopTestCase):
    def open_demo(self):
        self.cameo = self.start_cameo(f"--demo={_CONTACTS}")
        self.cameo.find(containing=f"{_CONTACTS} contacts", limit=60)
        self.cameo.find(role="list item")

    def rows(self, name="Contacts"):
        """The rows of a list that lie on the screen as a whole, from top to bottom."""
        shown = next(each for each in self.cameo.all(role="list", name=name))
        left, top, width, height = next(each for each in shown.ancestors if each.role == "scroll pane").area
        # A row that the list keeps for later has the area that it had.
        rows = element.showing(each for each in shown.descendants if each.role == "list item")
        inside = [each for each in rows if top <= each.area[1] and each.area[1] + each.area[3] <= top + height]
        return sorted(inside, key=lambda each: each.area[1])

    def place(self, name):
        """Where the row of this name stands; None where it is out of sight."""
        return next((each.area[1] for each in self.rows() if each.name == name), None)

    def settled_rows(self):
        """The rows once they stand still."""
        def places():
            return [(each.name, each.area[1]) for each in self.rows()]

        def still():
            before = places()
            return before and before == places() and self.rows()
        return wait_for("the rows to stand still", still)

    def scroll_away(self, name):
        """Turns the wheel over the list until the row of this name is out of sight. A busy program may miss some turns."""
        def is_away():
            if self.place(name) is None:
                return True
            screen.turn_wheel(steps=4, share=1 / 6)
            return False
        wait_for(f"{name} out of sight", is_away)

    def selected(self, name="Contacts"):
        """The names of the selected rows of a list."""
        shown = next(each for each in self.cameo.all(role="list", name=name))
        return [each.name for each in shown.descendants if each.role == "list item" and each.is_selected]

    def shown_name(self):
        return self.cameo.find(role="heading").name

    def open(self, row):
        row.click_with_mouse()
        wait_for(f"the page of {row.name}", lambda: row.name.startswith(self.shown_name()))


class PlaceTest(SelectionTestCase):
    def test_a_click_moves_no_row(self):
        self.open_demo()
        first = self.settled_rows()[1]
        self.open(first)
        self.scroll_away(first.name)
        rows = self.settled_rows()
        wanted = rows[len(rows) // 2]
        self.open(wanted)
        after = self.settled_rows()
        self.assertEqual([(each.name, each.area[1]) for each in rows], [(each.name, each.area[1]) for each in after])


class KeptPlaceTest(SelectionTestCase):
    """The selected row is out of sight."""

    def _scroll_away(self):
        self.open_demo()
        row = self.settled_rows()[1]
        self.open(row)
        name = self.shown_name()
        self.scroll_away(row.name)
        return name, [(each.name, each.area[1]) for each in self.settled_rows()]

    @rare
    def test_a_save_moves_no_row(self):
        _, before = self._scroll_away()
        screen.press("Control+e")
        self.cameo.find(role="push button", name="Add Email")
        self.cameo.find(role="text", name="Company").enter("Babbage & Co.")
        screen.press("Control+s")
        self.cameo.find(containing="Saved")
        self.assertEqual([(each.name, each.area[1]) for each in self.settled_rows()], before)

    @rare
    def test_a_deletion_and_its_undo_move_only_what_follows(self):
        name, before = self._scroll_away()
        screen.press("F6")
        wait_for("the focus on the name", lambda: self.cameo.find(role="heading", name=name).has_focus)
        screen.press("Control+Delete")
        self.cameo.find(containing=f"{_CONTACTS - 1} contacts")
        self.assertEqual([(each.name, each.area[1]) for each in self.settled_rows()], before)
        screen.press("Control+z")
        self.cameo.find(containing=f"{_CONTACTS} contacts")
        self.cameo.find(role="heading", name=name)
        # The contact is open again, and its row in sight.
        wait_for("the row", lambda: any(each.name.startswith(name) for each in self.rows()))


class OpenContactTest(SelectionTestCase):
    """The page and the selection of each list show one contact."""

    def expect_open(self, name):
        self.cameo.find(role="heading", name=name)
        wait_for(
            f"the selection of {name}",
            lambda: (found := self.selected()) and len(found) == 1 and found[0].startswith(name))

    def test_a_search_that_ends_leaves_the_contact_open(self):
        self.open_demo()
        rows = self.settled_rows()
        self.open(rows[1])
        wanted = rows[4].name.split(",")[0].split(" (")[0]
        screen.press("Control+f")
        screen.write("".join(each for each in wanted.split()[0] if each.isascii()))
        self.cameo.find(role="list", name="Search Results")
        screen.press("Down")
        other = wait_for("another contact", lambda: next(
            (each.name for each in self.cameo.all(role="heading") if not rows[1].name.startswith(each.name)), None))
        screen.press("Escape")
        wait_for("all contacts", lambda: not self.cameo.all(role="list", name="Search Results"))
        self.expect_open(other)

    def test_a_contact_of_another_tab_is_selected_in_all(self):
        self.open_demo()
        self.open(self.settled_rows()[1])
        screen.press("Control+3")
        row = wait_for("somebody to keep in touch with", lambda: next(iter(self.rows("Keep in Touch")), None))
        self.open(row)
        name = self.shown_name()
        screen.press("Control+1")
        self.cameo.find(role="list", name="Contacts")
        self.expect_open(name)

    def test_a_new_contact_ends_the_search_and_shows(self):
        self.open_demo()
        self.open(self.settled_rows()[1])
        screen.press("Control+f")
        screen.write("a")
        self.cameo.find(role="list", name="Search Results")
        screen.press("Control+n")
        self.cameo.find(role="text", name="First Name").enter("Zzyzx")
        screen.press("Control+s")
        self.cameo.find(role="heading", name="Zzyzx")
        wait_for("all contacts", lambda: not self.cameo.all(role="list", name="Search Results"))
        self.expect_open("Zzyzx")

    @rare
    def test_a_new_contact_of_another_tab_shows_in_contacts(self):
        self.open_demo()
        screen.press("Control+2")
        screen.press("Control+n")
        self.cameo.find(role="text", name="First Name").enter("Aaron")
        screen.press("Control+s")
        self.expect_open("Aaron")

    def keep_editing(self, way_to_the_list=None):
        """Types into the form, and returns to it from a click on another row."""
        screen.press("Control+e")
        self.cameo.find(role="push button", name="Add Email")
        entry = self.cameo.find(role="text", name="Last Name")
        before = entry.text
        screen.press("Tab")
        screen.write("x")
        wait_for("what was typed", lambda: entry.text != before)
        if way_to_the_list:
            screen.press(way_to_the_list)
        self.settled_rows()[3].click_with_mouse()
        self.cameo.find(role="push button", name="Keep Editing").click()
        wait_for("no question", lambda: not self.cameo.all(role="push button", name="Keep Editing"))
        typed = entry.text
        screen.write("y")
        wait_for("the focus in the field", lambda: entry.text == typed + "y")

    def test_keep_editing_leads_back_to_the_field(self):
        self.open_demo()
        rows = self.settled_rows()
        self.open(rows[1])
        self.keep_editing()
        wait_for("the selection", lambda: [each.split(",")[0] for each in self.selected()] == [rows[1].name.split(",")[0]])

    @rare
    def test_keep_editing_leads_back_to_the_form_behind_the_list(self):
        self.open_demo()
        screen.resize(400, 640)
        self.settled_rows()[1].click_with_mouse()
        self.cameo.find(role="push button", name="Edit")
        self.keep_editing(way_to_the_list="Control+f")

    def focus_below(self, row):
        """Moves the focus down to this row. With Control the selection stays."""
        screen.press("Control+Down")
        wait_for("the focus", lambda: any(each.name == row.name and each.has_focus for each in self.rows()))

    def close_form_of(self, row):
        """Leaves the form once it has the focus, and returns to the list."""
        self.cameo.find(role="text", name="First Name")
        # Older versions of GTK do not tell which entry has the focus.
        wait_for("the focus out of the list", lambda: not any(each.has_focus for each in self.rows()))
        screen.press("Escape")
        wait_for("no form", lambda: not self.cameo.all(role="text", name="First Name"))
        wait_for(f"the page of {row.name}", lambda: row.name.startswith(self.shown_name()))
        screen.press("Control+1")

    def test_keys_of_the_list_act_on_the_row_with_the_focus(self):
        self.open_demo()
        rows = self.settled_rows()
        self.open(rows[1])
        self.focus_below(rows[2])
        screen.press("Control+e")
        self.close_form_of(rows[2])
        self.focus_below(rows[3])
        screen.press("Shift+F10")
        self.cameo.find(role="menu item", name="Edit").click()
        self.close_form_of(rows[3])
        self.focus_below(rows[4])
        screen.press("Control+Delete")
        self.cameo.find(containing="deleted")
        self.cameo.find(containing=f"{_CONTACTS - 1} contacts")
        self.assertTrue(any(each.name == rows[3].name for each in self.settled_rows()))
        self.assertFalse(any(each.name == rows[4].name for each in self.rows()))
