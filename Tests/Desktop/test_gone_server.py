"""Server or saved contacts are gone while changes wait: these are kept, and sent afterwards."""

import screen
from edit_weather import EditWeatherTestCase
from notifications import Notifications
from rare import rare
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 12


class GoneServerTest(EditWeatherTestCase):
    def setUp(self):
        super().setUp()
        self.server = self.start_server(_CONTACTS)
        self.contact = self.server.contacts[0]

    @rare
    def test_what_is_typed_while_it_goes_is_sent_once_it_is_back(self):
        desktop = Notifications(self.results)
        self.addCleanup(desktop.stop)
        self.sign_in_once(self.server)
        self.stored = StoredChanges(self.home)
        cameo = self.start_cameo()
        cameo.find(role="list item")
        screen.press("Down")
        cameo.find(role="push button", name="Edit")
        name = cameo.find(role="heading").name
        self.contact = next(each for each in self.server.contacts if each["complete_name"] == name)
        screen.press("Control+e")
        entry = cameo.find(role="text", name="First Name")
        self.end(self.server)
        entry.enter("Zenobia")
        screen.press("Control+s")
        wait_for("the new name", lambda: "Zenobia" in cameo.find(role="heading").name)
        self.open_changes(cameo)
        cameo.find(role="label", containing="Can’t reach the server.\nTrying again in")
        self.screenshot("gone")
        screen.press("Control+w")
        self.expect_end(cameo)
        wait_for("a notification", lambda: ["Cameo", "1 change is sent when Cameo runs again"] in [
            list(each) for each in desktop.shown])
        self.server = self.start_server(_CONTACTS, token=self.server.token, port=self.server.port)
        self.assertEqual(self.name_there(), self.contact["first_name"])
        self.start_cameo()
        wait_for("the name there", lambda: self.name_there() == "Zenobia")
        self.until_nothing_waits()

    @rare
    def test_a_log_out_offers_to_send_only_where_a_server_is_there(self):
        self.rename_once_stored(self.server)
        self.end(self.server)
        cameo = self.start_cameo()
        self.open_changes(cameo)
        cameo.find(role="label", containing="Can’t reach the server.\nTrying again in")
        screen.press("F10")
        cameo.find(role="menu item", containing="Log Out").click()
        cameo.find(role="push button", containing="Log Out Anyway", within="dialog")
        cameo.find(containing="Can’t reach the server. If it has moved", within="dialog")
        self.assertEqual(cameo.all(role="push button", name="Send First"), [])
        self.screenshot("log-out")

    @rare
    def test_changes_in_damaged_contacts_are_kept_and_sent(self):
        self.rename_once_stored(self.server)
        [database] = self.home.rglob("contacts.sqlite")
        # A start that cannot read the contacts any more leaves this file.
        database.with_name(database.name + ".is-damaged").touch()
        cameo = self.start_cameo()
        cameo.find(containing="The saved contacts were damaged. They are downloaded again. Your changes were kept.")
        self.screenshot("damaged")
        self.assertTrue(database.with_name(database.name + ".damaged").exists())
        cameo.find(containing=f"{_CONTACTS} contacts")
        # A pending change waits for a minute while its contact is missing.
        wait_for("the name there", lambda: self.name_there() == "Zenobia", limit=90)
        self.until_nothing_waits()
