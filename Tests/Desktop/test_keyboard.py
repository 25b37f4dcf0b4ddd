"""The application without a mouse."""

import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

# More than there is on any page to go through.
_MOST_STEPS = 60


class KeyboardTest(DesktopTestCase):
    """Nothing here clicks: not with a mouse, and not with the actions that the accessibility bus offers."""

    def test_signs_in_goes_everywhere_and_logs_out(self):
        server = self.start_server(contacts=20)
        cameo = self.start_cameo()
        self._sign_in(cameo, server)
        self._open_contacts(cameo)
        self._change_panes(cameo)
        self._search(cameo)
        self._copy(cameo)
        self._open_a_window(cameo)
        screen.press("Control+2")
        # On some days there is nothing.
        wait_for("the day", lambda: cameo.all(role="list", name="Today") or cameo.all(name="Nothing Coming Up"))
        for key, name in (("3", "Keep in Touch"), ("1", "Contacts")):
            screen.press(f"Control+{key}")
            cameo.find(role="list", name=name)
        self._change_preferences(cameo)
        screen.press("Control+Shift+?")
        cameo.find(containing="Type to Search")
        screen.press("Escape")
        wait_for("no shortcuts", lambda: not cameo.all(containing="Type to Search"))
        self._choose(cameo, "About Cameo")
        cameo.find(containing="The Cameo developers")
        screen.press("Escape")
        wait_for("no window about Cameo", lambda: not cameo.all(containing="The Cameo developers"))
        self._log_out(cameo)
        screen.press("Control+Q")
        self.expect_end(cameo)

    @rare
    def test_a_question_has_all_keys_until_it_is_answered(self):
        """Whether it is a window of its own or lies over the list, which newer libraries have it do."""
        server = self.start_server(contacts=20)
        cameo = self.start_cameo()
        self._sign_in(cameo, server)
        self._choose(cameo, "Log Out…")
        cameo.find(containing="Log Out?")
        screen.press("Control+n")
        screen.write("zzz")
        screen.press("Escape")
        wait_for("no question", lambda: not cameo.all(containing="Log Out?"))
        wait_for("the focus to come back", lambda: any(each.has_focus for each in cameo.all()))
        self.assertEqual(cameo.all(role="push button", name="Done"), [], "no form was opened")
        self.assertEqual(cameo.all(containing="No Results"), [], "nothing was searched")
        for key in ("Escape", "Return"):
            self._choose(cameo, "Log Out…")
            cameo.find(containing="Log Out?")
            # The second comes while the question goes away.
            screen.press(key)
            screen.press("Escape")
            wait_for("no question", lambda: not cameo.all(containing="Log Out?"))
        cameo.find(role="list", name="Contacts")
        # The keys are the list's again.
        screen.press("Control+n")
        cameo.find(role="push button", name="Done")

    def _sign_in(self, cameo, server):
        self._type_into(cameo, "Server Address", server.address)
        screen.press("Return")
        self._type_into(cameo, "API Token", server.token)
        screen.press("Return")
        cameo.find(role="list", name="Contacts")
        cameo.find(containing="20 contacts")

    def _open_contacts(self, cameo):
        names = wait_for("rows of contacts", lambda: self._names(cameo, "Contacts"))
        self.go_to_second(cameo, names[1])
        screen.press("Down")
        screen.press("Return")
        cameo.find(role="heading", name=names[2])
        # The keys still go to the list.
        screen.press("Up")
        screen.press("Return")
        cameo.find(role="heading", name=names[1])
        screen.press("Alt+Left")
        cameo.find(role="heading", name=names[2])
        screen.press("Alt+Right")
        cameo.find(role="heading", name=names[1])

    def _change_panes(self, cameo):
        wait_for("the focus in the list", lambda: self._list_has_focus(cameo))
        screen.press("F6")
        wait_for("the focus on the name", lambda: cameo.find(role="heading").has_focus)
        screen.press("Shift+F6")
        wait_for("the focus in the list", lambda: self._list_has_focus(cameo))
        # One Tab leads past all the rows.
        screen.press("Tab")
        wait_for("the focus out of the list", lambda: not self._list_has_focus(cameo))
        screen.press("Shift+Tab")
        wait_for("the focus in the list", lambda: self._list_has_focus(cameo))
        screen.press("Shift+F10")
        cameo.find(role="menu item", name="Open in New Window")
        screen.press("Escape")
        wait_for("no menu", lambda: not cameo.all(role="menu item"))
        wait_for("the focus in the list", lambda: self._list_has_focus(cameo))

    def _list_has_focus(self, cameo):
        found = cameo.find(role="list", name="Contacts")
        return any(each.has_focus for each in found.descendants)

    def _search(self, cameo):
        name = self._names(cameo, "Contacts")[3]
        # As people type: the search opens with the first letter.
        screen.write(name[0].lower())
        cameo.find(role="list", name="Search Results")
        screen.write(name[1:])
        wait_for("the result", lambda: self._names(cameo, "Search Results")[:1] == [name])
        screen.press("Return")
        cameo.find(role="heading", name=name)
        # Text typed after this key replaces the words.
        screen.press("Control+F")
        screen.write(name)
        screen.press("Down")
        wait_for("the row", lambda: any(
            each.has_focus for each in cameo.find(role="list", name="Search Results").descendants))
        screen.press("Escape")
        wait_for("the end of the search", lambda: not cameo.all(role="list", name="Search Results"))
        cameo.find(role="list", name="Contacts")
        # The list has the focus again.
        screen.press("Home")
        screen.press("Return")
        first = self._names(cameo, "Contacts")[0]
        cameo.find(role="heading", name=first)

    def _names(self, cameo, title):
        """Of the contacts in a list; what rows say besides is left out."""
        found = cameo.find(role="list", name=title)
        return [each.name.split(", ")[0] for each in found.descendants if each.role == "list item"]

    def _copy(self, cameo):
        screen.press("Home")
        screen.press("Return")
        self._go_to(cameo, role="push button", containing="Copy ")
        screen.press("Return")
        cameo.find(containing="Copied to clipboard")

    def _open_a_window(self, cameo):
        screen.press("Control+Return")
        wait_for("a second window", lambda: len(cameo.all(role="frame")) == 2)
        screen.press("Control+W")
        wait_for("one window", lambda: len(cameo.all(role="frame")) == 1)

    def _change_preferences(self, cameo):
        screen.press("Control+,")
        for name in ("Starred First", "Show Archived"):
            cameo.find(role="check box", name=name)
            self._go_to(cameo, role="list item", name=name)
            screen.press("Return")
            wait_for(f"{name} is on", lambda: cameo.find(role="check box", name=name).is_checked)
        screen.press("Escape")
        wait_for("no preferences", lambda: not cameo.all(name="Starred First"))

    def _log_out(self, cameo):
        self._choose(cameo, "Log Out…")
        cameo.find(containing="Log Out?")
        self._go_to(cameo, role="push button", name="Log Out", within="dialog")
        screen.press("Return")
        cameo.find(name="Server Address")
        self.assertEqual(self.keyring_items(), [])

    def _choose(self, cameo, name):
        """Opens the main menu and goes down to an item."""
        screen.press("F10")
        cameo.find(role="menu item", name=name)
        self._go_to(cameo, role="menu item", name=name, keys="Down")
        screen.press("Return")

    def _go_to(self, cameo, keys="Tab", most=_MOST_STEPS, **wanted):
        """Moves the focus on until it is on an element, as somebody does who looks where it is."""
        for _ in range(most):
            if any(element.has_focus for element in cameo.all(**wanted)):
                return
            screen.press(keys)
        self.fail(f"{keys} does not lead to {wanted}")

    def _type_into(self, cameo, name, text):
        entry = cameo.find(name=name)
        # GTK does not report the focused entry of a list. Text that arrives in the entry reveals the focus.
        screen.write(text)
        wait_for(f"what was typed in {name}", lambda: len(entry.text) == len(text))
