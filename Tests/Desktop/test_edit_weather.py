"""What becomes of a waiting change when server, network or other clients do what they should not: it stays, and says why."""

import screen
from edit_weather import EditWeatherTestCase
from hostile import Gate, Listener, redirect, refuse, refuse_for_now
from rare import rare
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 12
_ARCHIVED = 1


class ChangedAccountTest(EditWeatherTestCase):
    """The server is the same, and has another mind."""

    def setUp(self):
        super().setUp()
        server = self.start_server(_CONTACTS)
        self.contact = next(each for each in server.contacts if each["id"] == _ARCHIVED)
        self.rename_once_stored(server)
        self.end(server)
        self.same = {"token": server.token, "port": server.port}

    @rare
    def test_with_a_revoked_token_it_waits_for_a_new_one(self):
        self.server = self.start_server(_CONTACTS, port=self.same["port"])
        cameo = self.start_cameo()
        cameo.find(containing="no longer accepts your token")
        self.open_changes(cameo)
        # Above the changes, once for all.
        cameo.find(role="label", name="The server no longer accepts your token.")
        self.screenshot("unauthorized")
        self.assertEqual([state for _, state in self.stored.states], ["waiting"])
        self.assertEqual(self.name_there(), self.contact["first_name"])
        cameo.find(role="push button", containing="New Token").click()
        cameo.find(name="API Token").enter(self.server.token)
        cameo.find(role="push button", name="Log In").click()
        wait_for("the name there", lambda: self.name_there() == "Zenobia")
        self.until_nothing_waits()

    @rare
    def test_of_an_archived_contact_it_can_only_be_dropped(self):
        self.server = self.start_server(_CONTACTS, trouble=("--archived", str(_ARCHIVED)), **self.same)
        cameo = self.start_cameo()
        cameo.find(role="push button", name="1 change needs a decision").click()
        self.expand(cameo, "The server refused")
        cameo.find(role="push button", name="Discard").click()
        wait_for("nothing to decide", lambda: not cameo.all(containing="needs a decision"))
        self.assertEqual(self.name_there(), self.contact["first_name"])


class OtherProcessTest(EditWeatherTestCase):
    """Another Cameo, such as that of a second session, has the same contacts and edits them."""

    @rare
    def test_changes_can_be_made_in_one_of_them(self):
        self.server = self.start_server(_CONTACTS)
        self.contact = self.server.contacts[0]
        self.rename_once_stored(self.server)
        with self.stored.editor():
            cameo = self.start_cameo()
            cameo.find(containing="Cameo is open in another session. Changes can be made there.")
            screen.press("Down")
            wait_for("no way to change one", lambda: (
                cameo.all(role="heading") and not cameo.all(role="push button", name="Edit")))
            self.screenshot("elsewhere")
            self.assertEqual(self.name_there(), self.contact["first_name"])
            self.assertEqual(self.stored.states, [("value:first_name", "waiting")])
        screen.press("F5")
        wait_for("the name there", lambda: self.name_there() == "Zenobia")
        self.until_nothing_waits()
        self.assertFalse(cameo.all(containing="another session"))


class OtherClientTest(EditWeatherTestCase):
    def setUp(self):
        super().setUp()
        self.server = self.start_server(_CONTACTS)
        self.contact = self.server.contacts[0]

    @rare
    def test_of_a_deleted_contact_it_can_be_made_again(self):
        self.rename_once_stored(self.server)
        self.server.delete(f"contacts/{self.contact['id']}")
        cameo = self.start_cameo()
        cameo.find(role="push button", name="1 change needs a decision").click()
        self.expand(cameo, "The contact was deleted on the server.")
        again = cameo.find(role="push button", name="Create Again")
        self.screenshot("deleted")
        self.assertEqual(len(self.server.contacts), _CONTACTS - 1)
        again.click()
        wait_for("the contact there", lambda: "Zenobia" in [each["first_name"] for each in self.server.contacts])

        def made():
            return next(each for each in self.server.contacts if each["first_name"] == "Zenobia")

        def contents(contact):
            return sorted(each["content"] for each in contact["contactFields"])

        wait_for("its fields", lambda: contents(made()) == contents(self.contact))
        self.assertEqual(made()["last_name"], self.contact["last_name"])

    @rare
    def test_of_two_windows_the_one_that_saved_last_counts(self):
        self._save_in_both("Zenobia", "Aurelia")

    @rare
    def test_the_same_from_two_windows_is_one(self):
        self._save_in_both("Zenobia", "Zenobia")

    def _save_in_both(self, first, last):
        self.sign_in_once(self.server)
        self.stored = StoredChanges(self.home)
        cameo = self.start_cameo()
        cameo.find(role="list item")
        screen.press("Down")
        name = cameo.find(role="heading").name
        self.contact = next(each for each in self.server.contacts if each["complete_name"] == name)
        screen.press("Control+Return")
        wait_for("both windows", lambda: len(cameo.all(role="push button", name="Edit")) == 2)
        for button in cameo.all(role="push button", name="Edit"):
            button.click()
        wait_for("both forms", lambda: len(cameo.all(role="text", name="First Name")) == 2)
        for entry, text in zip(cameo.all(role="text", name="First Name"), (first, last)):
            entry.enter(text)
        cameo.all(role="push button", name="Done")[0].click()
        wait_for("the first there", lambda: self.name_there() == first)
        if first != last:
            cameo.find(containing=f"Changed on the server: {first}")
            self.screenshot("other-window")
        self.assertEqual(cameo.find(role="text", name="First Name").text, last)
        cameo.find(role="push button", name="Done").click()
        wait_for("no form", lambda: not cameo.all(role="push button", name="Done"))
        wait_for("the last there", lambda: self.name_there() == last)
        self.until_nothing_waits()
        wait_for("both headings", lambda: all(
            last in each.name for each in cameo.all(role="heading")))
        self.assertEqual(cameo.all(containing="needs a decision"), [])


