"""A deletion that can still be undone when the computer falls asleep: it goes or it can be undone, and nothing in between."""

import screen
from edit_sleep import CONTACTS, MINUTE, EditSleepTestCase
from rare import rare
from waiting import wait_for


class SleepingDeletionTest(EditSleepTestCase):
    """It waits for the end of its toast, which ends with the time in which it can be undone."""

    def setUp(self):
        super().setUp()
        self.store()
        self.cameo = self.start()
        self.cameo.find(role="list item")
        screen.press("Down")
        self.cameo.find(role="push button", name="Edit")
        name = self.cameo.find(role="heading").name
        self.contact = next(each for each in self.server.contacts if each["complete_name"] == name)
        screen.press("Control+Delete")
        self.cameo.find(containing=f"{name} deleted")
        self.cameo.find(containing=f"{CONTACTS - 1} contacts")

    def _hold_the_toast(self):
        """With the focus in it the toast stays for as long as somebody likes."""
        wait_for("the focus on Undo", lambda: screen.press("Tab") or self._undo_buttons()[0].has_focus)

    def _undo_buttons(self):
        return self.cameo.all(role="push button", name="Undo")

    def _numbers(self):
        return [each["id"] for each in self.server.contacts]

    @rare
    def test_asleep_beyond_its_moment_it_goes(self):
        self._hold_the_toast()
        self.sleep(self.cameo, 10 * MINUTE)
        wait_for("the contact to go", lambda: self.contact["id"] not in self._numbers())
        wait_for("an empty queue", lambda: not self.stored.states)
        wait_for("no toast", lambda: not self._undo_buttons())
        self.cameo.find(containing=f"{CONTACTS - 1} contacts")
        self.assertEqual(self.writes_of(self.contact), 1)

    @rare
    def test_where_it_cannot_go_after_the_sleep_it_is_final_all_the_same(self):
        self._hold_the_toast()
        self.gate.edit = lambda answer: b""
        self.sleep(self.cameo, 10 * MINUTE)
        wait_for("no toast", lambda: not self._undo_buttons())
        screen.press("Control+z")
        self.assertEqual(self.stored.states, [("existence", "waiting")])
        self.cameo.find(containing="1 change waiting")
        self.gate.edit = lambda answer: answer
        self.sleep(self.cameo, 20 * MINUTE)
        wait_for("the contact to go", lambda: self.contact["id"] not in self._numbers())
        wait_for("an empty queue", lambda: not self.stored.states)
        self.assertEqual(self.writes_of(self.contact), 1)

    @rare
    def test_after_a_moment_asleep_it_can_be_undone(self):
        self._hold_the_toast()
        self.sleep(self.cameo, 2)
        screen.press("Return")
        self.cameo.find(containing=f"{CONTACTS} contacts")
        wait_for("an empty queue", lambda: not self.stored.states)
        self.sleep(self.cameo, 10 * MINUTE)
        # The program sends the new edit, and no deletion before it.
        screen.press("Control+e")
        self.cameo.find(role="text", name="First Name").enter("Zenobia")
        screen.press("Control+s")
        self.wait_for_name(self.contact, "Zenobia")
        self.assertEqual(self.count(lambda head: head.startswith(b"DELETE ")), 0)
