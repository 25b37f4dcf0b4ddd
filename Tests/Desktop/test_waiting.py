"""What the server refused, or somebody else changed too, is seen, put right and decided."""

import screen
import settings
from case import DesktopTestCase
from rare import rare
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 12
# More than the server takes.
_TOO_LONG = "Z" * 300


class WaitingTestCase(DesktopTestCase):
    size = (960, 680)
    text_scale = 1

    def setUp(self):
        super().setUp()
        self.variables = settings.write(self.home, f"window-width={self.size[0]}", f"window-height={self.size[1]}")
        self.server = self.start_server(_CONTACTS)
        self.sign_in_once(self.server)
        screen.scale_text(self.text_scale)
        self.addCleanup(screen.scale_text, 1)
        self.stored = StoredChanges(self.home)
        self.contact = self.server.contacts[0]

    def open_changes(self, count=1):
        """Starts the program, and goes to its waiting changes once as many need a person."""
        cameo = self.start_cameo(variables=self.variables)
        need = "1 change needs a decision" if count == 1 else f"{count} changes need a decision"
        cameo.find(role="push button", name=need).click()
        cameo.find(role="list", name="Unsent Changes")
        return cameo

    def expand(self, cameo, containing):
        """Opens the row of a change."""
        cameo.find(containing=containing).click_with_mouse()

    def contact_there(self, number=None):
        return self.server.get(f"contacts/{number or self.contact['id']}?with=contactfields")

    def until_nothing_waits(self):
        wait_for("an empty queue", lambda: not self.stored.states)


class RefusalTest(WaitingTestCase):
    def test_a_name_is_put_right_at_its_field(self):
        self.stored.rename(self.contact["id"], self.contact["first_name"], _TOO_LONG)
        cameo = self.open_changes()
        self.expand(cameo, "The server refused")
        cameo.find(role="push button", name="Discard")
        # Said as a whole, and by nothing else; the session's language is English.
        said = [each for each in cameo.everything() if " · First Name" in each.name]
        self.assertEqual([each.role for each in said], ["list item"])
        self.assertRegex(
            said[0].name, r" · First Name, The server refused: .*\. Needs your decision, \d?\d:\d\d\b.*$")
        self.screenshot("refused")
        cameo.find(role="push button", name="Edit").click()
        cameo.find(role="push button", name="Done")
        # In Monica's form of a refusal.
        cameo.find(containing="The server refused: ")
        self.assertEqual(cameo.find(role="text", name="First Name").text, _TOO_LONG)
        self.screenshot("form")
        cameo.find(role="text", name="First Name").enter("Zenobia")
        wait_for("no complaint", lambda: not cameo.all(containing="The server refused: "))
        screen.press("Control+s")
        wait_for("the name there", lambda: self.contact_there()["first_name"] == "Zenobia")
        self.until_nothing_waits()
        wait_for("nothing to decide", lambda: not cameo.all(containing="needs a decision"))

    @rare
    def test_a_tag_is_put_right_at_the_tags(self):
        self.stored.add_tags(self.contact["id"], [""])
        cameo = self.open_changes()
        self.expand(cameo, "The server refused")
        cameo.find(role="push button", name="Edit").click()
        cameo.find(role="push button", name="Done")
        # In Laravel's form of a refusal.
        wait_for("the server's words", lambda: any(
            each.name.startswith("The server refused: ") for each in cameo.everything()))

        def tags():
            return [each for each in cameo.everything() if each.name == "Remove Tag "]

        wait_for("the tag", tags)[0].click()
        wait_for("one tag less", lambda: not tags())
        screen.press("Control+s")
        self.until_nothing_waits()
        self.assertEqual(self.contact_there()["tags"], self.contact["tags"])

    @rare
    def test_a_new_contact_is_put_right_and_made_once(self):
        self.stored.make(_TOO_LONG)
        # The contact and its name.
        cameo = self.open_changes(count=2)
        self.expand(cameo, "The server refused")
        cameo.find(role="push button", name="Edit").click()
        cameo.find(role="push button", name="Done")
        entry = cameo.find(role="text", name="First Name")
        self.assertEqual(entry.text, _TOO_LONG)
        entry.enter("Zenobia")
        screen.press("Control+s")
        cameo.find(role="heading", name="Zenobia")
        self.until_nothing_waits()
        wait_for("the contact there", lambda: len(self.server.contacts) == _CONTACTS + 1)
        self.assertEqual([each["first_name"] for each in self.server.contacts].count("Zenobia"), 1)

    @rare
    def test_looking_at_a_refused_change_asks_nothing(self):
        self.stored.rename(self.contact["id"], self.contact["first_name"], _TOO_LONG)
        cameo = self.open_changes()
        self.expand(cameo, "The server refused")
        cameo.find(role="push button", name="Edit").click()
        cameo.find(role="push button", name="Done")
        screen.press("Escape")
        wait_for("the contact", lambda: not cameo.all(role="push button", name="Done"))
        self.assertFalse(cameo.all(containing="Save Changes to"))
        cameo.find(role="push button", name="1 change needs a decision")


