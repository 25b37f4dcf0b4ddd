"""What screen readers are told where GTK can tell it: what happens away from the focus, and where in a list somebody is."""

import ctypes
import unittest

import accessibility
import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for


def _can_announce():
    """Whether the GTK of this machine is 4.14 or newer."""
    try:
        return hasattr(ctypes.CDLL("libgtk-4.so.1"), "gtk_accessible_announce")
    except OSError:
        return False


@unittest.skipUnless(_can_announce(), "this GTK announces nothing")
class AnnouncementsTest(DesktopTestCase):
    def test_results_contacts_and_news_are_announced(self):
        server = self.start_server(contacts=5)
        cameo = self.start_cameo()
        said = []
        self.addCleanup(accessibility.listen_for_announcements(said.append))
        self.sign_in(cameo, server)
        cameo.find(containing="5 contacts")
        name = cameo.find(role="list item").name.split(", ")[0]
        screen.press("Down")
        cameo.find(role="heading", name=name)
        self._expect(cameo, said, name)
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Refresh").click()
        self._expect(cameo, said, "Up to date")
        screen.write("qqqq")
        self._expect(cameo, said, "No Results")

    def _expect(self, cameo, said, text):
        # Each look lets the bus report the announcements that came.
        wait_for(f"{text} to be announced", lambda: cameo.all(role="frame") and text in said)


@unittest.skipIf(_can_announce(), "this GTK announces by itself")
@rare
class DescriptionsTest(DesktopTestCase):
    def test_results_and_news_are_said_by_what_has_the_focus(self):
        server = self.start_server(contacts=5)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="5 contacts")
        screen.press("Down")
        name = cameo.find(role="heading").name
        row = wait_for("the focus", lambda: next(
            (each for each in cameo.all(role="list item") if each.has_focus), None))
        wait_for("the contact at its row", lambda: row.description == name)
        screen.press("Down")
        wait_for("nothing at the row before", lambda: row.description == "")
        screen.write("qqqq")
        cameo.find(containing="No Results")
        wait_for("the result at the search", lambda: [
            each.description for each in cameo.everything() if each.name == "Search Contacts" and each.has_focus
        ] == ["No Results"])


    def test_who_may_be_the_same_is_said_by_what_has_the_focus(self):
        cameo = self.start_cameo("--demo=5")
        cameo.find(containing="5 contacts")
        screen.press("Down")
        name = cameo.find(role="heading").name
        screen.press("Control+n")
        entry = cameo.find(role="text", name="First Name")
        first, _, last = name.partition(" ")
        cameo.find(role="text", name="Last Name").enter(last)
        screen.write(first)
        wait_for("the name", lambda: entry.text == first)
        wait_for("who that may be", lambda: f"{name}, Same name" in entry.description)
        self.assertTrue(entry.description.startswith("Possible Duplicates: "), entry.description)


class PositionsTest(DesktopTestCase):
    def test_rows_tell_where_in_the_list_they_are(self):
        cameo = self.start_cameo("--demo=40")
        cameo.find(containing="40 contacts")
        rows = cameo.all(role="list item")
        places = [row.attributes for row in sorted(rows, key=lambda row: row.area[1])]
        if "posinset" not in places[0]:
            self.skipTest("this GTK tells no positions")
        self.assertEqual([place["posinset"] for place in places], [str(1 + index) for index in range(len(places))])
        self.assertEqual({place["setsize"] for place in places}, {"40"})
