"""What tests of waiting changes in bad weather have."""

import screen
from case import DesktopTestCase
from stored_changes import StoredChanges
from waiting import wait_for


class EditWeatherTestCase(DesktopTestCase):
    def rename_once_stored(self, server):
        """Signs in, then stores a change while nothing runs but the server."""
        self.sign_in_once(server)
        self.stored = StoredChanges(self.home)
        self.stored.rename(self.contact["id"], self.contact["first_name"], "Zenobia")

    def open_changes(self, cameo):
        screen.press("F10")
        cameo.find(role="menu item", containing="Unsent Changes").click()
        cameo.find(role="list", name="Unsent Changes")

    def expand(self, cameo, containing):
        cameo.find(containing=containing).click_with_mouse()

    def name_there(self):
        return self.server.get(f"contacts/{self.contact['id']}")["first_name"]

    def until_nothing_waits(self):
        wait_for("an empty queue", lambda: not self.stored.states)
