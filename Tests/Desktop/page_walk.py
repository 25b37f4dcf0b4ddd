"""What walks through the pages of the program have in common: the desktop they begin on, and the ways through a window."""

import unicodedata

import element
import screen
import settings
from page_look import PageLookTestCase
from waiting import wait_for


class PageWalkTestCase(PageLookTestCase):
    """A style (styles.py) says what is different about the desktop."""

    variables = {}
    program = None
    text_scale = 1
    # Where the beginning of a line is.
    backwards = "Left"

    def setUp(self):
        super().setUp()
        width, height = self.size
        chosen = settings.write(self.home, f"window-width={width}", f"window-height={height}")
        self.variables = {**chosen, **self.variables}
        folder = self.home / "config" / "gtk-4.0"
        folder.mkdir()
        # A picture shows a page, and not the way to it.
        (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
        screen.scale_text(self.text_scale)
        self.addCleanup(screen.scale_text, 1)

    def start(self):
        return self.start_cameo(program=self.program, variables=self.variables)

    def sign_in(self, cameo, server, token=None):
        """With the keyboard, and in entries that may be further down than the window shows."""
        elements = [*element.read(cameo.process_id).descendants]
        for name, text in (("Server Address", server.address), ("API Token", token or server.token)):
            next(each for each in elements if each.role == "text" and each.name == name).enter(text)
        # From the first entry to the second, if that has not the focus already, and on.
        screen.press("Return")
        screen.press("Return")

    def open(self, cameo, name):
        """Opens a contact that the search finds by its name."""
        self.search(cameo, name)
        screen.press("Return")
        cameo.find(role="heading", name=name)

    def leave(self, cameo):
        """Goes back from a contact that the search found to the list of all, also where there is room for one of both."""
        screen.press(f"Alt+{self.backwards}")
        cameo.find(role="list", name="Search Results")
        screen.press("Escape")
        wait_for("no search", lambda: not cameo.all(name="Search Results"))

    def search(self, cameo, name):
        wanted = name
        # The search does without accents.
        name = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
        # The first letter moves the focus to the search entry; a space goes there only afterwards.
        screen.write(name[0])
        cameo.find(role="list", name="Search Results")
        screen.write(name[1:])
        entry = cameo.find(name="Search Contacts")
        wait_for("the whole name", lambda: entry.text == name)
        # Relatives are found by the name too, behind the contact.
        wait_for(
            "the contact as the first result",
            lambda: (found := self._results(cameo)) and found[0].name.startswith(wanted))
        cameo.find(containing=" result")

    def _results(self, cameo):
        found = cameo.find(role="list", name="Search Results")
        return [each for each in found.descendants if each.role == "list item"]

    def choose(self, cameo, name):
        screen.press("F10")
        cameo.find(role="menu item", containing=name).click()

    def with_most(self, contacts):
        """Somebody of whom there is much to show."""
        def richness(contact):
            return len(contact["contactFields"]) + len(contact["addresses"]) + len(contact["tags"]) \
                + contact["statistics"]["number_of_notes"] + contact["statistics"]["number_of_activities"]
        photographed = [each for each in contacts if each["information"]["avatar"]["source"] == "photo"]
        return max(photographed, key=richness)["complete_name"]
