"""The first fill of the list, which can be watched, used meanwhile, and interrupted."""

import re

from case import DesktopTestCase
from rare import rare
from waiting import wait_for


class FillingTest(DesktopTestCase):
    @rare
    def test_counts_and_goes_on_where_it_was_stopped(self):
        # A page takes a second, and so the whole list ten.
        server = self.start_server(contacts=1000, trouble=["--latency", "1000"])
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing=" of 1,000 contacts")
        cameo.find(role="list item")
        self.screenshot("filling")
        # A test that looks seldom may miss the second page.
        wait_for("more than a page", lambda: any(
            re.search("[2-9]00 of 1,000 contacts", each.name) for each in cameo.all()))
        self.end(cameo)

        cameo = self.start_cameo()
        cameo.find(containing="00 contacts")
        self.assertEqual(cameo.all(role="dialog"), [])
        cameo.find(containing="1,000 contacts", limit=60)

    def test_a_start_without_the_server_shows_what_is_stored_and_no_dialog(self):
        server = self.start_server(contacts=12)
        self.sign_in_once(server)
        self.end(server)
        cameo = self.start_cameo()
        cameo.find(containing="Can’t reach the server. Last updated")
        cameo.find(containing="12 contacts")
        self.assertEqual(cameo.all(role="dialog"), [])
