"""What is typed in a form is completed by what there is: tags, people, labels; with the keyboard alone."""

import screen
from case import DesktopTestCase
from rare import rare
from waiting import wait_for

_CONTACTS = 30
# Fewer than a row of suggestions has.
_PIXELS_OF_ROW = 3_000


class CompletionTest(DesktopTestCase):
    def setUp(self):
        super().setUp()
        server = self.start_server(_CONTACTS)
        self.people = server.contacts
        self.cameo = self.start_cameo()
        self.sign_in(self.cameo, server)
        self.cameo.find(containing=f"{_CONTACTS} contacts")
        self.cameo.find(role="list item")
        screen.press("Down")
        self.cameo.find(role="push button", name="Edit")
        self.name = self.cameo.find(role="heading").name
        screen.press("Control+e")
        # The fields after the first ones come as a whole a moment later.
        self.cameo.find(role="push button", name="Add Email")

    @rare
    def test_a_tag_that_there_is_is_completed(self):
        mine = {tag["name"] for each in self.people if each["complete_name"] == self.name for tag in each["tags"]}
        tag = next(tag["name"] for each in self.people for tag in each["tags"] if tag["name"] not in mine)
        screen.press("Alt+t")
        self._type("Add Tag", tag[:3])
        suggested = wait_for("suggestions", self._suggestions)
        self.assertIn(tag, suggested)
        self.assertEqual(suggested[-1], f"Create “{tag[:3]}”")
        self.assertLessEqual(len(suggested), 7)
        self.screenshot("tags")
        self._choose(tag, suggested)
        self.cameo.find(role="push button", name=f"Remove Tag {tag}")
        wait_for("no suggestions", lambda: not self._suggestions())
        # The entry has the focus still, and takes the next one.
        self._type("Add Tag", "brand new")
        screen.press("Return")
        self.cameo.find(role="push button", name="Remove Tag brand new")
        screen.press("Control+s")
        self.cameo.find(role="heading", name=self.name)
        self.cameo.find(role="label", name=tag)
        self.cameo.find(role="label", name="brand new")

    @rare
    def test_escape_closes_the_suggestions_and_nothing_else(self):
        screen.press("Alt+t")
        self._type("Add Tag", "qqqx")
        self.assertEqual(wait_for("suggestions", self._suggestions), ["Create “qqqx”"])
        entry = self._entry("Add Tag")
        shown = self._picture(entry)
        screen.press("Escape")
        wait_for("no suggestions", lambda: not self._suggestions())
        self.assertLess(self._first_difference(entry, shown), 60, "below the beginning of what is typed")
        self.assertTrue(self.cameo.all(role="push button", name="Done"))
        self.assertFalse(self.cameo.all(containing="Save Changes to"))

    @rare
    def test_somebody_is_found_by_their_name(self):
        other = next(each for each in self.people if each["complete_name"] != self.name)["complete_name"]
        screen.press("Alt+i")
        self._type("Introduced By", other[:4])
        suggested = wait_for("suggestions", self._suggestions)
        self.assertLessEqual(len(suggested), 6)
        self.screenshot("people")
        self._choose(other, suggested)
        wait_for("the whole name", lambda: self._entry("Introduced By").text == other)
        screen.press("Control+s")
        self.cameo.find(role="heading", name=self.name)
        wait_for("who introduced them", lambda: any(
            f"Introduced by {other}" in each.name for each in self.cameo.everything()))

    @rare
    def test_the_one_that_is_chosen_looks_so(self):
        other = next(each for each in self.people if each["complete_name"] != self.name)["complete_name"]
        screen.press("Alt+i")
        self._type("Introduced By", other[:2])
        wait_for("suggestions", self._suggestions)
        entry = self._entry("Introduced By")
        *_, before = self._picture(entry)
        screen.press("Down")
        *_, after = self._picture(entry)
        changed = sum(now != former for now, former in zip(after, before))
        self.assertGreater(changed, _PIXELS_OF_ROW, "all that is behind the letters")

    @rare
    def test_nobody_is_said_when_the_field_is_left(self):
        screen.press("Alt+i")
        self._type("Introduced By", "qqqxyzzy")
        screen.press("Tab")
        self.cameo.find(containing="Choose one of your contacts.")

    @rare
    def test_a_country_is_meant_by_its_name_or_its_code_in_capitals(self):
        country = self._go_to_new_country()
        for typed, shown in (("GE", "Georgia"), ("germany", "Germany"), ("ge", "ge")):
            screen.press("Control+a")
            screen.write(typed)
            wait_for(typed, lambda: country.text == typed)
            screen.press("Tab")
            wait_for(shown, lambda: country.text == shown)
            wait_for("no suggestions", lambda: not self._suggestions())
            self.screenshot(f"country-{typed}")
            screen.press("Shift+Tab")
        self.cameo.find(containing="There is no country ge.")

    @rare
    def test_up_and_down_do_not_leave_what_is_typed(self):
        country = self._go_to_new_country()
        screen.write("qqqx")
        wait_for("the beginning", lambda: country.text == "qqqx")
        for key in ("Down", "Up", "Down"):
            screen.press(key)
        screen.write("y")
        wait_for("all of it", lambda: country.text == "qqqxy")

    @rare
    def test_escape_ends_a_label_that_is_typed(self):
        self._add_mail("zoe@example.org")
        screen.press("Tab")
        screen.press("Return")
        self.cameo.find(role="menu item", name="Other…").click()
        self._type("Label", "Boat")
        screen.press("Escape")
        wait_for("no label row", lambda: not any(each.role == "text" and each.name == "Label" for each in self.cameo.all()))
        self.assertFalse(self.cameo.all(containing="Save Changes to"))
        wait_for("the focus on the button", lambda: any(
            each.name == "Email: Boat" and each.has_focus for each in self.cameo.everything()))

    @rare
    def test_a_label_is_chosen_or_typed(self):
        self._add_mail("zoe@example.org")
        screen.press("Tab")
        screen.press("Return")
        self.cameo.find(role="menu item", name="Work")
        self.screenshot("labels")
        screen.press("Down")
        screen.press("Return")
        wait_for("the second label", lambda: self._label("Work"))
        # The address has the focus again.
        screen.press("Tab")
        screen.press("Return")
        self.cameo.find(role="menu item", name="Other…").click()
        self._type("Label", "Boat")
        # Labels are a set.
        wait_for("its own label", lambda: self._label("Work, Boat"))
        screen.press("Control+s")
        self.cameo.find(role="heading", name=self.name)
        wait_for("the address", lambda: any(
            "zoe@example.org" in each.name and "Boat" in each.name for each in self.cameo.everything()))

    def _entry(self, name):
        return self.cameo.find(role="text", name=name)

    def _texts(self, name):
        return [each for each in self.cameo.everything() if each.role == "text" and each.name == name]

    def _add_mail(self, address):
        count = len(self._texts("Email"))
        self.cameo.find(role="push button", name="Add Email").click()
        # With its row comes the focus.
        wait_for("a row for an address", lambda: len(self._texts("Email")) == count + 1)
        screen.write(address)
        wait_for("the address", lambda: self._texts("Email")[-1].text == address)

    def _go_to_new_country(self):
        """To that of an address that is added."""
        count = len(self._texts("Street"))
        # It may be further down than the window shows.
        wait_for("the button", lambda: next(
            (each for each in self.cameo.everything() if each.name == "Add Address"), None)).click()
        wait_for("the address", lambda: len(self._texts("Street")) > count)
        screen.write("Lane 1")
        wait_for("the street", lambda: self._texts("Street")[-1].text == "Lane 1")
        for _ in range(4):
            screen.press("Tab")
        return self._texts("Country")[-1]

    def _type(self, name, text):
        """Types into the entry that has the focus, which is this one."""
        entry = self._entry(name)
        screen.write(text)
        wait_for(f"{text} in {name}", lambda: entry.text == text)

    def _choose(self, name, suggested):
        """Goes down to a suggestion, and takes it."""
        for _ in range(suggested.index(name) + 1):
            screen.press("Down")
        screen.press("Return")

    def _suggestions(self):
        """Those in the open list; it is a surface of its own, so no point of the window leads to them."""
        return [
            each.name for each in self.cameo.everything() if each.role == "list item" and each.area and _is_below_row(each)]

    def _picture(self, entry):
        """What is on the display, once it stays."""
        pictures = [screen.pixels(entry.window.area[2])]

        def stays():
            pictures.append(screen.pixels(entry.window.area[2]))
            return pictures[-1] == pictures.pop(0) and pictures[-1]
        return wait_for("a picture that stays", stays)

    def _first_difference(self, entry, former):
        """How far from its beginning what lies below an entry begins to look otherwise than before."""
        width, left, top, before = former
        *_, now = self._picture(entry)
        start = (top + entry.area[1] + entry.area[3] + 4) * width
        columns = {number % width for number in range(start, len(now)) if before[number] != now[number]}
        return min(columns) - left - entry.area[0]

    def _label(self, label):
        """Whether an address has this label."""
        return any(each.name == f"Email: {label}" for each in self.cameo.everything())


def _is_below_row(element):
    """Whether it is in a list of its own that scrolls, in a row of the form, which older versions of GTK call a text."""
    _, *roles = [above.role for above in element.ancestors]
    return "scroll pane" in roles and not {"list item", "text"}.isdisjoint(roles[roles.index("scroll pane"):])
