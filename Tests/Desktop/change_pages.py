"""A walk through all that shows what is not saved, not sent or not decided yet, with a look at each."""

import screen
from hostile import Gate, refuse, refuse_for_now
from page_walk import PageWalkTestCase
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 30
# More than there is above a toast's sentence inside of it.
_TOAST_PADDING = 20
_REFUSAL = "This address belongs to somebody else already, and no two contacts may have the same one."


class ChangePagesTestCase(PageWalkTestCase):
    def test_every_page_of_changes(self):
        server = self.start_server(_CONTACTS)
        self.gate = Gate(server.port, token=server.token)
        self.addCleanup(self.gate.stop)
        mailed = [each for each in server.contacts if any("@" in field["content"] for field in each["contactFields"])]
        refused, edited, conflicting, deleted = mailed[:4]
        self._be_refused(refused["complete_name"], edited["complete_name"])
        # Another person has changed the name that the person saw.
        StoredChanges(self.home).rename(conflicting["id"], "Formerly", "Aaron")
        cameo = self._walk_contacts(refused["complete_name"], edited["complete_name"])
        self._walk_deletion(cameo, deleted["complete_name"])
        self._walk_waiting(cameo)
        self._walk_new_contact(cameo, known=edited)

    def _be_refused(self, refused, edited):
        """Saves what the server refuses, and ends the program in the middle of typing something else."""
        self.gate.concerns = lambda head: head.startswith(b"PUT /api/contactfields")
        self.gate.behaviour = refuse({"data": [_REFUSAL]})
        cameo = self.start()
        self.sign_in(cameo, self.gate)
        cameo.find(containing=f"{_CONTACTS} contacts")
        cameo.find(role="image", containing=" avatar photo")
        self._edit(cameo, refused, Email="zenobia@palmyra.example")
        screen.press("Control+s")
        cameo.find(containing="1 change needs a decision", role="label")
        self.leave(cameo)
        # Its name, which the search is to find again, stays.
        self._edit(cameo, edited, Job="Queen", Email="zenobia@palmyra.example")
        self.end(cameo)

    def _walk_contacts(self, refused, edited):
        cameo = self.start()
        cameo.find(role="push button", containing="2 changes need a decision")
        self.look(cameo, "list-undecided")
        self.open(cameo, refused)
        cameo.find(containing="1 change needs a decision", role="label")
        self.look(cameo, "contact-undecided")
        self.leave(cameo)
        self.open(cameo, edited)
        cameo.find(containing="Unsaved changes from")
        self.look(cameo, "contact-draft")
        cameo.find(role="push button", name="Continue").click()
        wait_for("what was typed", lambda: self._entry(cameo, "Job").text == "Queen")
        screen.press("Escape")
        cameo.find(containing=f"Save Changes to {edited}?")
        self.look(cameo, "form-question")
        screen.press("Escape")
        wait_for("no question", lambda: not cameo.all(containing="Save Changes to"))
        # Changes saved from now on wait.
        self.gate.concerns = lambda head: head.startswith(b"PUT ")
        self.gate.behaviour = refuse_for_now(500)
        screen.press("Control+s")
        self._look_at_toast(cameo, "saved", "Saved")
        self.leave(cameo)
        return cameo

    def _walk_deletion(self, cameo, name):
        self.open(cameo, name)
        screen.press("Control+Delete")
        self._look_at_toast(cameo, "deleted", " deleted")
        screen.press("Control+z")
        cameo.find(role="heading", name=name)
        self.leave(cameo)

    def _walk_waiting(self, cameo):
        self.choose(cameo, "Unsent Changes")
        for sentence in ("The server refused", "Someone else changed this, too.", "No answer. Cameo will check"):
            self._reach(cameo, "list item", sentence)
        self._expand(cameo, "The server refused")
        self.look(cameo, "waiting")
        if self.text_scale > 1:
            screen.turn_wheel(steps=10)
            self.look(cameo, "waiting-scrolled")
        screen.press("Return")
        screen.press("Down")
        self._expand(cameo, "Someone else changed this, too.")
        self._reach(cameo, "push button", "Choose…").click()
        cameo.find(role="check box", name="Yours, Aaron")
        self.look(cameo, "conflict")
        for _ in range(2):
            screen.press("Escape")
        cameo.find(role="list", name="Contacts")

    def _walk_new_contact(self, cameo, known):
        screen.press("Control+n")
        self._entry(cameo, "First Name").enter(known["first_name"])
        self._entry(cameo, "Last Name").enter(known["last_name"])
        cameo.find(containing="Possible Duplicates")
        self.look(cameo, "form-duplicates")
        self.end(cameo)
        cameo = self.start()
        cameo.find(role="push button", containing=", not saved, from")
        # The window says nothing of waiting changes in the first seconds. These changes need a person.
        cameo.find(role="push button", containing="2 changes need a decision")
        self.look(cameo, "list-draft")
        self.choose(cameo, "Log Out")
        cameo.find(containing="Log Out and Lose 5 Changes?")
        self.look(cameo, "log-out-question")
        screen.press("Escape")
        wait_for("no question", lambda: not cameo.all(containing="Log Out and Lose"))

    def _look_at_toast(self, cameo, page, sentence):
        """What lies below a toast shows through it."""
        top = cameo.find(containing=sentence, role="label").area[1] - _TOAST_PADDING
        self.look(cameo, page, covered=[each.name for each in cameo.all(role="label") if sum(each.area[1::2]) > top])

    def _edit(self, cameo, name, **texts):
        """Opens the form of a contact, and types into some fields."""
        self.open(cameo, name)
        screen.press("Control+e")
        cameo.find(role="push button", name="Done")
        for field, text in texts.items():
            self._entry(cameo, field).enter(text)

    def _entry(self, cameo, name):
        return self._reach(cameo, "text", name)

    def _reach(self, cameo, role, containing):
        """What is on the page, wherever it is scrolled to."""
        return wait_for(containing, lambda: next((
            each for each in cameo.everything() if each.role == role and containing in each.name and each.area), None))

    def _expand(self, cameo, sentence):
        """Opens the row of a change, which is to have the focus."""
        wait_for("the focus on the change", lambda: self._reach(cameo, "list item", sentence).has_focus)
        screen.press("Return")
        self._reach(cameo, "push button", "Discard")
