"""What a released version left in a person's home folder and keyring is what this one goes on with."""

import json
import shutil

import settings
from case import DesktopTestCase
from program import ROOT

_RELEASED = ROOT / "Tests" / "ContactsTests" / "Released"
# Keys of the account.json that 0.1.0 wrote.
_KEYS = ("server", "userID", "userName", "trustedFingerprint", "tokenExpiry", "loadsExternalPictures")


class UpgradeTest(DesktopTestCase):
    def _leave_as_released(self):
        """Makes of a sign-in of today what 0.1.0 wrote at one, and puts its contacts in the place of today's."""
        top = self.home / "data" / "cameo"
        account_file = top / "account.json"
        account = json.loads(account_file.read_text())
        account_file.write_text(json.dumps({key: account[key] for key in _KEYS if key in account}))
        [database] = top.rglob("contacts.sqlite")
        shutil.rmtree(database.parent)
        database.parent.mkdir(mode=0o700)
        shutil.copy(_RELEASED / "contacts-0.1.0.sqlite", database)
        for path in top.iterdir():
            if path.is_file() and path != account_file:
                path.unlink()
        shutil.rmtree(self.home / "cache" / "cameo", ignore_errors=True)

    def _names(self, cameo):
        rows = [row for row in cameo.all(role="list item") if row.area]
        return [row.name for row in sorted(rows, key=lambda row: row.area[1])]

    def test_account_contacts_and_settings_of_the_first_release_are_kept(self):
        server = self.start_server(contacts=24)
        self.sign_in_once(server)
        self._leave_as_released()
        variables = settings.write(self.home, "sort='last-name'")
        token, port = server.token, server.port
        self.end(server)
        stored = json.loads((_RELEASED / "contacts-0.1.0.json").read_text())
        # The alphabet of each of the others is a matter of its own.
        first = sorted((each for each in stored if each["last"].isascii()), key=lambda each: each["last"])[0]

        cameo = self.start_cameo(variables=variables)
        cameo.find(containing=f"{len(stored)} contacts")
        cameo.find(role="list item", containing=first["first"])
        self.assertIn(first["last"], self._names(cameo)[0])

        # The token still opens the account. New contacts come.
        self.start_server(contacts=30, token=token, port=port)
        cameo.find(role="push button", name="Main Menu").click()
        cameo.find(role="menu item", containing="Refresh").click()
        cameo.find(containing="30 contacts", limit=60)
        cameo.find(role="image", containing=" avatar photo")
