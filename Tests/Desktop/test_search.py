"""Finding contacts by typing."""

import screen
from case import DesktopTestCase
from rare import rare
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

    @rare
    def test_escape_closes_a_menu_before_the_search(self):
        cameo = self.start_cameo("--demo=20")
        cameo.find(containing="20 contacts", limit=60)
        screen.write("a")
        cameo.find(role="list", name="Search Results")
        screen.press("F10")
        cameo.find(role="menu item", containing="Preferences")
        screen.press("Escape")
        wait_for("no menu", lambda: not cameo.all(role="menu item", containing="Preferences"))
        cameo.find(role="list", name="Search Results")
        screen.press("Escape")
        wait_for("all contacts", lambda: not cameo.all(role="list", name="Search Results"))

    @rare
    def test_typing_on_a_page_that_fills_the_window_leads_to_the_results(self):
        cameo = self.start_cameo("--demo=20")
        cameo.find(containing="20 contacts", limit=60)
        screen.resize(400, 640)
        cameo.find(role="list item").click_with_mouse()
        wait_for("the page", lambda: cameo.find(role="heading").area)
        screen.write("a")
        wait_for("the results", lambda: any(each.area for each in cameo.all(role="list", name="Search Results")))
        screen.press("Return")
        wait_for("the page of the first", lambda: cameo.find(role="heading").area)

    def test_says_when_nothing_is_found(self):
        cameo = self.start_cameo("--demo=20")
        cameo.find(containing="20 contacts", limit=60)
        screen.write("qqqxyzzy")
        cameo.find(containing="No Results")
        screen.press("Escape")
        cameo.find(role="list", name="Contacts")
