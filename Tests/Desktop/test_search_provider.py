"""The desktop's own search, which asks for contacts over D-Bus as GNOME Shell does."""

from gi.repository import GLib, Gio

from case import DesktopTestCase
from rare import rare
from waiting import wait_for


class SearchProviderTest(DesktopTestCase):
    @rare
    def test_finds_contacts_without_a_window_or_a_network_and_ends_by_itself(self):
        server = self.start_server(contacts=30)
        contact = next(each for each in server.contacts if each["complete_name"].isascii())
        name = contact["complete_name"]
        self.sign_in_once(server)
        self.end(server)
        cameo = self.install_service()

        found = self._search(cameo, name.split())
        self.assertIn(str(contact["id"]), found)
        self.assertEqual(self._ask(cameo, "GetSubsearchResultSet", "(asas)", found, name.split()), found)
        metas = self._ask(cameo, "GetResultMetas", "(as)", found)
        self.assertEqual([meta["id"] for meta in metas], found)
        self.assertIn(name, [meta["name"] for meta in metas])
        for meta in metas:
            picture = self._picture(meta["icon"])
            self.assertTrue(picture.startswith(b"\x89PNG"), picture[:8])
        self.assertEqual(cameo.all(role="frame"), [], "nothing opens")
        wait_for("its end", lambda: not cameo.is_running, limit=60)
        self.assertEqual(cameo.complaints, [])

    @rare
    def test_tells_where_the_words_stand(self):
        server = self.start_server(contacts=30)
        mail = next(
            field["content"] for each in server.contacts for field in each["contactFields"] if "@" in field["content"])
        self.sign_in_once(server)
        cameo = self.install_service()
        metas = self._ask(cameo, "GetResultMetas", "(as)", self._search(cameo, [mail]))
        self.assertIn(f"Email: {mail}", [meta["description"] for meta in metas])

    @rare
    def test_strange_questions_do_no_harm(self):
        server = self.start_server(contacts=30)
        self.sign_in_once(server)
        cameo = self.install_service()
        for terms in ([], [""], ["\"", "*", "NEAR(", "{name}:"], ["a"] * 1_000, ["b" * 100_000], ["\U0001f600"]):
            self.assertLessEqual(len(self._search(cameo, terms)), 20)
        strange = ["", "-1", "x", "9" * 40, "999999", "1" * 100_000] * 200
        self.assertEqual(self._ask(cameo, "GetResultMetas", "(as)", strange), [])
        self._ask(cameo, "ActivateResult", "(sasu)", "no number", [], 0)
        self.assertEqual(cameo.all(role="frame"), [])
        with self.assertRaises(GLib.Error):
            self._ask(cameo, "GetInitialResultSet", "(s)", "not a list")
        self.assertTrue(cameo.is_running)

    def test_opens_a_contact_that_was_chosen_and_its_own_search(self):
        server = self.start_server(contacts=30)
        contact = next(each for each in server.contacts if each["complete_name"].isascii())
        self.sign_in_once(server)
        cameo = self.install_service()
        self._ask(cameo, "ActivateResult", "(sasu)", str(contact["id"]), ["word"], 0)
        cameo.find(role="frame", limit=60)
        cameo.find(role="heading", name=contact["complete_name"])
        self._ask(cameo, "LaunchSearch", "(asu)", contact["complete_name"].split(), 0)
        cameo.find(role="list", name="Search Results")
        cameo.find(containing=" result")
        cameo.find(role="list item", containing=contact["complete_name"])

    @rare
    def test_a_window_that_opens_again_has_its_contacts_and_is_one_for_screen_readers(self):
        server = self.start_server(contacts=30)
        self.sign_in_once(server)
        cameo = self.install_service()
        cameo.activate()
        for _ in range(2):
            cameo.find(role="frame", limit=60)
            cameo.find(role="list item")
            self._search(cameo, ["a"])
            before = cameo.process_id
            cameo.find(role="push button", name="Close").click()
            wait_for("no window", lambda: not cameo.all(role="frame"))
            cameo.activate()
        cameo.find(role="frame", limit=60)
        self.assertEqual(cameo.process_id, before)
        self.assertEqual(cameo.complaints, [])

    @rare
    def test_finds_nothing_when_nobody_is_signed_in(self):
        cameo = self.install_service()
        self.assertEqual(self._search(cameo, ["a"]), [])
        self.assertEqual(self._ask(cameo, "GetResultMetas", "(as)", ["1"]), [])

    @rare
    def test_finds_nothing_after_a_log_out(self):
        server = self.start_server(contacts=30)
        name = server.contacts[0]["complete_name"]
        self.sign_in_once(server)
        cameo = self.install_service()
        found = self._search(cameo, name.split())
        self.assertNotEqual(found, [])
        cameo.activate()
        self.log_out(cameo)
        cameo.find(name="Server Address")
        self.assertEqual(self._search(cameo, name.split()), [])
        self.assertEqual(self._ask(cameo, "GetResultMetas", "(as)", found), [])

    def _search(self, cameo, terms):
        return self._ask(cameo, "GetInitialResultSet", "(as)", terms)

    def _ask(self, cameo, method, signature, *arguments):
        answer = cameo.call(
            f"org.gnome.Shell.SearchProvider2.{method}", GLib.Variant(signature, arguments), "/SearchProvider")
        return answer[0] if answer else None

    def _picture(self, icon):
        """The bytes of a serialised icon."""
        kind, content = icon
        self.assertEqual(kind, "bytes")
        loadable = Gio.Icon.deserialize(GLib.Variant("(sv)", (kind, GLib.Variant("ay", content))))
        self.assertIsInstance(loadable, Gio.LoadableIcon)
        return bytes(content)
