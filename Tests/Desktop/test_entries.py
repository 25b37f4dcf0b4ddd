"""Entries of a contact's sections are added where they are shown."""

import re

import screen
from form_case import CONTACTS, FormTestCase, add_entry
from rare import rare
from waiting import wait_for


class EntriesTest(FormTestCase):
    def test_a_debt_is_added_and_taken_back(self):
        self.start(f"--demo={CONTACTS}")
        self.show_first()
        self.cameo.find(role="push button", name="Log…")
        self.screenshot("page")
        add_entry(self.cameo, "Add Debt")
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
        add_entry(self.cameo, "Add Gift")
        self.cameo.find(role="text", name="Gift").enter("Zither")
        self.screenshot("gift")
        screen.press("Control+s")
        wait_for("the gift", lambda: any(each.name.startswith("Zither") for each in self.cameo.everything()))
