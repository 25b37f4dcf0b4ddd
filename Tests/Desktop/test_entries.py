"""Entries of a contact's sections are added where they are shown."""

import re

import screen
from form_case import CONTACTS, FormTestCase
from rare import rare
from waiting import wait_for


class EntriesTest(FormTestCase):
    def test_a_debt_is_added_and_taken_back(self):
        self.start(f"--demo={CONTACTS}")
        self.show_first()
        self.cameo.find(role="push button", name="Log…")
        self.screenshot("page")
        self._add("Add Debt")
        amount = self.cameo.find(role="text", name="Amount")
        # Letters on the choice above start no search, which would take the amount.
        screen.press("Shift+Tab")
        screen.write("x")
        screen.press("Tab")
        screen.write("12,50")
        self.expect(amount, "12,50")
        self.screenshot("debt")
        screen.press("Control+s")
        # The currency is known once the server has the debt.
        def debts():
            return [each for each in self.cameo.everything() if re.search(r"owes you \$?12\.50", each.name)]
        # The page stays where it is: the row with the debt is on the screen.
        wait_for("the debt", lambda: any(each.is_showing for each in debts()))
        self.assertTrue(self.cameo.find(role="list item", name="Add Debt").has_focus)
        self.screenshot("added")
        screen.press("Control+z")
        wait_for("no debt", lambda: not debts())

    @rare
    def test_a_gift_is_added(self):
        self.start(f"--demo={CONTACTS}")
        self.show_first()
        self.cameo.find(role="push button", name="Log…")
        self._add("Add Gift")
        self.cameo.find(role="text", name="Gift").enter("Zither")
        self.screenshot("gift")
        screen.press("Control+s")
        wait_for("the gift", lambda: any(each.name.startswith("Zither") for each in self.cameo.everything()))

    def _add(self, name):
        """By the row of the section, or by the menu of all kinds."""
        def shown():
            screen.turn_wheel(10, share=3 / 4)
            return self.cameo.all(role="push button", name="Add…")
        wait_for("the end of the page", shown)[0].click_with_mouse()
        self.cameo.find(role="menu item", name=name).click()