class MisbehavingServerTest(EditWeatherTestCase):
    """Reads are answered as ever; writes are not."""

    def setUp(self):
        super().setUp()
        self.server = self.start_server(_CONTACTS)
        self.contact = self.server.contacts[0]
        self.gate = Gate(self.server.port, token=self.server.token)
        self.gate.contacts = self.server.contacts
        self.addCleanup(self.gate.stop)
        self.rename_once_stored(self.gate)
        self.gate.concerns = lambda head: head.startswith(b"PUT ")

    @rare
    def test_a_redirect_leads_nowhere(self):
        elsewhere = Listener()
        self.addCleanup(elsewhere.stop)
        self.gate.behaviour = redirect(307, f"http://127.0.0.1:{elsewhere.port}/api/contacts/1")
        cameo = self.start_cameo()
        wait_for("the request", lambda: self.gate.misbehaved)
        self.open_changes(cameo)
        cameo.find(containing="No answer. Cameo will check whether the change arrived before sending it again.", within="list")
        self.screenshot("redirect")
        self.assertEqual(elsewhere.received, [])
        self.assertEqual(self.gate.misbehaved, 1)
        self.assertEqual(len(self.stored.states), 1)
        self.assertEqual(self.name_there(), self.contact["first_name"])

    def test_a_request_without_an_answer_is_looked_for_before_the_next(self):
        # The connection goes away between the read and the write.
        self.gate.behaviour = lambda connection: None
        cameo = self.start_cameo()
        wait_for("the request", lambda: self.gate.misbehaved)
        self.open_changes(cameo)
        cameo.find(containing="No answer. Cameo will check whether the change arrived before sending it again.", within="list")
        self.screenshot("no-answer")
        self.assertEqual(self.gate.misbehaved, 1)
        self.assertEqual([state for _, state in self.stored.states], ["sending"])
        self.assertEqual(self.name_there(), self.contact["first_name"])

    @rare
    def test_what_the_server_made_of_it_is_told_until_a_person_has_seen_it(self):
        # As long as it was, so that the answer's length is right.
        self.gate.edit = lambda answer: answer.replace(b"Zenobia", b"Xenobia")
        cameo = self.start_cameo()
        cameo.find(role="push button", name="1 change needs a decision").click()
        self.expand(cameo, "Sent, but the server shows a different value.")
        cameo.find(containing="Zenobia → Xenobia")
        self.screenshot("difference")
        self.assertEqual(cameo.all(role="push button", name="Discard"), [])
        cameo.find(role="push button", name="Done").click()
        wait_for("nothing to decide", lambda: not cameo.all(containing="needs a decision"))
        self.assertEqual(self.stored.states, [])

    @rare
    def test_what_is_tried_again_later_says_when(self):
        self.gate.behaviour = refuse_for_now(500)
        cameo = self.start_cameo()
        wait_for("the request", lambda: self.gate.misbehaved)
        self.open_changes(cameo)
        wait_for("when", lambda: any("Trying again in " in each.description for each in cameo.all(containing="First Name")))
        self.screenshot("time-left")

    @rare
    def test_a_refusal_in_laravels_form_is_said_at_the_field(self):
        sentence = "The first name has an unusual letter."
        self.gate.behaviour = refuse({"first_name": [sentence]})
        cameo = self.start_cameo()
        cameo.find(role="push button", name="1 change needs a decision").click()
        self.expand(cameo, f"The server refused: {sentence}")
        cameo.find(role="push button", name="Edit").click()
        cameo.find(role="push button", name="Done")
        cameo.find(containing=f"The server refused: {sentence}")
        self.assertEqual(cameo.find(role="text", name="First Name").text, "Zenobia")
        self.screenshot("laravel")
        self.gate.behaviour = None
        cameo.find(role="text", name="First Name").enter("Xenia")
        screen.press("Control+s")
        wait_for("the name there", lambda: self.name_there() == "Xenia")
        self.until_nothing_waits()
