"""Changing several contacts at once."""

import screen
from form_case import CONTACTS, FormTestCase
from rare import rare
from set_clock import SetClock
from stored_changes import StoredChanges
from waiting import wait_for

# In seconds. A request that may have left holds its contact for two minutes.
_HOLD = 130
_SETTLED = 60


class SeveralTest(FormTestCase):
    def test_the_picked_are_tagged_untagged_copied_and_deleted(self):
        self.start(f"--demo={CONTACTS}")
        screen.press("Down")
        self.cameo.find(role="heading")
        for _ in range(3):
            screen.press("Shift+Down")
        self.cameo.find(containing="4 contacts selected")
        self._choose_tag("Tag…", "rare")
        self.cameo.find(containing="Tag rare added")
        self.cameo.find(role="push button", name="Show Contacts with Tag rare")
        self._choose_tag("Untag…", "rare")
        self.cameo.find(containing="Tag rare removed")
        wait_for("no tag", lambda: not self.cameo.all(role="push button", name="Show Contacts with Tag rare"))
        self._press("Copy Addresses")
        self.cameo.find(containing="copied")
        self.screenshot("copied")
        screen.press("Control+Delete")
        self.cameo.find(containing="4 contacts deleted")
        self.cameo.find(containing=f"{CONTACTS - 4} contacts")
        self.screenshot("deleted")
        screen.press("Control+z")
        self.cameo.find(containing=f"{CONTACTS} contacts")
        wait_for("no toast", lambda: not self.cameo.all(containing="contacts deleted"))

    @rare
    def test_rows_are_picked_with_the_mouse_and_with_keys(self):
        self.start(f"--demo={CONTACTS}")
        rows = sorted(self.cameo.all(role="list item"), key=lambda each: each.area[1])
        rows[1].click_with_mouse(held=["Control"])
        self.cameo.find(containing="1 contact selected")
        rows[4].click_with_mouse(held=["Shift"])
        self.cameo.find(containing="4 contacts selected")
        rows[2].click_with_mouse(held=["Control"])
        self.cameo.find(containing="3 contacts selected")
        screen.press("Control+a")
        self.cameo.find(containing=f"{CONTACTS} contacts selected")
        # The focus is on the row of the last click.
        screen.press("Control+ ")
        self.cameo.find(containing=f"{CONTACTS - 1} contacts selected")
        self.screenshot("picked")
        screen.press("Escape")
        wait_for("no picks", lambda: not self.cameo.all(containing="contacts selected"))

    @rare
    def test_a_kill_while_a_tag_is_sent_leaves_it_with_each_contact_once(self):
        # Each answer takes its time, so that the kill comes before some requests.
        server = self.start_server(CONTACTS, trouble=["--latency", "60"])
        self.sign_in_once(server)
        self.start()
        screen.press("Control+1")
        wait_for("the focus on a row", lambda: any(each.has_focus for each in self.cameo.all(role="list item")))
        screen.press("Control+a")
        self.cameo.find(containing=f"{CONTACTS} contacts selected")
        changes = StoredChanges(self.home)
        self._choose_tag("Tag…", "zithering")
        wait_for("some of the requests", lambda: 0 < len(changes.states) < CONTACTS)
        self.kill(self.cameo)
        self.assertTrue(changes.is_whole)

        clock = SetClock(self.home)
        self.cameo = self.start_cameo(variables=clock.variables)
        wait_for("no change but of held contacts", lambda: not changes.free, limit=_SETTLED)
        clock.sleep(self.cameo, _HOLD)
        wait_for("all changes to be sent", lambda: not changes.states, limit=_SETTLED)
        tags = [[tag["name"] for tag in each["tags"]] for each in server.contacts]
        self.assertEqual([names.count("zithering") for names in tags], [1] * CONTACTS)

    @rare
    def test_one_mail_goes_to_all_picked(self):
        written = self._add_mail_program()
        self.start(f"--demo={CONTACTS}")
        screen.press("Down")
        self.cameo.find(role="heading")
        for _ in range(CONTACTS // 2):
            screen.press("Shift+Down")
        self.cameo.find(containing="contacts selected")
        self._press("Write Email")
        link = wait_for("the mail", lambda: written.exists() and written.read_text())
        self.assertTrue(link.startswith("mailto:"), link)
        addresses = link.strip().removeprefix("mailto:").split(",")
        self.assertGreater(len(addresses), 1)
        self.assertTrue(all(address.count("@") == 1 for address in addresses), link)

    def _add_mail_program(self):
        """Returns the file with the address that the program gets."""
        written = self.home / "written"
        applications = self.home / "data" / "applications"
        applications.mkdir(parents=True)
        (applications / "mail.desktop").write_text(
            "[Desktop Entry]\nType=Application\nName=Mail\nMimeType=x-scheme-handler/mailto;\n"
            f"Exec=sh -c 'printf %%s \"$0\" > {written}' %u\n")
        (applications / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/mailto=mail.desktop\n")
        return written

    @rare
    def test_escape_ends_the_picks_before_the_search(self):
        self.start(f"--demo={CONTACTS}")
        screen.press("Control+f")
        screen.write("a")
        self.cameo.find(containing=" results")
        screen.press("Down")
        screen.press("Shift+Down")
        self.cameo.find(containing="2 contacts selected")
        self.screenshot("search")
        screen.press("Escape")
        wait_for("no picks", lambda: not self.cameo.all(containing="contacts selected"))
        self.assertEqual(self._search().text, "a")
        screen.press("Escape")
        wait_for("no search", lambda: self._search().text == "")

    @rare
    def test_a_long_tag_filters_by_all_of_it(self):
        self.start(f"--demo={CONTACTS}")
        screen.press("Down")
        self.cameo.find(role="heading")
        screen.press("Shift+Down")
        self.cameo.find(containing="2 contacts selected")
        self._choose_tag("Tag…", "climbing in the mountains of the far north with the whole family in June")
        self.cameo.find(containing="Tag climbing in the mountains")
        self.cameo.find(role="push button", containing="Show Contacts with Tag climbing").click_with_mouse()
        self.cameo.find(containing=f"2 of {CONTACTS} contacts")
        self.screenshot("long tag")

    @rare
    def test_a_link_on_the_page_and_one_to_the_demo_lead_to_contacts(self):
        self.cameo = self.start_cameo(f"--demo={CONTACTS}", "cameo://contact/5")
        name = self.cameo.find(role="heading").name
        screen.press("Control+l")
        self.cameo.find(containing="What about?")
        screen.write("cameo://contact/7")
        self._press("Note")
        wait_for("the note", lambda: self._link())
        wait_for("the note in sight", self._scroll_to_link)
        link = self._link()
        left, top, _, height = link.area
        # The text is shorter than its label.
        screen.click(left + 30, top + height // 2, link.window.area[2])
        wait_for("another contact", lambda: self.cameo.find(role="heading").name != name)

    def _link(self):
        return next((
            each for each in self.cameo.everything()
            if each.role == "label" and each.name.startswith("cameo://contact/7") and each.area), None)

    def _scroll_to_link(self):
        link = self._link()
        if link.area[1] < link.window.area[3] - 100:
            return True
        screen.turn_wheel(4, share=3 / 4)
        return False

    def _search(self):
        return next(each for each in self.cameo.everything() if each.name == "Search Contacts")

    def _choose_tag(self, button, tag):
        self._press(button)
        entry = wait_for("the field", lambda: next((
            each for each in self.cameo.everything()
            if each.role in ("entry", "text") and each.name in ("Tag", "Search Tags") and each.area and each.has_focus), None))
        screen.write(tag)
        wait_for("the typing", lambda: entry.text == tag)
        screen.press("Return")
        # An open menu takes the next click.
        wait_for("the end of the choice", lambda: not entry.is_showing)

    def _press(self, name):
        # The buttons are off while a change is stored.
        wait_for(name, lambda: next((
            each for each in self.cameo.all(role="push button", name=name) if each.is_sensitive), None)).click()
