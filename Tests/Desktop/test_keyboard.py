"""The application without a mouse."""

import secrets

import screen
from case import DesktopTestCase
from waiting import wait_for


class KeyboardTest(DesktopTestCase):
    def test_signs_in_with_the_keyboard_alone(self):
        server = self.start_server(contacts=5, token=f"desktop-{secrets.token_hex(24)}")
        cameo = self.start_cameo()
        self._type_into(cameo, "Server Address", server.address)
        screen.press("Return")
        self._type_into(cameo, "API Token", server.token)
        screen.press("Return")
        cameo.find(role="list", name="Contacts")
        cameo.find(containing="5 contacts")

    def test_goes_through_the_list_and_opens_the_menu(self):
        cameo = self.start_cameo("--demo=20")
        rows = wait_for("rows of contacts", lambda: cameo.all(role="list item"))
        screen.press("Down")
        screen.press("Return")
        cameo.find(role="heading", name=rows[1].name.split(", ")[0])

        screen.press("F10")
        cameo.find(role="menu item", containing="About")
        screen.press("Escape")
        wait_for("no menu", lambda: not cameo.all(role="menu item"))

    def _type_into(self, cameo, name, text):
        entry = cameo.find(name=name)
        # GTK does not tell which entry of a list has the focus; what arrives in it does.
        screen.write(text)
        wait_for(f"what was typed in {name}", lambda: len(entry.text) == len(text))
