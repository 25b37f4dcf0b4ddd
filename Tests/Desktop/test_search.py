"""Finding contacts by typing."""

import screen
from case import DesktopTestCase
from waiting import wait_for


class SearchTest(DesktopTestCase):
    def test_typing_finds_contacts_and_escape_shows_all_again(self):
        cameo = self.start_cameo("--demo=60")
        cameo.find(containing="60 contacts", limit=60)
        rows = wait_for("rows of contacts", lambda: cameo.all(role="list item"))
        name = rows[0].name.split(", ")[0]

        screen.write(name[:4].lower())
        cameo.find(role="list", name="Search Results")
        cameo.find(containing=" result")
        found = wait_for("results", lambda: cameo.all(role="list item"))
        self.assertTrue(any(row.name.startswith(name) for row in found), found)
        self.screenshot("results")

        screen.press("Return")
        cameo.find(role="heading")

    def test_says_when_nothing_is_found(self):
        cameo = self.start_cameo("--demo=20")
        cameo.find(containing="20 contacts", limit=60)
        screen.write("qqqxyzzy")
        cameo.find(containing="No Results")
        screen.press("Escape")
        cameo.find(role="list", name="Contacts")
