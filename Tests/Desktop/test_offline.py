"""Contacts without a server that answers, and with one that wants a new token."""

import screen
from case import DesktopTestCase
from waiting import wait_for


class OfflineTest(DesktopTestCase):
    def test_shows_what_is_stored_and_catches_up_when_the_server_is_back(self):
        server = self.start_server(contacts=12)
        self.sign_in_once(server)
        self.end(server)

        cameo = self.start_cameo()
        cameo.find(containing="12 contacts")
        cameo.find(role="list item")
        cameo.find(containing="Can’t reach the server. Last updated")
        self.screenshot("offline")

        self.start_server(contacts=12, token=server.token, port=server.port)
        screen.press("F5")
        wait_for("no banner", lambda: not cameo.all(containing="Can’t reach the server. Last updated"))

    def test_asks_for_a_new_token_and_keeps_the_contacts(self):
        server = self.start_server(contacts=7)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="7 contacts")
        self.end(server)

        # The same server, which has forgotten the old token.
        fresh = self.start_server(contacts=7, port=server.port)
        screen.press("F5")
        cameo.find(containing="no longer accepts your token")
        cameo.find(containing="7 contacts")
        cameo.find(role="push button", containing="New Token").click()
        cameo.find(name="API Token").enter(fresh.token)
        cameo.find(role="push button", name="Log In").click()
        cameo.find(role="list", name="Contacts")
        wait_for("no banner", lambda: not cameo.all(containing="no longer accepts your token"))
