"""Filtering the list by the star and by tags, and opening contacts by links."""

import os
import subprocess

import screen
from case import DesktopTestCase
from program import EXECUTABLES, Cameo
from rare import rare
from waiting import LIMIT, wait_for


class FilterTest(DesktopTestCase):
    @rare
    def test_a_filter_is_chosen_and_ended_with_keys(self):
        cameo = self.start_cameo("--demo=200")
        cameo.find(containing="200 contacts", limit=60)
        screen.press("Control+2")
        screen.press("Control+Shift+f")
        self._in_popover(cameo, "check box", "Starred")
        self.screenshot("filter")
        screen.write(" ")
        cameo.find(containing=" of 200 contacts")
        self.assertTrue(self._popover(cameo, "check box", "Starred")[0].has_focus)
        screen.press("Escape")
        wait_for("no popover", lambda: not self._popover(cameo, "check box", "Starred"))
        cameo.find(role="push button", name="Remove Filter Starred")
        self.screenshot("filtered")
        rows = wait_for("rows of contacts", lambda: cameo.all(role="list item"))
        self.assertTrue(all(", starred" in row.name for row in rows), rows)
        screen.press("Control+1")
        screen.press("Escape")
        wait_for("no chip", lambda: not cameo.all(role="push button", name="Remove Filter Starred"))
        cameo.find(containing="200 contacts")

    @rare
    def test_several_are_tagged_at_once(self):
        cameo = self.start_cameo("--demo=60")
        cameo.find(containing="60 contacts", limit=60)
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(role="heading")
        screen.press("Shift+Down")
        screen.press("Shift+Down")
        cameo.find(containing="3 contacts selected")
        wait_for("three rows", lambda: 3 == sum(
            row.name.startswith("selected, ") for row in cameo.all(role="list item")))
        self.screenshot("selected")
        cameo.find(role="push button", name="Tag…").click_with_mouse()
        self._in_popover(cameo, "entry", "Tag")
        screen.write("rare")
        self._in_popover(cameo, "push button", "Create “rare”")
        self.screenshot("tag")
        screen.press("Return")
        cameo.find(containing="Tag rare added")
        cameo.find(role="push button", name="Show Contacts with Tag rare").click()
        cameo.find(containing="3 of 60 contacts")
        self.screenshot("tagged")

    @rare
    def test_a_tag_gets_another_name_and_goes_from_all_contacts(self):
        cameo = self.start_cameo("--demo=60")
        cameo.find(containing="60 contacts", limit=60)
        name, count = self._edit_tag(cameo)
        screen.press("Control+a")
        screen.write("123")
        screen.press("Return")
        self._in_popover(cameo, "label", "A tag needs a letter.")
        self.screenshot("mistake")
        screen.press("Control+a")
        screen.write("brave")
        screen.press("Return")
        cameo.find(containing="Tag renamed")
        self.assertEqual(self._edit_tag(cameo, "brave"), ("brave", count))
        self.assertNotIn(name, self._tags(cameo))
        self._in_popover(cameo, "push button", f"Remove from {count} Contacts").click()
        cameo.find(containing="Tag removed")
        self._edit_tag(cameo)
        self.assertNotIn("brave", self._tags(cameo))

    def _edit_tag(self, cameo, name=None):
        """Opens the editor of a tag of several contacts; returns its name and their number."""
        screen.press("Control+Shift+f")
        self._in_popover(cameo, "check box", "Starred")
        tag = wait_for("a tag", lambda: next(
            (each for each in self._tags(cameo).items() if each[1] > 1 and name in (None, each[0])), None))
        self._in_popover(cameo, "push button", f"Change Tag {tag[0]}").click()
        wait_for("the editor", lambda: self._popover(cameo, "push button", "Rename"))
        return tag

    def _tags(self, cameo):
        """The numbers of contacts of the tags in the popover."""
        names = [each.name for each in cameo.everything()
                 if each.role == "check box" and each.name.endswith((" contact", " contacts"))]
        return {name.rpartition(", ")[0]: int(name.rpartition(", ")[2].split()[0]) for name in names}

    # GTK before 4.12 does not say that a popover shows.
    def _popover(self, cameo, role, name):
        return [each for each in cameo.everything() if (each.role, each.name) == (role, name) and each.area]

    def _in_popover(self, cameo, role, name):
        return wait_for(name, lambda: self._popover(cameo, role, name))[0]

    def test_links_open_their_contacts_and_nobody_else(self):
        server = self.start_server(contacts=30)
        self.sign_in_once(server)
        wanted = server.contacts[4]
        cameo = self.start_cameo(f"cameo://contact/{wanted['id']}")
        cameo.find(role="heading", name=wanted["complete_name"])
        other = server.contacts[9]
        self._open(f"{server.address}/people/{other['hash_id']}")
        cameo.find(role="heading", name=other["complete_name"])
        self._open("cameo://contact/999999")
        cameo.find(containing="No contact has this link.")
        cameo.find(role="heading", name=other["complete_name"])
        self.end(cameo)
        # D-Bus starts it for the first link.
        service = self.install_service()
        for contact in (wanted, other):
            service.open(f"cameo://contact/{contact['id']}")
            service.find(role="heading", name=contact["complete_name"], limit=60)

    def _open(self, link):
        """Another process hands the link to the one that runs."""
        ended = subprocess.run([EXECUTABLES / "cameo", link], env={**os.environ, **Cameo.environment(self.home)},
                               capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(ended.returncode, 0, ended.stderr)
