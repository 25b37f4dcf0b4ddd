"""What happened with a contact is logged in two clicks, or with two keys."""

import time

import screen
from form_case import CONTACTS, FormTestCase
from rare import rare
from waiting import wait_for

# From the first key to the call on the page, in seconds.
_MOST_TIME = 3


class LogTest(FormTestCase):
    def test_a_call_of_today_takes_two_clicks(self):
        self.start(f"--demo={CONTACTS}")
        name = self.show_first()
        self.cameo.find(role="push button", name="Log…").click_with_mouse()
        self.cameo.find(role="push button", name="Called").click_with_mouse()
        self._expect_call(name)
        self.screenshot("called")
        screen.press("Control+z")
        wait_for("no call", lambda: not self.cameo.all(containing=f"{name}: Called"))

    def test_a_call_of_today_takes_two_keys_and_three_seconds(self):
        self.start(f"--demo={CONTACTS}")
        name = self.show_first()
        before = self._calls()
        start = time.monotonic()
        screen.press("Control+l")
        screen.press("Control+s")
        self._expect_call(name)
        self.assertLess(time.monotonic() - start, _MOST_TIME)
        wait_for("one more call", lambda: len(self._calls()) == len(before) + 1)
        screen.press("Control+z")
        wait_for("the calls before", lambda: len(self._calls()) == len(before))

    @rare
    def test_the_log_asks_only_about_typing(self):
        self.start(f"--demo={CONTACTS}")
        self.show_first()
        screen.press("Control+l")
        self.cameo.find(containing="What about?")
        self.screenshot("log")
        screen.press("Escape")
        wait_for("no log", lambda: not self.cameo.all(role="push button", name="Called"))
        screen.press("Control+l")
        self.cameo.find(containing="What about?")
        screen.write("Cake")
        screen.press("Escape")
        self.cameo.find(containing="Save Changes to")
        self.screenshot("question")
        screen.press("Escape")
        wait_for("the log", lambda: self.cameo.all(role="push button", name="Called"))
        screen.press("Control+Return")
        wait_for("the call", lambda: any(each.name.startswith("Cake") for each in self.cameo.everything()))
        wait_for("no log", lambda: not self.cameo.all(role="push button", name="Called"))

    @rare
    def test_rows_open_the_log_of_contacts_that_are_not_open(self):
        self.start(f"--demo={CONTACTS}")
        screen.press("Control+3")
        self.cameo.find(role="push button", containing="I Was in Touch")
        # The focus goes to a row only once there are rows.
        screen.press("Control+3")
        row = wait_for("the focus on a row", lambda: next(
            (each for each in self.cameo.all(role="list item") if each.has_focus), None))
        screen.press("Control+l")
        self._expect_log(row)
        self.screenshot("log of a row")
        screen.press("Escape")
        wait_for("no log", lambda: not self.cameo.all(role="push button", name="Called"))
        name = self.cameo.find(role="heading").name
        screen.press("Control+1")
        self.cameo.find(role="list", name="Contacts")
        other = next(each for each in self.cameo.all(role="list item") if not each.name.startswith(name))
        other.click_with_mouse(button=3)
        self.cameo.find(role="menu item", name="Log…").click()
        self._expect_log(other)

    @rare
    def test_who_was_called_leaves_keep_in_touch_with_the_toast(self):
        self.start(f"--demo={CONTACTS}")
        screen.press("Control+3")
        name = self._tick().name.partition(":")[0]
        due = wait_for("the row", lambda: self._rows(name))[0].name.removeprefix(f"{name}, ").partition(", ")[0]
        self.screenshot("keep in touch")
        self._log(name)
        self.screenshot("in touch")
        wait_for("the row to leave with its toast", lambda: not self._rows(f"{name}, {due}"), limit=30)
        wait_for("no toast", lambda: not self.cameo.all(containing=f"{name}: Called"))
        name = self._tick().name.partition(":")[0]
        self._log(name)
        self.cameo.find(role="push button", name="Undo").click_with_mouse()
        wait_for("the toast to go", lambda: not self.cameo.all(containing=f"{name}: Called"))
        wait_for("the row as before", lambda: self._rows(name) and not self._rows(name, ", done"))

    def _tick(self, name=""):
        """A tick of Keep in Touch, or that of a contact."""
        return wait_for("a tick", lambda: next((
            each for each in self.cameo.all(role="push button", containing=f"{name}: I Was in Touch") if each.area), None))

    def _rows(self, beginning, word=""):
        return [
            each for each in self.cameo.all(role="list item") if each.name.startswith(beginning) and word in each.name]

    def _log(self, name):
        """A call, by the tick of Keep in Touch. Its row is crossed out."""
        self._tick(name).click_with_mouse()
        self.cameo.find(role="menu item", containing="Called").click()
        self._expect_call(name)
        wait_for("the row to be crossed out", lambda: self._rows(name, ", done"))

    def _expect_log(self, row):
        wait_for(f"the page of {row}", lambda: row.name.startswith(self.cameo.find(role="heading").name))
        self.cameo.find(containing="What about?")

    def _expect_call(self, name):
        self.cameo.find(containing=f"{name}: Called")

    def _calls(self):
        return [each for each in self.cameo.everything() if each.name.startswith("You called,")]
