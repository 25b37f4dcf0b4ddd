"""The server gets another address while changes wait: they go on there, and nowhere else."""

import json

import screen
from case import DesktopTestCase
from rare import rare
from stored_changes import StoredChanges
from waiting import wait_for

_CONTACTS = 12


class NewAddressTest(DesktopTestCase):
    def setUp(self):
        super().setUp()
        self.server = self.start_server(_CONTACTS)
        self.sign_in_once(self.server)
        self.contact = self.server.contacts[0]
        # The next server writes its own where this one wrote it.
        self.address = self.server.address
        self.end(self.server)
        self.stored = StoredChanges(self.home)
        self.stored.rename(self.contact["id"], self.contact["first_name"], "Zenobia")
        [self.file] = self.home.rglob("account.json")
        self.folder = next(each for each in self.file.parent.iterdir() if each.is_dir()).name

    @rare
    def test_what_waits_is_sent_to_the_new_address(self):
        moved = self.start_server(_CONTACTS)
        cameo = self._enter_address(moved)
        cameo.find(role="list", name="Contacts")
        wait_for("the name there", lambda: moved.get(f"contacts/{self.contact['id']}")["first_name"] == "Zenobia")
        account = json.loads(self.file.read_text())
        self.assertEqual(account["server"], moved.address)
        self.assertEqual(account["keptID"], self.folder)
        [(_, attributes)] = self.keyring_items()
        self.assertEqual((attributes["server"], attributes["account"]), (moved.address, self.folder))
        self.assertEqual(cameo.all(containing="Can’t reach the server"), [])
        self.end(cameo)

        cameo = self.start_cameo()
        cameo.find(containing=f"{_CONTACTS} contacts")
        wait_for("all of it sent", lambda: not self.stored.states)
        self.log_out(cameo)
        cameo.find(containing="Everything was removed from this computer")
        self.assertEqual(self.keyring_items(), [])

    @rare
    def test_another_server_gets_nothing(self):
        # With the same number of the user, and with contacts of its own.
        other = self.start_server(_CONTACTS + 20)
        cameo = self._enter_address(other)
        cameo.find(containing="This token belongs to another account.")
        self.screenshot("other-account")
        self.assertNotIn("Zenobia", [each["first_name"] for each in other.contacts])
        # It is below the edge of the window until the focus comes to it.
        wait_for("Cancel", lambda: cameo.all(role="push button", name="Cancel") or screen.press("Tab"))[0].click()
        cameo.find(role="list", name="Contacts")
        self.assertEqual([state for _, state in self.stored.states], ["waiting"])
        self.assertEqual(json.loads(self.file.read_text())["server"], self.address)
        [(_, attributes)] = self.keyring_items()
        self.assertEqual(attributes["server"], self.address)

    def _enter_address(self, server):
        cameo = self.start_cameo()
        cameo.find(containing="Can’t reach the server. Last updated")
        screen.press("Control+,")
        cameo.find(role="push button", name="Change Server Address…").click()
        cameo.find(containing="If your server has moved")
        self.screenshot("new-address")
        self.sign_in(cameo, server)
        return cameo
