"""Contacts in windows of their own, and lists of some of them."""

import element
import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for


class ContactWindowsTest(DesktopTestCase):
    def test_opens_a_contact_in_a_window_of_its_own(self):
        cameo = self.start_cameo("--demo=20")
        wait_for("rows of contacts", lambda: len(cameo.all(role="list item")) > 1)
        rows = cameo.all(role="list item")
        name = rows[1].name.split(", ")[0]
        self.go_to_second(cameo, name)
        screen.press("Return")
        cameo.find(role="push button", name="Contact Menu").click()
        cameo.find(role="menu item", name="Open in New Window").click()
        window = wait_for("its window", lambda: [
            frame for frame in cameo.all(role="frame") if frame.name == name and "heading" in _roles(frame)
        ])[0]
        pictures = [each.name for each in window.descendants if each.role in ("image", "icon")]
        self.assertTrue({f"{name} avatar", f"{name} avatar photo"} & set(pictures), window.outline())
        unnamed = [
            each for each in element.showing(window.descendants)
            if each.role in ("push button", "list item") and not each.name
        ]
        self.assertEqual(unnamed, [], window.outline())
        self.screenshot("window")

    @rare
    def test_closes_the_windows_of_contacts_when_somebody_logs_out(self):
        server = self.start_server(contacts=5)
        cameo = self.start_cameo()
        self.sign_in(cameo, server)
        cameo.find(containing="5 contacts", limit=60)
        screen.press("Down")
        screen.press("Return")
        cameo.find(role="push button", name="Contact Menu").click()
        cameo.find(role="menu item", name="Open in New Window").click()
        wait_for("its window", lambda: len(cameo.all(role="frame")) == 2)
        self.log_out(cameo)
        cameo.find(name="Server Address")
        self.assertEqual(len(cameo.all(role="frame")), 1)

    @rare
    def test_shows_whom_to_keep_in_touch_with_on_a_tab(self):
        cameo = self.start_cameo("--demo=100")
        cameo.find(containing="100 contacts", limit=60)
        tab = cameo.find(containing="Keep in Touch", besides=("panel", "filler", "label"))
        tab.click()
        cameo.find(role="list", name="Keep in Touch")
        rows = wait_for("rows", lambda: cameo.all(role="list item"))
        self.assertTrue(all(", Due " in row.name for row in rows), rows)
        screen.press("Control+1")
        cameo.find(role="list", name="Contacts")


def _roles(element):
    return {each.role for each in element.descendants}
