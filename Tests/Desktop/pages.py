"""A walk through all pages of the program, with a look at each."""

import unicodedata

import element
import screen
import settings
from page_look import PageLookTestCase
from waiting import wait_for

_CONTACTS = 30


class PagesTestCase(PageLookTestCase):
    """Goes through the program in one window, once, and looks at every page.

    A variant says how wide the window is, and what is different about the desktop.
    """

    variables = {}
    program = None
    text_scale = 1
    # Where the beginning of a line is.
    backwards = "Left"

    def walk(self):
        self._write_settings()
        server = self.start_server(_CONTACTS)
        cameo = self.start_cameo(program=self.program, variables=self.variables)
        cameo.find(name="Server Address")
        self.look(cameo, "sign-in")
        self.sign_in(cameo, server, token="not-the-token")
        cameo.find(containing="does not accept this token")
        self.look(cameo, "sign-in-error")
        self.sign_in(cameo, server)
        cameo.find(containing=f"{_CONTACTS} contacts")
        cameo.find(role="image", containing=" avatar photo")
        self.look(cameo, "list")
        screen.press("F10")
        cameo.find(role="menu item", containing="About")
        self.look(cameo, "menu")
        screen.press("Escape")
        wait_for("no menu", lambda: not cameo.all(role="menu item"))

        self._walk_contacts(cameo, self._with_most(server.contacts))
        self._walk_relation(cameo, *self._with_relation(server.contacts))
        self._walk_lists(cameo)
        self._walk_windows(cameo)
        self.log_out(cameo)
        # The message lies over the links below, which show through beside its own line.
        message = cameo.find(containing="Everything was removed from this computer").name
        self.look(
            cameo, "logged-out", covered=(message, "Try with Sample Contacts", "Create a Token on the Server"))
        self._walk_without_contacts(cameo)

    def sign_in(self, cameo, server, token=None):
        """With the keyboard, and in entries that may be further down than the window shows."""
        elements = [*element.read(cameo.process_id).descendants]
        for name, text in (("Server Address", server.address), ("API Token", token or server.token)):
            next(each for each in elements if each.role == "text" and each.name == name).enter(text)
        # From the first entry to the second, if that has not the focus already, and on.
        screen.press("Return")
        screen.press("Return")

    def _walk_contacts(self, cameo, name):
        screen.write("qqqxyzzy")
        cameo.find(containing="No Results")
        self.look(cameo, "no-results")
        screen.press("Escape")
        wait_for("no search", lambda: not cameo.all(containing="No Results"))
        self._search(cameo, name)
        self.look(cameo, "results")
        screen.press("Return")
        cameo.find(role="heading", name=name)
        self.look(cameo, "contact")
        if self.size[0] > 600:
            self.check_sides(cameo.find(role="list", name="Search Results"), cameo.find(role="heading", name=name))
        self._walk_form(cameo, name)
        screen.turn_wheel(steps=12)
        wait_for("scrolling", lambda: not cameo.all(role="heading", name=name))
        self.look(cameo, "contact-scrolled")
        screen.press("Control+Return")
        wait_for("its window", lambda: len(cameo.all(role="frame")) == 2)
        cameo.find(role="frame", name=name)
        self.look(cameo, "contact-window")
        screen.press("Control+W")
        wait_for("one window", lambda: len(cameo.all(role="frame")) == 1)
        screen.press(f"Alt+{self.backwards}")
        cameo.find(containing=f"{_CONTACTS} contacts")
        screen.press("Escape")

    def _walk_relation(self, cameo, owner, name):
        """To somebody whom no list has."""
        # The search does without accents.
        self._search(cameo, unicodedata.normalize("NFKD", owner).encode("ascii", "ignore").decode())
        screen.press("Return")
        cameo.find(role="heading", name=owner)

        def row():
            screen.turn_wheel(steps=3)
            rows = cameo.all(role="list item", containing=name)
            return next((each for each in rows if each.window.area[3] > each.centre[1]), None)

        wait_for("the relationship", row).click_with_mouse()
        cameo.find(role="heading", name=name)
        self.look(cameo, "relation")
        screen.press("Control+e")
        cameo.find(role="push button", name="Done")
        self.look(cameo, "relation-form")
        screen.press("Escape")
        cameo.find(role="heading", name=name)
        screen.press(f"Alt+{self.backwards}")
        cameo.find(role="heading", name=owner)
        screen.press(f"Alt+{self.backwards}")
        cameo.find(containing=f"{_CONTACTS} contacts")
        screen.press("Escape")
        wait_for("no search", lambda: not cameo.all(name="Search Results"))

    def _search(self, cameo, name):
        # The first letter moves the focus to the search entry; a space goes there only afterwards.
        screen.write(name[0])
        cameo.find(role="list", name="Search Results")
        screen.write(name[1:])
        wait_for("one result", lambda: len(self._results(cameo)) == 1)
        cameo.find(containing=" result")

    def _walk_form(self, cameo, name):
        screen.press("Control+e")
        cameo.find(role="push button", name="Done")
        self.look(cameo, "form")
        for step in range(1, 4):
            screen.turn_wheel(steps=10)
            self.look(cameo, f"form-{step}")
        screen.press("Escape")
        cameo.find(role="heading", name=name)

    def _results(self, cameo):
        found = cameo.find(role="list", name="Search Results")
        return [each for each in found.descendants if each.role == "list item"]

    def _walk_lists(self, cameo):
        cameo.find(role="list", name="Contacts")
        screen.turn_wheel(steps=12, share=1 / 6)
        self.look(cameo, "list-scrolled")
        screen.press("Control+2")
        # On some days there is nothing.
        wait_for("the day", lambda: cameo.all(role="list item") or cameo.all(name="Nothing Coming Up"))
        self.look(cameo, "today")
        screen.press("Control+3")
        cameo.find(role="list", name="Keep in Touch")
        self.look(cameo, "keep-in-touch")
        screen.press("Control+1")
        cameo.find(role="list", name="Contacts")

    def _walk_windows(self, cameo):
        for choice, text in (
            ("Preferences", "Starred First"), ("Keyboard Shortcuts", "Search by Typing a Name"),
            ("About", "The Cameo developers"),
        ):
            self._choose(cameo, choice)
            cameo.find(containing=text)
            self.look(cameo, choice.lower().replace(" ", "-"))
            screen.press("Escape")
            wait_for("no window or dialog over it", lambda: not cameo.all(containing=text))
        self._choose(cameo, "Log Out")
        cameo.find(role="push button", containing="Log Out", within="dialog")
        # Return must not do what cannot be undone.
        wait_for("the focus on Cancel", lambda: any(
            each.has_focus for each in cameo.all(role="push button", containing="Cancel", within="dialog")))
        self.look(cameo, "log-out")
        screen.press("Escape")
        wait_for("no question", lambda: not cameo.all(containing="Log Out?"))

    def _walk_without_contacts(self, cameo):
        server = self.start_server(0)
        self.sign_in(cameo, server)
        cameo.find(containing="No Contacts")
        self.look(cameo, "empty")
        screen.press("Control+n")
        cameo.find(role="push button", name="Done")
        screen.press("Control+s")
        cameo.find(containing="No name")
        self.look(cameo, "form-new")
        screen.press("Escape")
        cameo.find(containing="No Contacts")
        screen.press("Control+2")
        cameo.find(containing="Nothing Coming Up")
        self.look(cameo, "today-empty")
        screen.press("Control+3")
        cameo.find(containing="Nobody to Keep in Touch With")
        self.look(cameo, "keep-in-touch-empty")
        screen.press("Control+1")
        wait_for("the empty list", lambda: not cameo.all(containing="Nobody to Keep in Touch With"))
        self.end(server)
        screen.press("F5")
        cameo.find(containing="Can’t reach the server. Last updated")
        self.look(cameo, "offline")
        self.end(cameo)

        [database] = self.home.rglob("contacts.sqlite")
        for file in database.parent.glob("contacts.sqlite*"):
            file.unlink()
        database.mkdir()
        cameo = self.start_cameo(program=self.program, variables=self.variables)
        cameo.find(containing="Contacts Cannot Be Read")
        self.look(cameo, "failure")

    def _choose(self, cameo, name):
        screen.press("F10")
        cameo.find(role="menu item", containing=name).click()

    def _with_most(self, contacts):
        """Somebody of whom there is much to show."""
        def richness(contact):
            return len(contact["contactFields"]) + len(contact["addresses"]) + len(contact["tags"]) \
                + contact["statistics"]["number_of_notes"] + contact["statistics"]["number_of_activities"]
        photographed = [each for each in contacts if each["information"]["avatar"]["source"] == "photo"]
        return max(photographed, key=richness)["complete_name"]

    def _with_relation(self, contacts):
        """Somebody, and who is only somebody's relation and one of theirs."""
        return next(
            (each["complete_name"], other["contact"]["complete_name"]) for each in contacts
            for group in each["information"]["relationships"].values() for other in group["contacts"]
            if other["contact"]["is_partial"])

    def _write_settings(self):
        width, height = self.size
        chosen = settings.write(self.home, f"window-width={width}", f"window-height={height}")
        self.variables = {**chosen, **self.variables}
        folder = self.home / "config" / "gtk-4.0"
        folder.mkdir()
        # A picture shows a page, and not the way to it.
        (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
        screen.scale_text(self.text_scale)
        self.addCleanup(screen.scale_text, 1)
