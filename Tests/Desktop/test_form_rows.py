"""What a screen reader finds of the rows of a form that have others inside."""

from form_case import CONTACTS, FormTestCase
from rare import rare
from waiting import wait_for


class FormRowsTest(FormTestCase):
    @rare
    def test_a_row_with_others_inside_is_said_once_with_what_stands_in_it(self):
        self.start(f"--demo={CONTACTS}")
        self.open_new()
        wait_for("the row of a death", lambda: self._roles("Has Died") == ["check box", "list item"])
        self.field("Add Address", role="push button").click()
        wait_for("the row of an address", lambda: self._roles("Address") == ["list item"])
        self.field("Street").enter("Lane 1")
        wait_for("what was typed", lambda: self._roles("Address, Lane 1") == ["list item"])
        self.assertEqual(self._roles("Address"), [])
        self.assertEqual(self._roles("Lane 1"), [])
        # The rest of the row is there all the same.
        self.assertEqual(self._roles("Remove Address"), ["push button"])

    def _roles(self, name):
        return sorted(each.role for each in self.cameo.everything() if each.name == name)
