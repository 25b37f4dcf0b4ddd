"""A walk through all pages of the program, with a look at each."""

import screen
from page_walk import PageWalkTestCase
from waiting import wait_for

_CONTACTS = 30


class PagesTestCase(PageWalkTestCase):
    """Goes through the program in one window, once, and looks at every page."""

    def test_every_page(self):
        server = self.start_server(_CONTACTS)
        cameo = self.start()
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

        self._walk_contacts(cameo, self.with_most(server.contacts))
        self._walk_relation(cameo, *self._with_relation(server.contacts))
        self._walk_lists(cameo)
        self._walk_windows(cameo)
        self.log_out(cameo)
        # The message lies over the links below, which show through beside its own line.
        message = cameo.find(containing="Everything was removed from this computer").name
        self.look(
            cameo, "logged-out", covered=(message, "Try with Sample Contacts", "Create a Token on the Server"))
        self._walk_without_contacts(cameo)

    def _walk_contacts(self, cameo, name):
        screen.write("qqqxyzzy")
        cameo.find(containing="No Results")
        self.look(cameo, "no-results")
        screen.press("Escape")
        wait_for("no search", lambda: not cameo.all(containing="No Results"))
        self.search(cameo, name)
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
        self.leave(cameo)

    def _walk_relation(self, cameo, owner, name):
        """To somebody whom no list has."""
        self.open(cameo, owner)

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
        self.find_top(cameo, owner)
        self.leave(cameo)

    def _walk_form(self, cameo, name):
        screen.press("Control+e")
        cameo.find(role="push button", name="Done")
        self.look(cameo, "form")
        for step in range(1, 4):
            screen.turn_wheel(steps=10)
            self.look(cameo, f"form-{step}")
        screen.press("Escape")
        cameo.find(role="heading", name=name)

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
            ("Preferences", "Starred First"), ("Keyboard Shortcuts", "Type to Search"),
            ("About", "The Cameo developers"),
        ):
            self.choose(cameo, choice)
            cameo.find(containing=text)
            self.look(cameo, choice.lower().replace(" ", "-"))
            screen.press("Escape")
            wait_for("no window or dialog over it", lambda: not cameo.all(containing=text))
        self.choose(cameo, "Log Out")
        cameo.find(role="push button", containing="Log Out", within="dialog")
        # Return must not start an irreversible action.
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
        cameo.find(containing="No One to Catch Up With")
        self.look(cameo, "keep-in-touch-empty")
        screen.press("Control+1")
        wait_for("the empty list", lambda: not cameo.all(containing="No One to Catch Up With"))
        self.end(server)
        screen.press("F5")
        cameo.find(containing="Can’t reach the server. Last updated")
        self.look(cameo, "offline")
        self.end(cameo)

        [database] = self.home.rglob("contacts.sqlite")
        for file in database.parent.glob("contacts.sqlite*"):
            file.unlink()
        database.mkdir()
        cameo = self.start()
        cameo.find(containing="Contacts Cannot Be Read")
        self.look(cameo, "failure")

    def _with_relation(self, contacts):
        """Somebody, and who is only somebody's relation and one of theirs."""
        return next(
            (each["complete_name"], other["contact"]["complete_name"]) for each in contacts
            for group in each["information"]["relationships"].values() for other in group["contacts"]
            if other["contact"]["is_partial"])
