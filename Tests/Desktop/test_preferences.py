"""The windows of preferences and shortcuts, and what a person chose in them after a restart."""

import screen
import settings
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

_SWITCHES = ("Starred First", "Show Archived", "Notify About Birthdays and Reminders")


class PreferencesTest(DesktopTestCase):
    def setUp(self):
        super().setUp()
        # As installed, so that choices are kept.
        self.variables = settings.write(self.home)

    def test_choices_are_there_after_a_restart(self):
        cameo = self._start_with_preferences()
        for name in _SWITCHES:
            switch = self._switch(cameo, name)
            self.assertFalse(switch.is_checked, name)
            switch.click_with_mouse()
            wait_for(f"{name} is on", lambda: self._switch(cameo, name).is_checked)
        self.screenshot("preferences")
        self.end(cameo)

        cameo = self._start_with_preferences()
        for name in _SWITCHES:
            self.assertTrue(self._switch(cameo, name).is_checked, name)

    def test_the_shortcuts_are_listed(self):
        cameo = self.start_cameo("--demo=5")
        cameo.find(role="list", name="Contacts")
        self._open(cameo, "Keyboard Shortcuts")
        cameo.find(containing="Open in New Window")
        self.screenshot("shortcuts")

    @rare
    def test_a_cancelled_question_about_a_certificate_sends_nothing(self):
        certificate = self.make_certificate()
        server = self.start_server(3, trouble=("--certificate", certificate))
        cameo = self.start_cameo(variables=self.variables)
        self.sign_in(cameo, server)
        cameo.find(containing="Trust This Certificate?")
        self.screenshot("certificate")
        screen.press("Return")
        wait_for("no question", lambda: not cameo.all(containing="Trust This Certificate?"))
        cameo.find(name="Server Address")
        self.assertEqual(self.keyring_items(), [])

        cameo.find(role="push button", name="Log In").click()
        cameo.find(role="push button", name="Trust").click()
        cameo.find(containing="3 contacts")

    @rare
    def test_escape_leaves_the_new_server_address(self):
        server = self.start_server(3)
        cameo = self.start_cameo(variables=self.variables)
        self.sign_in(cameo, server)
        cameo.find(containing="3 contacts")
        self._open(cameo, "Preferences")
        cameo.find(role="push button", name="Change Server Address…").click()
        cameo.find(containing="New Server Address")
        screen.press("Escape")
        cameo.find(containing="3 contacts")
        self.assertFalse(cameo.all(containing="New Server Address"))

    def _start_with_preferences(self):
        cameo = self.start_cameo(variables=self.variables)
        cameo.find(name="Server Address")
        self._open(cameo, "Preferences")
        self._switch(cameo, _SWITCHES[0])
        return cameo

    def _switch(self, cameo, name):
        return cameo.find(role="check box", name=name)

    def _open(self, cameo, name):
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing=name).click()
