"""Signing in with the sign-in page, looking at a contact, and logging out without a trace."""

from case import DesktopTestCase
from waiting import wait_for

_CONTACTS = 25


def _full_name(person):
    return person.get("complete_name") or f"{person['first_name']} {person.get('last_name') or ''}".strip()


def _is_row_of(name, row):
    """Rows are labelled with the name alone, or with the name and the second line."""
    return row.name == name or row.name.startswith(f"{name}, ")


class SignInTest(DesktopTestCase):
    def test_signs_in_shows_contacts_and_logs_out_without_a_trace(self):
        server = self.start_server(_CONTACTS)
        contacts = server.contacts
        self.assertEqual(len(contacts), _CONTACTS)
        names = [_full_name(contact) for contact in contacts]
        cameo = self.start_cameo()

        self.sign_in(cameo, server, token="not-the-token")
        cameo.find(containing="does not accept this token")
        self.screenshot("wrong-token")
        self.assertEqual(self.keyring_items(), [], "a refused token is not kept")

        self.sign_in(cameo, server)
        cameo.find(role="list", name="Contacts")
        self._see_contacts(cameo, names)
        self._open_contact(cameo, contacts)
        self.screenshot("contact")

        # Traces that must be gone later are there now. The search can therefore find them.
        self.assertEqual(len(self.keyring_items()), 1)
        self.assertTrue(self.files_with(names))
        self.assertTrue(self._account_files())
        self.assertEqual(self.files_with([server.token]), [], "the token is in no file, ever")

        self.log_out(cameo)
        cameo.find(name="Server Address")
        wait_for("no contacts", lambda: not cameo.all(role="list", name="Contacts"))
        user = server.get("me")
        host = server.address.removeprefix("http://")
        traces = [server.token, host, _full_name(user), user["email"], *names]
        self.assertEqual(self.files_with(traces), [])
        self.assertEqual(self._account_files(), [])
        self.assertEqual(self.keyring_items(), [])
        self.assertNotIn(server.token, cameo.errors)

    def _see_contacts(self, cameo, names):
        rows = wait_for("rows of contacts", lambda: cameo.all(role="list item"))
        for row in rows:
            self.assertTrue(any(_is_row_of(name, row) for name in names), row)
        photo = cameo.find(role="image", containing=" avatar photo", limit=60)
        self.assertIn(photo.name.removesuffix(" avatar photo"), names)

    def _open_contact(self, cameo, contacts):
        rows = cameo.all(role="list item")
        contact, row = next(
            (contact, row)
            for row in rows
            for contact in contacts
            if contact["contactFields"] and _is_row_of(_full_name(contact), row)
        )
        row.click_with_mouse()
        cameo.find(role="heading", name=_full_name(contact))
        for field in contact["contactFields"]:
            cameo.find(containing=field["content"])

    def _account_files(self):
        """Account, database and cached pictures: all files in folders of the program's name."""
        files = [path.relative_to(self.home) for path in self.files() if self.home in path.parents]
        return [path for path in files if "cameo" in path.parts]
