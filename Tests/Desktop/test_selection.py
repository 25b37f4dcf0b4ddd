"""The list, its selection and the page say the same, and no row moves that a person did not move."""

import screen
from case import DesktopTestCase
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
        inside = [
            each for each in shown.descendants
            if each.role == "list item" and each.area and top <= each.area[1] and each.area[1] + each.area[3] <= top + height]
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
        screen.turn_wheel(steps=8, share=1 / 6)
        wait_for("the selected row out of sight", lambda: self.place(first.name) is None)
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
        screen.turn_wheel(steps=8, share=1 / 6)
        wait_for("the selected row out of sight", lambda: self.place(row.name) is None)
        return name, [(each.name, each.area[1]) for each in self.settled_rows()]

    def test_a_save_moves_no_row(self):
        _, before = self._scroll_away()
        screen.press("Control+e")
        self.cameo.find(role="push button", name="Add Email")
        self.cameo.find(role="text", name="Company").enter("Babbage & Co.")
        screen.press("Control+s")
        self.cameo.find(containing="Saved")
        self.assertEqual([(each.name, each.area[1]) for each in self.settled_rows()], before)

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
        self.assertEqual([(each.name, each.area[1]) for each in self.settled_rows()], before)
