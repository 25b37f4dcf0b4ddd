"""A walk through the pages on which a person logs, adds entries, chooses photos, filters and picks contacts."""

import screen
from chosen_pictures import ChosenPictures
from page_walk import PageWalkTestCase
from waiting import wait_for

_CONTACTS = 30
# More than any page has.
_MOST_STEPS = 60
_KINDS = ("Activity", "Debt", "Gift", "Note", "Pet", "Reminder", "Task")


class EntryPagesTestCase(ChosenPictures, PageWalkTestCase):
    def test_every_page_of_entries(self):
        server = self.start_server(_CONTACTS)
        self._fill(server)
        cameo = self.start()
        self.sign_in(cameo, server)
        cameo.find(containing=f"{_CONTACTS} contacts")
        cameo.find(role="image", containing=" avatar photo")
        name = self.with_most(server.contacts)
        self.open(cameo, name)
        self._walk_photos(cameo, name)
        self._walk_log(cameo)
        self._walk_page(cameo)
        self._walk_entries(cameo)
        self._walk_lists(cameo, name)

    def _fill(self, server):
        """Gives the contact entries of more kinds, and the account a journal."""
        name = self.with_most(server.contacts)
        contact, other = [each["id"] for each in sorted(server.contacts, key=lambda each: each["complete_name"] != name)][:2]
        server.post("calls", contact_id=contact, content="About the **boat**", called_at="2026-05-04", contact_called=True)
        server.post(
            "activities", summary="Walked around the lake, from the old mill to the harbour and back",
            happened_at="2026-05-03", contacts=[contact, other])
        server.post("tasks", contact_id=contact, title="Send the photos", completed=False)
        server.post("tasks", contact_id=contact, title="Return the book", completed=True)
        server.post(
            "debts", contact_id=contact, in_debt="yes", status="inprogress", amount=12, reason="Tickets for the ferry")
        server.post("journal", title="A day at the sea", post="The water was **cold**.")

    def _walk_log(self, cameo):
        screen.press("Control+l")
        cameo.find(containing="What about?")
        self.look(cameo, "log")
        screen.press("Escape")
        wait_for("no log", lambda: not cameo.all(role="push button", name="Called"))

    def _walk_photos(self, cameo, name):
        cameo.find(role="push button", name="Change Photo").click_with_mouse()
        cameo.find(role="menu item", containing="Show Photo")
        self.look(cameo, "photo-menu")
        cameo.find(role="menu item", containing="Show Photo").click()
        cameo.find(role="push button", name="Photo Menu")
        wait_for("the photo", lambda: cameo.all(role="image", name=f"{name} avatar photo"))
        self.look(cameo, "photo")
        screen.press("Escape")
        cameo.find(role="push button", name="Edit")
        self.put_on_clipboard(self.make_picture())
        self.paste("the cropper", lambda: cameo.all(role="push button", name="Use Photo"))
        self.look(cameo, "crop")
        screen.press("Escape")
        cameo.find(role="push button", name="Edit")

    def _walk_page(self, cameo):
        """Down to the end of the page."""
        for step in range(1, _MOST_STEPS):
            screen.turn_wheel(10)
            self.look(cameo, f"page-{step}")
            if any(self._is_inside(each) for each in cameo.all(role="push button", name="Add…")):
                return
        self.fail("the page has no end")

    def _walk_entries(self, cameo):
        self._add_button(cameo).click_with_mouse()
        cameo.find(role="menu item", name="Add Gift")
        self.look(cameo, "add-menu")
        screen.press("Escape")
        for kind in _KINDS:
            self._add_button(cameo).click_with_mouse()
            cameo.find(role="menu item", name=f"Add {kind}").click()
            wait_for("the entry", lambda: self._buttons(cameo, "Cancel"))
            self.look(cameo, f"entry-{kind.lower()}")
            screen.press("Escape")
            wait_for("no entry", lambda: not self._buttons(cameo, "Cancel"))

    def _walk_lists(self, cameo, name):
        self.leave(cameo)
        screen.press("Control+Shift+f")
        # GTK before 4.12 does not say that a popover shows.
        wait_for("the filters", lambda: any(
            each.name == "Starred" and each.role == "check box" and each.area for each in cameo.everything()))
        # The page shows through beside the popover.
        self.look(cameo, "filter", covered=[each.name for each in cameo.all(role="label")])
        screen.write(" ")
        cameo.find(containing=f" of {_CONTACTS} contacts")
        screen.press("Escape")
        cameo.find(role="push button", name="Remove Filter Starred")
        self.look(cameo, "filtered")
        cameo.find(role="push button", name="Remove Filter Starred").click()
        cameo.find(containing=f"{_CONTACTS} contacts")
        # Leads to the list.
        screen.press("Control+1")
        wait_for("the focus on a row", lambda: any(each.has_focus for each in cameo.all(role="list item")))
        screen.press("Shift+Down")
        cameo.find(containing="contacts selected")
        self.look(cameo, "picked")
        screen.press("Escape")
        wait_for("no picks", lambda: not cameo.all(containing="contacts selected"))
        screen.press("Control+2")
        # The row of a task may still come and move it.
        cameo.find(containing="Return the book")
        cameo.find(role="push button", name="Journal", limit=90).click_with_mouse()
        cameo.find(containing="A day at the sea")
        self.look(cameo, "journal")

    def _add_button(self, cameo):
        """The button at the end of the page, once it rests."""
        def shown():
            former = [each.area for each in self._buttons(cameo, "Add…")]
            screen.turn_wheel(10)
            return next(
                (each for each in self._buttons(cameo, "Add…") if self._is_inside(each) and each.area in former), None)
        return wait_for("the end of the page", shown)

    def _buttons(self, cameo, name):
        return cameo.all(role="push button", name=name)

    def _is_inside(self, element):
        """The window shows all of it."""
        return element.area and sum(element.area[1::2]) <= sum(element.window.area[1::2])
