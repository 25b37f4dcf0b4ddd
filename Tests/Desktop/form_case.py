"""What the tests of an open form have in common."""

import screen
from case import DesktopTestCase
from typing_place import name
from waiting import wait_for

CONTACTS = 30
# More than there is on any page to go through.
_MOST_STEPS = 100


def add_entry(cameo, name):
    """Opens the editor of a new entry by the menu of all kinds, such as "Add Debt"."""
    def shown():
        screen.turn_wheel(10, share=3 / 4)
        return cameo.all(role="push button", name="Add…")
    wait_for("the end of the page", shown)[0].click_with_mouse()
    cameo.find(role="menu item", name=name).click()


class FormTestCase(DesktopTestCase):
    def start(self, *arguments, **options):
        self.cameo = self.start_cameo(*arguments, **options)
        self.cameo.find(containing=f"{CONTACTS} contacts", limit=60)
        self.cameo.find(role="list item")

    def start_signed_in(self):
        """With the page of the contact that is next in the list; returns the server and the contact's name."""
        server = self.start_server(CONTACTS)
        self.cameo = self.start_cameo()
        self.sign_in(self.cameo, server)
        self.cameo.find(containing=f"{CONTACTS} contacts")
        self.cameo.find(role="list item")
        return server, self.show_first()

    def open_new(self):
        """The form of a new contact."""
        screen.press("Control+n")
        # The fields after the first ones come as a whole a moment later.
        self.cameo.find(role="push button", name="Add Email")

    def show_first(self):
        """The page of the contact that is next in the list; returns its name."""
        screen.press("Down")
        self.cameo.find(role="push button", name="Edit")

        def shown():
            name = self.cameo.find(role="heading").name
            return name if any(
                each.has_focus and each.name.startswith(name) for each in self.cameo.all(role="list item")) else None
        return wait_for("the contact", shown)

    def open_first(self):
        """The form of the contact that is next in the list; returns its name."""
        opened = self.show_first()
        screen.press("Control+e")
        self.cameo.find(role="push button", name="Add Email")
        return opened

    def go_to(self, wanted):
        """With Tab, to an element of the active window."""
        others = [each for each in wanted.window.descendants if each.role != "frame"]
        last = None
        for _ in range(_MOST_STEPS):
            if wanted.has_focus:
                return
            screen.press("Tab")
            last = wait_for("the focus to move", lambda: next(
                (each for each in others if each.has_focus and each is not last), None))
        self.fail(f"Tab does not lead to {wanted}")

    def field(self, wanted, role="text"):
        """A field by its name, wherever it is scrolled to."""
        return wait_for(wanted, lambda: next(
            (each for each in self.cameo.everything() if each.role == role and name(each) == wanted and each.area), None))

    def go_to_birthday(self):
        """The line where one types the date."""
        screen.press("Alt+b")
        return self.field("Birthday")

    def choose_age(self):
        """The line where one types an age in place of the birthday."""
        self.go_to_birthday()
        screen.press("Tab")
        screen.press("Tab")
        wait_for("the focus on the kind", lambda: any(
            each.name == "Birthday: Date" and each.has_focus for each in self.cameo.everything()))
        screen.press("Return")
        wait_for("the menu", lambda: any("Approximate age" in each.name for each in self.cameo.everything()))
        screen.press("Down")
        screen.press("Return")
        wait_for("the age", lambda: any(
            each.name == "Birthday: Age" and each.area for each in self.cameo.everything()))
        return self.field("Birthday")

    def expect(self, entry, text):
        wait_for(f"{text!r} in {entry}", lambda: entry.text == text)

    def is_asked(self):
        return bool(self.cameo.all(containing="Save Changes to"))
