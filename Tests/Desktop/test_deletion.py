"""A deleted contact comes back with undo, wherever one looks, until the program ends."""

import screen
import settings
from form_case import CONTACTS, FormTestCase
from rare import rare
from waiting import wait_for


class DeletionTest(FormTestCase):
    @rare
    def test_with_the_list_alone_it_can_be_undone_too(self):
        narrow = settings.write(self.home, "window-width=360", "window-height=640")
        self.sign_in_once(self.start_server(CONTACTS))
        cameo = self.start_cameo(variables=narrow)
        cameo.find(role="list item")
        self.assertLess(cameo.find(role="frame").area[2], 400)
        screen.press("Down")
        screen.press("Return")
        cameo.find(role="push button", name="Edit")
        name = cameo.find(role="heading").name
        screen.press("Control+Delete")
        cameo.find(containing=f"{CONTACTS - 1} contacts")
        cameo.find(containing=f"{name} deleted")
        self.screenshot("deleted")
        screen.press("Control+z")
        cameo.find(role="heading", name=name)

    @rare
    def test_where_a_search_found_nobody_else_it_can_be_undone_too(self):
        _, name = self.start_signed_in()
        cameo = self.cameo
        # A name is found in the relationships of others, too.
        mail = wait_for("a mail address", lambda: next(
            (word for each in cameo.everything() for word in each.name.replace(",", " ").split() if "@" in word), None))
        screen.press("Control+f")
        screen.write(mail)
        search = wait_for("the search", lambda: next(
            (each for each in cameo.everything() if each.name == "Search Contacts" and each.has_focus), None))
        wait_for("what was typed", lambda: search.text == mail)
        screen.press("Down")
        screen.press("Return")
        wait_for("the result", lambda: any(
            each.has_focus and each.name.startswith(name) for each in cameo.all(role="list item")))
        screen.press("Control+Delete")
        cameo.find(containing=f"{name} deleted")
        wait_for("the focus where one types", lambda: search.has_focus)
        screen.press("Control+z")
        cameo.find(role="heading", name=name)
        # The undo key does not change the typed text.
        self.assertEqual(search.text, mail)

    @rare
    def test_after_a_crash_it_goes_in_its_time(self):
        server, name = self.start_signed_in()
        screen.press("Control+Delete")
        self.cameo.find(containing=f"{name} deleted")
        self.kill(self.cameo)
        self.assertEqual(len(server.contacts), CONTACTS)
        cameo = self.start_cameo()
        cameo.find(containing=f"{CONTACTS - 1} contacts")
        wait_for("the end of the contact", lambda: len(server.contacts) == CONTACTS - 1, limit=60)
        self.assertNotIn(name, [each["complete_name"] for each in server.contacts])
