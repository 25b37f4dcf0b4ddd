"""From contact to contact and back, and where the keys go meanwhile."""

import unicodedata

import screen
import settings
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

# The narrowest window with both sides on it.
_NARROW = (660, 680)


class TravelTest(DesktopTestCase):
    def _start(self, contacts, size=None):
        variables = settings.write(self.home, f"window-width={size[0]}", f"window-height={size[1]}") if size else None
        server = self.start_server(contacts)
        cameo = self.start_cameo(variables=variables)
        self.sign_in(cameo, server)
        cameo.find(containing=f"{contacts} contacts")
        return server, cameo

    @rare
    def test_the_buttons_of_the_mouse_lead_back_and_forth(self):
        server, cameo = self._start(20)
        related = next(each for each in server.contacts if self._relatives(each) and each["complete_name"].isascii())
        self._search(cameo, related["complete_name"])
        screen.press("Return")
        cameo.find(role="heading", name=related["complete_name"])
        name = self._relatives(related)[0].split(" (")[0]
        wait_for("the relationship", lambda: self._scroll_to_row(cameo, name)).click_with_mouse()
        cameo.find(role="heading", containing=name)
        screen.press_mouse_button("back")
        # The page shows the place where the person left it.
        cameo.find(role="list item", containing=name)
        self.find_top(cameo, related["complete_name"])
        screen.press_mouse_button("forward")
        cameo.find(role="heading", containing=name)

    @rare
    def test_the_keys_stay_with_the_results_where_both_sides_show(self):
        server, cameo = self._start(20, _NARROW)
        name = next(each["complete_name"] for each in server.contacts if each["complete_name"].isascii())
        self._search(cameo, name)
        screen.press("Return")
        heading = cameo.find(role="heading", name=name)
        results = cameo.find(role="list", name="Search Results")
        self.assertLess(results.area[0] + results.area[2], heading.area[0] + heading.area[2])
        wait_for("the focus on the result", lambda: any(
            each.has_focus for each in cameo.find(role="list", name="Search Results").descendants))
        self.assertFalse(cameo.find(role="heading", name=name).has_focus)

    @rare
    def test_somebody_who_is_only_a_relation_has_a_page_and_a_form(self):
        server, cameo = self._start(30)
        owner, partial = next(
            (each, other) for each in server.contacts for other in self._related(each) if other["is_partial"])
        # The search does without accents.
        self._search(cameo, unicodedata.normalize("NFKD", owner["complete_name"]).encode("ascii", "ignore").decode())
        screen.press("Return")
        cameo.find(role="heading", name=owner["complete_name"])
        name = partial["complete_name"]
        wait_for("the relationship", lambda: self._scroll_to_row(cameo, name)).click_with_mouse()
        cameo.find(role="heading", name=name)
        cameo.find(role="push button", name="Edit").click()
        cameo.find(role="push button", name="Done")
        self.screenshot("form")
        for each in ("Company", "Add Email", "Add Tag", "Delete Contact"):
            self.assertEqual(cameo.all(containing=each), [], each)
        cameo.find(role="text", name="First Name").enter("Zenobia")
        screen.press("Control+s")
        cameo.find(role="heading", containing="Zenobia")
        self.screenshot("saved")

        def there():
            return server.get(f"contacts/{partial['id']}")

        wait_for("the name there", lambda: there()["first_name"] == "Zenobia")
        self.assertEqual((there()["last_name"], there()["is_partial"]), (partial["last_name"], True))
        self.assertEqual(there()["information"]["dates"]["birthdate"], partial["information"]["birthdate"])
        # The partial contact is no contact of its own. Its owner's page shows it.
        screen.press("Alt+Left")
        self.find_top(cameo, owner["complete_name"])
        wait_for("the new name", lambda: self._scroll_to_row(cameo, "Zenobia"))
        screen.press("Control+1")
        cameo.find(containing="30 contacts")

    def _search(self, cameo, name):
        # The first letter moves the focus to the search entry; a space goes there only afterwards.
        screen.write(name[0])
        cameo.find(role="list", name="Search Results")
        screen.write(name[1:])

        def found():
            results = cameo.find(role="list", name="Search Results")
            return [each for each in results.descendants if each.role == "list item"]

        def plain(text):
            return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()

        # Relatives are found by the name too, behind the contact.
        wait_for("the contact as the first result", lambda: found() and plain(found()[0].name).startswith(name))

    def _scroll_to_row(self, cameo, name):
        screen.turn_wheel(steps=3, share=3 / 4)
        rows = cameo.all(role="list item", containing=name)
        return next((each for each in rows if each.window.area[3] > each.centre[1]), None)

    def _relatives(self, contact):
        return [each["complete_name"] for each in self._related(contact)]

    def _related(self, contact):
        groups = contact["information"]["relationships"].values()
        return [each["contact"] for group in groups for each in group["contacts"]]