class ConflictTest(WaitingTestCase):
    def test_a_person_chooses(self):
        # Another person has changed the name that the person saw.
        self.stored.rename(self.contact["id"], "Formerly", "Zenobia")
        cameo = self.open_changes()
        self.expand(cameo, "Someone else changed this, too.")
        cameo.find(role="push button", name="Choose…").click()
        mine = cameo.find(role="check box", name="Yours, Zenobia")
        theirs = cameo.find(role="check box", containing=f"On the server, {self.contact['first_name']}")
        before = cameo.find(name="Before, Formerly")
        self.screenshot("conflict")
        self.check_places([each.area for each in (mine, theirs, before)])
        # Older versions of GTK do not show a button that a person cannot click.
        self.assertFalse(any(each.is_sensitive for each in cameo.all(role="push button", name="Send")))
        wait_for("the focus on the first of them", lambda: mine.has_focus)
        screen.press(" ")
        cameo.find(role="push button", name="Send").click()
        wait_for("the name there", lambda: self.contact_there()["first_name"] == "Zenobia")
        self.until_nothing_waits()

    @rare
    def test_arrow_keys_lead_from_one_choice_to_the_other(self):
        self.stored.rename(self.contact["id"], "Formerly", "Zenobia")
        cameo = self.open_changes()
        self.expand(cameo, "Someone else changed this, too.")
        cameo.find(role="push button", name="Choose…").click()
        mine = cameo.find(role="check box", name="Yours, Zenobia")
        theirs = cameo.find(role="check box", containing=f"On the server, {self.contact['first_name']}")
        wait_for("the focus on the first of them", lambda: mine.has_focus)
        # It is the first already.
        for key in ("Up", "Left"):
            screen.press(key)
        for key, chosen, other in (
            ("Down", theirs, mine), ("Up", mine, theirs), ("Right", theirs, mine), ("Left", mine, theirs),
            ("Down", theirs, mine),
        ):
            self.assertFalse(chosen.is_checked)
            screen.press(key)
            wait_for(f"the choice after {key}", lambda: chosen.is_checked and chosen.has_focus and not other.is_checked)
        # The server has that already.
        cameo.find(role="push button", name="Done").click()
        self.until_nothing_waits()
        self.assertEqual(self.contact_there()["first_name"], self.contact["first_name"])

    def check_places(self, areas):
        self.assertEqual(areas[0][1], areas[1][1], "beside each other")
        starts = [area[0] for area in areas]
        self.assertEqual(starts, sorted(set(starts)))


@rare
class NarrowConflictTest(ConflictTest):
    size = (360, 640)

    def check_places(self, areas):
        tops = [area[1] for area in areas]
        self.assertEqual(tops, sorted(tops), "one under the other")
        self.assertLess(tops[0], tops[1])


class LargeTextConflictTest(NarrowConflictTest):
    size = (360, 760)
    text_scale = 2


class KeyboardTest(WaitingTestCase):
    @rare
    def test_a_conflict_is_decided_without_a_mouse(self):
        self.stored.rename(self.contact["id"], "Formerly", "Zenobia")
        cameo = self.open_changes()
        wait_for("the focus on the change", lambda: self._focused(cameo, "list item", "First Name"))
        # Return, which a search would take, opens it.
        screen.press("Return")
        cameo.find(role="push button", name="Choose…")
        screen.press("F6")
        wait_for("the focus in the list", lambda: any(
            each.has_focus and "First Name" not in each.name for each in cameo.all(role="list item")))
        screen.press("F6")
        wait_for("the focus back on the change", lambda: self._focused(cameo, "list item", "First Name"))
        screen.press("Tab")
        wait_for("the focus on the button", lambda: self._focused(cameo, "push button", "Choose…"))
        screen.press("Return")
        wait_for("the focus on the first choice", lambda: self._focused(cameo, "check box", "Yours, Zenobia"))
        screen.press("Escape")
        wait_for("the focus back on the button", lambda: self._focused(cameo, "push button", "Choose…"))
        screen.press("Return")
        wait_for("the focus on the choice again", lambda: self._focused(cameo, "check box", "Yours, Zenobia"))
        screen.press(" ")
        cameo.find(role="push button", name="Send").click()
        self.until_nothing_waits()
        self.assertEqual(self.contact_there()["first_name"], "Zenobia")

    def _focused(self, cameo, role, containing):
        return any(each.has_focus for each in cameo.all(role=role, containing=containing))


@rare
class LaterTest(WaitingTestCase):
    def test_escape_leaves_it_for_later(self):
        self.stored.rename(self.contact["id"], "Formerly", "Zenobia")
        cameo = self.open_changes()
        self.expand(cameo, "Someone else changed this, too.")
        cameo.find(role="push button", name="Choose…").click()
        cameo.find(role="check box", containing="Yours, Zenobia")
        screen.press("Escape")
        cameo.find(containing="Someone else changed this, too.")
        self.assertEqual([state for _, state in self.stored.states], ["conflict"])
        self.assertEqual(self.contact_there()["first_name"], self.contact["first_name"])
